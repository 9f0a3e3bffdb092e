import assert from 'node:assert/strict'
import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import { after, before, describe, test } from 'node:test'
import sharp from 'sharp'
import type { Values } from '../../src/engine/table.ts'
import { jpeg, noise, pixel, png, upload } from '../support/pictures.ts'
import { onEither, type TestCompany, TestServer } from '../support/server.ts'

onEither('downloads', (database) => {
  let server: TestServer
  let company: TestCompany
  before(async () => {
    server = await TestServer.start(database)
    company = await server.company()
  })
  after(() => server.stop())

  const make = (bytes: Buffer, properties: Values = {}) => server.createOne(company, 'files', upload(bytes, properties))
  const raw = (query: string, headers: Record<string, string> = {}) =>
    server.app.inject({
      url: `/api/v1/files/raw?${query}`,
      headers: { authorization: `Bearer ${company.token}`, ...headers },
    })

  test('a download is the bytes of the file, with the contract’s headers', async () => {
    const bytes = noise(300_000)
    const { id } = await make(bytes, { file_name: 'valve.png' })
    const { statusCode, headers, rawPayload } = await raw(`id=${id}`)
    assert.equal(statusCode, 200)
    assert.ok(rawPayload.equals(bytes))
    assert.equal(headers['content-type'], 'application/octet-stream')
    assert.equal(headers['content-length'], String(bytes.length))
    assert.equal(headers['content-disposition'], 'attachment; filename="valve.png"')
    assert.equal(headers['cache-control'], 'private, max-age=86400')
    assert.equal(headers.vary, 'authorization, vnd.tsheets.managedclientid')
    assert.equal(headers['x-content-type-options'], 'nosniff')

    const again = await raw(`id=${id}`, { 'if-none-match': String(headers.etag) })
    assert.deepEqual([again.statusCode, again.body, again.headers.etag], [304, '', headers.etag])
    assert.equal(again.headers.vary, headers.vary)
    const worker = await server.user(company)
    const foreign = { authorization: `Bearer ${worker.token}`, 'if-none-match': String(headers.etag) }
    assert.equal((await raw(`id=${id}`, foreign)).statusCode, 404, 'a known ETag reads nothing')
  })

  test('a download has the file name in a form that is safe in a header', async () => {
    const named = async (file_name: string) =>
      (await raw(`id=${(await make(pixel, { file_name })).id}`)).headers['content-disposition']
    assert.equal(
      await named('ein "Bild".png'),
      `attachment; filename="ein _Bild_.png"; filename*=UTF-8''ein%20%22Bild%22.png`,
    )
    assert.equal(
      await named('größe (1).png'),
      `attachment; filename="gr__e (1).png"; filename*=UTF-8''gr%C3%B6%C3%9Fe%20%281%29.png`,
    )
    assert.equal(
      await named('😀%41;x=y.png'),
      `attachment; filename="__41;x=y.png"; filename*=UTF-8''%F0%9F%98%80%2541%3Bx%3Dy.png`,
    )
  })

  test('a download of a missing, deleted or another company’s file is 404 as JSON; without an id it is 417', async () => {
    const { id } = await make(pixel)
    await server.delete(company, `/files?ids=${id}`)
    const other = await server.company()
    const theirs = await server.createOne(other, 'files', upload())
    for (const query of [`id=${id}`, `id=${theirs.id}`, 'id=2000000001', `id=${id}&size=160`]) {
      const { statusCode, headers, body } = await raw(query)
      assert.equal(statusCode, 404, query)
      assert.equal(JSON.parse(body).error.code, 404)
      assert.match(String(headers['content-type']), /^application\/json/)
      assert.deepEqual(
        [headers['cache-control'], headers.etag, headers['content-disposition']],
        ['no-store', undefined, undefined],
      )
    }
    const bad = [
      '',
      'id=',
      'id=x',
      'id=0',
      'id=1,2',
      'id=1&id=2',
      'id=9007199254740992',
      'id=1.5',
      'size=160',
      'id=1&size=17',
      'id=1&size=x',
    ]
    for (const query of bad) assert.equal((await raw(query)).statusCode, 417, query)
  })

  test('a download goes no faster than it is read, and ends when the reader disconnects', async () => {
    const bytes = noise(1_400_000)
    const { id } = await make(bytes)
    const address = await server.app.listen({ port: 0 })
    const open = async () => {
      const asked = get(`${address}/api/v1/files/raw?id=${id}`, {
        headers: { authorization: `Bearer ${company.token}` },
      })
      const [response] = (await once(asked, 'response')) as [IncomingMessage]
      return response
    }
    const left = await open()
    await once(left, 'readable')
    left.destroy()
    const parts: Buffer[] = []
    for await (const part of await open()) parts.push(part as Buffer)
    assert.ok(Buffer.concat(parts).equals(bytes))
  })

  describe('smaller images', () => {
    const picture = async (query: string) => {
      const { statusCode, headers, rawPayload, body } = await raw(query)
      assert.equal(statusCode, 200, body.slice(0, 300))
      const { data, info } = await sharp(rawPayload).raw().toBuffer({ resolveWithObject: true })
      const metadata = await sharp(rawPayload).metadata()
      /** The dominant color at a position between 0 and 1: red, green or blue. */
      const color = (x: number, y: number) => {
        const at = (Math.floor(y * info.height) * info.width + Math.floor(x * info.width)) * info.channels
        return ['red', 'green', 'blue'][data.subarray(at, at + 3).indexOf(Math.max(...data.subarray(at, at + 3)))]
      }
      return { size: [info.width, info.height], metadata, headers, color }
    }

    test('a smaller image fits into the requested size, in the format of the file', async () => {
      const { id } = await make(await jpeg(900, 600), { file_name: 'a.jpg' })
      for (const [size, expected] of [
        [160, [160, 107]],
        [320, [320, 213]],
        [640, [640, 427]],
        [1280, [900, 600]],
      ] as const) {
        const { size: made, metadata, headers } = await picture(`id=${id}&size=${size}`)
        assert.deepEqual([made, metadata.format], [[...expected], 'jpeg'])
        assert.equal(headers['content-type'], 'image/jpeg')
        assert.equal(headers['x-content-type-options'], 'nosniff')
        assert.equal(headers['cache-control'], 'private, no-cache')
        assert.equal(headers['content-disposition'], 'inline')
      }
      const tiny = await make(noise(100_000))
      const { size, headers } = await picture(`id=${tiny.id}&size=160`)
      assert.deepEqual([Math.max(...size), headers['content-type']], [160, 'image/png'])
    })

    test('a smaller image is upright, rotated by its metadata, and carries no metadata of the camera', async () => {
      const upright = await make(await jpeg(400, 200), { file_name: 'a.jpg' })
      const plain = await picture(`id=${upright.id}&size=160`)
      assert.deepEqual([plain.size, plain.color(0.1, 0.5), plain.color(0.9, 0.5)], [[160, 80], 'red', 'blue'])
      // Orientation 6: the camera was turned, so the image must be rotated by 90 degrees clockwise.
      const turned = await make(await jpeg(400, 200, 6), { file_name: 'b.jpg' })
      const shown = await picture(`id=${turned.id}&size=160`)
      assert.deepEqual([shown.size, shown.color(0.5, 0.1), shown.color(0.5, 0.9)], [[80, 160], 'red', 'blue'])
      assert.deepEqual([shown.metadata.orientation, shown.metadata.exif], [undefined, undefined])

      const { etag } = shown.headers
      assert.equal((await raw(`id=${turned.id}&size=160`, { 'if-none-match': String(etag) })).statusCode, 304)
      await server.put(company, '/files', [{ id: turned.id, meta_data: { image_rotation: 90 } }])
      const half = await picture(`id=${turned.id}&size=160`)
      assert.deepEqual([half.size, half.color(0.1, 0.5), half.color(0.9, 0.5)], [[160, 80], 'blue', 'red'])
      assert.notEqual(half.headers.etag, etag)
      await server.put(company, '/files', [{ id: upright.id, meta_data: { image_rotation: 180 } }])
      const over = await picture(`id=${upright.id}&size=160`)
      assert.deepEqual([over.size, over.color(0.1, 0.5)], [[160, 80], 'blue'])
    })

    test('a smaller image of a file that cannot be decoded is refused, and the file can still be downloaded', async () => {
      const photo = await jpeg(400, 300)
      const broken = [
        [png(300, 200), 'a.png'],
        [png(5000, 5000), 'a.png'],
        [Buffer.concat([photo.subarray(0, Math.floor(photo.length / 2))]), 'a.jpg'],
      ] as const
      for (const [bytes, file_name] of broken) {
        const { id } = await make(bytes, { file_name })
        const { statusCode, body } = await raw(`id=${id}&size=160`)
        assert.deepEqual([statusCode, JSON.parse(body).error.code], [417, 417])
        assert.ok((await raw(`id=${id}`)).rawPayload.equals(bytes))
      }
    })

    test('many smaller images at once arrive or are refused with 429, and another company has its turn', async () => {
      const { id } = await make(await jpeg(1000, 800), { file_name: 'a.jpg' })
      const answers = await Promise.all(Array.from({ length: 20 }, () => raw(`id=${id}&size=320`)))
      assert.ok(answers.every(({ statusCode }) => statusCode === 200))
      const other = await server.company()
      const theirs = await server.createOne(other, 'files', upload())
      const crowding = Promise.all(Array.from({ length: 80 }, () => raw(`id=${id}&size=160`)))
      const headers = { authorization: `Bearer ${other.token}` }
      const neighbor = await raw(`id=${theirs.id}&size=160`, headers)
      assert.equal(neighbor.statusCode, 200, 'another company has its turn')
      const crowd = await crowding
      const refused = crowd.filter(({ statusCode }) => statusCode !== 200)
      for (const { statusCode, headers } of refused) assert.deepEqual([statusCode, headers['retry-after']], [429, '1'])
      assert.ok(refused.length > 0 && refused.length < 40)
      assert.equal((await raw(`id=${id}&size=160`)).statusCode, 200)
    })
  })
})
