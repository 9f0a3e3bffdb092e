import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { listEndpoints } from '../../src/app_api/lists.ts'
import type { Values } from '../../src/engine/table.ts'
import { createToken } from '../../src/oauth/tokens.ts'
import type { Document } from '../../src/openapi/document.ts'
import { type reportSights, sights } from '../../src/rules/people/sight.ts'
import { followed } from '../../src/webhooks/feed.ts'
import { toldResources } from '../../src/webhooks/queue.ts'
import { ask } from '../app_api/ask.ts'
import { type Received, Receiver } from '../support/receiver.ts'
import { onEither, type TestCompany, TestServer } from '../support/server.ts'
import { isFull } from '../support/tiers.ts'
import { Oracle } from '../support/visibility/oracle.ts'
import { addPeople, type Caller, type Cast } from '../support/visibility/people.ts'
import { addRecords } from '../support/visibility/records.ts'
import { hasText, readingPaths, tellingTexts } from '../support/visibility/texts.ts'
import {
  app,
  Count,
  callTool,
  compareBeside,
  compareByPeople,
  compareFields,
  peopleInExport,
  queryFor,
  recordsIn,
  type Scene,
  toldRecords,
  toolRecords,
  types,
} from '../support/visibility/ways.ts'

// Who sees what: every type of record, by everyone with another right and by tokens with other scopes, field by field and
// on every way out, compared with the table (rules/people/sight.ts) by an oracle that reads it in its own way.

/** The records of these types are older than the cursors and the webhook, or are not in the log. */
const older = ['users', 'groups', 'schedule_calendars', 'managed_clients']

/** Callers of each kind. */
const typicalCallers = ['administrator', 'plain', 'manager', 'reports', 'member', 'inspector of the crew']

/** Callers who also use tokens with scopes. */
const scopedCallers = ['administrator', 'plain', 'manager', 'reports']

const idsOf = (records: ReadonlyMap<number, Values>) => [...records.keys()].sort((a, b) => a - b)

onEither('who sees what', (database) => {
  let server: TestServer
  let company: TestCompany
  let cast: Cast
  let scene: Scene
  const cursors = new Map<Caller, string>()
  const scoped: { caller: Caller; type: string; reading: string; writing: string; cursor: string }[] = []
  const count = new Count()
  let receiver: Receiver
  const messages: Received[] = []

  before(async () => {
    server = await TestServer.start(database, { CLOCKHOUSE_WEBHOOK_PRIVATE: 'yes' })
    company = await server.company()
    cast = await addPeople(server, company, isFull)
    for (const caller of cast.callers) {
      const { status, body } = await server.get(caller, '/changes?cursor=now')
      if (status === 200) cursors.set(caller, body.cursor)
    }
    for (const caller of cast.callers.filter(({ name }) => scopedCallers.includes(name)))
      for (const type of types) {
        const whose = { companyId: company.id, userId: caller.id, name: type, expires: server.now + 3_600_000_000 }
        const token = async (scopes: string) => (await createToken(server.world, { ...whose, scopes })).token
        const [reading, writing] = [await token(`${type}:read changes:read`), await token(`${type}:write`)]
        const { cursor } = (await server.call(reading, 'GET', '/changes?cursor=now')).body
        scoped.push({ caller, type, reading, writing, cursor })
      }
    receiver = await Receiver.start()
    const hook = { url: `${receiver.url}/all`, types: ['*'], payload: 'full' }
    const made = await server.call(company.token, 'POST', '/webhooks', hook)
    assert.equal(made.status, 200, made.text)
    const known = await addRecords(server, company, cast)
    for (let got = -1; got !== messages.length; ) {
      got = messages.length
      await server.round()
      messages.push(...receiver.take())
    }
    const oracle = await Oracle.of(server, company.id, [...types, 'time_off_request_notes'])
    scene = { server, company, cast, known, oracle, full: new Map() }
    for (const type of types) {
      const { body, text } = await server.get(company, `/${type}${queryFor(type, scene)}`)
      assert.ok(body.results, `${type}: ${text}`)
      scene.full.set(type, recordsIn(body, type))
    }
  })
  after(async () => {
    receiver?.stop()
    await server?.stop()
  })

  const each = async (work: (caller: Caller, type: string) => Promise<void>, callers = cast.callers) => {
    for (const caller of callers) for (const type of types) await work(caller, type)
  }
  /** On the second database, `npm test` asks in some ways only for callers of each kind: nothing else differs there. */
  const typical = () =>
    isFull || database === 'sqlite' ? cast.callers : cast.callers.filter(({ name }) => typicalCallers.includes(name))

  test('there are records of every type, of which each caller but administrators misses some', () => {
    for (const type of types) assert.ok(scene.oracle.ids(type).length > 0, type)
    const administrator = cast.callers.find(({ isAdmin }) => isAdmin)!
    // Delivered messages are no longer listed, and the times of reading are only one's own.
    for (const type of types.filter((name) => name !== 'project_activity_read_times' && name !== 'notifications'))
      assert.deepEqual(scene.oracle.seen(administrator, type), scene.oracle.ids(type), type)
    const plain = cast.callers.find(({ name }) => name === 'plain')!
    const limited = types.filter((type) => {
      const row = sights[type as keyof typeof sights]
      return !('all' in row && row.all === 'everyone')
    })
    for (const type of limited)
      assert.ok(scene.oracle.seen(plain, type)!.length < scene.oracle.ids(type).length, `${type}: all are seen`)
  })

  test('lists have the records that the caller sees, with the fields that they read', async () => {
    await each(async (caller, type) => {
      const { status, body, text } = await server.get(caller, `/${type}${queryFor(type, scene)}`)
      const seen = scene.oracle.listed(caller, type)
      count.add('lists', { asked: 1 })
      if (!seen || (type === 'managed_clients' && !caller.isAdmin))
        return assert.equal(status, 403, `${caller.name} ${type}`)
      assert.equal(status, 200, `${caller.name} ${type}: ${text.slice(0, 300)}`)
      const records = recordsIn(body, type)
      assert.deepEqual(idsOf(records), seen, `${caller.name} ${type}`)
      const fields = compareFields(caller, type, records, scene, 'list')
      count.add('lists', { records: scene.oracle.ids(type).length, fields })
      const sections = body.supplemental_data ?? body.results.supplemental_data ?? {}
      count.add('beside', { asked: 1, fields: compareBeside(caller, sections, scene, `list of ${type}`) })
    })
  })

  test('lists as lines, and the long lists of the app, have the same', async () => {
    await each(async (caller, type) => {
      const headers = { accept: 'application/x-ndjson' }
      const { status, text } = await server.call(
        caller.token,
        'GET',
        `/${type}${queryFor(type, scene)}`,
        undefined,
        headers,
      )
      count.add('lines', { asked: 1 })
      if (status === 403) return
      const rows = text
        .split('\n')
        .filter(Boolean)
        .map((line): Values => JSON.parse(line))
      const records = new Map(rows.map((row) => [Number(row.id), row]))
      assert.deepEqual(idsOf(records), scene.oracle.listed(caller, type), `${caller.name} ${type}`)
      count.add('lines', { records: records.size, fields: compareFields(caller, type, records, scene, 'lines') })
    })
    for (const caller of cast.callers)
      for (const { path } of listEndpoints) {
        const type = path.split('/').at(-1)!
        const query = queryFor(type, scene).replace('limit=200&', '').replace('limit=200', '')
        const { status, body } = await app(scene, caller, `${path}${query}`)
        const seen = scene.oracle.listed(caller, type)
        count.add('app lists', { asked: 1 })
        if (!seen) {
          assert.equal(status, 403, `${caller.name} ${path}`)
          continue
        }
        const records = recordsIn(body, type)
        assert.deepEqual(idsOf(records), seen, `${caller.name} ${path}`)
        count.add('app lists', { records: seen.length, fields: compareFields(caller, type, records, scene, path) })
      }
  })

  test('filters by people and groups find only records that the caller sees', async () => {
    await each(async (caller, type) => {
      count.add('filters by people', { asked: await compareByPeople(caller, type, scene) })
    })
    assert.ok(count.of('filters by people').asked > 300)
  })

  test('filters on a field find only people of whom the caller reads it', async () => {
    for (const caller of cast.callers)
      for (const person of [cast.near, cast.far, cast.lone, caller]) {
        const payroll = scene.full.get('users')!.get(person.id)!.payroll_id
        if (payroll === '') continue
        const found = recordsIn((await server.get(caller, `/users?active=both&payroll_ids=${payroll}`)).body, 'users')
        const reads =
          scene.oracle.reads(caller, person.id, 'payroll_id') && scene.oracle.sees(caller, 'users', person.id)
        assert.equal(found.has(person.id), reads, `${caller.name} ${person.name}`)
        const query = `/timesheets?payroll_ids=${payroll}&start_date=2026-02-26&end_date=2026-02-26`
        const sheets = [...recordsIn((await server.get(caller, query)).body, 'timesheets').keys()]
        if (!reads) assert.deepEqual(sheets, [], `${caller.name} ${person.name}`)
        count.add('filters', { asked: 2, fields: 2 })
      }
  })

  test('the feed tells of the records that the caller sees', async () => {
    for (const [caller, cursor] of cursors) {
      const told = await toldRecords(server, caller.token, cursor)
      count.add('feed', { asked: 1 })
      for (const { name: type } of followed) {
        const records = told.get(type) ?? new Map<number, Values>()
        const ids = idsOf(records)
        const seen = scene.oracle.seen(caller, type) ?? []
        const expected = older.includes(type) ? ids : seen
        assert.deepEqual(
          ids.filter((id) => seen.includes(id)),
          expected,
          `${caller.name} ${type}`,
        )
        assert.deepEqual(
          ids.filter((id) => !seen.includes(id)),
          [],
          `${caller.name} ${type}: unseen`,
        )
        count.add('feed', { records: ids.length, fields: compareFields(caller, type, records, scene, 'feed') })
      }
    }
    assert.equal(cursors.size, cast.callers.length - 2, 'all but inspectors')
  })

  test('assistants read what their user sees', async () => {
    await each(async (caller, type) => {
      const query = new URLSearchParams(queryFor(type, scene))
      query.delete('limit')
      const filters = Object.fromEntries(
        [...query].map(([name, value]) => [name, name === 'ids' ? value.split(',').map(Number) : value]),
      )
      const records = await toolRecords(server, caller.token, type, filters)
      count.add('assistants', { asked: 1 })
      const seen = scene.oracle.listed(caller, type)
      if (caller.inspects || (type === 'managed_clients' && !caller.isAdmin))
        return assert.equal(records, undefined, `${caller.name} ${type}`)
      assert.ok(records && seen, `${caller.name} ${type}: refused`)
      assert.deepEqual(idsOf(records), seen, `${caller.name} ${type}`)
      const fields = compareFields(caller, type, records, scene, 'assistant', true)
      count.add('assistants', { records: records.size, fields })
    }, typical())
  })

  test('files, history, settings and shifts in calendars follow the records', async () => {
    const { oracle } = scene
    for (const caller of typical()) {
      for (const id of oracle.ids('files')) {
        const { status } = await server.get(caller, `/files/raw?id=${id}`)
        const expected = caller.inspects ? 403 : oracle.sees(caller, 'files', id) ? 200 : 404
        assert.equal(status, expected, `${caller.name} picture ${id}`)
        count.add('pictures', { asked: 1, records: 1 })
      }
      for (const type of ['timesheets', 'timesheets_deleted'])
        for (const id of oracle.ids(type).slice(0, 8)) {
          const { status } = await app(scene, caller, `/timesheet_history?timesheet_id=${id}`)
          assert.equal(status, oracle.sees(caller, type, id) ? 200 : 404, `${caller.name} history of ${type} ${id}`)
          count.add('history', { asked: 1, records: 1 })
        }
      for (const person of [cast.near, cast.far, cast.lone, caller]) {
        const { status } = await server.get(caller, `/effective_settings?user_id=${person.id}`)
        const sees = oracle.isOf(caller, 'effective_settings', person.id)
        assert.equal(status, caller.inspects || !sees ? 403 : 200, `${caller.name} settings of ${person.name}`)
        count.add('settings', { asked: 1, records: 1 })
      }
      if (caller.inspects) continue
      const { body } = await ask(server, caller, 'POST', '/calendar_feed', {})
      const { body: text } = await server.app.inject({ method: 'GET', url: new URL(body.url).pathname })
      const shifts = [...text.matchAll(/UID:shift-(\d+)@/g)].map(([, id]) => Number(id)).sort((a, b) => a - b)
      const own = oracle.ids('schedule_events').filter((id) => {
        const { user_id, assigned_user_ids, draft, kind } = oracle.row('schedule_events', id)
        const isTheirs = user_id === caller.id && assigned_user_ids !== '' && draft === 0 && kind !== 'base'
        return isTheirs && oracle.sees(caller, 'schedule_events', id)
      })
      assert.deepEqual(shifts, own, `${caller.name} calendar`)
      count.add('calendars', { asked: 1, records: shifts.length })
    }
  })

  const ranges = 'start_date=2026-02-23&end_date=2026-03-01'
  const reports: [keyof typeof reportSights, (body: Values) => unknown[]][] = [
    ['current_totals', (body) => Object.keys(body.results.current_totals)],
    ['payroll', (body) => Object.keys(body.results.payroll_report)],
    ['payroll_by_jobcode', (body) => Object.keys(body.results.payroll_by_jobcode_report.by_user)],
    ['project', (body) => Object.keys(body.results.project_report.totals.users)],
  ]

  test('reports and exports have the time of people whose time the caller sees there', async () => {
    const { oracle } = scene
    const owners = [cast.near, cast.far, cast.lone, ...cast.callers.filter(({ inspects }) => !inspects)]
    const number = new Map(
      owners.map(({ id }) => [id, Number(/\d+/.exec(String(oracle.row('users', id).last_name))?.[0])]),
    )
    for (const caller of cast.callers) {
      const seenIn = (report: keyof typeof reportSights) =>
        owners.filter(({ id }) => oracle.isIn(caller, report, id)).map(({ id }) => id)
      for (const [report, idsIn] of reports) {
        const { status, body, text } = await server.get(
          caller,
          `/reports/${report}?${report === 'current_totals' ? '' : ranges}`,
        )
        count.add('reports', { asked: 1 })
        if (caller.inspects && !report.startsWith('payroll')) {
          assert.equal(status, 403, `${caller.name} ${report}`)
          continue
        }
        assert.equal(status, 200, `${caller.name} ${report}: ${text.slice(0, 300)}`)
        const ids = idsIn(body)
          .map(Number)
          .filter((id) => number.has(id))
          .sort((a, b) => a - b)
        assert.deepEqual(
          ids,
          seenIn(report).sort((a, b) => a - b),
          `${caller.name} ${report}`,
        )
        count.add('reports', { records: owners.length })
        compareBeside(caller, body.supplemental_data ?? {}, scene, report)
      }
      for (const target of ['hours', 'timesheets']) {
        const people = await peopleInExport(scene, caller, target)
        const expected = seenIn('payroll')
          .map((id) => number.get(id)!)
          .filter((own) => own > 0)
        assert.deepEqual(
          [...people].sort((a, b) => a - b),
          expected.sort((a, b) => a - b),
          `${caller.name} export ${target}`,
        )
        count.add('exports', { asked: 1, records: owners.length })
      }
      const money = await app(scene, caller, `/exports/hours/check?${ranges}&money=yes`)
      assert.equal(money.status, caller.isAdmin ? 200 : 403, `${caller.name} money`)
    }
  })

  test('no request of either API that reads shows a text of a record or a field that the caller does not see', async () => {
    const texts = tellingTexts(scene, [cast.near, cast.far, cast.lone])
    const document = (await server.call(undefined, 'GET', '/openapi.json')).body as Document
    const answered = new Set<string>()
    for (const caller of typical())
      for (const person of isFull ? [cast.near, cast.far] : [cast.far]) {
        const sheet = scene.oracle
          .ids('timesheets')
          .find((id) => scene.oracle.row('timesheets', id).user_id === person.id)
        for (const url of readingPaths(document, person, sheet!)) {
          const headers = { authorization: `Bearer ${caller.token}` }
          const { statusCode, body } = await server.app.inject({ method: 'GET', url, headers })
          count.add('every request', { asked: 1 })
          if (statusCode !== 200) continue
          answered.add(url.split('?')[0]!)
          const shown = texts.filter(({ text, sees }) => hasText(body, text) && !sees(caller))
          assert.deepEqual(
            shown.map(({ text, where }) => `${where}: ${text}`),
            [],
            `${caller.name} ${url}`,
          )
          const isPaid = /"(pay_rate|gross_cents)":[^,}]/.test(body)
          assert.ok(caller.isAdmin || !isPaid, `${caller.name} ${url}: pay`)
          count.add('every request', { records: texts.length })
        }
      }
    assert.ok(answered.size > 70, `${answered.size} requests were answered`)
  })

  test('a webhook sends what administrators see', async () => {
    // It belongs to the company, so nothing is its own.
    const administrator = { ...cast.callers.find(({ isAdmin }) => isAdmin)!, id: 0 }
    const sent = new Map<string, Map<number, Values>>()
    for (const { body } of messages) {
      const { resource, id, record } = body.data
      const known = sent.get(resource) ?? new Map<number, Values>()
      sent.set(resource, known)
      if (body.type.endsWith('.deleted')) known.delete(id)
      else known.set(id, record)
    }
    count.add('webhook', { asked: messages.length })
    for (const { name: type } of toldResources) {
      const records = sent.get(type) ?? new Map<number, Values>()
      const seen = scene.oracle.seen(administrator, type)!
      // A message that was delivered in the meantime is no longer listed.
      if (type !== 'notifications')
        assert.deepEqual(
          idsOf(records).filter((id) => !seen.includes(id)),
          [],
          type,
        )
      else for (const id of idsOf(records)) if (!seen.includes(id)) records.delete(id)
      if (!older.includes(type)) assert.deepEqual(idsOf(records), seen, type)
      count.add('webhook', {
        records: records.size,
        fields: compareFields(administrator, type, records, scene, 'webhook'),
      })
    }
  })

  test('tokens with scopes are shown only the types in them', async () => {
    for (const { caller, type, reading, writing, cursor } of scoped) {
      const where = `${caller.name} with ${type}:read`
      for (const other of types) {
        const { status, body } = await server.call(reading, 'GET', `/${other}${queryFor(other, scene)}`)
        count.add('scopes', { asked: 1 })
        const isOpen = other === type && !(type === 'managed_clients' && !caller.isAdmin)
        assert.equal(status, isOpen ? 200 : 403, `${where}: ${other}`)
        if (!isOpen) continue
        const sections = Object.keys(body.supplemental_data ?? {})
        const own = type === 'schedule_calendars' ? 'calendars' : type
        assert.deepEqual(
          sections.filter((section) => section !== own),
          [],
          where,
        )
        const records = recordsIn(body, type)
        assert.deepEqual(idsOf(records), scene.oracle.listed(caller, type), where)
        count.add('scopes', { records: records.size, fields: compareFields(caller, type, records, scene, 'scopes') })
        assert.equal((await server.call(writing, 'GET', `/${type}${queryFor(type, scene)}`)).status, 200, where)
      }
      const told = await toldRecords(server, reading, cursor)
      assert.ok(
        [...told.keys()].every((name) => name === type),
        `${where}: changes of ${[...told.keys()]}`,
      )
      if (!older.includes(type))
        assert.deepEqual(idsOf(told.get(type) ?? new Map()), scene.oracle.seen(caller, type), where)
      const foreign = { type: type === 'users' ? 'groups' : 'users', filters: { ids: [caller.id] } }
      assert.equal(await callTool(server, reading, 'read_records', foreign), undefined, `${where}: ${foreign.type}`)
      count.add('scopes', { asked: 2, records: told.get(type)?.size ?? 0 })
    }
  })

  test('all of it was tried', (t) => {
    for (const line of count.lines) t.diagnostic(`${database}: ${line}`)
    const ids = types.reduce((sum, type) => sum + scene.oracle.ids(type).length, 0)
    t.diagnostic(`${database}: ${types.length} types, ${cast.callers.length} callers, ${ids} records`)
    const tried = cast.callers.length * types.length
    for (const way of ['lists', 'lines']) assert.equal(count.of(way).asked, tried, way)
    assert.equal(count.of('assistants').asked, typical().length * types.length)
    assert.ok(count.of('lists').fields > 25_000)
  })
})
