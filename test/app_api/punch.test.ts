import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import type { Values } from '../../src/engine/table.ts'
import { onBoth, type TestCompany, TestServer } from '../support/server.ts'
import { contents } from '../support/statements.ts'
import { ask } from './ask.ts'

// The clock starts on Monday, 2026-03-02, 8:00 in Denver.
onBoth('one press at the clock', (database) => {
  let server: TestServer
  let company: TestCompany
  let worker: { id: number; token: string }
  before(async () => {
    server = await TestServer.start(database)
  })
  after(() => server.stop())
  beforeEach(async () => {
    company = await server.company()
    worker = await server.user(company)
  })

  const press = (body: unknown, headers: Record<string, string> = {}, who: { token: string } = worker) =>
    ask(server, who, 'POST', '/clock', body, { headers })
  const done = async (body: unknown, headers: Record<string, string> = {}) => {
    const answer = await press(body, headers)
    assert.equal(answer.status, 200, JSON.stringify(answer.body))
    return answer.body
  }
  /** The server's time, moved by seconds, as the API writes it. */
  const at = (seconds = 0) => new Date(server.now / 1000 + seconds * 1000).toISOString().replace(/\.\d+/, '')
  const job = async (name: string): Promise<number> =>
    (await server.createOne(company, 'jobcodes', { name, assigned_to_all: true })).id
  const entries = async () =>
    (await server.list(company, 'timesheets', '?start_date=2026-02-01&on_the_clock=both'))
      .filter(({ user_id }) => user_id === worker.id)
      .map(({ jobcode_id, start, end }) => ({ jobcode_id, start, end }))
  const everything = async () => {
    const { users, access_tokens, companies, ...rest } = await contents(server)
    return rest
  }

  test('clocking in, switching, taking a break, ending it and clocking out are one request each', async () => {
    const [siding, painting] = [await job('Siding'), await job('Painting')]
    const made = await ask(server, company, 'POST', '/breaks', { name: 'Lunch', type: 'unpaid_break' })
    const { begun: first } = await done({ begin: { jobcode_id: siding, start: at() } })
    server.pass(3600)
    const switched = await done({
      end: { id: first.id, end: at(), notes: 'North side' },
      begin: { jobcode_id: painting, start: at() },
    })
    assert.deepEqual([switched.ended.duration, switched.ended.notes], [3600, 'North side'])
    server.pass(3600)
    const paused = await done({
      end: { id: switched.begun.id, end: at() },
      begin: { jobcode_id: made.body.id, start: at() },
    })
    server.pass(1800)
    const back = await done({ end: { id: paused.begun.id, end: at() }, begin: { jobcode_id: painting, start: at() } })
    const noted = await done({ change: { id: back.begun.id, notes: 'Ceiling' } })
    assert.deepEqual([noted.changed.notes, noted.ended, noted.begun], ['Ceiling', null, null])
    server.pass(3600)
    const { ended } = await done({ end: { id: back.begun.id, end: at() } })
    assert.equal(ended.on_the_clock, false)
    assert.deepEqual(
      (await entries()).map(({ jobcode_id }) => jobcode_id),
      [siding, painting, made.body.id, painting],
    )
  })

  test('a switch whose new job is refused leaves the old one running', async () => {
    const siding = await job('Siding')
    const { begun } = await done({ begin: { jobcode_id: siding, start: at() } })
    server.pass(3600)
    const before = await everything()
    const { status, body } = await press({
      end: { id: begun.id, end: at() },
      begin: { jobcode_id: 999_999, start: at() },
    })
    assert.deepEqual([status, body.error.reason.code], [417, 'no_such_jobcode'])
    assert.deepEqual(await everything(), before)
  })

  test('a press with an idempotency key counts once, however often it arrives', async () => {
    const siding = await job('Siding')
    const { begun } = await done({ begin: { jobcode_id: siding, start: at() } })
    server.pass(3600)
    const body = { end: { id: begun.id, end: at() }, begin: { jobcode_id: 0, start: at() } }
    const key = { 'idempotency-key': `switch-${company.id}` }
    const answers = await Promise.all(Array.from({ length: 10 }, () => done(body, key)))
    assert.equal(new Set(answers.map((answer) => JSON.stringify(answer))).size, 1)
    server.pass(60)
    assert.deepEqual(await done(body, key), answers[0])
    assert.equal((await entries()).length, 2)
  })

  test('an entry that ended elsewhere stays as it is, and the press is refused', async () => {
    const { begun } = await done({ begin: { jobcode_id: 0, start: at() } })
    server.pass(3600)
    await server.put(company, '/timesheets', [{ id: begun.id, end: at(-600) }])
    const stood = await entries()
    for (const body of [
      { end: { id: begun.id, end: at() } },
      { end: { id: begun.id, end: at() }, begin: { jobcode_id: 0, start: at() } },
      { change: { id: begun.id, notes: 'Late' } },
    ]) {
      const { status, body: told } = await press(body)
      assert.deepEqual([status, told.error.reason.code], [409, 'timesheet_ended'])
    }
    assert.deepEqual(await entries(), stood)
    const same = await done({ late: true, end: { id: begun.id, end: at(-600) } })
    assert.equal(same.ended.id, begun.id, 'the same punch again is no conflict')
  })

  test('a press concerns your own entries only, and those of the company', async () => {
    const other = await server.company()
    const { id: theirs } = await server.createOne(company, 'timesheets', {
      ...{ user_id: company.adminId, jobcode_id: 0, type: 'regular' },
      ...{ start: at(), end: '' },
    })
    server.pass(3600)
    for (const who of [worker, other]) {
      const { status, body } = await press({ end: { id: theirs, end: at() } }, {}, who)
      assert.deepEqual([status, body.error.reason.code], [404, 'no_such_timesheet_of_yours'])
    }
  })

  test('an offline punch may be late, and locked days stay closed to it', async () => {
    const early = { begin: { jobcode_id: 0, start: at(-7200) } }
    assert.equal((await press(early)).body.error.reason.code, 'past_time_not_allowed')
    const { begun } = await done({ ...early, late: true })
    await done({ late: true, end: { id: begun.id, end: at(-3600) } })
    await server.put(company, '/users', [{ id: worker.id, approved_to: begun.date }])
    const { status, body } = await press({ late: true, begin: { jobcode_id: 0, start: at(-1800) } })
    assert.deepEqual([status, body.error.reason.code], [417, 'time_approved'])
    assert.equal((await entries()).length, 1)
  })

  test('a dry run of a press answers what it would do, and does nothing', async () => {
    const before = await everything()
    const { begun } = await done({ begin: { jobcode_id: 0, start: at() } }, { 'x-clockhouse-dry-run': 'yes' })
    assert.equal(begun.on_the_clock, true)
    assert.deepEqual(await everything(), before)
  })

  test('a place that is refused, or answers about breaks that no longer count, keep no one off the clock', async () => {
    const far = { created: at(100 * 86_400), latitude: 40, longitude: -105, accuracy: 5, altitude: 0 }
    const { begun } = await done({ begin: { jobcode_id: 0, start: at() }, place: far })
    assert.equal((await server.list(company, 'geolocations', '?modified_since=2026-01-01T00:00:00Z')).length, 0)
    server.pass(3600)
    const near = { created: at(), latitude: 40, longitude: -105, accuracy: 5, altitude: 0 }
    const { ended } = await done({
      end: { id: begun.id, end: at() },
      break_answers: [{ rule: 'gone', answer: 'taken' }],
      place: near,
    })
    assert.equal(ended.duration, 3600)
    assert.equal((await server.list(company, 'geolocations', '?modified_since=2026-01-01T00:00:00Z')).length, 1)
  })

  test('answers about breaks are stored with the press that clocks out', async () => {
    const chosen = await ask(server, company, 'PUT', '/break_rules', { rules: 'california_meals' })
    assert.equal(chosen.status, 200)
    await ask(server, company, 'POST', '/breaks', { name: 'Meal', type: 'unpaid_break' })
    const { begun } = await done({ begin: { jobcode_id: 0, start: at() } })
    server.pass(8 * 3600)
    const { body } = await ask(server, worker, 'GET', '/due_breaks')
    const answers = body.breaks.map(({ rule }: Values) => ({ rule, answer: 'prevented' }))
    assert.ok(answers.length > 0)
    await done({ end: { id: begun.id, end: at() }, break_answers: answers })
    const { body: history } = await ask(server, worker, 'GET', `/timesheet_history?timesheet_id=${begun.id}`)
    assert.match(JSON.stringify(history), /prevented/)
  })

  test('an empty press is refused', async () => {
    assert.equal((await press({})).body.error.reason.code, 'missing')
    assert.equal((await press({ late: true })).status, 417)
  })
})
