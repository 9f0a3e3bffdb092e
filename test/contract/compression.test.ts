import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib'
import { onEither, type TestCompany, TestServer } from '../support/server.ts'

const decompress = { zstd: zstdDecompressSync, br: brotliDecompressSync, gzip: gunzipSync }

onEither('compressed answers', (database) => {
  let server: TestServer
  let company: TestCompany
  before(async () => {
    server = await TestServer.start(database)
    company = await server.company()
    await server.post(
      company,
      '/jobcodes',
      Array.from({ length: 50 }, (_, number) => ({ name: `Job ${number}`, type: 'regular' })),
    )
  })
  after(() => server.stop())

  const get = (url: string, encoding?: string, etag?: string) =>
    server.app.inject({
      url,
      headers: {
        authorization: `Bearer ${company.token}`,
        ...(encoding ? { 'accept-encoding': encoding } : {}),
        ...(etag ? { 'if-none-match': etag } : {}),
      },
    })

  test('a compressed answer means the same as a plain one, and names its encoding', async () => {
    for (const url of ['/api/v1/jobcodes', '/api/v1/openapi.json', '/api/console/settings'])
      for (const [encoding, plainOf] of Object.entries(decompress)) {
        const plain = await get(url)
        const short = await get(url, encoding)
        const message = `${url} ${encoding}`
        assert.deepEqual([plain.statusCode, plain.headers['content-encoding']], [200, undefined], message)
        assert.equal(short.headers['content-encoding'], encoding, message)
        assert.equal(plainOf(short.rawPayload).toString(), plain.body, message)
        assert.equal(Number(short.headers['content-length']), short.rawPayload.length, message)
        assert.ok(short.rawPayload.length < plain.rawPayload.length / 2, message)
        for (const { headers } of [plain, short]) assert.match(String(headers.vary), /accept-encoding/, message)
      }
  })

  test('an answer is in the best encoding that the client accepts', async () => {
    const chosen = async (accepted: string) => (await get('/api/v1/jobcodes', accepted)).headers['content-encoding']
    assert.equal(await chosen('gzip, deflate, br, zstd'), 'zstd')
    assert.equal(await chosen('gzip, deflate, br'), 'br')
    assert.equal(await chosen('gzip, deflate'), 'gzip')
    assert.equal(await chosen('br;q=0, GZIP;q=0.5'), 'gzip')
    assert.equal(await chosen('gzip;q=0'), undefined)
    assert.equal(await chosen('identity'), undefined)
    assert.equal(await chosen('deflate'), undefined)
  })

  test('an answer is recognized as unchanged whether it is compressed or not', async () => {
    const strong = String((await get('/api/v1/jobcodes')).headers.etag)
    const weak = String((await get('/api/v1/jobcodes', 'gzip')).headers.etag)
    assert.equal(weak, `W/${strong}`)
    for (const etag of [strong, weak]) assert.equal((await get('/api/v1/jobcodes', 'gzip', etag)).statusCode, 304)
    await server.post(company, '/jobcodes', [{ name: 'One more', type: 'regular' }])
    for (const etag of [strong, weak]) assert.equal((await get('/api/v1/jobcodes', 'gzip', etag)).statusCode, 200)
  })

  test('short answers and pages are not compressed', async () => {
    assert.equal((await get('/api/v1/last_modified_timestamps', 'gzip')).headers['content-encoding'], undefined)
    assert.equal((await get('/sign-in', 'gzip')).headers['content-encoding'], undefined)
  })
})
