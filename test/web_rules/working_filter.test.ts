import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Person } from '../../web/pages/working/board.ts'
import { grouped, matching, noneOnText } from '../../web/pages/working/filter.ts'

const person = (name: string, groupId: number, jobId?: number, place?: { name: string; known: boolean }) =>
  ({ name, groupId, text: name.toLowerCase(), running: jobId === undefined ? undefined : { jobId }, place }) as Person
const mateo = person('Mateo Cruz', 1, 10, { name: 'Lot 14', known: true })
const jack = person('Jack Nolan', 1, 9, { name: '39.7, -104.9', known: false })
const nora = person('Nora Quinn', 0)
const people = [mateo, jack, nora]
const names = (list: readonly Person[]) => list.map(({ name }) => name)

describe('the list of people at work', () => {
  const shown = (filter: object) => names(matching(people, { words: '', group: '', job: '', ...filter }))

  test('the list of people at work is filtered by text, group and job', () => {
    assert.deepEqual(shown({}), names(people))
    assert.deepEqual(shown({ words: 'cruz mat' }), ['Mateo Cruz'])
    assert.deepEqual(shown({ group: '1' }), ['Mateo Cruz', 'Jack Nolan'])
    assert.deepEqual(shown({ group: '0' }), ['Nora Quinn'], 'those in no group')
    assert.deepEqual(shown({ job: '9' }), ['Jack Nolan'])
    assert.deepEqual(shown({ group: '1', job: '10', words: 'jack' }), [])
  })

  test('the list of people at work is grouped by job in the order of names and ids', () => {
    const groups = grouped([mateo, jack], 'job', (id) => `Lot ${id}`)
    assert.deepEqual(
      groups.map(([title, members]) => [title, names(members)]),
      [
        ['Lot 9', ['Jack Nolan']],
        ['Lot 10', ['Mateo Cruz']],
      ],
    )
  })

  test('the list of people at work is grouped by location, with unknown ones last', () => {
    const groups = grouped([jack, mateo], 'place', String)
    assert.deepEqual(
      groups.map(([title]) => title),
      ['Lot 14', 'Other or unknown location'],
    )
  })

  test('the list of people at work shows that no one is on the clock, in all or of those shown', () => {
    assert.equal(noneOnText([nora], [nora]), 'No one is on the clock.')
    assert.equal(noneOnText(people, [nora]), 'No one here is on the clock.')
  })
})
