import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Choices, channelsFor, quietUntil } from '../../../src/rules/notifications/choices.ts'
import type { KindName } from '../../../src/rules/notifications/kinds.ts'
import { firstInstantOf, parseInstant, printLocal } from '../../../src/rules/time/calendar.ts'

test('a notification uses the channels of its method or kind, unless the person or the company chose others', () => {
  const none: Choices = {}
  const muted = (kind: KindName): Choices => ({ kinds: { [kind]: { push: false, email: false } } })
  const only = (kind: KindName, channel: 'push' | 'email'): Choices => ({
    kinds: { [kind]: { push: channel === 'push', email: channel === 'email' } },
  })
  // kind, method, channels, the person's choices, the company's, the channels used.
  const table: [KindName, string, string, Choices, Choices, string][] = [
    // A message of the server names its channels.
    ['message', 'push', 'push,email', {}, {}, 'push,email'],
    // Messages use their method; no choice adds to it.
    ['message', 'push', '', none, none, 'push'],
    ['message', 'email', '', none, none, 'email'],
    ['message', 'dashboard', '', none, none, ''],
    ['message', 'push', '', only('message', 'email'), none, ''],
    ['message', 'email', '', only('message', 'email'), none, 'email'],
    ['message', 'dashboard', '', only('message', 'email'), none, ''],
    ['message', 'push', '', muted('message'), none, ''],
    ['message', 'push', '', none, muted('message'), 'push'],
    // Everything else follows the person's choice, else the company's, else the default.
    ['shift', 'push', '', none, none, 'push'],
    ['answered', 'push', '', none, none, 'push,email'],
    ['shift', 'push', '', none, only('shift', 'email'), 'email'],
    ['shift', 'push', '', only('shift', 'push'), only('shift', 'email'), 'push'],
    ['shift', 'push', '', { kinds: { shift: { email: true } } }, none, 'push,email'],
    ['shift', 'push', '', { kinds: { shift: { email: true } } }, muted('shift'), 'email'],
    ['shift', 'push', '', muted('shift'), only('shift', 'email'), ''],
    ['shift', 'push', '', muted('overtime'), none, 'push'],
    // A reminder names its channels; the person may switch them off, but not switch others on.
    ['clock-in', 'push', 'push,email', none, none, 'push,email'],
    ['clock-in', 'push', 'email', none, none, 'email'],
    ['clock-in', 'push', 'email', only('clock-in', 'push'), none, ''],
    ['clock-in', 'push', 'push,email', only('clock-in', 'push'), none, 'push'],
    ['clock-in', 'push', 'push,email', none, muted('clock-in'), 'push,email'],
    ['clock-in', 'push', 'push', muted('clock-in'), none, ''],
  ]
  for (const [kind, method, channels, person, company, expected] of table)
    assert.equal(
      channelsFor({ kind, method, channels }, person, company).join(),
      expected,
      JSON.stringify([kind, method, channels, person, company]),
    )
})

const denver = 'America/Denver'
const at = (text: string, zone = denver) => parseInstant(text, { zone })!.instant

test('quiet hours last until their end in the person’s zone, also across midnight and clock changes', () => {
  const night = { from: '22:00', to: '07:00' }
  const nap = { from: '13:00', to: '14:30' }
  // now, quiet hours, zone, their end.
  const table: [string, typeof night | undefined, string, string | undefined][] = [
    ['2026-01-15T23:00:00', undefined, denver, undefined],
    ['2026-01-15T21:59:59', night, denver, undefined],
    ['2026-01-15T22:00:00', night, denver, '2026-01-16T07:00:00-07:00'],
    ['2026-01-16T00:00:00', night, denver, '2026-01-16T07:00:00-07:00'],
    ['2026-01-16T06:59:59', night, denver, '2026-01-16T07:00:00-07:00'],
    ['2026-01-16T07:00:00', night, denver, undefined],
    ['2026-01-16T12:59:59', nap, denver, undefined],
    ['2026-01-16T13:00:00', nap, denver, '2026-01-16T14:30:00-07:00'],
    ['2026-01-16T14:30:00', nap, denver, undefined],
    ['2026-01-16T05:00:00', { from: '00:00', to: '06:00' }, denver, '2026-01-16T06:00:00-07:00'],
    ['2026-01-16T23:00:00', { from: '18:00', to: '00:00' }, denver, '2026-01-17T00:00:00-07:00'],
    ['2026-01-16T12:00:00', { from: '12:00', to: '12:00' }, denver, undefined],
    // The night of a clock change is an hour shorter or longer.
    ['2026-03-07T23:00:00', night, denver, '2026-03-08T07:00:00-06:00'],
    ['2026-03-08T06:59:00', night, denver, '2026-03-08T07:00:00-06:00'],
    ['2026-10-31T23:00:00', night, denver, '2026-11-01T07:00:00-07:00'],
    ['2026-11-01T01:30:00-06:00', night, denver, '2026-11-01T07:00:00-07:00'],
    ['2026-11-01T01:30:00-07:00', night, denver, '2026-11-01T07:00:00-07:00'],
    // An end that clocks skip is when they jump; one that occurs twice is the first occurrence.
    ['2026-03-08T01:59:00', { from: '22:00', to: '02:30' }, denver, '2026-03-08T03:00:00-06:00'],
    ['2026-03-08T03:00:00', { from: '22:00', to: '02:30' }, denver, undefined],
    ['2026-11-01T01:15:00-06:00', { from: '22:00', to: '01:30' }, denver, '2026-11-01T01:30:00-06:00'],
    ['2026-11-01T01:15:00-07:00', { from: '22:00', to: '01:30' }, denver, undefined],
    // So is a start.
    ['2026-03-08T03:00:00', { from: '02:30', to: '07:00' }, denver, '2026-03-08T07:00:00-06:00'],
    ['2026-11-01T01:15:00-07:00', { from: '01:30', to: '07:00' }, denver, '2026-11-01T07:00:00-07:00'],
    // Far from UTC on either side, and by half an hour.
    ['2026-06-01T05:00:00', night, 'Pacific/Kiritimati', '2026-06-01T07:00:00+14:00'],
    ['2026-06-01T23:00:00', night, 'Pacific/Pago_Pago', '2026-06-02T07:00:00-11:00'],
    ['2026-04-05T01:45:00+11:00', night, 'Australia/Lord_Howe', '2026-04-05T07:00:00+10:30'],
  ]
  for (const [now, quiet, zone, expected] of table) {
    const end = quietUntil(at(now, zone), zone, quiet)
    assert.equal(end && printLocal(end, zone), expected, `${now} ${JSON.stringify(quiet)} ${zone}`)
  }
})

test('a local time that occurs twice is its first occurrence, and one that clocks skip is when they jump', () => {
  const table: [string, number, string, string][] = [
    ['2026-01-15', 8 * 3600, denver, '2026-01-15T08:00:00-07:00'],
    ['2026-03-08', 2 * 3600, denver, '2026-03-08T03:00:00-06:00'],
    ['2026-03-08', 2.5 * 3600, denver, '2026-03-08T03:00:00-06:00'],
    ['2026-03-08', 3 * 3600, denver, '2026-03-08T03:00:00-06:00'],
    ['2026-11-01', 1.5 * 3600, denver, '2026-11-01T01:30:00-06:00'],
    ['2026-11-01', 2 * 3600, denver, '2026-11-01T02:00:00-07:00'],
    ['2026-09-06', 0.5 * 3600, 'America/Santiago', '2026-09-06T01:00:00-03:00'],
    // Samoa skipped this day.
    ['2011-12-30', 12 * 3600, 'Pacific/Apia', '2011-12-31T00:00:00+14:00'],
  ]
  for (const [date, seconds, zone, expected] of table)
    assert.equal(printLocal(firstInstantOf(date, seconds, zone), zone), expected, `${date} ${seconds} ${zone}`)
})
