import { globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { type GetTextTranslation, po } from 'gettext-parser'
import { messagesOf, numberOf, pluralKinds } from '../src/company/catalog.ts'
import { languages } from '../src/rules/language/languages.ts'
import { allSources, type Found, messagesIn } from '../web/messages.ts'
import { placeOf } from './message_places.ts'

// `npm run messages` writes the messages of the code into the catalogs, with what translators need to know of each, and
// prints how much is translated (docs/translating.md). `--check` only compares.

const folder = join(import.meta.dirname, '../src/rules/language/catalogs')

/** What a message or a name in braces means, where its words do not say it. */
export const notes: Readonly<Record<string, string>> = JSON.parse(readFileSync(join(folder, 'notes.json'), 'utf8'))

/** The languages that people can choose, other than English. */
export const translated = languages.map(({ code }) => code).filter((code) => code !== 'en')

/** The file of a language. */
export function fileOf(code: string): string {
  return join(folder, `${code}.po`)
}

/** A catalog with exactly these messages: known translations stay, others are empty. */
export function updated(text: string, found: readonly Found[]): string {
  const { charset, headers, translations } = po.parse(text)
  const forms = pluralKinds(headers.Language!).length
  const entries: Record<string, Record<string, GetTextTranslation>> = { '': { '': translations['']!['']! } }
  for (const [message, uses] of Map.groupBy(found, ({ message }) => message)) {
    const entry = entryOf(message)
    const before = translations[entry.msgctxt ?? '']?.[entry.msgid]
    const { translator, flag } = before?.comments ?? {}
    const wanted = entry.msgid_plural === undefined ? 1 : forms
    const msgstr = before?.msgstr.length === wanted ? before.msgstr : Array(wanted).fill('')
    const flags = [/\bfuzzy\b/.test(flag ?? '') && 'fuzzy', syntaxOf({ ...entry, msgstr })].filter(Boolean).join(', ')
    entries[entry.msgctxt ?? ''] ??= {}
    entries[entry.msgctxt ?? '']![entry.msgid] = {
      ...entry,
      msgstr,
      comments: { ...(translator && { translator }), ...commentsOf(message, uses), ...(flags && { flag: flags }) },
    }
  }
  const sort = (one: GetTextTranslation, other: GetTextTranslation) => (orderOf(one) < orderOf(other) ? -1 : 1)
  return po.compile({ charset, headers, translations: entries }, { sort }).toString()
}

/** Messages of one file are together. */
function orderOf({ comments, msgid, msgctxt }: GetTextTranslation): string {
  return [comments?.reference, msgid, msgctxt].join('\n')
}

type Entry = Pick<GetTextTranslation, 'msgctxt' | 'msgid' | 'msgid_plural'>

const around = String.raw`((?:[^{}#]|\{\w+\})*)`
const inside = around.replace('#', '')
const counted = new RegExp(`^${around}\\{\\w+, plural, one \\{${inside}\\} other \\{${inside}\\}\\}${around}$`)

/**
 * What PO files have for a message. If one number decides its words, that is a text with a plural, whose context is the
 * message; what is more complicated stays an ICU message.
 */
export function entryOf(message: string): Entry {
  const number = `{${numberOf(message)}}`
  const [, before, one, other, after] = counted.exec(message.replace(/@@.*$/s, '')) ?? []
  if (before !== undefined && !message.includes(number)) {
    const [msgid, msgid_plural] = [one!, other!].map((text) => before + text.replaceAll('#', number) + after)
    return { msgctxt: message, msgid: msgid!, msgid_plural: msgid_plural! }
  }
  const [msgid, msgctxt] = message.split('@@')
  return msgctxt === undefined ? { msgid: msgid! } : { msgctxt, msgid: msgid! }
}

/** The flag by which programs for translators check the names in braces. */
function syntaxOf({ msgid, msgid_plural = msgid, msgstr }: GetTextTranslation): string | false {
  if (msgid.includes(', plural,')) return 'icu-message-format'
  return msgid_plural.includes('{') && !msgstr.some((text) => text.includes(', plural,')) && 'python-brace-format'
}

const placesMax = 3

/** Where a message is, and what it means. */
function commentsOf(message: string, uses: readonly Found[]) {
  const files = [...new Set(uses.map(({ file }) => file))]
  const places = [...new Set(uses.map(placeOf))].filter(
    (place, _, all) => !all.some((one) => one.startsWith(`${place}:`)),
  )
  const more = places.length > placesMax ? `, and ${places.length - placesMax} more places` : ''
  const values = namesIn(message).map((name) => `{${name}}`)
  const about = [notes[message], ...values.map((name) => notes[name] && `${name}: ${notes[name]}`)].filter(Boolean)
  return {
    reference: files.slice(0, placesMax).join('\n'),
    extracted: [places.slice(0, placesMax).join('; ') + more, ...about].join('\n'),
  }
}

/** The names in the braces of a message. */
export function namesIn(message: string): string[] {
  return [...new Set([...message.matchAll(/\{(\w+)(?:\}|, plural)/g)].map(([, name]) => name!))]
}

/** Without translations: the source file of services that want one, and the start of a new language. */
const template = join(import.meta.dirname, '../.cache/messages.pot')
const emptyHeader = String.raw`msgid ""
msgstr ""
"Project-Id-Version: Clockhouse\n"
"Language: en\n"
"MIME-Version: 1.0\n"
"Content-Type: text/plain; charset=utf-8\n"
"Content-Transfer-Encoding: 8bit\n"
"Plural-Forms: nplurals=2; plural=n != 1;\n"
`

if (import.meta.main) {
  const { found } = messagesIn(allSources())
  const isCheck = process.argv.includes('--check')
  if (!isCheck) mkdirSync(dirname(template), { recursive: true })
  if (!isCheck) writeFileSync(template, updated(emptyHeader, found))
  // Also those that are still being translated and cannot be chosen yet.
  for (const name of globSync('*.po', { cwd: folder }).sort()) {
    const file = join(folder, name)
    const before = readFileSync(file, 'utf8')
    const after = updated(before, found)
    if (!isCheck) writeFileSync(file, after)
    else if (before !== after) {
      console.log(`${name} differs from the code: run npm run messages`)
      process.exitCode = 1
    }
    const wanted = new Set(found.map(({ message }) => message))
    const count = Object.keys(messagesOf(after)).length
    console.log(`${name}: ${Math.floor((100 * count) / wanted.size)} %, ${count} of ${wanted.size} messages`)
  }
}
