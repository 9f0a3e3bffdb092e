import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import type { Values } from '../../src/engine/table.ts'
import { onBoth, type TestCompany, TestServer } from '../support/server.ts'

type Person = { id: number; token: string }

onBoth('groups', (database) => {
  let server: TestServer
  let ada: TestCompany
  let ann: Person
  let bob: Person
  before(async () => {
    server = await TestServer.start(database)
  })
  after(() => server.stop())
  beforeEach(async () => {
    ada = await server.company()
    ann = await server.user(ada)
    bob = await server.user(ada)
  })

  const create = (name: string, properties: Values = {}) => server.createOne(ada, 'groups', { name, ...properties })
  const write = async (method: 'post' | 'put', item: Values, who: { token: string } = ada): Promise<Values> => {
    const { status, body, text } = await server[method](who, '/groups', [item])
    assert.equal(status, 200, text)
    return body.results.groups['1']
  }
  const post = (item: Values, who?: { token: string }) => write('post', item, who)
  const put = (item: Values, who?: { token: string }) => write('put', item, who)
  const names = async (query = '', who: { token: string } = ada) =>
    (await server.list(who, 'groups', query)).map((row) => row.name)
  const user = async (id: number) => (await server.list(ada, 'users', `?ids=${id}`))[0]!
  const refused = (item: Values, about: RegExp) => {
    assert.equal(item._status_code, 417, JSON.stringify(item))
    assert.equal(item._status_message, 'Expectation Failed')
    assert.match(item._status_extra, about)
  }

  test('creating a group returns it with the ids of its managers as text, and the managers as supplemental data', async () => {
    const { status, body } = await server.post(ada, '/groups', [
      { name: ' Installers ', manager_ids: `${ann.id}, ${bob.id}` },
      { name: '' },
    ])
    assert.equal(status, 200)
    assert.deepEqual([Object.keys(body), body.more], [['results', 'more', 'supplemental_data'], false])
    const { id, ...created } = body.results.groups['1']
    assert.ok(Number.isInteger(id))
    assert.deepEqual(created, {
      _status_code: 200,
      _status_message: 'Created',
      active: true,
      name: 'Installers',
      last_modified: '2026-03-02T15:00:00+00:00',
      created: '2026-03-02T15:00:00+00:00',
      manager_ids: [String(ann.id), String(bob.id)],
    })
    refused(body.results.groups['2'], /^name must not be empty/)
    assert.equal(body.results.groups['2'].name, '')
    assert.deepEqual(Object.keys(body.supplemental_data.users), [String(ann.id), String(bob.id)])
    assert.deepEqual(body.supplemental_data.users[ann.id].manager_of_group_ids, [id])
  })

  test('the answer to an update of groups has more, unlike that of other resources', async () => {
    const group = await create('Crew')
    assert.equal((await server.put(ada, '/groups', [{ id: group.id, name: 'Crew B' }])).body.more, false)
    assert.equal('more' in (await server.post(ada, '/jobcodes', [{ name: 'Job' }])).body, false)
  })

  test('manager_ids is accepted in several formats, and replaces the list before it', async () => {
    const group = await create('Crew')
    assert.deepEqual(group.manager_ids, [])
    const forms: [unknown, number[]][] = [
      [[ann.id], [ann.id]],
      [
        [String(ann.id), bob.id],
        [ann.id, bob.id],
      ],
      [`${bob.id}`, [bob.id]],
      [bob.id, [bob.id]],
      ['', []],
      [`${ann.id} , ${bob.id},`, [ann.id, bob.id]],
      [[], []],
    ]
    for (const [value, expected] of forms)
      assert.deepEqual((await put({ id: group.id, manager_ids: value })).manager_ids, expected.map(String))
  })

  test('invalid values of groups are refused, and nothing changes', async () => {
    const gone = await server.user(ada)
    await server.put(ada, '/users', [{ id: gone.id, active: false }])
    const group = await create('Crew', { manager_ids: [ann.id] })
    const cases: [Values, RegExp][] = [
      [{ name: ' ' }, /^name must not be empty/],
      [{ name: 'x'.repeat(65) }, /^name must be at most 64/],
      [{ name: 'New', manager_ids: [999_999_999] }, /^manager_ids: there is no active user 999999999/],
      [{ name: 'New', manager_ids: [ann.id, gone.id] }, /^manager_ids: there is no active user/],
      [{ name: 'New', manager_ids: 'ann' }, /^manager_ids must be a whole number/],
      [{ name: 'New', flavor: 'red' }, /^Invalid params: flavor/],
    ]
    for (const [item, about] of cases) {
      refused(await post(item), about)
      refused(await put({ id: group.id, ...item }), about)
    }
    refused(await post({}), /^name is required/)
    refused(await put({ id: 999_999_999, name: 'A' }), /^no group with that id/)
    const { _status_code, _status_message, ...before } = group
    assert.deepEqual(await server.list(ada, 'groups', '?active=both'), [before])
    const many = Array.from({ length: 51 }, (_, index) => ({ name: `Group ${index}` }))
    assert.equal((await server.post(ada, '/groups', many)).status, 413)
    assert.equal((await server.delete(ada, `/groups?ids=${group.id}`)).status, 405)
  })

  test('the names of groups are unique among active ones, regardless of case', async () => {
    const group = await create('Crew')
    refused(await post({ name: ' cREW' }), /^name: another group is called Crew/)
    await put({ id: group.id, active: false })
    const second = await create('crew')
    refused(await put({ id: group.id, active: true }), /^name: another group is called crew/)
    assert.equal((await put({ id: group.id, active: true, name: 'Old crew' }))._status_code, 200)
    refused(await put({ id: second.id, name: 'OLD CREW' }), /^name: another group/)
  })

  test('updating a group with equal properties changes nothing', async () => {
    const { _status_code, _status_message, ...group } = await create('Crew', { manager_ids: [ann.id] })
    server.pass(60)
    assert.deepEqual(await put(group), { _status_code: 200, _status_message: 'Updated', ...group })
  })

  test('archiving a group moves its members to no group and ends the managers’ rights, and restoring it brings back no members', async () => {
    const group = await create('Crew', { manager_ids: [ann.id] })
    const member = await server.user(ada, { group_id: group.id, payroll_id: 'P1' })
    const before = await user(member.id)
    const seen = async () => (await server.list(ann, 'users', `?ids=${member.id}`))[0]!.payroll_id
    assert.equal(await seen(), 'P1')
    server.pass(60)
    await put({ id: group.id, active: false })
    assert.deepEqual(await names(), [])
    const alone = await user(member.id)
    assert.equal(alone.group_id, 0)
    assert.notEqual(alone.last_modified, before.last_modified)
    assert.deepEqual((await user(ann.id)).manager_of_group_ids, [])
    assert.equal(await seen(), undefined)
    assert.equal((await put({ id: group.id, name: 'Sleeping' }))._status_code, 200)
    const back = await put({ id: group.id, active: true })
    assert.deepEqual([back.name, back.manager_ids], ['Sleeping', [String(ann.id)]])
    assert.equal((await user(member.id)).group_id, 0)
    assert.deepEqual((await user(ann.id)).manager_of_group_ids, [group.id])
  })

  test('a person who begins or ceases to manage a group is modified', async () => {
    const group = await create('Crew')
    const changed = async () => [(await user(ann.id)).last_modified, (await user(bob.id)).last_modified]
    const [annFirst, bobFirst] = await changed()
    server.pass(60)
    await put({ id: group.id, manager_ids: [ann.id] })
    const [annNow, bobNow] = await changed()
    assert.notEqual(annNow, annFirst)
    assert.equal(bobNow, bobFirst)
    server.pass(60)
    await put({ id: group.id, manager_ids: [bob.id] })
    const [annThen, bobThen] = await changed()
    assert.notEqual(annThen, annNow)
    assert.equal(bobThen, annThen)
  })

  test('a manager who is archived leaves the group', async () => {
    const group = await create('Crew', { manager_ids: [ann.id, bob.id] })
    await server.put(ada, '/users', [{ id: ann.id, active: false }])
    const [row] = await server.list(ada, 'groups', `?ids=${group.id}`)
    assert.deepEqual(row!.manager_ids, [String(bob.id)])
  })

  test('writing groups needs manage_users, and everyone may list them', async () => {
    const hr = await server.user(ada, { permissions: { manage_users: true } })
    const group = await post({ name: 'Crew', manager_ids: [ann.id] }, hr)
    assert.equal(group._status_code, 200)
    refused(await post({ name: 'Mine' }, bob), /manage_users/)
    refused(await put({ id: group.id, name: 'Mine' }, ann), /manage_users/)
    assert.deepEqual(await names('', bob), ['Crew'])
  })

  test('groups are listed by name, with filters and their aliases, and without group 0', async () => {
    const [zeta, alpha] = [
      await create('zeta', { manager_ids: [ann.id] }),
      await create('Alpha', { manager_ids: [bob.id] }),
    ]
    await create('Old', { active: false })
    const cases: [string, string[]][] = [
      ['', ['Alpha', 'zeta']],
      [`?ids=${zeta.id}`, ['zeta']],
      [`?id=${zeta.id}`, ['zeta']],
      ['?active=no', ['Old']],
      ['?active=both', ['Alpha', 'Old', 'zeta']],
      [`?manager_ids=${ann.id}`, ['zeta']],
      [`?manager_ids=${ann.id},${bob.id}`, ['Alpha', 'zeta']],
      ['?manager_ids=5', []],
      ['?name=ALPHA, zeta', ['Alpha', 'zeta']],
      ['?names=alpha', ['Alpha']],
      ['?name=Alp*', []],
      ['?limit=1&page=2', ['zeta']],
      ['?modified_since=2027-01-01T00:00:00Z', []],
    ]
    for (const [query, expected] of cases) assert.deepEqual(await names(query), expected, query)
    const { body } = await server.get(ada, `/groups?ids=${alpha.id}`)
    assert.deepEqual([Object.keys(body.supplemental_data.users), body.more], [[String(bob.id)], false])
    assert.deepEqual(await names('', await server.company()), [])
  })

  test('groups and users share one id sequence', async () => {
    const ids = [(await create('Crew')).id, (await server.user(ada)).id, (await create('Gang')).id]
    assert.equal(new Set([...ids, ann.id, bob.id, ada.adminId]).size, 6)
  })
})
