import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import type { Values } from '../../src/engine/table.ts'
import { catalog } from '../../src/rules/settings/settings.ts'
import { onBoth, type TestCompany, TestServer } from '../support/server.ts'
import { runStatements } from '../support/statements.ts'

const untouched = '2001-01-01T12:00:00+00:00'

onBoth('effective_settings', (database) => {
  let server: TestServer
  let ada: TestCompany
  before(async () => {
    server = await TestServer.start(database)
  })
  after(() => server.stop())
  beforeEach(async () => {
    ada = await server.company()
  })

  const read = async (who: { token: string }, query = ''): Promise<Record<string, Values>> => {
    const { status, body, text } = await server.get(who, `/effective_settings${query}`)
    assert.equal(status, 200, text)
    assert.deepEqual([Object.keys(body), Object.keys(body.results)], [['results'], ['effective_settings']])
    return body.results.effective_settings
  }
  const set = (scope: string, scopeId: number, section: string, key: string, value: unknown, at: string) =>
    runStatements(
      server,
      `insert into settings (company_id, scope, scope_id, section, key, value, last_modified)
       values (${ada.id}, '${scope}', ${scopeId}, '${section}', '${key}', '${JSON.stringify(value)}', ${Date.parse(at)}000)`,
    )

  test('effective settings have all sections in the documented order, with the documented types, and untouched ones as of 2001', async () => {
    const sections = await read(ada)
    assert.deepEqual(Object.keys(sections), Object.keys(catalog))
    const { settings, last_modified } = sections.general!
    assert.deepEqual(
      [
        settings.tz,
        settings.calculate_overtime,
        settings.daily_regular_hours,
        settings.weekly_regular_hours,
        settings.week_start,
      ],
      ['America/Denver', '1', 8, '40', 0],
    )
    assert.notEqual(last_modified, untouched)
    assert.deepEqual(sections.approvals, {
      settings: { installed: '1', employee_approval: '1' },
      last_modified: untouched,
    })
    assert.deepEqual(sections.twitter!.settings, { installed: 0 })
    assert.equal(sections.customfields!.settings.maximum_allowed_timesheet_custom_fields, 6)
  })

  test('effective settings cascade from the company to the group to the user', async () => {
    const group = await server.createOne(ada, 'groups', { name: 'Crew' })
    const [member, other] = [await server.user(ada, { group_id: group.id }), await server.user(ada)]
    await set('company', 0, 'general', 'week_start', 1, '2026-03-02T10:00:00Z')
    await set('group', group.id, 'general', 'week_start', 2, '2026-03-02T11:00:00Z')
    const start = async (who: { token: string }, query = '') => (await read(who, query)).general!.settings.week_start
    assert.deepEqual([await start(ada), await start(member), await start(other)], [1, 2, 1])
    await set('user', member.id, 'general', 'week_start', 3, '2026-03-02T12:00:00Z')
    assert.deepEqual([await start(member), await start(ada, `?user_id=${member.id}`)], [3, 3])
  })

  test('modified_since and modified_before select sections, of which those that no one changed are old', async () => {
    await set('company', 0, 'approvals', 'employee_approval', '0', '2026-03-01T19:42:03.500Z')
    const names = async (query: string) => Object.keys(await read(ada, query))
    assert.equal((await read(ada)).approvals!.last_modified, '2026-03-01T19:42:03+00:00')
    assert.deepEqual(await names('?modified_since=2026-03-01T19:42:03%2B00:00&modified_before=2026-03-02T00:00:00Z'), [
      'approvals',
    ])
    assert.deepEqual(await names('?modified_since=2026-03-01T12:42:03-0700&modified_before=2026-03-01T19:42:04Z'), [
      'approvals',
    ])
    assert.deepEqual(await names('?modified_since=2030-01-01T00:00:00Z'), [])
    const old = await names('?modified_before=2001-01-01T12:00:01Z')
    assert.deepEqual([old.includes('approvals'), old.includes('general'), old.includes('sms')], [false, false, true])
    assert.deepEqual(await names('?modified_before=2001-01-01T12:00:00Z'), [])
    assert.equal((await server.get(ada, '/effective_settings?modified_since=yesterday')).status, 417)
  })

  test('a person who moves to another group sees the settings of that group as changed', async () => {
    const group = await server.createOne(ada, 'groups', { name: 'Crew' })
    const worker = await server.user(ada)
    await set('group', group.id, 'breaks', 'hide_pre_clockout_option', 1, '2026-01-01T00:00:00Z')
    server.pass(3600)
    const since = `?modified_since=${new Date(server.now / 1000).toISOString()}`
    assert.deepEqual(await read(worker, since), {})
    const stamp = async () => {
      const { body } = await server.get(worker, '/last_modified_timestamps?endpoints=effective_settings')
      return body.results.last_modified_timestamps.effective_settings
    }
    const before = await stamp()
    await server.put(ada, '/users', [{ id: worker.id, group_id: group.id }])
    assert.equal((await read(worker, since)).breaks!.settings.hide_pre_clockout_option, 1)
    assert.notEqual(await stamp(), before)
    await server.put(ada, '/users', [{ id: worker.id, group_id: 0 }])
    assert.equal((await read(worker, since)).breaks!.settings.hide_pre_clockout_option, 0)
  })

  test('sections about connections are shown to administrators only', async () => {
    const hidden = ['restapi', 'quickbooks', 'xero', 'zenpayroll', 'invoicing', 'dcaa']
    const keeper = await server.user(ada, { permissions: { manage_users: true } })
    const shown = Object.keys(await read(keeper))
    assert.deepEqual(
      shown,
      Object.keys(catalog).filter((name) => !hidden.includes(name)),
    )
    assert.equal(Object.keys(await read(ada, `?user_id=${keeper.id}`)).length, Object.keys(catalog).length)
  })

  test('reading another user’s settings needs an administrator or the manager of the group', async () => {
    const boss = await server.user(ada)
    const group = await server.createOne(ada, 'groups', { name: 'Crew', manager_ids: [boss.id] })
    const [member, other] = [await server.user(ada, { group_id: group.id }), await server.user(ada)]
    const status = async (who: { token: string }, id: unknown) =>
      (await server.get(who, `/effective_settings?user_id=${id}`)).status
    assert.deepEqual(
      [
        await status(ada, other.id),
        await status(boss, member.id),
        await status(boss, boss.id),
        await status(other, other.id),
      ],
      [200, 200, 200, 200],
    )
    assert.deepEqual([await status(boss, other.id), await status(other, member.id)], [403, 403])
    assert.deepEqual([await status(ada, 999_999_999), await status(ada, 0), await status(ada, 'me')], [417, 417, 417])
    const foreign = await server.company()
    assert.equal(await status(foreign, member.id), 417)
    assert.equal((await server.post(ada, '/effective_settings', [{}])).status, 405)
  })
})
