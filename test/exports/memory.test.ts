import assert from 'node:assert/strict'
import { request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, test } from 'node:test'
import { onBoth, type TestCompany, TestServer } from '../support/server.ts'
import { manyRows } from './many.ts'

/** PostgreSQL is slower to fill; the memory an export needs does not depend on the database. */
const each = { sqlite: 2000, postgres: 500 }
const people = 100
const extraMax = 200_000_000

onBoth('the memory of a long export', (database) => {
  let server: TestServer
  let company: TestCompany
  before(async () => {
    server = await TestServer.start(database)
    company = await server.company()
    await manyRows(server, company, { people, each: each[database] })
    await server.app.listen({ port: 0 })
  })
  after(() => server.stop())

  /** Reads a file to its end: its bytes and lines, and the peak memory of the process meanwhile. */
  const read = (path: string) =>
    new Promise<{ lines: number; bytes: number; peak: number }>((resolve, reject) => {
      const { port } = server.app.server.address() as AddressInfo
      const headers = { authorization: `Bearer ${company.token}`, accept: 'application/x-ndjson' }
      let [lines, bytes, peak] = [0, 0, 0]
      request({ port, path: `/api/console/exports/${path}`, headers }, (answer) => {
        answer.on('data', (part: Buffer) => {
          peak = Math.max(peak, process.memoryUsage().rss)
          bytes += part.length
          for (const byte of part) if (byte === 0x0a) lines += 1
        })
        answer.on('end', () => resolve({ lines, bytes, peak }))
      })
        .on('error', reject)
        .end()
    })

  test(`${people * each[database]} rows take less than ${extraMax / 1e6} MB more`, async () => {
    // The first one has loaded the thread.
    await read('payroll?start_date=2025-01-01&end_date=2025-01-07')
    const before = process.memoryUsage().rss
    const { lines, bytes, peak } = await read('timesheets?start_date=2025-01-01&end_date=2025-12-31')
    assert.ok(lines > people * each[database], `${lines} lines`)
    assert.ok(bytes > 100 * people * each[database], `${bytes} bytes`)
    assert.ok(peak - before < extraMax, `${Math.round((peak - before) / 1e6)} MB more`)
  })
})
