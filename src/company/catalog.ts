import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { po } from 'gettext-parser'

/** The translations of a language, by the messages of the code. */
export type Catalog = Readonly<Record<string, string>>

/**
 * Reads the catalog of a language. The build replaces this file by one that reads the catalog as JSON, which is faster
 * and needs no parser (build/bundle.ts).
 */
export function readCatalog(code: string): Catalog {
  return messagesOf(readFileSync(join(import.meta.dirname, '../rules/language/catalogs', `${code}.po`), 'utf8'))
}

/** The messages of a PO file that are translated completely, as the ICU messages that `translator` takes. */
export function messagesOf(text: string): Catalog {
  const { headers, translations } = po.parse(text)
  const kinds = pluralKinds(headers.Language!)
  const entries = Object.values(translations).flatMap((one) => Object.values(one))
  return Object.fromEntries(
    entries.flatMap(({ msgctxt, msgid, msgid_plural, msgstr, comments }) => {
      if (msgid === '' || msgstr.includes('') || /\bfuzzy\b/.test(comments?.flag ?? '')) return []
      // The context of a text that has a plural is its whole message.
      if (msgid_plural !== undefined) return [[msgctxt!, plural(numberOf(msgctxt!)!, kinds, msgstr)]]
      return [[msgctxt ? `${msgid}@@${msgctxt}` : msgid, msgstr[0]!]]
    }),
  )
}

/** The name of the number that decides the words of a message, if there is one. */
export function numberOf(message: string): string | undefined {
  return /\{(\w+), plural,/.exec(message)?.[1]
}

/** The kinds of whole numbers that a language has words for, in the order of the forms in PO files. */
export function pluralKinds(language: string): string[] {
  const rules = new Intl.PluralRules(language)
  const used = new Set(Array.from({ length: 200 }, (_, number) => rules.select(number)))
  return ['zero', 'one', 'two', 'few', 'many', 'other'].filter((kind) => used.has(kind as Intl.LDMLPluralRule))
}

/** An ICU message of the forms of a text. The last form is also for fractions, which can have a kind of their own. */
function plural(number: string, kinds: readonly string[], forms: readonly string[]): string {
  const cases = forms.map((form, at) => {
    const kind = at === forms.length - 1 ? 'other' : kinds[at]
    return `${kind} {${form.replaceAll(`{${number}}`, '#')}}`
  })
  return `{${number}, plural, ${cases.join(' ')}}`
}
