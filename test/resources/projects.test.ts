import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import type { Values } from '../../src/engine/table.ts'
import { onBoth, type TestCompany, TestServer } from '../support/server.ts'

type Person = { id: number; token: string }

onBoth('projects', (database) => {
  let server: TestServer
  let ada: TestCompany
  before(async () => {
    server = await TestServer.start(database)
  })
  after(() => server.stop())
  beforeEach(async () => {
    ada = await server.company()
  })

  const write = async (method: 'post' | 'put', name: string, item: Values, who: { token: string }): Promise<Values> => {
    const { status, body, text } = await server[method](who, `/${name}`, [item])
    assert.equal(status, 200, text)
    return body.results[name]['1']
  }
  const post = (item: Values, who: { token: string } = ada) => write('post', 'projects', item, who)
  const put = (item: Values, who: { token: string } = ada) => write('put', 'projects', item, who)
  const putJob = (item: Values) => write('put', 'jobcodes', item, ada)
  const create = (name: string, properties: Values = {}) => server.createOne(ada, 'projects', { name, ...properties })
  const createJob = (name: string, properties: Values = {}) =>
    server.createOne(ada, 'jobcodes', { name, ...properties })
  const job = async (id: number) => (await server.list(ada, 'jobcodes', `?ids=${id}&active=both`))[0]!
  const project = async (id: number) => (await server.list(ada, 'projects', `?ids=${id}&active=both`))[0]!
  const names = async (query = '', who: { token: string } = ada) =>
    (await server.list(who, 'projects', query)).map((row) => row.name)
  const assign = (user: number, jobcode: number) =>
    server.createOne(ada, 'jobcode_assignments', { user_id: user, jobcode_id: jobcode })
  const instant = () => new Date(server.now / 1000).toISOString().slice(0, 19)
  const refused = (item: Values, about: RegExp) => {
    assert.equal(item._status_code, 417, JSON.stringify(item))
    assert.equal(item._status_message, 'Expectation Failed')
    assert.match(item._status_extra, about)
  }

  describe('a new project', () => {
    test('a new project creates a jobcode under the parent, and both are returned', async () => {
      const parent = await createJob('Harbour Street 9')
      const sent = {
        name: 'Roof repair',
        parent_jobcode_id: parent.id,
        description: 'East wing',
        start_date: '2024-05-01',
        due_date: '2024-06-15',
      }
      const { body } = await server.post(ada, '/projects', [sent])
      const created = body.results.projects['1']
      const now = `${instant()}+00:00`
      assert.deepEqual(created, {
        _status_code: 200,
        _status_message: 'Created',
        id: created.id,
        jobcode_id: created.jobcode_id,
        parent_jobcode_id: parent.id,
        name: 'Roof repair',
        status: 'not_started',
        description: 'East wing',
        start_date: '2024-05-01T00:00:00+00:00',
        due_date: '2024-06-15T00:00:00+00:00',
        completed_date: '',
        active: true,
        last_modified: now,
        created: now,
        linked_objects: { notes_read_times: [] },
      })
      assert.deepEqual(body.supplemental_data.jobcodes, {
        [parent.id]: { ...withoutStatus(parent), has_children: true },
        [created.jobcode_id]: {
          ...withoutStatus(parent),
          id: created.jobcode_id,
          parent_id: parent.id,
          name: 'Roof repair',
          project_id: created.id,
        },
      })
      const listed = await server.get(ada, '/projects')
      assert.deepEqual(listed.body.results.projects, { [created.id]: withoutStatus(created) })
      assert.deepEqual([listed.body.more, listed.body.supplemental_data], [false, body.supplemental_data])
    })

    test('a new project adopts a jobcode, with its name and parent', async () => {
      const parent = await createJob('Customer')
      const adopted = await createJob('Cellar', { parent_id: parent.id, billable: true })
      const created = await create('Ignored', { jobcode_id: String(adopted.id), status: 'in_progress' })
      assert.deepEqual(
        [created.name, created.jobcode_id, created.parent_jobcode_id, created.status],
        ['Cellar', adopted.id, parent.id, 'in_progress'],
      )
      const carrying = await job(adopted.id)
      assert.deepEqual([carrying.project_id, carrying.billable, carrying.active], [created.id, true, true])
      const again = await createJob('Attic', { parent_id: parent.id })
      assert.equal((await post({ jobcode_id: again.id, parent_jobcode_id: parent.id }))._status_code, 200)
    })

    test('a new project inherits the parent’s assignments like any new jobcode', async () => {
      const wanda = await server.user(ada)
      const parent = await createJob('Customer')
      await assign(wanda.id, parent.id)
      const created = await create('Roof', { parent_jobcode_id: parent.id })
      const records = await server.list(ada, 'jobcode_assignments', `?jobcode_id=${created.jobcode_id}`)
      assert.deepEqual(
        records.map((row) => [row.user_id, row.active]),
        [[wanda.id, true]],
      )
      assert.equal((await job(created.jobcode_id)).assigned_to_all, false)
      assert.deepEqual(await names('', wanda), ['Roof'])
    })

    test('a project that starts complete or deleted has an archived jobcode', async () => {
      const done = await create('Done', { status: 'complete' })
      assert.equal(done.completed_date, '2026-03-02T00:00:00+00:00')
      const gone = await create('Gone', { active: false })
      const old = await createJob('Old', { assigned_to_all: true })
      const adopted = await create('', { jobcode_id: old.id, status: 'complete', completed_date: '2026-01-31' })
      assert.equal(adopted.completed_date, '2026-01-31T00:00:00+00:00')
      for (const { jobcode_id } of [done, gone, adopted]) {
        const { active, assigned_to_all } = await job(jobcode_id)
        assert.deepEqual([active, assigned_to_all], [false, false])
      }
    })

    test('a jobcode that cannot be a project is refused, and so is an invalid parent', async () => {
      const other = await server.company()
      const foreign = await server.createOne(other, 'jobcodes', { name: 'Theirs' })
      const folder = await createJob('Folder')
      await putJob({ id: (await createJob('Old child', { parent_id: folder.id })).id, active: false })
      const pto = await createJob('Holiday', { type: 'pto' })
      const archived = await createJob('Archived')
      await putJob({ id: archived.id, active: false })
      const roof = await create('Roof')
      const loose = await createJob('Loose')
      const cases: [Values, RegExp][] = [
        [{ jobcode_id: folder.id }, /^jobcode_id: Folder has jobcodes below it/],
        [{ jobcode_id: pto.id }, /^jobcode_id: Holiday is of type pto/],
        [{ jobcode_id: archived.id }, /^jobcode_id: the jobcode Archived is archived/],
        [{ jobcode_id: roof.jobcode_id }, /^jobcode_id: Roof already has a project/],
        [{ jobcode_id: foreign.id }, /^jobcode_id: there is no jobcode/],
        [{ jobcode_id: roof.id }, /^jobcode_id: there is no jobcode/],
        [{ jobcode_id: loose.id, parent_jobcode_id: folder.id }, /^parent_jobcode_id must be left out/],
        [{ jobcode_id: loose.id, parent_jobcode_id: loose.id }, /^parent_jobcode_id must be left out/],
        [{ name: 'A', parent_jobcode_id: roof.jobcode_id }, /^parent_jobcode_id: Roof is a project/],
        [{ name: 'A', parent_jobcode_id: pto.id }, /^parent_jobcode_id: nothing can be placed under/],
        [{ name: 'A', parent_jobcode_id: archived.id }, /^parent_jobcode_id: the jobcode Archived is archived/],
        [{ name: 'A', parent_jobcode_id: foreign.id }, /^parent_jobcode_id: there is no jobcode/],
        [{ name: ' loose ' }, /^name: another jobcode under the same parent is called Loose/],
      ]
      for (const [item, about] of cases) refused(await post(item), about)
      assert.deepEqual(await names('?active=both'), ['Roof'])
      assert.equal((await job(loose.id)).project_id, 0)
    })

    test('two projects in one request see each other', async () => {
      const loose = await createJob('Loose')
      const { body } = await server.post(ada, '/projects', [
        { name: 'Under', parent_jobcode_id: loose.id },
        { jobcode_id: loose.id },
        { name: 'Twin' },
        { name: 'twin' },
      ])
      const codes = Object.values<Values>(body.results.projects).map((item) => item._status_code)
      assert.deepEqual(codes, [200, 417, 200, 417])
    })

    test('no jobcode can be created or moved below that of a project', async () => {
      const roof = await create('Roof')
      const loose = await createJob('Loose')
      const below = { parent_id: roof.jobcode_id }
      refused(await write('post', 'jobcodes', { name: 'Part', ...below }, ada), /Roof is a project/)
      refused(await putJob({ id: loose.id, ...below }), /Roof is a project/)
    })
  })

  describe('the values of a project', () => {
    test('the names, texts and statuses of projects have limits', async () => {
      const cases: [Values, RegExp][] = [
        [{}, /^name is required/],
        [{ name: ' ' }, /^name is required/],
        [{ name: 'x'.repeat(65) }, /^name must be at most 64/],
        [{ name: 'A', description: 'x'.repeat(301) }, /^description must be at most 300/],
        [{ name: 'A', status: 'started' }, /^status must be one of not_started, in_progress, complete/],
        [{ name: 'A', active: 'maybe' }, /^active must be true or false/],
        [{ name: 'A', start_date: '2026-02-30' }, /^start_date must be a date/],
        [{ name: 'A', due_date: 'tomorrow' }, /^due_date must be a date/],
        [{ name: 'A', start_date: '2026-03-02', due_date: '2026-03-01' }, /^due_date must not be before start_date/],
        [
          { name: 'A', start_date: '2026-03-02', completed_date: '2026-03-01' },
          /^completed_date .* must not be before/,
        ],
        [{ name: 'A', flavor: 'red' }, /^Invalid params: flavor/],
      ]
      for (const [item, about] of cases) refused(await post(item), about)
      const created = await create('x'.repeat(64), { description: 'y'.repeat(300) })
      refused(await put({ id: created.id, name: '' }), /^name must not be empty/)
      for (const name of ['jobcode_id', 'parent_jobcode_id'])
        refused(await put({ id: created.id, [name]: 7 }), new RegExp(`^${name} cannot be changed`))
    })

    test('the dates of projects are accepted in both formats, printed in one, and may be equal', async () => {
      const created = await create('Dates', { start_date: '2026-03-02T23:30:00-07:00', due_date: '2026-03-02' })
      assert.deepEqual(
        [created.start_date, created.due_date],
        ['2026-03-02T00:00:00+00:00', '2026-03-02T00:00:00+00:00'],
      )
      const same = await put({ ...withoutStatus(created) })
      assert.deepEqual(withoutStatus(same), withoutStatus(created))
      const cleared = await put({ id: created.id, start_date: '', due_date: '0000-00-00' })
      assert.deepEqual([cleared.start_date, cleared.due_date], ['', ''])
      refused(await put({ id: created.id, start_date: '2026-03-03', due_date: '2026-03-02' }), /^due_date/)
    })
  })

  describe('an update of a project', () => {
    test('absent and equal values of a project change nothing, and the whole record can be sent back', async () => {
      const created = await create('Roof')
      server.pass(60)
      const whole = await put({ ...withoutStatus(created), linked_objects: { notes_read_times: [5] } })
      assert.deepEqual(withoutStatus(whole), withoutStatus(created))
      assert.deepEqual(
        await server.list(ada, 'project_activities', `?project_id=${created.id}&activity_types=project_update`),
        [],
      )
      const changed = await put({ id: created.id, description: 'West wing' })
      assert.equal(changed.last_modified, `${instant()}+00:00`)
    })

    test('renaming the project renames the jobcode, and vice versa', async () => {
      const created = await create('Roof')
      await createJob('Cellar')
      assert.equal((await put({ id: created.id, name: 'Roof, east' })).name, 'Roof, east')
      assert.equal((await job(created.jobcode_id)).name, 'Roof, east')
      refused(
        await put({ id: created.id, name: 'CELLAR' }),
        /^name: another jobcode under the same parent is called Cellar/,
      )
      await putJob({ id: created.jobcode_id, name: 'Roof, west' })
      assert.equal((await project(created.id)).name, 'Roof, west')
      assert.deepEqual(await names('?name=roof, w*'), ['Roof, west'])
    })

    test('a moved jobcode takes its project along', async () => {
      const [one, two] = [await createJob('One'), await createJob('Two')]
      const created = await create('Roof', { parent_jobcode_id: one.id })
      await putJob({ id: created.jobcode_id, parent_id: two.id })
      assert.equal((await project(created.id)).parent_jobcode_id, two.id)
      assert.deepEqual(await names(`?parent_jobcode_id=${two.id}`), ['Roof'])
    })

    test('completing a project sets the day and archives the jobcode, and reopening it undoes both but does not restore the assignments', async () => {
      const wanda = await server.user(ada)
      const parent = await createJob('Customer')
      const created = await create('Roof', { parent_jobcode_id: parent.id })
      await assign(wanda.id, created.jobcode_id)
      const done = await put({ id: created.id, status: 'complete' })
      assert.deepEqual([done.status, done.completed_date, done.active], ['complete', '2026-03-02T00:00:00+00:00', true])
      assert.equal((await job(created.jobcode_id)).active, false)
      assert.equal((await job(parent.id)).has_children, false)
      assert.deepEqual(await names('', wanda), [])
      await putJob({ id: parent.id, active: false })

      const reopened = await put({ id: created.id, status: 'in_progress' })
      assert.deepEqual([reopened.status, reopened.completed_date], ['in_progress', ''])
      const [carrying, above] = [await job(created.jobcode_id), await job(parent.id)]
      assert.deepEqual([carrying.active, above.active, above.has_children], [true, true, true])
      assert.deepEqual(await names('', wanda), [])
    })

    test('completed_date is today in the company’s zone, or a day set manually', async () => {
      const created = await create('Roof')
      server.pass(11 * 3600) // 02:00 UTC of the next day, still the same day in Denver.
      assert.equal((await put({ id: created.id, status: 'complete' })).completed_date, '2026-03-02T00:00:00+00:00')
      server.pass(-11 * 3600)
      const byHand = await put({ id: created.id, completed_date: '2026-02-20' })
      assert.deepEqual([byHand.status, byHand.completed_date], ['complete', '2026-02-20T00:00:00+00:00'])
      const other = await create('Cellar', { completed_date: '2026-02-01' })
      assert.deepEqual([other.status, other.completed_date], ['not_started', '2026-02-01T00:00:00+00:00'])
      assert.equal((await job(other.jobcode_id)).active, true)
      const late = await create('Future', { start_date: '2027-01-01' })
      refused(
        await put({ id: late.id, status: 'complete' }),
        /^completed_date \(2026-03-02\) must not be before start_date/,
      )
    })

    test('archiving and restoring the project applies to the jobcode', async () => {
      const created = await create('Roof')
      await put({ id: created.id, active: false })
      assert.equal((await job(created.jobcode_id)).active, false)
      assert.deepEqual(await names(), [])
      assert.deepEqual(await names('?active=no'), ['Roof'])
      assert.equal((await put({ id: created.id, active: 'yes' })).active, true)
      assert.equal((await job(created.jobcode_id)).active, true)
    })

    test('a jobcode is restored only when its project is neither complete nor deleted', async () => {
      const created = await create('Roof')
      await put({ id: created.id, active: false, status: 'complete' })
      await put({ id: created.id, active: true })
      assert.equal((await job(created.jobcode_id)).active, false)
      await put({ id: created.id, status: 'in_progress' })
      assert.equal((await job(created.jobcode_id)).active, true)
    })

    test('archiving the jobcode of a project leaves the project as it is', async () => {
      const created = await create('Roof', { status: 'in_progress' })
      await putJob({ id: created.jobcode_id, active: false })
      const { status, active } = await project(created.id)
      assert.deepEqual([status, active], ['in_progress', true])
      // It can still be renamed with its project, and comes back when the project is completed and reopened.
      await put({ id: created.id, name: 'Roof 2', status: 'complete' })
      assert.deepEqual(
        [(await job(created.jobcode_id)).name, (await job(created.jobcode_id)).active],
        ['Roof 2', false],
      )
      await put({ id: created.id, status: 'in_progress' })
      assert.equal((await job(created.jobcode_id)).active, true)
    })
  })

  describe('the rights to projects', () => {
    let manager: Person
    let viewer: Person
    let worker: Person
    beforeEach(async () => {
      manager = await server.user(ada, { permissions: { manage_projects: true } })
      viewer = await server.user(ada, { permissions: { view_projects: true } })
      worker = await server.user(ada)
    })

    test('managers and viewers see all projects, others those assigned to them or to everyone', async () => {
      await create('Hidden')
      const mine = await create('Mine')
      const everyone = await create('Everyone’s')
      await assign(worker.id, mine.jobcode_id)
      await putJob({ id: everyone.jobcode_id, assigned_to_all: true })
      for (const who of [ada, manager, viewer]) assert.deepEqual(await names('', who), ['Everyone’s', 'Hidden', 'Mine'])
      assert.deepEqual(await names('', worker), ['Everyone’s', 'Mine'])
      for (const who of [ada, manager, viewer])
        assert.deepEqual(await names('?by_jobcode_assignment=true', who), ['Everyone’s'])
      assert.deepEqual(await names('?by_jobcode_assignment=1', worker), ['Everyone’s', 'Mine'])
    })

    test('only administrators and people with manage_projects write projects, and invisible projects do not exist', async () => {
      const created = await create('Roof')
      const parent = await createJob('Customer')
      assert.equal((await post({ name: 'By manager', parent_jobcode_id: parent.id }, manager))._status_code, 200)
      const renamed = await put({ id: created.id, name: 'Renamed' }, manager)
      assert.deepEqual([renamed._status_code, (await job(created.jobcode_id)).name], [200, 'Renamed'])
      for (const who of [viewer, worker])
        refused(await post({ name: 'No' }, who), /needs the permission manage_projects/)
      refused(await put({ id: created.id, description: 'x' }, viewer), /needs the permission manage_projects/)
      refused(await put({ id: created.id, description: 'x' }, worker), /^no project with that id/)
      const other = await server.company()
      refused(await put({ id: created.id, description: 'x' }, other), /^no project with that id/)
      assert.deepEqual(await names('', other), [])
    })
  })

  test('projects can be filtered, and are listed by name', async () => {
    const parent = await createJob('Customer')
    const roof = await create('roof', { parent_jobcode_id: parent.id })
    await create('Attic')
    await create('Roof top')
    assert.deepEqual(await names(), ['Attic', 'roof', 'Roof top'])
    assert.deepEqual(await names('?name=ROOF*'), ['roof', 'Roof top'])
    assert.deepEqual(await names('?name=roof'), ['roof'])
    // One letter here is eighteen in a lookup.
    assert.equal((await server.get(ada, `/projects?name=${'%EF%B7%BA'.repeat(1700)}`)).status, 417)
    assert.deepEqual(await names(`?jobcode_ids=${roof.jobcode_id}`), ['roof'])
    assert.deepEqual(await names(`?parent_jobcode_id=${parent.id}`), ['roof'])
    assert.deepEqual(await names('?parent_jobcode_id=0'), ['Attic', 'Roof top'])
    assert.deepEqual(await names(`?ids=${roof.id}&active=no`), [])
    server.pass(60)
    await put({ id: roof.id, description: 'x' })
    const now = instant()
    assert.deepEqual(await names(`?modified_since=${now}Z`), ['roof'])
    assert.deepEqual(await names(`?modified_before=${now}Z`), ['Attic', 'Roof top'])
    for (const query of ['?parent_jobcode_id=x', '?active=maybe', '?by_jobcode_assignment=maybe', '?limit=201'])
      assert.equal((await server.get(ada, `/projects${query}`)).status, 417, query)
    const { body } = await server.get(ada, '/last_modified_timestamps?endpoints=projects,jobcodes')
    assert.equal(body.results.last_modified_timestamps.projects, `${now}+00:00`)
  })

  test('more than 50 projects in a request are 413', async () => {
    const items = Array.from({ length: 51 }, (_, n) => ({ name: `P${n}` }))
    assert.equal((await server.post(ada, '/projects', items)).status, 413)
  })
})

function withoutStatus({ _status_code, _status_message, ...record }: Values): Values {
  return record
}
