import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { onBoth, type TestCompany, TestServer } from '../support/server.ts'

onBoth('the current totals report', (database) => {
  let server: TestServer
  let company: TestCompany
  before(async () => {
    server = await TestServer.start(database)
    company = await server.company()
  })
  after(() => server.stop())

  test('the current totals report shows who is on the clock, on which jobcode, and the seconds of the shift and the day', async () => {
    const job = await server.createOne(company, 'jobcodes', { name: 'Site', assigned_to_all: true })
    const group = await server.createOne(company, 'groups', { name: 'Crew' })
    const on = await server.user(company, { first_name: 'Ona', last_name: 'Clock', group_id: group.id })
    const off = await server.user(company, { first_name: 'Off', last_name: 'Duty' })
    await server.post(company, '/timesheets', [
      {
        user_id: on.id,
        jobcode_id: job.id,
        type: 'regular',
        start: '2026-03-02T05:00:00-07:00',
        end: '2026-03-02T06:00:00-07:00',
      },
      { user_id: on.id, jobcode_id: job.id, type: 'regular', start: '2026-03-02T07:30:00-07:00', end: '' },
      { user_id: off.id, jobcode_id: job.id, type: 'manual', date: '2026-03-02', duration: 7200 },
      { user_id: off.id, jobcode_id: job.id, type: 'manual', date: '2026-03-01', duration: 7200 },
    ])
    const [running] = await server.list(company, 'timesheets', '?on_the_clock=yes&start_date=2026-03-01')
    const { body } = await server.call(company.token, 'POST', '/reports/current_totals', {
      data: { on_the_clock: 'both' },
    })
    assert.deepEqual(body.results.current_totals[on.id], {
      user_id: on.id,
      on_the_clock: true,
      timesheet_id: running!.id,
      jobcode_id: job.id,
      group_id: group.id,
      shift_geolocations_available: false,
      shift_seconds: 1800,
      day_seconds: 5400,
    })
    assert.deepEqual(body.results.current_totals[off.id], {
      user_id: off.id,
      on_the_clock: false,
      timesheet_id: null,
      jobcode_id: null,
      group_id: 0,
      shift_geolocations_available: false,
      shift_seconds: 0,
      day_seconds: 7200,
    })
    assert.equal(body.more, false)
    assert.equal(body.supplemental_data.groups['0'].name, '-')
    assert.equal(body.supplemental_data.groups[group.id].name, 'Crew')
    assert.equal(body.supplemental_data.timesheets[running!.id].end, '')
    assert.equal(body.supplemental_data.jobcodes[job.id].name, 'Site')
    assert.equal(body.supplemental_data.users[on.id].first_name, 'Ona')

    server.pass(600)
    const later = await server.call(company.token, 'POST', '/reports/current_totals', { data: 0 })
    assert.equal(later.body.results.current_totals[on.id].shift_seconds, 2400, 'time advances without a write')
    const yes = await server.get(company, '/reports?report=current_totals&on_the_clock=yes')
    assert.deepEqual(Object.keys(yes.body.results.current_totals), [String(on.id)])
  })

  test('the current totals report shows whether locations were reported during the current shift', async () => {
    const boss = await server.company(`Places ${database}`)
    const at = (minutes: number) => new Date(server.now / 1000 + minutes * 60_000).toISOString()
    const [seen, early, off] = [await server.user(boss), await server.user(boss), await server.user(boss)]
    for (const { id } of [seen, early])
      await server.createOne(boss, 'timesheets', {
        user_id: id,
        jobcode_id: 0,
        type: 'regular',
        start: at(-60),
        end: '',
      })
    const sample = { accuracy: 5, altitude: 0, latitude: 43.5, longitude: -116.25 }
    const { body } = await server.post(boss, '/geolocations', [
      { ...sample, user_id: seen.id, created: at(-30) },
      { ...sample, user_id: early.id, created: at(-61) },
      { ...sample, user_id: early.id, created: at(5) },
      { ...sample, user_id: off.id, created: at(-30) },
    ])
    assert.equal(body.results.geolocations['4']._status_code, 200)
    const totals = (await server.get(boss, '/reports/current_totals')).body.results.current_totals
    const available = [seen, early, off].map(({ id }) => totals[id].shift_geolocations_available)
    assert.deepEqual(available, [true, false, false])
  })

  test('the current totals report can be ordered, paginated and filtered, and omits archived people', async () => {
    const boss = await server.company(`Order ${database}`)
    const names = ['Cora', 'Abel', 'Bert']
    for (const first_name of names) await server.user(boss, { first_name })
    const order = async (data: object) => {
      const { text } = await server.call(boss.token, 'POST', '/reports/current_totals', {
        data: { supplemental_data: 'no', ...data },
      })
      return [...text.matchAll(/"user_id":(\d+)/g)].map((match) => Number(match[1]))
    }
    const all = await order({ order_by: 'first_name' })
    assert.equal(all.length, 4)
    assert.deepEqual(await order({ order_by: 'first_name', order_desc: 'true' }), all.toReversed())
    assert.deepEqual(
      [
        ...(await order({ order_by: 'first_name', limit: 3 })),
        ...(await order({ order_by: 'first_name', limit: '3', page: '2' })),
      ],
      all,
    )
    await server.put(boss, '/users', [{ id: all[0], active: false }])
    assert.equal((await order({})).includes(all[0]!), false)
    const employee = { token: await server.token(boss.id, all[2]!) }
    const own = await server.call(employee.token, 'POST', '/reports/current_totals', { data: {} })
    assert.deepEqual(Object.keys(own.body.results.current_totals), [String(all[2])])
    assert.equal(
      (await server.call(boss.token, 'POST', '/reports/current_totals', { data: { order_by: 'shoe size' } })).status,
      417,
    )
  })
})
