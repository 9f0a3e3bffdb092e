import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { type Row, sql } from '../../src/engine/sql.ts'
import type { Values } from '../../src/engine/table.ts'
import { jpeg, noise, pixel, png, upload } from '../support/pictures.ts'
import { onBoth, type TestCompany, TestServer } from '../support/server.ts'

onBoth('files', (database) => {
  let server: TestServer
  let company: TestCompany
  before(async () => {
    server = await TestServer.start(database)
    company = await server.company()
  })
  after(() => server.stop())

  type Who = { token: string }
  const first = (body: Values): Values => Object.values<Values>(body.results.files)[0]!
  const send = async (item: Values, who: Who = company) => first((await server.post(who, '/files', [item])).body)
  const create = (item: Values = upload(), who: Who = company) => server.createOne(who, 'files', item)
  const put = async (item: Values, who: Who = company) => first((await server.put(who, '/files', [item])).body)
  const erase = async (id: unknown, who: Who = company) => first((await server.delete(who, `/files?ids=${id}`)).body)
  const ids = async (who: Who, query = '') => (await server.list(who, 'files', query)).map((row) => row.id)
  const parts = (fileId: number) =>
    server.db.read.all<Row>(sql`select bytes from file_parts where company_id = ${company.id} and file_id = ${fileId}`)

  describe('an upload', () => {
    test('an upload is answered exactly like the documented example', async () => {
      const meta_data = { file_description: 'Valve before repair', image_rotation: 0 }
      const item = upload(pixel, { file_name: 'valve.png', meta_data })
      item.file_data = `data:image/png;base64,${item.file_data}`
      const { body } = await server.post(company, '/files', [item])
      const { id, last_modified, created, ...rest } = body.results.files['1']
      assert.deepEqual(rest, {
        _status_code: 200,
        _status_message: 'Uploaded',
        uploaded_by_user_id: company.adminId,
        file_name: 'valve.png',
        active: true,
        size: 68,
        linked_objects: [],
        meta_data,
      })
      assert.ok(Number.isInteger(id))
      assert.deepEqual([last_modified, created], ['2026-03-02T15:00:00+00:00', '2026-03-02T15:00:00+00:00'])
      assert.deepEqual(Object.keys(body.supplemental_data), ['users'])
      assert.deepEqual(Object.keys(body.supplemental_data.users), [String(company.adminId)])
      assert.equal((await create()).meta_data.length, 0, 'no metadata is an empty list')
    })

    test('an upload is a PNG or a JPEG by its content, and its name must match', async () => {
      const photo = await jpeg(40, 30)
      assert.equal((await create(upload(photo, { file_name: 'a.jpg' }))).size, photo.length)
      await create(upload(photo, { file_name: 'A.JPEG' }))
      await create(upload(png(3, 4), { file_name: ' b.PNG ' }))
      const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')
      const html = Buffer.from('<!doctype html><script>alert(1)</script>')
      const gif = Buffer.from('R0lGODlhAQABAAAAACwAAAAAAQABAAACAkQBADs=', 'base64')
      const refused: [Buffer, string][] = [
        [pixel, 'a.jpg'],
        [photo, 'a.png'],
        [pixel, 'png'],
        [pixel, 'a'],
        [pixel, 'a.png.exe'],
        [pixel, 'a.svg'],
        [photo, 'a.jpg.html'],
      ]
      for (const [bytes, file_name] of refused) {
        const item = await send(upload(bytes, { file_name }))
        assert.deepEqual([item._status_code, /file_name/.test(item._status_extra)], [417, true], file_name)
      }
      for (const bytes of [svg, html, gif, Buffer.from('PK\u0003\u0004'), Buffer.from('%PDF-1.7'), Buffer.alloc(0)])
        for (const file_name of ['a.png', 'a.jpg', 'a.svg', 'a.gif'])
          assert.match((await send(upload(bytes, { file_name })))._status_extra, /file_data/, file_name)
    })

    test('truncated images, and images too large to process, are refused', async () => {
      const photo = await jpeg(40, 30)
      const cut = [pixel.subarray(0, 20), pixel.subarray(0, 60), photo.subarray(0, 100), photo.subarray(0, 3)]
      for (const bytes of cut) {
        const file_name = bytes[0] === 0xff ? 'a.jpg' : 'a.png'
        assert.match((await send(upload(bytes, { file_name })))._status_extra, /file_data/, String(bytes.length))
      }
      const huge = Buffer.from(photo)
      const frame = huge.indexOf(Buffer.from([0xff, 0xc0]))
      huge.writeUInt16BE(60_000, frame + 5)
      huge.writeUInt16BE(60_000, frame + 7)
      const bombs = [png(65_535, 65_535), png(10_000, 5001), huge]
      for (const bytes of bombs) {
        const item = await send(upload(bytes, { file_name: bytes === huge ? 'a.jpg' : 'a.png' }))
        assert.match(item._status_extra, /file_data.*50 megapixels/)
      }
      for (const line of [png(50_000_000, 1), png(1, 20_001)])
        assert.match((await send(upload(line)))._status_extra, /file_data.*20000 pixels wide or high/)
      await create(upload(png(20_000, 1)))
      for (const size of [png(0, 5), png(5, 0)]) assert.match((await send(upload(size)))._status_extra, /file_data/)
      await create(upload(png(10_000, 5000)))
    })

    test('invalid base64 is refused item by item', async () => {
      const text = pixel.toString('base64')
      const bad = ['%%%%', 'not base64!', `${text}=`, text.slice(0, -3), `=${text}`, 'data:image/png;base64,', '', 'é']
      const worse = ['data:image/png,abcd', 'data:', `data:${'x'.repeat(200)},${text}`, `${text.slice(0, 9)}-_`]
      const items = [...bad, ...worse].map((file_data) => upload(pixel, { file_data }))
      const { body } = await server.post(company, '/files', [upload(), ...items, upload()])
      const results = Object.values<Values>(body.results.files)
      assert.deepEqual(
        results.map((item) => item._status_code),
        [200, ...items.map(() => 417), 200],
      )
      for (const item of results.slice(1, -1)) {
        assert.match(item._status_extra, /^file_data/)
        assert.ok(!('file_data' in item), 'what is sent is never shown')
        assert.equal(item.file_name, 'picture.png', 'the rest comes back')
      }
      for (const file_data of [null, 5, true, {}, [text], { file_data: text }]) {
        const item = await send(upload(pixel, { file_data }))
        assert.deepEqual([item._status_code, /^file_data/.test(item._status_extra)], [417, true], String(file_data))
      }
    })

    test('an upload with an invalid name is refused', async () => {
      const names = [
        '../a.png',
        'a/b.png',
        'a\\b.png',
        'a\n.png',
        'a\u0000.png',
        'a\u007f.png',
        'a\u202egnp.exe.png',
        '',
        '   ',
      ]
      for (const file_name of [...names, `${'x'.repeat(252)}.png`, null, undefined]) {
        const item = await send(upload(pixel, { file_name }))
        assert.deepEqual([item._status_code, /file_name/.test(item._status_extra)], [417, true], String(file_name))
      }
      for (const file_name of [`${'x'.repeat(251)}.png`, `${'😀'.repeat(251)}.png`, 'Schraube „groß“ 50 %.png', '.png'])
        assert.equal((await create(upload(pixel, { file_name }))).file_name, file_name)
    })

    test('an upload accepts the documented metadata, with numbers as text, too', async () => {
      const meta = async (meta_data: unknown) => (await send(upload(pixel, { meta_data }))).meta_data
      assert.deepEqual(await meta({ image_rotation: '90' }), { image_rotation: 90 })
      assert.deepEqual(await meta({ file_description: 'Ä'.repeat(1000) }), { file_description: 'Ä'.repeat(1000) })
      for (const none of [[], {}, '', null, { file_description: null }]) assert.deepEqual(await meta(none), [])
      const bad = [{ flavor: 1 }, { image_rotation: 45 }, { image_rotation: -90 }, { image_rotation: 360 }, 'x', [1], 5]
      for (const meta_data of [...bad, { file_description: 'x'.repeat(1001) }, { file_description: { a: 1 } }]) {
        const item = await send(upload(pixel, { meta_data }))
        assert.deepEqual(
          [item._status_code, /meta_data/.test(item._status_extra)],
          [417, true],
          JSON.stringify(meta_data),
        )
      }
    })

    test('an upload is stored with all its bytes, in chunks', async () => {
      for (const size of [60_000, 65_536, 131_072, 400_000]) {
        const bytes = noise(size)
        const { id } = await create(upload(bytes))
        const kept = (await parts(id)).map((row) => Buffer.from(row.bytes as Uint8Array))
        assert.ok(Buffer.concat(kept).equals(bytes), String(size))
        assert.ok(kept.every((part) => part.length <= 65_536))
      }
    })

    test('50 uploads in a request are accepted, and 51 are not', async () => {
      const items = Array.from({ length: 51 }, (_, n) => upload(pixel, { file_name: `${n}.png` }))
      const before = await ids(company)
      assert.equal((await server.post(company, '/files', items)).status, 413)
      assert.deepEqual(await ids(company), before)
      assert.equal((await server.post(company, '/files', items.slice(1))).status, 200)
    })

    test('an upload cannot set what the server decides', async () => {
      for (const extra of [
        { size: 5 },
        { uploaded_by_user_id: 1 },
        { active: false },
        { linked_objects: { timesheets: ['1'] } },
      ]) {
        const item = await send(upload(pixel, extra))
        assert.match(item._status_extra, /^Invalid params: /)
      }
      assert.equal((await send(upload(pixel, { linked_objects: [], size: '' })))._status_code, 200)
    })
  })

  describe('an update of a file', () => {
    test('an update changes the name and the metadata, keyed by the id of the file', async () => {
      const { id } = await create(upload(pixel, { meta_data: { file_description: 'before' } }))
      server.pass(60)
      const change = { id: String(id), file_name: 'after.png', meta_data: { image_rotation: 180 } }
      const { body } = await server.call(company.token, 'PUT', `/files?id=${id}`, { data: [change] })
      assert.deepEqual(Object.keys(body.results.files), [String(id)])
      const { _status_code, _status_message, ...record } = body.results.files[id]
      assert.deepEqual([_status_code, _status_message, record.id], [200, 'Updated', id])
      assert.equal(record.file_name, 'after.png')
      assert.deepEqual(record.meta_data, { file_description: 'before', image_rotation: 180 })
      assert.notEqual(record.last_modified, record.created)
      assert.deepEqual(Object.keys(body.supplemental_data), ['users'])

      server.pass(60)
      const same = await put({ ...record, meta_data: record.meta_data, file_data: '', linked_objects: [] })
      assert.deepEqual([same._status_code, same.last_modified], [200, record.last_modified], 'sent back as it was')
      assert.deepEqual((await put({ id, meta_data: { file_description: '' } })).meta_data, { image_rotation: 180 })
      assert.deepEqual((await put({ id, meta_data: [] })).meta_data, { image_rotation: 180 })
    })

    test('an update keeps the extension in line with the image, and cannot change the rest', async () => {
      const { id } = await create()
      for (const bad of [
        { file_name: 'a.jpg' },
        { file_name: 'a/b.png' },
        { file_data: pixel.toString('base64') },
        { size: 3 },
      ]) {
        const item = await put({ id, ...bad })
        assert.equal(item._status_code, 417, JSON.stringify(bad))
        assert.ok(item._status_extra.includes(Object.keys(bad)[0]), item._status_extra)
        assert.ok(!('file_data' in item))
      }
    })

    test('an update of a deleted or unknown file is 404', async () => {
      const { id } = await create()
      await erase(id)
      for (const gone of [id, 2_000_000_001])
        assert.equal((await put({ id: gone, file_name: 'a.png' }))._status_code, 404)
    })
  })

  describe('the deletion of a file', () => {
    test('deleting a file erases its bytes and keeps the record for listings', async () => {
      const { id } = await create()
      server.pass(60)
      assert.deepEqual(await erase(id), { _status_code: 200, _status_message: 'OK, deleted', id: String(id) })
      assert.deepEqual(await parts(id), [])
      assert.deepEqual(await ids(company, `?ids=${id}`), [])
      const [record] = await server.list(company, 'files', `?ids=${id}&active=no`)
      assert.deepEqual([record!.active, record!.size], [false, 68])
      assert.notEqual(record!.last_modified, record!.created)
      const again = await erase(id)
      assert.deepEqual([again._status_code, again._status_message, again.id], [404, 'File not found!', String(id)])
      assert.equal((await erase(9))._status_message, 'File not found!')
      assert.deepEqual((await server.delete(company, '/files')).body.results.files, {})
    })
  })

  describe('a listing of files', () => {
    test('a listing of files has one’s own uploads unless it names users, files or objects', async () => {
      const worker = await server.user(company)
      const theirs = await create(upload(), worker)
      const own = await create()
      assert.deepEqual(await ids(worker), [theirs.id])
      assert.ok(!(await ids(company)).includes(theirs.id))
      assert.deepEqual(await ids(company, `?uploaded_by_user_ids=${worker.id}`), [theirs.id])
      const everyones = await ids(company, '?uploaded_by_user_ids=0')
      assert.ok(everyones.includes(own.id) && everyones.includes(theirs.id))
      assert.deepEqual(await ids(worker, '?uploaded_by_user_ids=0'), [theirs.id])
      assert.deepEqual(await ids(company, `?ids=${own.id},${theirs.id}`), [theirs.id, own.id])
      assert.deepEqual(await ids(worker, `?ids=${own.id},${theirs.id}`), [theirs.id])
      assert.deepEqual(await ids(worker, `?uploaded_by_user_ids=${company.adminId}`), [])
    })

    test('files can be filtered by time of change and by state', async () => {
      server.pass(3600)
      const since = new Date(server.now / 1000).toISOString()
      const late = await create()
      await erase((await create()).id)
      assert.deepEqual(await ids(company, `?modified_since=${since}`), [late.id])
      assert.equal((await ids(company, `?modified_since=${since}&active=both`)).length, 2)
      assert.equal((await ids(company, `?modified_since=${since}&active=no`)).length, 1)
      assert.ok(!(await ids(company, `?modified_before=${since}`)).includes(late.id))
    })

    test('a listing of files accepts the type and ids of objects together or not at all', async () => {
      for (const query of ['linked_object_type=timesheet', 'object_ids=5', 'linked_object_type=project&object_ids=5']) {
        const { status, body } = await server.get(company, `/files?${query}`)
        assert.equal(status, 417, query)
        assert.match(body.error.message, /linked_object_type/)
      }
      for (const type of ['timesheet', 'timesheets', '0', 'Timesheet'])
        assert.deepEqual(await ids(company, `?linked_object_type=${type}&object_ids=5`), [])
    })
  })

  test('only the uploader, people with manage_timesheets and administrators change and delete a file', async () => {
    const [worker, other] = [await server.user(company), await server.user(company)]
    const keeper = await server.user(company, { permissions: { manage_timesheets: true } })
    const { id } = await create(upload(), worker)
    for (const status of [
      (await put({ id, file_name: 'x.png' }, other))._status_code,
      (await erase(id, other))._status_code,
    ])
      assert.equal(status, 404, 'to people who cannot see it, it does not exist')
    for (const who of [worker, keeper, company])
      assert.equal((await put({ id, file_name: `${who.token.length}.png` }, who))._status_code, 200)
    assert.equal((await erase(id, keeper))._status_code, 200)
  })

  test('another company’s files do not exist', async () => {
    const other = await server.company()
    const { id } = await create()
    assert.deepEqual(await ids(other, `?ids=${id}`), [])
    assert.equal((await put({ id, file_name: 'a.png' }, other))._status_code, 404)
    assert.equal((await erase(id, other))._status_code, 404)
    assert.equal((await server.get(other, `/files/raw?id=${id}`)).status, 404)
  })

  test('files are installed in the effective settings', async () => {
    const { body } = await server.get(company, '/effective_settings')
    assert.equal(body.results.effective_settings.files.settings.installed, '1')
  })
})
