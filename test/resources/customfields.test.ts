import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import type { Values } from '../../src/engine/table.ts'
import { onBoth, type TestCompany, TestServer } from '../support/server.ts'
import { runStatements } from '../support/statements.ts'

onBoth('customfields', (database) => {
  let server: TestServer
  let ada: TestCompany
  before(async () => {
    server = await TestServer.start(database)
  })
  after(() => server.stop())
  beforeEach(async () => {
    ada = await server.company()
  })

  const create = (name: string, properties: Values = {}) =>
    server.createOne(ada, 'customfields', { name, type: 'free-form', ...properties })
  const write = async (method: 'post' | 'put', item: Values, who: { token: string } = ada): Promise<Values> => {
    const { status, body, text } = await server[method](who, '/customfields', [item])
    assert.equal(status, 200, text)
    return body.results.customfields['1']
  }
  const post = (item: Values, who?: { token: string }) => write('post', item, who)
  const put = (item: Values, who?: { token: string }) => write('put', item, who)
  const names = async (query = '', who: { token: string } = ada) =>
    (await server.list(who, 'customfields', query)).map((row) => row.name)
  const refused = (item: Values, about: RegExp) => {
    assert.equal(item._status_code, 417, JSON.stringify(item))
    assert.equal(item._status_message, 'Expectation Failed')
    assert.match(item._status_extra, about)
  }

  describe('new custom fields', () => {
    test('creating a custom field returns the whole field, with its JSON types', async () => {
      const { id, ...created } = await post({
        name: 'Site zone',
        type: 'managed-list',
        applies_to: 'timesheet',
        required: 1,
        show_to_all: 'yes',
        short_code: 'zone',
      })
      assert.ok(Number.isInteger(id))
      assert.deepEqual(created, {
        _status_code: 200,
        _status_message: 'Created',
        active: true,
        required: true,
        applies_to: 'timesheet',
        type: 'managed-list',
        short_code: 'zone',
        regex_filter: '',
        name: 'Site zone',
        last_modified: '2026-03-02T15:00:00+00:00',
        created: '2026-03-02T15:00:00+00:00',
        ui_preference: 'drop_down',
        required_customfields: [],
        show_to_all: true,
      })
    })

    test('a custom field without a short code gets one of eight digits', async () => {
      const [one, two] = [await create('One'), await create('Two', { short_code: '' })]
      assert.match(one.short_code, /^\d{8}$/)
      assert.match(two.short_code, /^\d{8}$/)
      assert.notEqual(one.short_code, two.short_code)
      assert.deepEqual([one.ui_preference, one.required, one.show_to_all], ['text_box_with_suggest', false, false])
    })

    test('invalid custom fields are refused by the name of the property', async () => {
      await create('Taken', { short_code: 'TK' })
      const cases: [Values, RegExp][] = [
        [{ type: 'free-form' }, /^name is required/],
        [{ name: ' ', type: 'free-form' }, /^name must not be empty/],
        [{ name: 'x'.repeat(65), type: 'free-form' }, /^name must be at most 64/],
        [{ name: 'A' }, /^type is required/],
        [{ name: 'A', type: 'dropdown' }, /^type must be one of managed-list, free-form/],
        [{ name: 'A', type: 'free-form', applies_to: 'user' }, /^applies_to must be timesheet/],
        [{ name: 'A', type: 'free-form', applies_to: 'jobcode' }, /^applies_to must be timesheet/],
        [{ name: 'A', type: 'free-form', applies_to: 'job_code' }, /^applies_to must be one of/],
        [{ name: ' tAKEN', type: 'free-form' }, /^name: another custom field is called Taken/],
        [{ name: 'A', type: 'free-form', short_code: 'tk' }, /^short_code: TK is used by the custom field Taken/],
        [{ name: 'A', type: 'free-form', short_code: 'a b' }, /^short_code must be letters and digits/],
        [{ name: 'A', type: 'free-form', required: 'perhaps' }, /^required must be true or false/],
        [{ name: 'A', type: 'free-form', regex_filter: 'x+', flavor: 'red' }, /^Invalid params: flavor,regex_filter/],
      ]
      for (const [item, about] of cases) refused(await post(item), about)
      assert.deepEqual(await names('?active=both'), ['Taken'])
      const many = Array.from({ length: 51 }, () => ({ name: 'A', type: 'free-form' }))
      assert.equal((await server.post(ada, '/customfields', many)).status, 413)
    })

    test('creating a field with the name of an archived one restores that field with the new properties', async () => {
      const old = await create('Zone', { short_code: 'zn' })
      await put({ id: old.id, active: false })
      const back = await post({ name: 'zone', type: 'managed-list', required: true, show_to_all: true })
      assert.deepEqual(
        [
          back._status_code,
          back.id,
          back.name,
          back.active,
          back.type,
          back.required,
          back.show_to_all,
          back.short_code,
        ],
        [200, old.id, 'zone', true, 'managed-list', true, true, 'zn'],
      )
      assert.equal((await names('?active=both')).length, 1)
    })

    test('a company has at most six active custom fields, or as many as its setting allows, not counting archived ones', async () => {
      const created: Values[] = []
      for (let number = 1; number <= 6; number++) created.push(await create(`Field ${number}`))
      refused(await post({ name: 'Seventh', type: 'free-form' }), /^active: at most 6 custom fields/)
      assert.equal((await post({ name: 'Seventh', type: 'free-form', active: false }))._status_code, 200)
      refused(await post({ name: 'Seventh', type: 'free-form' }), /^active: at most 6/)
      await put({ id: created[0]!.id, active: false })
      assert.equal((await post({ name: 'Seventh', type: 'free-form' }))._status_code, 200)
      refused(await put({ id: created[0]!.id, active: true }), /^active: at most 6/)
      assert.equal((await put({ id: created[1]!.id, name: 'Renamed' }))._status_code, 200)
      await runStatements(
        server,
        `insert into settings (company_id, scope, scope_id, section, key, value, last_modified)
         values (${ada.id}, 'company', 0, 'customfields', 'maximum_allowed_timesheet_custom_fields', '7', 1)`,
      )
      assert.equal((await put({ id: created[0]!.id, active: true }))._status_code, 200)
      const shown = (await server.get(ada, '/effective_settings')).body.results.effective_settings.customfields.settings
      assert.equal(shown.maximum_allowed_timesheet_custom_fields, 7)
    })
  })

  test('updating a custom field changes its writable properties, while type and applies_to are fixed, and equal values change nothing', async () => {
    const { _status_code, _status_message, ...field } = await create('Zone')
    await create('Other', { short_code: 'oth' })
    server.pass(60)
    assert.deepEqual(await put(field), { _status_code: 200, _status_message: 'Updated', ...field })
    const patch = { name: 'Area', short_code: 'AR1', required: true, show_to_all: true }
    const changed = await put({ id: String(field.id), ...patch })
    for (const [name, value] of Object.entries(patch)) assert.deepEqual(changed[name], value)
    assert.equal(changed.last_modified, '2026-03-02T15:01:00+00:00')
    refused(await put({ id: field.id, type: 'managed-list' }), /^type cannot be changed/)
    refused(await put({ id: field.id, applies_to: 'user' }), /^applies_to cannot be changed/)
    refused(await put({ id: field.id, name: 'OTHER' }), /^name: another custom field/)
    refused(await put({ id: field.id, short_code: 'OTH' }), /^short_code: oth is used/)
    refused(await put({ id: 999_999_999, name: 'A' }), /^no custom field with that id/)
    refused(await put({ name: 'A' }), /^id/)
  })

  test('only custom fields of timesheets may be limited to certain jobcodes', async () => {
    const field = await create('Shoe size', { show_to_all: true })
    await runStatements(server, `update customfields set applies_to = 'user' where id = ${field.id}`)
    refused(await put({ id: field.id, show_to_all: false }), /^show_to_all may be false only on fields of timesheets/)
    assert.equal((await put({ id: field.id, name: 'Boots' }))._status_code, 200)
  })

  test('writing custom fields needs an administrator, and reading them no special permission', async () => {
    const keeper = await server.user(ada, { permissions: { manage_jobcodes: true, manage_users: true } })
    const field = await create('Zone')
    refused(await post({ name: 'Mine', type: 'free-form' }, keeper), /administrator/)
    refused(await put({ id: field.id, name: 'Mine' }, keeper), /administrator/)
    assert.deepEqual(await names('', keeper), ['Zone'])
    assert.equal((await server.delete(ada, `/customfields?ids=${field.id}`)).status, 405)
  })

  test('custom fields are listed by name, and can be filtered', async () => {
    const [zone, area] = [await create('zone', { type: 'managed-list' }), await create('Area')]
    const boots = await create('Boots')
    const old = await create('Old')
    await put({ id: old.id, active: false })
    await runStatements(server, `update customfields set applies_to = 'user' where id = ${boots.id}`)
    const cases: [string, string[]][] = [
      ['', ['Area', 'zone']],
      ['?applies_to=user', ['Boots']],
      ['?applies_to=jobcode', []],
      ['?applies_to=all', ['Area', 'Boots', 'zone']],
      ['?value_type=managed-list', ['zone']],
      ['?value_type=free-form', ['Area']],
      ['?value_type=both', ['Area', 'zone']],
      ['?active=no', ['Old']],
      ['?active=both', ['Area', 'Old', 'zone']],
      [`?ids=${zone.id},${area.id},5`, ['Area', 'zone']],
      ['?limit=1&page=2', ['zone']],
      ['?modified_before=2026-03-02T15:00:00%2B00:00', []],
    ]
    for (const [query, expected] of cases) assert.deepEqual(await names(query), expected, query)
    for (const query of ['?applies_to=job_code', '?value_type=x', '?active=x'])
      assert.equal((await server.get(ada, `/customfields${query}`)).status, 417, query)
    assert.equal((await server.get(ada, '/customfields')).body.more, false)
    assert.deepEqual(await names('', await server.company()), [])
  })
})
