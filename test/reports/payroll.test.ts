import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Values } from '../../src/engine/table.ts'
import { insertSetting, jobcodeRow, seed } from '../support/seed.ts'
import { onBoth, type TestCompany, TestServer } from '../support/server.ts'

onBoth('the payroll report', (database) => {
  let server: TestServer
  let company: TestCompany
  before(async () => {
    server = await TestServer.start(database)
    company = await server.company()
  })
  after(() => server.stop())

  /** Records days of work for a new user and returns the row of the report. */
  const paid = async (who: TestCompany, hours: Record<string, number>, range: Values, more: Values = {}) => {
    const user = await server.user(who, more)
    const items = Object.entries(hours).map(([date, hour]) => ({
      user_id: user.id,
      jobcode_id: 0,
      type: 'manual',
      date,
      duration: hour * 3600,
    }))
    await server.post(who, '/timesheets', items)
    const { body } = await server.call(who.token, 'POST', '/reports/payroll', {
      data: { user_ids: user.id, include_zero_time: 'yes', ...range },
    })
    return { user, row: body.results.payroll_report[user.id], body }
  }
  const week = { start_date: '2026-02-15', end_date: '2026-02-21' }
  const days = (...hours: number[]) => Object.fromEntries(hours.map((hour, index) => [`2026-02-${16 + index}`, hour]))

  test('45 hours in a week are 40 regular hours and 5 of overtime, and all fields have their types', async () => {
    const { user, row, body } = await paid(company, days(9, 9, 9, 9, 9), week)
    assert.deepEqual(row, {
      user_id: user.id,
      client_id: String(company.id),
      ...week,
      total_re_seconds: 40 * 3600,
      total_ot_seconds: 5 * 3600,
      total_dt_seconds: 0,
      total_pto_seconds: 0,
      total_work_seconds: 45 * 3600,
      pto_seconds: {},
      overtime_seconds: { 1.5: 5 * 3600, 2: 0 },
      fixed_rate_seconds: {},
      overtime_by_rule: { weekly: 5 * 3600 },
    })
    assert.equal(body.supplemental_data.users[user.id].id, user.id)
  })

  test('a payroll report that starts in the middle of a week accounts for the days before it', async () => {
    const { row } = await paid(company, days(9, 9, 9, 9, 9), { start_date: '2026-02-20', end_date: '2026-02-20' })
    assert.deepEqual([row.total_re_seconds, row.total_ot_seconds], [4 * 3600, 5 * 3600])
  })

  test('daily overtime and double time are paid if the company has set so, in three zones', async () => {
    for (const zone of ['America/Los_Angeles', 'Europe/Berlin', 'Asia/Kathmandu']) {
      const other = await server.company(`Daily ${zone} ${database}`, zone)
      await insertSetting(server, other.id, 'general', 'daily_overtime', '1')
      await insertSetting(server, other.id, 'general', 'daily_doubletime', '1')
      const { row } = await paid(other, { '2026-02-16': 14 }, week)
      assert.deepEqual(
        [row.total_re_seconds, row.total_ot_seconds, row.total_dt_seconds],
        [8 * 3600, 4 * 3600, 2 * 3600],
        zone,
      )
      const five = await paid(other, days(10, 10, 10, 10, 10), week)
      assert.deepEqual([five.row.total_re_seconds, five.row.total_ot_seconds], [40 * 3600, 10 * 3600], zone)
      const ninth = await paid(other, days(8, 8, 8, 8, 9), week)
      assert.deepEqual([ninth.row.total_re_seconds, ninth.row.total_ot_seconds], [40 * 3600, 3600], zone)
    }
  })

  test('an exempt person has no overtime, paid time off creates none, and unpaid breaks do not count', async () => {
    const exempt = await paid(company, days(10, 10, 10, 10, 10), week, { exempt: true })
    assert.deepEqual([exempt.row.total_re_seconds, exempt.row.total_ot_seconds], [50 * 3600, 0])
    const [vacation, lunch] = await seed(server, company.id, 'jobcodes', [
      jobcodeRow({ name: 'Vacation', type: 'pto' }),
      jobcodeRow({ name: 'Lunch', type: 'unpaid_break' }),
    ])
    const { user } = await paid(company, days(8, 8, 8, 8, 8), week)
    await server.post(company, '/timesheets', [
      { user_id: user.id, jobcode_id: vacation!.id, type: 'manual', date: '2026-02-21', duration: 8 * 3600 },
      { user_id: user.id, jobcode_id: lunch!.id, type: 'manual', date: '2026-02-21', duration: 3600 },
    ])
    const { body } = await server.get(
      company,
      `/reports/payroll?user_ids=${user.id}&start_date=2026-02-15&end_date=2026-02-21`,
    )
    const row = body.results.payroll_report[user.id]
    assert.deepEqual(
      [row.total_re_seconds, row.total_ot_seconds, row.total_pto_seconds, row.total_work_seconds, row.pto_seconds],
      [40 * 3600, 0, 8 * 3600, 48 * 3600, { [vacation!.id]: 8 * 3600 }],
    )
    assert.equal(body.supplemental_data.jobcodes[vacation!.id].type, 'pto')
  })

  test('the payroll report has both overtime formats, accepts all request formats, and refuses invalid requests', async () => {
    const { user } = await paid(company, days(8), week)
    const ask = async (data: unknown) =>
      (await server.call(company.token, 'POST', '/reports/payroll', { data })).body.results.payroll_report[user.id]
    const basic = await ask({ ...week, advanced_overtime: 'no' })
    assert.deepEqual(['total_ot_seconds' in basic, 'overtime_seconds' in basic], [true, false])
    const advanced = await ask({ ...week, advanced_overtime: 'yes', user_ids: [String(user.id)] })
    assert.deepEqual(['total_ot_seconds' in advanced, 'overtime_seconds' in advanced], [false, true])
    const query = `start_date=2026-02-15&end_date=2026-02-21`
    const forms = [
      `/reports/payroll?${query}`,
      `/reports?report=payroll&${query}`,
      `/reports?type=payroll&${query}`,
      `/reports?report_type=payroll&${query}`,
    ]
    for (const form of forms)
      assert.equal(
        (await server.get(company, form)).body.results.payroll_report[user.id].total_re_seconds,
        8 * 3600,
        form,
      )
    for (const data of [
      0,
      [],
      {},
      { start_date: '2026-02-15' },
      { ...week, start_date: '2026-02-30' },
      { start_date: '2026-02-21', end_date: '2026-02-15' },
      'x',
      { ...week, user_ids: { a: 1 } },
    ])
      assert.equal(
        (await server.call(company.token, 'POST', '/reports/payroll', { data })).status,
        417,
        JSON.stringify(data),
      )
    assert.equal((await server.get(company, '/reports?report=astrology')).status, 417)
  })

  test('employees see themselves in the payroll report, and managers their group', async () => {
    const manager = await server.user(company)
    const group = await server.createOne(company, 'groups', { name: 'Payroll crew', manager_ids: [manager.id] })
    const { user } = await paid(company, days(8), week, { group_id: group.id })
    const other = await paid(company, days(8), week)
    const seen = async (who: { token: string }) =>
      Object.keys(
        (await server.call(who.token, 'POST', '/reports/payroll', { data: week })).body.results.payroll_report,
      ).map(Number)
    assert.deepEqual(await seen(manager), [user.id])
    assert.deepEqual(await seen({ token: await server.token(company.id, user.id) }), [user.id])
    assert.ok((await seen(company)).includes(other.user.id))
  })
})
