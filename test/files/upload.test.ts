import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type ClientRequest, type IncomingMessage, request } from 'node:http'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { after, before, describe, test } from 'node:test'
import fc from 'fast-check'
import { RequestError } from '../../src/engine/errors.ts'
import { sql } from '../../src/engine/sql.ts'
import type { Values } from '../../src/engine/table.ts'
import { readUpload } from '../../src/files/upload.ts'
import { noise, pixel, upload } from '../support/pictures.ts'
import { onEither, type TestCompany, TestServer } from '../support/server.ts'

const seed = Number(process.env.TEST_SEED ?? 20260302)

/** Reads a body that arrives in pieces of these sizes, repeated. */
function read(body: string | Buffer, sizes: readonly number[] = [65_536], bodyMax = 10_000_000) {
  const bytes = Buffer.from(body)
  const pieces: Buffer[] = []
  for (let at = 0, n = 0; at < bytes.length; n++) {
    const end = at + sizes[n % sizes.length]!
    // A separate copy, overwritten after it has been read: nothing may hold on to it.
    pieces.push(Buffer.from(bytes.subarray(at, end)))
    at = end
  }
  const stream = Readable.from(
    (function* () {
      for (const piece of pieces) {
        yield piece
        piece.fill(0)
      }
    })(),
    { objectMode: false },
  )
  return readUpload(stream, 'file_data', { bodyMax, jsonMax: 1_000_000, headers: {} })
}

const bytesOf = ({ parts }: { parts: readonly Uint8Array[] }) => Buffer.concat(parts)

describe('the scanner of uploads', () => {
  test('the scanner finds the same files in pieces of any size, whatever surrounds them', async () => {
    const item = fc.record({ bytes: fc.uint8Array({ maxLength: 200 }), more: fc.jsonValue(), escaped: fc.boolean() })
    await fc.assert(
      fc.asyncProperty(
        fc.array(item, { maxLength: 5 }),
        fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 8 }),
        fc.integer({ min: 0, max: 3 }),
        async (items, sizes, indent) => {
          const texts = items.map(({ bytes }) => Buffer.from(bytes).toString('base64'))
          const data = items.map(({ more }, n) => ({ more, file_data: texts[n], 'file_data"': 'x', name: 'file_data' }))
          let body = JSON.stringify({ data }, undefined, indent)
          if (items.some(({ escaped }) => escaped)) body = body.replaceAll('/', '\\/')
          const { body: rest, binaries } = await read(body, sizes)
          // Whatever `more` holds, even a file_data of its own, is one more text that was extracted.
          const expected = JSON.parse(body, (key, value) =>
            key === 'file_data' && typeof value === 'string' ? '' : value,
          )
          assert.deepEqual(
            JSON.parse(rest, (key, value) => (key === 'file_data' && typeof value === 'string' ? '' : value)),
            expected,
          )
          const parsed = JSON.parse(rest).data as Values[]
          for (const [n, { bytes }] of items.entries())
            assert.ok(bytesOf(binaries[Number(parsed[n]!.file_data)]!).equals(Buffer.from(bytes)))
        },
      ),
      { seed, numRuns: 300 },
    )
  })

  test('the scanner decodes base64 in every form that JSON and its writers produce', async () => {
    const plain = noise(300)
    const base64 = plain.toString('base64')
    const escapeAll = (letters: string) =>
      [...letters].map((letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`).join('')
    const forms = [
      base64,
      base64.replaceAll('/', '\\/'),
      base64.replaceAll('+', '\\u002b').replaceAll('=', '\\u003D'),
      escapeAll(base64),
      base64.replaceAll(/.{76}/g, '$&\\r\\n'),
      ` ${base64} `,
      base64.replaceAll('=', ''),
      `data:image/png;base64,${base64}`,
      `data:image\\/png;base64,${base64.replaceAll('/', '\\/')}`,
      `DATA:image/png;name=a.png;BASE64,${base64}`,
      `data:;base64,\\n${base64}`,
    ]
    for (const form of forms)
      for (const key of ['"file_data"', '"file\\u005fdata"', '"file_data" \n'])
        for (const sizes of [[65_536], [1], [7, 3]]) {
          const { body, binaries } = await read(`{"data":[{${key}: "${form}"}]}`, sizes)
          assert.deepEqual(JSON.parse(body), { data: [{ file_data: '0' }] })
          assert.ok(bytesOf(binaries[0]!).equals(plain), form.slice(0, 40))
          assert.equal(binaries[0]!.size, plain.length)
        }
  })

  test('the scanner reads a long text as it would byte by byte, whatever is wrong in it, and wherever', async () => {
    const base64 = noise(1500).toString('base64')
    for (const inserted of ['-', '_', '=', '==', '%', 'é', ' ', '\\n', '\n', '\\/', '\\u0041', ''])
      for (const at of [0, 1, 64, 66, 1000, 1024, 1999, 2000]) {
        const body = `{"file_data":"${base64.slice(0, at)}${inserted}${base64.slice(at)}"}`
        const slow = await read(body, [1])
        for (const sizes of [[65_536], [500], [131]]) {
          const fast = await read(body, sizes)
          assert.deepEqual(fast, slow, `${inserted} at ${at} in pieces of ${sizes}`)
        }
      }
  })

  test('the scanner ignores values that are not texts of the property, and invalid JSON stays invalid', async () => {
    const bodies = [
      '{"data":[{"file_data":5},{"file_data":null},{"file_data":["QUJD"]},{"file_data":{"a":"QUJD"}}]}',
      '["file_data","QUJD"]',
      '{"a":"file_data","b":"QUJD"}',
      '{"file_data2":"QUJD","xfile_data":"QUJD"," file_data":"QUJD","\\"file_data":"QUJD"}',
    ]
    for (const body of bodies) assert.deepEqual(await read(body), { body, binaries: [] })
    const broken = [
      '{"file_data":"QUJD',
      '{"file_data":"QU\nJD"}',
      '{"file_data":"\\x"}',
      '{"file_data":"\\u00zz"}',
      '{"file_data""QUJD"}',
    ]
    for (const body of [...broken, '{"file_data":"QUJD"', '{"file_data":"QUJD"}}', '{"file_data":"QUJD\\"}'])
      await assert.rejects(async () => JSON.parse((await read(body)).body), SyntaxError, body)
  })

  test('the scanner keeps parts of 64 KiB, each in its own memory', async () => {
    for (const size of [65_535, 65_536, 65_537, 200_000]) {
      const { binaries } = await read(`{"file_data":"${Buffer.alloc(size, 7).toString('base64')}"}`)
      const { parts } = binaries[0]!
      assert.deepEqual(
        parts.map((part) => part.length),
        [...Array(Math.floor(size / 65_536)).fill(65_536), ...(size % 65_536 ? [size % 65_536] : [])],
      )
      assert.equal(new Set(parts.map((part) => part.buffer)).size, parts.length)
    }
  })

  test('the scanner stops at its limits', async () => {
    const tooMuch = (error: unknown) => error instanceof RequestError && error.status === 413
    await assert.rejects(read(`{"file_data":"${'A'.repeat(2000)}"}`, [100], 1999), tooMuch)
    await assert.rejects(read(`{"x":"${'A'.repeat(1_000_001)}"}`), tooMuch)
    await assert.rejects(read(`[${'{"file_data":""},'.repeat(51)}]`), tooMuch)
    await read(`{"file_data":"${'A'.repeat(1984)}"}`, [100], 2000)
  })
})

onEither('uploads over a real connection', (database) => {
  let server: TestServer
  let company: TestCompany
  let address: URL
  before(async () => {
    server = await TestServer.start(database, { CLOCKHOUSE_UPLOAD_BYTES: '400000' })
    company = await server.company()
    address = new URL('/api/v1/files', await server.app.listen({ port: 0 }))
  })
  after(() => server.stop())

  const start = (headers: Record<string, string>, token = company.token): ClientRequest =>
    request(address, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', ...headers },
    })
  const answerOf = async (sent: ClientRequest): Promise<{ status: number; body: Values }> => {
    const [response] = (await once(sent, 'response')) as [IncomingMessage]
    return { status: response.statusCode!, body: JSON.parse(await text(response)) }
  }
  const count = async () => (await server.list(company, 'files', '?active=both')).length
  const parts = async () => (await server.db.read.all(sql`select part from file_parts`)).length
  const body = (bytes: number) => JSON.stringify({ data: [upload(noise(bytes))] })

  test('an upload in pieces, without a length, is stored', async () => {
    const sent = start({ 'transfer-encoding': 'chunked' })
    const whole = Buffer.from(body(200_000))
    for (let at = 0; at < whole.length; at += 10_000) sent.write(whole.subarray(at, at + 10_000))
    sent.end()
    const { status, body: answer } = await answerOf(sent)
    assert.deepEqual([status, answer.results.files['1']._status_code], [200, 200])
  })

  test('an upload that declares too large a size is refused before it is sent', async () => {
    const before = await count()
    const sent = start({ 'content-length': '400001' })
    sent.flushHeaders()
    const { status, body: answer } = await answerOf(sent)
    assert.deepEqual([status, answer.error.code], [413, 413])
    sent.destroy()
    assert.equal(await count(), before)
  })

  test('an upload that turns out too large is refused while it is sent, and nothing is stored', async () => {
    const [before, kept] = [await count(), await parts()]
    const sent = start({ 'transfer-encoding': 'chunked' })
    sent.write(body(200_000).slice(0, -2))
    const answered = answerOf(sent)
    sent.write(`,${JSON.stringify(upload(noise(200_000)))}]}`)
    sent.end()
    const { status, body: answer } = await answered
    assert.deepEqual([status, answer.error.code], [413, 413])
    assert.deepEqual([await count(), await parts()], [before, kept])
    assert.equal((await server.call(company.token, 'POST', '/files', body(400_000))).status, 413)
  })

  test('an upload that is aborted stores nothing, and the server keeps running', async () => {
    const [before, kept] = [await count(), await parts()]
    for (const headers of [{ 'content-length': '200000' }, { 'transfer-encoding': 'chunked' }] as Record<
      string,
      string
    >[]) {
      const sent = start(headers)
      sent.on('error', () => {})
      sent.write(body(200_000).slice(0, 100_000))
      await new Promise((resolve) => sent.once('socket', () => setImmediate(resolve)))
      sent.destroy()
      await new Promise((resolve) => sent.once('close', resolve))
    }
    const half = await server.call(company.token, 'POST', '/files', body(100_000).slice(0, 50_000))
    assert.equal(half.status, 400)
    assert.deepEqual([await count(), await parts()], [before, kept])
  })

  test('an upload without a token is refused before it is read', async () => {
    const sent = start({ 'content-length': '300000' }, 'S.1__unknown')
    sent.flushHeaders()
    assert.equal((await answerOf(sent)).status, 401)
    sent.destroy()
  })

  test('the ordinary limit applies to everything in an upload but images', async () => {
    const { status } = await server.post(company, '/files', [upload(pixel, { notes: 'x'.repeat(390_000) })])
    assert.equal(status, 200, 'refused as an item')
    assert.equal(
      (await server.call(company.token, 'PUT', '/files', `{"data":["${'x'.repeat(1_100_000)}"]}`)).status,
      413,
    )
  })
})
