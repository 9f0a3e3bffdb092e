import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { asksTimes, canSum, DatesInDetail } from '../../src/rules/overtime/day_sums.ts'
import { datesNeeded } from '../../src/rules/overtime/needed.ts'
import {
  type Calendar,
  type Entry,
  overtime,
  type Policy,
  presets,
  type Rule,
} from '../../src/rules/overtime/overtime.ts'
import { byWorkday } from '../../src/rules/overtime/parts.ts'
import { addDays, localDate, second, weekOf } from '../../src/rules/time/calendar.ts'
import type { Rounding, RoundingVersion } from '../../src/rules/time/rounding.ts'
import { isFull } from '../support/tiers.ts'

// A second is paid the same whatever dates are asked for and among whomever: two pay periods add up to both together, and
// a report of one person has the figures of a report of everyone.

const zones = ['America/Denver', 'America/New_York', 'America/Los_Angeles', 'Pacific/Honolulu', 'Australia/Sydney']
const start = '2026-02-22'
const hour = 3600
const anchor = '2026-03-01'

type Person = { entries: Entry[]; policy: Policy }
type Range = { first: string; last: string }

/** Seconds by day, entry and pay, unpaid and paid time off among them, of a person’s time within the range. */
function paidIn(entries: readonly Entry[], policy: Policy, rounding: readonly RoundingVersion[], range: Range) {
  const parts = byWorkday(entries, policy, rounding)
  const paid = overtime(parts, policy).map((one): [string, number] => [
    `${one.date} ${one.entryId} ${one.multiplier} ${one.rule} ${one.loading ?? ''}`,
    one.seconds,
  ])
  const others = parts
    .filter(({ kind }) => kind === 'unpaid' || kind === 'pto')
    .map(({ date, id, kind, seconds }): [string, number] => [`${date} ${id} ${kind}`, seconds])
  const sums: Record<string, number> = {}
  for (const [key, seconds] of [...paid, ...others]) {
    const day = key.slice(0, 10)
    if (day >= range.first && day <= range.last) sums[key] = (sums[key] ?? 0) + seconds
  }
  return sums
}

/** What a report reads of a person’s time for a range, among people with these policies. */
function readFor(range: Range, policies: readonly Policy[], { entries }: Person): Entry[] {
  const { first, last, since } = datesNeeded(range, policies)
  return entries.filter(({ date, seconds }) => date >= since && date <= last && (date >= first || seconds > 24 * hour))
}

const pauses = fc.oneof(
  { weight: 3, arbitrary: fc.integer({ min: 0, max: 3 * hour }) },
  { weight: 6, arbitrary: fc.integer({ min: 7 * hour, max: 18 * hour }) },
  { weight: 1, arbitrary: fc.integer({ min: 22 * hour, max: 60 * hour }) },
)
const lengths = fc.oneof(
  { weight: 12, arbitrary: fc.integer({ min: 60, max: 14 * hour }) },
  { weight: 1, arbitrary: fc.integer({ min: 20 * hour, max: 80 * hour }) },
)
// Rotations, after which no pause of 24 hours comes for weeks, and shifts that hardly end.
const rhythms = fc.oneof(
  { weight: 4, arbitrary: fc.constant(undefined) },
  {
    weight: 1,
    arbitrary: fc.constantFrom({ pause: 14 * hour, length: 8 * hour }, { pause: 15.5 * hour, length: 9 * hour }),
  },
  { weight: 1, arbitrary: fc.constantFrom({ pause: hour, length: 9 * hour }, { pause: 3 * hour, length: 20 * hour }) },
)
const kinds = fc.constantFrom<Entry['kind'][]>('work', 'work', 'work', 'work', 'work', 'paid_break', 'pto', 'unpaid')

const someEntries = fc
  .record({
    zone: fc.constantFrom(...zones),
    rhythm: rhythms,
    drafts: fc.array(
      fc.record({ pause: pauses, length: lengths, kind: kinds, manual: fc.integer({ min: 0, max: 14 }) }),
      { minLength: 30, maxLength: 70 },
    ),
  })
  .map(({ zone, rhythm, drafts }) => {
    let at = Date.parse(`${start}T00:00:00Z`) / 1000
    return drafts.map(({ pause, length, kind, manual }, index): Entry => {
      const from = at + (rhythm?.pause ?? pause)
      const seconds = rhythm?.length ?? length
      at = from + seconds
      const instants = { start: from * second, end: at * second }
      const date = localDate(instants.start, zone)
      return { id: index + 1, date, ...instants, seconds, kind, jobcode_id: index % 3, manual: manual === 0 }
    })
  })

const hours = (max: number) => fc.integer({ min: 0, max: max * 4 }).map((quarters) => quarters * 900)
const someRule = (index: number): fc.Arbitrary<Rule> => {
  const basics = { name: fc.constant(`r${index}`), multiplier: fc.constantFrom(1.25, 1.5, 1.75, 2, 2.5) }
  const minutes = fc.integer({ min: 0, max: 23 }).map((of) => of * 60)
  const days = fc.subarray([0, 1, 2, 3, 4, 5, 6], { minLength: 1 })
  const adds = fc.constantFrom({}, { adds: true as const })
  const rule = (kind: Rule['kind'], afterSeconds: fc.Arbitrary<number>) =>
    fc.record({ ...basics, kind: fc.constant(kind), afterSeconds })
  return fc.oneof(
    rule('daily', hours(12)),
    rule('weekly', hours(50)),
    rule('fortnight', hours(90)),
    rule('seventh_day', hours(4)),
    fc.record({
      ...basics,
      kind: fc.constant('seventh_day' as const),
      afterSeconds: hours(2),
      weekOverSeconds: hours(60),
    }),
    rule('rest', hours(40)),
    rule('consecutive', hours(30)),
    rule('rolling_day', hours(12)),
    rule('rolling_day', hours(10)),
    fc
      .tuple(rule('clock', hours(3)), days, minutes, minutes, adds, fc.constantFrom({}, { overSeconds: 4 * hour }))
      .filter(([, , from, to]) => from !== to)
      .map(([basic, days, startMinute, endMinute, ...more]) =>
        Object.assign({ ...basic, days, startMinute, endMinute }, ...more),
      ),
    fc
      .tuple(rule('clock', hours(3)), days, adds)
      .map(([basic, days, add]) => ({ ...basic, days, startMinute: 0, endMinute: 1440, ...add })),
    fc.tuple(rule('holiday', hours(3)), adds).map(([basic, add]) => ({ ...basic, ...add })),
  )
}

const someCalendar: fc.Arbitrary<Calendar> = fc.record({
  weekStart: fc.integer({ min: 0, max: 6 }),
  ptoCounts: fc.boolean(),
  zone: fc.constantFrom('America/Denver', ...zones),
  dayStart: fc.constantFrom(0, 0, 4, 22),
  split: fc.boolean(),
  pauseSeconds: fc.constantFrom(900, 2 * hour, 4 * hour, 12 * hour),
  anchor: fc.constant(anchor),
})

const someRules: fc.Arbitrary<readonly Rule[]> = fc
  .integer({ min: 1, max: 5 })
  .chain((n) => fc.tuple(...Array.from({ length: n }, (_, index) => someRule(index))))
const somePreset: fc.Arbitrary<readonly Rule[]> = fc.constantFrom(...Object.values(presets))

const somePolicy: fc.Arbitrary<Policy> = fc
  .record({
    rules: fc.oneof({ weight: 4, arbitrary: someRules }, { weight: 1, arbitrary: somePreset }),
    now: someCalendar,
    before: fc.option(someCalendar, { freq: 3, nil: undefined }),
  })
  .map(({ rules, now, before }) => {
    const holidays = new Set(['2026-03-03', '2026-03-08', '2026-03-17'])
    if (!before) return { ...now, rules, holidays }
    // A change takes effect with a workweek of the old calendar.
    return { ...now, rules, holidays, from: weekOf('2026-03-17', before.weekStart), earlier: [before] }
  })

const someRounding: fc.Arbitrary<readonly RoundingVersion[]> = fc
  .array(
    fc.option(
      fc.record({
        minutes: fc.constantFrom(5, 15),
        direction: fc.constantFrom('nearest', 'up', 'down'),
        of: fc.constantFrom('punches', 'day'),
      }) as fc.Arbitrary<Rounding>,
      { nil: undefined },
    ),
    { minLength: 1, maxLength: 2 },
  )
  .map((list) => list.map((rounding, index) => ({ from: index === 0 ? null : '2026-03-12', rounding })))

const someRange = fc
  .tuple(fc.integer({ min: 0, max: 40 }), fc.integer({ min: 0, max: 16 }))
  .map(([first, days]): Range => ({ first: addDays(start, first), last: addDays(start, first + days) }))

test('a second is paid the same whatever dates are asked for and among whomever, by every kind of rule', () => {
  const everything = { first: '2026-01-01', last: '2026-12-31' }
  fc.assert(
    fc.property(
      fc.array(fc.record({ entries: someEntries, policy: somePolicy }), { minLength: 1, maxLength: 3 }),
      someRounding,
      fc.array(someRange, { minLength: 6, maxLength: 6 }),
      (people: Person[], rounding, ranges) => {
        for (const person of people) {
          const all = paidIn(person.entries, person.policy, rounding, everything)
          for (const [index, range] of ranges.entries()) {
            const among = people.filter((one, place) => one === person || (index >> place) % 2 === 1)
            const policies = among.map(({ policy }) => policy)
            const read = readFor(range, policies, person)
            const expected = Object.fromEntries(
              Object.entries(all).filter(([key]) => key >= range.first && key.slice(0, 10) <= range.last),
            )
            assert.deepEqual(paidIn(read, person.policy, rounding, range), expected, JSON.stringify(range))
          }
        }
      },
    ),
    { numRuns: isFull ? 1500 : 60, endOnFailure: true },
  )
})

test('time is paid the same as parts of workdays and as whole entries', () => {
  const sumsOf = (entries: readonly Entry[], policy: Policy) => {
    const sums: Record<string, number> = {}
    for (const { date, entryId, multiplier, rule, seconds } of overtime(entries, policy)) {
      const key = `${date} ${entryId} ${multiplier} ${rule}`
      sums[key] = (sums[key] ?? 0) + seconds
    }
    return sums
  }
  fc.assert(
    fc.property(someEntries, somePolicy, (entries, policy) => {
      assert.deepEqual(sumsOf(byWorkday(entries, policy, undefined), policy), sumsOf(entries, policy))
    }),
    { numRuns: isFull ? 1500 : 150, endOnFailure: true },
  )
})

/** Days as most people have them: about the same hours, on all days or with free ones, and some of them changed. */
const regularDays = fc
  .record({
    zone: fc.constantFrom(...zones),
    hours: fc.constantFrom(8, 9, 16, 22),
    free: fc.constantFrom<readonly number[]>([], [], [0], [0, 6]),
    length: fc.constantFrom(7.5 * hour, 8 * hour, 9 * hour),
    changes: fc.array(fc.tuple(fc.integer({ min: 0, max: 41 }), fc.integer({ min: -90, max: 90 })), { maxLength: 9 }),
  })
  .map(({ zone, hours, free, length, changes }) => {
    const moved = new Map(changes)
    return Array.from({ length: 42 }, (_, day) => day).flatMap((day): Entry[] => {
      if (free.includes(day % 7)) return []
      const from = Date.parse(`${addDays(start, day)}T00:00:00Z`) * 1000 + hours * hour * second
      const begins = from + (moved.get(day) ?? 0) * 60 * second
      const times = { start: begins, end: begins + length * second, seconds: length }
      const date = localDate(begins, zone)
      return [{ id: day + 1, date, ...times, kind: 'work', jobcode_id: 1, manual: false }]
    })
  })

/** Seconds by day and pay if of most days only the sums are read, as the payroll report does. */
function paidOfSums(read: readonly Entry[], policy: Policy, { first, last }: Range) {
  const dates = new DatesInDetail(policy)
  const days = [...Map.groupBy(read, ({ date }) => date)]
  for (const [date, own] of days)
    dates.add({
      date,
      seconds: own.reduce((sum, { seconds }) => sum + seconds, 0),
      from: Math.min(...own.map((entry) => entry.start)),
      to: Math.max(...own.map((entry) => entry.end)),
      isWork: true,
    })
  const detailed = asksTimes(policy) ? dates.found() : new Set<string>()
  const entries = days.flatMap(([date, own]) => {
    const seconds = own.reduce((sum, each) => sum + each.seconds, 0)
    return detailed.has(date) ? own : [{ ...own[0]!, start: 0, end: 0, seconds, manual: true }]
  })
  const sums: Record<string, number> = {}
  for (const { date, multiplier, rule, seconds } of overtime(entries, policy)) {
    const key = `${date} ${multiplier} ${rule}`
    if (date >= first && date <= last) sums[key] = (sums[key] ?? 0) + seconds
  }
  return { sums, summed: days.length - detailed.size }
}

test('a day is paid the same if only its sum is read, whatever dates are asked for', () => {
  let summed = 0
  const rolling = fc.record({
    ...{ name: fc.constant('rolling'), kind: fc.constant('rolling_day' as const) },
    ...{ multiplier: fc.constant(1.5), afterSeconds: fc.constantFrom(7 * hour, 8 * hour) },
  })
  const rules = fc.oneof(fc.tuple(rolling), fc.tuple(rolling, someRule(1)), somePreset)
  fc.assert(
    fc.property(regularDays, someCalendar, rules, fc.array(someRange, { minLength: 5, maxLength: 5 }), (...given) => {
      const [entries, calendar, rules, ranges] = given
      const policy: Policy = { ...calendar, rules, holidays: new Set(['2026-03-17']) }
      fc.pre(canSum(policy))
      const all = overtime(entries, policy)
      for (const range of ranges) {
        const found = paidOfSums(readFor(range, [policy], { entries, policy }), policy, range)
        const expected: Record<string, number> = {}
        for (const { date, multiplier, rule, seconds } of all) {
          const key = `${date} ${multiplier} ${rule}`
          if (date >= range.first && date <= range.last) expected[key] = (expected[key] ?? 0) + seconds
        }
        assert.deepEqual(found.sums, expected, JSON.stringify(range))
        summed += found.summed
      }
    }),
    { numRuns: isFull ? 1500 : 100, endOnFailure: true },
  )
  assert.ok(summed > 1000, `${summed} days were summed`)
})

/** Work of some hours, which begins every so many hours. */
function rotation(given: { first: number; zone: string; count: number; every: number; length: number }): Entry[] {
  const { first, zone, count, every, length } = given
  return Array.from({ length: count }, (_, index): Entry => {
    const start = first + index * every * hour * second
    const times = { date: localDate(start, zone), start, end: start + length * hour * second, seconds: length * hour }
    return { id: index + 1, ...times, kind: 'work', jobcode_id: 1, manual: false }
  })
}

test('14 days that begin within a workweek count the same time, though 24 hours go on from before', () => {
  const zone = 'America/Denver'
  const first = Date.parse('2026-02-22T03:00:00Z') * 1000
  const kinds: Record<number, Entry['kind']> = { 6: 'unpaid', 26: 'pto', 27: 'pto', 30: 'unpaid' }
  const entries = rotation({ first, zone, count: 45, every: 23, length: 20 }).map(
    (entry, index): Entry => ({ ...entry, kind: kinds[index] ?? 'work' }),
  )
  const rules: Rule[] = [
    { name: 'fortnight', kind: 'fortnight', afterSeconds: 53 * hour, multiplier: 1.5 },
    { name: 'rolling', kind: 'rolling_day', afterSeconds: 11 * hour, multiplier: 2 },
    { name: 'daily', kind: 'daily', afterSeconds: 4 * hour, multiplier: 2 },
  ]
  const before = { weekStart: 1, ptoCounts: true, zone, anchor, pauseSeconds: 4 * hour }
  const policy: Policy = { ...before, rules, weekStart: 3, from: '2026-03-16', earlier: [before] }
  const all = paidIn(entries, policy, [], { first: '2026-01-01', last: '2026-12-31' })
  for (let start = '2026-03-08'; start < '2026-04-04'; start = addDays(start, 1)) {
    const range = { first: start, last: addDays(start, 3) }
    const expected = Object.entries(all).filter(([key]) => key >= start && key.slice(0, 10) <= range.last)
    const read = readFor(range, [policy], { entries, policy })
    assert.deepEqual(paidIn(read, policy, [], range), Object.fromEntries(expected), start)
  }
})

test('in Nevada, the 24 hours go on over the start of a workweek, whichever dates are asked for', () => {
  const zone = 'America/Los_Angeles'
  const first = Date.parse('2026-06-04T22:00:00-07:00') * 1000
  const entries = rotation({ first, zone, count: 9, every: 22, length: 8 })
  const policy: Policy = { rules: presets.nevada, weekStart: 0, ptoCounts: false, zone }
  const day = { first: '2026-06-09', last: '2026-06-09' }
  for (const from of ['2026-05-24', '2026-05-31', '2026-06-03', '2026-06-06', '2026-06-07', '2026-06-08', day.first]) {
    const read = readFor({ ...day, first: from }, [policy], { entries, policy })
    const paid = overtime(read, policy).filter(({ date, multiplier }) => date === day.first && multiplier > 1)
    assert.deepEqual(paid, [], from)
  }
})
