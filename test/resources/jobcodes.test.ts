import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import type { Values } from '../../src/engine/table.ts'

import { onBoth, type TestCompany, TestServer } from '../support/server.ts'
import { runStatements } from '../support/statements.ts'

onBoth('jobcodes', (database) => {
  let server: TestServer
  let ada: TestCompany
  before(async () => {
    server = await TestServer.start(database)
  })
  after(() => server.stop())

  const fresh = async () => {
    ada = await server.company()
  }
  const create = (name: string, properties: Values = {}) => server.createOne(ada, 'jobcodes', { name, ...properties })
  const items = async (method: 'post' | 'put', data: unknown, who: { token: string } = ada): Promise<Values[]> => {
    const { status, body, text } = await server[method](who, '/jobcodes', data)
    assert.equal(status, 200, text)
    return Object.values(body.results.jobcodes)
  }
  const put = async (item: Values, who: { token: string } = ada) => (await items('put', [item], who))[0]!
  const post = async (item: Values, who: { token: string } = ada) => (await items('post', [item], who))[0]!
  const read = async (id: number, query = '&active=both&type=all') =>
    (await server.list(ada, 'jobcodes', `?ids=${id}${query}`))[0]!
  const names = async (query: string, who: { token: string } = ada) =>
    (await server.list(who, 'jobcodes', query)).map((row) => row.name)
  const refused = (item: Values, about: RegExp) => {
    assert.equal(item._status_code, 417, JSON.stringify(item))
    assert.equal(item._status_message, 'Expectation Failed')
    assert.match(item._status_extra, about)
  }

  describe('a new jobcode', () => {
    before(fresh)

    test('a new jobcode is returned completely, with its defaults and JSON types', async () => {
      const { _status_code, _status_message, id, ...created } = await post({ name: ' Roof repair ' })
      assert.deepEqual([_status_code, _status_message], [200, 'Created'])
      assert.ok(Number.isInteger(id))
      assert.deepEqual(created, {
        parent_id: 0,
        assigned_to_all: false,
        billable: false,
        active: true,
        type: 'regular',
        has_children: false,
        billable_rate: 0,
        short_code: '',
        name: 'Roof repair',
        last_modified: '2026-03-02T15:00:00+00:00',
        created: '2026-03-02T15:00:00+00:00',
        filtered_customfielditems: '',
        required_customfields: [],
        locations: [],
        geofence_config_id: 0,
        project_id: 0,
      })
    })

    test('a new jobcode accepts booleans as words, numbers as strings and the vendor’s beta property', async () => {
      const folder = await create('Words')
      const created = await post({
        name: 'Hall',
        parent_id: String(folder.id),
        billable: 'yes',
        billable_rate: '64.50',
        short_code: 'rr1',
        assigned_to_all: 'no',
        connect_with_quickbooks: true,
      })
      assert.deepEqual(
        [created.parent_id, created.billable, created.billable_rate, created.short_code, created.assigned_to_all],
        [folder.id, true, 64.5, 'rr1', false],
      )
      assert.equal('connect_with_quickbooks' in created, false)
    })

    test('invalid jobcodes are refused by the name of the property, and the rest of the request is written', async () => {
      const break_ = await create('Not a folder', { type: 'pto' })
      const cases: [Values, RegExp][] = [
        [{}, /^name is required/],
        [{ name: '  ' }, /^name must not be empty/],
        [{ name: 'x'.repeat(65) }, /^name must be at most 64/],
        [{ name: 'A', short_code: 'a-b' }, /^short_code must be letters and digits/],
        [{ name: 'A', short_code: 'x'.repeat(33) }, /^short_code must be at most 32/],
        [{ name: 'A', billable_rate: -1 }, /^billable_rate must be a number from 0 to 999999.99/],
        [{ name: 'A', billable_rate: 1_000_000 }, /^billable_rate/],
        [{ name: 'A', parent_id: 999_999_999 }, /^parent_id: there is no jobcode 999999999/],
        [{ name: 'A', parent_id: 2 ** 53 }, /^parent_id must be between/],
        [{ name: 'A', parent_id: break_.id }, /^parent_id: nothing can be placed under/],
        [{ name: 'A', type: 'paid_break' }, /^type must be regular or pto/],
        [{ name: 'A', type: 'unpaid_break' }, /^type must be regular or pto/],
        [{ name: 'A', type: 'job' }, /^type must be one of/],
        [{ name: 'A', active: false, assigned_to_all: true }, /^assigned_to_all must be false/],
        [{ name: 'A', flavor: 'red', project_id: 5 }, /^Invalid params: flavor,project_id/],
        [{ name: 'A', geofence_config_id: 7 }, /^Invalid params: geofence_config_id/],
        [{ name: 'A\0' }, /^name must not hold NUL/],
      ]
      const answers = await items('post', [...cases.map(([item]) => item), { name: 'Stands' }])
      cases.forEach(([item, about], index) => {
        refused(answers[index]!, about)
        assert.equal(answers[index]!.name, item.name)
      })
      assert.equal(answers.at(-1)!._status_code, 200)
      assert.deepEqual(await names('?name=A*'), [])
    })

    test('empty values of read-only properties are ignored', async () => {
      const created = await post({
        name: 'Left',
        last_modified: '',
        created: '',
        locations: [],
        required_customfields: [],
      })
      assert.equal(created._status_code, 200)
    })

    test('billable_rate keeps two decimals', async () => {
      assert.equal((await create('Cents', { billable_rate: 37.555 })).billable_rate, 37.56)
    })

    test('a jobcode with the parent, name and type of an existing one is 202 and returns that one, even when archived', async () => {
      const first = await create('Twin', { short_code: 'tw' })
      const again = await post({ name: ' tWIN', short_code: 'other', billable: true })
      assert.deepEqual(again, { ...first, _status_code: 202, _status_message: 'Accepted' })
      await put({ id: first.id, active: false })
      const archived = await post({ name: 'Twin' })
      assert.deepEqual([archived._status_code, archived.id, archived.active], [202, first.id, false])
      assert.equal((await read(first.id)).active, false)
    })

    test('the name and the short code of a jobcode are unique among siblings of all types, including archived ones', async () => {
      const gone = await create('Gone', { short_code: 'GO' })
      await put({ id: gone.id, active: false })
      refused(await post({ name: 'gone', type: 'pto' }), /^name: another jobcode under the same parent is called Gone/)
      refused(await post({ name: 'New', short_code: 'go' }), /^short_code: GO is used/)
      const folder = await create('Elsewhere')
      assert.equal((await post({ name: 'Gone', short_code: 'go', parent_id: folder.id }))._status_code, 200)
      const [one, two] = await items('post', [
        { name: 'Same batch', short_code: 'sb' },
        { name: 'Another', short_code: 'SB' },
      ])
      assert.equal(one!._status_code, 200)
      refused(two!, /^short_code/)
    })

    test('no jobcode can be created below an archived jobcode or a project', async () => {
      const gone = await create('Archived folder')
      await put({ id: gone.id, active: false })
      refused(await post({ name: 'Child', parent_id: gone.id }), /^parent_id: the jobcode Archived folder is archived/)
      const project = await create('Project')
      await runStatements(server, `update jobcodes set project_id = 5 where id = ${project.id}`)
      refused(await post({ name: 'Child', parent_id: project.id }), /^parent_id: Project is a project/)
    })
  })

  describe('the tree of jobcodes', () => {
    beforeEach(fresh)

    test('has_children counts active children, and last_modified changes only when it flips', async () => {
      const top = await create('Top')
      server.pass(60)
      const first = await create('First', { parent_id: top.id })
      const flipped = await read(top.id)
      assert.deepEqual([flipped.has_children, flipped.last_modified], [true, first.created])
      server.pass(60)
      const second = await create('Second', { parent_id: top.id })
      assert.equal((await read(top.id)).last_modified, flipped.last_modified)
      await put({ id: first.id, active: false })
      assert.deepEqual(await read(top.id), flipped)
      server.pass(60)
      await put({ id: second.id, active: false })
      const empty = await read(top.id)
      assert.equal(empty.has_children, false)
      assert.notEqual(empty.last_modified, flipped.last_modified)
      await put({ id: first.id, active: true })
      assert.equal((await read(top.id)).has_children, true)
    })

    test('an archived child does not create its parent a folder', async () => {
      const top = await create('Top')
      await create('Asleep', { parent_id: top.id, active: false })
      assert.equal((await read(top.id)).has_children, false)
    })

    test('archiving a jobcode includes the whole subtree, and restoring it includes the parents but not the children', async () => {
      const top = await create('Top')
      const middle = await create('Middle', { parent_id: top.id })
      const leaf = await create('Leaf', { parent_id: middle.id })
      const other = await create('Other', { parent_id: top.id })
      const gone = await put({ id: top.id, active: 'no' })
      assert.deepEqual([gone._status_code, gone.active, gone.has_children], [200, false, false])
      const states = async () =>
        (await server.list(ada, 'jobcodes', '?active=both')).map(({ name, active, has_children }) => [
          name,
          active,
          has_children,
        ])
      assert.deepEqual(await states(), [
        ['Leaf', false, false],
        ['Middle', false, false],
        ['Other', false, false],
        ['Top', false, false],
      ])
      await put({ id: middle.id, active: true })
      assert.deepEqual(await states(), [
        ['Leaf', false, false],
        ['Middle', true, false],
        ['Other', false, false],
        ['Top', true, true],
      ])
      assert.deepEqual(await names('?active=no'), ['Leaf', 'Other'])
      await put({ id: leaf.id, active: true })
      assert.equal((await read(middle.id)).has_children, true)
      assert.equal((await read(other.id)).active, false)
    })

    test('an archived jobcode is changed only by an item that restores it', async () => {
      const job = await create('Job')
      await put({ id: job.id, active: false })
      refused(await put({ id: job.id, name: 'New name' }), /^active: the jobcode is archived/)
      refused(await put({ id: job.id, name: 'New name', active: false }), /^active: the jobcode is archived/)
      assert.equal((await put({ id: job.id, name: 'Job', active: false }))._status_code, 200)
      const back = await put({ id: job.id, name: 'New name', active: true })
      assert.deepEqual([back._status_code, back.name, back.active], [200, 'New name', true])
    })

    test('archiving drops the custom field requirements of the jobcode', async () => {
      const job = await create('Job')
      await runStatements(
        server,
        `update jobcodes set required_customfields = ',880,', filtered_customfielditems = '{"880":[9001,9002]}' where id = ${job.id}`,
      )
      const before = await read(job.id)
      assert.deepEqual([before.required_customfields, before.filtered_customfielditems], [[880], { 880: [9001, 9002] }])
      await put({ id: job.id, active: false })
      const after = await put({ id: job.id, active: true })
      assert.deepEqual([after.required_customfields, after.filtered_customfielditems], [[], ''])
    })

    test('has_children follows a moved jobcode, and none can be moved below itself, absences, breaks or archived jobcodes', async () => {
      const [a, b, c] = [await create('A'), await create('B'), await create('C')]
      const child = await create('Child', { parent_id: a.id })
      const grandchild = await create('Grandchild', { parent_id: child.id })
      const moved = await put({ id: child.id, parent_id: String(b.id) })
      assert.deepEqual([moved._status_code, moved.parent_id], [200, b.id])
      assert.deepEqual([(await read(a.id)).has_children, (await read(b.id)).has_children], [false, true])

      const pto = await create('Vacation', { type: 'pto' })
      await put({ id: c.id, active: false })
      const lunch = await create('Lunch')
      await runStatements(server, `update jobcodes set type = 'unpaid_break' where id = ${lunch.id}`)
      refused(await put({ id: b.id, parent_id: b.id }), /^parent_id: a jobcode cannot be under itself/)
      refused(await put({ id: b.id, parent_id: grandchild.id }), /^parent_id: a jobcode cannot be under itself/)
      refused(
        await put({ id: a.id, parent_id: pto.id }),
        /^parent_id: nothing can be placed under a jobcode of type pto/,
      )
      refused(
        await put({ id: a.id, parent_id: lunch.id }),
        /^parent_id: nothing can be placed under a jobcode of type unpaid_break/,
      )
      refused(await put({ id: a.id, parent_id: c.id }), /^parent_id: the jobcode C is archived/)
      refused(await put({ id: pto.id, parent_id: a.id }), /^parent_id must be 0/)
      refused(await put({ id: lunch.id, name: 'Siesta' }), /^type: breaks cannot be changed/)
      assert.equal((await put({ id: child.id, parent_id: 0 })).parent_id, 0)
    })

    test('jobcodes are nested at most 32 levels deep', async () => {
      let parent_id = 0
      const line: number[] = []
      for (let level = 1; level <= 32; level++) {
        parent_id = (await create(`Level ${level}`, { parent_id })).id
        line.push(parent_id)
      }
      refused(await post({ name: 'Too deep', parent_id }), /^parent_id: jobcodes can be at most 32 levels deep/)
      const pair = await create('Upper')
      await create('Lower', { parent_id: pair.id })
      refused(await put({ id: pair.id, parent_id: line[30] }), /32 levels/)
      assert.equal((await put({ id: pair.id, parent_id: line[29] }))._status_code, 200)
      const { body } = await server.get(ada, `/jobcodes?ids=${line[31]}`)
      assert.equal(Object.keys(body.supplemental_data.jobcodes).length, 31)
    })

    test('items of one request see the changes of earlier items', async () => {
      const folder = await create('Folder')
      const one = await create('One', { parent_id: folder.id })
      const two = await create('Two', { parent_id: folder.id })
      const answers = await items('put', [
        { id: one.id, active: false },
        { id: two.id, name: 'One' },
        { id: two.id, parent_id: 0 },
        { id: one.id, active: true, parent_id: two.id },
        { id: two.id, parent_id: one.id },
        { id: two.id, active: false },
      ])
      assert.deepEqual(
        answers.map((item) => item._status_code),
        [200, 417, 200, 200, 417, 200],
      )
      assert.deepEqual([(await read(folder.id)).has_children, (await read(one.id)).active], [false, false])
    })

    test('the names of jobcodes can be swapped within one request, in any order of the ids', async () => {
      const first = await create('First', { short_code: '1' })
      const second = await create('Second', { short_code: '2' })
      const chain = await items('put', [
        { id: second.id, name: 'Third', short_code: '3' },
        { id: first.id, name: 'Second', short_code: '2' },
      ])
      assert.deepEqual(
        chain.map((item) => [item._status_code, item.name]),
        [
          [200, 'Third'],
          [200, 'Second'],
        ],
      )
      const swap = await items('put', [
        { id: first.id, name: 'Spare', short_code: '' },
        { id: second.id, name: 'Second', short_code: '2' },
        { id: first.id, name: 'Third', short_code: '3' },
      ])
      assert.deepEqual(
        swap.map((item) => [item._status_code, item.name]),
        [
          [200, 'Third'],
          [200, 'Second'],
          [200, 'Third'],
        ],
      )
      assert.deepEqual([(await read(first.id)).short_code, (await read(second.id)).short_code], ['3', '2'])
    })
  })

  describe('an update of a jobcode', () => {
    before(fresh)

    test('absent and equal properties, and jobcodes sent back as read, change nothing', async () => {
      const job = await create('Job', { billable: true, billable_rate: 12.5 })
      server.pass(60)
      const { _status_code, _status_message, ...read } = job
      const answer = await put({
        ...read,
        id: String(job.id),
        billable: 'yes',
        billable_rate: '12.50',
        project_id: '0',
      })
      assert.deepEqual(answer, { ...read, _status_code: 200, _status_message: 'Updated' })
      refused(await put({ id: job.id, has_children: true }), /^Invalid params: has_children/)
    })

    test('every writable property of a jobcode changes, and the type does not', async () => {
      const folder = await create('Folder')
      const job = await create('Rename me')
      server.pass(60)
      const patch = {
        name: 'Renamed',
        parent_id: folder.id,
        short_code: 'x9',
        billable: true,
        billable_rate: 20.25,
        assigned_to_all: true,
      }
      const changed = await put({ id: job.id, ...patch })
      for (const [name, value] of Object.entries(patch)) assert.deepEqual(changed[name], value)
      assert.notEqual(changed.last_modified, job.last_modified)
      assert.equal(changed.created, job.created)
      refused(await put({ id: job.id, type: 'pto' }), /^type cannot be changed/)
      refused(await put({ id: job.id, name: '' }), /^name/)
      assert.equal((await put({ id: job.id, type: 'regular' }))._status_code, 200)
    })

    test('an update of an unknown jobcode, or with values of the wrong kind, is refused', async () => {
      for (const id of [999_999_999, 'x', -1, 99_999_999_999, undefined, { toString: 1, valueOf: 1 }])
        assert.equal((await put({ id, name: 'A' }))._status_code, 417)
      const { id } = await create('Plain')
      for (const name of ['parent_id', 'name', 'short_code', 'active', 'assigned_to_all'])
        assert.equal((await put({ id, [name]: { toString: 1, valueOf: 1 } }))._status_code, 417, name)
    })

    test('a renamed jobcode may not take a sibling’s name or code', async () => {
      const one = await create('Only', { short_code: 'only' })
      const two = await create('Other', { short_code: 'other' })
      refused(await put({ id: two.id, name: 'ONLY' }), /^name: another jobcode/)
      refused(await put({ id: two.id, short_code: 'Only' }), /^short_code/)
      assert.equal((await put({ id: one.id, name: 'ONLY', short_code: 'ONLY' }))._status_code, 200)
      const folder = await create('Holder')
      await create('Other', { parent_id: folder.id })
      refused(await put({ id: two.id, parent_id: folder.id }), /^name: another jobcode/)
    })

    test('more than 50 jobcodes in a request are refused as a whole', async () => {
      const many = Array.from({ length: 51 }, (_, index) => ({ name: `Many ${index}` }))
      assert.equal((await server.post(ada, '/jobcodes', many)).status, 413)
      assert.deepEqual(await names('?name=Many*'), [])
    })

    test('writing jobcodes needs manage_jobcodes, and they cannot be deleted', async () => {
      const worker = await server.user(ada)
      const keeper = await server.user(ada, { permissions: { manage_jobcodes: true } })
      refused(await post({ name: 'Mine' }, worker), /manage_jobcodes/)
      const created = await post({ name: 'Mine', assigned_to_all: true }, keeper)
      assert.equal(created._status_code, 200)
      refused(await put({ id: created.id, name: 'Yours' }, worker), /manage_jobcodes/)
      assert.equal((await server.delete(ada, `/jobcodes?ids=${created.id}`)).status, 405)
    })
  })

  describe('assigned_to_all', () => {
    beforeEach(fresh)
    const records = async (query = '') =>
      (await server.list(ada, 'jobcode_assignments', query)).map(({ user_id, jobcode_id, active }) => [
        user_id,
        jobcode_id,
        active,
      ])

    test('assigned_to_all is an assignment of user 0, also for all children', async () => {
      const top = await create('Top', { assigned_to_all: true })
      const child = await create('Child', { parent_id: top.id })
      assert.equal(child.assigned_to_all, true)
      assert.deepEqual(await records(), [
        [0, top.id, true],
        [0, child.id, true],
      ])
      await put({ id: top.id, assigned_to_all: false })
      assert.equal((await read(child.id)).assigned_to_all, false)
      assert.deepEqual(await records('?active=yes'), [])
      await put({ id: top.id, assigned_to_all: 1 })
      assert.deepEqual((await records('?active=yes')).length, 2)
      assert.equal((await server.list(ada, 'jobcode_assignments')).length, 2)
    })

    test('archiving a jobcode ends its assignments, and restoring it does not bring them back', async () => {
      const job = await create('Job', { assigned_to_all: true })
      const worker = await server.user(ada)
      const [record] = await server.list(ada, 'jobcode_assignments')
      await server.createOne(ada, 'jobcode_assignments', { user_id: worker.id, jobcode_id: job.id })
      server.pass(60)
      const gone = await put({ id: job.id, active: false })
      assert.equal(gone.assigned_to_all, false)
      const after = await server.list(ada, 'jobcode_assignments')
      assert.deepEqual(
        after.map((row) => row.active),
        [false, false],
      )
      assert.notEqual(after[0]!.last_modified, record!.last_modified)
      assert.equal((await put({ id: job.id, active: true })).assigned_to_all, false)
      assert.deepEqual(await records('?active=yes'), [])
    })

    test('a moved jobcode loses what it inherited and inherits again, while direct assignments stay', async () => {
      const [ann, bob, cyd] = [await server.user(ada), await server.user(ada), await server.user(ada)]
      const [from, to] = [await create('From'), await create('To')]
      const job = await create('Job', { parent_id: from.id })
      const task = await create('Task', { parent_id: job.id })
      const assign = (user: { id: number }, jobcode: Values) =>
        server.createOne(ada, 'jobcode_assignments', { user_id: user.id, jobcode_id: jobcode.id })
      await assign(ann, from)
      await assign(bob, to)
      await assign(cyd, job)
      await put({ id: job.id, parent_id: to.id })
      const holders = async (jobcode: Values) =>
        (await records(`?active=yes&jobcode_id=${jobcode.id}`)).map(([user]) => user).sort()
      assert.deepEqual(await holders(job), [bob.id, cyd.id])
      assert.deepEqual(await holders(task), [bob.id, cyd.id])
      assert.deepEqual(await holders(from), [ann.id])
    })

    test('a jobcode moved away and back within one request keeps its assignments', async () => {
      const [ann, bob] = [await server.user(ada), await server.user(ada)]
      const [from, to] = [await create('From'), await create('To')]
      const job = await create('Job', { parent_id: from.id })
      const task = await create('Task', { parent_id: job.id })
      for (const [user, jobcode] of [
        [ann, from],
        [bob, to],
      ] as const)
        await server.createOne(ada, 'jobcode_assignments', { user_id: user.id, jobcode_id: jobcode.id })
      const answers = await items('put', [
        { id: job.id, parent_id: to.id },
        { id: job.id, parent_id: String(from.id) },
      ])
      assert.deepEqual(
        answers.map((item) => item._status_code),
        [200, 200],
      )
      for (const { id } of [job, task])
        assert.deepEqual(await records(`?active=yes&jobcode_id=${id}`), [[ann.id, id, true]])
    })
  })

  test('fifty jobcodes take no more statements than one', async () => {
    await fresh()
    const folder = await create('Folder', { assigned_to_all: true })
    const count = async (run: () => Promise<unknown>) => {
      const before = server.db.statements()
      await run()
      return server.db.statements() - before
    }
    const numbered = (from: number, to: number, properties: Values) =>
      Array.from({ length: to - from + 1 }, (_, index) => ({ name: `Job ${from + index}`, ...properties }))
    const one = await count(() => items('post', numbered(1, 1, { parent_id: folder.id })))
    const fifty = await count(() => items('post', numbered(2, 51, { parent_id: folder.id })))
    assert.ok(fifty <= one + 1, `${fifty} statements for fifty, ${one} for one`)
    const rows = (await server.list(ada, 'jobcodes', `?parent_ids=${folder.id}`)).slice(0, 50)
    const patch = (count: number, change: Values) => rows.slice(0, count).map(({ id }) => ({ id, ...change }))
    for (const change of [{ billable: true }, { parent_id: 0 }, { assigned_to_all: true }, { active: false }]) {
      const single = await count(() => items('put', patch(1, change)))
      const all = await count(() => items('put', patch(50, change)))
      assert.ok(all <= single + 3, `${JSON.stringify(change)}: ${all} statements for fifty, ${single} for one`)
    }
  })

  describe('a listing of jobcodes', () => {
    let top: Values
    let middle: Values
    let leaf: Values
    let lone: Values
    let lunch: Values
    before(async () => {
      await fresh()
      top = await create('Top')
      middle = await create('middle', { parent_id: top.id })
      leaf = await create('Leaf 100%', { parent_id: middle.id })
      lone = await create('Lone')
      await create('Vacation', { type: 'pto' })
      lunch = await create('Lunch')
      await runStatements(server, `update jobcodes set type = 'paid_break' where id = ${lunch.id}`)
      const old = await create('Old')
      await put({ id: old.id, active: false })
    })

    test('a listing has the active regular jobcodes of all levels, by name, with more', async () => {
      const { body } = await server.get(ada, '/jobcodes')
      assert.equal(body.more, false)
      assert.deepEqual(await names(''), ['Leaf 100%', 'Lone', 'middle', 'Top'])
    })

    test('jobcodes can be filtered by every parameter', async () => {
      const cases: [string, string[]][] = [
        [`?ids=${leaf.id},${lone.id},999999999`, ['Leaf 100%', 'Lone']],
        [`?ids[]=${leaf.id}&ids[]=${lone.id}`, ['Leaf 100%', 'Lone']],
        ['?parent_ids=0', ['Lone', 'Top']],
        ['?parent_ids=-1', ['Leaf 100%', 'Lone', 'middle', 'Top']],
        [`?parent_ids=${top.id}, ${middle.id}`, ['Leaf 100%', 'middle']],
        ['?name=l*', ['Leaf 100%', 'Lone']],
        ['?name=LONE', ['Lone']],
        ['?name=Lo', []],
        ['?name=*e', ['Lone', 'middle']],
        ['?name=leaf%20100%25', ['Leaf 100%']],
        ['?name=%25*', []],
        ['?name=_one', []],
        ['?type=pto', ['Vacation']],
        ['?type=paid_break', ['Lunch']],
        ['?type=unpaid_break', []],
        ['?type=unpaid_time_off', []],
        ['?type=all', ['Leaf 100%', 'Lone', 'Lunch', 'middle', 'Top', 'Vacation']],
        ['?active=no', ['Old']],
        ['?active=both', ['Leaf 100%', 'Lone', 'middle', 'Old', 'Top']],
        ['?active=true&parent_ids=0', ['Lone', 'Top']],
        ['?modified_since=2026-03-02T00:00:00-0600', ['Leaf 100%', 'Lone', 'middle', 'Top']],
        ['?modified_before=2026-03-01T00:00:00.000Z', []],
        ['?limit=2&page=2', ['middle', 'Top']],
        ['?nonsense=1&page=0', ['Leaf 100%', 'Lone', 'middle', 'Top']],
      ]
      for (const [query, expected] of cases) assert.deepEqual(await names(query), expected, query)
      for (const query of [
        '?type=job',
        '?ids=a',
        '?active=maybe',
        '?limit=0',
        '?modified_since=now',
        '?customfields=x',
        '?ids=99999999999999999',
      ])
        assert.equal((await server.get(ada, `/jobcodes${query}`)).status, 417, query)
    })

    test('the parents of jobcodes are supplemental data, unless they are results or not requested', async () => {
      const one = (await server.get(ada, `/jobcodes?ids=${leaf.id}`)).body
      assert.deepEqual(Object.keys(one.supplemental_data.jobcodes), [String(top.id), String(middle.id)])
      assert.equal(one.supplemental_data.jobcodes[top.id].has_children, true)
      const two = (await server.get(ada, `/jobcodes?ids=${leaf.id},${top.id}`)).body
      assert.deepEqual(Object.keys(two.supplemental_data.jobcodes), [String(middle.id)])
      assert.equal((await server.get(ada, `/jobcodes?ids=${lone.id}`)).body.supplemental_data?.jobcodes, undefined)
      assert.equal(
        'supplemental_data' in (await server.get(ada, `/jobcodes?ids=${leaf.id}&supplemental_data=no`)).body,
        false,
      )
      const created = await server.post(ada, '/jobcodes', [{ name: 'Fresh', parent_id: middle.id, active: false }])
      assert.deepEqual(Object.keys(created.body.supplemental_data.jobcodes), [String(top.id), String(middle.id)])
    })

    test('the customfields of jobcodes are included only on request, even in successive requests', async () => {
      const field = await server.createOne(ada, 'customfields', { name: 'Region', type: 'free-form' })
      await runStatements(
        server,
        `update customfields set applies_to = 'jobcode' where id = ${field.id}`,
        `update jobcodes set customfields = '{"${field.id}":"North"}' where id = ${leaf.id}`,
      )
      for (const asked of [false, true, false, true]) {
        const { body } = await server.get(
          ada,
          `/jobcodes?ids=${leaf.id},${lone.id}${asked ? '&customfields=true' : ''}`,
        )
        assert.deepEqual(body.results.jobcodes[leaf.id].customfields, asked ? { [field.id]: 'North' } : undefined)
        assert.equal(body.results.jobcodes[lone.id].customfields, asked ? '' : undefined)
        assert.equal(body.supplemental_data.customfields?.[field.id]?.applies_to, asked ? 'jobcode' : undefined)
      }
    })

    test('an employee sees assigned jobcodes and their parents, and people with more rights see all', async () => {
      const worker = await server.user(ada)
      assert.deepEqual(await names('', worker), [])
      const assignment = await server.createOne(ada, 'jobcode_assignments', { user_id: worker.id, jobcode_id: leaf.id })
      assert.deepEqual(await names('', worker), ['Leaf 100%', 'middle', 'Top'])
      await put({ id: lone.id, assigned_to_all: true })
      assert.deepEqual(await names('?parent_ids=0', worker), ['Lone', 'Top'])
      await server.delete(ada, `/jobcode_assignments?ids=${assignment.id}`)
      assert.deepEqual(await names('', worker), ['Lone'])
      await put({ id: lone.id, assigned_to_all: false })

      const all = ['Leaf 100%', 'Lone', 'middle', 'Top']
      for (const permission of ['manage_jobcodes', 'manage_timesheets', 'reports'])
        assert.deepEqual(await names('', await server.user(ada, { permissions: { [permission]: true } })), all)
      const manager = await server.user(ada)
      await server.createOne(ada, 'groups', { name: 'Crew', manager_ids: [manager.id] })
      assert.deepEqual(await names('', manager), all)
    })

    test('another company’s jobcodes do not exist', async () => {
      const other = await server.company()
      assert.deepEqual(await server.list(other, 'jobcodes', `?ids=${top.id}`), [])
      const { body } = await server.put(other, '/jobcodes', [{ id: top.id, name: 'Mine' }])
      assert.equal(body.results.jobcodes['1']._status_code, 417)
      const child = await server.post(other, '/jobcodes', [{ name: 'Child', parent_id: top.id }])
      assert.equal(child.body.results.jobcodes['1']._status_code, 417)
    })
  })
})
