import assert from 'node:assert/strict'
import { test } from 'node:test'
import { eventsOf, isWanted, passes, subjectOf, unknownType } from '../../../src/rules/webhooks/events.ts'

test('webhook events name one record of a resource', () => {
  const names = {
    timesheets: 'timesheet',
    locations_map: 'location_map',
    time_off_request_entries: 'time_off_request_entry',
  }
  for (const [resource, subject] of Object.entries(names)) assert.equal(subjectOf(resource), subject)
  assert.deepEqual(eventsOf(['groups']), ['group.created', 'group.updated', 'group.archived', 'group.deleted'])
})

test('a pattern of a webhook stands for its event, for all of a resource, for all of an action, or for everything', () => {
  const cases: [types: string[], event: string, wanted: boolean][] = [
    [['group.created'], 'group.created', true],
    [['group.created'], 'group.updated', false],
    [['group.*'], 'group.updated', true],
    [['group.*'], 'groupie.updated', false],
    [['*.deleted'], 'user.deleted', true],
    [['*.deleted'], 'user.created', false],
    [['*'], 'webhook.gap', true],
    [[], 'group.created', false],
  ]
  for (const [types, event, wanted] of cases) assert.equal(isWanted(types, event), wanted, `${types} ${event}`)
  const events = eventsOf(['groups', 'users'])
  assert.equal(unknownType(['*', 'group.*', '*.archived', 'user.deleted'], events), undefined)
  for (const type of ['group', 'groups.created', '*.*', 'group.painted', 'nothing.*', ''])
    assert.equal(unknownType([type], events), type)
})

test('a filter of a webhook passes records with one of the ids of each of its properties', () => {
  const groupOf = (id: number) => ({ 1: 10, 2: 20 })[id]
  const sheet = { user_id: 1, jobcode_id: 5 }
  const cases: [filter: object, resource: string, columns: object, passes: boolean][] = [
    [{}, 'locations', {}, true],
    [{ user_ids: [1, 2] }, 'timesheets', sheet, true],
    [{ user_ids: [2] }, 'timesheets', sheet, false],
    [{ user_ids: [1] }, 'users', { id: 1, group_id: 10 }, true],
    [{ user_ids: [1] }, 'locations', {}, false],
    [{ group_ids: [10] }, 'timesheets', sheet, true],
    [{ group_ids: [20] }, 'timesheets', sheet, false],
    [{ group_ids: [20] }, 'users', { id: 9, group_id: 20 }, true],
    [{ group_ids: [20] }, 'groups', { id: 20 }, true],
    [{ group_ids: [20] }, 'schedule_events', { user_id: 0, assigned_user_ids: ',1,2,' }, true],
    [{ jobcode_ids: [5] }, 'timesheets', sheet, true],
    [{ jobcode_ids: [5] }, 'jobcodes', { id: 5 }, true],
    [{ jobcode_ids: [6], user_ids: [1] }, 'timesheets', sheet, false],
    [{ jobcode_ids: [5], user_ids: [1] }, 'timesheets', sheet, true],
  ]
  for (const [filter, resource, columns, expected] of cases)
    assert.equal(
      passes(filter, resource, { ...columns }, groupOf),
      expected,
      JSON.stringify([filter, resource, columns]),
    )
})
