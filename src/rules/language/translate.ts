import de from './catalogs/de.json' with { type: 'json' }
import es from './catalogs/es.json' with { type: 'json' }
import fr from './catalogs/fr.json' with { type: 'json' }
import { type Language, languages, localeOf } from './languages.ts'
import { type Translate, translator } from './messages.ts'

const catalogs: Record<Language, Readonly<Record<string, string>>> = { en: {}, de, es, fr }

const translators = new Map(languages.map(({ code }) => [code as string, translator(localeOf(code), catalogs[code])]))

/** Translates what the server writes: pages without script, mails, notifications, files. Unknown languages are English. */
export function translateTo(language: string): Translate {
  return translators.get(language) ?? translators.get('en')!
}
