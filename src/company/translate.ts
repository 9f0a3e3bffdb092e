import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { languages, localeOf } from '../rules/language/languages.ts'
import { english, type Translate, translator } from '../rules/language/messages.ts'

const catalogs = join(import.meta.dirname, '../rules/language/catalogs')

/**
 * Translators by language, created on demand: reading a catalog takes longer than everything else at the start of a
 * thread.
 */
const translators = new Map<string, Translate>([['en', english]])

/**
 * Translates texts that the server writes: pages without scripts, emails, notifications, files. Unknown languages get
 * English.
 */
export function translateTo(language: string): Translate {
  const known = translators.get(language)
  if (known) return known
  const code = languages.find((one) => one.code === language)?.code
  if (!code) return english
  const made = translator(localeOf(code), JSON.parse(readFileSync(join(catalogs, `${code}.json`), 'utf8')))
  translators.set(code, made)
  return made
}
