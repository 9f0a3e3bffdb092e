import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from '../../src/engine/sql.ts'
import type { Values } from '../../src/engine/table.ts'
import { instantOf } from '../../src/rules/time/calendar.ts'
import { ask } from '../app_api/ask.ts'
import { clockhouse, on } from '../cli/command.ts'
import { download, rowsOf } from '../exports/exporting.ts'
import { onEither, type TestCompany, TestServer } from '../support/server.ts'

// A company created by `init` alone pays a person for a week, and the file for payroll has what a clerk calculates by hand:
//
//   Mon Mar 2   8:00–12:00, meal 12:00–12:30, 12:30–17:00   4.0 + 4.5          =  8.5 h
//   Tue Mar 3   9:00–17:00                                                        8.0 h
//   Wed Mar 4   22:00–6:00 on Thursday                      2.0 + 6.0          =  8.0 h
//   Thu Mar 5   holiday                                     8.0 h paid time off
//   Fri Mar 6   8:00–17:00, clocked out on Saturday, then corrected               9.0 h
//   Sat Mar 7   12:00–19:00                                                       7.0 h
//                                                           work               = 40.5 h: 40 regular, 0.5 overtime

const zone = 'America/Denver'
const range = { start_date: '2026-03-01', end_date: '2026-03-07' }

onEither('a company created by init', (database) => {
  let server: TestServer
  let owner: TestCompany
  let worker: { id: number; token: string }
  let job: number
  before(async () => {
    server = await TestServer.start(database)
  })
  after(() => server.stop())

  const run = async (...args: string[]) => {
    const { code, stdout, stderr } = await clockhouse(args, { env: on(server.place), input: 'a long passphrase\n' })
    assert.equal(code, 0, stderr)
    return stdout
  }
  /** Moves the clock to a time in Denver. */
  const goTo = (date: string, clock: string) => {
    const [hours = 0, minutes = 0] = clock.split(':').map(Number)
    server.pass((instantOf(date, hours * 3600 + minutes * 60, zone) - server.now) / 1_000_000)
  }
  const clockIn = (jobcode_id: number): Promise<Values> => {
    const start = new Date(server.now / 1000).toISOString()
    return server.createOne(worker, 'timesheets', { user_id: worker.id, type: 'regular', jobcode_id, start, end: '' })
  }
  const clockOut = async ({ id }: Values) => {
    const { body, text } = await server.put(worker, '/timesheets', [
      { id, end: new Date(server.now / 1000).toISOString() },
    ])
    assert.equal(body.results.timesheets['1']._status_code, 200, text)
  }
  const work = async (date: string, from: string, to: [date: string, clock: string]) => {
    goTo(date, from)
    const sheet = await clockIn(job)
    goTo(...to)
    await clockOut(sheet)
    return sheet
  }

  test('a company is set up at the command line, with breaks, overtime and a holiday', async () => {
    const names = ['--company-name', 'Bakery', '--first-name', 'Ada', '--last-name', 'Baker', '--username', 'ada']
    await run('init', ...names, '--email', 'ada@bakery.example', '--tz', zone, '--password-file', '-')
    const made = sql`select company_id, id as user_id from users where username = 'ada'`
    const { company_id: id, user_id: adminId } = (await server.db.read.get<{ company_id: number; user_id: number }>(
      made,
    ))!
    owner = { id, adminId, token: await server.token(id, adminId) }
    job = (await server.createOne(owner, 'jobcodes', { name: 'Baking', assigned_to_all: true })).id
    const off = await server.createOne(owner, 'jobcodes', { name: 'Holiday pay', type: 'pto', assigned_to_all: true })
    worker = await server.user(owner, { first_name: 'Wanda', last_name: 'Webb', payroll_id: 'W1' })
    await run('overtime', 'set', 'federal')
    const pay = { jobcode_id: off.id, seconds: 8 * 3600, weekends: false }
    const { body } = await ask(server, owner, 'POST', '/holiday_calendars', { name: 'Holidays', pay })
    const holidays = [{ date: '2026-03-05', name: 'Founding Day' }]
    const path = `/holiday_calendars/${body.calendar.id}/holidays`
    assert.equal((await ask(server, owner, 'POST', path, { holidays })).status, 200)
  })

  test('a worker records a meal, a night shift and a holiday', async () => {
    goTo('2026-03-02', '08:00')
    const morning = await clockIn(job)
    goTo('2026-03-02', '12:00')
    await clockOut(morning)
    const [meal] = await server.list(worker, 'jobcodes', '?type=unpaid_break')
    assert.equal(meal!.name, '30-minute unpaid meal')
    const lunch = await clockIn(meal!.id)
    goTo('2026-03-02', '12:30')
    await clockOut(lunch)
    await work('2026-03-02', '12:30', ['2026-03-02', '17:00'])
    await work('2026-03-03', '09:00', ['2026-03-03', '17:00'])
    await work('2026-03-04', '22:00', ['2026-03-05', '06:00'])
    await server.round()
    const holiday = await server.list(
      worker,
      'timesheets',
      '?start_date=2026-03-05&end_date=2026-03-05&jobcode_type=pto',
    )
    assert.deepEqual(
      holiday.map(({ type, duration }) => [type, duration]),
      [['manual', 8 * 3600]],
    )
  })

  test('the owner corrects a forgotten clock-out that its worker reports', async () => {
    const forgotten = await work('2026-03-06', '08:00', ['2026-03-07', '10:00'])
    const proposal = { action: 'change', timesheet_id: forgotten.id, end: '2026-03-06T17:00:00-07:00' }
    const { status, body } = await ask(server, worker, 'POST', '/corrections', { ...proposal, reason: 'I forgot' })
    assert.equal(status, 200, JSON.stringify(body))
    const decided = await ask(server, owner, 'POST', `/corrections/${body.id}/decision`, { decision: 'accept' })
    assert.equal(decided.status, 200, JSON.stringify(decided.body))
    await work('2026-03-07', '12:00', ['2026-03-07', '19:00'])
  })

  test('the file for payroll of approved time has the hours that were calculated by hand', async () => {
    goTo('2026-03-08', '09:00')
    const { body, text } = await server.put(owner, '/users', [{ id: worker.id, approved_to: '2026-03-07' }])
    assert.equal(body.results.users['1']._status_code, 200, text)
    const data = { user_ids: worker.id, ...range }
    const { results } = (await server.post(owner, '/reports/payroll', data)).body
    const { total_re_seconds, total_ot_seconds, total_pto_seconds } = results.payroll_report[worker.id]
    assert.deepEqual([total_re_seconds, total_ot_seconds, total_pto_seconds], [40 * 3600, 1800, 8 * 3600])
    const query = `start_date=${range.start_date}&end_date=${range.end_date}&user_ids=${worker.id}&format=csv`
    const file = rowsOf((await download(server, owner, `/exports/payroll?${query}`)).body)
    assert.deepEqual(
      file.map(({ payroll_id, kind, hours, seconds }) => [payroll_id, kind, hours, seconds]),
      [
        ['W1', 'regular', '40.00', '144000'],
        ['W1', 'overtime', '0.50', '1800'],
        ['W1', 'pto', '8.00', '28800'],
      ],
    )
  })
})
