import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { DateOrder } from '../../web/pages/import/file/dates.ts'
import type { Mark } from '../../web/pages/import/file/numbers.ts'
import { sheetOf } from '../../web/pages/import/file/sheet.ts'
import { jobsImport } from '../../web/pages/import/jobs.ts'
import { peopleImport } from '../../web/pages/import/people.ts'
import { type Known, personReader } from '../../web/pages/import/people_lines.ts'
import type { Mistake } from '../../web/pages/import/plan.ts'
import { guess, isHeadingOf, problemsOf, rowsOf } from '../../web/pages/import/reading.ts'
import { grantsOf, roles } from '../../web/pages/people/permission_words.ts'

const rosa = {
  ...{ id: 7, username: 'rosa', first_name: 'Rosa', last_name: 'Diaz', active: true, group_id: 4, salaried: false },
  ...{ email: 'rosa@example.com', employee_number: 201, pay_rate: 28.5, pay_interval: 'hour' },
  permissions: grantsOf(roles[0]!),
}
const job = { active: true, parent_id: 0, short_code: '' }
const known = {
  users: [rosa, { ...rosa, id: 8, username: 'will', active: false }],
  groups: [{ id: 4, name: 'South Crew' }],
  jobs: [
    { ...job, id: 1, name: 'Overhead' },
    { ...job, id: 2, name: 'Travel', parent_id: 1 },
  ],
} as unknown as Known
const choices = { update: true, marks: {}, orders: {} } as const

const row = (line: number, cells: Record<string, string>) => ({ line, value: (key: string) => cells[key] ?? '' })
function read(cells: Record<string, string>, hire_date: DateOrder = 'month', pay_rate: Mark = 'point') {
  const mistakes: Mistake[] = []
  const choices = { update: true, orders: { hire_date }, marks: { pay_rate } }
  const person = personReader(known, choices, mistakes)(row(2, cells))
  return { ...person, mistakes: mistakes.map(({ column, text }) => `${column}: ${text}`) }
}

describe('a line of a people file', () => {
  test('a line of a people file creates a person, an employee by default', () => {
    const jonas = { first_name: 'Jonas', last_name: 'Lind', username: 'jonas' }
    const { id, item, mistakes } = read(jonas)
    assert.deepEqual([id, mistakes], [undefined, []])
    assert.deepEqual(item, { ...jonas, permissions: grantsOf(roles[0]!) })
    assert.deepEqual(read({ ...jonas, role: 'manager' }).item.permissions, grantsOf(roles[1]!))
  })

  test('a line of a people file takes the names from a full name, and the username from the address', () => {
    const { item } = read({ full_name: 'Anna Maria Lind', email: 'anna@example.com' })
    assert.deepEqual(
      [item.first_name, item.last_name, item.username, item.email],
      ['Anna Maria', 'Lind', 'anna@example.com', 'anna@example.com'],
    )
  })

  test('a line of a people file takes a name with the last name first, and refuses one with something else', () => {
    const { item } = read({ full_name: 'Lind, Anna Maria', username: 'anna' })
    assert.deepEqual([item.first_name, item.last_name], ['Anna Maria', 'Lind'])
    const message = 'Full name: “King, Jr.” can be read in several ways. Enter first and last name in separate columns.'
    assert.deepEqual(read({ full_name: 'King, Jr.', username: 'king' }).mistakes, [message])
  })

  test('a line of a people file changes only what differs and is not empty for a known person', () => {
    assert.deepEqual(read({ username: 'ROSA', first_name: 'Rosa', email: '', salaried: 'no' }).item, {})
    const { id, item } = read({ username: 'rosa', last_name: 'Diaz-Lind', salaried: 'yes', employee_number: '202' })
    assert.deepEqual([id, item], [7, { last_name: 'Diaz-Lind', salaried: true, employee_number: 202 }])
    assert.deepEqual(read({ username: 'rosa', role: 'Employee' }).item, {})
    assert.deepEqual(read({ username: 'rosa', role: 'Manager' }).item, { permissions: grantsOf(roles[1]!) })
  })

  test('a line of a people file without a username is of the person who has its email address', () => {
    const [rosa] = known.users
    const others = { ...known, users: known.users.map((user, at) => (at === 0 ? user : { ...user, email: '' })) }
    const idOf = (known: Known, cells: Record<string, string>) =>
      personReader(known, { ...choices, update: true }, [])(row(2, cells)).id
    const address = { email: 'Rosa@example.com', first_name: 'Rosa', last_name: 'Diaz' }
    assert.equal(idOf(others, address), rosa!.id)
    assert.equal(idOf(others, { ...address, username: 'rosa2' }), undefined)
    assert.equal(idOf(known, address), undefined, 'two have it')
  })

  test('a people import says that employee numbers lose the zeros before them', () => {
    const rows = [row(2, { username: 'rosa', employee_number: '0017' })]
    const { besides } = peopleImport.plan(rows, known, choices, [])
    assert.deepEqual(besides(new Set()), [
      'Employee numbers have no zeros before them: 0017 becomes 17. Payroll numbers keep theirs.',
    ])
  })

  test('a line of a people file restores an archived person', () =>
    assert.deepEqual(read({ username: 'will' }).item, { active: true }))

  test('a line of a people file finds groups and jobs by their names', () => {
    assert.deepEqual(read({ username: 'rosa', group: 'south crew' }).item, {})
    assert.equal(read({ username: 'rosa', group: 'Yard' }).group, 'Yard')
    assert.deepEqual(read({ username: 'rosa', jobs: 'Overhead > Travel; Overhead' }).jobs, [2, 1])
  })

  test('a line of a people file has dates in the order of the file', () => {
    assert.equal(read({ username: 'rosa', hire_date: '03/02/2026' }).item.hire_date, '2026-03-02')
    assert.equal(read({ username: 'rosa', hire_date: '03/02/2026' }, 'day').item.hire_date, '2026-02-03')
  })

  test('a line of a people file has pay by the hour or by the year', () => {
    assert.equal(read({ username: 'rosa', pay_rate: '28,50', pay_interval: 'hourly' }).pay, undefined, 'as before')
    assert.deepEqual(read({ username: 'rosa', pay_rate: '$ 64,000', pay_interval: 'Year' }).pay, {
      pay_rate: 64000,
      pay_interval: 'year',
    })
    const yearly = { username: 'rosa', pay_rate: '64.000', pay_interval: 'year' }
    assert.equal(read(yearly, 'month', 'comma').pay?.pay_rate, 64000)
    assert.equal(read(yearly, 'month', 'point').pay?.pay_rate, 64)
  })

  const wrong: [string, Record<string, string>, RegExp][] = [
    ['has no username', { first_name: 'A', last_name: 'B' }, /^Username: Enter a username or an email address\.$/],
    ['has no first name', { username: 'new', last_name: 'B' }, /^First name: Enter a first name\.$/],
    ['has no last name', { username: 'new', first_name: 'A' }, /^Last name: Enter a last name\.$/],
    [
      'has an invalid number',
      { username: 'rosa', employee_number: 'abc' },
      /^Employee number: “abc” is not a whole number\.$/,
    ],
    [
      'has an invalid date',
      { username: 'rosa', term_date: 'yesterday' },
      /^Termination date: “yesterday” is not a date/,
    ],
    [
      'has a year of two digits that can be several',
      { username: 'rosa', hire_date: '15/06/30' },
      /^Hire date: “15\/06\/30” has no clear year\. Write it with four digits\.$/,
    ],
    [
      'is neither yes nor no',
      { username: 'rosa', exempt: 'perhaps' },
      /^Exempt from overtime: “perhaps” is not valid\. Use yes or no\.$/,
    ],
    ['has an unknown role', { username: 'rosa', role: 'King' }, /^Role: “King” is not a role\. Use Employee, Manager/],
    ['has an unknown job', { username: 'rosa', jobs: 'No such job' }, /^Jobs: /],
    ['has an invalid amount of pay', { username: 'rosa', pay_rate: 'much' }, /^Pay: “much” is not an amount/],
    [
      'has pay by the week',
      { username: 'rosa', pay_rate: '20', pay_interval: 'week' },
      /^Paid per: “week” is not valid\. Use hour or year\.$/,
    ],
  ]
  for (const [what, cells, text] of wrong)
    test(`a line of a people file is reported when it ${what}`, () => {
      const { mistakes } = read(cells)
      assert.equal(mistakes.length, 1)
      assert.match(mistakes[0]!, text)
    })
})

test('a column of pay is recognized as people call it', () => {
  for (const name of ['Hourly Rate', 'Hourly wage', 'Pay rate', 'Stundenlohn'])
    assert.deepEqual(guess([name], peopleImport.columns), ['pay_rate'], name)
})

test('columns are recognized by the names of their fields in the API', () => {
  for (const { columns } of [peopleImport, jobsImport]) {
    const keys = columns.map(({ key }) => key)
    assert.deepEqual(guess(keys, columns), keys)
    assert.deepEqual(
      guess(
        keys.map((key) => key.replaceAll('_', ' ')),
        columns,
      ),
      keys,
    )
  }
})

describe('a people import', () => {
  const plan = (update: boolean) =>
    peopleImport.plan(
      [
        row(2, { username: 'rosa', last_name: 'Lind' }),
        row(3, { username: 'rosa' }),
        row(4, { username: 'new', first_name: 'A', last_name: 'B', group: 'Yard' }),
        row(5, { username: 'will', role: 'King' }),
      ],
      known,
      { ...choices, update },
      [],
    )

  test('a people import lists which lines add, change and skip people, and which are wrong', () => {
    const { added, changed, same, mistakes, besides } = plan(true)
    assert.deepEqual([added, changed, same], [[4], [2], []])
    assert.deepEqual([besides(new Set()), besides(new Set([4]))], [['New groups: Yard.'], []])
    assert.deepEqual(
      mistakes.map(({ line }) => line),
      [5, 3],
    )
    assert.equal(mistakes[1]!.text, 'Duplicate of row 2.')
  })

  test('a people import skips known people when only new ones are wanted', () => {
    const { added, changed, same } = plan(false)
    assert.deepEqual([added, changed, same], [[4], [], [2]])
  })
})

describe('a file of people or jobs', () => {
  const problemsIn = async (text: string, { columns } = peopleImport as typeof peopleImport | typeof jobsImport) => {
    const content = { name: 'list.csv', bytes: new TextEncoder().encode(text) }
    const sheet = await sheetOf(content, isHeadingOf(columns))
    const rows = rowsOf(sheet.lines, guess(sheet.headers, columns))
    const problems = problemsOf(sheet, rows, columns).map(({ line, column, text }) => `${line} ${column}: ${text}`)
    return { rows: rows.map(({ line }) => line), problems }
  }

  test('a file of people has its broken rows reported with their lines, and the others read', async () => {
    const text = [
      'First name,Last name,Job title,Username,Mobile phone',
      '"Rosa,Diaz,rosa', // 2
      'Lin,Ek,,lin,3035550142', // 3
      'Bo,Berg,Foreman, site B,bo', // 4: the right number of cells
      'Cy,Cole,Foreman, site B,cy,303', // 5
      'Di,Dahl,,di,3.03555E+09', // 6
      '"Ed', // 7
      'Ek",Falk,,ed,', // 7, too
      'Flo,Falk,,flo,#N/A', // 8
    ].join('\n')
    assert.deepEqual(await problemsIn(`${text}\n`), {
      rows: [3, 4, 6, 7, 8],
      problems: [
        '2 : A quotation mark is opened in this row but never closed.',
        '5 : This row has 6 cells, but the file has 5 columns. Put cells with a comma in quotation marks.',
        '6 Mobile phone: “3.03555E+09” was shortened by a spreadsheet. Enter all of its digits.',
        '7 First name: This cell has several lines. A quotation mark may be missing here or above.',
        '8 Mobile phone: “#N/A” is an error of a spreadsheet. Enter the value.',
      ],
    })
  })

  test('a file of jobs is read in the same way', async () => {
    const { problems } = await problemsIn('Job,Parent job,Short code\nRoof,Pavilion,R,1\nDeck,"Harmon,D\n', jobsImport)
    assert.deepEqual(
      problems.map((text) => text.slice(0, 24)),
      ['2 : This row has 4 cells', '3 : A quotation mark is '],
    )
  })

  test('a file of people has rows whose problems are known already counted as wrong', () => {
    const found = [{ line: 2, column: '', text: 'Broken.' }]
    const rows = [row(2, { username: 'new', first_name: 'A', last_name: 'B', group: 'Yard' })]
    const { added, besides, mistakes } = peopleImport.plan(rows, known, choices, found)
    assert.deepEqual([added, besides(new Set()), mistakes], [[], [], found])
  })
})
