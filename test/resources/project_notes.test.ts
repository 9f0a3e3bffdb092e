import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import type { Values } from '../../src/engine/table.ts'
import { upload } from '../support/pictures.ts'
import { onBoth, type TestCompany, TestServer } from '../support/server.ts'

type Person = { id: number; token: string }

onBoth('project notes', (database) => {
  let server: TestServer
  let ada: TestCompany
  let project: Values
  let ines: Person
  let olaf: Person
  let stranger: Person
  before(async () => {
    server = await TestServer.start(database)
  })
  after(() => server.stop())
  beforeEach(async () => {
    ada = await server.company()
    project = await server.createOne(ada, 'projects', { name: 'Roof repair' })
    ines = await assigned()
    olaf = await assigned()
    stranger = await server.user(ada)
  })

  const assigned = async () => {
    const person = await server.user(ada)
    await server.createOne(ada, 'jobcode_assignments', { user_id: person.id, jobcode_id: project.jobcode_id })
    return person
  }
  const write = async (method: 'post' | 'put', item: Values, who: { token: string }): Promise<Values> => {
    const { status, body, text } = await server[method](who, '/project_notes', [item])
    assert.equal(status, 200, text)
    return body.results.project_notes['1']
  }
  const post = (item: Values, who: { token: string } = ines) => write('post', { project_id: project.id, ...item }, who)
  const put = (item: Values, who: { token: string } = ines) => write('put', item, who)
  const create = (note: string, more: Values = {}, who: { token: string } = ines) =>
    server.createOne(who, 'project_notes', { project_id: project.id, note, ...more })
  const notes = async (query = '', who: { token: string } = ada) =>
    (await server.list(who, 'project_notes', `?project_id=${project.id}${query}`)).map((row) => row.note)
  const feed = (query = '', who: { token: string } = ada) =>
    server.list(who, 'project_activities', `?project_id=${project.id}&activity_types=note${query}`)
  const picture = async (who: { token: string } = ines) => (await server.createOne(who, 'files', upload())).id as number
  const file = async (id: number) => (await server.list(ada, 'files', `?ids=${id}&active=both`))[0]!
  const refused = (item: Values, about: RegExp) => {
    assert.deepEqual([item._status_code, item._status_message], [400, 'Bad Request'], JSON.stringify(item))
    assert.match(item._status_extra, about)
  }
  const now = '2026-03-02T15:00:00+00:00'

  test('a project note is returned completely, with its author, project, activity and files', async () => {
    const fileId = await picture()
    const { body } = await server.post(ines, '/project_notes', [
      { project_id: project.id, note: 'Tiles arrived', files: [fileId] },
    ])
    const created = body.results.project_notes['1']
    const [activity] = created.linked_objects.project_activities
    assert.deepEqual(created, {
      _status_code: 200,
      _status_message: 'Created',
      id: created.id,
      project_id: project.id,
      user_id: ines.id,
      note: 'Tiles arrived',
      active: true,
      created: now,
      last_modified: now,
      mentions: [],
      files: [fileId],
      linked_objects: { project_activities: [activity] },
    })
    assert.deepEqual(Object.keys(body.supplemental_data), ['users', 'projects', 'project_activities', 'files'])
    assert.deepEqual(Object.keys(body.supplemental_data.users), [String(ines.id)])
    assert.equal(body.supplemental_data.projects[project.id].name, 'Roof repair')
    assert.deepEqual(body.supplemental_data.project_activities[activity], {
      id: activity,
      user_id: ines.id,
      project_id: project.id,
      activity_type: 'note',
      active: true,
      created: now,
      last_modified: now,
      unread_replies_count: 0,
      following: true,
      project_activity_metadata: [],
      linked_objects: { project_notes: [created.id] },
    })
    const shown = body.supplemental_data.files[fileId]
    assert.deepEqual(shown.linked_objects, { projects: [project.id], project_notes: [created.id] })
    const listed = await server.get(olaf, `/project_notes?project_id=${project.id}`)
    const { _status_code, _status_message, ...plain } = created
    assert.deepEqual([listed.body.results.project_notes, listed.body.more], [{ [created.id]: plain }, false])
  })

  test('missing and invalid values of a project note are 400', async () => {
    const other = await server.company()
    const foreign = await server.createOne(other, 'projects', { name: 'Theirs' })
    refused(await write('post', { note: 'x' }, ines), /^project_id is required/)
    refused(await post({}), /^note is required/)
    refused(await post({ note: '' }), /^note must not be empty/)
    refused(await post({ note: 'x'.repeat(4001) }), /^note must be at most 4000 characters/)
    refused(await post({ note: 'x', active: false }), /^active must be true/)
    refused(await post({ note: 'x', files: [2_000_000_001] }), /^files: there is no file/)
    refused(await post({ note: 'x', files: 'x' }), /^files must be a whole number/)
    refused(await post({ note: 'x', flavor: 1 }), /^Invalid params: flavor/)
    refused(await post({ note: 'x', project_id: foreign.id }), /^project_id: there is no project/)
    refused(await post({ note: 'x' }, stranger), /^project_id: there is no project/)
    refused(await put({ id: 1, note: 'x' }), /^no note with that id/)
    const created = await create('x'.repeat(4000))
    refused(await put({ id: created.id, note: '' }), /^note must not be empty/)
    refused(await put({ id: created.id, project_id: foreign.id }), /^project_id cannot be changed/)
    await server.put(ada, '/projects', [{ id: project.id, active: false }])
    refused(await post({ note: 'x' }), /^project_id: (there is no project|the project Roof repair is deleted)/)
    refused(await post({ note: 'x' }, ada), /^project_id: the project Roof repair is deleted/)
  })

  test('another author of a note is set only by project managers', async () => {
    const manager = await server.user(ada, { permissions: { manage_projects: true } })
    refused(await post({ note: 'x', user_id: olaf.id }), /^user_id: writing for someone else/)
    assert.equal((await post({ note: 'mine', user_id: ines.id })).user_id, ines.id)
    const created = await post({ note: 'by phone', user_id: olaf.id }, manager)
    assert.equal(created.user_id, olaf.id)
    assert.equal(
      (await feed('', olaf)).find((row) => row.linked_objects.project_notes[0] === created.id)!.following,
      true,
    )
    await server.put(ada, '/users', [{ id: olaf.id, active: false }])
    refused(await post({ note: 'x', user_id: olaf.id }, manager), /^user_id: there is no active user/)
  })

  test('project notes are read and written by people who see the project, and changed by their author, people with manage_projects and administrators', async () => {
    const viewer = await server.user(ada, { permissions: { view_projects: true } })
    const manager = await server.user(ada, { permissions: { manage_projects: true } })
    const other = await server.company()
    const created = await create('First')
    for (const who of [ada, viewer, manager, ines, olaf]) assert.deepEqual(await notes('', who), ['First'])
    for (const who of [stranger, other]) assert.deepEqual(await notes('&active=both', who), [])
    assert.equal((await post({ note: 'By a viewer' }, viewer))._status_code, 200)
    for (const who of [viewer, olaf]) refused(await put({ id: created.id, note: 'x' }, who), /someone else has written/)
    for (const who of [stranger, other]) refused(await put({ id: created.id, note: 'x' }, who), /^no note with that id/)
    for (const who of [ines, manager, ada]) {
      const changed = await put({ id: created.id, note: `By ${who.token.length}` }, who)
      assert.deepEqual([changed._status_code, changed._status_message], [200, 'Updated'])
    }
  })

  describe('the files of a project note', () => {
    test('a project note has at most 50 files, and more than a database can query at once are refused as well', async () => {
      const ids = (count: number) => Array.from({ length: count }, (_, n) => 2_000_000_000 + n)
      for (const files of [ids(51), ids(5000), ids(70_000).join()])
        refused(await post({ note: 'x', files }), /^files must (be at most 50|hold at most 5000)/)
      const many = Array.from({ length: 20 }, (_, n) => ({
        project_id: project.id,
        note: 'x',
        files: ids(4000).map((id) => id + n * 4000),
      }))
      assert.equal((await server.post(ines, '/project_notes', many)).status, 200)
    })

    test('the files of a note belong to its writer or are set by a manager, and people who see the note see them', async () => {
      const mine = await picture()
      const created = await create('First', { files: String(mine) })
      assert.equal((await server.list(olaf, 'files', `?ids=${mine}`)).length, 1)
      assert.equal((await server.list(stranger, 'files', `?ids=${mine}`)).length, 0)
      refused(await post({ note: 'x', files: [mine] }, olaf), /^files: file \d+ belongs to someone else/)
      refused(await post({ note: 'x', files: [await picture(ines)] }, olaf), /^files: there is no file/)
      assert.equal((await post({ note: 'again', files: [mine] }, ada))._status_code, 200)
      assert.equal((await file(mine)).linked_objects.project_notes.length, 2)
      assert.deepEqual((await file(mine)).linked_objects.projects, [project.id])
      const kept = await put({ id: created.id, files: [] })
      assert.deepEqual(kept.files, [])
      assert.equal((await file(mine)).active, true)
    })

    test('the files of a note are replaced as a list, and removed when they are deleted', async () => {
      const [one, two] = [await picture(), await picture()]
      const created = await create('First', { files: [one] })
      assert.deepEqual((await put({ id: created.id, files: [two] })).files, [two])
      assert.deepEqual(
        [(await file(one)).linked_objects, (await file(two)).linked_objects.project_notes],
        [[], [created.id]],
      )
      await server.delete(ines, `/files?ids=${two}`)
      const [row] = await server.list(ines, 'project_notes', `?project_id=${project.id}`)
      assert.deepEqual(row!.files, [])
    })

    test('the files of a note are deleted with it unless another note has them', async () => {
      const [alone, shared] = [await picture(), await picture()]
      const created = await create('First', { files: [alone, shared] })
      await create('Second', { files: [shared] })
      const removed = await put({ id: created.id, active: 0 })
      assert.deepEqual([removed.active, removed.files], [false, []])
      assert.deepEqual([(await file(alone)).active, (await file(shared)).active], [false, true])
    })

    test('the record of a file can be sent back whole', async () => {
      const mine = await picture()
      await create('First', { files: [mine] })
      const { body } = await server.put(ines, '/files', [await file(mine)])
      assert.equal(body.results.files[mine]._status_code, 200, JSON.stringify(body))
    })
  })

  test('removing a note removes its activity from the feed, and restoring the note brings it back', async () => {
    const created = await create('First')
    await put({ id: created.id, active: false })
    assert.deepEqual([await notes(), await notes('&active=no')], [[], ['First']])
    assert.deepEqual(await feed(), [])
    assert.deepEqual(
      (await feed('&active=no')).map((row) => row.active),
      [false],
    )
    await put({ id: created.id, active: true })
    assert.deepEqual(
      (await feed()).map((row) => row.linked_objects),
      [{ project_notes: [created.id] }],
    )
  })

  test('project notes can be filtered, and are listed newest first', async () => {
    const first = await create('First')
    server.pass(60)
    await create('Second', {}, olaf)
    assert.deepEqual(await notes(), ['Second', 'First'])
    assert.deepEqual(await notes(`&ids=${first.id}`), ['First'])
    assert.deepEqual(await notes(`&user_ids=${olaf.id}`), ['Second'])
    const at = new Date(server.now / 1000).toISOString()
    assert.deepEqual(
      [await notes(`&modified_since=${at}`), await notes(`&modified_before=${at}`)],
      [['Second'], ['First']],
    )
    const other = await server.createOne(ada, 'projects', { name: 'Another roof' })
    const elsewhere = await server.createOne(ada, 'project_notes', { project_id: other.id, note: 'Elsewhere' })
    const all = async (query: string, who: { token: string } = ada) =>
      (await server.list(who, 'project_notes', query)).map((row) => row.note)
    assert.deepEqual(await all(''), ['Elsewhere', 'Second', 'First'])
    assert.deepEqual(await all('?limit=1&page=2'), ['Second'])
    assert.deepEqual(await all(`?ids=${first.id},${elsewhere.id}`), ['Elsewhere', 'First'])
    assert.deepEqual(await all(`?user_ids=${olaf.id},${ada.adminId}`), ['Elsewhere', 'Second'])
    assert.deepEqual([await all('', ines), await all('', stranger)], [['Second', 'First'], []])
    assert.deepEqual(await all(`?ids=${elsewhere.id}`, ines), [])
    const many = Array.from({ length: 51 }, () => ({ project_id: project.id, note: 'x' }))
    assert.equal((await server.post(ada, '/project_notes', many)).status, 413)
    server.pass(-60)
  })
})
