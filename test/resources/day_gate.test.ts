import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import type { Values } from '../../src/engine/table.ts'
import { insertSetting } from '../support/seed.ts'
import { onBoth } from '../support/server.ts'
import { Crew } from '../support/time_off.ts'

/** From a page of ours. */
const ours = { host: 'time.example.com', origin: 'http://time.example.com', 'sec-fetch-site': 'same-origin' }

// What stands on a day is looked at before time off is added to it. It is Monday, 2 March 2026.
onBoth('the gate for time off', (database) => {
  let crew: Crew
  let worker: { id: number; token: string }
  before(async () => {
    crew = await Crew.start(database)
  })
  after(() => crew.server.stop())
  beforeEach(async () => {
    worker = await crew.server.user(crew.company, { group_id: crew.group.id })
  })

  const ask = (entries: Values[], properties: Values = {}): Promise<Values> =>
    crew.post(worker, 'time_off_requests', { time_off_request_entries: entries, ...properties })
  const approve = (id: number): Promise<Values> =>
    crew.put(crew.manager, 'time_off_requests', { id, status: 'approved' })
  const refused = (result: Values, code: string, status = 417) =>
    assert.deepEqual([result._status_code, result._status_reason?.code], [status, code], JSON.stringify(result))
  const accepted = (result: Values) => assert.equal(result._status_code, 200, JSON.stringify(result))
  const direct = (date: string, more: Values = {}): Values => {
    const sheet = { user_id: worker.id, jobcode_id: crew.vacation.id, type: 'manual', date, duration: 28800 }
    return { ...sheet, ...more }
  }

  test('the same day off cannot be requested twice, whether the first request is pending or approved', async () => {
    const first = await ask([crew.day('2026-11-24')])
    accepted(first)
    refused(await ask([crew.day('2026-11-24')]), 'leave_twice')
    accepted(await approve(first.id))
    const second = await ask([crew.day('2026-11-24')])
    refused(second, 'leave_twice')
    assert.match(second._status_extra, /2026-11-24 has 8 hours of time off already \(timesheet \d+\)/)
    assert.equal((await crew.timesheets(worker)).length, 1)
    const entry = first.time_off_request_entries[0]
    const added = { time_off_request_id: first.id, ...crew.day('2026-11-24') }
    refused(await crew.post(worker, 'time_off_request_entries', added), 'leave_twice')
    accepted(await crew.put(crew.manager, 'time_off_request_entries', { id: entry, status: 'canceled' }))
    accepted(await ask([crew.day('2026-11-24')]))
    refused(await crew.put(crew.manager, 'time_off_request_entries', { id: entry, status: 'pending' }), 'leave_twice')
  })

  test('halves of a day fit together, and other kinds of time off count, too', async () => {
    const { server, company } = crew
    const sick = await server.createOne(company, 'jobcodes', { name: 'Sick', type: 'pto', assigned_to_all: true })
    accepted(await ask([crew.day('2026-11-24', { duration: 14400 })]))
    accepted(await ask([crew.day('2026-11-24', { duration: 14400, jobcode_id: sick.id })]))
    refused(await ask([crew.day('2026-11-24', { duration: 3600, jobcode_id: sick.id })]), 'leave_twice')
    accepted(await ask([crew.morning('2026-11-20')]))
    refused(await ask([crew.morning('2026-11-20', { jobcode_id: sick.id })]), 'leave_twice')
  })

  test('two items or entries of one request cannot ask for the same day', async () => {
    const twice = await ask([crew.day('2026-11-24'), crew.day('2026-11-24')])
    refused(twice, 'leave_twice')
    assert.match(twice._status_extra, /time_off_request_entries\[1\]/)
    const item = { time_off_request_entries: [crew.day('2026-11-25')] }
    const { body } = await crew.server.post(worker, '/time_off_requests', [item, item])
    const statuses = Object.values<Values>(body.results.time_off_requests).map((result) => result._status_code)
    assert.deepEqual(statuses.sort(), [200, 417])
  })

  test('of two requests for one day that arrive at the same time, one is refused', async () => {
    const results = await Promise.all([1, 2, 3].map(() => ask([crew.day('2026-11-24')])))
    assert.deepEqual(results.map((result) => result._status_code).sort(), [200, 417, 417])
    const mine = await crew.server.list(crew.company, 'time_off_requests', `?user_ids=${worker.id}`)
    assert.equal(mine.length, 1)
  })

  test('an approval is refused where time off was entered in the meantime, and where the request is for it', async () => {
    const { id } = await ask([crew.day('2026-11-23'), crew.day('2026-11-24')])
    const { server, company } = crew
    await server.createOne(company, 'timesheets', direct('2026-11-24'))
    const result = await approve(id)
    assert.equal(result._status_code, 417)
    assert.match(result._status_extra, /time off on 2026-11-24: .*same hours twice/)
    assert.equal((await crew.timesheets(worker)).length, 1)
  })

  test('a moved or longer entry is looked at again, a shorter one and one that is denied are not', async () => {
    const { id, time_off_request_entries } = await ask([crew.day('2026-11-23'), crew.day('2026-11-24')])
    const [first] = time_off_request_entries
    const change = (item: Values) => crew.put(crew.manager, 'time_off_request_entries', { id: first, ...item })
    refused(await change({ date: '2026-11-24' }), 'leave_twice')
    accepted(await change({ duration: 14400 }))
    accepted(await approve(id))
    refused(await change({ date: '2026-11-24' }), 'leave_twice')
    accepted(await change({ date: '2026-11-25' }))
    accepted(await change({ duration: 28800 }))
    accepted(await change({ status: 'denied' }))
    accepted(await change({ date: '2026-11-24' }))
    refused(await change({ status: 'pending' }), 'leave_twice')
  })

  test('time off goes by the days and hours of the person, unless a setting allows more', async () => {
    const { server, company } = crew
    const days = ['tue', 'wed', 'thu', 'fri', 'sat'].map((day) => ({ day, hours: day === 'sat' ? 4 : 8 }))
    const own = { scope: 'user', scope_id: worker.id }
    const saturday = '2026-11-28'
    accepted(await ask([crew.day('2026-11-21', { duration: 36000 })]))
    await insertSetting(server, company.id, 'working_pattern', 'days', days, own)
    refused(await ask([crew.day('2026-11-23')]), 'leave_on_day_off')
    const long = await ask([crew.day(saturday)])
    refused(long, 'leave_beyond_day')
    assert.match(long._status_extra, /would have 8 hours of time off, and this person works 4 hours/)
    accepted(await ask([crew.day(saturday, { duration: 14400 })]))
    await insertSetting(server, company.id, 'general', 'time_off_beyond_day', 1, own)
    accepted(await ask([crew.day('2026-11-23')]))
    refused(await ask([crew.day('2026-11-23')]), 'leave_twice')
  })

  test('in a week with published shifts, time off goes by these', async () => {
    const { server, company } = crew
    const [calendar] = await server.list(company, 'schedule_calendars')
    const shift = {
      schedule_calendar_id: calendar!.id,
      start: '2026-11-26T10:00:00-07:00',
      end: '2026-11-26T14:00:00-07:00',
      assigned_user_ids: [worker.id],
      draft: false,
      all_day: false,
      active: true,
    }
    await server.createOne(company, 'schedule_events', shift)
    refused(await ask([crew.day('2026-11-24')]), 'leave_on_day_off')
    refused(await ask([crew.day('2026-11-26')]), 'leave_beyond_day')
    accepted(await ask([crew.day('2026-11-26', { duration: 14400 })]))
    accepted(await ask([crew.day('2026-11-17')]))
  })

  test('a paid holiday takes no paid time off before it is paid, and is not paid where time off stands', async () => {
    const { server, company } = crew
    const console = (method: 'GET' | 'POST', path: string, body?: object) =>
      server.app
        .inject({
          ...{ method, url: `/api/console/${path}`, headers: { authorization: `Bearer ${company.token}` } },
          ...(body && { payload: body }),
        })
        .then((response) => response.json())
    const holiday = await server.createOne(company, 'jobcodes', { name: 'Holiday', type: 'pto', assigned_to_all: true })
    const pay = { jobcode_id: holiday.id, seconds: 28800, weekends: false }
    const days = [
      { date: '2026-03-04', name: 'Founders’ Day' },
      { date: '2026-11-26', name: 'Thanksgiving' },
    ]
    accepted(await ask([crew.day('2026-03-04')]))
    const [request] = await server.list(company, 'time_off_requests', `?user_ids=${worker.id}`)
    accepted(await approve(request!.id))
    const { calendar } = await console('POST', 'holiday_calendars', { name: 'Company', pay })
    await console('POST', `holiday_calendars/${calendar.id}/holidays`, { holidays: days })
    const refusal = await ask([crew.day('2026-11-26')])
    refused(refusal, 'leave_on_holiday')
    assert.match(refusal._status_extra, /2026-11-26 is a paid holiday \(Thanksgiving\)/)
    server.pass(2 * 86400)
    await server.round()
    const off = await server.list(company, 'timesheets', `?user_ids=${worker.id}&start_date=2026-03-01`)
    assert.deepEqual(
      off.map(({ date, jobcode_id }) => [date, jobcode_id]),
      [['2026-03-04', crew.vacation.id]],
    )
    const report = await console('GET', 'approvals?start_date=2026-03-01&end_date=2026-03-07')
    const { exceptions } = report.people.find(({ user_id }: Values) => user_id === worker.id)
    assert.deepEqual(exceptions.map(({ kind, words }: Values) => [kind, words]).slice(-1), [
      ['leave_on_holiday', 'Paid time off on Founders’ Day, a paid holiday'],
    ])
  })

  test('time off that a program enters twice is an issue for the approver, and refused in the app', async () => {
    const { server, company } = crew
    const twice = [direct('2026-03-03'), direct('2026-03-03')]
    const { body } = await server.post(company, '/timesheets', twice)
    const ids = Object.values<Values>(body.results.timesheets).map(({ id, _status_code }) => {
      assert.equal(_status_code, 200)
      return id
    })
    await server.createOne(company, 'timesheets', direct('2026-03-05', { duration: 36000 }))
    const response = await server.app.inject({
      ...{ method: 'GET', url: '/api/console/approvals?start_date=2026-03-01&end_date=2026-03-07' },
      headers: { authorization: `Bearer ${company.token}` },
    })
    const found: Values[] = response.json().people.find(({ user_id }: Values) => user_id === worker.id).exceptions
    // No time is recorded on Monday.
    const exceptions = found.filter(({ kind }) => kind !== 'missing_day')
    assert.deepEqual(
      exceptions.map(({ kind, timesheet_ids, words }: Values) => [kind, timesheet_ids, words]).slice(0, 1),
      [['leave_twice', ids, 'The same hours of time off twice: 16 hours in all']],
    )
    assert.deepEqual(
      exceptions.slice(1).map(({ kind, words }: Values) => [kind, words]),
      [['leave_beyond_day', '10 hours of time off on a day of 8 hours']],
    )
    const cookie = await server.session(company.id, company.adminId)
    const inApp = async (verb: 'POST' | 'PUT', item: Values): Promise<Values> => {
      const { body } = await server.call(undefined, verb, '/timesheets', { data: [item] }, { cookie, ...ours })
      return body.results.timesheets['1']
    }
    refused(await inApp('POST', direct('2026-03-03')), 'leave_twice')
    accepted(await inApp('POST', direct('2026-03-06')))
    refused(await inApp('PUT', { id: ids[0], date: '2026-03-06' }), 'leave_twice', 417)
    accepted(await inApp('PUT', { id: ids[0], duration: 3600 }))
  })
})
