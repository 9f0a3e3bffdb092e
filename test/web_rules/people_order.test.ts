import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { initialsOf } from '../../web/components/people/names.ts'
import { usePeople } from '../../web/components/people/people.ts'
import { useShifts } from '../../web/pages/schedule/data.ts'
import { entriesByName, lanesOf, stretchesOf } from '../../web/pages/time_off/lanes.ts'
import type { Entry } from '../../web/pages/time_off/requests.ts'
import { runHook, serve } from './hooks.ts'

const users = [
  { id: 1, first_name: 'Olivia', last_name: 'Hart', group_id: 0 },
  { id: 2, first_name: 'Zoe', last_name: 'Adams', group_id: 0 },
  { id: 3, first_name: 'ana', last_name: 'Silva', group_id: 0 },
]

describe('people', () => {
  test('a circle has the initials of first and last name', () => {
    const names = ['José Da Silva, Jr.', 'Olivia Hart', 'ana', 'John Smith III', '']
    assert.deepEqual(names.map(initialsOf), ['JS', 'OH', 'A', 'JS', ''])
  })

  test('people are in the order of their names', async () => {
    serve({ users })
    const { byId } = await runHook(usePeople)
    assert.deepEqual([...byId.keys()], [3, 1, 2])
  })

  test('people with shifts that start together are in the order of their names, after open shifts', async () => {
    const day = '2026-11-18'
    const shift = (id: number, people: number[], hour = '08') => ({
      id,
      start: `${day}T${hour}:00:00-07:00`,
      end: `${day}T16:00:00-07:00`,
      timezone: 'America/Denver',
      assigned_user_ids: people.map(String),
    })
    const events = [shift(1, [2]), shift(2, [1]), shift(3, [2, 1, 3]), shift(4, []), shift(5, [2], '07')]
    serve({ users, schedule_calendars: [{ id: 1 }], schedule_events: events })
    const { data } = await runHook(() => useShifts({ first: day, last: day }))
    assert.deepEqual(
      data?.map(({ id }) => id),
      [5, 4, 3, 2, 1],
    )
    assert.deepEqual(data?.[2]?.people, [3, 1, 2])
  })

  test('people who are off on the same days are in the order of their names, below those who are off for longer', async () => {
    serve({ users })
    const { byId } = await runHook(usePeople)
    const entry = (user_id: number, date: string) =>
      ({ time_off_request_id: user_id, user_id, jobcode_id: 5, status: 'approved', date }) as Entry
    const [first, second] = ['2026-11-18', '2026-11-19'] as const
    const all = [entry(1, first), entry(2, first), entry(2, second), entry(3, first)]
    const entries = entriesByName(all, byId, 0)
    const lanes = lanesOf(stretchesOf(entries), [first, second])
    assert.deepEqual(
      lanes.get(first)!.map((stretch) => stretch?.userId),
      [2, 3, 1],
    )
    assert.deepEqual(
      entries.map(({ user_id }) => user_id),
      [3, 1, 2, 2],
    )
  })
})
