import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { setImmediate as turn } from 'node:timers/promises'
import { sql } from '../../src/engine/sql.ts'
import { markRead } from '../../src/resources/notifications.ts'
import { onEither, type TestCompany, TestServer } from '../support/server.ts'
import { runStatements } from '../support/statements.ts'

type Change = { version: number; setup_version: number; changed: string[] | null }

/** A stream of events, read as a browser reads it. */
class Stream {
  readonly status: number
  readonly headers: Headers
  readonly #reader: ReadableStreamDefaultReader<Uint8Array>
  readonly #abort: AbortController
  #text = ''

  private constructor(response: Response, abort: AbortController) {
    this.status = response.status
    this.headers = response.headers
    this.#reader = response.body!.getReader()
    this.#abort = abort
  }

  static async open(origin: string, token: string): Promise<Stream> {
    const abort = new AbortController()
    const headers = { authorization: `Bearer ${token}` }
    return new Stream(await fetch(`${origin}/api/console/events`, { headers, signal: abort.signal }), abort)
  }

  /** The next block, without its terminator; undefined at the end. */
  async next(): Promise<string | undefined> {
    for (;;) {
      const end = this.#text.indexOf('\n\n')
      if (end >= 0) {
        const block = this.#text.slice(0, end)
        this.#text = this.#text.slice(end + 2)
        return block
      }
      const { done, value } = await this.#reader.read()
      if (done) return undefined
      this.#text += new TextDecoder().decode(value)
    }
  }

  /** The next change. */
  async change(): Promise<Change> {
    let block = await this.next()
    while (block === ': alive') block = await this.next()
    assert.match(block ?? 'the end', /^event: change\ndata: \{.*\}$/)
    return JSON.parse(block!.split('data: ')[1]!)
  }

  /** The versions that are sent until this one is. */
  async until(version: number): Promise<number[]> {
    const seen: number[] = []
    while (seen.at(-1) !== version) seen.push((await this.change()).version)
    return seen
  }

  close(): void {
    this.#abort.abort()
  }
}

onEither('events of the app API', (database) => {
  let server: TestServer
  let origin: string
  let ada: TestCompany
  before(async () => {
    server = await TestServer.start(database)
    origin = await server.app.listen({ host: '127.0.0.1', port: 0 })
    ada = await server.company()
  })
  after(() => server.stop())

  /** A stream that starts at the current version of its company. */
  const listen = async (who: { token: string }) => {
    const stream = await Stream.open(origin, who.token)
    assert.equal(await stream.next(), 'retry: 2000')
    await server.live.beat()
    return { stream, first: await stream.change() }
  }
  const versionOf = async (company: TestCompany) =>
    (await server.db.read.get<{ version: number }>(
      sql`select version from companies where company_id = ${company.id}`,
    ))!.version
  const group = (company: TestCompany, name: string) => server.createOne(company, 'groups', { name })

  test('a change is sent with the next beat, once, and shows whether more than time has changed', async () => {
    const { stream, first } = await listen(ada)
    assert.deepEqual([stream.status, stream.headers.get('content-type')], [200, 'text/event-stream'])
    assert.match(stream.headers.get('cache-control')!, /no-store/)
    await group(ada, 'One')
    await server.live.beat()
    const second = await stream.change()
    assert.ok(second.version > first.version && second.setup_version > first.setup_version)
    await server.live.beat()
    await server.live.beat()
    const sheet = { user_id: ada.adminId, jobcode_id: 0, type: 'manual', date: '2026-02-16', duration: 3600 }
    await server.createOne(ada, 'timesheets', sheet)
    await server.live.beat()
    const third = await stream.change()
    assert.deepEqual([third.version > second.version, third.setup_version], [true, second.setup_version])
    stream.close()
  })

  test('an event names what has changed, or that some of it is unknown', async () => {
    const { stream, first } = await listen(ada)
    assert.equal(first.changed, null, 'the first event of a stream')
    const changedBy = async (write: () => Promise<unknown>) => {
      await write()
      await server.live.beat()
      return (await stream.change()).changed
    }
    const sheet = { user_id: ada.adminId, jobcode_id: 0, type: 'manual', date: '2026-02-17', duration: 3600 }
    let id = 0
    const added = await changedBy(async () => {
      id = (await server.createOne(ada, 'timesheets', sheet)).id
    })
    assert.ok(added?.includes('timesheets') && !added.includes('schedule_events'), String(added))
    const note = { user_id: ada.adminId, message: 'Hello' }
    assert.deepEqual(await changedBy(() => server.createOne(ada, 'notifications', note)), ['notifications'])
    const read = { companyId: ada.id, userId: ada.adminId, ids: null }
    server.pass(60)
    assert.deepEqual(await changedBy(() => server.db.write(markRead, read, server.now)), ['read_messages'])
    assert.equal(await changedBy(() => server.delete(ada, `/timesheets?ids=${id}`)), null, 'a deletion')
    // Two writes between two beats; one of them is not known.
    const both = await changedBy(async () => {
      await server.createOne(ada, 'notifications', note)
      await runStatements(server, `update companies set version = version + 1 where company_id = ${ada.id}`)
    })
    assert.equal(both, null)
    stream.close()
  })

  test('everyone who listens gets the changes of their company, and no one those of another', async () => {
    const other = await server.company()
    const worker = await server.user(ada)
    const [own, colleagues, theirs] = [await listen(ada), await listen(worker), await listen(other)]
    await group(ada, 'Two')
    await server.live.beat()
    const version = await versionOf(ada)
    const [seen, seenByColleague] = [await own.stream.until(version), await colleagues.stream.until(version)]
    assert.deepEqual(seen, [...new Set(seen)], 'each once')
    assert.deepEqual(seenByColleague, [version])
    await group(other, 'Theirs')
    await server.live.beat()
    assert.deepEqual(await theirs.stream.until(await versionOf(other)), [await versionOf(other)])
    for (const { stream } of [own, colleagues, theirs]) stream.close()
  })

  test('an event stream ends with its token, its session or its person, and tells nothing more', async () => {
    const ends: [string, (worker: { id: number; token: string }) => Promise<unknown>][] = [
      ['token', (worker) => runStatements(server, `delete from access_tokens where user_id = ${worker.id}`)],
      ['person', (worker) => server.put(ada, '/users', [{ id: worker.id, active: false }])],
      ['session', (worker) => runStatements(server, `delete from sessions where user_id = ${worker.id}`)],
    ]
    for (const [what, end] of ends) {
      const worker = await server.user(ada)
      const [other, own] = [await listen(ada), await listen(worker)]
      const cookie = await server.session(ada.id, worker.id)
      const headers = what === 'session' ? { cookie } : { authorization: `Bearer ${worker.token}` }
      const response = await fetch(`${origin}/api/console/events`, { headers })
      own.stream.close()
      await server.live.beat()
      await end(worker)
      await group(ada, `After the end of a ${what}`)
      await server.live.beat()
      const told = await response.text()
      assert.equal(told.match(/event: change/g)?.length, 1, `${what}: ${told}`)
      assert.ok((await other.stream.change()).version > other.first.version, 'others go on')
      other.stream.close()
    }
  })

  test('an event stream without credentials is refused', async () => {
    assert.equal((await fetch(`${origin}/api/console/events`)).status, 401)
    assert.equal((await Stream.open(origin, 'S.1__00')).status, 401)
  })

  test('one person can have at most a dozen event streams, and can open another once one is closed', async () => {
    const worker = await server.user(ada)
    const streams: Stream[] = []
    for (let n = 0; n < 12; n++) streams.push((await listen(worker)).stream)
    const refused = await Stream.open(origin, worker.token)
    assert.deepEqual([refused.status, refused.headers.get('retry-after')], [429, '30'])
    assert.match((await refused.next()) ?? '', /^$/)
    const colleague = await listen(ada)
    assert.equal(colleague.stream.status, 200)
    streams.pop()!.close()
    let again = await Stream.open(origin, worker.token)
    for (let n = 0; n < 10_000 && again.status === 429; n++) {
      await turn()
      again = await Stream.open(origin, worker.token)
    }
    assert.equal(again.status, 200)
    for (const stream of [...streams, again, colleague.stream]) stream.close()
  })

  test('an event stream sends keep-alives, ends after a while, and ends with the server', async () => {
    const own = await TestServer.start(database)
    const company = await own.company()
    const address = await own.app.listen({ host: '127.0.0.1', port: 0 })
    const old = await Stream.open(address, company.token)
    await old.next()
    for (let n = 0; n < 20; n++) await own.live.beat()
    await old.change()
    assert.equal(await old.next(), ': alive')
    for (let n = 0; n < 900; n++) await own.live.beat()
    for (let block = await old.next(); block !== undefined; block = await old.next()) assert.equal(block, ': alive')
    const young = await Stream.open(address, company.token)
    await young.next()
    await own.stop()
    assert.equal(await young.next(), undefined)
  })
})
