import assert from 'node:assert/strict'
import { test } from 'node:test'
import { accrue, type Line, type Policy } from '../../src/rules/time/accruals.ts'

const hour = 3600
const yearly: Policy = { every: 'year', seconds: 80 * hour, per_worked: 0, turn: '01-01', cap: -1, carry_over: -1 }
const sick: Policy = { ...yearly, every: 'worked', seconds: hour, per_worked: 30 * hour }
const employee = { hire_date: '2020-02-29', term_date: '0000-00-00' }
const settings = { payroll_type: 'weekly', payroll_end_date: '2026-01-03' }
const nothing = { lines: [], taken: [], worked: [] }
const range = (after: string, to: string) => ({ after, to })
const brief = (lines: Line[]) => lines.map(({ date, seconds }) => [date, seconds / hour])
const line = (date: string, hours: number, key = `adjusted ${date}`): Line => ({
  key,
  date,
  seconds: hours * hour,
  worked: 0,
  reason: '',
})

test('a yearly grant is added on its day, once, for each person employed then', () => {
  const granted = (person = employee, to = '2026-06-30') =>
    brief(accrue(yearly, person, nothing, range('2023-12-31', to), settings))
  assert.deepEqual(granted(), [
    ['2024-01-01', 80],
    ['2025-01-01', 80],
    ['2026-01-01', 80],
  ])
  assert.deepEqual(granted({ hire_date: '2025-01-01', term_date: '2025-12-31' }), [['2025-01-01', 80]])
  assert.deepEqual(granted({ hire_date: '2025-01-02', term_date: '2026-01-01' }), [['2026-01-01', 80]])
  assert.deepEqual(granted(employee, '2023-12-31'), [])
  const lines = accrue(yearly, employee, nothing, range('2023-12-31', '2026-06-30'), settings)
  assert.deepEqual(accrue(yearly, employee, { ...nothing, lines }, range('2023-12-31', '2026-06-30'), settings), [])
  const fiscal = accrue({ ...yearly, turn: '07-01' }, employee, nothing, range('2025-01-01', '2026-06-30'), settings)
  assert.deepEqual(brief(fiscal), [['2025-07-01', 80]])
})

test('an anniversary grant is due on the hire date, or on February 28 in years without a February 29', () => {
  const policy: Policy = { ...yearly, every: 'anniversary' }
  const lines = accrue(policy, employee, nothing, range('2020-01-01', '2024-12-31'), settings)
  assert.deepEqual(
    lines.map(({ date }) => date),
    ['2021-02-28', '2022-02-28', '2023-02-28', '2024-02-29'],
  )
  const undated = { hire_date: '0000-00-00', term_date: '0000-00-00' }
  assert.deepEqual(accrue(policy, undated, nothing, range('2020-01-01', '2024-12-31'), settings), [])
})

test('a grant per pay period is added on the day after the period ends', () => {
  const policy: Policy = { ...yearly, every: 'period', seconds: 2 * hour }
  const granted = (to: string) => brief(accrue(policy, employee, nothing, range('2026-01-03', to), settings))
  assert.deepEqual(granted('2026-01-10'), [['2026-01-04', 2]])
  assert.deepEqual(granted('2026-01-18'), [
    ['2026-01-04', 2],
    ['2026-01-11', 2],
    ['2026-01-18', 2],
  ])
})

test('a policy by hours worked grants an hour for every 30, also for late entries, and takes back those of deleted time', () => {
  const worked = [
    { date: '2026-01-05', seconds: 30 * hour },
    { date: '2026-01-11', seconds: 500 * hour },
  ]
  const first = accrue(sick, employee, { ...nothing, worked }, range('2026-01-04', '2026-01-11'), settings)
  assert.deepEqual(
    first.map(({ key, seconds, worked }) => [key, seconds, worked]),
    [['worked 2026-01-04 2026-01-10', hour, 30 * hour]],
  )
  const later = [
    { date: '2026-01-02', seconds: 90 * hour },
    { date: '2026-01-05', seconds: 60 * hour },
    { date: '2026-01-12', seconds: 15 * hour },
  ]
  const second = accrue(
    sick,
    employee,
    { lines: first, taken: [], worked: later },
    range('2026-01-11', '2026-01-18'),
    settings,
  )
  assert.deepEqual(brief(second), [['2026-01-18', 1.5]], 'what was before the first period is not counted')
  const less = accrue(
    sick,
    employee,
    { lines: first, taken: [], worked: [] },
    range('2026-01-11', '2026-01-18'),
    settings,
  )
  assert.deepEqual(brief(less), [['2026-01-18', -1]])
})

test('time worked while no policy applied never earns time off; late entries for a time when one applied do', () => {
  const counting = (lines: Line[], worked: { date: string; seconds: number }[], after: string, to: string) =>
    accrue(sick, employee, { lines, taken: [], worked }, range(after, to), settings)
  const worked = [
    { date: '2026-01-05', seconds: 30 * hour },
    { date: '2026-03-03', seconds: 300 * hour },
    { date: '2026-05-05', seconds: 30 * hour },
  ]
  const before = counting([], worked, '2026-01-04', '2026-01-18')
  assert.deepEqual(
    before.map(({ key, worked }) => [key, worked]),
    [
      ['worked 2026-01-04 2026-01-10', 30 * hour],
      ['worked 2026-01-11 2026-01-17', 0],
    ],
  )
  assert.deepEqual(brief(counting(before, worked, '2026-05-04', '2026-05-10')), [['2026-05-10', 1]])
  const late = [...worked, { date: '2026-01-12', seconds: 60 * hour }]
  assert.deepEqual(brief(counting(before, late, '2026-05-04', '2026-05-10')), [['2026-05-10', 3]])
})

test('an anniversary grant is added once, even if the hire date is corrected later', () => {
  const policy: Policy = { ...yearly, every: 'anniversary' }
  const lines = accrue(
    policy,
    { ...employee, hire_date: '2023-03-10' },
    nothing,
    range('2026-03-01', '2026-03-15'),
    settings,
  )
  assert.deepEqual(brief(lines), [['2026-03-10', 80]])
  const granted = (hire_date: string) =>
    brief(
      accrue(policy, { ...employee, hire_date }, { ...nothing, lines }, range('2026-03-15', '2027-03-31'), settings),
    )
  assert.deepEqual(granted('2023-03-20'), [['2027-03-20', 80]])
})

test('a grant does not raise a balance above its cap, and time taken leaves room for more', () => {
  const policy = { ...yearly, cap: 100 * hour }
  const granted = (lines: Line[], taken: { date: string; seconds: number }[] = []) =>
    brief(accrue(policy, employee, { lines, taken, worked: [] }, range('2025-12-31', '2026-01-01'), settings))
  assert.deepEqual(granted([line('2025-05-01', 50)]), [['2026-01-01', 50]])
  assert.deepEqual(granted([line('2025-05-01', 150)]), [])
  assert.deepEqual(granted([line('2025-05-01', 50)], [{ date: '2025-12-31', seconds: 20 * hour }]), [
    ['2026-01-01', 70],
  ])
  assert.deepEqual(granted([line('2025-05-01', 50)], [{ date: '2026-01-01', seconds: 20 * hour }]), [
    ['2026-01-01', 50],
  ])
})

test('hours above the carry-over limit expire when the year begins, whenever accruals are calculated', () => {
  const policy = { ...yearly, carry_over: 40 * hour }
  const lines = [line('2025-05-01', 100)]
  const taken = [
    { date: '2025-12-01', seconds: 10 * hour },
    { date: '2026-01-05', seconds: 30 * hour },
  ]
  for (const to of ['2026-01-01', '2026-03-01'])
    assert.deepEqual(brief(accrue(policy, employee, { lines, taken, worked: [] }, range('2025-12-31', to), settings)), [
      ['2026-01-01', -50],
      ['2026-01-01', 80],
    ])
  const poor = accrue(
    policy,
    employee,
    { lines: [line('2025-05-01', -5)], taken, worked: [] },
    range('2025-12-31', '2026-01-01'),
    settings,
  )
  assert.deepEqual(brief(poor), [['2026-01-01', 80]])
})

test('a part-timer gets their full-time share of a fixed grant, and what they work for of one by hours', () => {
  const person = { ...employee, shareOn: (date: string) => (date < '2026-01-11' ? 0.5 : 0.75) }
  const period: Policy = { ...yearly, every: 'period', seconds: 4 * hour }
  assert.deepEqual(brief(accrue(period, person, nothing, range('2026-01-03', '2026-01-18'), settings)), [
    ['2026-01-04', 2],
    ['2026-01-11', 2],
    ['2026-01-18', 3],
  ])
  assert.deepEqual(brief(accrue(yearly, person, nothing, range('2025-12-31', '2026-01-01'), settings)), [
    ['2026-01-01', 40],
  ])
  const worked = [{ date: '2026-01-05', seconds: 60 * hour }]
  assert.deepEqual(brief(accrue(sick, person, { ...nothing, worked }, range('2026-01-03', '2026-01-11'), settings)), [
    ['2026-01-04', 0],
    ['2026-01-11', 2],
  ])
})
