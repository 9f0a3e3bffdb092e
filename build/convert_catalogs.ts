import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { po } from 'gettext-parser'
import { messagesOf, numberOf, pluralKinds } from '../src/company/catalog.ts'
import { fill } from '../src/rules/language/messages.ts'
import { allSources, messagesIn } from '../web/messages.ts'
import { entryOf, fileOf, namesIn, translated, updated } from './catalogs.ts'

// Moves the translations of catalogs/de.json into catalogs/de.po, for each language that still has a JSON catalog, and
// deletes it. A translation in the JSON file replaces the one in the PO file. It can run as often as needed, and ends with
// an error if any text would be shown differently.

const pluralForms: Record<string, string> = { fr: 'nplurals=2; plural=n > 1;' }

for (const code of translated) {
  const from = fileOf(code).replace(/po$/, 'json')
  if (!existsSync(from)) continue
  const { found } = messagesIn(allSources())
  const wanted = new Set(found.map(({ message }) => message))
  const catalog: Record<string, string> = JSON.parse(readFileSync(from, 'utf8'))
  const before = existsSync(fileOf(code)) ? readFileSync(fileOf(code), 'utf8') : emptyOf(code)
  const table = po.parse(updated(before, found))
  for (const [message, text] of Object.entries(catalog)) {
    if (!wanted.has(message)) {
      console.log(`${code}: nothing shows ${message}`)
      continue
    }
    const entry = entryOf(message)
    const forms = entry.msgid_plural === undefined ? [text] : formsOf(code, numberOf(message)!, text)
    table.translations[entry.msgctxt ?? '']![entry.msgid]!.msgstr = forms
  }
  const after = updated(po.compile(table).toString(), found)
  compare(code, catalog, messagesOf(after), wanted)
  writeFileSync(fileOf(code), after)
  rmSync(from)
}

/** The words of a text for each kind of number. */
function formsOf(code: string, number: string, text: string): string[] {
  return pluralKinds(code).map((kind) => {
    // Each case has braces of other names at most.
    const cases = /\{\w+, plural,((?:\s*[=\w]+ \{(?:[^{}]|\{[^{}]*\})*\})+)\}/g
    return text.replace(cases, (_, list: string) => {
      const found = new Map(
        [...list.matchAll(/([=\w]+) \{((?:[^{}]|\{[^{}]*\})*)\}/g)].map(([, key, words]) => [key, words]),
      )
      return (found.get(kind) ?? found.get('other')!).replaceAll('#', `{${number}}`)
    })
  })
}

/** Ends with an error if a message is shown differently with any of many numbers. */
function compare(
  code: string,
  old: Record<string, string>,
  now: Readonly<Record<string, string>>,
  wanted: Set<string>,
) {
  for (const message of wanted) {
    if (old[message] === undefined) {
      if (now[message] === undefined) console.log(`${code}: still to translate: ${message}`)
      continue
    }
    for (const count of [0, 1, 2, 3, 5, 11, 21, 100, 999, 1000, 1234, 1_000_000]) {
      const values = Object.fromEntries(namesIn(message).map((name) => [name, count]))
      const [one, other] = [old[message], now[message] ?? ''].map((text) => fill(text, values, code))
      if (one !== other) throw new Error(`${code}: ${message} with ${count}: ${one} → ${other}`)
    }
  }
}

function emptyOf(code: string): string {
  const headers = {
    'Project-Id-Version': 'Clockhouse',
    Language: code,
    'MIME-Version': '1.0',
    'Content-Type': 'text/plain; charset=utf-8',
    'Content-Transfer-Encoding': '8bit',
    'Plural-Forms': pluralForms[code] ?? 'nplurals=2; plural=n != 1;',
  }
  return po.compile({ charset: 'utf-8', headers, translations: { '': { '': { msgid: '', msgstr: [] } } } }).toString()
}
