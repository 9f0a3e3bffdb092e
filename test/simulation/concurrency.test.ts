import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Values } from '../../src/engine/table.ts'
import { Beside, ServerProcess } from '../support/processes.ts'
import { type Database, migratedPlace } from '../support/server.ts'
import { isFull } from '../support/tiers.ts'

// Many requests at once, to one server process and, if several can share a database, to two: of those for the same record
// one succeeds, the others are refused item by item, and nothing is duplicated.

const many = 40

const setups: { database: Database; processes: number }[] = [
  { database: 'sqlite', processes: 1 },
  { database: 'postgres', processes: 2 },
  ...(isFull ? [{ database: 'postgres', processes: 1 } as const] : []),
]

for (const { database, processes } of setups)
  describe(`requests at the same time (${database}, ${processes} process${processes > 1 ? 'es' : ''})`, () => {
    const servers: ServerProcess[] = []
    let separate: Beside
    let company: { id: number; adminId: number; token: string }
    let clean: () => Promise<void>
    let people: Values[]

    before(async () => {
      const fresh = await migratedPlace(database)
      clean = fresh.clean
      separate = await Beside.open(fresh.place)
      company = await separate.company()
      for (let n = 0; n < processes; n++) servers.push(await ServerProcess.start(fresh.place))
      people = await create(
        'users',
        Array.from({ length: many }, (_, n) => ({ ...person(`worker${n}`), permissions: { time_tracking: true } })),
      )
    })
    after(async () => {
      for (const server of servers) assert.equal(await server.stop(), 0)
      await separate.close()
      await clean()
      assert.deepEqual(
        servers.flatMap((server) => server.log),
        [],
        'nothing was logged as an error',
      )
    })

    const person = (username: string) => ({ username, first_name: 'W', last_name: username })
    const server = (n: number) => servers[n % servers.length]!
    const list = async (resource: string, query: string): Promise<Values[]> => {
      const { status, body, text } = await server(0).call(company.token, 'GET', `/${resource}${query}`)
      assert.equal(status, 200, text)
      return Object.values(body.results[resource])
    }
    const create = async (resource: string, items: Values[]): Promise<Values[]> => {
      const { body, text } = await server(0).call(company.token, 'POST', `/${resource}`, items)
      const made = Object.values<Values>(body.results[resource])
      assert.ok(
        made.every((item) => item._status_code === 200),
        text,
      )
      return made
    }
    /** Sends all items at once, each in a request of its own; returns their results. */
    const rush = async (resource: string, items: Values[], token = company.token): Promise<Values[]> => {
      const replies = await Promise.all(items.map((item, n) => server(n).call(token, 'POST', `/${resource}`, [item])))
      return replies.map(({ status, body, text }) => {
        assert.equal(status, 200, text)
        return body.results[resource]['1']
      })
    }
    const codes = (results: Values[]) =>
      Object.fromEntries(
        [...Map.groupBy(results, (item) => item._status_code)].map(([code, list]) => [code, list.length]),
      )
    const copies = (item: Values) => Array.from({ length: many }, () => item)
    const iso = (instant: number) => `${new Date(instant).toISOString().slice(0, 19)}+00:00`

    test(`of ${many} clock-ins of one person at the same time one counts`, async () => {
      const { id } = people[0]!
      const token = await separate.token({ companyId: company.id, userId: id })
      const item = { user_id: id, jobcode_id: 0, type: 'regular', start: iso(Date.now()), end: '' }
      const results = await rush('timesheets', copies(item), token)
      assert.deepEqual(codes(results), { 200: 1, 406: many - 1 })
      const running = await list('timesheets', `?user_ids=${id}&start_date=2020-01-01&on_the_clock=both`)
      assert.deepEqual(
        running.map((row) => row.id),
        results.flatMap((item) => (item._status_code === 200 ? item.id : [])),
      )
    })

    test('of entries that overlap in a chain no two neighbors are accepted', async () => {
      const { id } = people[1]!
      const start = Date.now() - 5 * 86_400_000
      const item = (n: number) => ({
        user_id: id,
        jobcode_id: 0,
        type: 'regular',
        start: iso(start + n * 1_800_000),
        end: iso(start + (n + 2) * 1_800_000 - 1000),
      })
      const results = await rush(
        'timesheets',
        Array.from({ length: many }, (_, n) => item(n)),
      )
      const stand = results.flatMap((result, n) => (result._status_code === 200 ? n : []))
      assert.ok(results.every((result) => [200, 406].includes(result._status_code)))
      for (let n = 0; n < many; n++) {
        const near = stand.filter((other) => Math.abs(other - n) <= 1)
        assert.ok(near.length >= 1, `entry ${n} was refused although nothing was in the way`)
        if (near.includes(n)) assert.deepEqual(near, [n], 'two that overlap')
      }
      assert.equal((await list('timesheets', `?user_ids=${id}&start_date=2020-01-01`)).length, stand.length)
    })

    test('everyone clocks in at once, and out again', async () => {
      const rest = people.slice(2)
      const start = iso(Date.now())
      const ins = await rush(
        'timesheets',
        rest.map(({ id }) => ({ user_id: id, jobcode_id: 0, type: 'regular', start, end: '' })),
      )
      assert.deepEqual(codes(ins), { 200: rest.length })
      assert.equal(new Set(ins.map((item) => item.id)).size, rest.length)
      const replies = await Promise.all(
        ins.flatMap(({ id }, n) =>
          [0, 1].map((k) => server(n + k).call(company.token, 'PUT', '/timesheets', [{ id, end: start }])),
        ),
      )
      for (const { status, body, text } of replies)
        assert.deepEqual([status, body.results?.timesheets['1']._status_code], [200, 200], text)
      const ids = rest.map(({ id }) => id)
      assert.deepEqual(await list('timesheets', `?user_ids=${ids}&start_date=2020-01-01&on_the_clock=yes`), [])
      assert.equal((await list('timesheets', `?user_ids=${ids}&start_date=2020-01-01`)).length, rest.length)
    })

    test('of many creates by one caller, each is answered as if it were alone', async () => {
      const item = (n: number): Values => ({
        user_id: people[n]!.id,
        jobcode_id: 0,
        type: 'manual',
        date: '2026-01-07',
        duration: 3600 + 36 * n,
        ...(n % 5 === 1 && { date: 'yesterday' }),
        ...(n % 5 === 2 && { notes: `Note ${n}` }),
      })
      const bodies = people.map((_, n) => (n % 5 === 3 ? [] : n % 5 === 4 ? [item(n), item(n)] : [item(n)]))
      const replies = await Promise.all(
        bodies.map((items, n) => server(n).call(company.token, 'POST', '/timesheets', items)),
      )
      for (const [n, { status, body, text }] of replies.entries()) {
        assert.equal(status, n % 5 === 3 ? 417 : 200, text)
        if (status !== 200) continue
        const results = Object.values<Values>(body.results.timesheets)
        const codes = results.map((result) => result._status_code)
        assert.deepEqual(codes, n % 5 === 1 ? [417] : n % 5 === 4 ? [200, 200] : [200], text)
        assert.deepEqual(Object.keys(body.results.timesheets), n % 5 === 4 ? ['1', '2'] : ['1'])
        for (const result of results) assert.equal(result.user_id, people[n]!.id)
        const users = Object.keys(body.supplemental_data.users ?? {})
        assert.deepEqual(users, n % 5 === 1 ? [] : [String(people[n]!.id)])
      }
      const made = await list('timesheets', '?start_date=2026-01-07&end_date=2026-01-07')
      assert.equal(made.length, (many / 5) * 4)
      for (const { user_id, duration, notes } of made) {
        const n = people.findIndex(({ id }) => id === user_id)
        assert.deepEqual([duration, notes], [item(n).duration, item(n).notes ?? ''])
      }
    })

    test('of many deletions of one timesheet one succeeds, and the others find nothing', async () => {
      const [made] = await create('timesheets', [
        { user_id: company.adminId, jobcode_id: 0, type: 'manual', date: '2026-01-05', duration: 3600 },
      ])
      const replies = await Promise.all(
        copies({}).map((_, n) => server(n).call(company.token, 'DELETE', `/timesheets?ids=${made!.id}`)),
      )
      assert.deepEqual(codes(replies.map(({ body }) => body.results.timesheets[made!.id])), { 200: 1, 404: many - 1 })
      assert.equal((await list('timesheets_deleted', `?ids=${made!.id}`)).length, 1)
    })

    test('a username is assigned once, however differently it is written', async () => {
      const names = ['samename', 'SameName', ' SAMENAME ', 'sameNAME']
      const results = await rush(
        'users',
        copies({}).map((_, n) => person(names[n % 4]!)),
      )
      assert.deepEqual(codes(results), { 200: 1, 417: many - 1 })
      assert.equal((await list('users', '?usernames=samename')).length, 1)
      for (const item of results) assert.ok(item._status_code === 200 || /username/.test(item._status_extra))
    })

    test('a jobcode, a group and a custom field of one name are created once', async () => {
      const jobs = await rush('jobcodes', copies({ name: 'Same job' }))
      assert.equal(codes(jobs)[200], 1)
      assert.equal(new Set(jobs.flatMap((item) => item.id ?? [])).size, 1, 'the others get the existing one')
      assert.equal((await list('jobcodes', '?name=Same*')).length, 1)
      assert.equal(codes(await rush('groups', copies({ name: 'Same group' })))[200], 1)
      assert.equal((await list('groups', '?name=Same%20group')).length, 1)
      await rush('customfields', copies({ name: 'Same field', type: 'free-form' }))
      assert.equal((await list('customfields', '')).length, 1)
    })

    test('ids are never assigned twice, whatever process assigns them', async () => {
      const items = copies({ message: 'Hello' })
      const results = [...(await rush('notifications', items)), ...(await rush('notifications', items))]
      assert.equal(new Set(results.map((item) => item.id)).size, 2 * many)
      assert.equal(new Set(results.map((item) => item.msg_tracking_id)).size, 2 * many)
    })
  })
