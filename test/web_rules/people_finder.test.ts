import assert from 'node:assert/strict'
import { test } from 'node:test'
import { peopleFinder } from '../../web/pages/import/people_finder.ts'

const user = (id: number, username: string, first_name: string, last_name: string, group_id = 0) => ({
  ...{ id, username, first_name, last_name, group_id, email: '', display_name: '' },
})
const known = {
  users: [user(1, 'rosa', 'Rosa', 'Diaz', 4), user(2, 'jonas', 'Jonas', 'Lind', 4), user(3, 'jonas2', 'Jonas', 'Lind')],
  groups: [{ id: 4, name: 'Crew' }],
} as unknown as Parameters<typeof peopleFinder>[0]
const find = peopleFinder(known, 'Everyone')

test('people in a file are found by username, group and name in either order; a name of several people is refused', () => {
  const cases: [text: string, people: number[], refused?: string[]][] = [
    ['rosa', [1]],
    ['Rosa Diaz', [1]],
    ['Diaz, Rosa', [1]],
    ['rosa, jonas2', [1, 3]],
    ['Diaz, Rosa; jonas', [1, 2]],
    ['crew', [1, 2]],
    ['Jonas Lind', [], ['Jonas Lind']],
    ['Lind, Jonas', [], ['Lind, Jonas']],
    ['Someone; rosa', [1], ['Someone']],
    ['', []],
  ]
  for (const [text, people, refused = []] of cases) {
    const found = find(text)
    assert.deepEqual([found.people, [...found.unknown, ...found.shared]], [people, refused], text)
  }
  assert.equal(find('everyone').everyone, true)
  assert.equal(find('').everyone, false)
})
