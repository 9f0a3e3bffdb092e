import assert from 'node:assert/strict'
import { test } from 'node:test'
import { pluralOf } from '../../web/components/jobs/plural.ts'

const table: Record<string, readonly (readonly [string, string])[]> = {
  en: [
    ['Job', 'Jobs'],
    ['Company', 'Companies'],
    ['Activity', 'Activities'],
    ['Day', 'Days'],
    ['Class', 'Classes'],
    ['Box', 'Boxes'],
    ['Branch', 'Branches'],
    ['Campus', 'Campuses'],
    ['Cost center', 'Cost centers'],
    ['Customers', 'Customers'],
  ],
  de: [
    ['Tätigkeit', 'Tätigkeiten'],
    ['Leistung', 'Leistungen'],
    ['Baustelle', 'Baustellen'],
    ['Mandant', 'Mandant'],
  ],
  es: [
    ['Actividad', 'Actividades'],
    ['Obra', 'Obras'],
    ['Cliente nuevo', 'Clientes nuevos'],
    ['Ubicación', 'Ubicaciones'],
    ['Luz', 'Luces'],
    ['Centro de coste', 'Centros de coste'],
  ],
  fr: [
    ['Société', 'Sociétés'],
    ['Chantier', 'Chantiers'],
    ['Bureau', 'Bureaux'],
    ['Canal', 'Canaux'],
    ['Lieu', 'Lieux'],
    ['Centre de coût', 'Centres de coût'],
    ['Cas', 'Cas'],
  ],
}

for (const [language, words] of Object.entries(table))
  test(`a company’s own words have their plural in the language ${language}`, () => {
    for (const [noun, plural] of words) assert.equal(pluralOf(noun, language), plural)
  })
