import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { languages, localeOf } from '../rules/language/languages.ts'
import { english, type Translate, translator } from '../rules/language/messages.ts'

const catalogs = join(import.meta.dirname, '../rules/language/catalogs')

/** The languages that were asked for. A catalog takes longer to read than all else that a thread needs to start. */
const translators = new Map<string, Translate>([['en', english]])

/** Translates what the server writes: pages without script, mails, notifications, files. Unknown languages are English. */
export function translateTo(language: string): Translate {
  const known = translators.get(language)
  if (known) return known
  const code = languages.find((one) => one.code === language)?.code
  if (!code) return english
  const made = translator(localeOf(code), JSON.parse(readFileSync(join(catalogs, `${code}.json`), 'utf8')))
  translators.set(code, made)
  return made
}
