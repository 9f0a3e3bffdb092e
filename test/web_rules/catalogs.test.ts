import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { languages } from '../../src/rules/language/languages.ts'
import { allSources, messagesIn, untranslated } from '../../web/messages.ts'

// The texts of the product in all its languages, held against the code.

// What is no text for people: tags, commands for a terminal, units of style sheets, keys on a keyboard, calls of the API,
// names of columns and settings, messages for programmers, and texts of the server, apart from the messages that are shown
// for them.
const asWritten = new RegExp(
  `^web/(${[
    'worker\\.ts',
    'api/(start|punches|resource_facts)\\.ts',
    'components/(refusal_texts|theme|title|calendar/days_grid|map/spots|palette/shortcuts)\\.tsx?',
    'pages/approvals/use_checks\\.ts',
    'pages/clock/(act|place)\\.ts',
    'pages/developers/attempt\\.tsx',
    'pages/holidays/words\\.ts',
    'pages/import/(jobs|people_lines)\\.ts',
    'pages/outbox/mail_preview\\.tsx',
    'pages/schedule/board\\.ts',
    'pages/settings/plan\\.ts',
    'pages/timesheet/calendar/use_drag\\.ts',
  ].join('|')})$`,
)

const pages = allSources().filter((file) => file.startsWith('web/') && !asWritten.test(file))

const { found, problems } = messagesIn(allSources())
const wanted = new Set(found.map(({ message }) => message))

test('every message is a text in the code, with a value for each of its names', () => {
  const lacking = found.flatMap(({ message, values, file, line }) => {
    const missing = values && namesIn(message).filter((name) => !values.includes(name))
    return missing && missing.length > 0 && values.length > 0 ? [`${file}:${line} gives no ${missing.join(', ')}`] : []
  })
  assert.deepEqual([...problems.map(({ file, line, problem }) => `${file}:${line} ${problem}`), ...lacking], [])
})

test('no text on a page is left in English', () => {
  assert.deepEqual(
    untranslated(pages).map(({ file, line, problem }) => `${file}:${line} ${problem}`),
    [],
  )
})

for (const { code } of languages.filter(({ code }) => code !== 'en'))
  test(`the catalog of ${code} has every message, and no other`, () => {
    const catalog = catalogOf(code)
    const missing = [...wanted].filter((message) => !Object.hasOwn(catalog, message))
    const unused = Object.keys(catalog).filter((message) => !wanted.has(message))
    assert.deepEqual({ missing, unused }, { missing: [], unused: [] })
  })

for (const { code } of languages.filter(({ code }) => code !== 'en'))
  test(`the messages of ${code} keep the values, tags and edges of the English ones`, () => {
    const wrong = Object.entries(catalogOf(code)).flatMap(([english, text]) => {
      const same = (of: (text: string) => unknown, what: string) =>
        JSON.stringify(of(text)) === JSON.stringify(of(english.replace(/@@.*$/s, '')))
          ? []
          : [`${what}: ${english} → ${text}`]
      return [
        ...same((one) => [...new Set(namesIn(one))].sort(), 'names'),
        ...same((one) => (one.match(/<\/?\w+\/?>/g) ?? []).sort(), 'tags'),
        ...same((one) => [one.startsWith(' '), one.endsWith(' ')], 'spaces at its edges'),
        ...(text.trim() === '' ? [`empty: ${english}`] : []),
        ...pluralsIn(text)
          .filter((cases) => !cases.includes('other'))
          .map(() => `no other: ${english} → ${text}`),
        ...(balanced(text) ? [] : [`braces: ${english} → ${text}`]),
      ]
    })
    assert.deepEqual(wrong, [])
  })

function catalogOf(code: string): Record<string, string> {
  return JSON.parse(readFileSync(new URL(`../../src/rules/language/catalogs/${code}.json`, import.meta.url), 'utf8'))
}

function namesIn(message: string): string[] {
  return [...message.matchAll(/\{(\w+)(?:\}|, plural)/g)].map(([, name]) => name!)
}

function pluralsIn(message: string): string[][] {
  return [...message.matchAll(/, plural,((?:\s*[=\w]+ \{(?:[^{}]|\{[^{}]*\})*\})+)/g)].map(([, cases]) =>
    [...cases!.matchAll(/([=\w]+) \{/g)].map(([, key]) => key!),
  )
}

function balanced(message: string): boolean {
  let depth = 0
  for (const sign of message) {
    if (sign === '{') depth++
    if (sign === '}' && --depth < 0) return false
  }
  return depth === 0
}
