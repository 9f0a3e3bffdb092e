import assert from 'node:assert/strict'
import { mkdtempSync, openSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { FileIn } from '../../src/files/unlinked_file.ts'
import { type TestCompany, TestServer } from '../support/server.ts'

// A long report and an export are sent from files. A file that is closed twice, or in the middle of a read, closes what
// has its number next, such as the connection of another client, or ends the process.

test('a file is closed once nothing reads it any more, and then cannot be read', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'clockhouse-closed-'))
  try {
    const name = join(folder, 'file')
    writeFileSync(name, 'x'.repeat(200_000))
    const fd = openSync(name, 'r')
    const file = new FileIn(fd)
    const pieces = file.pieces(200_000)
    const first = pieces.next()
    file.close()
    file.close()
    const other = openSync(name, 'r')
    assert.notEqual(other, fd, 'the number is taken while the file is being read')
    assert.equal((await first).value?.length, 65_536)
    assert.equal(openSync(name, 'r'), fd, 'the number is free once it was read')
    await assert.rejects(pieces.next(), /the file is closed/)
  } finally {
    rmSync(folder, { recursive: true })
  }
})

describe('clients that disconnect', () => {
  let server: TestServer
  let ada: TestCompany
  let address: URL
  const range = { start_date: '2026-01-01', end_date: '2026-01-31' }
  before(async () => {
    server = await TestServer.start('sqlite')
    ada = await server.company()
    address = new URL(await server.listen())
    const jobs: number[] = []
    for (let n = 0; n < 14; n++)
      jobs.push((await server.createOne(ada, 'jobcodes', { name: `Job ${n}`, assigned_to_all: true })).id)
    for (let n = 0; n < 12; n++) {
      const { id } = await server.user(ada)
      for (let day = 1; day <= 31; day += 3) {
        const dates = Array.from(
          { length: Math.min(3, 32 - day) },
          (_, next) => `2026-01-${String(day + next).padStart(2, '0')}`,
        )
        const sheets = dates.flatMap((date) =>
          jobs.map((jobcode_id) => ({ user_id: id, jobcode_id, type: 'manual', date, duration: 601 })),
        )
        assert.equal((await server.post(ada, '/timesheets', sheets)).status, 200)
      }
    }
  })
  after(() => server.stop())

  /** Asks for something, and ends the connection after so many bytes of the answer. */
  const abort = (method: string, path: string, body: string, bytes: number) =>
    new Promise<void>((resolve, reject) => {
      const socket = connect(Number(address.port), address.hostname)
      let seen = 0
      socket.on('error', reject)
      socket.on('close', () => resolve())
      socket.on('data', (data) => {
        seen += data.length
        if (seen >= bytes) socket.resetAndDestroy()
      })
      const head = [`${method} ${path} HTTP/1.1`, 'Host: localhost', `Authorization: Bearer ${ada.token}`]
      const type = ['Content-Type: application/json', `Content-Length: ${Buffer.byteLength(body)}`]
      socket.write(`${[...head, ...type].join('\r\n')}\r\n\r\n${body}`)
    })

  test('a long report that is given up again and again ends no process and no other connection', async () => {
    const body = JSON.stringify({ data: range })
    const whole = await fetch(new URL('/api/v1/reports/payroll_by_jobcode', address), {
      method: 'POST',
      headers: { authorization: `Bearer ${ada.token}`, 'content-type': 'application/json' },
      body,
    })
    assert.ok((await whole.text()).length > 1_100_000, 'the report is long enough to come from a file')
    for (let time = 0; time < 15; time++) {
      await abort('POST', '/api/v1/reports/payroll_by_jobcode', body, 1000 + 40_000 * time)
      assert.equal((await server.get(ada, '/current_user')).status, 200)
    }
  })

  test('exports whose clients leave at the last byte end no process and no other connection', async () => {
    const path = `/api/console/exports/timesheets?start_date=${range.start_date}&end_date=${range.end_date}`
    const others = async () => {
      for (let time = 0; time < 60; time++) assert.equal((await fetch(new URL('/livez', address))).status, 200)
    }
    const leavers = async () => {
      for (let time = 0; time < 15; time++) await abort('GET', path, '', 1000 + 30_000 * time)
    }
    await Promise.all([leavers(), others(), others()])
  })
})
