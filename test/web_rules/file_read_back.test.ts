import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import Papa from 'papaparse'
import { csvWriter } from '../../src/exports/csv.ts'
import { hours, words } from '../../src/rules/payroll_files/table.ts'
import { guarded, unguarded } from '../../src/rules/text/formulas.ts'
import { orderOf, readDate } from '../../web/pages/import/file/dates.ts'
import { markOf, readNumber, readSigned } from '../../web/pages/import/file/numbers.ts'
import { sheetOf } from '../../web/pages/import/file/sheet.ts'
import { asCsv } from '../../web/pages/import/reading.ts'

// What programs write is read back to the same values, or refused by name: never to other values.

type Cells = string[][]
type Dialect = { name: string; write: (rows: Cells) => Uint8Array | Promise<Uint8Array> }

const utf8 = (text: string) => new TextEncoder().encode(text)
const print = (rows: Cells, delimiter: string, newline: string, quotes = false) =>
  Papa.unparse(rows, { delimiter, newline, quotes }) + newline
const withMark = (bytes: Uint8Array, ...mark: number[]) => Uint8Array.from([...mark, ...bytes])

const exporter = (mark: 'point' | 'comma'): Dialect => ({
  name: `the exporter with a decimal ${mark}`,
  write: ([head = [], ...rows]) => {
    const pieces: Uint8Array[] = []
    const table = { columns: head.map((text) => words(text)), rows: () => [] }
    csvWriter(table, (bytes) => pieces.push(bytes), { forPeople: true, mark }).write(rows)
    return Uint8Array.from(Buffer.concat(pieces))
  },
})

/** Dialects that hold every letter, and one that holds those of Windows-1252. */
const dialects: Dialect[] = [
  exporter('point'),
  exporter('comma'),
  { name: 'the importer, of rows to mend', write: async (rows) => utf8(`\uFEFF${await asCsv(rows, ';')}\r\n`) },
  {
    name: 'Excel, as CSV UTF-8 with commas',
    write: (rows) => withMark(utf8(print(rows, ',', '\r\n')), 0xef, 0xbb, 0xbf),
  },
  { name: 'Excel, as CSV UTF-8 with semicolons', write: (rows) => utf8(`\uFEFF${print(rows, ';', '\r\n')}`) },
  {
    name: 'Excel, with a line that names the separator',
    write: (rows) => utf8(`sep=;\r\n${print(rows, ';', '\r\n')}`),
  },
  {
    name: 'Excel, as Unicode text',
    write: (rows) => withMark(Uint8Array.from(Buffer.from(print(rows, '\t', '\r\n'), 'utf16le')), 0xff, 0xfe),
  },
  { name: 'LibreOffice', write: (rows) => utf8(print(rows, ',', '\n')) },
  { name: 'LibreOffice, with all text in quotation marks', write: (rows) => utf8(print(rows, ';', '\n', true)) },
]
const windows: Dialect = {
  name: 'Excel, as CSV in Windows-1252',
  write: (rows) => Uint8Array.from(Buffer.from(print(rows, ';', '\r\n'), 'latin1')),
}

const anyText = fc
  .string({ unit: 'grapheme', maxLength: 12 })
  .filter((text) => !/\p{Cc}/u.test(text.replaceAll(/[\t\n]/g, '')))
const tricky = fc.constantFrom(
  'Diaz, Rosa',
  '12" pipe',
  '"',
  '=1+1',
  "'=1+1",
  '-5',
  '+49 30 1',
  '@x',
  '1,5',
  '64.000',
  'a;b',
  'a|b',
  'two\nlines',
  "'",
  'Zoë',
  'sep=;',
)
const latinText = fc.string({ unit: fc.constantFrom(...'abcXYZ ,;"\'=-éüßñÇ0123'), maxLength: 12 })

/** Rows of three columns, the first of which is never empty, below headings. */
const tableOf = (cell: fc.Arbitrary<string>) =>
  fc
    .array(fc.tuple(cell, cell, cell), { minLength: 1, maxLength: 8 })
    .map(
      (rows): Cells => [
        ['First name', 'Last name', 'Note'],
        ...rows.map(([one, two, three]) => [`x${one}`, two, three]),
      ],
    )

/** What a cell is when it is read: without spaces around it, and with plain line ends. */
const asRead = (text: string) => text.replaceAll(/\r\n?/g, '\n').trim()

describe('a file that is read back', () => {
  const check = ({ name, write }: Dialect, cell: fc.Arbitrary<string>) =>
    test(`a file is read back as it was written by ${name}`, async () => {
      await fc.assert(
        fc.asyncProperty(tableOf(cell), async (rows) => {
          const content = { name: 'list.csv', bytes: await write(rows) }
          const isHeading = (text: string) => rows[0]!.includes(text)
          const { headers, lines } = await sheetOf(content, isHeading, { encoding: 'windows-1252' })
          assert.deepEqual(headers, rows[0])
          assert.deepEqual(
            lines.map(({ cells, problem }) => problem ?? cells),
            rows
              .slice(1)
              .map((row) => row.map(name.startsWith('Excel') || name.startsWith('Libre') ? plainly : asRead)),
          )
        }),
        { numRuns: 60 },
      )
    })
  /** Other programs do not guard text, so an apostrophe that looks like a guard is taken for one. */
  const plainly = (text: string) => asRead(unguarded(text))
  for (const dialect of dialects) check(dialect, fc.oneof(anyText, tricky))
  check(windows, latinText)

  test('a file is read back with its broken rows named, wherever a quotation mark is lost or a cell is added', async () => {
    const rows = fc.array(fc.tuple(fc.nat(99), fc.nat(99), fc.nat(99)), { minLength: 2, maxLength: 8 })
    await fc.assert(
      fc.asyncProperty(rows, fc.nat(), fc.constantFrom('"', ', x', ', y, z'), async (rows, place, harm) => {
        const broken = place % rows.length
        const text = rows.map(([a, b, c], at) =>
          at !== broken ? `A${a},"B, ${b}",C${c}` : harm === '"' ? `"A${a},B${b},C${c}` : `A${a},B${b},C${c}${harm}`,
        )
        const bytes = utf8(`First,Last,Note\n${text.join('\n')}\n`)
        const { lines } = await sheetOf({ name: 'list.csv', bytes }, () => false)
        assert.deepEqual(
          lines.map(({ cells, problem }) => problem ?? cells),
          rows.map(([a, b, c], at) =>
            at !== broken ? [`A${a}`, `B, ${b}`, `C${c}`] : harm === '"' ? 'quote_open' : 'too_many_cells',
          ),
        )
      }),
    )
  })
})

test('every text has its own guard, which can be taken away', () =>
  fc.assert(fc.property(fc.oneof(anyText, tricky), (text) => unguarded(guarded(text)) === text)))

test('numbers that the exporter writes are read back, or asked about', async () => {
  const amounts = fc.array(fc.integer({ min: -99_999_999, max: 99_999_999 }), { minLength: 1, maxLength: 6 })
  await fc.assert(
    fc.asyncProperty(amounts, fc.constantFrom('point' as const, 'comma' as const), async (cents, mark) => {
      const pieces: Uint8Array[] = []
      const table = { columns: [words('name'), hours('hours')], rows: () => [] }
      const writer = csvWriter(table, (bytes) => pieces.push(bytes), { forPeople: true, mark })
      writer.write(cents.map((one) => ['x', one / 100]))
      const { lines } = await sheetOf({ name: 'x.csv', bytes: Uint8Array.from(Buffer.concat(pieces)) }, () => false)
      const texts = lines.map(({ cells }) => cells[1]!)
      const found = markOf(texts)
      assert.deepEqual(
        texts.map((text) => readSigned(text, found.mark)),
        cents.map((one) => one / 100),
      )
    }),
  )
})

test('numbers as languages write them are read back in a column, or asked about', () => {
  const locales = fc.constantFrom('en-US', 'de-DE', 'fr-FR', 'es-ES', 'de-CH', 'en-IN', 'sv-SE')
  const amounts = fc.array(fc.integer({ min: 0, max: 999_999_999 }), { minLength: 1, maxLength: 6 })
  fc.assert(
    fc.property(locales, amounts, fc.nat(3), (locale, whole, digits) => {
      const numbers = whole.map((one) => one / 10 ** digits)
      const format = new Intl.NumberFormat(locale, { maximumFractionDigits: 3 })
      const texts = numbers.map((one) => format.format(one))
      const { mark, open } = markOf(texts)
      const read = texts.map((text) => readNumber(text, mark))
      if (open === undefined) assert.deepEqual(read, numbers, texts.join(' | '))
      else for (const [at, value] of read.entries()) assert.ok(value === undefined || value === numbers[at])
    }),
  )
})

test('dates as languages write them are read back in a column, or asked about', () => {
  const locales = fc.constantFrom('en-US', 'en-GB', 'de-DE', 'fr-FR', 'es-ES', 'de-AT')
  const styles = fc.constantFrom<Intl.DateTimeFormatOptions>(
    { year: 'numeric', month: '2-digit', day: '2-digit' },
    { year: 'numeric', month: 'numeric', day: 'numeric' },
    { year: '2-digit', month: '2-digit', day: '2-digit' },
    { dateStyle: 'medium' },
    { dateStyle: 'long' },
  )
  const days = fc.array(fc.integer({ min: 0, max: 10_000 }), { minLength: 1, maxLength: 6 })
  fc.assert(
    fc.property(locales, styles, days, (locale, style, days) => {
      const format = new Intl.DateTimeFormat(locale, { ...style, timeZone: 'UTC' })
      const dates = days.map((day) => new Date(Date.UTC(2000, 0, 1 + day)))
      const texts = dates.map((date) => format.format(date))
      const { order, open } = orderOf(texts)
      const read = texts.map((text) => readDate(text, order))
      const right = dates.map((date) => date.toISOString().slice(0, 10))
      if (!open) assert.deepEqual(read, right, texts.join(' | '))
      else for (const [at, date] of read.entries()) assert.ok(date === undefined || date === right[at])
    }),
  )
})
