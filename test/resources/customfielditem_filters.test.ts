import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import type { Values } from '../../src/engine/table.ts'
import { onBoth, type TestCompany, TestServer } from '../support/server.ts'
import { isFull } from '../support/tiers.ts'

type Kind = 'jobcodes' | 'users' | 'groups'

onBoth('customfielditem_filters', (database) => {
  let server: TestServer
  let ada: TestCompany
  let zone: Values
  let [north, south, west] = [] as Values[]
  let [roof, attic] = [] as Values[]
  let crew: Values
  let wanda: { id: number; token: string }
  let began = 0
  before(async () => {
    server = await TestServer.start(database)
  })
  after(() => server.stop())
  beforeEach(async () => {
    ada = await server.company()
    zone = await server.createOne(ada, 'customfields', {
      name: 'Site zone',
      type: 'managed-list',
      required: true,
      show_to_all: false,
    })
    const item = (name: string) => server.createOne(ada, 'customfielditems', { name, customfield_id: zone.id })
    ;[north, south, west] = [await item('North'), await item('South'), await item('West')]
    const parent = await server.createOne(ada, 'jobcodes', { name: 'Customer', assigned_to_all: true })
    const job = (name: string) =>
      server.createOne(ada, 'jobcodes', { name, parent_id: parent.id, assigned_to_all: true })
    ;[roof, attic] = [await job('Roof repair'), await job('Attic')]
    crew = await server.createOne(ada, 'groups', { name: 'Crew' })
    wanda = await server.user(ada, { group_id: crew.id, permissions: { manage_my_timesheets: true } })
    server.pass(60)
    began = server.now
  })

  /** The time so many minutes after the test started, as the API prints it. */
  const at = (minutes: number) => `${new Date(began / 1000 + minutes * 60_000).toISOString().slice(0, 19)}+00:00`
  const z = (minutes: number) => at(minutes).replace('+00:00', 'Z')
  const about = (kind: Kind, id: number, item: Values = north!, more: Values = {}): Values => ({
    customfield_id: zone.id,
    customfielditem_id: item.id,
    applies_to: kind,
    applies_to_id: id,
    ...more,
  })
  const write = async (method: 'post' | 'put', items: Values[], who: { token: string } = ada) => {
    const { status, body, text } = await server[method](who, '/customfielditem_filters', items)
    assert.equal(status, 200, text)
    return body
  }
  const one = async (method: 'post' | 'put', item: Values, who?: { token: string }): Promise<Values> =>
    (await write(method, [item], who)).results.customfielditem_filters['1']
  const create = async (...args: Parameters<typeof about>) => {
    const created = await one('post', about(...args))
    assert.equal(created._status_code, 200, JSON.stringify(created))
    return created
  }
  const refused = (item: Values, reason: RegExp) => {
    assert.equal(item._status_code, 417, JSON.stringify(item))
    assert.match(item._status_extra, reason)
  }
  const ids = async (query = '', who: { token: string } = ada) =>
    (await server.list(who, 'customfielditem_filters', query)).map((row) => row.id)
  const jobcode = async (id: number) => (await server.list(ada, 'jobcodes', `?ids=${id}&active=both`))[0]!
  const byJobcode = (query = '', who: { token: string } = ada) =>
    server.list(who, 'customfielditem_jobcode_filters', query)
  const byPerson = (query = '', who: { token: string } = ada) => server.list(who, 'customfielditem_user_filters', query)

  test('the path without an underscore, as in the documented samples, serves the same filters', async () => {
    const alias = '/customfielditemfilters'
    const { status, body } = await server.post(ada, alias, [about('jobcodes', roof!.id)])
    const created = body.results.customfielditem_filters['1']
    assert.deepEqual([status, created._status_code], [200, 200])
    const change = { id: created.id, customfielditem_id: south!.id }
    const changed = (await server.put(ada, alias, [change])).body.results.customfielditem_filters['1']
    assert.deepEqual([changed._status_code, changed.customfielditem_id], [200, south!.id])
    const query = `?jobcode_id=${roof!.id}`
    assert.deepEqual(
      (await server.get(ada, alias + query)).body,
      (await server.get(ada, `/customfielditem_filters${query}`)).body,
    )
    const refused = await server.delete(ada, `${alias}?ids=${created.id}`)
    assert.deepEqual([refused.status, refused.headers.allow], [405, 'GET, HEAD, POST, PUT'])
  })

  test('the documented example creates a filter and repeats a wrong one, with everything they refer to', async () => {
    const { results, supplemental_data } = await write('post', [
      about('jobcodes', String(roof!.id) as never, north, {
        customfield_id: String(zone.id),
        customfielditem_id: String(north!.id),
        active: true,
      }),
      about('teams' as Kind, 3),
    ])
    const { id } = results.customfielditem_filters['1']
    assert.ok(Number.isInteger(id))
    const last_modified = at(0)
    assert.equal(
      JSON.stringify(results.customfielditem_filters),
      JSON.stringify({
        1: {
          _status_code: 200,
          _status_message: 'Created',
          id,
          active: true,
          applies_to: 'jobcodes',
          applies_to_id: roof!.id,
          customfielditem_id: north!.id,
          customfield_id: zone.id,
          last_modified,
        },
        2: {
          _status_code: 417,
          _status_message: 'Expectation Failed',
          _status_extra: 'applies_to has to be jobcodes, users or groups.',
          _status_reason: { code: 'filter_target_unknown', field: 'applies_to' },
          customfield_id: zone.id,
          customfielditem_id: north!.id,
          applies_to: 'teams',
          applies_to_id: 3,
        },
      }),
    )
    assert.deepEqual(Object.keys(supplemental_data), ['jobcodes', 'customfields', 'customfielditems'])
    const { [roof!.parent_id]: parent, [roof!.id]: shown } = supplemental_data.jobcodes
    assert.equal(parent.name, 'Customer')
    assert.deepEqual(
      [shown.filtered_customfielditems, shown.last_modified],
      [{ [zone.id]: [north!.id] }, last_modified],
    )
    assert.equal(supplemental_data.customfields[zone.id].name, 'Site zone')
    assert.equal(supplemental_data.customfielditems[north!.id].name, 'North')

    const listed = await server.get(ada, '/customfielditem_filters')
    const { _status_code, _status_message, ...record } = results.customfielditem_filters['1']
    assert.deepEqual(listed.body.results, { customfielditem_filters: { [id]: record } })
    assert.deepEqual([listed.body.more, listed.body.supplemental_data], [false, supplemental_data])
  })

  test('user and group filters have users and groups as supplemental data', async () => {
    const { supplemental_data } = await write('post', [about('users', wanda.id), about('groups', crew.id)])
    assert.deepEqual(Object.keys(supplemental_data), ['users', 'groups', 'customfields', 'customfielditems'])
    assert.deepEqual(Object.keys(supplemental_data.users), [String(wanda.id)])
    assert.equal(supplemental_data.groups[crew.id].name, 'Crew')
  })

  test('invalid filters are refused by the name of the property', async () => {
    const typed = await server.createOne(ada, 'customfields', { name: 'Note', type: 'free-form' })
    const word = await server.createOne(ada, 'customfielditems', { name: 'Word', customfield_id: typed.id })
    const other = await server.createOne(ada, 'customfields', { name: 'Other', type: 'managed-list' })
    const theirs = await server.company()
    const foreign = await server.createOne(theirs, 'jobcodes', { name: 'Theirs' })
    await server.put(ada, '/customfielditems', [{ id: west!.id, active: false }])
    const gone = await server.createOne(ada, 'groups', { name: 'Gone', active: false })
    const cases: [Values, RegExp][] = [
      [{ customfield_id: undefined }, /^customfield_id is required/],
      [{ customfielditem_id: undefined }, /^customfielditem_id is required/],
      [{ applies_to: undefined }, /^applies_to is required/],
      [{ applies_to_id: undefined }, /^applies_to_id is required/],
      [{ applies_to: ['jobcodes'] }, /^applies_to has to be jobcodes, users or groups\.$/],
      [{ applies_to: 'constructor' }, /^applies_to has to be jobcodes, users or groups\.$/],
      [{ applies_to_id: 0 }, /^applies_to_id must be between 1/],
      [{ applies_to_id: { valueOf: 1 } }, /^applies_to_id must be a whole number/],
      [{ applies_to_id: foreign.id }, /^applies_to_id: there is no active jobcode/],
      [{ applies_to_id: wanda.id }, /^applies_to_id: there is no active jobcode/],
      [{ applies_to: 'users', applies_to_id: crew.id }, /^applies_to_id: there is no active user/],
      [{ applies_to: 'groups', applies_to_id: wanda.id }, /^applies_to_id: there is no active group/],
      [{ applies_to: 'groups', applies_to_id: gone.id }, /^applies_to_id: there is no active group/],
      [{ customfield_id: 999_999_999 }, /^customfield_id: there is no custom field 999999999/],
      [{ customfield_id: typed.id, customfielditem_id: word.id }, /^customfield_id: Note takes any text/],
      [{ customfield_id: other.id }, /^customfielditem_id: North is not an item of the field Other/],
      [{ customfielditem_id: 999_999_999 }, /^customfielditem_id: there is no active custom field item/],
      [{ customfielditem_id: west!.id }, /^customfielditem_id: there is no active custom field item/],
      [{ active: 'maybe' }, /^active must be true or false/],
      [{ flavor: 1 }, /^Invalid params: flavor/],
      [{ last_modified: '2026-03-02T15:00:00Z' }, /^Invalid params: last_modified/],
    ]
    for (const [change, reason] of cases) refused(await one('post', about('jobcodes', roof!.id, north, change)), reason)
    refused(await one('put', { id: 999_999_999, active: false }), /^no custom field item filter with that id/)
    assert.deepEqual([await ids('?active=both'), await byJobcode(), await byPerson()], [[], [], []])
    const many = Array.from({ length: 51 }, () => about('jobcodes', roof!.id))
    assert.equal((await server.post(ada, '/customfielditem_filters', many)).status, 413)
    assert.equal((await server.delete(ada, '/customfielditem_filters?ids=1')).status, 405)
  })

  test('updating a filter with equal properties changes nothing, active no removes it, and its target can change', async () => {
    const created = await create('jobcodes', roof!.id)
    const { _status_code, _status_message, ...filter } = created
    server.pass(60)
    assert.deepEqual(await one('put', filter), { _status_code: 200, _status_message: 'Updated', ...filter })
    const removed = await one('put', { id: String(filter.id), active: 'no' })
    assert.deepEqual([removed.active, removed.last_modified], [false, at(1)])
    assert.equal((await one('put', { id: filter.id, active: true })).active, true)

    server.pass(60)
    const moved = await one('put', { id: filter.id, applies_to_id: attic!.id, customfielditem_id: south!.id })
    assert.deepEqual([moved.applies_to_id, moved.customfielditem_id], [attic!.id, south!.id])
    const last_modified = at(2)
    assert.deepEqual(await byJobcode(), [
      { id: roof!.id, last_modified, filtered_customfielditems: { [zone.id]: [] } },
      { id: attic!.id, last_modified, filtered_customfielditems: { [zone.id]: [String(south!.id)] } },
    ])
    const jobs = [await jobcode(roof!.id), await jobcode(attic!.id)]
    assert.deepEqual(
      jobs.map((job) => [job.filtered_customfielditems, job.last_modified]),
      [
        ['', last_modified],
        [{ [zone.id]: [south!.id] }, last_modified],
      ],
    )
    const toUser = await one('put', { id: filter.id, applies_to: 'users', applies_to_id: wanda.id })
    assert.equal(toUser._status_code, 200)
    assert.deepEqual(
      (await byPerson()).map((row) => row.id),
      [wanda.id],
    )
    refused(await one('put', { id: filter.id, applies_to: 'groups' }), /^applies_to_id: there is no active group/)
  })

  test('creating an existing filter returns that record, and restores it', async () => {
    const first = await create('jobcodes', roof!.id)
    const again = await create('jobcodes', roof!.id)
    assert.deepEqual(again, first)
    server.pass(60)
    await one('put', { id: first.id, active: false })
    const { results } = await write('post', [about('jobcodes', roof!.id), about('jobcodes', roof!.id)])
    for (const back of Object.values<Values>(results.customfielditem_filters))
      assert.deepEqual([back._status_code, back.id, back.active], [200, first.id, true])
    assert.deepEqual(await ids('?active=both'), [first.id])
    const other = await create('jobcodes', roof!.id, south)
    refused(
      await one('put', { id: other.id, customfielditem_id: north!.id }),
      new RegExp(`^customfielditem_id: the filter ${first.id} has the same`),
    )
  })

  test('changing a jobcode filter modifies the jobcode, changing a user or group filter modifies no one', async () => {
    const stamps = async () =>
      (
        await server.get(
          ada,
          '/last_modified_timestamps?endpoints=jobcodes,users,groups,customfielditem_filters,customfielditem_jobcode_filters,customfielditem_user_filters',
        )
      ).body.results.last_modified_timestamps
    const filter = await create('jobcodes', roof!.id)
    server.pass(60)
    await create('users', wanda.id)
    assert.equal((await jobcode(roof!.id)).last_modified, filter.last_modified)
    const { users, groups, ...moved } = await stamps()
    assert.deepEqual(moved, {
      jobcodes: at(0),
      customfielditem_filters: at(1),
      customfielditem_jobcode_filters: at(0),
      customfielditem_user_filters: at(1),
    })
    server.pass(60)
    const gone = await one('put', { id: filter.id, active: false })
    const job = await jobcode(roof!.id)
    assert.deepEqual([job.filtered_customfielditems, job.last_modified], ['', gone.last_modified])
    assert.deepEqual(
      (await server.list(ada, 'jobcodes', `?modified_since=${z(2)}`)).map(({ id }) => id),
      [roof!.id],
    )
  })

  test('archiving the item, the jobcode (or a parent), the user or the group ends its filters', async () => {
    const filters = {
      item: await create('jobcodes', attic!.id, west),
      other: await create('jobcodes', attic!.id, north),
      jobcode: await create('jobcodes', roof!.id),
      user: await create('users', wanda.id),
      group: await create('groups', crew.id),
    }
    const archive = async (resource: string, id: number) => {
      server.pass(60)
      const { body, text } = await server.put(ada, `/${resource}`, [{ id, active: false }])
      assert.equal(body.results[resource]['1']._status_code, 200, text)
      return new Date(server.now / 1000).toISOString().replace('.000Z', '+00:00')
    }
    const state = async (filter: Values) => {
      const [row] = await server.list(ada, 'customfielditem_filters', `?active=both&ids=${filter.id}`)
      return [row!.active, row!.last_modified]
    }
    const itemGone = await archive('customfielditems', west!.id)
    assert.deepEqual(await state(filters.item), [false, itemGone])
    assert.deepEqual((await jobcode(attic!.id)).filtered_customfielditems, { [zone.id]: [north!.id] })
    assert.deepEqual(await byJobcode(`?jobcode_ids=${attic!.id}`), [
      { id: attic!.id, last_modified: itemGone, filtered_customfielditems: { [zone.id]: [String(north!.id)] } },
    ])
    const parentGone = await archive('jobcodes', roof!.parent_id)
    for (const filter of [filters.jobcode, filters.other]) assert.deepEqual(await state(filter), [false, parentGone])
    assert.deepEqual((await jobcode(roof!.id)).filtered_customfielditems, '')
    const userGone = await archive('users', wanda.id)
    assert.deepEqual(await state(filters.user), [false, userGone])
    assert.deepEqual((await state(filters.group))[0], true)
    const groupGone = await archive('groups', crew.id)
    assert.deepEqual(await state(filters.group), [false, groupGone])
    assert.deepEqual(await ids(), [])
    for (const rows of [await byJobcode(), await byPerson()])
      assert.deepEqual(
        rows.map((row) => row.filtered_customfielditems),
        [{ [zone.id]: [] }, { [zone.id]: [] }],
      )

    await server.put(ada, '/jobcodes', [{ id: roof!.id, active: true }])
    assert.deepEqual((await state(filters.jobcode))[0], false, 'nothing is restored automatically')
    refused(await one('put', { id: filters.user.id, active: true }), /^applies_to_id: there is no active user/)
    refused(await one('put', { id: filters.item.id, active: true }), /^customfielditem_id: there is no active/)
  })

  test('an impossible id is refused without a query', async () => {
    for (const resource of ['customfielditems', 'jobcodes', 'users', 'groups', 'customfielditem_filters'])
      for (const id of [2 ** 53, 1e308, -1, 1.5]) {
        const { status, body } = await server.put(ada, `/${resource}`, [{ id, active: false }])
        assert.deepEqual([status, body.results[resource]['1']._status_code], [200, 417], `${resource} ${id}`)
      }
  })

  test('filters of a field that has become free-form can still be removed, and are not restored', async () => {
    const company = await server.company()
    const zone = { name: 'Zone', type: 'managed-list', applies_to: 'timesheet' }
    const field = await server.createOne(company, 'customfields', zone)
    const item = await server.createOne(company, 'customfielditems', { customfield_id: field.id, name: 'North' })
    const job = await server.createOne(company, 'jobcodes', { name: 'Roof' })
    const target = { applies_to: 'jobcodes', applies_to_id: job.id }
    const filter = await server.createOne(company, 'customfielditem_filters', {
      customfield_id: field.id,
      customfielditem_id: item.id,
      ...target,
    })
    await server.put(company, '/customfields', [{ id: field.id, active: false }])
    const again = await server.createOne(company, 'customfields', { ...zone, type: 'free-form' })
    assert.deepEqual([again.id, again.type], [field.id, 'free-form'])
    const put = async (active: boolean) =>
      (await server.put(company, '/customfielditem_filters', [{ id: filter.id, active }])).body.results
        .customfielditem_filters['1']
    assert.deepEqual([(await put(false))._status_code, (await put(true))._status_code], [200, 417])
    assert.equal((await server.list(company, 'jobcodes'))[0]!.filtered_customfielditems, '')
  })

  test('filters can be listed by every documented parameter', async () => {
    const mate = await server.user(ada)
    const created = {
      roof: (await create('jobcodes', roof!.id)).id,
      attic: (await create('jobcodes', attic!.id)).id,
      wanda: (await create('users', wanda.id)).id,
      mate: (await create('users', mate.id)).id,
      crew: (await create('groups', crew.id)).id,
    }
    server.pass(60)
    const gone = (await create('users', wanda.id, south)).id
    await one('put', { id: gone, active: false })
    const all = [created.roof, created.attic, created.wanda, created.mate, created.crew]
    const cases: [string, number[]][] = [
      ['', all],
      [`?jobcode_id=${roof!.id}`, [created.roof]],
      [`?user_id=${wanda.id}`, [created.wanda]],
      [`?group_id=${crew.id}`, [created.crew]],
      [`?jobcode_id=${wanda.id}`, []],
      [`?user_id=${crew.id}`, []],
      [`?user_id=${wanda.id}&include_user_group=yes`, [created.wanda, created.crew]],
      [`?user_id=${mate.id}&include_user_group=1`, [created.mate]],
      [`?user_id=${wanda.id}&include_jobcode_filters=true`, [created.roof, created.attic, created.wanda]],
      [`?include_jobcode_filters=true&include_user_group=true`, all],
      [
        `?user_id=${wanda.id}&jobcode_id=${attic!.id}&group_id=${crew.id}`,
        [created.attic, created.wanda, created.crew],
      ],
      [`?ids=${created.crew},${created.roof}`, [created.roof, created.crew]],
      ['?active=no', [gone]],
      ['?active=both&limit=2&page=3', [created.crew, gone]],
      [`?modified_since=${z(1)}&active=both`, [gone]],
      [`?modified_before=${z(1)}&active=both`, all],
    ]
    for (const [query, expected] of cases) assert.deepEqual(await ids(query), expected, query)
    for (const bad of ['jobcode_id=x', 'include_user_group=maybe', 'active=maybe', 'limit=201', 'modified_since=x'])
      assert.equal((await server.get(ada, `/customfielditem_filters?${bad}`)).status, 417, bad)
    assert.equal(
      'supplemental_data' in (await server.get(ada, '/customfielditem_filters?supplemental_data=no')).body,
      false,
    )
  })

  test('the filters by jobcode and by user are listed as documented', async () => {
    const second = await server.createOne(ada, 'customfields', { name: 'Second', type: 'managed-list' })
    const item = await server.createOne(ada, 'customfielditems', { name: 'Item', customfield_id: second.id })
    await create('jobcodes', roof!.id, south)
    await create('jobcodes', roof!.id, north)
    const of = { customfield_id: second.id }
    const gone = [await create('jobcodes', roof!.id, item, of), await create('groups', crew.id, item, of)]
    await create('groups', crew.id, south)
    server.pass(60)
    await create('users', wanda.id)
    await write(
      'put',
      gone.map(({ id }) => ({ id, active: 'no' })),
    )
    const last_modified = at(1)
    const jobcodes = await server.get(ada, '/customfielditem_jobcode_filters')
    assert.equal(
      JSON.stringify(jobcodes.body.results),
      JSON.stringify({
        customfielditem_jobcode_filters: {
          [roof!.id]: {
            id: roof!.id,
            last_modified,
            filtered_customfielditems: { [zone.id]: [String(north!.id), String(south!.id)], [second.id]: [] },
          },
        },
      }),
    )
    const people = await server.get(ada, '/customfielditem_user_filters?supplemental_data=yes')
    assert.deepEqual(people.body.results, {
      customfielditem_user_filters: {
        [wanda.id]: {
          id: wanda.id,
          type: 'user',
          last_modified,
          filtered_customfielditems: { [zone.id]: [String(north!.id)] },
        },
        [crew.id]: {
          id: crew.id,
          type: 'group',
          last_modified,
          filtered_customfielditems: { [zone.id]: [String(south!.id)], [second.id]: [] },
        },
      },
    })
    for (const { body } of [jobcodes, people]) assert.deepEqual(Object.keys(body), ['results', 'more'])
    // Users and groups share one id sequence: no two have the same key here.
    assert.equal(
      people.text.match(/"type":/g)!.length,
      Object.keys(people.body.results.customfielditem_user_filters).length,
    )
  })

  test('the filters by jobcode and by user can be filtered and paginated, and are read-only', async () => {
    for (const job of [roof!, attic!]) await create('jobcodes', job.id)
    server.pass(60)
    await create('users', wanda.id)
    await create('groups', crew.id)
    await create('jobcodes', attic!.id, south)
    const keys = async (resource: string, query: string) =>
      (await server.list(ada, resource, query)).map((row) => row.id)
    const [first, second] = [crew.id, wanda.id]
    const cases: [string, string, number[]][] = [
      ['jobcode', `?jobcode_ids=${attic!.id}`, [attic!.id]],
      ['jobcode', `?jobcode_id=${attic!.id}`, [attic!.id]],
      ['jobcode', `?jobcode_ids[]=${attic!.id}&jobcode_ids[]=${roof!.id}`, [roof!.id, attic!.id]],
      ['jobcode', `?modified_since=${z(1)}`, [attic!.id]],
      ['jobcode', `?modified_before=${z(1)}`, [roof!.id]],
      ['jobcode', '?limit=1&page=2', [attic!.id]],
      ['jobcode', '?per_page=1&page=3', []],
      ['user', `?user_id=${wanda.id}`, [second]],
      ['user', `?user_id=${wanda.id}&include_user_group=yes`, [first, second]],
      ['user', `?group_id=${crew.id}`, [first]],
      ['user', `?group_id=${crew.id}&user_id=${wanda.id}`, [first, second]],
      ['user', `?user_id=${crew.id}`, []],
      ['user', '?limit=1', [first]],
      ['user', '?limit=1&page=2', [second]],
      ['user', `?modified_since=${z(2)}`, []],
    ]
    for (const [kind, query, expected] of cases)
      assert.deepEqual(await keys(`customfielditem_${kind}_filters`, query), expected, query)
    for (const path of ['/customfielditem_jobcode_filters', '/customfielditem_user_filters'])
      for (const method of ['post', 'put'] as const)
        assert.equal((await server[method](ada, path, [{ id: roof!.id }])).status, 405)
  })

  test('writing filters needs manage_jobcodes; people see their own, managers their groups’, and everyone those of jobcodes they may select', async () => {
    const hidden = await server.createOne(ada, 'jobcodes', { name: 'Hidden' })
    const keeper = await server.user(ada, { permissions: { manage_jobcodes: true } })
    const lead = await server.user(ada)
    await server.put(ada, '/groups', [{ id: crew.id, manager_ids: [lead.id] }])
    const created = {
      roof: (await one('post', about('jobcodes', roof!.id), keeper)).id,
      hidden: (await create('jobcodes', hidden.id)).id,
      wanda: (await create('users', wanda.id)).id,
      lead: (await create('users', lead.id)).id,
      crew: (await create('groups', crew.id)).id,
    }
    const all = Object.values(created)
    const outsider = await server.user(ada)
    const seen: [{ token: string }, number[]][] = [
      [ada, all],
      [keeper, all],
      [lead, all],
      [wanda, [created.roof, created.wanda, created.crew]],
      [outsider, [created.roof]],
      [await server.company(), []],
    ]
    for (const [who, expected] of seen) assert.deepEqual(await ids('', who), expected)
    assert.deepEqual(
      (await byPerson('', wanda)).map((row) => row.id),
      [crew.id, wanda.id].sort((a, b) => a - b),
    )
    assert.deepEqual(
      (await byJobcode('', wanda)).map((row) => row.id),
      [roof!.id],
    )
    assert.deepEqual(await byPerson('', outsider), [])
    assert.deepEqual(await ids(`?user_id=${wanda.id}&include_user_group=yes`, outsider), [])
    const { body } = await server.get(wanda, '/customfielditem_filters')
    assert.equal(body.supplemental_data.jobcodes[hidden.id], undefined)
    for (const who of [wanda, lead]) {
      refused(await one('post', about('jobcodes', attic!.id), who), /manage_jobcodes/)
      refused(await one('put', { id: created.crew, active: false }, who), /manage_jobcodes/)
    }
    const foreign = await server.company()
    refused(await one('put', { id: created.roof, active: false }, foreign), /^no custom field item filter/)
    refused(await one('post', about('jobcodes', roof!.id), foreign), /^customfield_id: there is no custom field/)
  })

  test('after any changes, the filters by jobcode and by user match the active filters', async () => {
    let seed = 20260302
    const chance = (n: number) => {
      seed = (seed * 1103515245 + 12345) % 2 ** 31
      return Math.floor(seed / 8) % n
    }
    const any = <T>(list: readonly T[]) => list[chance(list.length)]!
    const items = [north!, south!, west!]
    const targets: [Kind, number][] = [
      ['jobcodes', roof!.id],
      ['jobcodes', attic!.id],
      ['users', wanda.id],
      ['groups', crew.id],
    ]
    for (let round = 0; round < (isFull ? 30 : 8); round++) {
      const known = await ids('?active=both')
      await write(
        'post',
        [1, 2, 3].map(() => about(...any(targets), any(items), { active: chance(4) > 0 })),
      )
      if (known.length > 0)
        await write(
          'put',
          [1, 2, 3].map(() => {
            const [applies_to, applies_to_id] = any(targets)
            return { id: any(known), ...(chance(2) ? { active: chance(2) > 0 } : { applies_to, applies_to_id }) }
          }),
        )
      if (chance(3) === 0)
        for (const active of [false, true]) await server.put(ada, '/customfielditems', [{ id: any(items).id, active }])
      const lists = new Map<number, string[]>()
      for (const row of await server.list(ada, 'customfielditem_filters', '?limit=200'))
        lists.set(row.applies_to_id, [...(lists.get(row.applies_to_id) ?? []), String(row.customfielditem_id)].sort())
      for (const row of [...(await byJobcode()), ...(await byPerson())])
        assert.deepEqual(row.filtered_customfielditems[zone.id], lists.get(row.id) ?? [], `round ${round}`)
      for (const job of [roof!, attic!]) {
        const expected = lists.get(job.id)
        const shown = (await jobcode(job.id)).filtered_customfielditems
        assert.deepEqual(shown === '' ? undefined : shown[zone.id].map(String).sort(), expected, `round ${round}`)
      }
    }
  })
})
