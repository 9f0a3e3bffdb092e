import assert from 'node:assert/strict'
import { request } from 'node:http'
import { Session } from 'node:inspector/promises'
import type { AddressInfo } from 'node:net'
import { after, before, test } from 'node:test'
import { onBoth, type TestCompany, TestServer } from '../support/server.ts'
import { manyRows } from './many.ts'

/** PostgreSQL is slower to fill; the memory an export needs does not depend on the database. */
const each = { sqlite: 2000, postgres: 500 }
const people = 100
/** Less than the file of 200,000 rows, and far less than the rows as objects. */
const extraMax = 32_000_000
/** Memory is measured after so many bytes of the file, and after so many progress messages. */
const sampleBytes = 4 * 1024 * 1024
const sampleMessages = 20

onBoth('the memory of a long export', (database) => {
  let server: TestServer
  let company: TestCompany
  let heaps: Heaps
  before(async () => {
    heaps = await Heaps.watch()
    server = await TestServer.start(database)
    company = await server.company()
    await manyRows(server, company, { people, each: each[database] })
    await server.app.listen({ port: 0 })
  })
  after(async () => {
    heaps.close()
    await server.stop()
  })

  /** Reads the entries from the beginning of 2025 to a day: how many bytes and lines, and what was held at most. */
  const read = async (to: string): Promise<{ lines: number; bytes: number; held: number }> => {
    const { port } = server.app.server.address() as AddressInfo
    const headers = { authorization: `Bearer ${company.token}`, accept: 'application/x-ndjson' }
    const path = `/api/console/exports/timesheets?start_date=2025-01-01&end_date=${to}`
    const answer = await new Promise<AsyncIterable<Buffer>>((resolve, reject) => {
      request({ port, path, headers }, resolve).on('error', reject).end()
    })
    const samples: number[] = []
    let [lines, bytes, sent, messages] = [0, 0, 0, 0]
    for await (const part of answer) {
      bytes += part.length
      for (const byte of part) if (byte === 0x0a) lines += 1
      // Progress messages are lines of JSON; the file follows them.
      const isMessage = part[0] === '{'.charCodeAt(0)
      if (isMessage) messages += 1
      const isDue = isMessage ? messages % sampleMessages === 1 : bytes >= sent + sampleBytes
      if (isDue) samples.push(await heaps.held())
      if (bytes >= sent + sampleBytes) sent = bytes
    }
    return { lines, bytes, held: Math.max(...samples) }
  }

  test(`${people * each[database]} rows take no more memory than a tenth of them`, async () => {
    const days = Math.ceil(each[database] / 6 / 10)
    const tenth = new Date(Date.UTC(2025, 0, days)).toISOString().slice(0, 10)
    // The first time the thread is loaded.
    await read(tenth)
    const short = await read(tenth)
    const long = await read('2025-12-31')
    assert.ok(short.lines > 5 * people * days && short.lines < long.lines / 9, `${short.lines} lines of ${long.lines}`)
    assert.ok(long.lines > people * each[database], `${long.lines} lines`)
    assert.ok(long.bytes > 100 * people * each[database], `${long.bytes} bytes`)
    const extra = long.held - short.held
    assert.ok(extra < extraMax, `${Math.round(extra / 1e6)} MB more`)
  })
})

type HeapUsage = { usedSize: number; backingStorageSize: number }

/** What this thread and all others hold. The size of a process says less: it counts garbage, and what was given back. */
class Heaps {
  readonly #session = new Session()
  readonly #threads = new Set<string>()
  readonly #waiting = new Map<number, (result: unknown) => void>()
  #asked = 0

  static async watch(): Promise<Heaps> {
    const heaps = new Heaps()
    const session = heaps.#session
    session.connect()
    session.on('NodeWorker.attachedToWorker', ({ params }) => heaps.#threads.add(params.sessionId))
    session.on('NodeWorker.detachedFromWorker', ({ params }) => heaps.#threads.delete(params.sessionId))
    session.on('NodeWorker.receivedMessageFromWorker', ({ params }) => {
      const { id, result } = JSON.parse(params.message)
      heaps.#waiting.get(id)?.(result)
    })
    await session.post('NodeWorker.enable', { waitForDebuggerOnStart: false })
    return heaps
  }

  /** Bytes in all heaps and beside them, without garbage. */
  async held(): Promise<number> {
    const own = (method: string): Promise<unknown> => this.#session.post(method)
    const asks = [own, ...[...this.#threads].map((thread) => (method: string) => this.#ask(thread, method))]
    let sum = 0
    for (const ask of asks) {
      // Buffers are swept in the background after a collection; the next one waits for that.
      await ask('HeapProfiler.collectGarbage')
      await ask('HeapProfiler.collectGarbage')
      const { usedSize, backingStorageSize } = (await ask('Runtime.getHeapUsage')) as HeapUsage
      sum += usedSize + backingStorageSize
    }
    return sum
  }

  close(): void {
    this.#session.disconnect()
  }

  async #ask(sessionId: string, method: string): Promise<unknown> {
    this.#asked += 1
    const { promise, resolve } = Promise.withResolvers<unknown>()
    const id = this.#asked
    this.#waiting.set(id, resolve)
    await this.#session.post('NodeWorker.sendMessageToWorker', { sessionId, message: JSON.stringify({ id, method }) })
    return promise
  }
}
