import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import type { Values } from '../../src/engine/table.ts'
import { onBoth, type TestCompany, TestServer } from '../support/server.ts'
import { runStatements } from '../support/statements.ts'

type Person = { id: number; token: string }

onBoth('jobcode_assignments', (database) => {
  let server: TestServer
  let ada: TestCompany
  let ann: Person
  let top: Values
  let middle: Values
  let leaf: Values
  before(async () => {
    server = await TestServer.start(database)
  })
  after(() => server.stop())

  beforeEach(async () => {
    ada = await server.company()
    ann = await server.user(ada)
    top = await job('Top')
    middle = await job('Middle', { parent_id: top.id })
    leaf = await job('Leaf', { parent_id: middle.id })
  })

  const job = (name: string, properties: Values = {}) => server.createOne(ada, 'jobcodes', { name, ...properties })
  const assign = (user_id: unknown, jobcode_id: unknown) =>
    server.createOne(ada, 'jobcode_assignments', { user_id, jobcode_id })
  const post = async (item: Values, who: { token: string } = ada): Promise<Values> => {
    const { status, body, text } = await server.post(who, '/jobcode_assignments', [item])
    assert.equal(status, 200, text)
    return body.results.jobcode_assignments['1']
  }
  const remove = async (ids: unknown, who: { token: string } = ada): Promise<Record<string, Values>> => {
    const { status, body, text } = await server.delete(who, `/jobcode_assignments?ids=${ids}`)
    assert.equal(status, 200, text)
    return body.results.jobcode_assignments
  }
  const list = (query = '', who: { token: string } = ada) => server.list(who, 'jobcode_assignments', query)
  /** Jobcodes for which a user has an active record, by name. */
  const has = async (userId: number) => {
    const rows = (await list('?active=yes')).filter((row) => row.user_id === userId)
    const names = new Map([top, middle, leaf].map((row) => [row.id, row.name]))
    return rows.map((row) => names.get(row.jobcode_id) ?? row.jobcode_id)
  }
  const refused = (item: Values, about: RegExp) => {
    assert.equal(item._status_code, 417, JSON.stringify(item))
    assert.match(item._status_extra, about)
  }

  describe('a new assignment', () => {
    test('assigning returns the record with its types, the user, and the jobcode with its parents', async () => {
      const { status, body } = await server.post(ada, '/jobcode_assignments', [
        { user_id: String(ann.id), jobcode_id: String(leaf.id), created: '', last_modified: '', active: 'true' },
      ])
      assert.equal(status, 200)
      const { id, ...item } = body.results.jobcode_assignments['1']
      assert.ok(Number.isInteger(id))
      assert.deepEqual(item, {
        _status_code: 200,
        _status_message: 'Created',
        user_id: ann.id,
        jobcode_id: leaf.id,
        active: true,
        last_modified: '2026-03-02T15:00:00+00:00',
        created: '2026-03-02T15:00:00+00:00',
      })
      assert.deepEqual(Object.keys(body.supplemental_data.users), [String(ann.id)])
      assert.deepEqual(Object.keys(body.supplemental_data.jobcodes), [top.id, middle.id, leaf.id].map(String))
    })

    test('assigning a folder assigns everything below it, with one record each', async () => {
      await assign(ann.id, top.id)
      assert.deepEqual(await has(ann.id), ['Top', 'Middle', 'Leaf'])
      const walked = await list(`?jobcode_parent_id=${middle.id}&user_ids=${ann.id}`)
      assert.deepEqual(
        walked.map((row) => row.jobcode_id),
        [leaf.id],
      )
    })

    test('assigning a leaf assigns nothing above it', async () => {
      await assign(ann.id, leaf.id)
      assert.deepEqual(await has(ann.id), ['Leaf'])
    })

    test('a child created later below an assigned folder is assigned at that moment', async () => {
      await assign(ann.id, top.id)
      const later = await job('Later', { parent_id: middle.id })
      assert.deepEqual(await has(ann.id), ['Top', 'Middle', 'Leaf', later.id])
    })

    test('assigning a folder leaves archived jobcodes below it out', async () => {
      await server.put(ada, '/jobcodes', [{ id: leaf.id, active: false }])
      await assign(ann.id, top.id)
      assert.deepEqual(await has(ann.id), ['Top', 'Middle'])
    })

    test('assigning twice returns the same record, and a removed one comes back under its old id', async () => {
      const first = await assign(ann.id, leaf.id)
      server.pass(60)
      assert.deepEqual(await assign(ann.id, leaf.id), first)
      await remove(first.id)
      server.pass(60)
      const again = await assign(ann.id, leaf.id)
      assert.deepEqual([again.id, again.active, again.created], [first.id, true, first.created])
      assert.notEqual(again.last_modified, first.last_modified)
    })

    test('invalid assignments are refused, and repeated as sent', async () => {
      const gone = await server.user(ada)
      await server.put(ada, '/users', [{ id: gone.id, active: false }])
      const [old, lunch] = [await job('Old'), await job('Lunch')]
      await server.put(ada, '/jobcodes', [{ id: old.id, active: false }])
      await runStatements(server, `update jobcodes set type = 'paid_break' where id = ${lunch.id}`)
      const cases: [Values, RegExp][] = [
        [{}, /^user_id is required/],
        [{ user_id: ann.id }, /^jobcode_id is required/],
        [{ user_id: 'ann', jobcode_id: leaf.id }, /^user_id must be a whole number/],
        [{ user_id: -1, jobcode_id: leaf.id }, /^user_id must be between/],
        [{ user_id: 999_999_999, jobcode_id: leaf.id }, /^user_id: there is no active user 999999999/],
        [{ user_id: gone.id, jobcode_id: leaf.id }, /^user_id: there is no active user/],
        [{ user_id: ann.id, jobcode_id: 0 }, /^jobcode_id: there is no active jobcode 0/],
        [{ user_id: ann.id, jobcode_id: '999999999' }, /^jobcode_id: there is no active jobcode/],
        [{ user_id: ann.id, jobcode_id: old.id }, /^jobcode_id: there is no active jobcode/],
        [{ user_id: ann.id, jobcode_id: lunch.id }, /^jobcode_id: breaks cannot be assigned/],
        [{ user_id: ann.id, jobcode_id: leaf.id, active: false }, /^active must be true/],
        [{ user_id: ann.id, jobcode_id: leaf.id, inherited: true }, /^Invalid params: inherited/],
        [{ user_id: ann.id, jobcode_id: leaf.id, note: 'x' }, /^Invalid params: note/],
      ]
      for (const [item, about] of cases) {
        const answer = await post(item)
        refused(answer, about)
        assert.deepEqual([answer.user_id, answer.jobcode_id], [item.user_id, item.jobcode_id])
      }
      assert.deepEqual(await list(), [])
      const many = Array.from({ length: 51 }, () => ({ user_id: ann.id, jobcode_id: leaf.id }))
      assert.equal((await server.post(ada, '/jobcode_assignments', many)).status, 413)
      assert.equal((await server.put(ada, '/jobcode_assignments', [{}])).status, 405)
    })

    test('an assignment to user 0 is one to everyone, and assigned_to_all follows it', async () => {
      const record = await assign(0, middle.id)
      const flags = async () => (await server.list(ada, 'jobcodes')).map((row) => [row.name, row.assigned_to_all])
      assert.deepEqual(await flags(), [
        ['Leaf', true],
        ['Middle', true],
        ['Top', false],
      ])
      await remove(record.id)
      assert.deepEqual(await flags(), [
        ['Leaf', false],
        ['Middle', false],
        ['Top', false],
      ])
    })
  })

  describe('a removed assignment', () => {
    test('a removed assignment is listed as inactive, and results are keyed by the text sent', async () => {
      const record = await assign(ann.id, leaf.id)
      server.pass(60)
      const { body } = await server.delete(ada, `/jobcode_assignments?ids=${record.id},,77,x, 9999999999`)
      const missing = (id: string) => ({
        _status_code: 417,
        _status_message: 'Expectation Failed!',
        _status_extra: 'no assignment with that id exists',
        _status_reason: { code: 'no_such_assignment' },
        id,
      })
      assert.deepEqual(body, {
        results: {
          jobcode_assignments: {
            [record.id]: { _status_code: 200, _status_message: 'OK, deleted', id: record.id },
            '': missing(''),
            77: missing('77'),
            x: missing('x'),
            9999999999: missing('9999999999'),
          },
        },
      })
      const [row] = await list()
      assert.deepEqual([row!.id, row!.active], [record.id, false])
      assert.notEqual(row!.last_modified, record.last_modified)
      refused((await remove(record.id))[record.id]!, /already removed/)
    })

    test('a removal without ids removes nothing, and one of more than 50 is refused', async () => {
      await assign(ann.id, leaf.id)
      const { status, body } = await server.delete(ada, '/jobcode_assignments')
      assert.deepEqual([status, body], [200, { results: { jobcode_assignments: {} } }])
      const ids = Array.from({ length: 51 }, (_, index) => index + 1).join(',')
      assert.equal((await server.delete(ada, `/jobcode_assignments?ids=${ids}`)).status, 413)
      assert.deepEqual(await has(ann.id), ['Leaf'])
    })

    test('removing a folder removes what was inherited from it, while direct assignments stay', async () => {
      await assign(ann.id, middle.id)
      const folder = await assign(ann.id, top.id)
      await remove(folder.id)
      assert.deepEqual(await has(ann.id), ['Middle', 'Leaf'])
    })

    test('an inherited assignment that was later assigned directly stays, too', async () => {
      const folder = await assign(ann.id, top.id)
      await assign(ann.id, leaf.id)
      await remove(folder.id)
      assert.deepEqual(await has(ann.id), ['Leaf'])
    })

    test('removing the assignment of one user leaves those of others alone', async () => {
      const bob = await server.user(ada)
      const [one] = [await assign(ann.id, top.id), await assign(bob.id, top.id)]
      await remove(one.id)
      assert.deepEqual([await has(ann.id), await has(bob.id)], [[], ['Top', 'Middle', 'Leaf']])
    })
  })

  describe('the rights to assignments', () => {
    test('group managers assign to members, people with manage_users to anyone, and people with manage_jobcodes to everyone at once', async () => {
      const group = await server.createOne(ada, 'groups', { name: 'Crew' })
      const member = await server.user(ada, { group_id: group.id })
      const boss = await server.user(ada)
      await server.put(ada, '/groups', [{ id: group.id, manager_ids: [boss.id] }])
      const keeper = await server.user(ada, { permissions: { manage_jobcodes: true } })
      const hr = await server.user(ada, { permissions: { manage_users: true } })
      const outcome = async (who: Person, userId: number) => {
        const assigned = await post({ user_id: userId, jobcode_id: leaf.id }, who)
        return assigned._status_code
      }
      const table: [string, Person, number, number, number][] = [
        ['employee', ann, 417, 417, 417],
        ['manager', boss, 200, 417, 417],
        ['manage_jobcodes', keeper, 417, 417, 200],
        ['manage_users', hr, 200, 200, 200],
        ['administrator', ada as unknown as Person, 200, 200, 200],
      ]
      for (const [title, who, ofMember, ofAnn, ofAll] of table)
        assert.deepEqual(
          [await outcome(who, member.id), await outcome(who, ann.id), await outcome(who, 0)],
          [ofMember, ofAnn, ofAll],
          title,
        )

      const all = await list()
      const of = (userId: number) => all.find((row) => row.user_id === userId)!.id
      const removal = async (who: Person, userId: number) => (await remove(of(userId), who))[of(userId)]!._status_code
      assert.deepEqual(
        [await removal(ann, ann.id), await removal(ann, 0), await removal(ann, member.id)],
        [417, 417, 417],
      )
      assert.deepEqual(
        [await removal(boss, ann.id), await removal(boss, 0), await removal(boss, member.id)],
        [417, 417, 200],
      )
      assert.deepEqual([await removal(keeper, ann.id), await removal(keeper, 0)], [417, 200])
      assert.equal(await removal(hr, ann.id), 200)
    })

    test('people see their own assignments and those to everyone, managers also their members’, and the others all', async () => {
      const group = await server.createOne(ada, 'groups', { name: 'Crew' })
      const member = await server.user(ada, { group_id: group.id })
      const boss = await server.user(ada)
      await server.put(ada, '/groups', [{ id: group.id, manager_ids: [boss.id] }])
      const keeper = await server.user(ada, { permissions: { manage_jobcodes: true } })
      for (const id of [0, ann.id, member.id, boss.id]) await assign(id, leaf.id)
      const seen = async (who: { token: string }, query = '') => (await list(query, who)).map((row) => row.user_id)
      assert.deepEqual(await seen(ann), [0, ann.id])
      assert.deepEqual(await seen(boss), [0, member.id, boss.id])
      assert.deepEqual(await seen(keeper), [0, ann.id, member.id, boss.id])
      assert.deepEqual(await seen(ann, `?user_ids=${member.id}`), [0])
      assert.deepEqual(await seen(boss, `?user_ids=${boss.id},${member.id}`), [0, member.id, boss.id])
    })
  })

  test('assignments can be filtered by every parameter', async () => {
    const bob = await server.user(ada)
    const [off, old] = [await job('Vacation', { type: 'pto' }), await job('Old')]
    const mine = await assign(ann.id, leaf.id)
    const everyone = await assign(0, middle.id)
    await assign(bob.id, off.id)
    const removed = await assign(bob.id, leaf.id)
    await remove(removed.id)
    await assign(bob.id, old.id)
    await server.put(ada, '/jobcodes', [{ id: old.id, active: false }])
    const pairs = async (query: string) => (await list(query)).map((row) => [row.user_id, row.jobcode_id])
    const [m, l, bl, o, v] = [
      [0, middle.id],
      [ann.id, leaf.id],
      [bob.id, leaf.id],
      [bob.id, old.id],
      [bob.id, off.id],
    ]
    const ml = [0, leaf.id]
    const cases: [string, unknown[]][] = [
      ['', [m, ml, l, bl, o]],
      [`?user_ids=${ann.id}`, [m, ml, l]],
      [`?user_ids=${ann.id},${bob.id}`, [m, ml, l, bl, o]],
      ['?type=pto', [v]],
      ['?type=all', [m, ml, l, bl, v, o]],
      [`?jobcode_id=${leaf.id}`, [ml, l, bl]],
      [`?jobcode_ids=${middle.id},${old.id}`, [m, o]],
      [`?jobcode_parent_id=${middle.id}`, [ml, l, bl]],
      ['?jobcode_parent_id=0', [o]],
      ['?active=yes', [m, ml, l]],
      ['?active=no', [bl, o]],
      ['?active_jobcodes=no', [o]],
      ['?active_jobcodes=yes', [m, ml, l, bl]],
      [`?ids=${mine.id},${everyone.id}`, [m, l]],
      ['?modified_since=2026-03-03T00:00:00%2B00:00', []],
      ['?modified_before=2026-03-03T00:00:00%2B00:00&limit=1&page=2', [ml]],
    ]
    for (const [query, expected] of cases) assert.deepEqual(await pairs(query), expected, query)
    for (const query of ['?type=x', '?user_ids=x', '?active=x', '?jobcode_id=x', '?limit=201'])
      assert.equal((await server.get(ada, `/jobcode_assignments${query}`)).status, 417, query)
    const { body } = await server.get(ada, `/jobcode_assignments?user_ids=${ann.id}`)
    assert.deepEqual(Object.keys(body.supplemental_data.users), [String(ann.id)])
    assert.deepEqual(Object.keys(body.supplemental_data.jobcodes), [top.id, middle.id, leaf.id].map(String))
    assert.equal(body.more, false)
  })

  test('a folder of thousands is assigned at once, with few statements', async () => {
    const size = 3000
    const columns = `company_id, id, parent_id, name, name_key, short_code, short_code_key, type, billable, billable_rate,
      has_children, assigned_to_all, required_customfields, filtered_customfielditems, project_id, customfields, active, created, last_modified`
    const rows = Array.from(
      { length: size },
      (_, index) =>
        `(${ada.id}, ${1_000_000_000 + ada.id * 10_000 + index}, ${leaf.id}, 'n${index}', 'n${index}', '', '', 'regular', 0, 0, 0, 0, '', '', 0, '', 1, 1, 1)`,
    )
    await runStatements(server, `insert into jobcodes (${columns}) values ${rows.join(',')}`)
    const before = server.db.statements()
    const record = await assign(ann.id, top.id)
    // With a row of the change log for each: a hundred rows a statement, twice.
    assert.ok(server.db.statements() - before < 100)
    const { body } = await server.get(ada, '/jobcode_assignments?active=yes&limit=1&page=3003')
    assert.equal(Object.keys(body.results.jobcode_assignments).length, 1)
    await remove(record.id)
    assert.deepEqual(await list('?active=yes'), [])
  })

  test('another company’s users and jobcodes cannot be assigned', async () => {
    const other = await server.company()
    const record = await assign(ann.id, leaf.id)
    const mine = await server.createOne(other, 'jobcodes', { name: 'Mine' })
    refused(await post({ user_id: ann.id, jobcode_id: mine.id }, other), /^user_id/)
    refused(await post({ user_id: other.adminId, jobcode_id: leaf.id }, other), /^jobcode_id/)
    assert.deepEqual(await list('?user_ids=', other), [])
    refused((await remove(record.id, other))[record.id]!, /no assignment/)
  })
})
