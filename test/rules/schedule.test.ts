import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { textOf } from '../../src/rules/refusals/index.ts'
import {
  editReach,
  limitedPermissions,
  mayEditEvent,
  notices,
  spanProblem,
  viewReach,
} from '../../src/rules/time/schedule.ts'

const caller = (permissions: string[], manages: number[] = [], isAdmin = false) => ({
  userId: 1,
  isAdmin,
  permissions: new Set(permissions),
  manages,
})

describe('the events that a person edits and sees', () => {
  const cases: [string[], boolean, string, string][] = [
    [[], true, 'everyone', 'everyone'],
    [['manage_no_schedules'], true, 'everyone', 'everyone'],
    [['manage_company_schedules'], false, 'everyone', 'everyone'],
    [['manage_schedules'], false, 'managed', 'managed'],
    [['manage_my_schedule'], false, 'self', 'self'],
    [['manage_schedules', 'manage_my_schedule'], false, 'self managed', 'self managed'],
    [['manage_no_schedules', 'manage_company_schedules'], false, '', ''],
    [['manage_no_schedules', 'manage_schedules', 'manage_my_schedule', 'view_my_schedules'], false, '', 'self'],
    [['view_company_schedules'], false, '', 'everyone'],
    [['view_group_schedules'], false, '', 'group'],
    [['view_my_schedules'], false, '', 'self'],
    [['manage_my_schedule', 'view_group_schedules'], false, 'self', 'self group'],
    [['manage_users', 'manage_timesheets', 'reports'], false, '', ''],
    [[], false, '', ''],
  ]
  for (const [permissions, isAdmin, edits, sees] of cases)
    test(`${isAdmin ? 'an administrator' : 'a person'} with ${permissions.join(', ') || 'no permission'} edits events of ${edits || 'no one'} and sees those of ${sees || 'no one'}`, () => {
      const person = caller(permissions, [], isAdmin)
      const on = (reach: object) => Object.entries(reach).flatMap(([name, value]) => (value ? [name] : []))
      assert.deepEqual(on(editReach(person)).join(' '), edits)
      assert.deepEqual(on(viewReach(person)).join(' '), sees)
    })
})

describe('the right to change an event', () => {
  const own = { id: 1, group_id: 5 }
  const member = { id: 2, group_id: 7 }
  const stranger = { id: 3, group_id: 0 }
  const cases: [string[], (typeof own)[], number, boolean][] = [
    [['manage_my_schedule'], [own], 9, true],
    [['manage_my_schedule'], [own, member], 9, false],
    [['manage_my_schedule'], [], 1, true],
    [['manage_my_schedule'], [], 2, false],
    [['manage_schedules'], [member], 9, true],
    [['manage_schedules'], [own], 9, false],
    [['manage_schedules'], [member, stranger], 9, false],
    [['manage_schedules'], [stranger], 1, false],
    [['manage_schedules'], [], 1, true],
    [['manage_schedules', 'manage_my_schedule'], [member, own], 9, true],
    [['manage_company_schedules'], [stranger, member], 9, true],
    [['view_company_schedules'], [own], 1, false],
    [[], [], 1, false],
  ]
  for (const [permissions, assignees, creator, may] of cases)
    test(`with ${permissions.join(', ') || 'no permission'}, a person ${may ? 'may' : 'may not'} change an event of ${assignees.length > 0 ? `users ${assignees.map(({ id }) => id)}` : `no one that user ${creator} created`}`, () =>
      assert.equal(mayEditEvent(caller(permissions, [7, 0]), assignees, creator), may))
})

test('a schedule event ends after it starts, at most 31 days later', () => {
  const day = 86_400_000_000
  assert.equal(spanProblem(0, 1), undefined)
  assert.equal(spanProblem(5, 5 + 31 * day), undefined)
  assert.match(textOf(spanProblem(5, 5)!), /^end must be after/)
  assert.match(textOf(spanProblem(5, 4)!), /^end must be after/)
  assert.match(textOf(spanProblem(5, 6 + 31 * day)!), /31 days/)
})

describe('the notifications about an event', () => {
  const known = { user_id: 2, start: 10, end: 20 }
  const unassigned = { user_id: 0, start: 0, end: 0 }
  const event = { assignee: 2, active: true, draft: false, start: 10, end: 20 }
  const cases: [string, typeof known, typeof event, string[], typeof known][] = [
    ['a draft notifies no one', unassigned, { ...event, draft: true }, [], unassigned],
    ['an event notifies its assignee when it is first published', unassigned, event, ['new 2 10'], known],
    ['an event that is saved without changes notifies no one', known, event, [], known],
    ['another start notifies the assignee', known, { ...event, start: 12 }, ['changed 2 12'], { ...known, start: 12 }],
    ['another end notifies the assignee', known, { ...event, end: 25 }, ['changed 2 10'], { ...known, end: 25 }],
    [
      'another assignee is notified, and the one before is notified of the cancellation',
      known,
      { ...event, assignee: 3 },
      ['canceled 2 10', 'new 3 10'],
      { ...known, user_id: 3 },
    ],
    [
      'a removed assignee is notified of the cancellation',
      known,
      { ...event, assignee: 0 },
      ['canceled 2 10'],
      unassigned,
    ],
    ['an event published without an assignee notifies no one', unassigned, { ...event, assignee: 0 }, [], unassigned],
    [
      'a deleted event notifies its assignee of the cancellation',
      known,
      { ...event, active: false },
      ['canceled 2 10'],
      unassigned,
    ],
    ['a deleted draft notifies no one', unassigned, { ...event, active: false, draft: true }, [], unassigned],
    [
      'an event that becomes a draft and is moved notifies no one',
      known,
      { ...event, draft: true, start: 15 },
      [],
      known,
    ],
    [
      'a deleted draft that was published before notifies its assignee of the cancellation',
      known,
      { ...event, active: false, draft: true },
      ['canceled 2 10'],
      unassigned,
    ],
    ['a restored event notifies its assignee', unassigned, event, ['new 2 10'], known],
  ]
  for (const [title, told, now, expected, then] of cases)
    test(title, () => {
      const result = notices(told, now)
      assert.deepEqual(
        result.notices.map(({ news, user_id, start }) => `${news} ${user_id} ${start}`),
        expected,
      )
      assert.deepEqual(result.told, then)
    })
})

describe('schedule permissions within the limits of the company', () => {
  const company = {
    ...{ manage_schedule_permission: 'company', view_schedule_permission: 'company' },
    ...{ employee_view: 'company', manager_view: 'company' },
  }
  const cases: [granted: string, limits: Partial<typeof company>, manages: number[], left: string][] = [
    ['manage_company_schedules view_company_schedules', {}, [], 'manage_company_schedules view_company_schedules'],
    [
      'manage_company_schedules',
      { manage_schedule_permission: 'group' },
      [7],
      'manage_my_schedule manage_schedules view_company_schedules',
    ],
    ['manage_company_schedules', { manage_schedule_permission: 'none' }, [7], 'view_company_schedules'],
    [
      'manage_schedules manage_my_schedule',
      { manage_schedule_permission: 'none' },
      [],
      'view_group_schedules view_my_schedules',
    ],
    ['manage_schedules', { manage_schedule_permission: 'group' }, [], 'manage_schedules'],
    ['view_company_schedules reports', { view_schedule_permission: 'group' }, [], 'reports view_group_schedules'],
    ['view_company_schedules', { view_schedule_permission: 'none' }, [], 'view_my_schedules'],
    ['view_group_schedules', { view_schedule_permission: 'group' }, [], 'view_group_schedules'],
    ['view_company_schedules', { employee_view: 'none' }, [], 'view_my_schedules'],
    ['view_company_schedules', { employee_view: 'none' }, [7], 'view_company_schedules'],
    ['view_company_schedules', { manager_view: 'group' }, [7], 'view_group_schedules'],
    ['view_company_schedules', { manager_view: 'group' }, [], 'view_company_schedules'],
    ['', { view_schedule_permission: 'group', employee_view: 'group' }, [], ''],
  ]
  for (const [granted, limits, manages, left] of cases)
    test(`${manages.length > 0 ? 'a manager' : 'an employee'} with ${granted || 'no permission'} is left with ${left || 'none'} by ${JSON.stringify(limits)}`, () => {
      const names = new Set(granted.split(' ').filter(Boolean))
      const found = limitedPermissions(names, manages, { ...company, ...limits })
      assert.equal([...found].sort().join(' '), left)
      assert.equal([...names].join(' '), granted, 'what was granted is left alone')
    })
})
