import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { onBoth, type TestCompany, TestServer } from '../support/server.ts'
import { runStatements } from '../support/statements.ts'

const usual = [
  'current_user',
  'customfields',
  'customfielditems',
  'effective_settings',
  'geolocations',
  'jobcodes',
  'jobcode_assignments',
  'timesheets',
  'timesheets_deleted',
  'users',
  'reminders',
  'locations',
  'geofence_configs',
]

onBoth('last_modified_timestamps', (database) => {
  let server: TestServer
  let ada: TestCompany
  let founded: string
  before(async () => {
    server = await TestServer.start(database)
  })
  after(() => server.stop())
  beforeEach(async () => {
    ada = await server.company()
    founded = shown(server.now)
    server.pass(60)
  })

  const shown = (instant: number) => `${new Date(instant / 1000).toISOString().slice(0, 19)}+00:00`
  const read = async (who: { token: string }, names = ''): Promise<Record<string, string>> => {
    const { status, body, text } = await server.get(who, `/last_modified_timestamps${names && `?endpoints=${names}`}`)
    assert.equal(status, 200, text)
    assert.deepEqual([Object.keys(body), Object.keys(body.results)], [['results'], ['last_modified_timestamps']])
    return body.results.last_modified_timestamps
  }
  const of = async (name: string, who: { token: string } = ada) => (await read(who, name))[name]

  test('the usual thirteen timestamps are in their order, and those of what never changed are as old as the company', async () => {
    const stamps = await read(ada)
    assert.deepEqual(Object.keys(stamps), usual)
    for (const [name, stamp] of Object.entries(stamps)) assert.equal(stamp, founded, name)
    assert.deepEqual(
      Object.keys(
        (await server.get(ada, '/last_modified_timestamps?page=1&endpoints=')).body.results.last_modified_timestamps,
      ),
      usual,
    )
  })

  test('timestamps are requested by name, with or without blanks around commas, and unknown names are omitted', async () => {
    assert.deepEqual(Object.keys(await read(ada, 'timesheets,%20groups,nonsense,companies,id_next')), [
      'timesheets',
      'groups',
    ])
    assert.deepEqual(await read(ada, 'nonsense'), {})
    const others =
      'groups,files,schedule_calendars,schedule_events,locations_map,projects,project_notes,project_activities,project_activity_replies,project_activity_read_times,estimates,estimate_items,time_off_requests,time_off_request_entries,notifications,customfielditem_filters,customfielditem_user_filters,customfielditem_jobcode_filters,managed_clients'
    assert.deepEqual(Object.keys(await read(ada, others)), others.split(','))
  })

  test('a change updates the timestamps that it affects, and no others', async () => {
    const all = `${usual.join(',')},groups`
    const moved = async (change: () => Promise<unknown>) => {
      const before = await read(ada, all)
      server.pass(60)
      await change()
      const after = await read(ada, all)
      return Object.keys(after).filter((name) => after[name] !== before[name])
    }
    assert.deepEqual(await moved(() => server.createOne(ada, 'groups', { name: 'Crew' })), ['groups'])
    const worker = await server.user(ada)
    const job = await server.createOne(ada, 'jobcodes', { name: 'Job' })
    assert.deepEqual(
      await moved(() => server.createOne(ada, 'jobcode_assignments', { user_id: worker.id, jobcode_id: job.id })),
      ['jobcode_assignments'],
    )
    assert.deepEqual(await moved(() => server.put(ada, '/jobcodes', [{ id: job.id, assigned_to_all: true }])), [
      'jobcodes',
      'jobcode_assignments',
    ])
    assert.deepEqual(await moved(() => server.put(ada, '/jobcodes', [{ id: job.id, assigned_to_all: true }])), [])
    assert.deepEqual(await moved(() => server.put(ada, '/jobcodes', [{ id: job.id, type: 'pto' }])), [])
    assert.deepEqual(await moved(() => server.put(ada, '/users', [{ id: worker.id, first_name: 'Wilma' }])), ['users'])
    assert.deepEqual(await moved(() => server.put(ada, '/users', [{ id: ada.adminId, first_name: 'Ida' }])), [
      'current_user',
      'users',
    ])
    const field = await server.createOne(ada, 'customfields', { name: 'Zone', type: 'free-form', show_to_all: true })
    const sheet = {
      user_id: worker.id,
      jobcode_id: 0,
      type: 'manual',
      date: '2026-03-02',
      duration: 3600,
      customfields: { [field.id]: 'North' },
    }
    let id = 0
    const clock = async () => {
      id = (await server.createOne(ada, 'timesheets', sheet)).id
    }
    assert.deepEqual(await moved(clock), ['customfielditems', 'timesheets'])
    assert.deepEqual(await moved(() => server.delete(ada, `/timesheets?ids=${id}`)), ['timesheets_deleted'])
  })

  test('a timestamp is never older than the newest visible record', async () => {
    for (let round = 0; round < 5; round++) {
      const job = await server.createOne(ada, 'jobcodes', { name: `Job ${round}` })
      assert.ok((await of('jobcodes'))! >= job.last_modified)
      const stamp = encodeURIComponent((await of('jobcodes'))!)
      assert.ok((await server.list(ada, 'jobcodes', `?modified_since=${stamp}`)).some((row) => row.id === job.id))
    }
  })

  test('the timestamps of current_user and effective_settings are those of the requester', async () => {
    const worker = await server.user(ada)
    const [row] = await server.list(ada, 'users', `?ids=${worker.id}`)
    assert.equal(await of('current_user', worker), row!.last_modified)
    assert.equal(await of('current_user'), founded)
    await runStatements(
      server,
      `insert into settings (company_id, scope, scope_id, section, key, value, last_modified)
       values (${ada.id}, 'user', ${worker.id}, 'general', 'tz', '"Europe/Berlin"', ${server.now + 5_000_000})`,
    )
    assert.equal(await of('effective_settings', worker), shown(server.now + 5_000_000))
    assert.equal(await of('effective_settings'), founded)
  })

  test('another company’s changes have no effect on the timestamps', async () => {
    const other = await server.company()
    const before = await read(ada)
    server.pass(60)
    await server.createOne(other, 'jobcodes', { name: 'Theirs' })
    assert.deepEqual(await read(ada), before)
  })
})
