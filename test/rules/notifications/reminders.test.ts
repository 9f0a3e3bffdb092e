import assert from 'node:assert/strict'
import { test } from 'node:test'
import { dueAt, type Reminder, reminderFor } from '../../../src/rules/notifications/reminders.ts'
import { parseInstant, printLocal } from '../../../src/rules/time/calendar.ts'

const reminder = (properties: Partial<Reminder> = {}): Reminder => ({
  reminder_type: 'clock-in',
  due_time: '07:55:00',
  due_days_of_week: 'Mon,Tue,Wed,Thu,Fri',
  distribution_methods: 'Push,Email',
  active: true,
  enabled: true,
  ...properties,
})

test('a person’s own reminder comes before their group’s, and that one before the company’s', () => {
  const on = (name: string) => reminder({ due_time: name })
  const silent = (name: string) => reminder({ due_time: name, enabled: false })
  const off = (name: string, enabled = true) => reminder({ due_time: name, active: false, enabled })
  // Their own, their group’s, the company’s; which one is sent.
  const table: [Reminder | undefined, Reminder | undefined, Reminder | undefined, string | undefined][] = [
    [undefined, undefined, undefined, undefined],
    [undefined, undefined, on('company'), 'company'],
    [undefined, undefined, off('company'), undefined],
    [undefined, undefined, silent('company'), undefined],
    [on('own'), undefined, on('company'), 'own'],
    [on('own'), undefined, undefined, 'own'],
    [silent('own'), undefined, on('company'), undefined],
    [off('own'), undefined, on('company'), 'company'],
    [off('own', false), undefined, on('company'), 'company'],
    [undefined, on('group'), on('company'), 'group'],
    [undefined, silent('group'), on('company'), undefined],
    [undefined, off('group'), on('company'), 'company'],
    [on('own'), silent('group'), on('company'), 'own'],
    [off('own'), on('group'), on('company'), 'group'],
    [silent('own'), on('group'), on('company'), undefined],
  ]
  for (const [own, group, company, expected] of table)
    assert.equal(reminderFor(own, group, company)?.due_time, expected, JSON.stringify([own, group, company]))
})

test('a reminder is due for 15 minutes from its time on its days, in the person’s zone', () => {
  const denver = 'America/Denver'
  const every = 'Sun,Mon,Tue,Wed,Thu,Fri,Sat'
  const week = 'Mon,Tue,Wed,Thu,Fri'
  // Time, days, now, zone; when it was due.
  const table: [string, string, string, string, string | undefined][] = [
    ['07:55', week, '2026-03-02T07:54:59', denver, undefined],
    ['07:55', week, '2026-03-02T07:55:00', denver, '2026-03-02T07:55:00-07:00'],
    ['07:55', week, '2026-03-02T08:10:00', denver, '2026-03-02T07:55:00-07:00'],
    ['07:55', week, '2026-03-02T08:10:01', denver, undefined],
    ['07:55', week, '2026-03-01T07:55:00', denver, undefined],
    ['07:55', 'Sun', '2026-03-01T07:55:00', denver, '2026-03-01T07:55:00-07:00'],
    ['07:55', 'Sat', '2026-03-07T08:00:00', denver, '2026-03-07T07:55:00-07:00'],
    // Around midnight the day is that of the reminder.
    ['23:55', 'Fri', '2026-03-07T00:05:00', denver, '2026-03-06T23:55:00-07:00'],
    ['23:55', 'Sat', '2026-03-07T00:05:00', denver, undefined],
    ['00:00', 'Sat', '2026-03-07T00:00:00', denver, '2026-03-07T00:00:00-07:00'],
    // In another zone it is another day.
    ['07:55', 'Tue', '2026-03-03T07:55:00', 'Pacific/Auckland', '2026-03-03T07:55:00+13:00'],
    ['07:55', 'Mon', '2026-03-03T07:55:00', 'Pacific/Auckland', undefined],
    // On the days of a clock change.
    ['07:55', every, '2026-03-08T07:55:00', denver, '2026-03-08T07:55:00-06:00'],
    ['07:55', every, '2026-11-01T07:55:00', denver, '2026-11-01T07:55:00-07:00'],
    // A time that clocks skip is when they jump.
    ['02:30', every, '2026-03-08T01:59:59', denver, undefined],
    ['02:30', every, '2026-03-08T03:00:00', denver, '2026-03-08T03:00:00-06:00'],
    ['02:30', every, '2026-03-08T03:30:00', denver, undefined],
    ['02:00', every, '2026-03-08T03:05:00', denver, '2026-03-08T03:00:00-06:00'],
    // A time that occurs twice is the first occurrence.
    ['01:30', every, '2026-11-01T01:30:00-06:00', denver, '2026-11-01T01:30:00-06:00'],
    ['01:30', every, '2026-11-01T01:30:00-07:00', denver, undefined],
    ['02:30', every, '2026-04-05T02:30:00+11:00', 'Australia/Sydney', '2026-04-05T02:30:00+11:00'],
    ['02:30', every, '2026-04-05T02:30:00+10:00', 'Australia/Sydney', undefined],
    ['02:30', every, '2026-10-04T03:00:00', 'Australia/Sydney', '2026-10-04T03:00:00+11:00'],
    // At an hour that is both the end of a day and the jump.
    ['00:30', every, '2026-09-06T01:00:00', 'America/Santiago', '2026-09-06T01:00:00-03:00'],
    ['23:30', 'Sat', '2026-04-04T23:30:00-03:00', 'America/Santiago', '2026-04-04T23:30:00-03:00'],
    ['23:30', 'Sat', '2026-04-04T23:30:00-04:00', 'America/Santiago', undefined],
  ]
  for (const [time, days, now, zone, expected] of table) {
    const due = dueAt({ due_time: `${time}:00`, due_days_of_week: days }, zone, parseInstant(now, { zone })!.instant)
    assert.equal(due && printLocal(due.at, zone), expected, `${time} ${days} at ${now} in ${zone}`)
    if (due && time !== '00:30') assert.equal(due.date, expected!.slice(0, 10))
  }
})
