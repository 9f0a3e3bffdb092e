import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from '../../src/engine/sql.ts'
import type { Values } from '../../src/engine/table.ts'
import { onBoth } from '../support/server.ts'
import { Crew } from '../support/time_off.ts'

onBoth('time_off_requests', (database) => {
  let crew: Crew
  before(async () => {
    crew = await Crew.start(database)
  })
  after(() => crew.server.stop())

  const refused = (result: Values, status: number, reason: RegExp) => {
    assert.equal(result._status_code, status, JSON.stringify(result))
    assert.match(result._status_extra, reason)
  }

  test('time off requests are created with entries and notes as documented, keyed by id', async () => {
    const { server, worker, vacation, group } = crew
    const data = [
      {
        time_off_request_notes: [{ note: 'Family visit' }],
        time_off_request_entries: [crew.day('2026-04-09')],
      },
    ]
    const answer = await server.post(worker, '/time_off_requests', data)
    const [key] = Object.keys(answer.body.results.time_off_requests)
    const {
      id,
      time_off_request_notes: notes,
      time_off_request_entries: entries,
    } = answer.body.results.time_off_requests[key!]
    assert.equal(key, String(id))
    assert.ok(id > 50)
    const stamps = { created: '2026-03-02T15:00:00+00:00', last_modified: '2026-03-02T15:00:00+00:00' }
    assert.deepEqual(answer.body.results.time_off_requests[id], {
      _status_code: 200,
      _status_message: 'Created',
      id,
      user_id: worker.id,
      time_off_request_notes: notes,
      time_off_request_entries: entries,
      status: 'pending',
      active: true,
      ...stamps,
    })
    const { users, ...supplemental } = answer.body.supplemental_data
    assert.deepEqual(supplemental, {
      time_off_request_notes: {
        [notes[0]]: {
          id: notes[0],
          time_off_request_id: id,
          user_id: worker.id,
          active: true,
          note: 'Family visit',
          ...stamps,
        },
      },
      time_off_request_entries: {
        [entries[0]]: {
          id: entries[0],
          time_off_request_id: id,
          status: 'pending',
          approver_user_id: 0,
          date: '2026-04-09',
          entry_method: 'manual',
          duration: 28800,
          start_time: '2026-04-09T00:00:00-06:00',
          end_time: '2026-04-09T23:59:59-06:00',
          tz_string: 'America/Denver',
          jobcode_id: vacation.id,
          user_id: worker.id,
          approved_timesheet_id: 0,
          active: true,
          ...stamps,
        },
      },
    })
    assert.deepEqual(Object.keys(users), [String(worker.id)])
    assert.equal(users[worker.id].group_id, group.id)
    assert.equal(users[worker.id].first_name, 'Worker')
  })

  test('an approval creates a timesheet for each entry, all by the approver, and a cancellation removes them', async () => {
    const { manager, worker, server } = crew
    const created = await crew.request([crew.day('2026-05-04'), crew.morning('2026-05-05')])
    const before = await crew.balance()
    const approved = await crew.put(manager, 'time_off_requests', { id: created.id, status: 'approved' })
    assert.deepEqual([approved._status_message, approved.status], ['Updated', 'approved'])
    const entries = created.time_off_request_entries.map(
      (id: number) => approved.supplemental.time_off_request_entries[id],
    )
    assert.deepEqual(
      entries.map((entry: Values) => [entry.status, entry.approver_user_id]),
      Array(2).fill(['approved', manager.id]),
    )
    assert.ok(approved.supplemental.users[manager.id], 'the approver is shown')
    const sheets = (await crew.timesheets()).filter(({ date }) => date >= '2026-05-04')
    assert.deepEqual(
      sheets.map(({ id, type, date, duration, start, end, created_by_user_id, user_id }) => [
        [id, type, date, duration],
        [start, end, created_by_user_id, user_id],
      ]),
      [
        [
          [entries[0].approved_timesheet_id, 'manual', '2026-05-04', 28800],
          ['2026-05-04T08:00:00-06:00', '2026-05-04T16:00:00-06:00', manager.id, worker.id],
        ],
        [
          [entries[1].approved_timesheet_id, 'regular', '2026-05-05', 14400],
          ['2026-05-05T08:00:00-06:00', '2026-05-05T12:00:00-06:00', manager.id, worker.id],
        ],
      ],
    )
    assert.equal(await crew.balance(), before - 28800 - 14400, 'the balance may go below zero')
    const history = await server.db.read.all<{ origin: string; user_id: number }>(
      sql`select origin, user_id from timesheet_history where timesheet_id = ${sheets[0]!.id}`,
    )
    assert.deepEqual(
      history.map((line) => ({ ...line })),
      [{ origin: 'time off approved', user_id: manager.id }],
    )

    const canceled = await crew.put(manager, 'time_off_requests', { id: created.id, status: 'canceled' })
    assert.equal(canceled.status, 'canceled')
    for (const id of created.time_off_request_entries) {
      const entry = canceled.supplemental.time_off_request_entries[id]
      assert.deepEqual([entry.status, entry.approved_timesheet_id], ['canceled', 0])
    }
    assert.equal(await crew.balance(), before)
    const gone = await server.list(crew.company, 'timesheets_deleted', `?ids=${sheets.map(({ id }) => id)}`)
    assert.equal(gone.length, 2)
  })

  test('denying an approved request and archiving one remove their timesheets as well', async () => {
    const { manager } = crew
    const before = (await crew.timesheets()).length
    const denied = await crew.request([crew.day('2026-05-11')])
    await crew.put(manager, 'time_off_requests', { id: denied.id, status: 'approved' })
    const result = await crew.put(manager, 'time_off_requests', { id: denied.id, status: 'denied' })
    assert.equal(result.status, 'denied')
    const archived = await crew.request([crew.day('2026-05-12')], { time_off_request_notes: [{ note: 'Why' }] })
    await crew.put(manager, 'time_off_requests', { id: archived.id, status: 'approved' })
    const after = await crew.put(crew.company, 'time_off_requests', { id: archived.id, active: false })
    assert.deepEqual([after.active, after.status], [false, 'canceled'])
    const { time_off_request_entries: entries, time_off_request_notes: notes } = after.supplemental
    const [entry] = Object.values<Values>(entries)
    assert.deepEqual(
      [entry!.active, entry!.status, entry!.approver_user_id, entry!.approved_timesheet_id],
      [false, 'canceled', manager.id, 0],
    )
    assert.equal(Object.values<Values>(notes)[0]!.active, false)
    assert.equal((await crew.timesheets()).length, before)
    refused(
      await crew.put(crew.company, 'time_off_requests', { id: archived.id, status: 'pending' }),
      417,
      /archived request/,
    )
    assert.ok((await crew.record(archived.id)).active === false, 'archived ones are listed')
  })

  test('owners, managers, approvers and administrators change time off requests only in the ways that they may', async () => {
    const { worker, manager, colleague, approver, outsider, company } = crew
    const may = async (who: { token: string }, item: Values, prepare?: Values) => {
      const { id } = await crew.request([crew.day('2026-06-01')])
      if (prepare) await crew.put(company, 'time_off_requests', { id, ...prepare })
      const { _status_code } = await crew.put(who, 'time_off_requests', { id, ...item })
      await crew.put(company, 'time_off_requests', { id, active: false })
      return _status_code
    }
    const note = { time_off_request_notes: [{ note: 'Hello' }] }
    const approvedBefore = { status: 'approved' }
    const table: [string, { token: string }, number[]][] = [
      ['owner', worker, [200, 403, 403, 200, 403, 200, 200]],
      ['manager', manager, [200, 200, 200, 200, 200, 200, 200]],
      ['approve_timesheets', approver, [200, 200, 200, 200, 200, 200, 200]],
      ['administrator', company, [200, 200, 200, 200, 200, 200, 200]],
      ['colleague', colleague, Array(7).fill(404)],
      ['outsider', outsider, Array(7).fill(404)],
    ]
    for (const [name, who, expected] of table)
      assert.deepEqual(
        [
          await may(who, note),
          await may(who, { status: 'approved' }),
          await may(who, { status: 'denied' }),
          await may(who, { status: 'canceled' }),
          await may(who, { status: 'canceled' }, approvedBefore),
          await may(who, { active: false }),
          await may(who, { time_off_request_entries: [crew.day('2026-06-02')] }),
        ],
        expected,
        name,
      )
    for (const [who, expected, day] of [
      [worker, 403, '2026-06-03'],
      [outsider, 403, '2026-06-03'],
      [manager, 403, '2026-06-03'],
      [approver, 200, '2026-06-03'],
      [company, 200, '2026-06-05'],
    ] as const) {
      const item = { user_id: outsider.id === who.id ? worker.id : outsider.id }
      const result = await crew.post(who, 'time_off_requests', {
        ...item,
        time_off_request_entries: [crew.day(day)],
      })
      assert.equal(result._status_code, expected)
    }
    for (const who of [manager, approver]) {
      const own = await crew.request([crew.day('2026-06-04')], {}, who)
      refused(await crew.put(who, 'time_off_requests', { id: own.id, status: 'approved' }), 403, /may not approve/)
    }
    const own = await crew.request([crew.day('2026-06-04')], {}, company)
    assert.equal((await crew.put(company, 'time_off_requests', { id: own.id, status: 'approved' }))._status_code, 200)
  })

  test('time off requests are visible to their owner, the owner’s managers, approvers and administrators', async () => {
    const { worker, manager, colleague, approver, outsider, company, server } = crew
    const { id } = await crew.request([crew.day('2026-06-10')])
    for (const [who, sees] of [
      [worker, true],
      [manager, true],
      [approver, true],
      [company, true],
      [colleague, false],
      [outsider, false],
    ] as const) {
      const all = await server.list(who, 'time_off_requests')
      assert.equal(
        all.some((row) => row.id === id),
        sees,
      )
      assert.equal(
        (await server.list(who, 'time_off_requests', `?ids=${id}&user_ids=${worker.id}`)).length,
        Number(sees),
      )
      assert.deepEqual(
        all.map((row) => row.id),
        all.map((row) => row.id).toSorted((a, b) => a - b),
      )
    }
  })

  test('invalid changes of the status are refused, and denied requests can be reopened', async () => {
    const { worker, manager } = crew
    const { id } = await crew.request([crew.day('2026-06-15')])
    const to = async (status: string, who: { token: string } = manager) =>
      (await crew.put(who, 'time_off_requests', { id, status }))._status_code
    assert.equal(await to('denied'), 200)
    assert.equal(await to('approved'), 417)
    assert.equal(await to('canceled'), 417)
    assert.equal(await to('pending', worker), 417)
    assert.equal(await to('pending'), 200)
    assert.equal((await crew.entry((await crew.record(id)).time_off_request_entries[0])).approver_user_id, 0)
    assert.equal(await to('approved'), 200)
    assert.equal(await to('pending'), 417)
    assert.equal(await to('approved'), 200, 'an unchanged status is not a change')
    assert.equal(await to('gone'), 417)
    assert.equal(await to('canceled'), 200)
  })

  test('a time off request can be created approved by approvers, and denied or canceled by no one', async () => {
    const { worker, manager } = crew
    const item = (status: string) => ({
      user_id: worker.id,
      status,
      time_off_request_entries: [crew.day('2026-06-22')],
    })
    const created = await crew.post(manager, 'time_off_requests', item('approved'))
    assert.equal(created.status, 'approved')
    const entry = created.supplemental.time_off_request_entries[created.time_off_request_entries[0]]
    assert.deepEqual(
      [entry.status, entry.approver_user_id, entry.approved_timesheet_id > 0],
      ['approved', manager.id, true],
    )
    assert.equal((await crew.post(worker, 'time_off_requests', item('approved')))._status_code, 403)
    for (const status of ['denied', 'canceled'])
      refused(await crew.post(manager, 'time_off_requests', item(status)), 417, /status/)
    await crew.put(manager, 'time_off_requests', { id: created.id, status: 'canceled' })
  })

  test('errors in nested values of a request name their position, and nothing of it is stored', async () => {
    const { worker, server } = crew
    const good = crew.day('2026-06-29')
    const bad: [Values, RegExp][] = [
      [{ ...good, duration: 'x' }, /^time_off_request_entries\[1\]\.duration must be/],
      [{ ...good, duration: 0 }, /^time_off_request_entries\[1\]\.duration is required/],
      [{ ...good, date: '2026-13-01' }, /^time_off_request_entries\[1\]\.date must be/],
      [{ ...good, jobcode_id: 999999999 }, /^time_off_request_entries\[1\]\.jobcode_id: there is no jobcode/],
      [{ ...good, flavor: 1 }, /^Invalid params: time_off_request_entries\[1\]\.flavor$/],
      [{ ...good, entry_method: 'often' }, /^time_off_request_entries\[1\]\.entry_method must be one of/],
      [{ ...good, user_id: crew.manager.id }, /^time_off_request_entries\[1\]\.user_id must be/],
      [{}, /^time_off_request_entries\[1\]\.entry_method is required/],
    ]
    const count = (await server.list(worker, 'time_off_requests')).length
    for (const [entry, reason] of bad)
      refused(await crew.post(worker, 'time_off_requests', { time_off_request_entries: [good, entry] }), 417, reason)
    const notes = (time_off_request_notes: unknown) => ({ time_off_request_entries: [good], time_off_request_notes })
    for (const [list, reason] of [
      [[{ note: 'a' }, { note: '' }], /^time_off_request_notes\[1\]\.note must not be empty/],
      [[{ note: 'x'.repeat(2001) }], /^time_off_request_notes\[0\]\.note must be at most/],
      [['a'], /^time_off_request_notes\[0\] must be/],
      [[7], /^time_off_request_notes\[0\]: must be an object/],
      [Array(51).fill({ note: 'a' }), /^time_off_request_notes must hold at most 50/],
    ] as const)
      refused(await crew.post(worker, 'time_off_requests', notes(list)), 417, reason)
    for (const entries of [undefined, [], '', {}, Array(101).fill(good)])
      refused(
        await crew.post(worker, 'time_off_requests', { time_off_request_entries: entries }),
        417,
        /time_off_request_entries/,
      )
    refused(await crew.post(worker, 'time_off_requests', { ...notes([]), active: false }), 417, /active/)
    refused(await crew.post(worker, 'time_off_requests', { ...notes([]), user_id: 999999999 }), 417, /user_id/)
    assert.equal((await server.list(worker, 'time_off_requests')).length, count)
  })

  test('refused new requests are keyed by position, and the others by id', async () => {
    const item = { time_off_request_entries: [crew.day('2026-07-01')] }
    const { body } = await crew.server.post(crew.worker, '/time_off_requests', [{}, item, { ...item, status: 'x' }])
    const keys = Object.keys(body.results.time_off_requests)
    assert.deepEqual(keys.slice(0, 2), ['1', '3'])
    assert.equal(body.results.time_off_requests[keys[2]!].id, Number(keys[2]))
    const { body: put } = await crew.server.put(crew.worker, '/time_off_requests', [
      { id: 999999999, status: 'denied' },
    ])
    assert.equal(put.results.time_off_requests['999999999']._status_code, 404)
  })

  test('an update adds notes, adds entries without an id and changes those with one, and ignores the ids of notes', async () => {
    const { worker, manager } = crew
    const created = await crew.request([crew.day('2026-07-06')], { time_off_request_notes: [{ note: 'First' }] })
    const [first] = created.time_off_request_entries
    const after = await crew.put(worker, 'time_off_requests', {
      ...created,
      _status_code: undefined,
      _status_message: undefined,
      time_off_request_notes: [...created.time_off_request_notes, { note: 'Second', time_off_request_id: created.id }],
      time_off_request_entries: [{ id: first, duration: 3600 }, crew.day('2026-07-07')],
    })
    assert.equal(after._status_code, 200, after._status_extra)
    assert.equal(after.time_off_request_entries.length, 2)
    assert.equal(after.supplemental.time_off_request_entries[first].duration, 3600)
    assert.deepEqual(
      Object.values<Values>(after.supplemental.time_off_request_notes).map(({ note }) => note),
      ['First', 'Second'],
    )
    crew.server.pass(60)
    const same = await crew.put(manager, 'time_off_requests', {
      ...after,
      supplemental: undefined,
      _status_code: undefined,
      _status_message: undefined,
    })
    assert.deepEqual([same._status_code, same.last_modified], [200, after.last_modified])
    const other = await crew.request([crew.day('2026-07-08')])
    const foreign = {
      id: created.id,
      time_off_request_entries: [{ id: other.time_off_request_entries[0], duration: 60 }],
    }
    refused(
      await crew.put(worker, 'time_off_requests', foreign),
      417,
      /^time_off_request_entries\[0\]\.id: the request has no such entry/,
    )
    const mixed = { id: created.id, time_off_request_entries: [crew.day('2026-07-09'), crew.day('')] }
    refused(await crew.put(worker, 'time_off_requests', mixed), 417, /^time_off_request_entries\[1\]\.date is required/)
    assert.equal((await crew.record(created.id)).time_off_request_entries.length, 2)
    refused(
      await crew.put(worker, 'time_off_requests', { id: created.id, user_id: manager.id }),
      417,
      /user_id cannot be changed/,
    )
  })

  test('a request is approved completely or not at all if its time overlaps or is closed, or its jobcode or person cannot have it', async () => {
    const { worker, manager, company, server } = crew
    const approve = async (entries: Values[], reason: RegExp, meanwhile?: () => Promise<void>) => {
      const { id } = await crew.request(entries)
      await meanwhile?.()
      const count = (await crew.timesheets()).length
      refused(await crew.put(manager, 'time_off_requests', { id, status: 'approved' }), 417, reason)
      assert.equal((await crew.timesheets()).length, count)
      const record = await crew.record(id)
      assert.equal(record.status, 'pending')
      for (const entry of record.time_off_request_entries) assert.equal((await crew.entry(entry)).status, 'pending')
      return id
    }
    const work = { user_id: worker.id, jobcode_id: 0, type: 'regular' }
    const times = { start: '2026-07-14T11:00:00-06:00', end: '2026-07-14T15:00:00-06:00' }
    await server.createOne(company, 'timesheets', { ...work, ...times })
    const open = [crew.day('2026-07-13'), crew.morning('2026-07-14')]
    const id = await approve(open, /time off on 2026-07-14: overlaps timesheet/)
    const booked = await approve([crew.day('2026-07-15'), crew.day('2026-07-16')], /same hours twice/, async () => {
      const sheet = { user_id: worker.id, jobcode_id: crew.vacation.id, type: 'manual' }
      await server.createOne(company, 'timesheets', { ...sheet, date: '2026-07-16', duration: 28800 })
    })
    await crew.put(worker, 'time_off_requests', { id: booked, status: 'canceled' })
    await server.put(company, '/users', [{ id: worker.id, submitted_to: '2026-02-28', approved_to: '2026-02-21' }])
    await approve(
      [crew.day('2026-03-01'), crew.day('2026-02-28')],
      /time off on 2026-02-28: time through 2026-02-28 is submitted/,
    )
    await approve([crew.day('2026-02-21')], /time through 2026-02-21 is approved/)
    await server.put(company, '/jobcodes', [{ id: crew.vacation.id, active: false }])
    refused(await crew.put(manager, 'time_off_requests', { id, status: 'approved' }), 417, /archived/)
    await server.put(company, '/jobcodes', [{ id: crew.vacation.id, active: true, assigned_to_all: true }])
    await server.put(company, '/users', [{ id: worker.id, permissions: { time_tracking: false } }])
    refused(await crew.put(manager, 'time_off_requests', { id, status: 'approved' }), 417, /time_tracking/)
    await server.put(company, '/users', [{ id: worker.id, permissions: { time_tracking: true } }])
  })

  test('concurrent approvals of a request create one set of timesheets', async () => {
    const { manager, approver, company } = crew
    const { id } = await crew.request([crew.day('2026-08-03'), crew.day('2026-08-04')])
    const results = await Promise.all(
      [manager, approver, company, manager].map((who) =>
        crew.put(who, 'time_off_requests', { id, status: 'approved' }),
      ),
    )
    assert.deepEqual(
      results.map((result) => result._status_code),
      [200, 200, 200, 200],
    )
    assert.equal((await crew.timesheets()).filter(({ date }) => date >= '2026-08-03').length, 2)
  })

  test('approvers are notified of a request, its owner of a decision, and no one of their own', async () => {
    const { worker, manager, company, server, outsider } = crew
    const messages = async (who: { id: number }) =>
      (await server.list(company, 'notifications', `?user_id=${who.id}&limit=200`)).map(
        ({ message }) => message as string,
      )
    const admin = { id: company.adminId }
    const heard = async (act: () => Promise<unknown>) => {
      const people = [worker, manager, outsider, admin]
      const before = await Promise.all(people.map(messages))
      await act()
      const after = await Promise.all(people.map(messages))
      return after.map((texts, index) => texts.slice(before[index]!.length))
    }
    let id = 0
    const asked = await heard(async () => {
      id = (await crew.request([crew.day('2026-08-10'), crew.day('2026-08-12')])).id
    })
    assert.deepEqual(asked, [[], ['Worker Two requested time off from 2026-08-10 to 2026-08-12.'], [], []])
    const decided = await heard(() => crew.put(manager, 'time_off_requests', { id, status: 'approved' }))
    assert.deepEqual(decided, [['Your time off from 2026-08-10 to 2026-08-12 is approved.'], [], [], []])
    const unmanaged = await heard(() => crew.request([crew.day('2026-08-10')], {}, outsider))
    assert.deepEqual(
      unmanaged.map((texts) => texts.length),
      [0, 0, 0, 1],
    )
    const noted = await heard(() =>
      crew.put(worker, 'time_off_requests', { id, time_off_request_notes: [{ note: 'a' }] }),
    )
    assert.deepEqual(noted.flat(), [])
    const own = await crew.request([crew.day('2026-08-20')])
    const canceled = await heard(() => crew.put(worker, 'time_off_requests', { id: own.id, status: 'canceled' }))
    assert.deepEqual(canceled.flat(), [])
  })

  test('last_modified_timestamps cover requests, entries and the resulting timesheets', async () => {
    const { server, company, manager } = crew
    const { id } = await crew.request([crew.day('2026-09-07')])
    server.pass(60)
    await crew.put(manager, 'time_off_requests', { id, status: 'approved' })
    const names = ['time_off_requests', 'time_off_request_entries', 'timesheets', 'users', 'notifications']
    const { body } = await server.get(company, `/last_modified_timestamps?endpoints=${names}`)
    const now = `${new Date(server.now / 1000).toISOString().slice(0, 19)}+00:00`
    assert.deepEqual(body.results.last_modified_timestamps, Object.fromEntries(names.map((name) => [name, now])))
  })

  test('withdrawing a pending request does not withdraw its approved entries', async () => {
    const { manager, worker } = crew
    const created = await crew.request([crew.day('2026-10-05'), crew.day('2026-10-06')])
    const [first, second] = created.time_off_request_entries
    await crew.put(manager, 'time_off_request_entries', { id: first, status: 'approved' })
    const sheet = (await crew.entry(first)).approved_timesheet_id
    for (const change of [{ status: 'canceled' }, { active: false }])
      refused(await crew.put(worker, 'time_off_requests', { id: created.id, ...change }), 403, /revoke an approval/)
    assert.equal((await crew.entry(first)).approved_timesheet_id, sheet)
    const own = await crew.put(worker, 'time_off_request_entries', { id: second, status: 'canceled' })
    assert.equal(own._status_code, 200, own._status_extra)
    assert.equal((await crew.put(manager, 'time_off_requests', { id: created.id, active: false }))._status_code, 200)
  })

  test('an entry id that is an object is refused', async () => {
    const { id } = await crew.request([crew.day('2026-10-07')])
    const item = { id, time_off_request_entries: [{ id: { toString: 1, valueOf: 1 }, duration: 60 }] }
    refused(await crew.put(crew.worker, 'time_off_requests', item), 417, /no such entry/)
  })

  test('approved time off without a user is the requester’s own, and may not overlap their time', async () => {
    const { server, company } = crew
    const times = { start: '2026-02-03T09:00:00-07:00', end: '2026-02-03T10:00:00-07:00' }
    const work = await server.createOne(company, 'jobcodes', { name: 'Workshop', assigned_to_all: true })
    const sheet = { user_id: company.adminId, type: 'regular', jobcode_id: work.id, ...times }
    await server.createOne(company, 'timesheets', sheet)
    const entry = crew.morning('2026-02-03', { jobcode_id: work.id })
    for (const user_id of [undefined, null, '', [], {}]) {
      const item = { user_id, status: 'approved', time_off_request_entries: [entry] }
      refused(await crew.post(company, 'time_off_requests', item), 417, /overlaps timesheet/)
    }
    const day = { ...crew.day('2026-02-03'), jobcode_id: work.id }
    const created = await crew.post(company, 'time_off_requests', { time_off_request_entries: [day] })
    const [id] = created.time_off_request_entries
    const item = { id, entry_method: 'regular', status: 'approved' }
    refused(await crew.put(company, 'time_off_request_entries', item), 417, /overlaps timesheet/)
  })
})
