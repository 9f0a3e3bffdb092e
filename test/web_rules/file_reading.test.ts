import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { decode } from '../../web/pages/import/file/bytes.ts'
import { damageOf, namesFrom } from '../../web/pages/import/file/cells.ts'
import { isAnswered, readingOf } from '../../web/pages/import/file/columns.ts'
import { orderOf, readDate } from '../../web/pages/import/file/dates.ts'
import { markOf, readNumber, readSigned } from '../../web/pages/import/file/numbers.ts'
import { readRows } from '../../web/pages/import/file/rows.ts'
import { sheetOf, tableOf } from '../../web/pages/import/file/sheet.ts'

const utf8 = (text: string) => new TextEncoder().encode(text)
const latin = (text: string) => Uint8Array.from(Buffer.from(text, 'latin1'))
const utf16 = (text: string) => Uint8Array.from(Buffer.from(text, 'utf16le'))
const swapped = (text: string) => Uint8Array.from(Buffer.from(text, 'utf16le').swap16())
const joined = (...parts: (Uint8Array | number[])[]) => Uint8Array.from(parts.flatMap((part) => [...part]))

describe('the bytes of a file', () => {
  const right: [what: string, bytes: Uint8Array, text: string, encoding: string][] = [
    ['UTF-8', utf8('Zoë,José'), 'Zoë,José', 'utf-8'],
    ['UTF-8 with a byte order mark', joined([0xef, 0xbb, 0xbf], utf8('Zoë')), 'Zoë', 'utf-8'],
    ['UTF-16 as Windows writes it', joined([0xff, 0xfe], utf16('Zoë\tŁ')), 'Zoë\tŁ', 'utf-16le'],
    ['UTF-16 with the bytes swapped', joined([0xfe, 0xff], swapped('Zoë')), 'Zoë', 'utf-16be'],
    ['UTF-16 without a byte order mark', utf16('Name,Pay\nZoë,1'), 'Name,Pay\nZoë,1', 'utf-16le'],
    ['swapped UTF-16 without a byte order mark', swapped('Name,Pay\nZoë,1'), 'Name,Pay\nZoë,1', 'utf-16be'],
    ['Windows-1252', latin('José,Zoë'), 'José,Zoë', 'windows-1252'],
  ]
  for (const [what, bytes, text, encoding] of right)
    test(`the bytes of a file are read as ${what}`, () => {
      const found = decode(bytes)
      assert.deepEqual([found.text, found.encoding], [text, encoding])
    })

  test('the bytes of a file are asked about when older encodings differ, and read as the chosen one', () => {
    const mac = Uint8Array.from([0x4a, 0x6f, 0x73, 0x8e])
    assert.deepEqual(decode(mac), { text: 'JosŽ', encoding: 'windows-1252', others: ['windows-1250', 'macintosh'] })
    assert.equal(decode(mac, 'macintosh').text, 'José')
    // 0x8F is no letter of Windows-1252.
    assert.equal(decode(Uint8Array.from([0x4a, 0x8f])).encoding, 'windows-1250')
  })

  const wrong: [what: string, bytes: Uint8Array, message: RegExp][] = [
    ['UTF-8 that is cut', joined(utf8('Zoë\nJosé\nRen'), [0xc3]), /row 3 has characters that aren’t UTF-8/],
    ['a byte order mark before something else', joined([0xef, 0xbb, 0xbf], latin('Zoë')), /row 1 .* aren’t UTF-8/],
    ['UTF-16 with half a letter', joined([0xff, 0xfe], utf16('Zoë'), [0x41]), /begins as UTF-16, but isn’t/],
    ['bytes that are no text', Uint8Array.from([1, 0, 0, 2, 0, 0]), /isn’t a text file/],
  ]
  for (const [what, bytes, message] of wrong)
    test(`the bytes of a file are refused by name if they are ${what}`, () =>
      assert.throws(() => decode(bytes), { message }))
})

describe('the rows of a file', () => {
  const plain = (text: string) =>
    readRows(text).rows.map(({ number, cells, problem }) => [number, ...cells, ...(problem ? [problem] : [])])
  const cases: [what: string, text: string, rows: (string | number)[][]][] = [
    [
      'commas',
      'a,b\r\n1,2\r\n',
      [
        [1, 'a', 'b'],
        [2, '1', '2'],
      ],
    ],
    [
      'semicolons and decimal commas',
      'a;b\n1,5;2,5\n',
      [
        [1, 'a', 'b'],
        [2, '1,5', '2,5'],
      ],
    ],
    [
      'short rows with semicolons, and decimal commas',
      'a;b;c;d\n1;2,5\n1;2,5;3\nx;1,5\n',
      [
        [1, 'a', 'b', 'c', 'd'],
        [2, '1', '2,5'],
        [3, '1', '2,5', '3'],
        [4, 'x', '1,5'],
      ],
    ],
    [
      'a title, and commas in notes',
      'Crew\na;b\n1;x, y, z\n2;v, w\n3;u\n',
      [
        [1, 'Crew'],
        [2, 'a', 'b'],
        [3, '1', 'x, y, z'],
        [4, '2', 'v, w'],
        [5, '3', 'u'],
      ],
    ],
    [
      'tabs',
      'a\tb\n1\t2\n',
      [
        [1, 'a', 'b'],
        [2, '1', '2'],
      ],
    ],
    [
      'old line ends',
      'a,b\r1,2\r',
      [
        [1, 'a', 'b'],
        [2, '1', '2'],
      ],
    ],
    [
      'mixed line ends',
      'a,b\r\n1,2\n3,4\r\n',
      [
        [1, 'a', 'b'],
        [2, '1', '2'],
        [3, '3', '4'],
      ],
    ],
    [
      'a line that names the separator',
      'sep=;\r\na;b\r\n1,x;2\r\n',
      [
        [1, 'a', 'b'],
        [2, '1,x', '2'],
      ],
    ],
    [
      'empty lines',
      '\n,,\na,b\n\n1,2\n',
      [
        [3, 'a', 'b'],
        [5, '1', '2'],
      ],
    ],
    [
      'quotation marks',
      'a,b\n"x, ""y""","1\n2"\n3,4\n',
      [
        [1, 'a', 'b'],
        [2, 'x, "y"', '1\n2'],
        [3, '3', '4'],
      ],
    ],
    [
      'a guard against formulas',
      "a,b\n'=x,'y\n",
      [
        [1, 'a', 'b'],
        [2, '=x', "'y"],
      ],
    ],
    [
      'two quotation marks inside a cell',
      'a,b\nRobert "Bob" Hill,x\n',
      [
        [1, 'a', 'b'],
        [2, 'Robert "Bob" Hill', 'x'],
      ],
    ],
    [
      'a quotation mark that is never closed',
      'a,b\n"Rosa,Diaz,rosa\nLin,Ek\nBo,Berg\n',
      [
        [1, 'a', 'b'],
        [2, '"Rosa,Diaz,rosa', 'quote_open'],
        [3, 'Lin', 'Ek'],
        [4, 'Bo', 'Berg'],
      ],
    ],
    [
      'a quotation mark that another row closes',
      'a,b\n"Rosa,Diaz\nLin,"Ek"\nBo,Berg\n',
      [
        [1, 'a', 'b'],
        [2, '"Rosa,Diaz', 'quote_open'],
        [3, 'Lin', 'Ek'],
        [4, 'Bo', 'Berg'],
      ],
    ],
    [
      'letters after a quotation mark',
      'a,b\n"Rosa" X,Diaz\n3,4\n',
      [
        [1, 'a', 'b'],
        [2, '"Rosa" X,Diaz', 'quote_stray'],
        [3, '3', '4'],
      ],
    ],
    [
      'a space before a quotation mark',
      'a,b,c\n "Diaz, Rosa",x\n',
      [
        [1, 'a', 'b', 'c'],
        [2, ' "Diaz, Rosa",x', 'quote_stray'],
      ],
    ],
    [
      'one quotation mark inside a cell',
      'a,b\nPipe 12",x\n',
      [
        [1, 'a', 'b'],
        [2, 'Pipe 12",x', 'quote_stray'],
      ],
    ],
    [
      'inches between tabs',
      'a\tb\nPipe 12"\t6"\n"x" y\tz\n',
      [
        [1, 'a', 'b'],
        [2, 'Pipe 12"', '6"'],
        [3, '"x" y\tz', 'quote_stray'],
      ],
    ],
    [
      'a broken row at the end',
      'a,b\n1,2\n"x',
      [
        [1, 'a', 'b'],
        [2, '1', '2'],
        [3, '"x', 'quote_open'],
      ],
    ],
  ]
  for (const [what, text, rows] of cases)
    test(`the rows of a file are read with ${what}`, () => assert.deepEqual(plain(text), rows))

  const known = (text: string) => ['First name', 'Last name', 'Job title', 'Username'].includes(text)
  const tableIn = (text: string, chosen?: number) => {
    const { headers, lines, heading } = tableOf(readRows(text), known, chosen)
    return { headers, heading, lines: lines.map(({ number, problem }) => [number, problem]) }
  }

  test('the rows of a file are reported when they have more cells than the headings', () => {
    const head = 'First name,Last name,Job title,Username'
    const text = `${head}\nRosa,Diaz,Foreman, site B,rosa\nLin,Ek,,lin,,\nBo,Berg,,\n`
    assert.deepEqual(tableIn(text).lines, [
      [2, 'too_many_cells'],
      [3, undefined],
      [4, undefined],
    ])
  })

  test('the rows of a file are reported when the file ends in the middle of the last one', () => {
    assert.deepEqual(tableIn('First name,Last name,Username\nA,B,c\nRosa,Di').lines[1], [3, 'cut'])
    assert.deepEqual(tableIn('First name,Last name,Username\nA,B\nRosa,Di').lines[1], [3, undefined])
  })

  test('the rows of a file have their headings where most of them are known, or where the user says', () => {
    const text = 'Our crew\n\nAs of May,,\nFirst name,Last name,x\nRosa,Diaz,y\n'
    assert.deepEqual(tableIn(text), { headers: ['First name', 'Last name', 'x'], heading: 4, lines: [[5, undefined]] })
    assert.deepEqual(tableIn(text, 3).heading, 3)
    assert.equal(tableIn('who,what\na,b\n').heading, 1)
    assert.equal(tableIn('Vorname,Beruf\nRosa,Job title\n').heading, 1, 'one known word is no heading')
    assert.deepEqual(tableIn('First name,"Last name\nRosa,Diaz\nBo,Berg\n').lines, [
      [1, 'quote_open'],
      [3, undefined],
    ])
  })

  test('the rows of a whole file are found with its encoding, separator and headings', async () => {
    const sheet = await sheetOf({ name: 'list.csv', bytes: latin('\r\nFirst name;Last name\r\nJosé;Ruiz\r\n') }, known)
    assert.deepEqual(sheet.lines, [{ number: 3, cells: ['José', 'Ruiz'] }])
    assert.deepEqual([sheet.encoding, sheet.separator, sheet.heading], ['windows-1252', ';', 2])
    assert.deepEqual(sheet.encodings, [
      { encoding: 'windows-1252', sample: 'José' },
      { encoding: 'windows-1250', sample: 'José' },
      { encoding: 'macintosh', sample: 'JosÈ' },
    ])
  })
})

describe('the numbers of a column', () => {
  const numbers: [text: string, point: number | undefined, comma: number | undefined][] = [
    ['28', 28, 28],
    ['28.50', 28.5, 28.5],
    ['28,5', 28.5, 28.5],
    ['64.000', 64, 64000],
    ['64,000', 64000, 64],
    ['0.125', 0.125, 0.125],
    ['.5', 0.5, 0.5],
    ['1234.567', 1234.567, 1234.567],
    ['1,234.50', 1234.5, 1234.5],
    ['1.234,50', 1234.5, 1234.5],
    ['1.234.567', 1234567, 1234567],
    ['1,234,567', 1234567, 1234567],
    ['12,34,567.5', 1234567.5, 1234567.5],
    ['1 234,50 €', 1234.5, 1234.5],
    ['1\u202f234\u00a0567', 1234567, 1234567],
    ['1’234.50', 1234.5, 1234.5],
    ['$ 64,000.00', 64000, 64000],
    ['CHF 24.50', 24.5, 24.5],
    ['28.50 USD', 28.5, 28.5],
    ['28 50', undefined, undefined],
    ['1,23,4', undefined, undefined],
    ['28,', undefined, undefined],
    ['3.03555E+09', undefined, undefined],
    ['much', undefined, undefined],
    ['2-3', undefined, undefined],
    ['', undefined, undefined],
  ]
  for (const [text, point, comma] of numbers)
    test(`numbers are read as people write them: “${text}”`, () => {
      assert.deepEqual([readNumber(text, 'point'), readNumber(text, 'comma')], [point, comma])
      if (point !== comma) assert.equal(readNumber(text, undefined), undefined, 'nothing decides')
    })

  test('numbers may be below zero', () => {
    const read = ['-20', '−1.234,5', '(20.00)', '20-', '2-3', '--2'].map((text) => readSigned(text, undefined))
    assert.deepEqual(read, [-20, -1234.5, -20, -20, undefined, undefined])
  })

  const columns: [what: string, texts: string[], mark: string | undefined, open: string | undefined][] = [
    ['decimal points', ['64.000', '28.5'], 'point', undefined],
    ['decimal commas', ['64.000', '28,50'], 'comma', undefined],
    ['thousands', ['64.000', '1.250.000'], 'comma', undefined],
    ['whole numbers', ['64', '28'], undefined, undefined],
    ['nothing that decides', ['', '64', '64.000'], undefined, '64.000'],
    ['both', ['64.000', '28,50', '28.50'], undefined, '64.000'],
    ['both, but each clear', ['28,50', '28.50'], undefined, undefined],
  ]
  for (const [what, texts, mark, open] of columns)
    test(`the numbers of a column are decided by all of them, or asked about: ${what}`, () => {
      const found = markOf(texts)
      assert.deepEqual([found.mark, found.open], [mark, open])
    })
})

describe('the dates of a column', () => {
  const certain: [text: string, date: string | undefined][] = [
    ['2026-03-02', '2026-03-02'],
    ['2026/3/2', '2026-03-02'],
    ['20260302', '2026-03-02'],
    ['2026-03-02T08:00:00-07:00', '2026-03-02'],
    ['2026-03-02 00:00', '2026-03-02'],
    ['02.03.2026', '2026-03-02'],
    ['2. 3. 2026', '2026-03-02'],
    ['02.03.24', '2024-03-02'],
    ['02-Mar-24', '2024-03-02'],
    ['2-Mar-2024', '2024-03-02'],
    ['2 March 2024', '2024-03-02'],
    ['02. Mrz 24', '2024-03-02'],
    ['2. März 2024', '2024-03-02'],
    ['15 févr. 2024', '2024-02-15'],
    ['02-août-24', '2024-08-02'],
    ['2 de enero de 2024', '2024-01-02'],
    ['02-dic-99', '1999-12-02'],
    ['Mar 2, 2024', '2024-03-02'],
    ['March 2 2024', '2024-03-02'],
    ['03/03/2024', '2024-03-03'],
    ['13/02/2024', '2024-02-13'],
    ['2/13/2024 0:00', '2024-02-13'],
    ['99/12/31', '1999-12-31'],
    ['15/06/30', undefined],
    ['06/15/30', undefined],
    ['15-06-49', undefined],
    ['02-Mar-35', undefined],
    ['31.02.2026', undefined],
    ['Mar-24', undefined],
    ['02-Foo-24', undefined],
    ['45353', undefined],
    ['soon', undefined],
  ]
  for (const [text, date] of certain)
    test(`dates are read as people and programs write them: “${text}”`, () =>
      assert.equal(readDate(text, undefined), date))

  test('dates depend on the order of day, month and year', () => {
    const read = (text: string) => [undefined, 'month', 'day', 'year'].map((order) => readDate(text, order as 'day'))
    assert.deepEqual(read('03/02/2026'), [undefined, '2026-03-02', '2026-02-03', undefined])
    assert.deepEqual(read('03/02/24'), [undefined, '2024-03-02', '2024-02-03', '2003-02-24'])
    assert.deepEqual(read('13/02/2024').slice(1), [undefined, '2024-02-13', undefined])
    assert.deepEqual(read('15/06/30'), [undefined, undefined, undefined, undefined], '2015 or 2030')
  })

  const columns: [what: string, texts: string[], order: string | undefined, open: unknown][] = [
    ['a day above 12', ['03/02/2026', '13/02/2026'], 'day', undefined],
    ['a month first', ['03/02/2026', '02/13/2026'], 'month', undefined],
    ['nothing that decides', ['03/02/2026'], undefined, { sample: '03/02/2026', orders: ['month', 'day'] }],
    ['a short year', ['24-03-02'], undefined, { sample: '24-03-02', orders: ['day', 'year'] }],
    ['both', ['03/02/2026', '13/02/2026', '02/13/2026'], undefined, { sample: '03/02/2026', orders: ['month', 'day'] }],
    ['the same in any order', ['03/03/2026'], 'month', undefined],
    ['no such dates', ['2026-03-02', '02-Mar-24', ''], undefined, undefined],
  ]
  for (const [what, texts, order, open] of columns)
    test(`the dates of a column are decided by all of them, or asked about: ${what}`, () => {
      const found = orderOf(texts)
      assert.deepEqual([found.order, found.open], [order, open])
    })
})

test('what columns do not decide is asked, with what each answer means, and then shown', () => {
  const texts: Record<string, string[]> = { pay: ['64.000'], hired: ['03/02/2026'], rate: ['1,50'] }
  const ask = (answers: Record<string, string>) =>
    readingOf({ numbers: ['pay', 'rate'], dates: ['hired'] }, (key) => texts[key]!, answers)
  const { questions, decisions, reading } = ask({})
  assert.deepEqual(
    questions.map(({ key, sample, choices }) => [key, sample, ...choices.map(({ words }) => words)]),
    [
      ['pay', '64.000', '64.00', '64,000.00'],
      ['hired', '03/02/2026', 'March 2, 2026', 'February 3, 2026'],
    ],
  )
  assert.deepEqual(decisions, [{ key: 'rate', sample: '1,50', words: '1.50' }])
  assert.deepEqual(reading.marks, { pay: undefined, rate: 'comma' })
  assert.equal(isAnswered(questions, { pay: 'comma' }), false)
  const answered = ask({ pay: 'comma', hired: 'day' })
  assert.equal(isAnswered(answered.questions, { pay: 'comma', hired: 'day' }), true)
  assert.deepEqual(answered.reading, { marks: { pay: 'comma', rate: 'comma' }, orders: { hired: 'day' } })
  assert.deepEqual(
    answered.decisions.map(({ words }) => words),
    ['64,000.00', '1.50', 'February 3, 2026'],
  )
})

test('names are read with the last name first, unless a comma separates something else', () => {
  const read = [
    'Rosa Diaz',
    'Diaz, Rosa',
    'Anna Maria Lind',
    'van der Berg, Jan',
    'Cher',
    'Martin King, Jr.',
    'Diaz,',
    'A, B, C',
  ]
  assert.deepEqual(
    read.map((text) => namesFrom(text)).map((name) => name && [name.first, name.last]),
    [
      ['Rosa', 'Diaz'],
      ['Rosa', 'Diaz'],
      ['Anna Maria', 'Lind'],
      ['Jan', 'van der Berg'],
      ['Cher', ''],
      undefined,
      undefined,
      undefined,
    ],
  )
})

test('cells that a spreadsheet has damaged are recognized', () => {
  const cells = [
    '3.03555E+09',
    '1,2E-05',
    '1e+10',
    '#REF!',
    '#N/A',
    '#####',
    'Rosa\nDiaz',
    '1E5',
    '12E',
    'E+09',
    '#1',
    'REF!',
  ]
  const damages = ['shortened', 'shortened', 'shortened', 'error', 'error', 'error', 'lines']
  assert.deepEqual(cells.map(damageOf), [...damages, undefined, undefined, undefined, undefined, undefined])
})
