import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Values } from '../../src/engine/table.ts'
import { ask } from '../app_api/ask.ts'
import { download, rowsOf } from '../exports/exporting.ts'
import { onBoth, type TestCompany, TestServer } from '../support/server.ts'

// Rounding as a payroll clerk sees it: one figure in reports, approvals and files, while the punches stay.

const range = { start_date: '2026-03-01', end_date: '2026-03-07' }

onBoth('rounding', (database) => {
  let server: TestServer
  let company: TestCompany
  let user: { id: number; token: string }
  let job: Values
  let projectId: number
  before(async () => {
    server = await TestServer.start(database)
    server.pass(10 * 86400)
    company = await server.company()
    user = await server.user(company)
    job = await server.createOne(company, 'jobcodes', { name: 'Work', assigned_to_all: true })
    const other = await server.createOne(company, 'jobcodes', { name: 'Other work', assigned_to_all: true })
    const day = (start: string, end: string, jobcode_id = job.id) => {
      const at = (clock: string) => `2026-03-02T${clock}-07:00`
      return { user_id: user.id, type: 'regular', jobcode_id, start: at(start), end: at(end) }
    }
    for (const sheet of [day('08:07:00', '12:02:00'), day('12:02:00', '16:53:00', other.id)])
      await server.createOne(company, 'timesheets', sheet)
    projectId = (await server.createOne(company, 'projects', { jobcode_id: job.id })).id
  })
  after(() => server.stop())

  const choose = async (rounding: Values) => {
    const { status, body } = await ask(server, company, 'PUT', '/settings', { settings: { rounding } })
    assert.equal(status, 200, JSON.stringify(body))
  }

  /** Minutes worked in each report and file, and the times in the file of entries. */
  const minutes = async () => {
    const data = { user_ids: user.id, ...range }
    const report = async (name: string) => (await server.post(company, `/reports/${name}`, data)).body.results
    const byJob = (await report('payroll_by_jobcode')).payroll_by_jobcode_report.by_user[user.id]
    const query = `start_date=${range.start_date}&end_date=${range.end_date}`
    const { people } = (await ask(server, company, 'GET', `/approvals?${query}`)).body
    const rows = rowsOf((await download(server, company, `/exports/timesheets?${query}&format=csv`)).body)
    const sum = (values: number[]) => values.reduce((all, each) => all + each, 0) / 60
    const { totals } = (await report('project')).project_report
    const jobs = Object.values<string>(totals.jobcodes).map((hours) => Number(hours) * 3600)
    return {
      byPerson: Math.round(Number(totals.users[user.id]) * 60),
      byGroup: Math.round(Number(totals.groups['0']) * 60),
      projectJobs: Math.round(sum(jobs)),
      payroll: (await report('payroll')).payroll_report[user.id].total_work_seconds / 60,
      byJob: sum(Object.values<Values>(byJob.totals).map((one) => one.total_work_seconds)),
      approvals: people.find((one: Values) => one.user_id === user.id).seconds.work / 60,
      file: sum(rows.map(({ seconds }) => Number(seconds))),
      times: rows.map(({ start, end }) => `${start!.slice(11, 16)}–${end!.slice(11, 16)}`),
    }
  }
  const same = (all: number) => {
    const reports = { payroll: all, byJob: all, byPerson: all, byGroup: all, projectJobs: all }
    return { ...reports, approvals: all, file: all }
  }
  /** Minutes on the project of the first job: in the list, its detail, by person, and in the file. */
  const onProject = async () => {
    const report = (name: string, data: Values) => server.post(company, `/reports/${name}`, data)
    const listed = (await report('project_estimate', { project_ids: projectId })).body.results[projectId]
    const detail = (await report('project_estimate_detail', { project_id: projectId })).body.projects[projectId]
    const query = `start_date=${range.start_date}&end_date=${range.end_date}&format=csv`
    const [row] = rowsOf((await download(server, company, `/exports/projects?${query}`)).body)
    return [
      listed.total_clocked_out_seconds,
      detail.total_tracked_seconds,
      detail.tracked_time.users[user.id].total_tracked_seconds,
      detail.tracked_time.jobcodes[job.id].total_clocked_out_seconds,
      Number(row!.tracked_seconds),
    ].map((seconds) => seconds / 60)
  }
  const punches = ['08:07–12:02', '12:02–16:53']

  test('without rounding, every report and file has the punches', async () => {
    assert.deepEqual(await minutes(), { ...same(526), times: punches })
    assert.deepEqual(await onProject(), Array(5).fill(235))
    assert.deepEqual(await shown(), { installed: 0 })
  })

  test('rounding of starts and ends is the same in payroll, by job, in approvals and in the file', async () => {
    await choose({ minutes: 15, direction: 'nearest', of: 'punches' })
    assert.deepEqual(await minutes(), { ...same(540), times: ['08:00–12:00', '12:00–17:00'] })
    assert.deepEqual(await onProject(), Array(5).fill(240))
    assert.deepEqual(await shown(), { installed: 1 })
  })

  test('rounding of the day changes its total', async () => {
    await choose({ direction: 'down', of: 'day' })
    assert.deepEqual(await minutes(), { ...same(525), times: ['08:07–12:02', '12:02–16:52'] })
    // What the day loses comes off its last entry, on the other job.
    assert.deepEqual(await onProject(), Array(5).fill(235))
    await choose({ direction: 'up', minutes: 15 })
    assert.deepEqual(await onProject(), Array(5).fill(235))
  })

  test('live hours have finished work as it is rounded, the running entry to the second, and neither unpaid breaks nor time off', async () => {
    const worker = await server.user(company)
    const away = await server.createOne(company, 'jobcodes', { name: 'Vacation', type: 'pto', assigned_to_all: true })
    const { body: lunch } = await ask(server, company, 'POST', '/breaks', { name: 'Lunch', type: 'unpaid_break' })
    const at = (clock: string, day = '2026-03-12') => `${day}T${clock}-06:00`
    const sheet = { user_id: worker.id, type: 'regular', jobcode_id: job.id }
    for (const one of [
      { ...sheet, start: at('08:07:00', '2026-03-11'), end: at('12:00:00', '2026-03-11') },
      { ...sheet, start: at('06:54:00'), end: at('07:53:00') },
      { ...sheet, jobcode_id: lunch.id, start: at('07:53:00'), end: at('08:58:30') },
      { user_id: worker.id, type: 'manual', jobcode_id: away.id, date: '2026-03-12', duration: 3600 },
    ])
      await server.createOne(company, 'timesheets', one)
    const running = await server.createOne(company, 'timesheets', { ...sheet, start: at('08:58:30'), end: '' })
    /** Day and week in seconds, from the board; the report has the same day. */
    const live = async () => {
      const { working } = (await ask(server, company, 'GET', '/working')).body
      const row = working.find(({ user_id }: Values) => user_id === worker.id)
      const report = (await server.get(company, '/reports/current_totals')).body.results.current_totals[worker.id]
      assert.equal(report.day_seconds, row.day_seconds)
      return [row.day_seconds, row.week_seconds, row.day_grows]
    }
    await choose({ minutes: 0 })
    assert.deepEqual(await live(), [59 * 60 + 90, (233 + 59) * 60 + 90, true])
    await choose({ minutes: 15, direction: 'nearest', of: 'punches' })
    assert.deepEqual(await live(), [60 * 60 + 90, (240 + 60) * 60 + 90, true])
    await choose({ direction: 'up', of: 'day' })
    assert.deepEqual(await live(), [60 * 60 + 90, (240 + 60) * 60 + 90, true])
    await choose({ direction: 'down' })
    assert.deepEqual(await live(), [45 * 60 + 90, (225 + 45) * 60 + 90, true])
    await server.put(company, '/timesheets', [{ id: running.id, end: at('09:00:00') }])
    assert.deepEqual(await live(), [60 * 60, (225 + 60) * 60, false])
  })

  test('rounding leaves the punches as they are', async () => {
    const sheets = await server.list(company, 'timesheets', `?user_ids=${user.id}&start_date=2026-03-01`)
    assert.deepEqual(
      sheets.map(({ start, end, duration }) => [start.slice(11, 19), end.slice(11, 19), duration]),
      [
        ['08:07:00', '12:02:00', 14_100],
        ['12:02:00', '16:53:00', 17_460],
      ],
    )
  })

  test('rounding to other minutes, in another way, or for one person is refused by name', async () => {
    for (const [rounding, named] of [
      [{ minutes: 7 }, 'rounding.minutes: must be one of 0, 5, 6, 10, 15'],
      [{ minutes: 90 }, 'rounding.minutes: must be one of 0, 5, 6, 10, 15'],
      [{ direction: 'sideways' }, 'rounding.direction: must be one of nearest, up, down'],
      [{ of: 'week' }, 'rounding.of: must be one of punches, day'],
      [{ installed: 1 }, 'rounding.installed: there is no such setting, or it cannot be changed'],
    ] as const) {
      const { status, body } = await ask(server, company, 'PUT', '/settings', { settings: { rounding } })
      assert.equal(status, 417)
      assert.ok(body.error.message.endsWith(named), body.error.message)
    }
    const one = { for: 'user', id: user.id, settings: { rounding: { minutes: 5 } } }
    assert.equal((await ask(server, company, 'PUT', '/settings', one)).status, 417)
  })

  /** The section about rounding in the public API. */
  const shown = async () =>
    (await server.get(company, '/effective_settings')).body.results.effective_settings.rounding.settings
})
