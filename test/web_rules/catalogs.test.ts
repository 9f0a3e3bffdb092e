import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { po } from 'gettext-parser'
import { entryOf, fileOf, namesIn, notes, translated, updated } from '../../build/catalogs.ts'
import { type Catalog, messagesOf, pluralKinds } from '../../src/company/catalog.ts'
import { translator } from '../../src/rules/language/messages.ts'
import { allSources, messagesIn, untranslated } from '../../web/messages.ts'

// The texts of the product in all its languages, held against the code.

// What is no text for people: tags, commands for a terminal, units of style sheets, keys on a keyboard, calls of the API,
// names of columns and settings, messages for programmers, and texts of the server, apart from the messages that are shown
// for them.
const asWritten = new RegExp(
  `^web/(${[
    'worker\\.ts',
    'api/(start|punches|resource_facts)\\.ts',
    'components/(theme|title|calendar/days_grid|map/spots|palette/shortcuts)\\.tsx?',
    'pages/approvals/use_checks\\.ts',
    'pages/clock/(act|place)\\.ts',
    'pages/developers/attempt\\.tsx',
    'pages/holidays/words\\.ts',
    'pages/import/(jobs|people_lines)\\.ts',
    'pages/outbox/mail_preview\\.tsx',
    'pages/people/several_line\\.ts',
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

for (const code of translated)
  test(`the catalog of ${code} has every message, and no other`, () => {
    const catalog = catalogOf(code)
    const missing = [...wanted].filter((message) => !Object.hasOwn(catalog, message))
    const unused = Object.keys(catalog).filter((message) => !wanted.has(message))
    assert.deepEqual({ missing, unused }, { missing: [], unused: [] })
  })

for (const code of translated)
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

// German writes nouns with a capital; in other languages, the company’s word inside a sentence begins with a small letter.
for (const code of translated.filter((code) => code !== 'de'))
  test(`no message of ${code} begins with a small letter because it begins with the company’s word for a job`, () => {
    const catalog = catalogOf(code)
    const small = [...wanted].filter((message) => /^[A-Z]/.test(message) && /^\{jobs?[,}]/.test(catalog[message] ?? ''))
    const shown = small.map((message) => {
      const words = {
        ...Object.fromEntries(namesIn(message).map((name) => [name, 'x'])),
        job: 'mission',
        jobs: 'missions',
      }
      return translator(code, catalog)(message, words)
    })
    assert.deepEqual(
      shown.filter((text) => /^\p{Ll}/u.test(text)),
      [],
    )
  })

for (const code of translated)
  test(`the catalog of ${code} has the same messages after it was written and read again`, () => {
    assert.deepEqual(messagesOf(updated(textOf(code), found)), catalogOf(code))
  })

for (const code of translated)
  test(`the forms of a plural in ${code} are in the order in which its numbers are told apart`, () => {
    const rule = po.parse(textOf(code)).headers['Plural-Forms']!
    const [, count, form] = /^nplurals=(\d+); plural=([n\d\s!=<>%&|?:()]+);$/.exec(rule)!
    const kinds = pluralKinds(code)
    assert.equal(Number(count), kinds.length)
    const formOf = new Function('n', `return Number(${form})`)
    const rules = new Intl.PluralRules(code)
    for (let n = 0; n < 200; n++) assert.equal(kinds[formOf(n)], rules.select(n), `${n}`)
  })

const file = (entry: string) => messagesOf(`msgid ""\nmsgstr ""\n"Language: pl\\n"\n\n${entry}\n`)

test('a message with one plural is a text with a singular and a plural, and its forms become one message again', () => {
  const message = 'Publish {count, plural, one {# draft of {name}} other {# drafts of {name}}} today'
  assert.deepEqual(entryOf(message), {
    msgctxt: message,
    msgid: 'Publish {count} draft of {name} today',
    msgid_plural: 'Publish {count} drafts of {name} today',
  })
  const read = file(
    `msgctxt "${message}"\nmsgid "x"\nmsgid_plural "y"\nmsgstr[0] "{count} a"\nmsgstr[1] "{count} b"\nmsgstr[2] "c {name}"`,
  )
  assert.deepEqual(read, { [message]: '{count, plural, one {# a} few {# b} other {c {name}}}' })
})

const complicated = [
  '{a, plural, one {# job} other {# jobs}} and {b, plural, one {# day} other {# days}}',
  '{count, plural, =0 {none} one {# day} other {# days}}',
  '#{id}: {count, plural, one {# day} other {# days}}',
  '{count} is {count, plural, one {# day} other {# days}}',
]
for (const message of complicated)
  test(`translators see the whole message ${message}`, () => assert.deepEqual(entryOf(message), { msgid: message }))

test('the meaning behind @@ is the context of a message', () => {
  assert.deepEqual(entryOf('Off@@switch'), { msgctxt: 'switch', msgid: 'Off' })
  assert.deepEqual(file('msgctxt "switch"\nmsgid "Off"\nmsgstr "Aus"'), { 'Off@@switch': 'Aus' })
})

test('what translators have not finished stays English', () => {
  assert.deepEqual(file('msgid "Save"\nmsgstr ""'), {})
  assert.deepEqual(file('#, fuzzy\nmsgid "Save"\nmsgstr "Zapisz"'), {})
  assert.deepEqual(
    file('msgctxt "{n, plural, one {#} other {#}}"\nmsgid "x"\nmsgid_plural "y"\nmsgstr[0] "a"\nmsgstr[1] ""'),
    {},
  )
})

test('every name in braces has a note for translators, and every note belongs to a name or a message', () => {
  const names = [...new Set([...wanted].flatMap(namesIn).map((name) => `{${name}}`))]
  assert.deepEqual(
    {
      missing: names.filter((name) => !notes[name]),
      unused: Object.keys(notes).filter((one) => !wanted.has(one) && !names.includes(one)),
    },
    { missing: [], unused: [] },
  )
})

function textOf(code: string): string {
  return readFileSync(fileOf(code), 'utf8')
}

function catalogOf(code: string): Catalog {
  return messagesOf(textOf(code))
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
