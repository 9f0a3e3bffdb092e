import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { clearReferenceData } from '../../src/engine/company_snapshot.ts'
import { describeApi, describeAppApi } from '../../src/openapi/description.ts'
import { quirks } from '../../src/wire/quirks.ts'
import { resources, samples } from '../support/samples.ts'
import { settle } from '../support/sampling.ts'
import { onEither, type TestCompany, TestServer } from '../support/server.ts'
import { isFull } from '../support/tiers.ts'

// What a request needs, it loads by itself: it is answered the same as the first one after a change, or after a start, as
// when other requests have loaded everything.

/** Values for required parameters, by name. */
const values: Record<string, (company: TestCompany) => string | number> = {
  start_date: () => '2026-02-16',
  end_date: () => '2026-02-28',
  date: () => '2026-02-20',
  user_id: ({ adminId }) => adminId,
  report: () => 'payroll',
  country: () => 'US',
  year: () => 2026,
  years: () => 2026,
}

onEither('the first request after anything', (database) => {
  let server: TestServer
  let company: TestCompany
  let callers: { name: string; token: string }[]
  const gets: string[] = []
  before(async () => {
    server = await TestServer.start(database)
    company = await server.company()
    for (const { name } of resources) await samples[name]!.make(server, company, 3)
    const worker = await server.user(company)
    const manager = await server.user(company, { permissions: { manage_users: true, approve_timesheets: true } })
    callers = [
      { ...company, name: 'an administrator' },
      { ...manager, name: 'a manager' },
      { ...worker, name: 'an employee' },
    ]
    for (const who of callers) await settle(server, who)
    gets.push(...urlsOf(describeApi, company), ...urlsOf(describeAppApi, company))
  })
  after(() => server.stop())

  const ask = ({ token }: { token: string }, url: string) =>
    server.app.inject({ method: 'GET', url, headers: { authorization: `Bearer ${token}` } })

  test('every request is answered the same with nothing loaded', async () => {
    assert.ok(gets.length > 100, `${gets.length} requests`)
    const other: string[] = []
    for (const url of gets)
      for (const who of callers) {
        await ask(who, url)
        const warm = await ask(who, url)
        // As after a start, or after a change by another server.
        clearReferenceData()
        // The answer is kept, unless its address is another.
        const cold = await ask(who, `${url}${url.includes('?') ? '&' : '?'}`)
        if (cold.statusCode !== warm.statusCode || cold.statusCode >= 500)
          other.push(`${url} by ${who.name}: ${cold.statusCode}, not ${warm.statusCode}: ${cold.body.slice(0, 200)}`)
      }
    assert.deepEqual(other, [])
  })

  test('every request is answered as the first one after each kind of change', async () => {
    const failed: string[] = []
    const kinds = resources.filter(({ name }) => quirks.get(name)?.listed !== false)
    let turn = 0
    // `npm test` makes one kind of change before each request, another one each time.
    for (const url of gets)
      for (const { name } of isFull ? kinds : [kinds[turn++ % kinds.length]!]) {
        const sample = samples[name]!
        const [row] = await server.list(company, name, `${sample.all(company)}&limit=1`)
        if (!row) continue
        await sample.touch(server, company, row.id)
        // Each caller in turn; the others of `npm test` ask in the test above.
        const who = callers[turn % callers.length]!
        const { statusCode, body } = await ask(who, url)
        if (statusCode >= 500) failed.push(`${url} by ${who.name} after ${name}: ${statusCode} ${body.slice(0, 200)}`)
      }
    assert.deepEqual(failed, [])
  })
})

/** The addresses of all reads in a document, with their required parameters. */
function urlsOf(describe: typeof describeApi, company: TestCompany): string[] {
  const { paths, servers } = describe('http://127.0.0.1')
  const base = new URL(servers[0]!.url).pathname
  return Object.entries(paths).flatMap(([path, { get }]) => {
    // A stream has no end.
    if (!get || path === '/events') return []
    const sample = samples[path.slice(1)]
    if (sample && describe === describeApi) return [`${base}${path}${sample.all(company)}`]
    const wanted = (get.parameters ?? []).filter(
      ({ name, in: place, required }) => place === 'query' && (required || /^(start|end)_date$/.test(name)),
    )
    const query = wanted.map(({ name }) => `${name}=${values[name]?.(company) ?? 1}`).join('&')
    return [`${base}${path.replaceAll(/\{\w+\}/g, '1')}${query ? `?${query}` : ''}`]
  })
}
