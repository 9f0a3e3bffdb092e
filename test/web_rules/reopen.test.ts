import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { laterText, reopenedText, reopeningOf } from '../../web/pages/approvals/reopen.ts'

// Pay periods of two weeks: Sep 27 – Oct 10, Oct 11 – 24, Oct 25 – Nov 7, 2026.

const settings = { payroll_type: 'biweekly', payroll_end_date: '2026-10-10' }
const period = { start: '2026-09-27', end: '2026-10-10' }
const words = {
  range: (first: string, last: string) => `${first}/${last}`,
  hours: (seconds: number) => `${seconds / 3600}:00`,
}

describe('reopening a person’s time', () => {
  test('reopening a person’s time reaches to the day through which it is approved, period by period', () => {
    assert.deepEqual(reopeningOf(period, '2026-11-07', settings), {
      approved_to: '2026-09-26',
      start: '2026-09-27',
      end: '2026-11-07',
      later: [
        { start: '2026-10-11', end: '2026-10-24' },
        { start: '2026-10-25', end: '2026-11-07' },
      ],
    })
    // Approved for a final pay in the middle of a period, and a week in the middle of one.
    assert.deepEqual(reopeningOf(period, '2026-10-17', settings).later, [{ start: '2026-10-11', end: '2026-10-17' }])
    const week = { start: '2026-10-11', end: '2026-10-17' }
    assert.deepEqual(reopeningOf(week, '2026-10-24', settings).later, [{ start: '2026-10-18', end: '2026-10-24' }])
  })

  test('reopening a person’s time touches nothing else if nothing later is approved', () => {
    for (const approved of ['2026-10-10', '2026-10-05']) {
      const { later, end } = reopeningOf(period, approved, settings)
      assert.deepEqual([later, end], [[], '2026-10-10'], approved)
    }
  })

  test('reopening a person’s time is announced with every later period and its hours, and confirmed with all days', () => {
    const two = reopeningOf(period, '2026-11-07', settings)
    assert.equal(
      laterText(two, 576_000, words),
      'This reopens 2026-09-27/2026-10-10 and everything approved after it: 2026-10-11/2026-10-24 and 2026-10-25/2026-11-07 (160:00 h).',
    )
    assert.match(laterText(two, undefined, words), /2026-10-25\/2026-11-07\.$/, 'the hours are not known yet')
    assert.equal(reopenedText('Ben Whitaker', two, words), 'Ben Whitaker’s time reopened: 2026-09-27/2026-11-07.')
    assert.equal(
      reopenedText('Ben Whitaker', reopeningOf(period, '2026-10-10', settings), words),
      'Ben Whitaker’s time reopened.',
    )
  })

  test('reopening a long time names the first and last day instead of every period', () => {
    const long = reopeningOf(period, '2027-01-02', settings)
    assert.equal(long.later.length, 6)
    assert.match(laterText(long, 3600, words), /: 2026-10-11\/2027-01-02 \(1:00 h\)\.$/)
  })
})
