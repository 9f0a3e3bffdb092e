import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Values } from '../../src/engine/table.ts'
import { onEither, type TestCompany, TestServer } from '../support/server.ts'
import { ask } from './ask.ts'

onEither('the history of a timesheet in the app API', (database) => {
  let server: TestServer
  let ada: TestCompany
  let worker: { id: number; token: string }
  let job: Values
  before(async () => {
    server = await TestServer.start(database)
    ada = await server.company()
    worker = await server.user(ada, {
      first_name: 'Wanda',
      last_name: 'Webb',
      permissions: { manage_my_timesheets: true },
    })
    job = await server.createOne(ada, 'jobcodes', { name: 'Lot 14', assigned_to_all: true })
  })
  after(() => server.stop())

  const read = async (who: { token: string }, id: number, more = ''): Promise<Values> => {
    const { status, body } = await ask(server, who, 'GET', `/timesheet_history?timesheet_id=${id}${more}`)
    assert.equal(status, 200, JSON.stringify(body))
    return body
  }
  const instant = (seconds = 0) => new Date(server.now / 1000 + seconds * 1000).toISOString()
  const shown = (text: string) => text.replace('.000Z', '+00:00')
  /** The same on the clocks of Denver in winter. */
  const local = (text: string) => new Date(Date.parse(text) - 7 * 3_600_000).toISOString().replace('.000Z', '-07:00')
  const clockIn = (more: object = {}) =>
    server.createOne(worker, 'timesheets', {
      user_id: worker.id,
      jobcode_id: job.id,
      type: 'regular',
      start: instant(),
      end: '',
      ...more,
    })
  const change = async (who: { token: string }, item: Values) => {
    const { body, text } = await server.put(who, '/timesheets', [item])
    assert.equal(Object.values<Values>(body.results.timesheets)[0]!._status_code, 200, text)
  }

  test('the history of a timesheet has who, when, from where, and each old and new value, newest first', async () => {
    const field = await server.createOne(ada, 'customfields', {
      name: 'Cost',
      applies_to: 'timesheet',
      type: 'managed-list',
      show_to_all: true,
      required: false,
    })
    for (const name of ['Labor', 'Rework'])
      await server.createOne(ada, 'customfielditems', { customfield_id: field.id, name })
    const began = instant()
    const made = await clockIn({ customfields: { [field.id]: 'Labor' }, origin_hint: 'Front door tablet' })
    server.pass(3600)
    const ended = instant()
    await change(worker, { id: made.id, end: ended, notes: 'done' })
    server.pass(60)
    await change(ada, { id: made.id, customfields: { [field.id]: 'Rework' }, notes: '', jobcode_id: 0 })
    const fixed = instant()
    server.pass(60)
    await server.delete(ada, `/timesheets?ids=${made.id}`)

    const { timesheet, entries, more, jobcodes, customfields } = await read(worker, made.id)
    assert.deepEqual(timesheet, { id: made.id, user_id: worker.id, zone: 'America/Denver', deleted: true })
    assert.deepEqual([more, jobcodes, customfields], [false, { [job.id]: 'Lot 14' }, { [field.id]: 'Cost' }])
    const wanda = { user_id: worker.id, name: 'Wanda Webb' }
    assert.deepEqual(
      entries.map(({ version, kind, who, origin }: Values) => [version, kind, who.name, origin]),
      [
        [4, 'deleted', 'Ada Admin', ''],
        [3, 'changed', 'Ada Admin', ''],
        [2, 'changed', 'Wanda Webb', ''],
        [1, 'created', 'Wanda Webb', 'Front door tablet'],
      ],
    )
    assert.deepEqual(entries[1], {
      version: 3,
      who: { user_id: ada.adminId, name: 'Ada Admin' },
      application: 'Test client',
      origin: '',
      reason: '',
      happened: shown(fixed),
      recorded: shown(fixed),
      kind: 'changed',
      changes: [
        { field: 'jobcode_id', before: job.id, after: null },
        { field: 'notes', before: 'done', after: null },
        { field: `customfields.${field.id}`, before: 'Labor', after: 'Rework' },
      ],
    })
    assert.deepEqual(entries[2].changes, [
      { field: 'end', before: null, after: local(ended) },
      { field: 'duration', before: null, after: 3600 },
      { field: 'notes', before: null, after: 'done' },
    ])
    assert.deepEqual(entries[3].who, wanda)
    const created = Object.fromEntries(entries[3].changes.map(({ field, after }: Values) => [field, after]))
    assert.deepEqual([created.start, created.jobcode_id, created.notes], [local(began), job.id, undefined])
    const gone = Object.fromEntries(entries[0].changes.map(({ field, before }: Values) => [field, before]))
    assert.deepEqual([gone.end, gone[`customfields.${field.id}`]], [local(ended), 'Rework'])
    assert.ok(entries[0].changes.every(({ after }: Values) => after === null))
  })

  test('the history of a timesheet includes what the server did itself', async () => {
    const began = server.now
    const made = await clockIn()
    server.pass(8 * 86_400)
    await server.round()
    const [entry] = (await read(ada, made.id)).entries
    assert.deepEqual(
      [entry.who, entry.application, entry.origin, entry.happened],
      [
        { user_id: 0, name: '' },
        '',
        'clocked out automatically',
        shown(new Date(began / 1000 + 7 * 86_400_000).toISOString()),
      ],
    )
  })

  test('the history of a timesheet comes in pages', async () => {
    const made = await clockIn()
    for (let n = 1; n <= 5; n++) await change(worker, { id: made.id, notes: `note ${n}` })
    const versions = ({ entries }: Values) => entries.map((entry: Values) => entry.version)
    const first = await read(worker, made.id, '&limit=4')
    assert.deepEqual([versions(first), first.more], [[6, 5, 4, 3], true])
    const second = await read(worker, made.id, '&limit=4&before=3')
    assert.deepEqual([versions(second), second.more], [[2, 1], false])
    await change(worker, { id: made.id, end: instant(1) })
  })

  test('only people who may see a timesheet see its history', async () => {
    const boss = await server.user(ada)
    const group = await server.createOne(ada, 'groups', { name: 'Crew', manager_ids: [boss.id] })
    const colleague = await server.user(ada)
    server.pass(60)
    const made = await clockIn()
    const status = async (who: { token: string }, id: unknown = made.id) =>
      (await ask(server, who, 'GET', `/timesheet_history?timesheet_id=${id}`)).status
    assert.deepEqual([await status(worker), await status(ada), await status(colleague)], [200, 200, 404])
    assert.equal(await status(boss), 404)
    await server.put(ada, '/users', [{ id: worker.id, group_id: group.id }])
    assert.equal(await status(boss), 200)
    assert.equal(await status(await server.company()), 404)
    await server.delete(ada, `/timesheets?ids=${made.id}`)
    assert.deepEqual([await status(boss), await status(colleague), await status(worker)], [200, 404, 200])
    assert.equal(await status(ada, 2147483647), 404)
    for (const id of ['', '0', '-1', 'x', '9007199254740992']) assert.equal(await status(ada, id), 417, id)
    const { body } = await ask(server, ada, 'GET', '/timesheet_history')
    assert.match(body.error.message, /timesheet_id: required/)
    const { body: many } = await ask(server, ada, 'GET', `/timesheet_history?timesheet_id=${made.id}&limit=201`)
    assert.match(many.error.message, /limit: must be at most 200$/)
  })
})
