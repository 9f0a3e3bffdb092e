import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { type Entry, overtime, type Policy, type Rule } from '../../src/rules/overtime/overtime.ts'
import { addDays, localDate, offsetSeconds, weekday, weekOf } from '../../src/rules/time/calendar.ts'
import { isFull } from '../support/tiers.ts'

// The engine against a calculation that goes through the time second by second, by the two sentences of the definition:
// 1. A second is paid once, at the highest multiplier of the rules that reach it.
// 2. A second counts toward a weekly threshold unless another rule already pays it at the same or a higher multiplier.
// Times are any seconds around a change of the clocks; workdays start at any hour.

const zone = 'America/Los_Angeles'
type Second = { entry: Entry; at: number; day: string }

function calculated(entries: readonly Entry[], policy: Policy): string[] {
  const seconds = secondsOf(entries, policy)
  const counts = new Map<string, number>()
  const worked = (key: string) => counts.get(key) ?? 0
  const week = (day: string) => weekOf(day, policy.weekStart)
  const days = Map.groupBy([...new Set(seconds.map(({ day }) => day))], week)
  const isSeventh = (day: string) => days.get(week(day))!.length === 7 && day === addDays(week(day), 6)
  const daily = policy.rules.filter(({ kind }) => kind !== 'weekly')
  const dailyAt = byQuarter((at) => daily.filter((rule) => rule.kind !== 'clock' || isInside(rule, at)))
  const weekly = policy.rules.filter(({ kind }) => kind === 'weekly')
  const paid = new Map<string, number>()
  for (const { entry, at, day } of seconds) {
    const within = dailyAt(at)
    const reaching = within.filter((rule) => {
      if (rule.kind === 'clock') return worked(`${rule.name} ${hoursOf(rule, at)}`) >= rule.afterSeconds
      if (rule.kind === 'seventh_day' && !isSeventh(day)) return false
      return worked(day) >= rule.afterSeconds
    })
    let best = reaching.filter(({ adds }) => !adds).sort((a, b) => b.multiplier - a.multiplier)[0]
    const short = best?.multiplier ?? 1
    for (const rule of weekly.filter(({ multiplier }) => multiplier > short)) {
      const key = `${rule.name} ${week(day)}`
      if (worked(key) >= rule.afterSeconds && rule.multiplier > (best?.multiplier ?? 1)) best = rule
      counts.set(key, worked(key) + 1)
    }
    counts.set(day, worked(day) + 1)
    for (const rule of within)
      if (rule.kind === 'clock')
        counts.set(`${rule.name} ${hoursOf(rule, at)}`, worked(`${rule.name} ${hoursOf(rule, at)}`) + 1)
    const added = additions(reaching, policy)
    const key = `${day} ${entry.id} ${[...(best ? [best] : []), ...added].map(({ name }) => name).join('+') || 'regular'}`
    paid.set(key, (paid.get(key) ?? 0) + 1)
  }
  return summed([...paid])
}

/** What is added at a second: all additions in their order, or only the highest. */
function additions(reaching: readonly Rule[], { stacking }: Policy): readonly Rule[] {
  const adding = reaching.filter(({ adds }) => adds)
  return stacking === 'highest' ? adding.sort((a, b) => b.multiplier - a.multiplier).slice(0, 1) : adding
}

/** The date on which the hours of a rule began that contain a second; they are counted once, also across midnight. */
function hoursOf({ startMinute = 0, endMinute = 1440 }: Rule, at: number): string {
  const wall = at + offsetSeconds(at * 1e6, zone)
  const date = localDate(wall * 1e6, 'UTC')
  return startMinute > endMinute && (wall % 86400) / 60 < startMinute ? addDays(date, -1) : date
}

/** The seconds that are worked, each with its workday, in the order in which they are paid. */
function secondsOf(entries: readonly Entry[], { dayStart = 0, split }: Policy): Second[] {
  const wall = (at: number) => at + offsetSeconds(at * 1e6, zone)
  const dayAt = byQuarter((at) => localDate((wall(at) - dayStart * 3600) * 1e6, 'UTC'))
  const all = entries.flatMap((entry) =>
    Array.from({ length: entry.seconds }, (_, n): Second => {
      const at = entry.start / 1e6 + n
      return { entry, at, day: dayAt(split ? at : entry.start / 1e6) }
    }),
  )
  return all.sort((a, b) => (a.day === b.day ? a.at - b.at : a.day < b.day ? -1 : 1))
}

/** Asks once for all seconds of a quarter of an hour: workdays, and the hours of rules, start with one. */
function byQuarter<T>(of: (at: number) => T): (at: number) => T {
  const known = new Map<number, T>()
  return (at) => {
    const quarter = Math.floor(at / 900)
    if (!known.has(quarter)) known.set(quarter, of(quarter * 900))
    return known.get(quarter)!
  }
}

function isInside({ startMinute = 0, endMinute = 1440, days = [0, 1, 2, 3, 4, 5, 6] }: Rule, at: number): boolean {
  const wall = at + offsetSeconds(at * 1e6, zone)
  const [minute, today] = [(wall % 86400) / 60, weekday(localDate(wall * 1e6, 'UTC'))]
  if (startMinute < endMinute) return days.includes(today) && minute >= startMinute && minute < endMinute
  return (minute >= startMinute && days.includes(today)) || (minute < endMinute && days.includes((today + 6) % 7))
}

function summed(parts: readonly (readonly [key: string, seconds: number])[]): string[] {
  const sums = new Map<string, number>()
  for (const [key, seconds] of parts) sums.set(key, (sums.get(key) ?? 0) + seconds)
  return [...sums].map(([key, seconds]) => `${key} ${seconds}`).sort()
}

const someEntries = fc
  .record({
    from: fc.constantFrom('2026-03-01T08:00:00Z', '2026-10-25T07:00:00Z'),
    drafts: fc.array(
      fc.record({ pause: fc.integer({ min: 0, max: 70_000 }), length: fc.integer({ min: 1, max: 50_000 }) }),
      { minLength: 3, maxLength: 10 },
    ),
  })
  .map(({ from, drafts }) => {
    let at = Date.parse(from) / 1000
    return drafts.map(({ pause, length }, index): Entry => {
      const start = at + pause
      at = start + length
      const times = { date: localDate(start * 1e6, zone), start: start * 1e6, end: at * 1e6, seconds: length }
      return { id: index + 1, ...times, kind: 'work', jobcode_id: 1, manual: false }
    })
  })

const multipliers = [1.1, 1.25, 1.5, 1.75, 2, 2.25, 2.5, 3]
const after = (max: number) => fc.integer({ min: 0, max: max * 3600 })
const hourOfDay = fc.integer({ min: 3, max: 23 }).map((hour) => hour * 60)
const someRules: fc.Arbitrary<Rule[]> = fc
  .record({
    d1: after(14),
    d2: after(14),
    w1: after(45),
    w2: after(60),
    seventh: after(6),
    night: after(4),
    hours: fc.uniqueArray(hourOfDay, { minLength: 2, maxLength: 2 }),
    sunday: after(6),
    rates: fc.shuffledSubarray(multipliers, { minLength: 8, maxLength: 8 }),
    used: fc.subarray([0, 1, 2, 3, 4, 5, 6, 7], { minLength: 1 }),
    adds: fc.constantFrom({}, { adds: true as const }),
  })
  .map(({ d1, d2, w1, w2, seventh, night, sunday, hours: [startMinute, endMinute], rates, used, adds }) => {
    const rules: Omit<Rule, 'multiplier'>[] = [
      { name: 'd1', kind: 'daily', afterSeconds: d1 },
      { name: 'd2', kind: 'daily', afterSeconds: d2 },
      { name: 'w1', kind: 'weekly', afterSeconds: w1 },
      { name: 'w2', kind: 'weekly', afterSeconds: w2 },
      { name: 'seventh', kind: 'seventh_day', afterSeconds: seventh },
      { name: 'night', kind: 'clock', afterSeconds: night, startMinute: startMinute!, endMinute: endMinute!, ...adds },
      {
        ...{ name: 'late', kind: 'clock' as const, afterSeconds: 0, adds: true as const },
        ...{ startMinute: 20 * 60, endMinute: 8 * 60 },
      },
      {
        ...{ name: 'weekend', kind: 'clock' as const, afterSeconds: sunday, adds: true as const },
        ...{ days: [5, 6, 0], startMinute: 12 * 60, endMinute: 12 * 60 - 60 },
      },
    ]
    return used.map((index) => ({ ...rules[index]!, multiplier: rates[index]! }))
  })

test('every second is paid as a second-by-second calculation pays it', () => {
  fc.assert(
    fc.property(
      someEntries,
      someRules,
      // Not the hours that a change of the clocks repeats or skips: those are cases of their own.
      fc.record({
        weekStart: fc.integer({ min: 0, max: 6 }),
        dayStart: fc.integer({ min: 3, max: 23 }),
        split: fc.boolean(),
        highest: fc.boolean(),
      }),
      (entries, rules, { highest, ...calendar }) => {
        const policy: Policy = { ...calendar, zone, ptoCounts: false, rules, ...(highest && { stacking: 'highest' }) }
        const paid = overtime(entries, policy).map(
          ({ date, entryId, rule, seconds }) => [`${date} ${entryId} ${rule ?? 'regular'}`, seconds] as const,
        )
        assert.deepEqual(summed(paid), calculated(entries, policy))
      },
    ),
    { numRuns: isFull ? 15 : 2 },
  )
})
