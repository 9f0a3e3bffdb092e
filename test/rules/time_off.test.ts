import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  decisionError,
  mayApproveTimeOff,
  mayRequest,
  oversees,
  type Status,
  statuses,
  statusOf,
} from '../../src/rules/time/time_off.ts'

const person = (userId: number, more: { isAdmin?: true; permissions?: string[]; manages?: number[] } = {}) => ({
  userId,
  isAdmin: more.isAdmin ?? false,
  permissions: new Set(more.permissions),
  manages: more.manages ?? [],
})
const owner = { id: 1, group_id: 7 }
const people = {
  owner: person(1),
  stranger: person(2),
  manager: person(3, { manages: [7] }),
  foreign: person(4, { manages: [8] }),
  approver: person(5, { permissions: ['approve_timesheets'] }),
  admin: person(6, { isAdmin: true }),
  'own manager': person(1, { manages: [7] }),
  'own admin': person(1, { isAdmin: true }),
}

test('managers, approvers and administrators approve and request time off for others, and people request their own', () => {
  const table = Object.entries(people).map(([name, caller]) => [
    name,
    oversees(caller, owner),
    mayApproveTimeOff(caller, owner),
    mayRequest(caller, owner),
  ])
  assert.deepEqual(table, [
    ['owner', false, false, true],
    ['stranger', false, false, false],
    ['manager', true, true, true],
    ['foreign', false, false, false],
    ['approver', true, true, true],
    ['admin', true, true, true],
    ['own manager', true, false, true],
    ['own admin', true, true, true],
  ])
})

test('a time off request takes only the allowed steps from each status, by the people who may take them', () => {
  // In the order pending, approved, denied, canceled; 0 is allowed.
  const expected: Record<string, Record<Status, number[]>> = {
    owner: {
      pending: [417, 403, 403, 0],
      approved: [417, 417, 403, 403],
      denied: [417, 417, 417, 417],
      canceled: [417, 417, 417, 417],
    },
    manager: {
      pending: [417, 0, 0, 0],
      approved: [417, 417, 0, 0],
      denied: [0, 417, 417, 417],
      canceled: [0, 417, 417, 417],
    },
    'own manager': {
      pending: [417, 403, 0, 0],
      approved: [417, 417, 0, 0],
      denied: [0, 417, 417, 417],
      canceled: [0, 417, 417, 417],
    },
    stranger: {
      pending: [417, 403, 403, 403],
      approved: [417, 417, 403, 403],
      denied: [417, 417, 417, 417],
      canceled: [417, 417, 417, 417],
    },
  }
  for (const [name, table] of Object.entries(expected))
    for (const from of statuses)
      assert.deepEqual(
        statuses.map((to) => decisionError(people[name as 'owner'], owner, from, to)?.status ?? 0),
        table[from],
        `${name}: ${from}`,
      )
  for (const same of ['approver', 'admin', 'own admin'] as const)
    for (const from of statuses)
      for (const to of statuses)
        assert.deepEqual(decisionError(people[same], owner, from, to), decisionError(people.manager, owner, from, to))
})

test('the status of a time off request follows from its entries', () => {
  for (const [entries, status] of [
    [[], 'canceled'],
    [['denied'], 'denied'],
    [['approved', 'approved'], 'approved'],
    [['approved', 'pending', 'denied'], 'pending'],
    [['denied', 'approved', 'canceled'], 'approved'],
    [['canceled', 'denied'], 'denied'],
  ] as const)
    assert.equal(statusOf(entries), status)
})
