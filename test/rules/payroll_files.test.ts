import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { english, translator } from '../../src/rules/language/messages.ts'
import type { GrossLine, GrossPart } from '../../src/rules/pay/gross_lines.ts'
import { ratesPerUnit } from '../../src/rules/pay/pay.ts'
import { hoursText } from '../../src/rules/pay/payroll.ts'
import { shownSeconds } from '../../src/rules/pay/shown_hours.ts'
import { shownUnits } from '../../src/rules/pay/shown_units.ts'
import { adpFileName, adpTable } from '../../src/rules/payroll_files/adp.ts'
import { PayrollByPerson } from '../../src/rules/payroll_files/by_person.ts'
import { entriesTable } from '../../src/rules/payroll_files/entries.ts'
import { genericTable } from '../../src/rules/payroll_files/generic.ts'
import { grossTable } from '../../src/rules/payroll_files/gross.ts'
import { gustoTable } from '../../src/rules/payroll_files/gusto.ts'
import { jobsTable } from '../../src/rules/payroll_files/jobs.ts'
import { overtimeAt } from '../../src/rules/payroll_files/kinds.ts'
import { paychexTable } from '../../src/rules/payroll_files/paychex.ts'
import type { Problem } from '../../src/rules/payroll_files/problems.ts'
import { iifTable, onlineTable } from '../../src/rules/payroll_files/quickbooks.ts'
import { spread } from '../../src/rules/payroll_files/rounding.ts'
import type { Part, Table } from '../../src/rules/payroll_files/table.ts'
import {
  type EntryRow,
  type Job,
  type PaidLine,
  type PersonTime,
  withShown,
} from '../../src/rules/payroll_files/time.ts'
import { isWindows, toWindows } from '../../src/rules/payroll_files/windows.ts'

const hour = 3600
const march = { start_date: '2026-03-01', end_date: '2026-03-14' }

const jobs: Record<number, Job> = {
  0: { path: [], ids: [], billable: false, short_code: '', type: 'regular' },
  1: { path: ['Rivera'], ids: [1], billable: true, short_code: 'RIV', type: 'regular' },
  2: { path: ['Rivera', 'Terrace'], ids: [1, 2], billable: true, short_code: '', type: 'regular' },
  3: { path: ['Yard'], ids: [3], billable: false, short_code: 'YARD', type: 'regular' },
  4: { path: ['Rivera: north'], ids: [4], billable: false, short_code: '', type: 'regular' },
  8: { path: ['Sick'], ids: [8], billable: false, short_code: '', type: 'pto' },
  9: { path: ['Vacation'], ids: [9], billable: false, short_code: '', type: 'pto' },
}

type Details = Partial<PersonTime['person']> & { weekStart?: number; notes?: string; unit?: number }

/** A person's time from lines such as `['2026-03-02', 'regular', 8 * hour, 1]`: date, kind, seconds, jobcode. */
function timeOf(
  rows: [date: string, kind: string, seconds: number, jobcode?: number][],
  more: Details = {},
): PersonTime {
  const { weekStart = 0, notes = '', unit = shownUnits.decimal, ...person } = more
  const lines = rows.map(([date, kind, seconds, jobcode_id = 0], index): PaidLine => {
    return { entry_id: index + 1, date, jobcode_id, kind, seconds }
  })
  const entries = lines.map(({ entry_id, date, jobcode_id, seconds }): EntryRow => {
    return {
      id: entry_id,
      date,
      start: null,
      end: null,
      zone: 'UTC',
      seconds,
      jobcode_id,
      notes,
      choices: {},
      approved: false,
    }
  })
  const periodOf = (date: string) =>
    date < '2026-03-08' ? { start: '2026-03-01', end: '2026-03-07' } : { start: '2026-03-08', end: '2026-03-14' }
  const jobOf = (id: number) => jobs[id]!
  return {
    person: {
      id: 7,
      first_name: 'Wanda',
      last_name: 'Worker',
      username: 'wanda',
      payroll_id: '123',
      employee_number: 45,
      group: 'Crew',
      group_id: 5,
      ...person,
    },
    ...withShown({ lines, entries, periodOf, jobOf, unit, isWanted: () => true }),
    weekStart,
    periodOf,
    jobOf,
  }
}

/** The rows of a table for some people, and its problems. */
function rowsFor(tableOf: (tell: (problem: Problem) => void) => Table, ...people: PersonTime[]) {
  const problems: Problem[] = []
  const tell = (problem: Problem) => void problems.push(problem)
  const table = tableOf(tell)
  const rows = people.flatMap((time) => table.rows(time, tell))
  return { table, rows, problems, fields: problems.map(({ user_id, field }) => `${user_id} ${field}`) }
}

test('overtime at other rates is named with the decimal separator of the language', () => {
  const german = translator('de-DE', { 'Overtime at {times} times': 'Überstunden {times}-fach' })
  assert.equal(overtimeAt(1.25, german), 'Überstunden 1,25-fach')
  assert.equal(overtimeAt(1.25, english), 'Overtime at 1.25 times')
})

describe('rounding of parts to their sum', () => {
  const cases: [seconds: number[], unit: number, units: number[]][] = [
    [[], 60, []],
    [[3600], 60, [60]],
    [[20, 20, 20], 60, [1, 0, 0]],
    [[29, 1], 60, [1, 0]],
    [[90, 90, 90, 90], 60, [2, 2, 1, 1]],
    [[17, 1], 36, [1, 0]],
    [[1000, 1000, 1000], 36, [28, 28, 27]],
  ]
  for (const [seconds, unit, units] of cases)
    test(`parts of ${seconds.join('+') || 'no'} s in units of ${unit} s are rounded to ${units.join('+') || 'no'} units`, () =>
      assert.deepEqual(spread(seconds, unit), units))
})

describe('Windows encoding', () => {
  const cases: [text: string, fits: boolean][] = [
    ['Zoë & Søn – “x” €5', true],
    ['Zoe\u0308', true],
    ['Őrsi Łukasz', false],
    ['Анна', false],
    ['ok 👍', false],
    ['', true],
  ]
  for (const [text, fits] of cases)
    test(`the text ${JSON.stringify(text)} ${fits ? 'fits' : 'does not fit'} the Windows encoding`, () =>
      assert.equal(isWindows(text), fits))
  test('text becomes bytes of the Windows encoding, with a question mark for what does not fit', () =>
    assert.deepEqual([...toWindows('Aé€’А')], [0x41, 0xe9, 0x80, 0x92, 0x3f]))
})

describe('the file with a row per person, pay period and kind of hours', () => {
  test('the generic file sums hours by pay period and kind, in the order regular, overtime by rate, time off', () => {
    const { rows } = rowsFor(
      () => genericTable(march, { regular: 'REG', pto: 'PTO', pto_8: 'SICK' }, false, english),
      timeOf([
        ['2026-03-02', 'pto_9', 8 * hour, 9],
        ['2026-03-03', 'double', hour],
        ['2026-03-03', 'rate_1.25', hour],
        ['2026-03-03', 'overtime', 2 * hour],
        ['2026-03-03', 'regular', 8 * hour, 1],
        ['2026-03-04', 'regular', 8 * hour + 18, 2],
        ['2026-03-09', 'pto_8', hour, 8],
      ]),
    )
    assert.deepEqual(
      rows.map((row) => row.slice(6)),
      [
        ['2026-03-01', '2026-03-07', 'regular', 'Regular', 'REG', 16.01, 16 * hour + 18],
        ['2026-03-01', '2026-03-07', 'rate_1.25', 'Overtime at 1.25 times', '', 1, hour],
        ['2026-03-01', '2026-03-07', 'overtime', 'Overtime', '', 2, 2 * hour],
        ['2026-03-01', '2026-03-07', 'double', 'Double time', '', 1, hour],
        ['2026-03-01', '2026-03-07', 'pto', 'Time off: Vacation', 'PTO', 8, 8 * hour],
        ['2026-03-08', '2026-03-14', 'pto', 'Time off: Sick', 'SICK', 1, hour],
      ],
    )
    assert.deepEqual(rows[0]!.slice(0, 6), [7, 45, '123', 'Worker', 'Wanda', 'Crew'])
  })

  test('the generic file shows a pay period as far as it lies within the range', () => {
    const range = { start_date: '2026-03-03', end_date: '2026-03-10' }
    const { rows } = rowsFor(
      () => genericTable(range, {}, false, english),
      timeOf([
        ['2026-03-03', 'regular', hour],
        ['2026-03-10', 'regular', hour],
      ]),
    )
    assert.deepEqual(
      rows.map((row) => row.slice(6, 8)),
      [
        ['2026-03-03', '2026-03-07'],
        ['2026-03-08', '2026-03-10'],
      ],
    )
  })
})

test('the jobs file has a row per person, job and kind, with jobs by name', () => {
  const { rows } = rowsFor(
    () => jobsTable(false, english),
    timeOf([
      ['2026-03-02', 'regular', hour, 3],
      ['2026-03-02', 'overtime', hour, 2],
      ['2026-03-03', 'regular', 2 * hour, 2],
      ['2026-03-04', 'regular', hour],
    ]),
  )
  assert.deepEqual(
    rows.map((row) => row.slice(4)),
    [
      [0, '(no job)', 'no', 'regular', 'Regular', 1, hour],
      [2, 'Rivera › Terrace', 'yes', 'regular', 'Regular', 2, 2 * hour],
      [2, 'Rivera › Terrace', 'yes', 'overtime', 'Overtime', 1, hour],
      [3, 'Yard', 'no', 'regular', 'Regular', 1, hour],
    ],
  )
})

test('the entries file has the worker’s local time and UTC, also in the hour that occurs twice', () => {
  const time = timeOf([['2026-11-01', 'regular', hour, 1]])
  const first = Date.UTC(2026, 10, 1, 8, 30) * 1000
  const entry = {
    ...time.entries[0]!,
    start: first,
    end: first + hour * 1e6,
    zone: 'America/Los_Angeles',
    choices: { 3: 'Red' },
  }
  const { table, rows } = rowsFor(() => entriesTable([{ id: 3, name: 'Paint' }], false, english), {
    ...time,
    entries: [entry],
  })
  const shown = Object.fromEntries(table.columns.map(({ header }, index) => [header, rows[0]![index]]))
  assert.deepEqual(
    [shown.start, shown.start_utc, shown.end, shown.end_utc, shown.seconds, shown.Paint],
    ['2026-11-01 01:30:00', '2026-11-01 08:30:00Z', '2026-11-01 01:30:00', '2026-11-01 09:30:00Z', hour, 'Red'],
  )
})

describe('the QuickBooks Desktop file', () => {
  const setup = {
    company_name: 'Rivera Gardens',
    company_create_time: '1234567',
    payroll_items: { regular: 'Hourly', overtime: 'Hourly OT', double: 'Hourly DT', pto: 'PTO hourly' },
    items: { default: 'Labor', 2: 'Planting' },
    classes: { 1: 'Field' },
  }
  const table =
    (more: object = {}, long: 'refuse' | 'cut' = 'refuse') =>
    (tell: (problem: Problem) => void) =>
      iifTable({ ...setup, ...more }, long, tell)

  test('the QuickBooks Desktop file has its header block and columns, and overtime as lines with another payroll item', () => {
    const {
      table: filled,
      rows,
      problems,
    } = rowsFor(
      table(),
      timeOf(
        [
          ['2026-03-02', 'regular', 8 * hour, 2],
          ['2026-03-02', 'overtime', 90 * 60, 2],
          ['2026-03-03', 'double', 59, 3],
          ['2026-03-04', 'pto_9', 8 * hour, 9],
        ],
        { notes: ' two\r\nlines\tand a tab ' },
      ),
    )
    assert.deepEqual(filled.above, [
      ['!TIMERHDR', 'VER', 'REL', 'COMPANYNAME', 'FROMTIMER', 'COMPANYCREATETIME'],
      ['TIMERHDR', '8', '0', 'Rivera Gardens', 'Y', '1234567'],
    ])
    assert.deepEqual(
      filled.columns.map(({ header }) => header),
      ['!TIMEACT', 'DATE', 'JOB', 'EMP', 'ITEM', 'PITEM', 'DURATION', 'PROJ', 'NOTE', 'BILLINGSTATUS'],
    )
    const note = 'two lines and a tab'
    assert.deepEqual(rows, [
      ['TIMEACT', '03/02/26', 'Rivera:Terrace', 'Wanda Worker', 'Planting', 'Hourly', '8:00', 'Field', note, '1'],
      ['TIMEACT', '03/02/26', 'Rivera:Terrace', 'Wanda Worker', 'Planting', 'Hourly OT', '1:30', 'Field', note, '1'],
      ['TIMEACT', '03/03/26', 'Yard', 'Wanda Worker', 'Labor', 'Hourly DT', '0:01', '', note, '0'],
      ['TIMEACT', '03/04/26', '', 'Wanda Worker', '', 'PTO hourly', '8:00', '', note, '0'],
    ])
    assert.deepEqual(problems, [])
  })

  const refused: [what: string, time: PersonTime, setup: object, fields: string[]][] = [
    ['23:59 in one line', timeOf([['2026-03-02', 'regular', 24 * hour - 60]]), {}, []],
    ['24:00 in one line', timeOf([['2026-03-02', 'regular', 24 * hour]]), {}, ['7 duration']],
    [
      'a setup without a company',
      timeOf([]),
      { company_name: '', company_create_time: '' },
      ['0 setup.quickbooks_desktop.company_name', '0 setup.quickbooks_desktop.company_create_time'],
    ],
    [
      'a kind of hours without a payroll item',
      timeOf([['2026-03-02', 'rate_1.25', hour]]),
      {},
      ['7 setup.quickbooks_desktop.payroll_items.rate_1.25'],
    ],
    ['regular hours without a payroll item', timeOf([['2026-03-02', 'regular', hour]]), { payroll_items: {} }, []],
    [
      'billable time without a service item',
      timeOf([['2026-03-02', 'regular', hour, 1]]),
      { items: {} },
      ['7 setup.quickbooks_desktop.items'],
    ],
    ['a colon in the name of a job', timeOf([['2026-03-02', 'regular', hour, 4]]), {}, ['7 job']],
    [
      'a name in another script',
      timeOf([['2026-03-02', 'regular', hour]], { last_name: 'Кузнецова' }),
      {},
      ['7 last_name'],
    ],
    ['1000 characters of notes', timeOf([['2026-03-02', 'regular', hour]], { notes: 'x'.repeat(1000) }), {}, []],
    [
      '1001 characters of notes',
      timeOf([['2026-03-02', 'regular', hour]], { notes: 'x'.repeat(1001) }),
      {},
      ['7 notes'],
    ],
  ]
  for (const [what, time, more, fields] of refused)
    test(`the QuickBooks Desktop file ${fields.length > 0 ? 'refuses' : 'accepts'} ${what}`, () => {
      const { problems, fields: found } = rowsFor(table(more), time)
      assert.deepEqual(found, fields)
      assert.ok(problems.every(({ blocking }) => blocking))
    })

  test('long notes are truncated on request, and unsupported characters in them are reported but do not prevent the file', () => {
    const { rows, problems } = rowsFor(
      table({}, 'cut'),
      timeOf([['2026-03-02', 'regular', hour]], { notes: `${'👍'.repeat(2)}${'x'.repeat(1100)}` }),
    )
    assert.equal(String(rows[0]![8]).length, 1000)
    assert.deepEqual(
      problems.map(({ field, blocking }) => [field, blocking]),
      [['notes', false]],
    )
  })

  test('two people with the same name cannot be distinguished in the QuickBooks Desktop file', () => {
    const day: [string, string, number][] = [['2026-03-02', 'regular', hour]]
    const { fields } = rowsFor(table(), timeOf(day), timeOf(day, { id: 8, first_name: 'WANDA' }))
    assert.deepEqual(fields, ['8 last_name'])
  })

  test('the minutes of many short entries add up to those of their sum', () => {
    const { rows } = rowsFor(table(), timeOf(Array.from({ length: 10 }, () => ['2026-03-02', 'regular', 50])))
    assert.deepEqual(
      rows.map((row) => row[6]),
      Array(8).fill('0:01'),
    )
  })
})

test('the QuickBooks Online file has the columns of its import, with names, jobs and items as configured', () => {
  const setup = {
    employee_name: 'last_first',
    payroll_items: { overtime: 'Overtime Pay' },
    items: { default: 'Hours' },
  } as const
  const { table, rows, problems } = rowsFor(
    () => onlineTable(setup),
    timeOf(
      [
        ['2026-03-02', 'regular', 8 * hour, 2],
        ['2026-03-02', 'overtime', 2 * hour, 3],
      ],
      { notes: '- pruned\nand swept' },
    ),
  )
  assert.deepEqual(
    table.columns.map(({ header }) => header),
    ['Name', 'Transaction Date', 'Customer', 'Service Item', 'Payroll item', 'Duration', 'Class', 'Billable', 'Notes'],
  )
  assert.deepEqual(rows, [
    ['Worker, Wanda', '03/02/2026', 'Rivera:Terrace', 'Hours', '', '8:00', '', 'Y', '- pruned\nand swept'],
    ['Worker, Wanda', '03/02/2026', 'Yard', 'Hours', 'Overtime Pay', '2:00', '', 'N', '- pruned\nand swept'],
  ])
  assert.deepEqual(problems, [])
})

describe('the ADP Workforce Now file', () => {
  const setup = {
    company_code: 'ABC',
    batch_id: 'CLOCK',
    hours_3: { double: 'DT', pto_9: 'VAC' },
    hours_4: { pto: 'PTO' },
    departments: { 5: '0100' },
  }

  test('the name of an ADP file has the company code', () =>
    assert.deepEqual([adpFileName(setup), adpFileName({ company_code: 'X1' })], ['PRABCEPI', 'PRX1_EPI']))

  test('an ADP file has a row per person, and another for what Hours 3 and 4 cannot hold', () => {
    const { table, rows, problems } = rowsFor(
      (tell) => adpTable(setup, tell),
      timeOf([
        ['2026-03-02', 'regular', 40 * hour],
        ['2026-03-03', 'overtime', 5 * hour + 18],
        ['2026-03-04', 'double', hour],
        ['2026-03-05', 'pto_8', 8 * hour, 8],
        ['2026-03-06', 'pto_9', 4 * hour, 9],
      ]),
    )
    assert.equal(
      table.columns.map(({ header }) => header).join(),
      'Co Code,Batch ID,File #,Reg Hours,O/T Hours,Hours 3 Code,Hours 3 Amount,Hours 4 Code,Hours 4 Amount,Temp Dept,Temp Rate,Earnings 3 Code,Earnings 3 Amount,Earnings 4 Code,Earnings 4 Amount,Earnings 5 Code,Earnings 5 Amount',
    )
    assert.deepEqual(
      rows.map((row) => row.join()),
      ['ABC,CLOCK,000123,40.00,5.01,DT,1.00,PTO,8.00,0100,,,,,,,', 'ABC,CLOCK,000123,,,VAC,4.00,,,0100,,,,,,,'],
    )
    assert.deepEqual(problems, [])
  })

  const refused: [what: string, time: PersonTime, setup: object, fields: string[]][] = [
    [
      'a setup without a company code and batch',
      timeOf([]),
      { company_code: '', batch_id: '' },
      ['0 setup.adp_workforce_now.company_code', '0 setup.adp_workforce_now.batch_id'],
    ],
    [
      'a person without a payroll id',
      timeOf([['2026-03-02', 'regular', hour]], { payroll_id: '' }),
      {},
      ['7 payroll_id'],
    ],
    [
      'a person without an employee number, where that is the file number',
      timeOf([['2026-03-02', 'regular', hour]], { employee_number: 0 }),
      { file_number: 'employee_number' },
      ['7 employee_number'],
    ],
    [
      'a file number that is too long',
      timeOf([['2026-03-02', 'regular', hour]], { payroll_id: '1234567' }),
      {},
      ['7 payroll_id'],
    ],
    [
      'letters in a file number',
      timeOf([['2026-03-02', 'regular', hour]], { payroll_id: 'W-7' }),
      {},
      ['7 payroll_id'],
    ],
    [
      'double time without a code',
      timeOf([['2026-03-02', 'double', hour]]),
      { hours_3: {} },
      ['7 setup.adp_workforce_now.hours_3.double'],
    ],
  ]
  for (const [what, time, more, fields] of refused)
    test(`the ADP file refuses ${what}`, () =>
      assert.deepEqual(rowsFor((tell) => adpTable({ ...setup, ...more }, tell), time).fields, fields))

  test('the ADP file refuses two file numbers that are equal once padded', () => {
    const day: [string, string, number][] = [['2026-03-02', 'regular', hour]]
    const { fields } = rowsFor((tell) => adpTable(setup, tell), timeOf(day), timeOf(day, { id: 8, payroll_id: '0123' }))
    assert.deepEqual(fields, ['8 payroll_id'])
  })
})

describe('the Paychex file', () => {
  const setup = {
    client_id: '0012A345',
    pay_components: { regular: 'Hourly', overtime: 'OverTime', double: 'OverTime', pto: 'Vacation' },
  }
  const time = timeOf([
    ['2026-03-02', 'regular', 8 * hour + 20, 1],
    ['2026-03-02', 'overtime', hour, 1],
    ['2026-03-03', 'regular', 8 * hour + 20, 3],
    ['2026-03-03', 'double', hour, 3],
    ['2026-03-04', 'pto_9', 4 * hour, 9],
  ])

  test('the Paychex file has 16 columns and a line per component, and combines kinds with the same component', () => {
    const { table, rows, problems } = rowsFor((tell) => paychexTable(setup, tell), time)
    assert.equal(
      table.columns.map(({ header }) => header).join(),
      'Client ID,Worker ID,Org,Job Number,Pay Component,Rate,Rate #,Hours,Units,Line Date,Amount,Check Seq,Override State,Override Local,Local Jurisdiction,Labor Assignment',
    )
    assert.deepEqual(
      rows.map((row) => row.join()),
      [
        '0012A345,123,,,Hourly,,,16.01,,,,,,,,',
        '0012A345,123,,,OverTime,,,2.00,,,,,,,,',
        '0012A345,123,,,Vacation,,,4.00,,,,,,,,',
      ],
    )
    assert.deepEqual(problems, [])
  })

  test('the Paychex file by job and day has hundredths that add up to those of the component', () => {
    const more = { ...setup, job_number: 'short_code', line_date: 'day' } as const
    const { rows } = rowsFor((tell) => paychexTable(more, tell), time)
    assert.deepEqual(
      rows.map((row) => [row[3], row[4], row[7], row[9]].join()),
      [
        'RIV,Hourly,8.01,03/02/2026',
        'YARD,Hourly,8.00,03/03/2026',
        'RIV,OverTime,1.00,03/02/2026',
        'YARD,OverTime,1.00,03/03/2026',
        ',Vacation,4.00,03/04/2026',
      ],
    )
  })

  const refused: [what: string, time: PersonTime, setup: object, fields: string[]][] = [
    ['a setup without a client id', timeOf([]), { client_id: '' }, ['0 setup.paychex_spi.client_id']],
    [
      'a worker id that is too long',
      timeOf([['2026-03-02', 'regular', hour]], { payroll_id: '12345678901' }),
      {},
      ['7 payroll_id'],
    ],
    [
      'a kind of hours without a component',
      timeOf([['2026-03-02', 'rate_3', hour]]),
      {},
      ['7 setup.paychex_spi.pay_components.rate_3'],
    ],
    ['999.99 hours', timeOf([['2026-03-02', 'regular', 999.99 * hour]]), {}, []],
    ['1000 hours', timeOf([['2026-03-02', 'regular', 1000 * hour]]), {}, ['7 hours']],
    [
      'a job without a short code',
      timeOf([['2026-03-02', 'regular', hour, 4]]),
      { job_number: 'short_code' },
      ['7 job'],
    ],
  ]
  for (const [what, time, more, fields] of refused)
    test(`the Paychex file ${fields.length > 0 ? 'refuses' : 'accepts'} ${what}`, () =>
      assert.deepEqual(rowsFor((tell) => paychexTable({ ...setup, ...more }, tell), time).fields, fields))
})

describe('the Gusto file', () => {
  const columns = { pto: 'vacation_hours', pto_8: 'sick_hours' }

  test('the Gusto file has a row per person', () => {
    const { table, rows, problems } = rowsFor(
      () => gustoTable(march, { columns }),
      timeOf([
        ['2026-03-02', 'regular', 40 * hour],
        ['2026-03-03', 'overtime', 5 * hour],
        ['2026-03-04', 'pto_9', 8 * hour, 9],
        ['2026-03-05', 'pto_8', 4 * hour, 8],
      ]),
    )
    assert.equal(
      table.columns.map(({ header }) => header).join(),
      'last_name,first_name,gusto_employee_id,regular_hours,overtime_hours,vacation_hours,sick_hours',
    )
    assert.deepEqual([rows, problems], [[['Worker', 'Wanda', '123', 40, 5, 8, 4]], []])
  })

  test('double time goes into the configured column of the Gusto file', () => {
    const time = timeOf([
      ['2026-03-02', 'overtime', hour],
      ['2026-03-02', 'double', 2 * hour],
    ])
    const own = rowsFor(() => gustoTable(march, { columns: { double: 'double_overtime_hours' } }), time)
    assert.deepEqual(own.rows, [['Worker', 'Wanda', '123', 0, 1, 2, 0, 0]])
    const overtime = rowsFor(() => gustoTable(march, { columns: { double: 'overtime_hours' } }), time)
    assert.deepEqual(overtime.rows, [['Worker', 'Wanda', '123', 0, 3, 0, 0]])
    assert.deepEqual(rowsFor(() => gustoTable(march, {}), time).fields, ['7 setup.gusto.columns.double'])
  })

  const weeks: [range: [string, string], weekStart: number, fields: string[]][] = [
    [['2026-03-01', '2026-03-14'], 0, []],
    [['2026-03-02', '2026-03-15'], 1, []],
    [['2026-03-01', '2026-03-13'], 0, ['0 end_date']],
    [['2026-03-03', '2026-03-14'], 0, ['0 start_date']],
    [['2026-03-01', '2026-03-14'], 1, ['0 start_date', '0 end_date']],
  ]
  for (const [[start_date, end_date], weekStart, fields] of weeks)
    test(`the Gusto file ${fields.length > 0 ? 'refuses' : 'accepts'} ${start_date} to ${end_date} with workweeks from day ${weekStart}`, () => {
      const time = timeOf([['2026-03-05', 'regular', hour]], { weekStart })
      assert.deepEqual(rowsFor(() => gustoTable({ start_date, end_date }, {}), time).fields, fields)
    })

  test('two people with the same name need their ids in the Gusto file', () => {
    const day: [string, string, number][] = [['2026-03-02', 'regular', hour]]
    const { fields } = rowsFor(() => gustoTable(march, {}), timeOf(day), timeOf(day, { id: 8, payroll_id: '' }))
    assert.deepEqual(fields, ['8 payroll_id'])
  })
})

test('the hours in the files of entries and of jobs add up to those of the payroll file, kind by kind', () => {
  const seconds = fc.integer({ min: 1, max: 40_000 })
  const line = fc.tuple(
    fc.constantFrom('2026-03-02', '2026-03-03', '2026-03-09'),
    fc.constantFrom('regular', 'overtime'),
    seconds,
  )
  fc.assert(
    fc.property(fc.array(fc.tuple(line, fc.integer({ min: 1, max: 3 })), { maxLength: 12 }), (days) => {
      const time = timeOf(days.map(([[date, kind, amount], job]) => [date, kind, amount, job]))
      const sumOf = (table: Table, kind?: string) => {
        const column = (header: string) => table.columns.findIndex((one) => one.header === header)
        const rows = table.rows(time, () => {}).filter((row) => !kind || row[column('kind')] === kind)
        return Math.round(100 * rows.reduce((sum, row) => sum + Number(row[column('hours')]), 0))
      }
      for (const kind of ['regular', 'overtime'])
        assert.equal(sumOf(jobsTable(false, english), kind), sumOf(genericTable(march, {}, false, english), kind))
      assert.equal(sumOf(entriesTable([], false, english)), sumOf(genericTable(march, {}, false, english)))
    }),
  )
})

test('every payroll file has the decimals of the hours and minutes that the page shows', () => {
  const seconds = fc.integer({ min: 1, max: 40_000 })
  const day = fc.tuple(fc.constantFrom('regular', 'overtime', 'pto_9'), seconds)
  const setup = {
    adp: { company_code: 'ABC', batch_id: 'CLOCK', hours_3: { pto: 'PTO' } },
    paychex: { client_id: '0012A345', pay_components: { regular: 'regular', overtime: 'overtime', pto: 'pto_9' } },
  }
  fc.assert(
    fc.property(fc.array(day, { minLength: 1, maxLength: 9 }), (days) => {
      const time = timeOf(
        days.map(([kind, amount], index) => ['2026-03-02', kind, amount, kind === 'pto_9' ? 9 : index % 2]),
        { unit: shownUnits.hhmm },
      )
      const ofPage = (kind: string) => {
        const exact = days.reduce((sum, [own, amount]) => sum + (own === kind ? amount : 0), 0)
        return Number(hoursText(shownSeconds(exact, shownUnits.hhmm)))
      }
      const kinds = [...new Set(days.map(([kind]) => kind))].filter((kind) => ofPage(kind) > 0)
      const { rows: generic } = rowsFor(() => genericTable(march, {}, false, english), time)
      const { rows: gusto } = rowsFor(() => gustoTable(march, { columns: { pto: 'vacation_hours' } }), time)
      const { rows: adp } = rowsFor((tell) => adpTable(setup.adp, tell), time)
      const { rows: paychex } = rowsFor((tell) => paychexTable(setup.paychex, tell), time)
      const { rows: jobs } = rowsFor(() => jobsTable(false, english), time)
      for (const kind of kinds) {
        const place = ['regular', 'overtime', 'pto_9'].indexOf(kind)
        const name = kind === 'pto_9' ? 'pto' : kind
        const figures = [
          generic.find((row) => row[8] === name)![11],
          gusto[0]![3 + place],
          adp[0]![[3, 4, 6][place]!],
          paychex.find((row) => row[4] === kind)![7],
          Math.round(100 * jobs.reduce((sum, row) => sum + (row[7] === name ? Number(row[9]) : 0), 0)) / 100,
        ]
        assert.deepEqual(figures.map(Number), Array(5).fill(ofPage(kind)), kind)
      }
    }),
  )
})

test('gross pay by rate in print has a row from whose figures each amount follows by hand', () => {
  const [seconds, rate] = [1217, 28.5]
  const straight: GrossPart = { part: 'straight', seconds, rate, factor: 1, amount_cents: 963 }
  const line: GrossLine = {
    ...{ kind: 'work', rate: rate * ratesPerUnit, per: 'hour', multiplier: 1, seconds, amount_cents: 963 },
    parts: [straight],
  }
  const rowsFor = (gross: readonly GrossLine[]) => {
    const time = { ...timeOf([['2026-03-02', 'regular', seconds]]), gross }
    return grossTable(english).rows(time, () => {})
  }
  const shown = rowsFor([line]).map((row) => row.slice(2, 6))
  assert.deepEqual(shown, [
    ['Regular', '28.50', 0.34, 9.63],
    ['Straight time', '0.338056 × 28.50', 0.34, 9.63],
    ['Total', '', 0.34, 9.63],
  ])
  const even = { ...line, seconds: hour, amount_cents: 2850, parts: [{ ...straight, seconds: hour }] }
  assert.equal(rowsFor([even]).length, 2)
})

test('hours that a run pays for earlier days have a column of their own in the file for people', () => {
  const time = timeOf([
    ['2026-03-02', 'regular', 8 * hour],
    ['2026-02-28', 'overtime', 2 * hour],
  ])
  const [own, adjusted] = time.lines as [PersonTime['lines'][number], PersonTime['lines'][number]]
  const file = new PayrollByPerson({ ...march, codes: {}, money: false, byRate: false, t: english })
  file.add({ ...time, lines: [own, { ...adjusted, notes: 'Adjustment for 2026-02-15 to 2026-02-28' }] })
  const [{ table, rows }] = file.parts() as [Part]
  const hours = table.columns.map(({ header }, at) => [header, rows[0]?.[at]]).slice(-3)
  assert.deepEqual(hours, [
    ['Regular', 8],
    ['Adjustment: Overtime', 2],
    ['Total', 10],
  ])
})
