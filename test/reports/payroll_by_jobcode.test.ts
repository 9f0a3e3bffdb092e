import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { gunzipSync, zstdDecompressSync } from 'node:zlib'
import { newUser } from '../../src/company/companies.ts'
import type { Values } from '../../src/engine/table.ts'
import { repeatForEveryone } from '../exports/many.ts'
import { insertSetting, jobcodeRow, seed } from '../support/seed.ts'
import { onBoth, type TestCompany, TestServer } from '../support/server.ts'

const hour = 3600
const range = { start_date: '2026-02-16', end_date: '2026-02-22' }

onBoth('payroll by jobcode', (database) => {
  let server: TestServer
  let company: TestCompany
  let site: Values
  let pause: Values
  let vacation: Values
  before(async () => {
    server = await TestServer.start(database)
    company = await server.company()
    const parent = await server.createOne(company, 'jobcodes', { name: 'Customer' })
    site = await server.createOne(company, 'jobcodes', { name: 'Site', parent_id: parent.id, assigned_to_all: true })
    ;[pause, vacation] = (await seed(server, company.id, 'jobcodes', [
      jobcodeRow({ name: 'Pause', type: 'unpaid_break' }),
      jobcodeRow({ name: 'Vacation', type: 'pto' }),
    ])) as [Values, Values]
  })
  after(() => server.stop())

  const ask = (who: { token: string }, data: unknown) =>
    server.call(who.token, 'POST', '/reports/payroll_by_jobcode', { data })
  const recordTime = (user_id: number, jobcode_id: number, date: string, hours: number) =>
    server.createOne(company, 'timesheets', { user_id, jobcode_id, type: 'manual', date, duration: hours * hour })
  const totals = (jobcode_id: number, re: number, ot: number, pto = 0, more: Values = {}) => ({
    jobcode_id,
    total_re_seconds: re * hour,
    total_ot_seconds: ot * hour,
    total_dt_seconds: 0,
    total_pto_seconds: pto * hour,
    total_work_seconds: (re + ot + pto) * hour,
    overtime_by_rule: ot ? { daily: ot * hour } : {},
    ...more,
  })
  const unpaid = (hours: number) => ({ total_unpaid_seconds: hours * hour })

  test('payroll by jobcode has totals, each person and each day by jobcode, with every field', async () => {
    await insertSetting(server, company.id, 'general', 'daily_overtime', '1')
    const [one, two] = [await server.user(company), await server.user(company)]
    await recordTime(one.id, site.id, '2026-02-16', 9)
    await recordTime(one.id, 0, '2026-02-17', 4)
    await recordTime(one.id, pause.id, '2026-02-17', 1)
    await recordTime(one.id, vacation.id, '2026-02-18', 8)
    await recordTime(two.id, site.id, '2026-02-16', 2)
    await recordTime(two.id, site.id, '2026-02-23', 2)
    const asked = { ...range, advanced_overtime: 'no', user_ids: `${one.id},${two.id}` }
    const { body, text, status } = await ask(company, asked)
    assert.equal(status, 200, text)
    assert.deepEqual(body.results, {
      filters: { ...range, user_ids: [String(one.id), String(two.id)] },
      payroll_by_jobcode_report: {
        totals: {
          0: totals(0, 4, 0),
          [site.id]: totals(site.id, 10, 1),
          [vacation.id]: totals(vacation.id, 0, 0, 8),
        },
        by_user: {
          [one.id]: {
            user_id: one.id,
            totals: {
              0: totals(0, 4, 0),
              [site.id]: totals(site.id, 8, 1),
              [vacation.id]: totals(vacation.id, 0, 0, 8),
            },
            dates: {
              '2026-02-16': { [site.id]: totals(site.id, 8, 1, 0, unpaid(0)) },
              '2026-02-17': {
                0: totals(0, 4, 0, 0, unpaid(0)),
                [pause.id]: totals(pause.id, 0, 0, 0, unpaid(1)),
              },
              '2026-02-18': { [vacation.id]: totals(vacation.id, 0, 0, 8, unpaid(0)) },
            },
          },
          [two.id]: {
            user_id: two.id,
            totals: { [site.id]: totals(site.id, 2, 0) },
            dates: { '2026-02-16': { [site.id]: totals(site.id, 2, 0, 0, unpaid(0)) } },
          },
        },
      },
    })
    assert.deepEqual(Object.keys(body.results), ['filters', 'payroll_by_jobcode_report'], 'in this order')
    const related = body.supplemental_data
    assert.deepEqual(Object.keys(related.users).map(Number), [one.id, two.id])
    assert.deepEqual(
      Object.keys(related.jobcodes).map(Number).sort(),
      [site.parent_id, site.id, pause.id, vacation.id].sort(),
    )
    const query = new URLSearchParams(asked)
    for (const form of [`/reports/payroll_by_jobcode?${query}`, `/reports?report=payroll_by_jobcode&${query}`])
      assert.deepEqual((await server.get(company, form)).body, body, form)
    assert.equal('supplemental_data' in (await ask(company, { ...asked, supplemental_data: 'no' })).body, false)

    const advanced = (await ask(company, { ...asked, advanced_overtime: 'yes' })).body.results.payroll_by_jobcode_report
    const parts = [advanced.totals, advanced.by_user[one.id].totals, advanced.by_user[one.id].dates['2026-02-16']]
    for (const part of parts) {
      assert.deepEqual(part[site.id].overtime_seconds, { 1.5: hour, 2: 0 })
      assert.deepEqual(part[site.id].fixed_rate_seconds, {})
      assert.equal('total_ot_seconds' in part[site.id], false)
    }
    const both = (await ask(company, { ...range })).body.results.payroll_by_jobcode_report.totals[site.id]
    assert.deepEqual([both.total_ot_seconds, both.overtime_seconds], [hour, { 1.5: hour, 2: 0 }])
  })

  test('a long payroll by jobcode is sent as it is read, compressed or not, whole and in order', async () => {
    const other = await server.company(`Many ${database}`)
    const crew = await seed(
      server,
      other.id,
      'users',
      Array.from({ length: 410 }, (_, n) =>
        newUser({ first_name: 'P', last_name: String(n).padStart(4, '0'), username: `p${n}` }),
      ),
    )
    const dates = ['2026-02-16', '2026-02-17', '2026-02-18', '2026-02-19']
    const [job] = await seed(server, other.id, 'jobcodes', [jobcodeRow({ name: 'Site' })])
    const entry = { user_id: other.adminId, type: 'manual', duration: hour }
    const days = dates.flatMap((date) => [0, job!.id].map((jobcode_id) => ({ ...entry, jobcode_id, date })))
    await server.post(other, '/timesheets', days)
    await repeatForEveryone(server, other)
    const data = JSON.stringify({ data: range })
    const whole = await ask(other, range)
    assert.ok(whole.text.length > 1_048_576 && whole.headers['content-length'] === String(whole.text.length))
    const { totals: everyone, by_user } = whole.body.results.payroll_by_jobcode_report
    assert.equal(everyone[0].total_work_seconds, 411 * 4 * hour)
    assert.equal(Object.keys(by_user).length, 411)
    assert.ok(Object.values<Values>(by_user).every(({ dates }) => Object.keys(dates).length === 4))
    assert.equal(Object.keys(whole.body.supplemental_data.users).length, 411)
    const order = [...whole.text.matchAll(/"user_id":(\d+)/g)].map(([, id]) => Number(id))
    assert.deepEqual(order, [...crew.map(({ id }) => id), other.adminId])
    for (const [encoding, unpack] of [
      ['gzip', gunzipSync],
      ['zstd', zstdDecompressSync],
    ] as const) {
      const headers = { authorization: `Bearer ${other.token}`, 'accept-encoding': encoding }
      const url = '/api/v1/reports/payroll_by_jobcode'
      const { rawPayload } = await server.app.inject({ method: 'POST', url, headers, payload: data })
      assert.equal(unpack(rawPayload).toString(), whole.text, encoding)
    }
  })

  test('payroll by jobcode is empty when there is no time', async () => {
    const { body } = await ask(company, { start_date: '2020-01-01', end_date: '2020-01-31', group_ids: [77] })
    assert.deepEqual(body, {
      results: {
        filters: { start_date: '2020-01-01', end_date: '2020-01-31', group_ids: ['77'] },
        payroll_by_jobcode_report: { totals: {}, by_user: {} },
      },
      supplemental_data: {},
    })
  })

  test('payroll by jobcode refuses missing and invalid parameters, and ranges longer than 31 days', async () => {
    assert.equal((await ask(company, { start_date: '2026-01-01', end_date: '2026-01-31' })).status, 200)
    for (const data of [
      0,
      { start_date: '2026-01-01' },
      { start_date: '2026-01-01', end_date: '2026-02-01' },
      { start_date: '2026-02-01', end_date: '2026-01-01' },
      { ...range, start_date: '2026-02-30' },
      { ...range, advanced_overtime: 'perhaps' },
      { ...range, user_ids: 'x' },
      { ...range, user_ids: { a: 1 } },
    ])
      assert.equal((await ask(company, data)).status, 417, JSON.stringify(data))
  })

  test('payroll by jobcode shows employees themselves, managers their group, and everyone to people with reports or approve_timesheets', async () => {
    const manager = await server.user(company)
    const group = await server.createOne(company, 'groups', { name: 'Crew', manager_ids: [manager.id] })
    const member = await server.user(company, { group_id: group.id })
    const reporter = await server.user(company, { permissions: { reports: true } })
    const approver = await server.user(company, { permissions: { approve_timesheets: true } })
    const stranger = await server.company(`Stranger ${database}`)
    for (const { id } of [manager, member, reporter]) await recordTime(id, 0, '2026-02-19', 1)
    const seen = async (who: { token: string }, data: Values = {}) => {
      const { body } = await ask(who, { ...range, ...data })
      return Object.keys(body.results.payroll_by_jobcode_report.by_user).map(Number)
    }
    const sorted = (...ids: number[]) => ids.sort((a, b) => a - b)
    assert.deepEqual(await seen(member), [member.id])
    assert.deepEqual(await seen(member, { user_ids: [manager.id] }), [])
    assert.deepEqual(sorted(...(await seen(manager))), sorted(manager.id, member.id))
    for (const who of [reporter, approver, company]) {
      const all = await seen(who)
      for (const { id } of [manager, member, reporter]) assert.ok(all.includes(id))
    }
    assert.deepEqual(await seen(stranger, { user_ids: [member.id] }), [])
    assert.deepEqual(await seen(company, { group_ids: [group.id] }), [member.id])
  })

  test('payroll by jobcode includes archived people and jobcodes, and no running time', async () => {
    const gone = await server.user(company)
    const old = await server.createOne(company, 'jobcodes', { name: 'Old', assigned_to_all: true })
    await recordTime(gone.id, old.id, '2026-02-20', 3)
    await server.put(company, '/users', [{ id: gone.id, active: false }])
    await server.put(company, '/jobcodes', [{ id: old.id, active: false }])
    const here = await server.user(company)
    const now = new Date(server.now / 1000).toISOString()
    await server.createOne(company, 'timesheets', {
      user_id: here.id,
      jobcode_id: 0,
      type: 'regular',
      start: now,
      end: '',
    })
    const { body } = await ask(company, {
      start_date: '2026-02-20',
      end_date: '2026-03-03',
      user_ids: [gone.id, here.id],
    })
    assert.deepEqual(Object.keys(body.results.payroll_by_jobcode_report.by_user), [String(gone.id)])
    assert.equal(body.supplemental_data.users[gone.id].active, false)
    assert.equal(body.supplemental_data.jobcodes[old.id].active, false)
  })
})
