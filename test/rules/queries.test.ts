import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { RecentValues, SharedRoom } from '../../src/engine/recent_values.ts'
import { all, inList, join, raw, sql } from '../../src/engine/sql.ts'
import { parameters, queryOf } from '../../src/wire/request.ts'

test('a query string is read as browsers write it', () => {
  const cases = [
    '',
    '?a=1',
    'a',
    'a=',
    '=a',
    '&&a=1&',
    'a=1=2',
    'a+b=c+d',
    'a=%2C%3a%2B',
    'a=%zz',
    'a=%',
    'a=%C3%A4',
    'ä=ö',
  ]
  for (const text of cases) assert.deepEqual(parameters(text), parameters(new URLSearchParams(text)), text)
  const piece = fc.oneof(
    fc.constantFrom('a', 'ids[]', 'ids[0]', '=', '&', '+', '%2C', '%3A', '%2b', '%20', '%', ' '),
    fc.string(),
  )
  fc.assert(
    fc.property(fc.array(piece), (pieces) => {
      const text = pieces.join('')
      assert.deepEqual(parameters(text), parameters(new URLSearchParams(text)))
    }),
  )
})

test('a query that was read before has the same values, even if those of the first reading were changed, and an invalid one is refused each time', () => {
  const filters = {
    day: { parse: ([text]: string[]) => text, condition: () => raw(''), aliases: [], schema: {}, about: '' },
  }
  const first = queryOf('day=1&limit=5', filters)
  first.values.day = 'changed'
  assert.deepEqual(queryOf('day=1&limit=5', filters), { ...first, values: { day: '1' } })
  for (let time = 0; time < 2; time++)
    assert.throws(() => queryOf('limit=0', filters), /limit must be between 1 and 200/)
})

test('nested SQL has its values in order, for either database', () => {
  const inner = sql`a = ${1} and ${raw('"b"')} > ${'x'}`
  const outer = sql`select * from t where ${all([inner, inList(sql`c`, [7, 8, 9])])} limit ${5}`
  assert.equal(outer.sql, 'select * from t where (a = ? and "b" > ?) and (c in (?,?,?,?)) limit ?')
  assert.equal(outer.text, 'select * from t where (a = $1 and "b" > $2) and (c in ($3,$4,$5,$6)) limit $7')
  assert.deepEqual(outer.values, [1, 'x', 7, 8, 9, 9, 5])
  assert.equal(join([1, sql`now()`], ' + ', '(', ')').sql, '(? + now())')
  assert.throws(() => join([]), TypeError)
})

test('cached values that are used stay, and others give way to them, in all maps that share their room', () => {
  const room = new SharedRoom(1000)
  const [busy, idle] = [1, 2].map(() => new RecentValues<string>(room, ({ length }) => length))
  idle!.set(1, 'x'.repeat(100))
  busy!.set(1, 'kept')
  for (let id = 2; id < 100; id++) {
    busy!.set(id, 'x'.repeat(100))
    assert.equal(busy!.get(1), 'kept')
  }
  assert.equal(idle!.get(1), undefined)
  const left = Array.from({ length: 100 }, (_, id) => busy!.get(id)).filter((value) => value !== undefined)
  assert.ok(left.length >= 5 && left.length <= 12, `${left.length} are left`)
})
