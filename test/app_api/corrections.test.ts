import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import { sql } from '../../src/engine/sql.ts'
import type { Values } from '../../src/engine/table.ts'
import { jobcodeRow, seed } from '../support/seed.ts'
import { onEither, type TestCompany, TestServer } from '../support/server.ts'
import { ask } from './ask.ts'

type Person = { id: number; token: string }

onEither('corrections', (database) => {
  let server: TestServer
  let ada: TestCompany
  let boss: Person
  let wanda: Person
  let job: Values
  let sheet: Values
  before(async () => {
    server = await TestServer.start(database)
  })
  after(() => server.stop())
  beforeEach(async () => {
    ada = await server.company()
    boss = await server.user(ada, { first_name: 'Bo', last_name: 'Boss' })
    const group = await server.createOne(ada, 'groups', { name: 'Crew', manager_ids: [boss.id] })
    wanda = await server.user(ada, { first_name: 'Wanda', last_name: 'Webb', group_id: group.id })
    job = await server.createOne(ada, 'jobcodes', { name: 'Site', assigned_to_all: true })
    sheet = await server.createOne(ada, 'timesheets', span('08:00', '16:00'))
  })

  const at = (time: string) => `2026-02-10T${time}:00-07:00`
  const span = (start: string, end: string): Values => ({
    ...{ user_id: wanda.id, jobcode_id: 0, type: 'regular', start: at(start), end: at(end) },
  })
  const propose = (body: Values, who: Person = wanda) =>
    ask(server, who, 'POST', '/corrections', { reason: 'why', ...body })
  const proposed = async (body: Values): Promise<number> => {
    const told = await propose(body)
    assert.equal(told.status, 200, JSON.stringify(told.body))
    return told.body.id
  }
  const decide = (id: number, decision: 'accept' | 'decline', message?: string, who: { token: string } = boss) =>
    ask(server, who, 'POST', `/corrections/${id}/decision`, { decision, ...(message && { message }) })
  const listed = async (who: { token: string } = boss, query = ''): Promise<Values[]> => {
    const { status, body } = await ask(server, who, 'GET', `/corrections${query}`)
    assert.equal(status, 200, JSON.stringify(body))
    return body.corrections
  }
  const times = async () => {
    const rows = await server.list(ada, 'timesheets', `?start_date=2026-02-01&user_ids=${wanda.id}`)
    return rows.map((row) => `${row.start.slice(11, 16)}-${row.end.slice(11, 16)} ${row.jobcode_id} ${row.notes}`)
  }
  const messages = async (who: Person): Promise<string[]> => {
    const rows = await server.db.read.all<{ message: string }>(
      sql`select message from notifications where company_id = ${ada.id} and user_id = ${who.id} order by id`,
    )
    return rows.map(({ message }) => message)
  }

  test('an accepted correction changes the timesheet, is kept in its history, and notifies both people', async () => {
    const changes = { start: at('07:30'), end: at('15:30'), jobcode_id: job.id, notes: 'Roof' }
    const id = await proposed({ action: 'change', timesheet_id: sheet.id, ...changes, reason: 'Came earlier' })
    assert.deepEqual(await times(), ['08:00-16:00 0 '])
    assert.deepEqual(await messages(boss), ['Wanda Webb proposed a correction for Tue, Feb 10: Came earlier'])
    const [waiting] = await listed(boss, '?status=pending&start_date=2026-02-10&end_date=2026-02-10')
    assert.deepEqual(
      { ...waiting, created: '' },
      {
        ...{ id, user_id: wanda.id, name: 'Wanda Webb', timesheet_id: sheet.id, action: 'change', date: '2026-02-10' },
        changes,
        entry: {
          ...{ type: 'regular', jobcode_id: 0, start: at('08:00'), end: at('16:00'), date: '2026-02-10' },
          ...{ duration: 28800, notes: '', zone: 'America/Denver' },
        },
        ...{ reason: 'Came earlier', status: 'pending', created: '', decided: null, decided_by: null, message: '' },
      },
    )
    assert.deepEqual((await decide(id, 'accept', 'Thank you')).body, { status: 'accepted' })
    assert.deepEqual(await times(), [`07:30-15:30 ${job.id} Roof`])
    assert.deepEqual(await messages(wanda), ['Your correction for Tue, Feb 10 was accepted. Thank you'])
    const { entries } = (await ask(server, boss, 'GET', `/timesheet_history?timesheet_id=${sheet.id}`)).body
    assert.deepEqual(
      [entries[0].who.name, entries[0].origin, entries[0].reason],
      ['Bo Boss', 'correction proposed by Wanda Webb', 'Came earlier'],
    )
    const [settled] = await listed(wanda, `?user_id=${wanda.id}`)
    assert.deepEqual(
      [settled!.status, settled!.decided_by.name, settled!.message],
      ['accepted', 'Bo Boss', 'Thank you'],
    )
  })

  describe('accepted corrections', () => {
    test('an accepted correction cuts out a break, deletes a timesheet, or adds a forgotten one', async () => {
      const [lunch] = await seed(server, ada.id, 'jobcodes', [jobcodeRow({ name: 'Lunch', type: 'unpaid_break' })])
      const pause = { jobcode_id: lunch!.id, start: at('12:00'), end: at('12:30') }
      await decide(await proposed({ action: 'change', timesheet_id: sheet.id, break: pause }), 'accept')
      assert.deepEqual(await times(), ['08:00-12:00 0 ', `12:00-12:30 ${lunch!.id} `, '12:30-16:00 0 '])
      const gone = await proposed({ action: 'delete', timesheet_id: sheet.id, reason: 'Not me' })
      await decide(gone, 'accept')
      assert.deepEqual(await times(), [`12:00-12:30 ${lunch!.id} `, '12:30-16:00 0 '])
      assert.equal((await listed(wanda))[0]!.entry, null)
      const added = await proposed({ action: 'add', jobcode_id: job.id, start: at('17:00'), end: at('18:00') })
      await decide(added, 'accept')
      assert.equal((await times()).at(-1), `17:00-18:00 ${job.id} `)
      const hours = await proposed({ action: 'add', jobcode_id: 0, date: '2026-02-11', duration: 7200, notes: 'Home' })
      await decide(hours, 'accept')
      assert.equal((await times()).at(-1), '08:00-10:00 0 Home')
      const [last, first] = await listed(wanda)
      assert.deepEqual([last!.entry.duration, first!.entry.start], [7200, at('17:00')])
    })

    test('any approver accepts corrections, also in submitted time, but not in approved time', async () => {
      const approver = await server.user(ada, { permissions: { approve_timesheets: true } })
      await server.put(ada, '/users', [{ id: wanda.id, submitted_to: '2026-02-14' }])
      const id = await proposed({ action: 'change', timesheet_id: sheet.id, end: at('15:00') })
      assert.equal((await decide(id, 'accept', '', approver)).status, 200)
      assert.deepEqual(await times(), ['08:00-15:00 0 '])
      const late = await proposed({ action: 'change', timesheet_id: sheet.id, end: at('14:00') })
      await server.put(ada, '/users', [{ id: wanda.id, approved_to: '2026-02-14' }])
      const refused = await decide(late, 'accept')
      assert.equal(refused.status, 417)
      assert.match(refused.body.error.message, /timesheet_id: time through 2026-02-14 is approved$/)
      assert.equal((await listed())[0]!.status, 'pending')
      assert.equal((await decide(late, 'decline')).status, 200)
    })

    test('a correction is accepted completely or not at all', async () => {
      const [lunch] = await seed(server, ada.id, 'jobcodes', [jobcodeRow({ name: 'Lunch', type: 'unpaid_break' })])
      const pause = { jobcode_id: lunch!.id, start: at('12:00'), end: at('12:30') }
      const id = await proposed({ action: 'change', timesheet_id: sheet.id, notes: 'Roof', break: pause })
      // Meanwhile someone has taken the same time for something else.
      await server.put(ada, '/timesheets', [{ id: sheet.id, end: at('12:10') }])
      const { status, body } = await decide(id, 'accept')
      assert.deepEqual([status, /overlaps timesheet/.test(body.error.message)], [417, true])
      assert.deepEqual([await times(), (await listed())[0]!.status], [['08:00-12:10 0 '], 'pending'])
    })
  })

  test('declining or withdrawing a correction changes nothing, and is final', async () => {
    const change = { action: 'change', timesheet_id: sheet.id, end: at('15:00') }
    const first = await proposed(change)
    assert.match((await propose(change)).body.error.message, /timesheet_id: a correction of this timesheet is waiting/)
    await decide(first, 'decline', 'You left at four')
    assert.deepEqual(await messages(wanda), ['Your correction for Tue, Feb 10 was declined. You left at four'])
    const second = await proposed(change)
    assert.equal((await ask(server, boss, 'DELETE', `/corrections/${second}`)).status, 404)
    assert.equal((await ask(server, wanda, 'DELETE', `/corrections/${second}`)).status, 200)
    for (const [id, word] of [
      [first, 'declined'],
      [second, 'withdrawn'],
    ] as const) {
      const { status, body } = await decide(id, 'accept')
      assert.deepEqual([status, body.error.message.endsWith(`id: the correction is ${word} already`)], [417, true])
    }
    assert.deepEqual(await times(), ['08:00-16:00 0 '])
  })

  test('people propose corrections of their own time; its approvers see and decide them', async () => {
    const [colleague, stranger] = [await server.user(ada), await server.company()]
    const change = { action: 'change', timesheet_id: sheet.id, end: at('15:00') }
    for (const who of [colleague, boss]) assert.equal((await propose(change, who)).status, 404)
    const id = await proposed(change)
    const clerk = await server.user(ada, { permissions: { manage_timesheets: true } })
    for (const who of [colleague, clerk, stranger]) {
      assert.deepEqual(await listed(who), [])
      assert.equal((await decide(id, 'accept', '', who)).status, 404)
    }
    assert.equal((await decide(id, 'accept', '', wanda)).status, 403)
    for (const who of [wanda, boss, ada]) assert.equal((await listed(who)).length, 1)
    assert.deepEqual(await times(), ['08:00-16:00 0 '])
  })

  test('a proposal or a decision that is sent again after a lost answer counts once, and a dry run leaves no trace', async () => {
    const forgotten = { action: 'add', jobcode_id: job.id, start: at('20:00'), end: at('21:00'), reason: 'Forgot it' }
    const keyed = (path: string, body: Values, who: Person) => (headers: Record<string, string>) =>
      ask(server, who, 'POST', path, body, { headers })
    const sends = keyed('/corrections', forgotten, wanda)
    const dry = await sends({ 'x-clockhouse-dry-run': 'yes' })
    assert.deepEqual([dry.status, dry.headers['x-clockhouse-dry-run'], await listed()], [200, 'yes', []])
    const key = { 'idempotency-key': `proposal-${ada.id}` }
    const answers = await Promise.all([sends(key), sends(key), sends(key)])
    assert.deepEqual(
      answers.map(({ status, body }) => [status, body]),
      Array(3).fill([200, answers[0]!.body]),
    )
    assert.equal((await listed()).length, 1)
    assert.equal((await messages(boss)).length, 1)
    const decides = keyed(`/corrections/${answers[0]!.body.id}/decision`, { decision: 'accept' }, boss)
    const decided = { 'idempotency-key': `decision-${ada.id}` }
    for (const time of [1, 2]) assert.deepEqual((await decides(decided)).body, { status: 'accepted' }, `time ${time}`)
    assert.deepEqual(await times(), ['08:00-16:00 0 ', `20:00-21:00 ${job.id} `])
    const { status, body } = await ask(
      server,
      wanda,
      'POST',
      '/corrections',
      { ...forgotten, reason: 'Other' },
      { headers: key },
    )
    assert.equal(status, 417)
    assert.match(body.error.message, /Idempotency-Key/)
  })

  test('corrections that could not be accepted are refused by name, and leave no trace', async () => {
    await server.createOne(ada, 'timesheets', span('18:00', '19:00'))
    const hours = { user_id: wanda.id, jobcode_id: 0, type: 'manual', date: '2026-02-10', duration: 3600 }
    const manual = await server.createOne(ada, 'timesheets', hours)
    const old = { ...hours, date: '2026-01-05' }
    const approved = await server.createOne(ada, 'timesheets', old)
    await server.put(ada, '/users', [{ id: wanda.id, approved_to: '2026-01-10' }])
    const change = { action: 'change', timesheet_id: sheet.id }
    const add = { action: 'add', jobcode_id: job.id }
    const cases: [Values, RegExp][] = [
      [{ ...change }, /action: nothing would change/],
      [{ ...change, start: at('08:00'), end: '2026-02-10T23:00:00Z', notes: '' }, /action: nothing would change/],
      [{ action: 'change', end: at('15:00') }, /timesheet_id: required/],
      [{ ...change, end: at('18:30') }, /overlaps timesheet/],
      [{ ...change, end: at('07:00') }, /end must be after start/],
      [{ ...change, start: 'soon' }, /start/],
      [{ ...change, jobcode_id: 2147483600 }, /jobcode_id: there is no jobcode/],
      [{ ...change, duration: 60 }, /duration: this timesheet has start and end instead/],
      [{ ...change, timesheet_id: manual.id, end: at('15:00') }, /end: this timesheet has date and duration/],
      [{ ...change, action: 'delete', notes: 'x' }, /notes: must be left out for a deletion/],
      [{ ...add }, /start: give start and end, or date and duration/],
      [{ ...add, timesheet_id: sheet.id, date: '2026-02-12', duration: 60 }, /timesheet_id: must be left out/],
      [{ action: 'add', start: at('20:00'), end: at('21:00') }, /jobcode_id: required/],
      [{ ...add, date: '2026-02-12', duration: 90000 }, /duration must be between/],
      [{ ...change, timesheet_id: approved.id, notes: 'x' }, /timesheet_id: time through 2026-01-10 is approved/],
      [{ ...change, timesheet_id: manual.id, date: '2026-01-09' }, /timesheet_id: time through 2026-01-10 is approved/],
      [{ ...add, date: '2026-01-09', duration: 3600 }, /date: time through 2026-01-10 is approved/],
      [{ ...change, notes: 'x', reason: ' ' }, /reason: required/],
    ]
    for (const [body, message] of cases) {
      const told = await propose(body)
      assert.equal(told.status, 417, JSON.stringify([body, told.body]))
      assert.match(told.body.error.message, message)
    }
    assert.deepEqual([await listed(), await messages(boss)], [[], []])
  })
})
