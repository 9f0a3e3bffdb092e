import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Values } from '../../src/engine/fields.ts'

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
  const make = (name: string, properties: Values = {}) => server.createOne(ada, 'jobcodes', { name, ...properties })
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

  describe('creating', () => {
    before(fresh)

    test('a jobcode is answered whole, with its defaults and JSON types', async () => {
      const { _status_code, _status_message, id, ...made } = await post({ name: ' Roof repair ' })
      assert.deepEqual([_status_code, _status_message], [200, 'Created'])
      assert.ok(Number.isInteger(id))
      assert.deepEqual(made, {
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

    test('takes booleans as words, numbers as strings and the vendor’s beta property', async () => {
      const folder = await make('Words')
      const made = await post({
        name: 'Hall',
        parent_id: String(folder.id),
        billable: 'yes',
        billable_rate: '64.50',
        short_code: 'rr1',
        assigned_to_all: 'no',
        connect_with_quickbooks: true,
      })
      assert.deepEqual(
        [made.parent_id, made.billable, made.billable_rate, made.short_code, made.assigned_to_all],
        [folder.id, true, 64.5, 'rr1', false],
      )
      assert.equal('connect_with_quickbooks' in made, false)
    })

    test('what is wrong is refused, naming the property, and the rest of the batch stands', async () => {
      const break_ = await make('Not a folder', { type: 'pto' })
      const cases: [Values, RegExp][] = [
        [{}, /^name is required/],
        [{ name: '  ' }, /^name must be at least 1/],
        [{ name: 'x'.repeat(65) }, /^name must be at most 64/],
        [{ name: 'A', short_code: 'a-b' }, /^short_code must be letters and digits/],
        [{ name: 'A', short_code: 'x'.repeat(33) }, /^short_code must be at most 32/],
        [{ name: 'A', billable_rate: -1 }, /^billable_rate must be a number from 0 to 999999.99/],
        [{ name: 'A', billable_rate: 1_000_000 }, /^billable_rate/],
        [{ name: 'A', parent_id: 999_999_999 }, /^parent_id: there is no jobcode 999999999/],
        [{ name: 'A', parent_id: 99_999_999_999 }, /^parent_id must be between/],
        [{ name: 'A', parent_id: break_.id }, /^parent_id: nothing can lie below/],
        [{ name: 'A', type: 'paid_break' }, /^type must be regular or pto/],
        [{ name: 'A', type: 'unpaid_break' }, /^type must be regular or pto/],
        [{ name: 'A', type: 'job' }, /^type must be one of/],
        [{ name: 'A', active: false, assigned_to_all: true }, /^assigned_to_all must be false/],
        [{ name: 'A', colour: 'red', project_id: 5 }, /^Invalid params: colour,project_id/],
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

    test('empty read-only leftovers are ignored', async () => {
      const made = await post({ name: 'Left', last_modified: '', created: '', locations: [], required_customfields: [] })
      assert.equal(made._status_code, 200)
    })

    test('billable_rate keeps two decimals', async () => {
      assert.equal((await make('Cents', { billable_rate: 37.555 })).billable_rate, 37.56)
    })

    test('parent, name and type as those of an existing one: 202 and that one, even when archived', async () => {
      const first = await make('Twin', { short_code: 'tw' })
      const again = await post({ name: ' tWIN', short_code: 'other', billable: true })
      assert.deepEqual(again, { ...first, _status_code: 202, _status_message: 'Accepted' })
      await put({ id: first.id, active: false })
      const archived = await post({ name: 'Twin' })
      assert.deepEqual([archived._status_code, archived.id, archived.active], [202, first.id, false])
      assert.equal((await read(first.id)).active, false)
    })

    test('a name is unique among siblings whatever the type, a short code too, archived ones included', async () => {
      const gone = await make('Gone', { short_code: 'GO' })
      await put({ id: gone.id, active: false })
      refused(await post({ name: 'gone', type: 'pto' }), /^name: another jobcode under the same parent is called Gone/)
      refused(await post({ name: 'New', short_code: 'go' }), /^short_code: GO is used/)
      const folder = await make('Elsewhere')
      assert.equal((await post({ name: 'Gone', short_code: 'go', parent_id: folder.id }))._status_code, 200)
      const [one, two] = await items('post', [
        { name: 'Same batch', short_code: 'sb' },
        { name: 'Another', short_code: 'SB' },
      ])
      assert.equal(one!._status_code, 200)
      refused(two!, /^short_code/)
    })

    test('nothing is created below an archived, pto, break or project jobcode', async () => {
      const gone = await make('Archived folder')
      await put({ id: gone.id, active: false })
      refused(await post({ name: 'Child', parent_id: gone.id }), /^parent_id: the jobcode Archived folder is archived/)
      const project = await make('Project')
      await runStatements(server, `update jobcodes set project_id = 5 where id = ${project.id}`)
      refused(await post({ name: 'Child', parent_id: project.id }), /^parent_id: Project is a project/)
    })
  })
})
