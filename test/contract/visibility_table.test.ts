import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { resources } from '../../src/resources/index.ts'
import { personFields, type Row, reportSights, rowOf, type Sight, sights } from '../../src/rules/people/sight.ts'

// The table of who sees what, beside the vendor's documentation and the page about permissions. That the server follows the
// table is in visibility.test.ts.

test('each type of record has a row, and rows refer to other rows', () => {
  assert.deepEqual(
    resources.map(({ name }) => name).filter((name) => !rowOf(name)),
    [],
  )
  for (const [type, row] of Object.entries<Row>(sights))
    if ('like' in row) for (const like of row.like) assert.ok(rowOf(like.type), `${type} like ${like.type}`)
  const tables = new Set<string>(resources.map(({ name }) => name))
  for (const kind of Object.keys(sights.files.through)) assert.ok(tables.has(kind), kind)
})

test('the table says what the vendor’s documentation says', () => {
  // users.md: private fields, and those for administrators only.
  const privately =
    'salaried exempt username payroll_id mobile_number hire_date term_date submitted_to approved_to permissions customfields'
  assert.deepEqual([...personFields.private.names].sort(), privately.split(' ').sort())
  assert.deepEqual([...personFields.pay.names], ['pay_rate', 'pay_interval'])
  // By type, the rights that see everyone’s, in the documentation or in the decisions beside it.
  const documented: Record<string, string> = {
    timesheets: 'approve_timesheets manage_timesheets reports',
    timesheets_deleted: 'approve_timesheets manage_timesheets reports',
    geolocations: 'approve_timesheets manage_timesheets reports',
    jobcodes: 'manage_jobcodes manage_projects manage_timesheets reports',
    jobcode_assignments: 'manage_jobcodes manage_users',
    files: 'manage_timesheets',
    projects: 'manage_projects view_projects',
    time_off_requests: 'approve_timesheets',
    notifications: '',
    reminders: '',
    managed_clients: '',
  }
  for (const [type, rights] of Object.entries(documented)) {
    const row = sights[type as keyof typeof sights]
    assert.ok('all' in row && typeof row.all !== 'string', type)
    assert.deepEqual([...row.all].sort().join(' '), rights, type)
  }
  for (const type of [
    'users',
    'groups',
    'customfields',
    'customfielditems',
    'locations',
    'schedule_calendars',
  ] as const)
    assert.equal(sights[type].all, 'everyone', type)
  assert.deepEqual([...personFields.private.all].sort(), ['approve_timesheets', 'manage_users', 'reports'])
})

test('the page about permissions says what the table says', () => {
  const page = readFileSync(join(import.meta.dirname, '../../docs/permissions.md'), 'utf8')
  const documented = new Map(
    [...page.matchAll(/^\| ([^|]+) \| ([^|]*) \|/gm)].map(([, label, seen]): [string, string[]] => [
      label!,
      [...seen!.matchAll(/`(\w+)`/g)].map(([, permission]) => permission!),
    ]),
  )
  const rows: [string, Row | Sight][] = [
    ['time, positions', sights.timesheets],
    ['time, positions', sights.geolocations],
    ['pictures', sights.files],
    ['who is working now', reportSights.current_totals],
    ['time off', sights.time_off_requests],
    ['jobs', sights.jobcodes],
    ['assignments of jobs', sights.jobcode_assignments],
    ['[pay runs](pay-runs.md)', sights.pay_runs],
    ['projects', sights.projects],
    ['messages', sights.notifications],
    ['locations, choices of custom fields', sights.locations],
    ['groups, managers', sights.groups],
  ]
  for (const [label, row] of rows) {
    assert.ok('all' in row && documented.has(label), label)
    const permissions = row.all === 'everyone' ? [] : row.all
    assert.deepEqual(documented.get(label)!.sort(), permissions.toSorted(), label)
  }
  assert.deepEqual(documented.get('schedule'), [
    ...[sights.schedule_events.see.self, sights.schedule_events.see.group, sights.schedule_events.see.everyone],
    'schedule',
  ])
  const fields = documented.get(
    'people: username, phone, payroll number, hire date, permissions, custom fields and other private ones',
  )
  assert.deepEqual(fields?.sort(), personFields.private.all.toSorted())
})
