import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import {
  editReach,
  limitedPermissions,
  mayEditEvent,
  notices,
  spanProblem,
  viewReach,
} from '../../src/rules/schedule.ts'

const asker = (permissions: string[], manages: number[] = [], isAdmin = false) => ({
  userId: 1,
  isAdmin,
  permissions: new Set(permissions),
  manages,
})

describe('whose events are visible', () => {
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
    test(`${isAdmin ? 'an administrator with ' : ''}${permissions.join(', ') || 'no permission'}`, () => {
      const person = asker(permissions, [], isAdmin)
      const on = (reach: object) => Object.entries(reach).flatMap(([name, value]) => (value ? [name] : []))
      assert.deepEqual(on(editReach(person)).join(' '), edits)
      assert.deepEqual(on(viewReach(person)).join(' '), sees)
    })
})

describe('who may change an event', () => {
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
    test(`${permissions} of ${assignees.map(({ id }) => id) || `no one, by ${creator}`}: ${may}`, () =>
      assert.equal(mayEditEvent(asker(permissions, [7, 0]), assignees, creator), may))
})

test('an event ends after it starts, at most 31 days later', () => {
  const day = 86_400_000_000
  assert.equal(spanProblem(0, 1), undefined)
  assert.equal(spanProblem(5, 5 + 31 * day), undefined)
  assert.match(spanProblem(5, 5)!, /^end must be after/)
  assert.match(spanProblem(5, 4)!, /^end must be after/)
  assert.match(spanProblem(5, 6 + 31 * day)!, /31 days/)
})

describe('who is notified of what', () => {
  const known = { user_id: 2, start: 10, end: 20 }
  const unassigned = { user_id: 0, start: 0, end: 0 }
  const event = { assignee: 2, active: true, draft: false, start: 10, end: 20 }
  const cases: [string, typeof known, typeof event, string[], typeof known][] = [
    ['a draft notifies no one', unassigned, { ...event, draft: true }, [], unassigned],
    ['first publish', unassigned, event, ['new 2 10'], known],
    ['saved again', known, event, [], known],
    ['another time', known, { ...event, start: 12 }, ['changed 2 12'], { ...known, start: 12 }],
    ['another end', known, { ...event, end: 25 }, ['changed 2 10'], { ...known, end: 25 }],
    ['another person', known, { ...event, assignee: 3 }, ['canceled 2 10', 'new 3 10'], { ...known, user_id: 3 }],
    ['unassigned', known, { ...event, assignee: 0 }, ['canceled 2 10'], unassigned],
    ['published unassigned', unassigned, { ...event, assignee: 0 }, [], unassigned],
    ['deleted', known, { ...event, active: false }, ['canceled 2 10'], unassigned],
    ['a deleted draft', unassigned, { ...event, active: false, draft: true }, [], unassigned],
    ['back to a draft and moved', known, { ...event, draft: true, start: 15 }, [], known],
    [
      'a deleted draft that was published before',
      known,
      { ...event, active: false, draft: true },
      ['canceled 2 10'],
      unassigned,
    ],
    ['restored', unassigned, event, ['new 2 10'], known],
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

describe('limitedPermissions', () => {
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
    test(`${granted || 'nothing'}, ${JSON.stringify(limits)}, ${manages.length > 0 ? 'a manager' : 'an employee'}`, () => {
      const names = new Set(granted.split(' ').filter(Boolean))
      const found = limitedPermissions(names, manages, { ...company, ...limits })
      assert.equal([...found].sort().join(' '), left)
      assert.equal([...names].join(' '), granted, 'what was granted is left alone')
    })
})
