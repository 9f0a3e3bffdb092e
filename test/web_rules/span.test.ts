import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readSpan } from '../../web/pages/timesheet/entry/span.ts'

test('the length of a shift is read from start and end as clocks show them, also where clocks change', () => {
  const typed = { startTurn: undefined, endTurn: undefined, endDate: undefined }
  const seconds = (date: string, start: string, end: string, zone: string) => {
    const read = readSpan({ ...typed, date, start, end }, zone)
    return read.end === undefined ? read.problems : (read.end - read.start!) / 1e6
  }
  const la = 'America/Los_Angeles'
  assert.equal(seconds('2026-03-07', '23:00', '07:30', la), 7.5 * 3600)
  assert.equal(seconds('2026-10-31', '23:00', '07:30', la), 9.5 * 3600)
  assert.equal(seconds('2026-11-18', '08:00', '08:00', la), 24 * 3600)
  assert.equal(seconds('2026-04-05', '01:30', '01:30', 'Australia/Lord_Howe'), 1800)
  assert.match(JSON.stringify(seconds('2026-03-08', '02:30', '07:30', la)), /never show this time/)
  assert.deepEqual(seconds('2026-03-08', '', '', la), {
    start: 'Enter a start time.',
    end: 'Enter an end time.',
  })
})
