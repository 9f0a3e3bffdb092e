import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { Beside, ServerProcess } from '../support/processes.ts'
import { migratedPlace, onBoth, type TestCompany, TestServer } from '../support/server.ts'

// Pages of one listing while others write: each goes on behind the last row of the page before it.

onBoth('pages while others write', (database) => {
  let server: TestServer
  let company: TestCompany
  before(async () => {
    server = await TestServer.start(database)
  })
  after(() => server.stop())

  /** Entries of a new company on days of January 2026, changed a second after each other. */
  const entries = async (count: number): Promise<{ ids: number[]; since: string }> => {
    company = await server.company()
    const since = new Date(server.now / 1000).toISOString().slice(0, 19)
    const ids: number[] = []
    for (let day = 1; day <= count; day++) {
      server.pass(1)
      const date = `2026-01-${String(day).padStart(2, '0')}`
      const item = { user_id: company.adminId, jobcode_id: 0, type: 'manual', date, duration: 3600 }
      ids.push((await server.createOne(company, 'timesheets', item)).id)
    }
    server.pass(10)
    return { ids, since: `${since}Z` }
  }

  const pageOf = async (query: string, page: number) => {
    const { body, text, headers } = await server.get(company, `/timesheets?${query}&page=${page}`)
    assert.ok(body.results, text)
    // The order of the answer, which an object would sort by number.
    const ids = [...text.split('"supplemental_data"')[0]!.matchAll(/"(\d+)":\{"id":/g)].map(([, id]) => Number(id))
    return { ids, more: body.more as boolean, rows: body.results.timesheets, headers }
  }

  const rest = async (query: string, from: number): Promise<number[]> => {
    const found: number[] = []
    for (let page = from; ; page++) {
      const { ids, more } = await pageOf(query, page)
      found.push(...ids)
      if (!more) return found
    }
  }

  test('a record is not skipped when one before it is deleted', async () => {
    const { ids, since } = await entries(3)
    for (const query of [`modified_since=${since}&limit=1`, 'start_date=2026-01-01&limit=1']) {
      const first = await pageOf(query, 1)
      await server.call(company.token, 'DELETE', `/timesheets?ids=${first.ids}`)
      const others = ids.filter((id) => id > first.ids[0]!)
      assert.deepEqual(await rest(query, 2), others, query)
    }
  })

  test('a poller sees what changed while it read pages, by the newest change that it was shown', async () => {
    const { ids, since } = await entries(3)
    const [a, b, c] = ids as [number, number, number]
    const query = `modified_since=${since}&limit=1`
    assert.deepEqual((await pageOf(query, 1)).ids, [a])
    await server.put(company, '/timesheets', [{ id: a, notes: 'changed' }])
    server.pass(2)
    await server.put(company, '/timesheets', [{ id: c, notes: 'changed, too' }])
    // What had not changed comes first; then what has, in the order of the changes.
    assert.deepEqual(await rest(query, 2), [b, a, c])
  })

  test('records that keep changing while the last pages are read come again', async () => {
    const { ids, since } = await entries(4)
    const query = `modified_since=${since}&limit=2`
    const seen = new Map<number, string>()
    let turn = 0
    for (let page = 1; ; page++) {
      const { rows, more } = await pageOf(query, page)
      for (const row of Object.values(rows) as { id: number; notes: string }[]) seen.set(row.id, row.notes)
      if (!more) break
      if (turn < 3) {
        turn += 1
        server.pass(1)
        await server.put(company, '/timesheets', [{ id: ids[0], notes: `turn ${turn}` }])
      }
    }
    assert.deepEqual([...seen.keys()].sort(), ids)
    assert.ok(turn >= 2)
    assert.equal(seen.get(ids[0]!), `turn ${turn}`)
  })

  test('without writes, pages partition the list as before, and keep their version', async () => {
    const { ids, since } = await entries(5)
    for (const query of [`modified_since=${since}&limit=2`, 'start_date=2026-01-01&limit=2']) {
      const pages = [await pageOf(query, 1), await pageOf(query, 2), await pageOf(query, 3)]
      assert.deepEqual(
        pages.map((page) => page.ids),
        [ids.slice(0, 2), ids.slice(2, 4), ids.slice(4)],
      )
      for (const { headers } of pages) assert.ok(headers.etag)
      // A page that was never reached is found by its number.
      assert.deepEqual((await pageOf(`${query}&on_the_clock=no`, 3)).ids, ids.slice(4))
    }
  })

  test('a page that continues from an earlier state has no version, because another round would have another page', async () => {
    const { ids, since } = await entries(4)
    const query = `modified_since=${since}&limit=2`
    await pageOf(query, 1)
    await server.put(company, '/timesheets', [{ id: ids[3], notes: 'changed' }])
    const anchored = await pageOf(query, 2)
    assert.deepEqual(anchored.ids, [ids[2], ids[3]])
    assert.equal(anchored.headers.etag, undefined)
    // A new round begins with its first page.
    assert.deepEqual([...(await pageOf(query, 1)).ids, ...(await rest(query, 2))], ids)
  })

  test('pages of jobcodes continue where they ended while jobcodes are archived', async () => {
    company = await server.company()
    const names = Array.from({ length: 6 }, (_, n) => `Job ${n}`)
    await server.post(
      company,
      '/jobcodes',
      names.map((name) => ({ name })),
    )
    const list = async (page: number) => {
      const { body } = await server.get(company, `/jobcodes?type=regular&limit=2&page=${page}`)
      return Object.values(body.results.jobcodes as Record<string, { id: number; name: string }>)
    }
    const first = await list(1)
    await server.put(
      company,
      '/jobcodes',
      first.map(({ id }) => ({ id, active: false })),
    )
    const found = [...first, ...(await list(2)), ...(await list(3))]
    assert.deepEqual(found.map(({ name }) => name).sort(), names)
  })
})

test('pages that several servers answer in turn continue each other, now and the next time', async () => {
  const { place, clean } = await migratedPlace('postgres')
  const separate = await Beside.open(place)
  const servers = await Promise.all([ServerProcess.start(place), ServerProcess.start(place)])
  try {
    const { token, adminId: user_id } = await separate.company()
    let asked = 0
    const call = async (method: 'GET' | 'POST' | 'DELETE', path: string, data?: unknown) => {
      const { status, body, text } = await servers[asked++ % 2]!.call(token, method, path, data)
      assert.equal(status, 200, text)
      return body
    }
    const add = async (...dates: string[]): Promise<number[]> => {
      const items = dates.map((date) => ({ user_id, jobcode_id: 0, type: 'manual', date, duration: 3600 }))
      const { results } = await call('POST', '/timesheets', items)
      return Object.values<{ id: number }>(results.timesheets).map(({ id }) => id)
    }
    const page = async (number: number): Promise<number[]> => {
      const path = `/timesheets?start_date=2025-01-01&limit=2&supplemental_data=no&page=${number}`
      const { results } = await call('GET', path)
      return Object.keys(results.timesheets).map(Number)
    }
    const ids = await add('2026-01-01', '2026-01-02', '2026-01-03', '2026-01-04', '2026-01-05')
    const first = await page(1)
    await call('DELETE', `/timesheets?ids=${first[0]}`)
    assert.deepEqual([...first, ...(await page(2)), ...(await page(3))], ids)
    const earlier = await add('2025-12-30', '2025-12-31')
    // The other server answers each page this time.
    asked += 1
    assert.deepEqual([...(await page(1)), ...(await page(2)), ...(await page(3))], [...earlier, ...ids.slice(1)])
  } finally {
    for (const server of servers) await server.stop()
    await separate.close()
    await clean()
  }
})
