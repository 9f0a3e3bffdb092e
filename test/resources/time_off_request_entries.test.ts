import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Values } from '../../src/engine/table.ts'
import { addDays } from '../../src/rules/time/calendar.ts'
import { jobcodeRow, seed } from '../support/seed.ts'
import { onBoth } from '../support/server.ts'
import { Crew } from '../support/time_off.ts'

const name = 'time_off_request_entries'

onBoth(name, (database) => {
  let crew: Crew
  before(async () => {
    crew = await Crew.start(database)
  })
  after(() => crew.server.stop())

  const refused = (result: Values, status: number, reason: RegExp) => {
    assert.equal(result._status_code, status, JSON.stringify(result))
    assert.match(result._status_extra, reason)
  }
  const put = (who: { token: string }, item: Values) => crew.put(who, name, item)
  const first = (request: Values): number => request.time_off_request_entries[0]

  test('entries are added to a request as documented, keyed by id', async () => {
    const { server, worker, vacation } = crew
    const request = await crew.request([crew.day('2026-04-09')], { time_off_request_notes: [{ note: 'Family visit' }] })
    server.pass(60)
    const item = { time_off_request_id: request.id, ...crew.morning('2026-04-10') }
    const answer = await server.post(worker, `/${name}`, [item, {}])
    const [position, key] = Object.keys(answer.body.results[name])
    assert.equal(position, '2')
    const stamps = { created: '2026-03-02T15:01:00+00:00', last_modified: '2026-03-02T15:01:00+00:00' }
    assert.deepEqual(answer.body.results[name][key!], {
      _status_code: 200,
      _status_message: 'Created',
      id: Number(key),
      time_off_request_id: request.id,
      status: 'pending',
      approver_user_id: 0,
      date: '2026-04-10',
      entry_method: 'regular',
      duration: 14400,
      start_time: '2026-04-10T08:00:00-06:00',
      end_time: '2026-04-10T12:00:00-06:00',
      tz_string: 'America/Denver',
      jobcode_id: vacation.id,
      user_id: worker.id,
      approved_timesheet_id: 0,
      active: true,
      ...stamps,
    })
    const { time_off_requests, jobcodes, users } = answer.body.supplemental_data
    assert.deepEqual(time_off_requests, {
      [request.id]: {
        id: request.id,
        user_id: worker.id,
        time_off_request_notes: request.time_off_request_notes,
        time_off_request_entries: [first(request), Number(key)],
        status: 'pending',
        active: true,
        created: '2026-03-02T15:00:00+00:00',
        last_modified: '2026-03-02T15:01:00+00:00',
      },
    })
    assert.deepEqual([Object.keys(jobcodes), Object.keys(users)], [[String(vacation.id)], [String(worker.id)]])
    const approved = await crew.put(crew.manager, name, { id: Number(key), status: 'approved' })
    assert.deepEqual([approved.status, approved.approver_user_id], ['approved', crew.manager.id])
    assert.ok(approved.supplemental.users[crew.manager.id])
  })

  test('a listing of entries needs at least one filter, and each filter finds its entries', async () => {
    const { server, company, manager, worker, approver, colleague } = crew
    for (const query of ['', '?limit=5', '?page=1&per_page=5', '?supplemental_data=no'])
      assert.equal((await server.get(company, `/${name}${query}`)).status, 417)
    const created = await crew.request([
      crew.day('2026-10-05'),
      crew.morning('2026-10-06', { start_time: '2026-10-06T08:00:00-06:00', end_time: '2026-10-06T12:00:00-06:00' }),
      crew.day('2026-10-07'),
    ])
    const [a, b, c] = created.time_off_request_entries
    await put(approver, { id: b, status: 'denied' })
    await put(company, { id: c, active: false })
    const ids = async (query: string, who: { token: string } = company) =>
      (await server.list(who, name, `?time_off_request_ids=${created.id}&${query}`)).map(({ id }) => id)
    assert.deepEqual(await ids(''), [a, b, c], 'archived ones are listed')
    assert.deepEqual(await ids(`ids=${a},${c}`), [a, c])
    assert.deepEqual(await ids(`approver_user_ids=${approver.id}`), [b])
    assert.deepEqual(await ids(`user_ids=${worker.id}`), [a, b, c])
    assert.deepEqual(await ids(`user_ids=${manager.id}`), [])
    assert.deepEqual(await ids('status=denied'), [b])
    assert.deepEqual(await ids('status=canceled'), [c])
    assert.deepEqual(await ids('date=2026-10-06'), [b])
    assert.deepEqual(await ids(`jobcode_ids=${crew.vacation.id}`), [a, b, c])
    assert.deepEqual(await ids('start_time=2026-10-06T08:00:00-06:00'), [b, c])
    assert.deepEqual(await ids('end_time=2026-10-06T08:00:00-06:00'), [a, b], 'the start_time applies')
    assert.deepEqual(await ids('end_time=2026-10-05T23:59:58-06:00'), [a])
    assert.deepEqual(await ids('start_time=2026-10-05T00:00:00-06:00&end_time=2026-10-05T00:00:00-06:00'), [a])
    assert.equal((await server.get(company, `/${name}?status=all`)).status, 417)
    for (const [who, sees] of [
      [worker, 3],
      [manager, 3],
      [approver, 3],
      [colleague, 0],
    ] as const)
      assert.equal((await ids('', who)).length, sees)
  })

  test('a manual entry lasts the whole local day, even with a clock change', async () => {
    const created = await crew.request([crew.day('2026-03-08'), crew.day('2026-11-01')])
    const times = []
    for (const id of created.time_off_request_entries) {
      const { start_time, end_time } = await crew.entry(id)
      times.push(start_time, end_time)
    }
    assert.deepEqual(times, [
      '2026-03-08T00:00:00-07:00',
      '2026-03-08T23:59:59-06:00',
      '2026-11-01T00:00:00-06:00',
      '2026-11-01T23:59:59-07:00',
    ])
    await crew.put(crew.worker, 'time_off_requests', { id: created.id, status: 'canceled' })
    const { id } = await crew.request([
      crew.morning('2026-11-01', {
        start_time: '2026-11-01T01:30:00-06:00',
        end_time: '2026-11-01T01:30:00-07:00',
        duration: '',
      }),
    ])
    assert.equal((await crew.entry(first(await crew.record(id)))).duration, 3600)
  })

  test('the duration of a regular entry is calculated or shorter, and a manual one needs a date and a duration', async () => {
    const { worker } = crew
    const { id: time_off_request_id } = await crew.request([crew.day('2026-04-20')])
    const post = (item: Values) => crew.post(worker, name, { time_off_request_id, ...item })
    const { duration: _, ...morning } = crew.morning('2026-04-21')
    assert.equal((await post(morning)).duration, 14400)
    assert.equal((await post({ ...crew.morning('2026-04-22'), duration: 10800 })).duration, 10800)
    const third = { ...crew.morning('2026-04-23'), date: '2020-01-01' }
    assert.equal((await post(third)).date, '2026-04-23', 'the date follows the start')
    const { date: __, ...dateless } = crew.day('2026-04-21')
    const { duration: ___, ...endless } = crew.day('2026-04-21')
    for (const [item, reason] of [
      [{ ...morning, duration: 14401 }, /duration must be at most 14400/],
      [{ ...morning, end_time: morning.start_time }, /end_time: end must be after start/],
      [{ ...morning, end_time: '2026-04-29T12:00:00-06:00' }, /longer than 7 days/],
      [{ ...morning, start_time: '' }, /start_time is required/],
      [{ ...morning, end_time: undefined }, /end_time is required/],
      [dateless, /date is required/],
      [endless, /duration is required/],
      [{ ...dateless, date: '1899-12-31' }, /date must be between/],
      [crew.day('2026-04-21', { duration: 86401 }), /duration/],
      [crew.day('2026-04-21', { jobcode_id: 0 }), /jobcode_id/],
      [crew.day('2026-04-21', { approved_timesheet_id: 5 }), /Invalid params: approved_timesheet_id/],
      [crew.day('2026-04-21', { status: 'denied' }), /status/],
      [crew.day('2026-04-21', { active: false }), /active/],
      [crew.day('2026-04-21', { user_id: 999999999 }), /user_id/],
    ] as const)
      refused(await post(item), 417, reason)
    const [pause] = await seed(crew.server, crew.company.id, 'jobcodes', [
      jobcodeRow({ name: 'Lunch', type: 'unpaid_break' }),
    ])
    refused(await post(crew.day('2026-04-21', { jobcode_id: pause!.id })), 417, /must not be a break/)
    refused(await post(crew.day('2026-04-21', { user_id: crew.colleague.id })), 403, /may not/)
    // The answer is the same whether or not another person's request exists.
    for (const [who, id] of [
      [crew.colleague, time_off_request_id],
      [crew.colleague, 999999999],
      [worker, 999999999],
    ] as const)
      refused(
        await crew.post(who, name, { time_off_request_id: id, ...crew.day('2026-04-21') }),
        403,
        new RegExp(`^time_off_request_id: you may not add entries to request ${id}$`),
      )
    const unknown = crew.day('2026-04-21', { time_off_request_id: 999999999 })
    for (const who of [crew.company, crew.approver])
      refused(await crew.post(who, name, unknown), 417, /^time_off_request_id: there is no request/)
    const days = Array.from({ length: 100 }, (_, index) => crew.day(addDays('2027-04-22', index)))
    const tooMany = await crew.request(days)
    refused(await post({ ...crew.day('2027-04-21'), time_off_request_id: tooMany.id }), 417, /at most 100/)
  })

  test('an entry can be decided by itself, and the request follows it', async () => {
    const { manager, worker } = crew
    const created = await crew.request([crew.day('2026-05-18'), crew.day('2026-05-19')])
    const [a, b] = created.time_off_request_entries
    const statuses = async () => (await crew.record(created.id)).status
    await put(manager, { id: a, status: 'approved' })
    assert.equal(await statuses(), 'pending', 'while one is open')
    assert.equal((await crew.timesheets()).filter(({ date }) => date === '2026-05-18').length, 1)
    await put(manager, { id: b, status: 'denied' })
    assert.equal(await statuses(), 'approved', 'when any is approved')
    refused(await put(worker, { id: a, status: 'canceled' }), 403, /status/)
    refused(await put(manager, { id: b, status: 'approved' }), 417, /status/)
    const archived = await put(crew.company, { id: a, active: false })
    assert.deepEqual(
      [archived.status, archived.approver_user_id, archived.approved_timesheet_id, archived.active],
      ['canceled', crew.company.adminId, 0, false],
    )
    const record = await crew.record(created.id)
    assert.deepEqual([record.time_off_request_entries, record.status], [[b], 'denied'])
    assert.equal((await crew.timesheets()).filter(({ date }) => date === '2026-05-18').length, 0)
    refused(await put(manager, { id: a, duration: 60 }), 417, /archived/)
    const { body } = await crew.server.get(crew.company, `/notifications?user_id=${worker.id}&limit=200`)
    const texts = Object.values<Values>(body.results.notifications).map(({ message }) => message)
    assert.ok(texts.includes('Your time off on 2026-05-18 is approved.'))
    assert.ok(texts.includes('Your time off on 2026-05-19 is denied.'))
  })

  test('an approved entry is changed with its timesheet, by approvers', async () => {
    const { manager, worker, approver } = crew
    const created = await crew.request([crew.day('2026-06-01'), crew.morning('2026-06-02')])
    const [a, b] = created.time_off_request_entries
    refused(await put(worker, { id: a, status: 'approved' }), 403, /status/)
    assert.equal((await put(worker, { id: a, duration: 7200 })).duration, 7200, 'its owner may while it is open')
    await crew.put(manager, 'time_off_requests', { id: created.id, status: 'approved' })
    const before = await crew.balance()
    refused(await put(worker, { id: a, duration: 3600 }), 417, /may approve/)
    const changed = await put(approver, { id: a, duration: 3600, date: '2026-06-03' })
    assert.deepEqual(
      [changed.status, changed.duration, changed.start_time],
      ['approved', 3600, '2026-06-03T00:00:00-06:00'],
    )
    const [sheet] = (await crew.timesheets()).filter(({ id }) => id === changed.approved_timesheet_id)
    assert.deepEqual([sheet!.date, sheet!.duration, sheet!.start], ['2026-06-03', 3600, '2026-06-03T08:00:00-06:00'])
    assert.equal(await crew.balance(), before + 3600)
    const moved = await put(manager, { id: b, end_time: '2026-06-02T13:00:00-06:00' })
    assert.equal(moved.duration, 18000, 'it keeps its full length')
    assert.equal(
      (await crew.timesheets()).find(({ id }) => id === moved.approved_timesheet_id)!.end,
      '2026-06-02T13:00:00-06:00',
    )
    const work = { user_id: worker.id, jobcode_id: 0, type: 'regular' }
    const times = { start: '2026-06-02T14:00:00-06:00', end: '2026-06-02T15:00:00-06:00' }
    await crew.server.createOne(crew.company, 'timesheets', { ...work, ...times })
    refused(await put(manager, { id: b, end_time: '2026-06-02T14:30:00-06:00' }), 417, /overlaps/)
    refused(await put(manager, { id: b, entry_method: 'manual', date: '2026-06-02' }), 417, /entry_method/)
    const added = await crew.post(manager, name, { time_off_request_id: created.id, ...crew.day('2026-06-04') })
    assert.deepEqual([added.status, added.approved_timesheet_id > 0], ['approved', true])
    const asked = await crew.post(worker, name, { time_off_request_id: created.id, ...crew.day('2026-06-05') })
    assert.equal(asked.status, 'pending')
    assert.equal((await crew.record(created.id)).status, 'pending')
  })

  test('an entry whose timesheet was deleted directly is canceled, and a split timesheet is deleted as a whole', async () => {
    const { manager, company, server } = crew
    const created = await crew.request([crew.day('2026-06-15'), crew.morning('2026-06-16')])
    await crew.put(manager, 'time_off_requests', { id: created.id, status: 'approved' })
    const [a, b] = created.time_off_request_entries
    const before = await crew.balance()
    const sheet = (await crew.entry(a)).approved_timesheet_id
    await server.put(company, '/timesheets', [{ id: sheet, duration: 3600 }])
    assert.equal(await crew.balance(), before + 25200, 'the timesheet counts, not the request')
    assert.equal((await crew.entry(a)).duration, 28800)
    await server.delete(company, `/timesheets?ids=${sheet}`)
    assert.deepEqual([(await crew.entry(a)).approved_timesheet_id, (await crew.entry(a)).status], [0, 'canceled'])
    assert.equal((await crew.record(created.id)).status, 'approved', 'the other day still is')
    assert.equal((await put(manager, { id: a, duration: 60 }))._status_code, 200, 'there is no timesheet to change')
    const [pause] = await seed(server, company.id, 'jobcodes', [jobcodeRow({ name: 'Rest', type: 'paid_break' })])
    const rest = { user_id: crew.worker.id, jobcode_id: pause!.id, type: 'regular' }
    const times = { start: '2026-06-16T09:00:00-06:00', end: '2026-06-16T09:15:00-06:00' }
    const { body } = await server.post(company, '/timesheets', [{ ...rest, ...times }])
    assert.equal(body.results.timesheets['1']._status_code, 201)
    const canceled = await put(manager, { id: b, status: 'canceled' })
    assert.equal(canceled._status_code, 200, canceled._status_extra)
    assert.deepEqual(
      (await crew.timesheets()).filter(({ date }) => date >= '2026-06-15' && date < '2026-06-20'),
      [],
    )
  })

  test('approved time off follows its timesheet to another day and kind, and is canceled once that is work', async () => {
    const { manager, company, server, worker } = crew
    const sick = await server.createOne(company, 'jobcodes', { name: 'Sick', type: 'pto', assigned_to_all: true })
    const site = await server.createOne(company, 'jobcodes', { name: 'Site', assigned_to_all: true })
    const created = await crew.request([crew.day('2026-06-24'), crew.morning('2026-06-25')])
    await crew.put(manager, 'time_off_requests', { id: created.id, status: 'approved' })
    const [a, b] = created.time_off_request_entries
    const [whole, morning] = [await crew.entry(a), await crew.entry(b)].map((entry) => entry.approved_timesheet_id)
    await server.put(company, '/timesheets', [{ id: whole, date: '2026-06-26', jobcode_id: sick.id }])
    const moved = await crew.entry(a)
    assert.deepEqual(
      [moved.status, moved.date, moved.start_time.slice(0, 16), moved.jobcode_id, moved.approved_timesheet_id],
      ['approved', '2026-06-26', '2026-06-26T00:00', sick.id, whole],
    )
    const times = { start: '2026-06-25T09:00:00-06:00', end: '2026-06-25T11:00:00-06:00' }
    await server.put(company, '/timesheets', [{ id: morning, ...times }])
    const later = await crew.entry(b)
    assert.deepEqual([later.start_time, later.end_time, later.duration], [times.start, times.end, 7200])
    const before = await crew.balance()
    await server.put(company, '/timesheets', [{ id: morning, jobcode_id: site.id }])
    const gone = await crew.entry(b)
    assert.deepEqual([gone.status, gone.approved_timesheet_id], ['canceled', 0])
    assert.equal(await crew.balance(), before + 7200)
    assert.equal((await crew.record(created.id)).status, 'approved')
    await server.delete(company, `/timesheets?ids=${whole}`)
    assert.equal((await crew.record(created.id)).status, 'canceled')
    assert.equal((await server.list(company, 'timesheets', `?ids=${morning}`)).length, 1, 'the work stays')
    assert.equal((await put(worker, { id: a, active: false }))._status_code, 403)
  })

  test('entries can move between requests of one person while they are open', async () => {
    const { worker, manager, colleague } = crew
    const from = await crew.request([crew.day('2026-07-20'), crew.day('2026-07-21')])
    const to = await crew.request([crew.day('2026-07-22')])
    const theirs = await crew.request([crew.day('2026-07-22')], {}, colleague)
    const [id, rest] = from.time_off_request_entries
    assert.equal((await put(worker, { id, time_off_request_id: to.id })).time_off_request_id, to.id)
    assert.deepEqual((await crew.record(from.id)).time_off_request_entries, [rest])
    assert.deepEqual((await crew.record(to.id)).time_off_request_entries, [id, first(to)])
    refused(await put(worker, { id, time_off_request_id: theirs.id }), 403, /^time_off_request_id: you may not add/)
    refused(await put(manager, { id, time_off_request_id: theirs.id }), 417, /another user/)
    refused(await put(manager, { id, user_id: colleague.id }), 417, /user_id/)
    assert.equal((await put(colleague, { id, duration: 60 }))._status_code, 404)
    assert.equal((await put(worker, { id, active: false })).status, 'canceled')
  })
})
