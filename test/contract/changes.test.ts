import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import type { Actor } from '../../src/engine/context.ts'
import { type Handle, name as quoted, sql } from '../../src/engine/sql.ts'
import type { TableName, Values } from '../../src/engine/table.ts'
import { changesBehind } from '../../src/webhooks/change_rows.ts'
import { followed } from '../../src/webhooks/feed.ts'
import { Follower, followedLists } from '../support/follower.ts'
import { makeLeftOut } from '../support/left_out.ts'
import { samples } from '../support/samples.ts'
import { insertSetting } from '../support/seed.ts'
import { onBoth, type TestCompany, TestServer } from '../support/server.ts'
import { runStatements } from '../support/statements.ts'

// The feed of changes: what it tells equals what the lists show, and no cursor passes over anything silently.

onBoth('the feed of changes', (database) => {
  let server: TestServer
  let company: TestCompany
  before(async () => {
    server = await TestServer.start(database)
    company = await server.company()
  })
  after(() => server.stop())

  const get = (who: { token: string }, query: string) => server.get(who, `/changes?${query}`)
  const now = async (who: { token: string }): Promise<string> => (await get(who, 'cursor=now')).body.cursor
  const changes = async (who: { token: string }, cursor: string, more = ''): Promise<Values[]> => {
    const { status, body, text } = await get(who, `cursor=${cursor}${more}`)
    assert.equal(status, 200, text)
    return body.results.changes
  }
  const told = (list: Values[]) => list.map(({ type, change, id }) => `${change} ${type} ${id}`)

  test('a follower of all resources has the same records as their lists', async () => {
    const many = await server.company()
    const there = { users: '?active=both', schedule_calendars: '' }
    const follower = await Follower.start((path) => server.get(many, path), there)
    for (const { name } of followed) await samples[name]!.make(server, many, 5)
    for (const { name } of followed) {
      const query = `${samples[name]!.all(many)}&limit=1`
      const [row] = await server.list(many, name, query)
      if (row) await samples[name]!.touch(server, many, row.id)
    }
    await server.round()
    await follower.follow()
    assert.ok(follower.count > 150, `${follower.count} records`)
    const { adminId: userId, id: companyId } = many
    const actor: Actor = { companyId, userId, isAdmin: true, permissions: new Set(), manages: [], application: '' }
    for (const { name, visible } of followed) {
      const told = new Map(follower.records(name).map((record) => [record.id, record]))
      for (const record of await followedLists((path) => server.get(many, path), name, samples[name]!.all(many)))
        assert.deepEqual(told.get(record.id), record, name)
      const stored = await server.db.read.all<{ id: number }>(
        sql`select id from ${quoted(name)} where company_id = ${companyId} and ${visible(actor)} order by id`,
      )
      assert.deepEqual(
        follower.records(name).map(({ id }) => Number(id)),
        stored.map(({ id }) => id),
        name,
      )
    }
  })

  test('the queries in docs/changes.md return every record that the feed covers', async () => {
    const many = await server.company()
    for (const { name } of followed) await samples[name]!.make(server, many, 3)
    await makeLeftOut(server, many)
    const queries = documentedQueries()
    const idsOf = async (list: string): Promise<number[]> => {
      const rows = await server.list(many, list, `?${queries.get(list) ?? 'active=both'}`)
      return rows.map(({ id }) => id)
    }
    const [fields, calendars] = [await idsOf('customfields'), await idsOf('schedule_calendars')]
    const actor: Actor = {
      ...{
        companyId: many.id,
        userId: many.adminId,
        isAdmin: true,
        permissions: new Set(),
        manages: [],
        application: '',
      },
    }
    for (const { name, filters, visible } of followed) {
      const query = queries.get(name) ?? (filters.active ? 'active=both' : '')
      const [start, parameter] = query.split('=…')
      const needed: Partial<Record<TableName, readonly (string | number)[]>> = {
        customfielditems: fields,
        schedule_events: ['', '&team_events=base'],
      }
      const parts = needed[name] ?? ['']
      const seen = new Set<number>()
      for (const part of parts) {
        const end = name === 'schedule_events' ? `=${calendars}${part}` : part === '' ? '' : `=${part}`
        for (const { id } of await server.list(many, name, `?${start}${end}`)) seen.add(Number(id))
      }
      assert.equal(parameter === undefined, parts.length === 1, name)
      const stored = await server.db.read.all<{ id: number }>(
        sql`select id from ${quoted(name)} where company_id = ${many.id} and ${visible(actor)} order by id`,
      )
      assert.deepEqual(
        [...seen].sort((a, b) => a - b),
        stored.map(({ id }) => id),
        name,
      )
    }
  })

  test('the feed reports what happened in order, with each record as it was then', async () => {
    const cursor = await now(company)
    const made = await server.createOne(company, 'timesheets', {
      ...{ user_id: company.adminId, jobcode_id: 0, type: 'manual', date: '2026-02-01', duration: 60, notes: 'first' },
    })
    const group = await server.createOne(company, 'groups', { name: 'Followed' })
    await server.put(company, '/timesheets', [{ id: made.id, notes: 'second' }])
    const [listed] = await server.list(company, 'timesheets', `?ids=${made.id}`)
    await server.put(company, '/groups', [{ id: group.id, active: false }])
    await server.delete(company, `/timesheets?ids=${made.id}`)
    const list = await changes(company, cursor)
    assert.deepEqual(told(list), [
      `created timesheets ${made.id}`,
      `created groups ${group.id}`,
      `updated timesheets ${made.id}`,
      `archived groups ${group.id}`,
      `deleted timesheets ${made.id}`,
      `created timesheets_deleted ${made.id}`,
    ])
    assert.deepEqual(
      list.map(({ record }) => record.notes ?? record.name),
      ['first', 'Followed', 'second', 'Followed', 'second', 'second'],
    )
    assert.deepEqual(list[2]!.record, listed)
    assert.deepEqual([list[0]!.user_id, list[0]!.application], [company.adminId, 'Test client'])
    assert.ok(list.every((change, index) => index === 0 || change.sequence === list[index - 1]!.sequence + 1))
    assert.deepEqual(told(await changes(company, cursor, '&types=groups')), [
      `created groups ${group.id}`,
      `archived groups ${group.id}`,
    ])
    const first = await get(company, `cursor=${cursor}&limit=2`)
    assert.equal(first.body.more, true)
    assert.deepEqual(told(await changes(company, first.body.cursor)), told(list).slice(2))
    const typed = await get(company, `cursor=${cursor}&limit=1&types=groups,timesheets_deleted`)
    assert.deepEqual(told(await changes(company, typed.body.cursor, '&types=groups,timesheets_deleted')), [
      `archived groups ${group.id}`,
      `created timesheets_deleted ${made.id}`,
    ])
  })

  describe('the feed of a person', () => {
    test('the feed shows a person only their own time, and nothing of the time of others', async () => {
      const [mine, other] = [await server.user(company), await server.user(company)]
      const cursor = await now(mine)
      const time = (user_id: number, day: number) => ({
        ...{ user_id, jobcode_id: 0, type: 'manual', date: `2026-02-0${day}`, duration: 60 },
      })
      const own = await server.createOne(company, 'timesheets', time(mine.id, 1))
      const theirs = await server.createOne(company, 'timesheets', time(other.id, 2))
      await server.put(
        company,
        '/timesheets',
        [own.id, theirs.id].map((id) => ({ id, notes: 'x' })),
      )
      await server.delete(company, `/timesheets?ids=${own.id},${theirs.id}`)
      const list = (await changes(mine, cursor)).filter(({ type }) => type.startsWith('timesheets'))
      assert.deepEqual(told(list), [
        `created timesheets ${own.id}`,
        `updated timesheets ${own.id}`,
        `deleted timesheets ${own.id}`,
        `created timesheets_deleted ${own.id}`,
      ])
    })

    test('a record that moves out of a person’s sight is hidden in the feed, and one that moves into it arrives', async () => {
      const permissions = { view_my_schedules: true }
      const [mine, other] = [await server.user(company, { permissions }), await server.user(company, { permissions })]
      const [calendar] = await server.list(company, 'schedule_calendars', '')
      const event = await server.createOne(company, 'schedule_events', {
        ...{ schedule_calendar_id: calendar!.id, assigned_user_ids: [mine.id], title: 'Shift', draft: true },
        ...{ start: '2026-03-03T08:00:00-07:00', end: '2026-03-03T16:00:00-07:00' },
      })
      const cursors = [await now(mine), await now(other)] as const
      await server.put(company, '/schedule_events', [{ id: event.id, draft: false }])
      await server.put(company, '/schedule_events', [{ id: event.id, draft: true }])
      const list = (await changes(mine, cursors[0])).filter(({ type }) => type === 'schedule_events')
      assert.deepEqual(told(list), [`updated schedule_events ${event.id}`, `hidden schedule_events ${event.id}`])
      assert.equal(list[1]!.record, null)
      assert.deepEqual(
        (await changes(other, cursors[1])).filter(({ type }) => type === 'schedule_events'),
        [],
      )
    })

    test('the feed shows a person only the fields that they may see', async () => {
      const worker = await server.user(company)
      const cursors = [await now(company), await now(worker)] as const
      await server.put(company, '/users', [{ id: company.adminId, job_title: 'Chief' }])
      const [full] = await changes(company, cursors[0], '&types=users')
      const [part] = await changes(worker, cursors[1], '&types=users')
      assert.ok('pay_rate' in full!.record && !('pay_rate' in part!.record))
      assert.ok('permissions' in full!.record && !('permissions' in part!.record))
    })
  })

  test('the feed refuses a cursor, types, limit or wait that leads nowhere, and tells why', async () => {
    const other = await server.company()
    const [mine, theirs] = [await now(company), await now(other)]
    const [id, sequence, rights] = mine.split('-') as [string, string, string]
    const ahead = (Number.parseInt(sequence, 36) + 5).toString(36)
    const cases: [query: string, status: number, words: RegExp][] = [
      ['', 417, /cursor is required/],
      ['cursor=', 417, /cursor is required/],
      ['cursor=yesterday', 417, /cursor must be now or the cursor of an earlier answer/],
      [`cursor=${mine}x`, 417, /cursor must be now/],
      [`cursor=${theirs}`, 417, /from another company/],
      [`cursor=${id}-${ahead}-${rights}`, 410, /does not reach so far/],
      [`cursor=${id}-${sequence}-000000000000`, 410, /rights have changed/],
      ['cursor=now&types=nothing', 417, /types must be some of/],
      ['cursor=now&limit=0', 417, /limit must be a whole number from 1 to 200/],
      ['cursor=now&limit=201', 417, /limit must be/],
      ['cursor=now&wait=51', 417, /wait must be a whole number from 0 to 50/],
      ['cursor=now&wait=soon', 417, /wait must be/],
    ]
    for (const [query, status, words] of cases) {
      const answer = await get(company, query)
      assert.equal(answer.status, status, `${query}: ${answer.text}`)
      assert.match(answer.body.error.message, words, query)
      assert.match(answer.body.error.message, status === 410 ? /^Gone: cursor/ : /^Expectation Failed: /)
    }
    assert.equal((await server.call(company.token, 'POST', '/changes', { data: [] })).status, 405)
  })

  test('a cursor for rights that have changed cannot be computed from the rights', async () => {
    const worker = await server.user(company)
    const cursor = await now(worker)
    await server.put(company, '/users', [{ id: worker.id, permissions: { reports: true } }])
    assert.equal((await get(worker, `cursor=${cursor}`)).status, 410)
    const [id, sequence, sealed] = cursor.split('-')
    const { permissions } = (await server.list(company, 'users', `?ids=${worker.id}`))[0]!
    const held = Object.keys(permissions).filter((name) => permissions[name])
    for (const before of [[], [company.id]])
      for (const names of [held, ['reports'], [...held, 'reports']]) {
        const rights = [...before, worker.id, false, [...new Set(names)].sort(), []]
        const forged = createHash('sha256').update(JSON.stringify(rights)).digest('hex').slice(0, 12)
        assert.notEqual(forged, sealed)
        assert.equal((await get(worker, `cursor=${id}-${sequence}-${forged}`)).status, 410)
      }
  })

  describe('the end of a cursor', () => {
    test('a cursor ends when changes after it were pruned, but not when only those before it were', async () => {
      const brief = await server.company()
      brief.token = await server.token(brief.id, brief.adminId, 400 * 86_400)
      await insertSetting(server, brief.id, 'general', 'change_log_days', 3)
      const early = await now(brief)
      await server.createOne(brief, 'groups', { name: 'One' })
      const late = await now(brief)
      server.pass(5 * 86_400)
      await server.round()
      const answer = await get(brief, `cursor=${early}`)
      assert.equal(answer.status, 410, answer.text)
      assert.match(answer.body.error.message, /no longer kept; begin with cursor=now and read the lists again/)
      assert.equal((await get(brief, `cursor=${late}`)).status, 200)
      await server.createOne(brief, 'groups', { name: 'Two' })
      assert.deepEqual(
        (await changes(brief, late, '&types=groups')).map(({ record }) => record.name),
        ['Two'],
      )
      assert.equal((await get(brief, `cursor=${early}`)).status, 410)
    })

    test('a cursor does not end when something is committed between two looks at the log', async () => {
      const { read } = server.db
      const cursor = await now(company)
      const sequence = Number.parseInt(cursor.split('-')[1]!, 36)
      let made = 0
      const handle: Handle = {
        all: (query) => read.all(query),
        tuples: (query) => read.tuples(query),
        run: (query) => read.run(query),
        get: async (query) => {
          made = (await server.createOne(company, 'groups', { name: 'In between' })).id
          return read.get(query)
        },
      }
      const place = { companyId: company.id, sequence }
      const { rows } = await changesBehind(handle, place, { types: undefined, limit: 5 })
      assert.deepEqual(
        rows.map(({ resource, record_id }) => [resource, record_id]),
        [['groups', made]],
      )
    })

    test('a cursor ends when the person’s rights change', async () => {
      const worker = await server.user(company)
      const cursor = await now(worker)
      await server.put(company, '/users', [{ id: worker.id, permissions: { manage_timesheets: true } }])
      const answer = await get(worker, `cursor=${cursor}`)
      assert.equal(answer.status, 410)
      assert.match(answer.body.error.message, /rights have changed/)
    })

    test('a cursor ends when sample data is added, after the changes that happened before', async () => {
      const empty = await server.company()
      const cursor = await now(empty)
      await server.createOne(empty, 'groups', { name: 'Before' })
      await runStatements(
        server,
        `insert into changes (company_id, sequence, resource, record_id, kind, user_id, application, changed, record, was)
          select company_id, last_change + 1, '', 0, 'restarted', 0, '', 0, '', '' from companies
          where company_id = ${empty.id}`,
        `update companies set last_change = last_change + 1 where company_id = ${empty.id}`,
      )
      const page = await get(empty, `cursor=${cursor}`)
      assert.deepEqual([page.status, page.body.more], [200, true], page.text)
      const ended = await get(empty, `cursor=${page.body.cursor}`)
      assert.equal(ended.status, 410)
      assert.match(ended.body.error.message, /sample data was added or removed/)
    })
  })

  describe('requests that wait for a change', () => {
    const beats = async (count: number) => {
      for (let n = 0; n < count; n++) {
        await server.live.beat()
        await setImmediate()
      }
    }
    const waiting = async (size: number) => {
      while (server.live.size < size) await setImmediate()
    }

    test('a request that waits ends with the change that the caller sees, not with others', async () => {
      const worker = await server.user(company)
      const cursor = await now(worker)
      let ended = false
      const answer = get(worker, `cursor=${cursor}&wait=50&types=timesheets`).finally(() => {
        ended = true
      })
      await waiting(1)
      await beats(2)
      await server.createOne(company, 'timesheets', {
        ...{ user_id: company.adminId, jobcode_id: 0, type: 'manual', date: '2026-02-10', duration: 60 },
      })
      await beats(3)
      assert.equal(ended, false)
      const own = { user_id: worker.id, jobcode_id: 0, type: 'manual', date: '2026-02-10', duration: 60 }
      const made = await server.createOne(company, 'timesheets', own)
      await beats(1)
      assert.deepEqual(told((await answer).body.results.changes), [`created timesheets ${made.id}`])
      assert.equal(server.live.size, 0)
    })

    test('a request that waits ends empty after its time, with a cursor to continue from', async () => {
      const cursor = await now(company)
      const answer = get(company, `cursor=${cursor}&wait=3`)
      await waiting(1)
      await beats(3)
      const { status, body } = await answer
      assert.deepEqual([status, body.results.changes, body.more], [200, [], false])
      assert.equal((await get(company, `cursor=${body.cursor}`)).status, 200)
    })

    test('a request that waits is refused as soon as the token is gone', async () => {
      const worker = await server.user(company)
      const answer = get(worker, 'cursor=now&wait=50&types=timesheets')
      await waiting(1)
      await beats(1)
      await server.put(company, '/users', [{ id: worker.id, active: false }])
      await beats(1)
      assert.equal((await answer).status, 401)
    })

    test('a request that waits ends immediately when the server stops, and later requests do not wait', async () => {
      const stopping = await TestServer.start(database)
      const there = await stopping.company()
      const answers = [1, 2, 3].map(() => stopping.get(there, '/changes?cursor=now&wait=50'))
      while (stopping.live.size < 3) await setImmediate()
      stopping.live.close()
      for (const { status } of await Promise.all(answers)) assert.equal(status, 200)
      assert.equal((await stopping.get(there, '/changes?cursor=now&wait=50')).status, 200)
      await stopping.stop()
    })
  })
})

/** The first query of each row of the table in docs/changes.md, by list. */
function documentedQueries(): Map<string, string> {
  const text = readFileSync(join(import.meta.dirname, '../../docs/changes.md'), 'utf8')
  const rows = text.matchAll(/^\| (`\w+`(?:, `\w+`)*) \| `([^`]+=[^`]*)`/gm)
  return new Map([...rows].flatMap(([, lists, query]) => [...lists!.matchAll(/\w+/g)].map(([list]) => [list, query!])))
}
