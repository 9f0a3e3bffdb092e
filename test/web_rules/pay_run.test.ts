import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { rowsInView } from '../../web/components/listing/windowed.ts'
import { isSetUp, lacksOf, mendedAt, namesText, unapprovedIn } from '../../web/pages/approvals/lacks.ts'
import {
  bulkOf,
  countTabs,
  firstTab,
  isDone,
  listed,
  matching,
  mayApprove,
  neighbor,
  nextWaiting,
  olderWaiting,
  type PayRun,
  type Period,
  type Person,
  rowsOf,
  statusOf,
  stripOf,
} from '../../web/pages/approvals/run.ts'
import { inPeriod } from '../../web/pages/approvals/use_run.ts'
import { alongText, bulkText, changeText } from '../../web/pages/approvals/words.ts'
import { type PaidPerson, withoutRate } from '../../web/pages/pay_runs/words.ts'
import { grouped } from '../../web/time.ts'

const [start_date, end_date] = ['2026-10-25', '2026-11-07']

test('hours without a pay rate are named where others are paid', () => {
  const line = { kind: 'work', rate: null, per: 'hour', multiplier: 1, seconds: 160_200, amount_cents: 0, cause: '' }
  const ana = { user_id: 1, name: 'Ana Silva', seconds: 160_200, amount_cents: 0, lines: [line] }
  const paid = { ...line, rate: 20, amount_cents: 89_000 }
  const ben = { ...ana, user_id: 2, name: 'Ben', amount_cents: 89_000, lines: [paid, { ...line, kind: 'bonus' }] }
  const people = [ana, ben] as unknown as PaidPerson[]
  assert.deepEqual(
    withoutRate(people, true).map(({ name }) => name),
    ['Ana Silva'],
  )
  const [first] = withoutRate(people.slice(0, 1), true)
  assert.equal(first?.name, 'Ana Silva', 'no one in the run has a rate')
  assert.deepEqual(withoutRate(people.slice(0, 1), false), [], 'a company that pays hours only')
})

const pay = (regular: number, more: Partial<Person['pay']> = {}): Person['pay'] => ({
  total_re_seconds: regular,
  overtime_seconds: {},
  pto_seconds: {},
  total_work_seconds: regular,
  ...more,
})

let nextId = 1
const person = (name: string, more: Partial<Person> = {}): Person => ({
  user_id: nextId++,
  name,
  group_id: 0,
  active: true,
  zone: 'America/Denver',
  submitted_to: '2026-10-24',
  approved_to: '2026-10-24',
  pay: pay(3600),
  previous: pay(3600),
  entries: 1,
  last_date: end_date,
  running: null,
  exceptions: [],
  corrections: 0,
  sent_back: null,
  earlier: [],
  ...more,
})

const exception = (kind: Person['exceptions'][number]['kind'], date = '2026-10-28') => ({
  ...{ kind, date, timesheet_ids: [], words: kind },
})
const sent_back = { start_date, end_date, message: 'Thursday is missing', by: 'Olivia Hart' }
const submitted = { submitted_to: end_date }
const runOf = (people: Person[], today = '2026-11-18') =>
  ({ today, start_date, end_date, periods: [], previous: { start_date, end_date }, people }) as PayRun
const rows = (people: Person[], today?: string) => rowsOf(runOf(people, today), 60)
const words = {
  hours: (seconds: number) => `${Math.floor(seconds / 3600)}:${String((seconds / 60) % 60).padStart(2, '0')}`,
  day: (date: string) => date,
  range: (first: string, last: string) => `${first} – ${last}`,
}

describe('a pay run', () => {
  test('each person in a pay run has a status, which is sent back until the time is submitted again', () => {
    const cases: [Partial<Person>, string][] = [
      [{}, 'open'],
      [submitted, 'submitted'],
      [{ submitted_to: '2026-11-06' }, 'open'],
      [{ sent_back }, 'sent_back'],
      [{ sent_back, ...submitted, approved_to: end_date }, 'approved'],
      [{ ...submitted, approved_to: end_date }, 'approved'],
      // A final pay: there is no time after the day through which it was approved.
      [{ approved_to: '2026-11-04', last_date: '2026-11-04' }, 'approved'],
      [{ approved_to: '2026-11-04', last_date: '2026-11-05' }, 'open'],
      [
        { approved_to: '2026-11-04', last_date: '2026-11-04', exceptions: [exception('missing_day', '2026-11-06')] },
        'open',
      ],
      [{ approved_to: '2026-11-04', last_date: '2026-11-04', corrections: 1 }, 'open'],
      // Without any time, there is nothing to submit.
      [{ approved_to: '2026-11-04', last_date: null, entries: 0 }, 'idle'],
      [{ entries: 0, exceptions: [exception('missing_day')] }, 'idle'],
      [{ entries: 0, running: 7 }, 'open'],
      [{ entries: 0, corrections: 1 }, 'open'],
      [{ entries: 0, sent_back }, 'sent_back'],
    ]
    for (const [more, status] of cases) assert.equal(statusOf(person('Ana', more), end_date), status)
  })

  test('a pay run lists people in the order of the names that it shows, whatever the order of the answer', () => {
    const named = rows([person('Zoe Adams'), person('Élan Young'), person('Ana Zimmer')])
    assert.deepEqual(
      named.map(({ person: { name } }) => name),
      ['Ana Zimmer', 'Élan Young', 'Zoe Adams'],
    )
    assert.deepEqual(
      listed(named, 'all', 'name', true).map(({ person: { name } }) => name),
      ['Zoe Adams', 'Élan Young', 'Ana Zimmer'],
    )
  })

  test('a pay run lists each person under what is to be done with their time', () => {
    const cases: [Partial<Person>, string, string[]][] = [
      [{}, 'open', []],
      [submitted, 'submitted', []],
      [{ ...submitted, exceptions: [exception('gap'), exception('gap')] }, 'attention', ['Gap 2']],
      [{ exceptions: [exception('long')] }, 'attention', ['Long entry 1']],
      [{ ...submitted, corrections: 2 }, 'attention', ['Correction 2']],
      [{ running: 7 }, 'attention', ['On the clock 1']],
      [{ running: 7, exceptions: [exception('running')] }, 'attention', ['On the clock 1']],
      // It waits for the person, unless they answered with a correction.
      [{ sent_back, exceptions: [exception('gap')] }, 'open', ['Gap 1']],
      [{ sent_back, corrections: 1 }, 'attention', ['Correction 1']],
      [{ approved_to: end_date, exceptions: [exception('gap')] }, 'approved', ['Gap 1']],
      [{ entries: 0 }, 'all', []],
      [{ entries: 0, exceptions: [exception('missing_day')] }, 'attention', ['Missing day 1']],
    ]
    for (const [more, tab, issues] of cases) {
      const [row] = rows([person('Ana', more)])
      assert.equal(row!.tab, tab, JSON.stringify(more))
      assert.deepEqual(
        row!.issues.map(({ words, count }) => `${words} ${count}`),
        issues,
      )
    }
    const [here] = rows([person('Ana', { running: 7, exceptions: [exception('running')] })], '2026-11-03')
    assert.equal(here!.tab, 'open', 'to be on the clock is usual while the period runs')
  })

  test('a pay run shows hours as the payroll report does, and the change from period to period once both are over', () => {
    const ana = person('Ana', {
      pay: pay(7229, { overtime_seconds: { 1.5: 90, 2: 29 }, pto_seconds: { 5: 31, 6: 29 } }),
      previous: pay(3600),
    })
    const [row] = rows([ana])
    const { regular, overtime, timeOff, total, change } = row!
    assert.deepEqual([regular, overtime, timeOff, total, change], [7200, 120, 60, 7380, 3780])
    assert.equal(rows([ana], '2026-11-07')[0]!.change, 0, 'the period is not over')
    assert.deepEqual(
      [3780, -3780, 0].map((seconds) => changeText(seconds, (value) => String(value))),
      ['+3780', '-3780', '–'],
    )
  })

  const people = [
    person('Ana Silva', { group_id: 1, exceptions: [exception('gap'), exception('long')], pay: pay(7200) }),
    person('Ben Cole', { ...submitted, group_id: 1, pay: pay(36_000) }),
    person('Cleo Díaz', { ...submitted, group_id: 2, pay: pay(3600) }),
    person('Dan Fox', { sent_back }),
    person('Eve Gold', { entries: 0, pay: pay(0) }),
    person('Finn Hall', { approved_to: end_date, ...submitted }),
    person('Gus Ito', { group_id: 2, pay: pay(1800) }),
  ]
  const all = rows(people)
  const names = (list: readonly { person: Person }[]) => list.map(({ person }) => person.name.split(' ')[0])

  test('a pay run is searched by name and group, filtered, counted by tab and sorted', () => {
    const groups: Record<number, string> = { 1: 'Roofers', 2: 'Office' }
    const found = (wanted: object) =>
      names(matching(all, { words: '', group: '', status: '', ...wanted }, (id) => groups[id] ?? ''))
    assert.deepEqual(found({ words: 'diaz' }), ['Cleo'])
    assert.deepEqual(found({ words: 'roof' }), ['Ana', 'Ben'])
    assert.deepEqual(found({ group: '1', status: 'submitted' }), ['Ben'])
    assert.deepEqual(found({ status: 'sent_back' }), ['Dan'])
    assert.deepEqual(found({ status: 'running' }), [])
    assert.deepEqual(found({ status: 'open' }), ['Ana', 'Gus'], 'Eve has no time, so nothing to submit')
    assert.deepEqual(found({ status: 'idle' }), ['Eve'])
    assert.deepEqual(countTabs(all), { attention: 1, submitted: 2, open: 2, approved: 1, all: 7 })
    assert.equal(firstTab(all), 'attention')
    assert.equal(firstTab(all.slice(1)), 'submitted')
    assert.equal(firstTab(all.slice(4, 6)), 'approved', 'Eve has nothing to approve')
    assert.equal(firstTab(all.slice(4)), 'open')
    assert.equal(firstTab(all.slice(4, 5)), 'all')
    assert.equal(firstTab([]), 'all')
    assert.deepEqual(names(listed(all, 'submitted', 'total', false)), ['Cleo', 'Ben'])
    assert.deepEqual(names(listed(all, 'all', 'name', true)), ['Gus', 'Finn', 'Eve', 'Dan', 'Cleo', 'Ben', 'Ana'])
    assert.deepEqual(names(listed(all, 'all', 'issues', true))[0], 'Ana')
    assert.deepEqual(names(listed(all, 'all', 'status', false)), ['Ana', 'Gus', 'Dan', 'Ben', 'Cleo', 'Finn', 'Eve'])
  })

  test('a pay run keeps the search, filters and order from period to period, but neither tab nor person', () => {
    const before = 'day=2026-10-25&q=ana&group=1&status=submitted&sort=total.down&tab=open&person=7'
    assert.equal(
      inPeriod(new URLSearchParams(before), '2026-11-08').toString(),
      'day=2026-11-08&q=ana&group=1&status=submitted&sort=total.down',
    )
  })

  test('people who submitted and have no issues are approved in bulk, and others without issues only if that is ticked', () => {
    const bulk = bulkOf(all, false, 60)
    assert.deepEqual(names(bulk.taken), ['Ben', 'Cleo'])
    assert.equal(bulkText(bulk, end_date, words), `Approve 2 submitted (11:00 h) through ${end_date}`)
    const more = bulkOf(all, true, 60)
    assert.deepEqual(names(more.taken), ['Ben', 'Cleo', 'Gus'], 'never people who were sent back or have an issue')
    assert.equal(
      bulkText(more, end_date, words),
      `Approve 2 submitted and 1 not submitted (11:30 h) through ${end_date}`,
    )
    assert.equal(bulkText(bulkOf(all.slice(3), false, 60), end_date, words), 'Nothing left to approve in bulk')
  })

  test('a bulk approval names the time of earlier periods that it includes, with its hours and issues', () => {
    const before = {
      start_date: '2026-10-11',
      end_date: '2026-10-24',
      pay: pay(72_000),
      exceptions: [exception('gap')],
    }
    const list = rows([
      person('Ana', { ...submitted, earlier: [before] }),
      person('Ben', { ...submitted, earlier: [{ ...before, start_date: '2026-10-20', exceptions: [] }] }),
      person('Cleo', { earlier: [before] }),
    ])
    const bulk = bulkOf(list, false, 60)
    assert.equal(bulk.seconds, 2 * 3600 + 2 * 72_000)
    assert.equal(
      bulkText(bulk, end_date, words),
      `Approve 2 submitted (42:00 h) through ${end_date}, including 2026-10-11 – 2026-10-24`,
    )
    assert.equal(
      alongText(bulk.along[0]!, words),
      '2026-10-11 – 2026-10-24 isn’t approved yet and is included: 2 people, 40:00 h, 1 issue.',
    )
    assert.deepEqual(bulk.along[0]!.issues, [{ name: 'Ana', date: '2026-10-28', words: 'gap' }])
    assert.deepEqual(['81:43', '1402:10', '1402.17', '12345:00'].map(grouped), [
      '81:43',
      '1,402:10',
      '1,402.17',
      '12,345:00',
    ])
  })

  test('a single person can be approved, also with issues, once nothing is undecided', () => {
    const cases: [Partial<Person>, boolean][] = [
      [submitted, true],
      [{ exceptions: [exception('gap')] }, true],
      [{ sent_back }, true],
      [{ ...submitted, corrections: 1 }, false],
      [{ ...submitted, running: 7 }, false],
      [{ ...submitted, approved_to: end_date }, false],
    ]
    for (const [more, may] of cases) {
      const [row] = rows([person('Ana', more)])
      assert.deepEqual([mayApprove(row!, false), mayApprove(row!, true)], [may, false], JSON.stringify(more))
    }
  })

  test('a pay run names a waiting period that is too long ago to be summed up', () => {
    const period = (start_date: string, end_date: string, waiting: number): Period => ({
      ...{ start_date, end_date, waiting, running: false, people: 1, submitted: 0 },
    })
    const periods = [
      period('2026-07-05', '2026-07-18', 0),
      period('2026-07-19', '2026-08-01', 1),
      period('2026-10-11', '2026-10-24', 1),
    ]
    const of = (approved_to: string) => olderWaiting({ periods, end_date }, rows([person('Ana', { approved_to })]))
    assert.equal(of('2026-07-18')?.start_date, '2026-07-19')
    assert.equal(of('2026-08-01'), undefined)
    assert.equal(
      olderWaiting({ periods: periods.slice(2), end_date }, rows([person('Ana', { approved_to: '2000-01-01' })])),
      undefined,
    )
  })

  test('a pay run is done when only people without time are left', () => {
    const done = rows([person('Ana', { approved_to: end_date }), person('Ben', { entries: 0, pay: pay(0) })])
    assert.equal(isDone(done), true)
    for (const more of [{}, { sent_back, entries: 0 }, { entries: 0, exceptions: [exception('missing_day')] }])
      assert.equal(isDone([...done, ...rows([person('Cleo', more)])]), false, JSON.stringify(more))
  })

  test('a pay run goes from person to person in the order in which they were listed', () => {
    assert.equal(neighbor([5, 9, 7], 9, 1), 7)
    assert.equal(neighbor([5, 9, 7], 9, -1), 5)
    assert.equal(neighbor([5, 9, 7], 7, 1), undefined)
  })

  test('a pay run offers the pay periods from the oldest that waits, and names the next one that waits', () => {
    const periods = Array.from({ length: 20 }, (_, index): Period => {
      const start_date = `2026-${String(1 + Math.floor(index / 2)).padStart(2, '0')}-${index % 2 ? '15' : '01'}`
      return { start_date, end_date: start_date, running: index === 19, people: 1, waiting: 0, submitted: 0 }
    })
    const waits = (...at: number[]) =>
      periods.map((period, index) => ({ ...period, waiting: at.includes(index) ? 1 : 0 }))
    const last = periods[18]!.start_date
    assert.equal(stripOf(waits(), last, false).length, 6)
    assert.equal(stripOf(waits(10), last, false).length, 10)
    assert.equal(stripOf(waits(), periods[2]!.start_date, false).length, 18)
    assert.equal(stripOf(waits(), last, true).length, 20)
    const next = (...at: number[]) => nextWaiting({ periods: waits(...at), start_date: periods[12]!.start_date })
    assert.equal(next(12, 14)!.start_date, periods[14]!.start_date)
    assert.equal(next(3, 12)!.start_date, periods[3]!.start_date)
    assert.equal(next(12, 19), undefined, 'the running one does not wait')
  })
})

describe('payroll files', () => {
  type Found = Parameters<typeof lacksOf>[0]
  type Problem = Found['problems'][number]
  const problem = (
    field: string,
    code: Problem['code'],
    values: Problem['values'],
    user_id = 0,
    name = '',
  ): Problem => ({
    ...{ field, code, values, message: '', user_id, name, blocking: field !== 'approved_to' },
  })

  test('each setting that a payroll file lacks is listed once, with the people it concerns', () => {
    const item = (kind: string, ...person: [id: number, name: string]) =>
      problem(
        `setup.quickbooks_desktop.payroll_items.${kind}`,
        'quickbooks_item_missing',
        { kind, hours: 'Overtime' },
        ...person,
      )
    const problems = [
      problem('approved_to', 'not_approved', {}, 3, 'Cleo'),
      problem('setup.quickbooks_desktop.company_name', 'quickbooks_company_missing', {}),
      item('overtime', 2, 'Ben'),
      item('overtime', 1, 'Ana'),
      item('rate_2.5', 2, 'Ben'),
      problem('payroll_id', 'number_missing', {}, 1, 'Ana'),
      problem('payroll_id', 'adp_file_number_malformed', { number: '12' }, 2, 'Ben'),
    ]
    const sums = [...Map.groupBy(problems, ({ field }) => field)].map(([field, own]) => ({
      ...{ field, blocking: own[0]!.blocking, problems: own.length },
      people: new Set(own.flatMap(({ user_id }) => (user_id === 0 ? [] : [user_id]))).size,
    }))
    const lacks = lacksOf({ problems, problem_sums: sums })
    assert.deepEqual(
      lacks.map(({ setting, where, people, blocking }) => [setting, where, people, blocking]),
      [
        ['Company name', 'setup', 0, true],
        ['Payroll items: Overtime, 1.5 ×', 'setup', 2, true],
        ['Payroll items: Overtime, 2.5 ×', 'setup', 1, true],
        ['Payroll ID', 'person', 2, true],
        ['Not approved', 'approvals', 1, false],
      ],
    )
    assert.deepEqual(
      [lacks[1]!, lacks[3]!].map(({ lines }) => lines.map(({ text, people }) => `${text} ${namesText(people)}`)),
      [
        ['“Overtime, 1.5 ×” hours have no payroll item. Ana, Ben'],
        ['Is missing. Ana', '12 is not a file number of at most 6 digits. Ben'],
      ],
    )
    assert.deepEqual(
      lacks.map(({ key }) => key),
      ['company_name', 'payroll_items.overtime', 'payroll_items.rate_2.5', undefined, undefined],
      'the fields of the form that are marked',
    )
    assert.deepEqual(
      lacks.map((lack) => lack.lines.flatMap(({ people }) => people.map((one) => mendedAt(lack, one, '2026-11-07')))),
      [
        [],
        [undefined, undefined],
        [undefined],
        ['/people/1', '/people/2'],
        ['/approvals?day=2026-11-07&tab=all&person=3'],
      ],
    )
    const many = ['Ana', 'Ben', 'Cleo', 'Dan', 'Eve'].map((name, id) => ({ id, name }))
    assert.equal(namesText(many), 'Ana, Ben, Cleo and 2 more')
    assert.equal(namesText(many.slice(3)), 'Dan, Eve')
  })

  test('people are counted even if the check does not list all of them', () => {
    const problems = ['Dan', 'Ana', 'Ben', 'Cleo'].map((name, at) =>
      problem('approved_to', 'not_approved', {}, at + 1, name),
    )
    const sum = { field: 'approved_to', blocking: false, problems: 300, people: 300 }
    const found: Found = { problems, problem_sums: [sum] }
    assert.deepEqual(unapprovedIn(found), { count: 300, names: 'Ana, Ben, Cleo and 297 more' })
    assert.deepEqual(unapprovedIn({ problems: [], problem_sums: [] }), { count: 0, names: '' })
    assert.deepEqual(
      lacksOf(found).map(({ setting, people }) => [setting, people]),
      [['Not approved', 300]],
    )
  })

  test('payroll files are checked for programs that are set up', () => {
    assert.equal(isSetUp(null, 'payroll'), true)
    assert.equal(isSetUp({ gusto: {} }, 'gusto'), false)
    assert.equal(isSetUp({ gusto: { columns: { pto: 'x' } } }, 'gusto'), true)
  })
})

test('a long list draws the rows in view and some beyond', () => {
  const cases: [top: number, first: number, end: number][] = [
    [300, 0, 18],
    [-5200, 90, 126],
    [-26_000, 492, 500],
    [2000, 0, 0],
  ]
  for (const [top, first, end] of cases) assert.deepEqual(rowsInView(500, 52, top, 800), { first, end }, String(top))
  assert.deepEqual(rowsInView(500, 96, -5200, 800, 3), { first: 144, end: 216 }, 'in three columns')
  assert.deepEqual(rowsInView(500, 96, -15_000, 800, 3), { first: 450, end: 500 }, 'at the end')
})
