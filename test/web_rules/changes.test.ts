import assert from 'node:assert/strict'
import { test } from 'node:test'
import { leavesReference, shows } from '../../web/api/changes.ts'

const cases: readonly [key: readonly unknown[], changed: readonly string[], shown: boolean][] = [
  [['time', 'schedule_events', {}], ['notifications'], false],
  [['time', 'schedule_events', {}], ['timesheets', 'timesheet_history'], false],
  [['time', 'schedule_events', {}], ['notifications', 'schedule_events'], true],
  [['time', 'schedule_events', 'beside', {}], ['notifications'], false],
  [['time', 'schedule_events', 'beside', {}], ['timesheets'], true],
  [['time', 'timesheets', {}], ['timesheets'], true],
  [['time', 'time_off_requests', {}], ['time_off_request_entries'], true],
  [['time', '/api/console/messages', {}], ['notifications'], true],
  [['time', '/api/console/messages', {}], ['read_messages'], true],
  [['time', '/api/console/working', {}], ['read_messages', 'mails', 'deliveries'], false],
  [['time', '/api/console/working', {}], ['geolocations'], true],
  [['time', '/api/console/outbox', {}], ['mails'], true],
  [['time', '/api/v1/reports/payroll', {}], ['timesheets'], true],
  [['time', '/api/v1/reports/payroll', {}], [], false],
  [['setup', 'users', {}], ['timesheets'], false],
]

for (const [key, changed, shown] of cases)
  test(`the answer to ${JSON.stringify(key)} is ${shown ? '' : 'not '}stale after a change of ${changed.join(', ') || 'nothing'}`, () => {
    assert.equal(shows(key, changed), shown)
  })

const references: readonly [changed: readonly string[], leaves: boolean][] = [
  [['last_active'], true],
  [['last_active', 'notifications', 'timesheets'], true],
  [['last_active', 'users'], false],
  [['settings'], false],
]

for (const [changed, leaves] of references)
  test(`a change of ${changed.join(', ')} ${leaves ? 'leaves' : 'may change'} reference data`, () => {
    assert.equal(leavesReference(changed), leaves)
  })
