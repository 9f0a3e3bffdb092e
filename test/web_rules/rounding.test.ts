import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Rounding } from '../../src/rules/time/rounding.ts'
import { countedText, countedTimes, typedNote } from '../../web/pages/timesheet/grid/rounding.ts'
import type { Owner } from '../../web/pages/timesheet/week/owner.ts'
import { hours, instant } from '../../web/time.ts'

const quarter: Rounding = { minutes: 15, direction: 'nearest', of: 'punches' }

for (const [rounding, start, end, text] of [
  [undefined, '08:07', '12:02', '3:55'],
  [quarter, '08:07', '12:02', '4:00 (3:55 before rounding)'],
  [quarter, '08:00', '12:00', '4:00'],
  [{ ...quarter, direction: 'down' }, '08:07', '12:02', '4:00 (3:55 before rounding)'],
  [{ ...quarter, direction: 'up' }, '08:07', '12:02', '4:00 (3:55 before rounding)'],
  [{ ...quarter, of: 'day' }, '08:07', '12:02', '3:55 before rounding the day'],
] as const)
  test(`${start} to ${end} with the rounding ${JSON.stringify(rounding)} is shown as ${text}`, () => {
    const at = (clock: string) => instant(`2026-03-04T${clock}:00+05:45`)
    const counted = countedTimes({ start: at(start), end: at(end), zone: 'Asia/Kathmandu' }, rounding)
    assert.equal(countedText(counted, hours), text)
  })

for (const [rounding, kind, typed, note] of [
  [{ ...quarter, of: 'day' }, undefined, '7.5', '7:30 before rounding the day'],
  [{ ...quarter, of: 'day' }, 'paid_break', ' 0:20', '0:20 before rounding the day'],
  [{ ...quarter, of: 'day' }, 'regular', 'seven', undefined],
  [{ ...quarter, of: 'day' }, 'unpaid_break', '0:20', 'saved as 0.33 h'],
  [{ ...quarter, of: 'day' }, 'pto', '7.5', undefined],
  [quarter, 'regular', '7.5', undefined],
  [undefined, 'regular', '7.5', undefined],
  [undefined, 'regular', '7:20', 'saved as 7.33 h'],
  [quarter, 'pto', '0:20', 'saved as 0.33 h'],
  [{ ...quarter, of: 'day' }, 'regular', '7:20', '7:20 before rounding the day'],
] as const)
  test(`${typed} typed on a job of kind ${kind} with the rounding ${JSON.stringify(rounding)} has ${note ? `the note “${note}”` : 'no note'}`, () => {
    const versions = rounding ? [{ from: null, ...rounding }] : []
    const owner = { rules: { rounding: versions } } as unknown as Owner
    assert.equal(typedNote(typed, { owner, date: '2026-03-04', kind }, hours), note)
  })
