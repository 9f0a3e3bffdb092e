import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { sql } from '../../src/engine/sql.ts'
import type { Values } from '../../src/engine/table.ts'
import { jobcodeRow, seed } from '../support/seed.ts'
import { onBoth, type TestCompany, TestServer } from '../support/server.ts'

type Person = { id: number; token: string }

onBoth('timesheets', (database) => {
  let server: TestServer
  let company: TestCompany
  let job: Values
  before(async () => {
    server = await TestServer.start(database)
    company = await server.company()
    job = await server.createOne(company, 'jobcodes', { name: 'Installation', assigned_to_all: true })
  })
  after(() => server.stop())

  const one = async (who: { token: string }, method: 'POST' | 'PUT', item: Values): Promise<Values> => {
    const { body, status, text } = await server.call(who.token, method, '/timesheets', { data: [item] })
    assert.equal(status, 200, text)
    return body.results.timesheets['1']
  }
  const regular = (user: Person | number, start: string, end: string, more: Values = {}) => ({
    user_id: typeof user === 'number' ? user : user.id,
    jobcode_id: job.id,
    type: 'regular',
    start,
    end,
    ...more,
  })

  describe('the main path of a timesheet', () => {
    test('a timesheet is clocked in, listed, clocked out, listed, deleted, and found among the deleted', async () => {
      const worker = await server.user(company)
      const { body } = await server.post(worker, '/timesheets', [regular(worker, '2026-03-02T08:00:00-07:00', '')])
      const created = body.results.timesheets['1']
      assert.deepEqual(
        { ...created, id: 0 },
        {
          _status_code: 200,
          _status_message: 'Created',
          id: 0,
          state: 'OPEN',
          user_id: worker.id,
          jobcode_id: job.id,
          start: '2026-03-02T08:00:00-07:00',
          end: '',
          duration: 0,
          date: '2026-03-02',
          tz: -7,
          tz_str: 'America/Denver',
          type: 'regular',
          location: 'Test client',
          on_the_clock: true,
          active: '1',
          locked: 0,
          notes: '',
          customfields: {},
          attached_files: [],
          created_by_user_id: worker.id,
          created: '2026-03-02T15:00:00+00:00',
          last_modified: '2026-03-02T15:00:00+00:00',
        },
      )
      assert.equal(body.supplemental_data.jobcodes[job.id].name, 'Installation')
      assert.equal(body.supplemental_data.users[worker.id].id, worker.id)

      assert.deepEqual(
        await server.list(worker, 'timesheets', '?start_date=2026-02-23'),
        [],
        'running ones are omitted unless requested',
      )
      const running = await server.list(
        worker,
        'timesheets',
        `?user_ids=${worker.id}&on_the_clock=yes&start_date=2026-02-23`,
      )
      assert.deepEqual(
        running.map((row) => row.id),
        [created.id],
      )

      server.pass(8.5 * 3600)
      const out = await one(worker, 'PUT', { id: created.id, end: '2026-03-02T16:30:00-07:00' })
      assert.deepEqual(
        [out._status_code, out.duration, out.state, out.on_the_clock, out.active],
        [200, 30600, 'CLOSED', false, '0'],
      )
      assert.equal((await server.list(worker, 'timesheets', '?start_date=2026-03-01')).length, 1)

      const refused = await server.delete(worker, `/timesheets?ids=${created.id}`)
      assert.equal(
        refused.body.results.timesheets[created.id]._status_code,
        417,
        'an employee may not delete past time',
      )
      const deleted = await server.delete(company, `/timesheets?ids=${created.id},999999`)
      assert.deepEqual(deleted.body.results.timesheets[created.id], {
        _status_code: 200,
        _status_message: 'OK, deleted',
        id: String(created.id),
      })
      assert.equal(deleted.body.results.timesheets['999999']._status_code, 404)
      assert.equal(
        (await server.delete(company, `/timesheets?ids=${created.id}`)).body.results.timesheets[created.id]
          ._status_code,
        404,
      )
      assert.deepEqual(await server.list(company, 'timesheets', `?ids=${created.id}&on_the_clock=both`), [])
      const [gone] = await server.list(worker, 'timesheets_deleted', `?ids=${created.id}`)
      assert.deepEqual([gone!.id, gone!.duration, gone!.on_the_clock, gone!.active], [created.id, 30600, false, '0'])
    })

    test('a manual timesheet shows 08:00 and is stored in hundredths of an hour', async () => {
      const worker = await server.user(company)
      const created = await one(company, 'POST', {
        user_id: worker.id,
        type: 'manual',
        jobcode_id: String(job.id),
        date: '2026-03-01',
        duration: '15552',
        notes: 'Survey',
      })
      assert.deepEqual(
        [created.start, created.end, created.duration, created.date],
        ['2026-03-01T08:00:00-07:00', '2026-03-01T12:19:12-07:00', 15552, '2026-03-01'],
      )
      assert.equal((await one(company, 'PUT', { id: created.id, duration: 1000 })).duration, 1008)
      assert.equal((await one(company, 'PUT', { id: created.id, duration: 100000 }))._status_code, 417)
      assert.equal(
        (await one(company, 'PUT', { id: created.id, date: '2026-02-27', start: '', end: '' })).date,
        '2026-02-27',
      )
      assert.equal(
        (
          await one(company, 'POST', {
            user_id: worker.id,
            type: 'manual',
            jobcode_id: 0,
            date: '2026-03-01',
            duration: 60,
          })
        ).jobcode_id,
        0,
      )
    })

    test('sending back a timesheet as it is shown changes nothing', async () => {
      const worker = await server.user(company)
      const created = await one(
        company,
        'POST',
        regular(worker, '2026-02-20T10:00:00-05:00', '2026-02-20T12:00:00-05:00'),
      )
      assert.deepEqual([created.start, created.tz], ['2026-02-20T08:00:00-07:00', -5])
      server.pass(60)
      const { _status_code, _status_message, ...record } = created
      const again = await one(company, 'PUT', {
        ...record,
        start: '2026-02-20T15:00:00+00:00',
        end: '2026-02-20T17:00:00Z',
      })
      assert.deepEqual(again, { ...record, _status_code: 200, _status_message: 'Updated' })
    })
  })

  describe('conflicts between timesheets', () => {
    test('a person has one running timesheet and none that overlap, while touching ends are fine', async () => {
      const worker = await server.user(company)
      const morning = await one(
        company,
        'POST',
        regular(worker, '2026-02-18T08:00:00-07:00', '2026-02-18T12:00:00-07:00'),
      )
      assert.equal(morning._status_code, 200)
      const cases: [string, string, number][] = [
        ['2026-02-18T12:00:00-07:00', '2026-02-18T13:00:00-07:00', 200],
        ['2026-02-18T07:00:00-07:00', '2026-02-18T08:00:00-07:00', 200],
        ['2026-02-18T07:59:59-07:00', '2026-02-18T08:00:01-07:00', 406],
        ['2026-02-18T09:00:00-07:00', '2026-02-18T10:00:00-07:00', 406],
        ['2026-02-17T09:00:00-07:00', '2026-02-19T10:00:00-07:00', 406],
        ['2026-02-18T14:00:00-07:00', '2026-02-18T14:00:00-07:00', 417],
        ['2026-02-18T15:00:00-07:00', '2026-02-18T14:00:00-07:00', 417],
        ['2026-02-01T15:00:00-07:00', '2026-02-09T14:00:00-07:00', 417],
      ]
      for (const [start, end, status] of cases)
        assert.equal(
          (await one(company, 'POST', regular(worker, start, end)))._status_code,
          status,
          `${start} to ${end}`,
        )
      const manual = await one(company, 'POST', {
        user_id: worker.id,
        jobcode_id: job.id,
        type: 'manual',
        date: '2026-02-18',
        duration: 3600,
      })
      assert.equal(manual._status_code, 200, 'manual entries never overlap')

      const moved = await one(company, 'PUT', { id: morning.id, end: '2026-02-18T12:30:00-07:00' })
      assert.deepEqual(
        [moved._status_code, moved.end],
        [409, '2026-02-18T12:00:00-07:00'],
        'the unmodified record comes back',
      )
      assert.match(moved._status_extra, /overlaps timesheet/)
      const now = new Date(server.now / 1000).toISOString()
      assert.equal((await one(worker, 'POST', regular(worker, now, '')))._status_code, 200)
      assert.equal((await one(worker, 'POST', regular(worker, now, '')))._status_code, 406)
      const earlier = await one(
        company,
        'POST',
        regular(worker, '2026-03-01T08:00:00-07:00', '2026-03-01T09:00:00-07:00'),
      )
      assert.equal(
        (await one(company, 'PUT', { id: earlier.id, end: '' }))._status_code,
        409,
        'reopened while another one is running',
      )
    })

    test('timesheets of one request see each other', async () => {
      const worker = await server.user(company)
      const { body } = await server.post(company, '/timesheets', [
        regular(worker, '2026-02-10T08:00:00-07:00', '2026-02-10T10:00:00-07:00'),
        regular(worker, '2026-02-10T09:00:00-07:00', '2026-02-10T11:00:00-07:00'),
        regular(worker, '2026-02-10T10:00:00-07:00', '2026-02-10T11:00:00-07:00'),
      ])
      assert.deepEqual(
        Object.values<Values>(body.results.timesheets).map((item) => item._status_code),
        [200, 406, 200],
      )
      const [first] = await server.list(company, 'timesheets', `?user_ids=${worker.id}&start_date=2026-02-10`)
      const twice = await server.put(company, '/timesheets', [
        { id: first!.id, notes: 'a' },
        { id: first!.id, start: '2026-02-10T07:00:00-07:00' },
      ])
      assert.deepEqual(
        Object.values<Values>(twice.body.results.timesheets).map((item) => item._status_code),
        [200, 200],
      )
      const [after] = await server.list(company, 'timesheets', `?ids=${first!.id}`)
      assert.deepEqual([after!.notes, after!.duration], ['a', 10800])
    })

    test('a break inside a timesheet splits it', async () => {
      const worker = await server.user(company)
      const [lunch] = await seed(server, company.id, 'jobcodes', [jobcodeRow({ name: 'Lunch', type: 'unpaid_break' })])
      const work = await one(
        company,
        'POST',
        regular(worker, '2026-02-11T08:00:00-07:00', '2026-02-11T17:00:00-07:00', { notes: 'all day' }),
      )
      const { body } = await server.post(company, '/timesheets', [
        regular(worker, '2026-02-11T12:00:00-07:00', '2026-02-11T12:30:00-07:00', { jobcode_id: lunch!.id }),
      ])
      assert.deepEqual(
        [body.results.timesheets['1']._status_code, body.results.timesheets['1']._status_message],
        [201, 'Fulfilled'],
      )
      const parts = Object.values<Values>(body.supplemental_data.timesheets).sort((a, b) =>
        a.start.localeCompare(b.start),
      )
      assert.deepEqual(
        parts.map((part) => [part.start.slice(11, 16), part.end.slice(11, 16), part.notes]),
        [
          ['08:00', '12:00', 'all day'],
          ['12:30', '17:00', 'all day'],
        ],
      )
      assert.equal(parts[0]!.id, work.id, 'the first part keeps the id')
      const listed = await server.list(company, 'timesheets', `?user_ids=${worker.id}&start_date=2026-02-11`)
      assert.deepEqual(
        listed.map((row) => row.duration),
        [14400, 1800, 16200],
      )
      const across = await one(
        company,
        'POST',
        regular(worker, '2026-02-11T16:30:00-07:00', '2026-02-11T18:00:00-07:00', { jobcode_id: lunch!.id }),
      )
      assert.equal(across._status_code, 406)
    })
  })

  describe('rights to timesheets and closed time', () => {
    test('employees clock in and out, and need permissions for past time and that of others', async () => {
      const worker = await server.user(company)
      const colleague = await server.user(company)
      const self = await server.user(company, { permissions: { manage_my_timesheets: true } })
      const lead = await server.user(company, { permissions: { manage_timesheets: true } })
      const past = ['2026-02-12T08:00:00-07:00', '2026-02-12T10:00:00-07:00'] as const
      assert.equal((await one(worker, 'POST', regular(worker, ...past)))._status_code, 417)
      assert.equal((await one(self, 'POST', regular(self, ...past)))._status_code, 200)
      assert.equal((await one(self, 'POST', regular(colleague, ...past)))._status_code, 417)
      const created = await one(lead, 'POST', regular(colleague, ...past))
      assert.equal(created._status_code, 200)
      assert.equal(
        (await one(worker, 'PUT', { id: created.id, notes: 'mine?' }))._status_code,
        404,
        'invisible records do not exist',
      )
      assert.equal((await one(colleague, 'PUT', { id: created.id, notes: 'mine' }))._status_code, 417)
      assert.deepEqual(await server.list(worker, 'timesheets', `?ids=${created.id}`), [])
      const off = await server.user(company, { permissions: { time_tracking: false } })
      const refused = await one(company, 'POST', regular(off, ...past))
      assert.equal(refused._status_code, 403)
      assert.match(refused._status_extra, /TS-1006/)
    })

    test('offline punches may arrive late if they are marked as late, and the history notes that', async () => {
      const worker = await server.user(company)
      const ago = (hours: number) => new Date(server.now / 1000 - hours * 3_600_000).toISOString()
      const send = async (method: 'POST' | 'PUT', item: Values, late: unknown = 'yes') =>
        (await server.call(worker.token, method, '/timesheets', { data: [item], late })).body
      const item = (body: Values) => body.results.timesheets['1']

      assert.equal(item(await send('POST', regular(worker, ago(5), ''), 'no'))._status_code, 417)
      assert.match((await send('POST', regular(worker, ago(5), ''), 'maybe')).error.message, /late/)
      assert.equal(item(await send('POST', regular(worker, ago(73), '')))._status_code, 417, 'too long ago')
      assert.equal(item(await send('POST', regular(worker, ago(5), ago(4))))._status_code, 417, 'no punch')
      const created = item(await send('POST', regular(worker, ago(5), '', { origin_hint_start: 'Phone' })))
      assert.equal(created._status_code, 200)
      const closed = item(await send('PUT', { id: created.id, end: ago(1) }))
      assert.deepEqual([closed._status_code, closed.duration], [200, 4 * 3600])
      assert.equal(item(await send('PUT', { id: created.id, end: ago(2) }))._status_code, 417, 'it is over')
      assert.equal(item(await send('POST', regular(worker, ago(3), '')))._status_code, 406, 'that time is taken')

      const lines = await server.db.read.all<{ origin: string; happened: number; recorded: number }>(
        sql`select origin, happened, recorded from timesheet_history where company_id = ${company.id} and timesheet_id = ${created.id} order by version`,
      )
      assert.deepEqual(
        lines.map(({ origin }) => origin),
        ['Phone; sent later, from a device that was offline', 'sent later, from a device that was offline'],
      )
      assert.ok(lines.every(({ happened, recorded }) => recorded - happened >= 3600_000_000))
    })

    test('submitted and approved time is closed to employees, and open to approvers', async () => {
      const worker = await server.user(company, { permissions: { manage_my_timesheets: true } })
      const created = await one(
        worker,
        'POST',
        regular(worker, '2026-02-13T08:00:00-07:00', '2026-02-13T10:00:00-07:00'),
      )
      await server.put(company, '/users', [{ id: worker.id, approved_to: '2026-02-14' }])
      const [row] = await server.list(worker, 'timesheets', `?ids=${created.id}`)
      assert.equal(row!.state, 'APPROVED')
      assert.equal((await one(worker, 'PUT', { id: created.id, notes: 'x' }))._status_code, 409)
      assert.equal(
        (await server.delete(worker, `/timesheets?ids=${created.id}`)).body.results.timesheets[created.id]._status_code,
        409,
      )
      assert.equal(
        (await one(worker, 'POST', regular(worker, '2026-02-14T08:00:00-07:00', '2026-02-14T10:00:00-07:00')))
          ._status_code,
        417,
      )
      const later = await one(worker, 'POST', regular(worker, '2026-02-16T08:00:00-07:00', '2026-02-16T10:00:00-07:00'))
      const moved = await one(worker, 'PUT', {
        id: later.id,
        start: '2026-02-13T18:00:00-07:00',
        end: '2026-02-13T19:00:00-07:00',
      })
      assert.equal(moved._status_code, 409)
      assert.equal((await one(company, 'PUT', { id: created.id, notes: 'fixed' })).notes, 'fixed')
    })

    test('submitted and approved time, even their own, is closed to people with manage_timesheets who may not approve', async () => {
      const keeper = await server.user(company, { permissions: { manage_timesheets: true } })
      const clerk = await server.user(company, { permissions: { manage_timesheets: true, approve_timesheets: true } })
      const worker = await server.user(company)
      for (const owner of [keeper, worker]) {
        const created = await one(
          keeper,
          'POST',
          regular(owner, '2026-02-09T08:00:00-07:00', '2026-02-09T10:00:00-07:00'),
        )
        const open = await one(keeper, 'POST', regular(owner, '2026-02-25T08:00:00-07:00', '2026-02-25T10:00:00-07:00'))
        assert.deepEqual([created._status_code, open._status_code], [200, 200])
        for (const [field, word] of [
          ['submitted_to', 'submitted'],
          ['approved_to', 'approved'],
        ] as const) {
          await server.put(company, '/users', [{ id: owner.id, [field]: '2026-02-14' }])
          const late = regular(owner, '2026-02-10T08:00:00-07:00', '2026-02-10T10:00:00-07:00')
          const moved = { start: '2026-02-10T08:00:00-07:00', end: '2026-02-10T09:00:00-07:00' }
          const cases: [Values, number][] = [
            [await one(keeper, 'PUT', { id: created.id, end: '2026-02-09T12:00:00-07:00' }), 409],
            [await one(keeper, 'PUT', { id: open.id, ...moved }), 409],
            [await one(keeper, 'POST', late), 417],
            [(await server.delete(keeper, `/timesheets?ids=${created.id}`)).body.results.timesheets[created.id], 409],
          ]
          for (const [answer, status] of cases) {
            assert.equal(answer._status_code, status, JSON.stringify(answer))
            assert.match(answer._status_extra, new RegExp(`^time through 2026-02-14 is ${word}$`))
          }
        }
        assert.equal((await one(clerk, 'PUT', { id: created.id, end: '2026-02-09T12:00:00-07:00' }))._status_code, 200)
      }
    })

    test('the history notes that an application changed approved time without a reason', async () => {
      const worker = await server.user(company)
      const day = (date: string) => regular(worker, `${date}T08:00:00-07:00`, `${date}T10:00:00-07:00`)
      const [created, kept] = [
        await one(company, 'POST', day('2026-02-09')),
        await one(company, 'POST', day('2026-02-10')),
      ]
      await server.put(company, '/users', [{ id: worker.id, approved_to: '2026-02-14' }])
      const added = await one(company, 'POST', { ...day('2026-02-11'), origin_hint: 'Gate 4' })
      const into = await one(company, 'POST', day('2026-02-16'))
      const moved = { start: '2026-02-12T08:00:00-07:00', end: '2026-02-12T10:00:00-07:00' }
      const out = { start: '2026-02-17T08:00:00-07:00', end: '2026-02-17T10:00:00-07:00' }
      assert.equal((await one(company, 'PUT', { id: created.id, ...out }))._status_code, 200)
      assert.equal((await one(company, 'PUT', { id: into.id, ...moved }))._status_code, 200)
      assert.equal(
        (await server.delete(company, `/timesheets?ids=${kept.id}`)).body.results.timesheets[kept.id]._status_code,
        200,
      )
      const note = 'approved time, and the application gave no reason'
      for (const [{ id }, ...notes] of [
        [created, '', note],
        [kept, '', note],
        [added, `Gate 4; ${note}`],
        [into, '', note],
      ] as const) {
        const lines = await server.db.read.all<{ origin: string; application: string }>(
          sql`select origin, application from timesheet_history
            where company_id = ${company.id} and timesheet_id = ${id} order by version`,
        )
        assert.deepEqual(
          lines.map(({ origin }) => origin),
          notes,
        )
        assert.ok(lines.every(({ application }) => application !== ''))
      }
    })

    test('the reason for a change of approved time is kept in the history', async () => {
      const worker = await server.user(company)
      const created = await one(
        company,
        'POST',
        regular(worker, '2026-02-09T08:00:00-07:00', '2026-02-09T10:00:00-07:00'),
      )
      await server.put(company, '/users', [{ id: worker.id, approved_to: '2026-02-14' }])
      const change = (item: Values, reason?: unknown) =>
        server.call(company.token, 'PUT', '/timesheets', { data: [{ id: created.id, ...item }], reason })
      assert.equal((await change({ notes: 'a' }, 'Forgot the notes')).body.results.timesheets['1']._status_code, 200)
      assert.equal((await change({ notes: 'b' })).body.results.timesheets['1']._status_code, 200)
      for (const wrong of [7, ['x'], 'x'.repeat(256)]) {
        const { status, body } = await change({ notes: 'c' }, wrong)
        assert.equal(status, 417)
        assert.match(body.error.message, /reason: must be text of at most 255 characters$/)
      }
      const gone = await server.delete(company, `/timesheets?ids=${created.id}&reason=Entered%20twice`)
      assert.equal(gone.body.results.timesheets[created.id]._status_code, 200)
      const lines = await server.db.read.all<{ action: string; reason: string }>(
        sql`select action, reason from timesheet_history where company_id = ${company.id} and timesheet_id = ${created.id} order by version`,
      )
      assert.deepEqual(
        lines.map(({ action, reason }) => [action, reason]),
        [
          ['created', ''],
          ['changed', 'Forgot the notes'],
          ['changed', ''],
          ['deleted', 'Entered twice'],
        ],
      )
    })

    test('the web app must send a reason for a change of approved time', async () => {
      const [worker, manager] = [
        await server.user(company),
        await server.user(company, { permissions: { admin: true } }),
      ]
      const cookie = await server.session(company.id, manager.id)
      const send = async (method: 'POST' | 'PUT' | 'DELETE', body: Values | undefined, query = '') => {
        const answer = await server.app.inject({
          ...{ method, url: `/api/v1/timesheets${query}` },
          headers: {
            cookie,
            host: 'time.example.com',
            origin: 'http://time.example.com',
            'sec-fetch-site': 'same-origin',
          },
          ...(body && { payload: body }),
        })
        const [item] = Object.values<Values>(answer.json().results.timesheets)
        return item!
      }
      const day = (date: string) => regular(worker, `${date}T08:00:00-07:00`, `${date}T10:00:00-07:00`)
      const created = await one(company, 'POST', day('2026-02-09'))
      await server.put(company, '/users', [{ id: worker.id, approved_to: '2026-02-14' }])
      const refused = [
        await send('POST', { data: [day('2026-02-10')] }),
        await send('PUT', { data: [{ id: created.id, notes: 'a' }] }),
        await send('PUT', { data: [{ id: created.id, notes: 'a' }], reason: '  ' }),
        await send('DELETE', undefined, `?ids=${created.id}`),
      ]
      for (const item of refused) {
        assert.equal(item._status_code, 417, JSON.stringify(item))
        assert.match(item._status_extra, /^reason: required, because time through 2026-02-14 is approved/)
      }
      assert.equal((await send('POST', { data: [day('2026-02-16')] }))._status_code, 200, 'open time takes none')
      const reason = 'Forgot it'
      assert.equal((await send('POST', { data: [day('2026-02-10')], reason }))._status_code, 200)
      assert.equal((await send('PUT', { data: [{ id: created.id, notes: 'a' }], reason }))._status_code, 200)
      assert.equal((await one(company, 'PUT', { id: created.id, notes: 'b' }))._status_code, 200, 'a token needs none')
      assert.equal((await send('DELETE', undefined, `?ids=${created.id}&reason=Twice`))._status_code, 200)
    })

    test('the manager of a group records and sees time of its members only', async () => {
      const manager = await server.user(company)
      const group = await server.createOne(company, 'groups', { name: `Crew ${database}`, manager_ids: [manager.id] })
      const member = await server.user(company, { group_id: group.id })
      const stranger = await server.user(company)
      const day = ['2026-02-19T08:00:00-07:00', '2026-02-19T10:00:00-07:00'] as const
      assert.equal((await one(manager, 'POST', regular(member, ...day)))._status_code, 200)
      assert.equal((await one(manager, 'POST', regular(stranger, ...day)))._status_code, 417)
      assert.equal(
        (await server.list(manager, 'timesheets', '?start_date=2026-02-19&end_date=2026-02-19')).every(
          (row) => row.user_id === member.id,
        ),
        true,
      )
    })
  })

  describe('a jobcode that is not assigned', () => {
    test('a jobcode that is not assigned is available to administrators, manage_timesheets and group managers, not to the person', async () => {
      const group = await server.createOne(company, 'groups', { name: 'Crew' })
      const own = { manage_my_timesheets: true }
      const worker = await server.user(company, { permissions: own, group_id: group.id })
      const keeper = await server.user(company, { permissions: { manage_timesheets: true } })
      const lead = await server.user(company, { permissions: own, group_id: group.id })
      const approver = await server.user(company, { permissions: { ...own, approve_timesheets: true } })
      await server.put(company, '/groups', [{ id: group.id, manager_ids: [lead.id] }])
      const other = await server.createOne(company, 'jobcodes', { name: 'Made a moment ago' })
      const admin = { id: company.adminId, token: company.token }
      const cases: [Person, Person, number][] = [
        [admin, worker, 200],
        [admin, admin, 200],
        [keeper, worker, 200],
        [keeper, keeper, 200],
        [lead, worker, 200],
        [lead, lead, 200],
        [worker, worker, 417],
        [approver, approver, 417],
      ]
      for (const [index, [who, owner, status]] of cases.entries()) {
        const date = `2026-01-${10 + index}`
        const times: [string, string] = [`${date}T08:00:00-07:00`, `${date}T10:00:00-07:00`]
        const created = await one(who, 'POST', regular(owner, ...times, { jobcode_id: other.id }))
        assert.equal(created._status_code, status, `${index}: ${created._status_extra}`)
        if (status === 417) assert.match(created._status_extra, /^jobcode_id: .*not assigned/)
        const sheet = created.id ? created : await one(who, 'POST', regular(owner, ...times))
        await one(who, 'PUT', { id: sheet.id, jobcode_id: job.id })
        const moved = await one(who, 'PUT', { id: sheet.id, jobcode_id: other.id })
        assert.equal(moved._status_code, status, `${index}: ${moved._status_extra}`)
      }
      await server.post(company, '/jobcode_assignments', [{ user_id: worker.id, jobcode_id: other.id }])
      const times: [string, string] = ['2026-01-20T08:00:00-07:00', '2026-01-20T10:00:00-07:00']
      const created = await one(worker, 'POST', regular(worker, ...times, { jobcode_id: other.id }))
      assert.equal(created._status_code, 200)
    })
  })

  describe('invalid timesheets', () => {
    test('invalid timesheets are refused by the name of the property, and change nothing', async () => {
      const worker = await server.user(company)
      const archived = await server.createOne(company, 'jobcodes', { name: 'Old', assigned_to_all: true })
      await server.put(company, '/jobcodes', [{ id: archived.id, active: false }])
      const parent = await server.createOne(company, 'jobcodes', { name: 'Parent', assigned_to_all: true })
      await server.createOne(company, 'jobcodes', { name: 'Child', parent_id: parent.id })
      const good = regular(worker, '2026-02-24T08:00:00-07:00', '2026-02-24T10:00:00-07:00')
      const cases: [Values, RegExp][] = [
        [{ ...good, user_id: 999999 }, /user_id/],
        [{ ...good, user_id: undefined }, /user_id/],
        [{ ...good, jobcode_id: undefined }, /jobcode_id/],
        [{ ...good, jobcode_id: 999999 }, /jobcode_id/],
        [{ ...good, jobcode_id: archived.id }, /jobcode_id/],
        [{ ...good, jobcode_id: parent.id }, /jobcode_id/],
        [{ ...good, type: 'weekly' }, /type/],
        [{ ...good, type: undefined }, /type/],
        [{ ...good, start: undefined }, /start/],
        [{ ...good, end: undefined }, /end/],
        [{ ...good, start: '2026-02-30T08:00:00-07:00' }, /start/],
        [{ ...good, start: '2026-02-24 8 o’clock' }, /start/],
        [{ ...good, end: '2026-02-24T10:00:00+99:00' }, /end/],
        [{ ...good, notes: 'x'.repeat(4001) }, /notes/],
        [{ ...good, notes: '\ud800' }, /notes/],
        [{ ...good, customfields: { 7: 'x' } }, /customfields/],
        [{ ...good, customfields: [1] }, /customfields/],
        [{ ...good, attached_files: [5] }, /attached_files/],
        [{ ...good, locked: 1 }, /locked/],
        [{ ...good, id: 5 }, /id/],
        [{ user_id: worker.id, jobcode_id: job.id, type: 'manual', duration: 5 }, /date/],
        [{ user_id: worker.id, jobcode_id: job.id, type: 'manual', date: '2026-02-24' }, /duration/],
        [{ user_id: worker.id, jobcode_id: job.id, type: 'manual', date: '2026-02-24', duration: -1 }, /duration/],
        ...[null, '', '  ', [], {}, true].flatMap((none): [Values, RegExp][] => [
          [{ ...good, start: none }, /start/],
          [{ ...good, type: 'manual', date: none, duration: 60 }, /date/],
          [{ ...good, type: 'manual', date: '2026-02-24', duration: none }, /duration/],
        ]),
        [{ ...regular(worker, '2026-04-24T08:00:00-07:00', '') }, /start/],
      ]
      for (const [item, reason] of cases) {
        const result = await one(company, 'POST', item)
        assert.equal(result._status_code, 417, JSON.stringify(item))
        assert.match(result._status_extra, reason)
      }
      assert.deepEqual(
        await server.list(company, 'timesheets', `?user_ids=${worker.id}&start_date=2026-02-01&on_the_clock=both`),
        [],
      )
      assert.equal((await server.get(company, '/timesheets')).status, 417)
      assert.equal((await server.get(company, '/timesheets?end_date=2026-01-01')).status, 417)
      assert.equal((await server.get(company, '/timesheets?start_date=2026-13-01')).status, 417)
    })
  })

  test('the time of a jobcode includes that of jobcodes below it, also of added ones, and not of those that moved away', async () => {
    const branch = await server.createOne(company, 'jobcodes', { name: 'Branch', assigned_to_all: true })
    const timeOf = async (jobcodeId: number) =>
      (await server.list(company, 'timesheets', `?start_date=2026-05-01&jobcode_ids=${jobcodeId}`)).map(({ id }) => id)
    assert.deepEqual(await timeOf(branch.id), [])
    const below = await server.createOne(company, 'jobcodes', {
      name: 'Below',
      parent_id: branch.id,
      assigned_to_all: true,
    })
    const worker = await server.user(company)
    const item = regular(worker, '2026-05-04T08:00:00-06:00', '2026-05-04T09:00:00-06:00', { jobcode_id: below.id })
    const { id } = await one(company, 'POST', item)
    assert.deepEqual(await timeOf(branch.id), [id])
    const moved = await server.put(company, '/jobcodes', [{ id: below.id, parent_id: 0 }])
    assert.equal(moved.status, 200, moved.text)
    assert.deepEqual([await timeOf(branch.id), await timeOf(below.id)], [[], [id]])
  })

  describe('timesheets and the clock', () => {
    test('a timesheet is clocked out automatically after seven days', async () => {
      const worker = await server.user(company)
      const start = server.now
      const created = await one(worker, 'POST', regular(worker, new Date(start / 1000).toISOString(), ''))
      server.pass(7 * 86400 - 1)
      await server.round()
      assert.equal((await server.list(company, 'timesheets', `?ids=${created.id}&on_the_clock=yes`)).length, 1)
      server.pass(2)
      await server.round()
      await server.round()
      const token = await server.token(company.id, company.adminId)
      const [closed] = await server.list({ token }, 'timesheets', `?ids=${created.id}`)
      assert.deepEqual([closed!.duration, closed!.on_the_clock], [604800, false])
      const history = await server.db.read.all<{ action: string; origin: string; user_id: number }>(
        sql`select action, origin, user_id from timesheet_history where company_id = ${company.id} and timesheet_id = ${created.id} order by version`,
      )
      assert.deepEqual(
        history,
        [
          { action: 'created', origin: '', user_id: worker.id },
          { action: 'changed', origin: 'clocked out automatically', user_id: 0 },
        ].map((line) => Object.assign(Object.create(Object.getPrototypeOf(history[0])), line)),
      )
      company.token = token
    })

    test('the duration of a timesheet across a clock change is its elapsed time', async () => {
      const pacific = await server.company('Pacific', 'America/Los_Angeles')
      const boss = { token: pacific.token }
      const cases: [string, string, number, string, string][] = [
        ['2026-03-07T23:00:00-08:00', '2026-03-08T07:30:00-07:00', 27000, '2026-03-07', '2026-03-08T07:30:00-07:00'],
        ['2025-11-01T23:00:00-07:00', '2025-11-02T07:30:00-08:00', 34200, '2025-11-01', '2025-11-02T07:30:00-08:00'],
        ['2024-11-03T01:30:00-07:00', '2024-11-03T01:30:00-08:00', 3600, '2024-11-03', '2024-11-03T01:30:00-08:00'],
      ]
      for (const [start, end, duration, date, shown] of cases) {
        const created = await one(boss, 'POST', {
          user_id: pacific.adminId,
          jobcode_id: 0,
          type: 'regular',
          start,
          end,
        })
        assert.deepEqual(
          [created._status_code, created.duration, created.date, created.start, created.end],
          [200, duration, date, start, shown],
        )
      }
    })
  })
})
