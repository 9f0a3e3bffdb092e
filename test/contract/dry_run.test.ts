import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Values } from '../../src/engine/table.ts'
import { resources } from '../../src/resources/index.ts'
import { pixel, upload } from '../support/pictures.ts'
import { samples } from '../support/samples.ts'
import { day, settle } from '../support/sampling.ts'
import { type Answer, onBoth, type TestCompany, TestServer } from '../support/server.ts'
import { contents } from '../support/statements.ts'
import { isFull } from '../support/tiers.ts'

// A dry run answers what the write would answer and leaves no trace: the very same request, sent for real afterwards,
// gets the same answer.

const count = 3

onBoth('a dry run', (database) => {
  let server: TestServer
  let company: TestCompany
  before(async () => {
    server = await TestServer.start(database)
    company = await server.company()
    for (const { name } of resources) await samples[name]!.make(server, company, count)
    await settle(server, company)
  })
  after(() => server.stop())

  type Request = [method: 'POST' | 'PUT' | 'DELETE', path: string, data?: unknown]
  const send = (
    [method, path, data]: Request,
    headers: Record<string, string> = {},
    who: { token: string } = company,
  ) => server.call(who.token, method, path, data === undefined ? undefined : { data }, headers)
  const dry = { 'x-clockhouse-dry-run': 'yes' }
  /** Sends a dry run, checks that nothing changed, then sends the request for real. */
  const bothWays = async (request: Request, who: { token: string } = company): Promise<Answer> => {
    const stood = await contents(server)
    const shown = await send(request, dry, who)
    assert.equal(shown.headers['x-clockhouse-dry-run'], 'yes')
    assert.deepEqual(await contents(server), stood, `${request[0]} ${request[1]}`)
    const real = await send(request, {}, who)
    assert.equal(real.headers['x-clockhouse-dry-run'], undefined)
    assert.equal(real.status, shown.status, shown.text)
    assert.deepEqual(withoutChance(shown.body), withoutChance(real.body), `${request[0]} ${request[1]}`)
    return real
  }
  const statuses = ({ body }: Answer) =>
    Object.values<Values>(Object.values<Values>(body.results)[0]!).map((item) => item._status_code)

  describe('dry runs of each resource', () => {
    // `npm test` asks PostgreSQL about a quarter of them.
    const asked = isFull || database === 'sqlite' ? resources : resources.filter((_, index) => index % 4 === 0)
    for (const { name, create, update, remove } of asked) {
      const { item, change, all } = samples[name]!
      if (create)
        test(`a dry run of a create of ${name} answers what the create answers, and changes nothing`, async () => {
          const made = await bothWays(['POST', `/${name}`, [item!(5000, company), item!(5001, company), {}]])
          assert.ok(
            statuses(made).some((status) => status <= 201) && statuses(made).some((status) => status > 201),
            made.text,
          )
        })
      if (update)
        test(`a dry run of a change of ${name} answers what the change answers, and changes nothing`, async () => {
          const rows = await server.list(company, name, `${all(company)}&limit=2`)
          const changes = rows.map(({ id }) => ({ id, ...change }))
          const changed = await bothWays(['PUT', `/${name}`, [...changes, { id: 2_000_000_001, ...change }]])
          assert.ok(statuses(changed).includes(200), changed.text)
        })
      if (remove)
        test(`a dry run of a deletion of ${name} answers what the deletion answers, and changes nothing`, async () => {
          const rows = await server.list(company, name, `${all(company)}&limit=2`)
          const removed = await bothWays(['DELETE', `/${name}?ids=${rows.map(({ id }) => id)},2000000001`])
          assert.deepEqual(statuses(removed).slice(0, 2), [200, 200], removed.text)
          assert.ok(statuses(removed)[2] >= 404, removed.text)
        })
    }
  })

  test('a dry run reports what is wrong with each of fifty items, as if the others were valid', async () => {
    const items = Array.from({ length: 50 }, (_, n) => ({
      username: `import${n}`,
      first_name: 'I',
      last_name: `L${n}`,
    }))
    items[7] = { ...items[7]!, username: 'import3' }
    items[9] = { ...items[9]!, last_name: '' }
    Object.assign(items[11]!, { group_id: 2_000_000_001 })
    const judged = await bothWays(['POST', '/users', items])
    const refused = statuses(judged).flatMap((status, n) => (status === 200 ? [] : n))
    assert.deepEqual(refused, [7, 9, 11], judged.text)
  })

  test('a dry run sees what its own items add, and no one else ever does', async () => {
    const [first] = await server.list(company, 'jobcodes', '?limit=1')
    const before = await server.get(company, '/jobcodes?active=both&type=all')
    const versions = before.headers.etag
    const shown = await send(['POST', '/jobcodes', [{ name: 'Only shown' }, { name: 'Only shown' }]], dry)
    assert.deepEqual(statuses(shown), [200, 202], shown.text)
    const [made] = Object.values<Values>(shown.body.results.jobcodes)
    // Created by a dry run and looked up by its id in the same instant: nothing of it is cached.
    const timesheet = { user_id: company.adminId, jobcode_id: made!.id, type: 'manual', date: day(400), duration: 60 }
    assert.deepEqual(statuses(await send(['POST', '/timesheets', [timesheet]])), [417])
    await send(['PUT', '/jobcodes', [{ id: first!.id, name: 'Renamed for show' }]], dry)
    const after = await server.get(company, '/jobcodes?active=both&type=all')
    assert.equal(after.text, before.text)
    assert.equal(after.headers.etag, versions)
    const looked = await server.get(company, `/timesheets?start_date=2000-01-01&jobcode_ids=${first!.id}`)
    assert.ok(!looked.text.includes('Renamed for show'))
  })

  test('a dry run is refused like any other request: for the person’s rights, the body, the number of items', async () => {
    const worker = await server.user(company)
    await settle(server, worker)
    const forbidden = await bothWays(['POST', '/groups', [{ name: 'Not for me' }]], worker)
    assert.ok(statuses(forbidden)[0] >= 403, forbidden.text)
    for (const request of [
      ['POST', '/groups', []],
      ['POST', '/groups', Array(51).fill({ name: 'x' })],
    ] satisfies Request[])
      assert.ok((await bothWays(request)).status > 400)
  })

  test('a dry run accepts images, and stores none of their bytes', async () => {
    const made = await bothWays(['POST', '/files', [upload(pixel), upload(Buffer.from('no picture'))]])
    assert.deepEqual(statuses(made), [200, 417])
  })

  test('a dry run uses up no ids, however many it would need', async () => {
    const stood = await contents(server)
    const people = Array.from({ length: 50 }, (_, n) => ({ username: `many${n}`, first_name: 'M', last_name: `${n}` }))
    for (let n = 0; n < (isFull ? 100 : 10); n++)
      assert.equal((await send(['POST', '/users', people], dry)).status, 200)
    assert.deepEqual(await contents(server), stood)
  })

  test('a dry run at the same time as real writes leaves only theirs', async () => {
    const note = (n: number) => ({ message: `Message ${n} of all at once` })
    const all = Array.from({ length: 40 }, (_, n) => n)
    const answers = await Promise.all(
      all.map((n) => send(['POST', '/notifications', [note(n)]], n % 2 === 0 ? dry : {})),
    )
    assert.ok(answers.every((answer) => statuses(answer)[0] === 200))
    const rows = await server.list(company, 'notifications', '?delivery_after=2026-01-01T00:00:00Z&limit=200')
    const kept = rows.flatMap((row) => /^Message (\d+) of all at once$/.exec(row.message)?.[1] ?? []).map(Number)
    assert.deepEqual(
      kept.sort((a, b) => a - b),
      all.filter((n) => n % 2 === 1),
    )
  })

  test('a dry run is requested with yes', async () => {
    for (const value of ['maybe', '', 'YES, please']) {
      const answer = await send(['POST', '/groups', [{ name: 'Maybe' }]], { 'x-clockhouse-dry-run': value })
      assert.equal(answer.status, 417)
      assert.match(answer.body.error.message, /x-clockhouse-dry-run must be yes or no/)
    }
    const real = await send(['POST', '/groups', [{ name: 'Not for show' }]], { 'x-clockhouse-dry-run': 'no' })
    assert.deepEqual(statuses(real), [200])
    assert.equal((await server.list(company, 'groups', '?names=Not%20for%20show')).length, 1)
  })
})

/** An answer without its random parts. */
function withoutChance(body: Values): Values {
  const chance = ['msg_tracking_id', 'short_code']
  return JSON.parse(JSON.stringify(body), (key, value) => (chance.includes(key) ? typeof value : value))
}
