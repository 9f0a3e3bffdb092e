import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import {
  addedUp,
  causeOf,
  contains,
  differences,
  type Inputs,
  lineKey,
  overdrawn,
  overlaps,
  sumOfLines,
  uncovered,
} from '../../src/rules/pay/adjustments.ts'
import {
  type FrozenTime,
  hasBilled,
  hoursBeyond,
  hoursLess,
  linesWithin,
  nothingPaid,
  packed,
  packedHours,
  unpacked,
  unpackedHours,
} from '../../src/rules/pay/frozen_time.ts'
import { adjustedLines } from '../../src/rules/payroll_files/adjusted.ts'

const line = (multiplier: number, seconds: number, amount_cents: number, rate: number | null = 200_000) => ({
  ...{ kind: 'work' as const, rate, per: 'hour' as const, multiplier, seconds, amount_cents, parts: [] },
})

test('what differs between what is due and what was paid is an adjustment, line by line', () => {
  const paid = [line(1, 57_600, 32_000), line(1.5, 14_400, 12_000)]
  assert.deepEqual(differences(paid, paid), [])
  // The rest of the workweek: more for the same hours.
  assert.deepEqual(differences([line(1, 57_600, 32_000), line(1.5, 14_400, 13_778)], paid), [line(1.5, 0, 1778)])
  // A raise: the old line is taken back, and the new one paid.
  assert.deepEqual(differences([line(1, 3600, 2100, 210_000)], [line(1, 3600, 2000)]), [
    line(1, 3600, 2100, 210_000),
    line(1, -3600, -2000),
  ])
  assert.deepEqual(differences([], [line(1, 3600, 2000)]), [line(1, -3600, -2000)])
  // Hours without a rate.
  assert.deepEqual(differences([line(1, 7200, 0, null)], [line(1, 3600, 0, null)]), [line(1, 3600, 0, null)])
})

test('lines of other kinds are told apart by everything but their figures, and details do not matter', () => {
  const bonus = { ...line(1, 0, 5000, null), kind: 'bonus', units: 3, parts: [{ cents: 5000 }] }
  assert.equal(lineKey(bonus), lineKey({ ...bonus, amount_cents: 1, units: 1, parts: [] }))
  assert.notEqual(lineKey(bonus), lineKey({ ...bonus, jobcode_id: 7 }))
  assert.deepEqual(differences([bonus], []), [{ ...line(1, 0, 5000, null), kind: 'bonus', units: 3, parts: [] }])
})

test('after any changes, paid lines and adjustments add up to what is due', () => {
  const some = fc.array(
    fc.tuple(fc.constantFrom(1, 1.5, 2), fc.constantFrom(100, 200, null), fc.integer({ min: 0, max: 9 }), fc.integer()),
    { maxLength: 6 },
  )
  fc.assert(
    fc.property(fc.array(some, { minLength: 1, maxLength: 6 }), (versions) => {
      let paid: ReturnType<typeof line>[] = []
      for (const version of versions) {
        const due = version.map(([multiplier, rate, seconds, cents]) => line(multiplier, seconds, cents % 1e6, rate))
        paid = [...paid, ...differences(due, addedUp(paid))]
        assert.deepEqual(differences(due, paid), [])
        assert.deepEqual(sumOfLines(paid), sumOfLines(due))
      }
    }),
  )
})

test('an adjustment has the first cause that applies', () => {
  const before: Inputs = { ids: [1, 2], time: 't', rates: 'r', amounts: 'a', rules: 'o' }
  const salary = { patterns: 'p', shifts: 's', employment: 'e', salaries: 'y' }
  const further = { ways: 'w', premiums: 'u', earned: 'b', ...salary }
  for (const [change, cause] of [
    [{}, 'rest_of_workweek'],
    [{ amounts: 'other' }, 'amount_changed'],
    [{ rates: 'other', amounts: 'other' }, 'rate_changed'],
    [{ time: 'other', rates: 'other' }, 'corrected'],
    [{ time: 'other', ids: [1] }, 'corrected'],
    [{ time: 'other', ids: [1, 2, 3], rates: 'other' }, 'late_entry'],
    [{ time: 'other', ids: [1, 2, 3], rules: 'other' }, 'rules_changed'],
    [{ time: 'other', ids: [1, 2, -1] }, 'corrected'],
    [{ earned: 'other' }, 'amount_changed'],
    [{ salaries: 'other', earned: 'other' }, 'rate_changed'],
    [{ employment: 'other', salaries: 'other' }, 'corrected'],
    [{ shifts: 'other' }, 'corrected'],
    [{ premiums: 'other', rates: 'other' }, 'corrected'],
    [{ patterns: 'other', time: 'other' }, 'rules_changed'],
    [{ ways: 'other' }, 'rules_changed'],
  ] as const) {
    assert.equal(causeOf({ ...before, ...further }, { ...before, ...further, ...change }), cause)
  }
  // A run that was closed before these were kept does not have them, and nothing follows from that.
  assert.equal(causeOf(before, { ...before, ...further }), 'rest_of_workweek')
  assert.equal(causeOf(before, { ...before, ...further, rates: 'other' }), 'rate_changed')
})

test('the days that no other range has', () => {
  const range = (start: number, end: number) => ({
    start_date: `2026-06-${String(start).padStart(2, '0')}`,
    end_date: `2026-06-${String(end).padStart(2, '0')}`,
  })
  assert.deepEqual(uncovered(range(1, 15), []), [range(1, 15)])
  assert.deepEqual(uncovered(range(1, 15), [range(1, 4)]), [range(5, 15)])
  assert.deepEqual(uncovered(range(1, 15), [range(12, 20), range(3, 4)]), [range(1, 2), range(5, 11)])
  assert.deepEqual(uncovered(range(1, 15), [range(1, 20)]), [])
  assert.ok(overlaps(range(1, 5), range(5, 9)))
  assert.ok(!overlaps(range(1, 4), range(5, 9)))
  assert.ok(contains(range(1, 9), range(1, 9)))
  assert.ok(!contains(range(1, 9), range(5, 10)))
})

test('hours as they were paid are the same after they were stored, and by day', () => {
  // A name may look like the text that is stored.
  const rule = 'night","l":[["],"o":[],"d":['
  const stretch = { entryId: 5, date: '2026-06-08', jobcode_id: 7, seconds: 3600, multiplier: 1.1, rule }
  const time: FrozenTime = {
    stretches: [
      { ...stretch, loading: 0.1 },
      { ...stretch, date: '2026-06-09', multiplier: 1, rule: null, premium: true },
    ],
    off: [{ id: 9, date: '2026-06-09', jobcode_id: 3, seconds: 7200 }],
    unprovided: [{ kind: 'meal', date: '2026-06-09', seconds: 3600, worked: false }],
    lines: [
      { ...{ entry_id: 5, date: '2026-06-08', jobcode_id: 7, kind: 'rate_1.1' }, seconds: 3600, cost: 2200, billed: 0 },
    ],
    days: [
      { date: '2026-06-08', line: 0, seconds: 3600, amount_cents: 2200 },
      { date: '2026-06-09', line: 1, seconds: 3600, amount_cents: 2000 },
    ],
  }
  assert.deepEqual(unpacked(packed(time)), time)
  assert.deepEqual(unpacked(packed(nothingPaid)), nothingPaid)
  const lines = [line(1.1, 3600, 2200), line(1, 3600, 2000)]
  const day = { start_date: '2026-06-09', end_date: '2026-06-09' }
  assert.deepEqual(linesWithin(lines, time, day), [line(1, 3600, 2000)])
})

test('adjustments are lines of files on the last of the days that they belong to', () => {
  const days = { start_date: '2026-06-07', end_date: '2026-06-09' }
  const hours = hoursLess([{ jobcode_id: 7, kind: 'overtime', seconds: 7200, billed: 5000 }], [])
  const [ofHours, ofMoney] = adjustedLines(
    hours.map((one) => ({ ...one, ...days })),
    [{ ...days, line: line(1.5, 7200, 1778) }],
    true,
  )
  assert.deepEqual(
    [ofHours!.date, ofHours!.kind, ofHours!.seconds, ofHours!.jobcode_id, ofHours!.notes],
    ['2026-06-09', 'overtime', 7200, 7, 'Adjustment for 2026-06-07 to 2026-06-09'],
  )
  assert.deepEqual(ofHours!.cents, { cost: 0, billed: 5000 })
  assert.deepEqual([ofMoney!.kind, ofMoney!.seconds, ofMoney!.cents], ['overtime', 0, { cost: 1778, billed: 0 }])
  assert.deepEqual(adjustedLines([], [{ ...days, line: line(1.5, 0, 1778) }], false), [])
})

test('an amount of an adjustment has the job of its hours, if these are all of one job', () => {
  const days = { start_date: '2026-06-07', end_date: '2026-06-09' }
  const before = { start_date: '2026-06-01', end_date: '2026-06-06' }
  const of = (jobcode_id: number, seconds: number, kind: 'regular' | 'overtime' = 'regular', range = days) => ({
    ...{ ...range, jobcode_id, kind, seconds, billed: 0 },
  })
  const cases: [what: string, hours: ReturnType<typeof of>[], seconds: number, job: number][] = [
    ['one job', [of(7, 7200)], 7200, 7],
    ['less time of one job', [of(7, -3600)], -3600, 7],
    ['other kinds and days', [of(7, 7200), of(8, 3600, 'overtime'), of(9, 60, 'regular', before)], 7200, 7],
    ['two jobs', [of(7, 7200), of(8, 3600)], 10_800, 0],
    ['a job in place of another', [of(7, 7200), of(8, -7200)], 0, 0],
    ['another rate besides', [of(7, 7200)], 36_000, 0],
    ['no hours', [], 0, 0],
  ]
  for (const [what, hours, seconds, job] of cases) {
    const found = adjustedLines(hours, [{ ...days, line: line(1, seconds, 1778) }], true).at(-1)
    assert.deepEqual([found!.jobcode_id, found!.cents?.cost], [job, 1778], what)
  }
})

test('an adjustment takes back no more than is left of its days, after those that were entered before it', () => {
  const days = (first: number, last: number, amount_cents: number, seconds = 0) => ({
    ...{ start_date: `2026-06-0${first}`, end_date: `2026-06-0${last}`, amount_cents, seconds },
  })
  const paid = [days(1, 3, 10_000, 3600), days(4, 6, 5000, 0)]
  assert.equal(overdrawn([days(1, 3, -10_000, -3600), days(4, 4, -5000)], paid), undefined)
  assert.deepEqual(overdrawn([days(1, 6, -15_001)], paid), { index: 0, figure: 'amount_cents', left: 15_000 })
  assert.deepEqual(overdrawn([days(2, 2, 0, -3601)], paid), { index: 0, figure: 'seconds', left: 3600 })
  assert.deepEqual(overdrawn([days(1, 3, -9000), days(1, 1, -2000)], paid), {
    ...{ index: 1, figure: 'amount_cents', left: 1000 },
  })
  assert.equal(overdrawn([days(1, 3, -9000), days(2, 3, 2000), days(3, 3, -3000)], paid), undefined)
  assert.deepEqual(overdrawn([days(7, 8, -1)], paid), { index: 0, figure: 'amount_cents', left: 0 })
  assert.equal(overdrawn([days(7, 8, 1)], paid), undefined)
  // What is below zero already, because hours were deleted since, can still be raised.
  assert.equal(overdrawn([days(1, 1, 500)], [days(1, 1, -1000)]), undefined)
  assert.deepEqual(overdrawn([days(1, 1, -1)], [days(1, 1, -1000)]), { index: 0, figure: 'amount_cents', left: 0 })
})

test('hours that are added are billed as they are due, those taken away as they were billed', () => {
  const hours = (seconds: number, billed: number, kind = 'regular') => ({ jobcode_id: 7, kind, seconds, billed })
  assert.deepEqual(hoursBeyond([hours(7200, 16_400)], [hours(3600, 8200)]), [hours(3600, 8200)])
  assert.deepEqual(hoursBeyond([hours(7200, 20_000)], [hours(7200, 16_400)]), [], 'a new rate alone')
  assert.deepEqual(hoursBeyond([hours(7200, 20_000)], [hours(3600, 8200)]), [hours(3600, 10_000)])
  assert.deepEqual(hoursBeyond([hours(3600, 10_000)], [hours(7200, 16_400)]), [hours(-3600, -8200)])
  assert.deepEqual(hoursBeyond([hours(3600, 8200, 'overtime')], [hours(3600, 8200)]), [
    hours(3600, 8200, 'overtime'),
    hours(-3600, -8200),
  ])
  assert.deepEqual(unpackedHours('[[7,"regular",3600]]'), [hours(3600, 0)], 'of an earlier version')
  assert.deepEqual(unpackedHours(packedHours([hours(3600, 8200)])), [hours(3600, 8200)])
})

test('whether a text has anything billed is seen without unpacking it', () => {
  const line = { entry_id: 3, date: '2026-06-02', jobcode_id: 7, kind: 'regular', seconds: 3600, cost: 2000, billed: 0 }
  const days = [{ date: '2026-06-02', line: 0, seconds: 3600, amount_cents: 2000 }]
  assert.equal(hasBilled(packed({ ...nothingPaid, lines: [line], days })), false)
  assert.equal(hasBilled(packed({ ...nothingPaid, lines: [line, { ...line, billed: 8200 }], days })), true)
})
