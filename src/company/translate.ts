import { languages, localeOf } from '../rules/language/languages.ts'
import { english, type Translate, translator } from '../rules/language/messages.ts'
import { readCatalog } from './catalog.ts'

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
  const made = translator(localeOf(code), readCatalog(code))
  translators.set(code, made)
  return made
}
