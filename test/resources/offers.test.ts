import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import type { Values } from '../../src/engine/table.ts'
import { onBoth, type TestCompany, TestServer } from '../support/server.ts'
import { runStatements } from '../support/statements.ts'

onBoth('filters and limits when recording time', (database) => {
  let server: TestServer
  let ada: TestCompany
  let zone: Values
  let crew: Values
  let roof: Values
  let attic: Values
  let items: Record<string, Values>
  let wanda: { id: number; token: string }
  before(async () => {
    server = await TestServer.start(database)
  })
  after(() => server.stop())
  beforeEach(async () => {
    ada = await server.company()
    zone = await server.createOne(ada, 'customfields', { name: 'Zone', type: 'managed-list', show_to_all: true })
    items = {}
    for (const name of ['North', 'South', 'West'])
      items[name] = await server.createOne(ada, 'customfielditems', { name, customfield_id: zone.id })
    crew = await server.createOne(ada, 'groups', { name: 'Crew' })
    roof = await server.createOne(ada, 'jobcodes', { name: 'Roof', assigned_to_all: true })
    attic = await server.createOne(ada, 'jobcodes', { name: 'Attic', assigned_to_all: true })
    wanda = await server.user(ada, { group_id: crew.id, permissions: { manage_my_timesheets: true } })
  })

  const filter = (applies_to: string, { id }: { id?: number }, name: string): Promise<Values> =>
    server.createOne(ada, 'customfielditem_filters', {
      customfield_id: zone.id,
      customfielditem_id: items[name]!.id,
      applies_to,
      applies_to_id: id,
    })
  const manual = (name: string, more: Values = {}): Values => ({
    user_id: wanda.id,
    jobcode_id: roof.id,
    type: 'manual',
    date: '2026-03-02',
    duration: 3600,
    customfields: { [zone.id]: name },
    ...more,
  })
  const write = async (method: 'post' | 'put', item: Values, who: { token: string } = wanda): Promise<Values> => {
    const { status, body, text } = await server[method](who, '/timesheets', [item])
    assert.equal(status, 200, text)
    return body.results.timesheets['1']
  }
  const may = async (name: string, more: Values = {}, who?: { token: string }) => {
    const created = await write('post', manual(name, more), who)
    if (created._status_code === 417)
      assert.match(
        created._status_extra,
        new RegExp(`^customfields: Zone \\(${zone.id}\\) does not offer "${name}" here`),
      )
    else assert.equal(created._status_code, 200, JSON.stringify(created))
    return created._status_code === 200
  }
  const offered = async (more: Values = {}, who?: { token: string }) => {
    const found: string[] = []
    for (const name of Object.keys(items)) if (await may(name, more, who)) found.push(name)
    return found
  }

  test('time accepts the items of user and group filters together, of those the ones of the jobcode, and all items once the filters are archived', async () => {
    assert.deepEqual(await offered(), ['North', 'South', 'West'])
    const own = await filter('users', wanda, 'North')
    assert.deepEqual(await offered(), ['North'])
    await filter('groups', crew, 'South')
    assert.deepEqual(await offered(), ['North', 'South'])
    const jobs = [await filter('jobcodes', roof, 'South'), await filter('jobcodes', roof, 'West')]
    assert.deepEqual(await offered(), ['South'])
    assert.deepEqual(await offered({ jobcode_id: attic.id }), ['North', 'South'])
    assert.deepEqual(await offered({ jobcode_id: 0 }), ['North', 'South'])
    await server.put(ada, '/customfielditem_filters', [{ id: jobs[0]!.id, active: false }])
    assert.deepEqual(await offered(), [], 'nothing is in both lists')
    await server.put(ada, '/customfielditem_filters', [{ id: jobs[1]!.id, active: 'no' }])
    await server.put(ada, '/customfielditem_filters', [{ id: own.id, active: false }])
    assert.deepEqual(await offered(), ['South'])
    await server.put(ada, '/users', [{ id: wanda.id, group_id: 0 }])
    assert.deepEqual(await offered(), ['North', 'South', 'West'])
  })

  test('a jobcode does not pass its filters on to those below it', async () => {
    const child = await server.createOne(ada, 'jobcodes', { name: 'Tiles', parent_id: attic.id, assigned_to_all: true })
    await filter('jobcodes', attic, 'North')
    assert.deepEqual(await offered({ jobcode_id: child.id }), ['North', 'South', 'West'])
  })

  test('filters are only suggestions for administrators and people with manage_timesheets', async () => {
    await filter('users', wanda, 'North')
    await filter('users', { id: ada.adminId }, 'North')
    const office = await server.user(ada, { permissions: { manage_timesheets: true } })
    const lead = await server.user(ada)
    await server.put(ada, '/groups', [{ id: crew.id, manager_ids: [lead.id] }])
    for (const who of [ada, office]) assert.deepEqual(await offered({}, who), ['North', 'South', 'West'])
    assert.deepEqual(await offered({}, lead), ['North'], 'the filters of the owner of the time apply')
    assert.deepEqual(await offered({ user_id: lead.id, jobcode_id: 0 }, ada), ['North', 'South', 'West'])
  })

  test('an update checks new choices, leaves unchanged ones alone, and checks again for another jobcode', async () => {
    const sheet = await write('post', manual('South'))
    await filter('users', wanda, 'North')
    await filter('jobcodes', attic, 'North')
    const change = (patch: Values) => write('put', { id: sheet.id, ...patch })
    assert.equal((await change({ notes: 'still fine', customfields: { [zone.id]: 'South' } }))._status_code, 200)
    for (const patch of [{ customfields: { [zone.id]: 'West' } }, { jobcode_id: attic.id }]) {
      const { _status_code, _status_extra } = await change(patch)
      assert.equal(_status_code, 417)
      assert.match(_status_extra, /^customfields: Zone .* does not offer/)
    }
    assert.equal((await change({ jobcode_id: attic.id, customfields: { [zone.id]: 'north' } }))._status_code, 200)
    assert.equal((await change({ customfields: { [zone.id]: '' } }))._status_code, 200)
  })

  test('clocking in checks the filters, too, and a required field without choices does not block it', async () => {
    await server.put(ada, '/customfields', [{ id: zone.id, required: true }])
    await filter('users', wanda, 'North')
    const start = new Date(server.now / 1000).toISOString()
    const clockIn = (name?: string) =>
      write('post', {
        user_id: wanda.id,
        jobcode_id: roof.id,
        type: 'regular',
        start,
        end: '',
        ...(name ? { customfields: { [zone.id]: name } } : {}),
      })
    assert.match((await clockIn('South'))._status_extra, /does not offer "South"/)
    assert.match((await clockIn())._status_extra, /^customfields: Zone \(\d+\) is required/)
    await filter('jobcodes', roof, 'South')
    assert.equal((await clockIn())._status_code, 200)
  })

  test('repeated writes query no filters', async () => {
    await filter('users', wanda, 'North')
    const office = await server.user(ada, { permissions: { manage_timesheets: true } })
    const count = async () => {
      const earlier = server.db.statements()
      assert.equal((await write('post', manual('North'), office))._status_code, 200)
      return server.db.statements() - earlier
    }
    const cold = await count()
    await count()
    const warm = await count()
    await runStatements(server, `update customfields set active = 0 where id = ${zone.id}`)
    const created = () => write('post', manual('', { customfields: {} }), office)
    for (let n = 0; n < 2; n++) assert.equal((await created())._status_code, 200)
    const earlier = server.db.statements()
    await created()
    // The named item is the only additional lookup.
    assert.deepEqual([warm < cold, warm - (server.db.statements() - earlier)], [true, 1])
  })

  const limit = (key: string, value: string) =>
    runStatements(
      server,
      `delete from settings where company_id = ${ada.id} and key = '${key}'`,
      `insert into settings (company_id, scope, scope_id, section, key, value, last_modified)
        values (${ada.id}, 'company', 0, 'general', '${key}', '${value}', ${server.now})`,
    )
  const results = async (method: 'post' | 'put', resource: string, list: Values[], who: { token: string } = ada) =>
    Object.values<Values>((await server[method](who, `/${resource}`, list)).body.results[resource]).map((item) =>
      item._status_code === 417 ? item._status_extra : item._status_code,
    )

  test('max_jobcodes limits the number of active jobcodes', async () => {
    await limit('max_jobcodes', '"3"')
    const full = 'active: at most 3 jobcodes can be active (setting max_jobcodes)'
    const jobs = ['A', 'B'].map((name) => ({ name }))
    assert.deepEqual(await results('post', 'jobcodes', [...jobs, { name: 'C', active: false }]), [200, full, 200])
    const [archived] = await server.list(ada, 'jobcodes', '?active=no')
    assert.deepEqual(await results('put', 'jobcodes', [{ id: archived!.id, active: true }]), [full])
    assert.deepEqual(await results('put', 'jobcodes', [{ id: roof.id, billable: true }]), [200])
    assert.deepEqual(
      await results('put', 'jobcodes', [
        { id: roof.id, active: false },
        { id: archived!.id, active: true },
        { id: roof.id, active: true },
      ]),
      [200, 200, full],
    )
    await limit('max_jobcodes', '0')
    assert.deepEqual(await results('post', 'jobcodes', [{ name: 'D' }]), [full.replace('3', '0')])
    for (const any of ['"-1"', '"many"']) {
      await limit('max_jobcodes', any)
      assert.deepEqual(await results('post', 'jobcodes', [{ name: `Any ${any}` }]), [200], any)
    }
  })

  test('max_customfielditems limits the number of active items of a field, including typed ones', async () => {
    const typed = await server.createOne(ada, 'customfields', { name: 'Gate', type: 'free-form', show_to_all: true })
    await limit('max_customfielditems', '"4"')
    const full = 'active: at most 4 items of a custom field can be active (setting max_customfielditems)'
    const item = (name: string, more: Values = {}) => ({ name, customfield_id: zone.id, ...more })
    assert.deepEqual(await results('post', 'customfielditems', [item('A'), item('B'), item('C', { active: false })]), [
      200,
      full,
      200,
    ])
    assert.deepEqual(await results('post', 'customfielditems', [item('c')]), [full], 'nor restored')
    const [archived] = await server.list(ada, 'customfielditems', `?customfield_id=${zone.id}&active=no`)
    assert.deepEqual(await results('put', 'customfielditems', [{ id: archived!.id, active: true }]), [full])
    assert.deepEqual(await results('put', 'customfielditems', [{ id: items.West!.id, active: false }]), [200])
    assert.deepEqual(await results('post', 'customfielditems', [item('c')]), [200])
    const sheets = [1, 2, 3, 4, 5].map((n) => manual('', { customfields: { [typed.id]: `Gate ${n}` } }))
    assert.deepEqual(await results('post', 'timesheets', sheets, wanda), [200, 200, 200, 200, full])
    assert.deepEqual(await results('post', 'timesheets', [sheets[0]!], wanda), [200])
  })
})
