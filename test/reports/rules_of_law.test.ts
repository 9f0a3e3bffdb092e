import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import type { Values } from '../../src/engine/table.ts'
import { ask } from '../app_api/ask.ts'
import { onEither, type TestCompany, TestServer } from '../support/server.ts'

// What overtime and break rules pay, as clients see it: each input with the figure that the law gives. The week is that of
// Sunday, February 15, 2026, if not another one is named.

const range = { start_date: '2026-02-15', end_date: '2026-02-21' }
const query = `start_date=${range.start_date}&end_date=${range.end_date}`
const hour = 3600

onEither('rules of law', (database) => {
  let server: TestServer
  let company: TestCompany
  let worker: { id: number; token: string }
  let roof: number
  before(async () => {
    server = await TestServer.start(database)
    server.pass(300 * 86400)
  })
  after(() => server.stop())
  beforeEach(() => open('America/Denver'))

  const open = async (zone: string) => {
    company = await server.company(undefined, zone)
    worker = await server.user(company)
    roof = (await server.createOne(company, 'jobcodes', { name: 'Roof', assigned_to_all: true })).id
  }
  const ok = async (method: 'GET' | 'POST' | 'PUT', path: string, body?: unknown): Promise<Values> => {
    const answer = await ask(server, company, method, path, body)
    assert.equal(answer.status, 200, JSON.stringify(answer.body))
    return answer.body
  }
  const refused = async (body: object, message: RegExp) => {
    const answer = await ask(server, company, 'PUT', '/settings', body)
    assert.equal(answer.status, 417, JSON.stringify(answer.body))
    assert.match(answer.body.error.message, message)
  }
  const general = (settings: Values) => ok('PUT', '/settings', { settings: { general: settings } })
  /** `2026-02-16T08:00` for so many hours. */
  const work = async (start: string, hours: number, offset = '-07:00', jobcode_id = roof) => {
    const from = new Date(`${start}:00${offset}`)
    const end = new Date(from.getTime() + hours * hour * 1000)
    const iso = (at: Date) => `${at.toISOString().slice(0, 19)}+00:00`
    const times = { start: iso(from), end: iso(end) }
    return server.createOne(company, 'timesheets', { user_id: worker.id, jobcode_id, type: 'regular', ...times })
  }
  const paid = async (dates: object = range): Promise<Values> => {
    const { body } = await server.call(company.token, 'POST', '/reports/payroll', { data: dates })
    return body.results.payroll_report[worker.id]
  }
  const hoursByRule = async (dates?: object) => {
    const { overtime_by_rule } = await paid(dates)
    return Object.fromEntries(Object.entries<number>(overtime_by_rule).map(([rule, seconds]) => [rule, seconds / hour]))
  }
  const gross = async () => (await ok('GET', `/gross_pay?${query}`)).people[0]
  const issues = async (): Promise<string[]> => {
    const { people } = await ok('GET', `/approvals?${query}`)
    const { exceptions } = people.find(({ user_id }: Values) => user_id === worker.id)
    return exceptions.map(({ date, words }: Values) => `${date} ${words}`)
  }

  test('a Sunday premium below time and a half is part of the regular rate, whether it replaces or adds', async () => {
    await ok('PUT', '/pay', { data: [{ user_id: worker.id, pay_rate: 20, pay_interval: 'hour' }] })
    for (const day of [15, 16, 17, 18, 19]) await work(`2026-02-${day}T08:00`, 10)
    const weekly = { name: 'weekly', kind: 'weekly', after_hours: 40, multiplier: 1.5 }
    const sunday = { name: 'sunday', kind: 'clock', after_hours: 0, days: ['sun'], start: '00:00', end: '24:00' }
    for (const adds of [false, true]) {
      await ok('PUT', '/settings', { overtime: [weekly, { ...sunday, multiplier: 1.25, ...(adds && { adds }) }] })
      const { gross_cents, regular_rates } = await gross()
      assert.deepEqual([gross_cents, regular_rates.map(({ rate }: Values) => rate)], [115_500, [21]])
    }
    await ok('PUT', '/settings', { overtime: [weekly, { ...sunday, multiplier: 1.5 }] })
    assert.equal((await gross()).gross_cents, 110_000, 'time and a half is no part of it')
  })

  test('the hours of the Australian award are counted once, across midnight', async () => {
    await open('Australia/Sydney')
    await ok('PUT', '/settings', { overtime: 'australia_clerks' })
    await work('2026-02-16T22:00', 5, '+11:00')
    assert.deepEqual(await hoursByRule(), { night: 2, night_double: 3 })
    // The same, whatever dates are asked for.
    const monday = { start_date: '2026-02-16', end_date: '2026-02-16' }
    const tuesday = { start_date: '2026-02-17', end_date: '2026-02-17' }
    assert.deepEqual(await hoursByRule(monday), { night: 2 })
    assert.deepEqual(await hoursByRule(tuesday), { night_double: 3 })
    await work('2026-02-19T14:00', 8, '+11:00')
    await work('2026-02-20T07:00', 8, '+11:00')
    const friday = { start_date: '2026-02-20', end_date: '2026-02-20' }
    assert.deepEqual(await hoursByRule(friday), { rest: 8 }, 'nine hours off duty')
  })

  test('rules that add may meet: all are paid, or only the highest where the company chooses so', async () => {
    const night = { name: 'night', kind: 'clock', after_hours: 0, multiplier: 1.1, start: '22:00', end: '06:00' }
    const sunday = { ...night, name: 'sunday', multiplier: 1.5, days: ['sun'], start: '00:00', end: '24:00' }
    const rules = [
      { ...night, adds: true },
      { ...sunday, adds: true },
    ]
    await ok('PUT', '/settings', { overtime: rules, settings: { general: { shift_boundary: 'split' } } })
    await work('2026-02-15T20:00', 6)
    assert.deepEqual(await hoursByRule(), { sunday: 2, 'night+sunday': 2, night: 2 })
    const { overtime_seconds } = await paid()
    const used = Object.entries<number>(overtime_seconds).filter(([, seconds]) => seconds > 0)
    assert.deepEqual(Object.fromEntries(used), { 1.1: 2 * hour, 1.5: 2 * hour, 1.6: 2 * hour })
    await general({ overtime_stacking: 'highest' })
    assert.deepEqual(await hoursByRule(), { sunday: 4, night: 2 })
    const late = { ...night, name: 'late', after_hours: 2, multiplier: 1.05, adds: true }
    await refused(
      { overtime: [...rules, late] },
      /: overtime: rule late would never add anything: .*night already adds/,
    )
    await general({ overtime_stacking: 'sum' })
    await ok('PUT', '/settings', { overtime: [...rules, late] })
    await refused(
      { settings: { general: { overtime_stacking: 'highest' } } },
      /: general\.overtime_stacking: rule late would never add anything/,
    )
  })

  test('the French rules bring their week, their paid leave and May 1', async () => {
    await open('Europe/Paris')
    await ok('PUT', '/settings', { overtime: 'france' })
    const { settings } = await ok('GET', '/settings')
    assert.deepEqual(
      [settings.general.week_start, settings.general.pto_overtime, settings.general.shift_boundary],
      [1, 1, 'split'],
    )
    const kind = async (name: string) => {
      const made = await server.createOne(company, 'jobcodes', { name, type: 'pto', assigned_to_all: true })
      return made.id as number
    }
    const [leave, sickness] = [await kind('Congés'), await kind('Maladie')]
    const off = (date: string, jobcode_id: number) =>
      server.createOne(company, 'timesheets', {
        ...{ user_id: worker.id, jobcode_id, type: 'manual', date, duration: 7 * hour },
      })
    for (const day of ['16', '23']) {
      await off(`2026-02-${day}`, day === '16' ? leave : sickness)
      for (const next of [1, 2, 3, 4]) await work(`2026-02-${Number(day) + next}T08:00`, 8.5, '+01:00')
    }
    await general({ pto_overtime_jobcodes: String(leave) })
    const week = (start_date: string, end_date: string) => hoursByRule({ start_date, end_date })
    assert.deepEqual(await week('2026-02-16', '2026-02-22'), { weekly_25: 6 })
    assert.deepEqual(await week('2026-02-23', '2026-03-01'), {}, 'sickness does not count')
    await general({ pto_overtime_jobcodes: '' })
    assert.deepEqual(await week('2026-02-23', '2026-03-01'), { weekly_25: 6 }, 'without a choice, all time off counts')
    await refused({ settings: { general: { pto_overtime: 0 } } }, /: general\.pto_overtime: must be 1 with .* france/)
    const copied = { name: 'weekly_25', kind: 'weekly', after_hours: 35, multiplier: 1.25 }
    await ok('PUT', '/settings', { overtime: [copied], settings: { general: { pto_overtime: 0 } } })
    assert.deepEqual(await week('2026-02-16', '2026-02-22'), {}, 'nor does any if the setting is off')
    await ok('PUT', '/settings', { overtime: 'france', settings: { general: { pto_overtime: 1 } } })
    await work('2026-05-01T08:00', 7, '+02:00')
    assert.deepEqual((await paid({ start_date: '2026-04-27', end_date: '2026-05-03' })).total_dt_seconds, 7 * hour)
    const only = (values: Values) => ({ settings: { general: values } })
    await refused(only({ pto_overtime_jobcodes: 'leave' }), /pto_overtime_jobcodes: must be ids of jobcodes/)
    await refused(only({ pto_overtime_jobcodes: String(roof) }), /jobcode \d+ is not paid time off/)
  })

  test('a week that is not that of the French law is refused with its rules', async () => {
    await general({ week_start: 6 })
    await refused({ overtime: 'france' }, /: general\.week_start: must be 1 with the overtime rules france/)
    await refused(
      { overtime: 'france', settings: { general: { week_start: 0 } } },
      /: general\.week_start: must be 1 with the overtime rules france/,
    )
    await ok('PUT', '/settings', { overtime: 'france', settings: { general: { week_start: 1 } } })
  })

  for (const level of ['company', 'group', 'user'] as const)
    test(`what a law decides cannot be set otherwise, whichever comes first: ${level}`, async () => {
      const group = (await server.createOne(company, 'groups', { name: 'Crew' })).id
      const scope = { for: level, ...(level !== 'company' && { id: level === 'group' ? group : worker.id }) }
      const set = (settings: Values) => ({ ...scope, settings: { general: settings } })
      // The rules first.
      await ok('PUT', '/settings', { ...scope, overtime: 'france' })
      await refused(set({ week_start: 6 }), /: general\.week_start: must be 1 with the overtime rules france/)
      await refused(set({ pto_overtime: 0 }), /: general\.pto_overtime: must be 1 with the overtime rules france/)
      await refused(set({ week_start: null }), /: general\.week_start: must be 1 with the overtime rules france/)
      const own = { ...scope, settings: { general: { week_start: 6 } }, overtime: 'federal' }
      await ok('PUT', '/settings', own)
      // The setting first.
      await refused({ ...scope, overtime: 'france' }, /: general\.week_start: must be 1 with the overtime rules france/)
      await refused({ ...own, overtime: 'france' }, /: general\.week_start: must be 1/)
      await ok('PUT', '/settings', { ...set({ week_start: 1 }), overtime: 'france' })
      await ok('PUT', '/settings', {
        ...set({ week_start: 6 }),
        overtime: [{ name: 'own', kind: 'weekly', after_hours: 35, multiplier: 1.25 }],
      })
    })

  test('a pause that ends a shift must be shorter than the rest of the rules that a group or person has from above', async () => {
    await ok('PUT', '/settings', { overtime: 'australia_clerks' })
    const group = (await server.createOne(company, 'groups', { name: 'Crew' })).id
    const pause = { settings: { general: { min_rest_hours: 0, shift_pause_hours: 12 } } }
    for (const scope of [{}, { for: 'group', id: group }, { for: 'user', id: worker.id }])
      await refused(
        { ...scope, ...pause },
        /: general\.shift_pause_hours: must be less than the 10 hours of rest of rule/,
      )
  })

  test('what a law decides holds for the levels below, whichever comes first', async () => {
    const group = (await server.createOne(company, 'groups', { name: 'Crew' })).id
    const ofGroup = (week_start: number | null) => ({ for: 'group', id: group, settings: { general: { week_start } } })
    await ok('PUT', '/settings', ofGroup(6))
    await refused({ overtime: 'france' }, /: general\.week_start: the overtime rules france need 1, and group \d+ has/)
    await ok('PUT', '/settings', ofGroup(null))
    await ok('PUT', '/settings', { overtime: 'france' })
    await refused(ofGroup(6), /: general\.week_start: must be 1 with the overtime rules france/)
    await refused(
      { for: 'user', id: worker.id, settings: { general: { pto_overtime: 0 } } },
      /: general\.pto_overtime: must be 1 with the overtime rules france/,
    )
    await ok('PUT', '/settings', { ...ofGroup(6), overtime: 'federal' })
    await refused(
      { for: 'group', id: group, overtime: null },
      /: general\.week_start: must be 1 with the overtime rules france/,
    )
  })

  test('a meal can be waived up to the hours of its rule; beyond them the answer is kept, and the premium is paid', async () => {
    await ok('PUT', '/break_rules', { rules: 'california_meals', premium: true })
    const answer = async (sheet: number) => {
      const said = { timesheet_id: sheet, answers: [{ rule: 'meal', answer: 'waived' }] }
      const told = await ask(server, { ...company, token: worker.token }, 'POST', '/break_answers', said)
      assert.equal(told.status, 200, JSON.stringify(told.body))
    }
    await answer((await work('2026-02-16T08:00', 6)).id)
    assert.deepEqual([await issues(), (await paid()).break_premium_seconds], [[], { meal: 0, rest: 0 }])
    await answer((await work('2026-02-17T08:00', 8)).id)
    assert.deepEqual(await issues(), [
      '2026-02-17 No meal break of 30 minutes in 8 hours of work; one was due within 5 hours. They waived it, which is not possible in this shift',
    ])
    assert.deepEqual((await paid()).break_premium_seconds, { meal: hour, rest: 0 })
  })

  test('a rest that was missed in Colorado is paid with ten minutes, which count toward overtime', async () => {
    await ok('PUT', '/pay', { data: [{ user_id: worker.id, pay_rate: 20, pay_interval: 'hour' }] })
    await ok('PUT', '/settings', { overtime: 'colorado' })
    await ok('PUT', '/break_rules', { rules: 'colorado', premium: true })
    // Five days of eight hours with a meal and without a rest: 40 h, and two rests a day, which are 1:40.
    for (const day of [16, 17, 18, 19, 20]) {
      await work(`2026-02-${day}T08:00`, 4)
      await work(`2026-02-${day}T12:30`, 4)
    }
    const row = await paid()
    assert.deepEqual(row.break_premium_seconds, { meal: 0, rest: 100 * 60 })
    // On Friday, 33:20 were worked before; so 1:20 of its eight hours are overtime, and its premium is, too.
    assert.deepEqual([row.total_work_seconds, row.total_ot_seconds], [40 * hour, 80 * 60])
    // 41:40 x 20 + 1:40 x 0.5 x 20 = 833.33 + 16.67.
    const { gross_cents, lines } = await gross()
    assert.equal(gross_cents, 85_000)
    assert.deepEqual(
      lines.map(({ kind, multiplier, seconds, amount_cents }: Values) => [
        kind,
        multiplier,
        seconds / 60,
        amount_cents,
      ]),
      [
        ['work', 1, 38 * 60 + 40, 77_333],
        ['work', 1.5, 80, 4000],
        ['break_premium', 1, 80, 2667],
        ['break_premium', 1.5, 20, 1000],
      ],
    )
    const { totals } = await ok('GET', `/exports/payroll/check?${query}`)
    assert.deepEqual([totals.total_seconds, totals.break_premium_seconds], [40 * hour, 100 * 60])
    const days = await ok('GET', `/approvals/days?user_id=${worker.id}&${query}`)
    const shown = days.days.map(({ shown }: Values) => shown.total_seconds / hour)
    assert.deepEqual(shown, [0, 8, 8, 8, 8, 8, 0], 'the hours of approvals are those that were worked')
  })

  test('too long a stretch of work without a break is found anywhere in the day', async () => {
    await ok('PUT', '/break_rules', { rules: 'eu' })
    await work('2026-02-16T08:00', 2)
    await work('2026-02-16T10:30', 6.25)
    await work('2026-02-17T08:00', 2)
    await work('2026-02-17T10:30', 6)
    assert.deepEqual(await issues(), [
      '2026-02-16 6 hours 15 minutes of work without a break; there must be one within 6 hours',
    ])
  })

  test('the pause that ends a shift also divides the shifts for breaks', async () => {
    await ok('PUT', '/break_rules', { rules: 'massachusetts' })
    await general({ min_rest_hours: 0 })
    await work('2026-02-16T06:00', 4)
    await work('2026-02-16T13:00', 4)
    assert.doesNotMatch(String(await issues()), /meal break/i)
    await work('2026-02-17T06:00', 6.5)
    await work('2026-02-17T18:00', 4)
    const missed = /2026-02-17 No meal break/
    assert.match(String(await issues()), missed)
    await general({ shift_pause_hours: 6 })
    assert.doesNotMatch(String(await issues()), /No meal break/, 'the pause of five and a half hours is a break')
    assert.match(String(await issues()), /2026-02-17 The meal break began after 6 hours 30 minutes/)
  })
})
