import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { canSum, DatesInDetail, type DaySum } from '../../src/rules/overtime/day_sums.ts'
import { type Entry, overtime, type Policy, presets, type Rule } from '../../src/rules/overtime/overtime.ts'
import { addDays, daysBetween, localDate, weekday, weekOf } from '../../src/rules/time/calendar.ts'
import { isFull } from '../support/tiers.ts'

// The engine against a plain calculation that looks at one unit of time after another. A unit is a quarter of an hour: all
// times and thresholds below are whole units, so a unit stands for any of its seconds. The company is in UTC.

const unit = 900
const sunday = '2026-03-01'
const anchor = '2026-03-01'

/** A unit of time: its entry, how many units lie before it in the entry, and its workday. */
type Unit = { entry: Entry; at: number; n: number; day: string }

/** Seconds by workday, multiplier, rule and loading. */
function calculated(entries: readonly Entry[], policy: Policy): Record<string, number> {
  const paid: Record<string, number> = {}
  const units = unitsOf(entries, policy)
  const counts = (jobcode: number) => policy.ptoCounts && (!policy.ptoJobcodes || policy.ptoJobcodes.has(jobcode))
  const pto = entries.filter(({ kind, jobcode_id }) => kind === 'pto' && counts(jobcode_id))
  const sum = (list: readonly { seconds: number }[]) => list.reduce((all, { seconds }) => all + seconds, 0)
  const counted = new Map<string, number>()
  const count = (key: string) => counted.get(key) ?? 0
  for (const [index, each] of units.entries()) {
    const before = units.slice(0, index)
    const paidOff = sum(pto.filter(({ date }) => date === each.day))
    const reaching = policy.rules.filter((rule) => reaches(rule, each, before, paidOff, units, policy))
    const replacing = reaching.filter(({ adds }) => !adds).sort((a, b) => b.multiplier - a.multiplier)
    const additions = reaching.filter(({ adds }) => adds)
    const highest = additions.toSorted((a, b) => b.multiplier - a.multiplier).slice(0, 1)
    const adding = policy.stacking === 'highest' ? highest : additions
    let best = replacing[0]
    for (const rule of policy.rules.filter(({ kind }) => kind === 'weekly' || kind === 'fortnight')) {
      // The second sentence of the definition, and then the first.
      if (replacing[0] && replacing[0].multiplier >= rule.multiplier) continue
      const key = `${rule.name} ${periodOf(rule, each.day, policy)}`
      const off = sum(pto.filter(({ date }) => periodOf(rule, date, policy) === periodOf(rule, each.day, policy)))
      if (count(key) + off >= rule.afterSeconds && rule.multiplier > (best?.multiplier ?? 1)) best = rule
      counted.set(key, count(key) + unit)
    }
    const multiplier = (best?.multiplier ?? 1) + extraOf(adding)
    const all = best ? [best, ...adding] : adding
    const key = keyOf(
      each.day,
      each.entry.id,
      multiplier,
      all.map(({ name }) => name).join('+'),
      extraOf(all.filter(isLoading)),
    )
    paid[key] = (paid[key] ?? 0) + unit
  }
  return paid
}

const extraOf = (rules: readonly Rule[]) => rules.reduce((sum, { multiplier }) => sum + multiplier - 1, 0)

const keyOf = (day: string, entry: number, multiplier: number, rules: string, loading = 0) =>
  `${day} ${entry} ${multiplier.toFixed(2)} ${rules} ${loading.toFixed(2)}`

/** Whether the extra of a rule is part of the regular rate (29 CFR 778.203 and 778.207). */
function isLoading({ kind, multiplier, adds, days, dates }: Rule): boolean {
  if (['daily', 'weekly', 'fortnight', 'consecutive', 'rolling_day'].includes(kind)) return false
  const isDifferential = kind === 'clock' && adds && !days && !dates
  return multiplier < 1.5 || Boolean(isDifferential)
}

function reaches(rule: Rule, each: Unit, before: Unit[], paidOff: number, units: Unit[], policy: Policy): boolean {
  const worked = (list: readonly Unit[]) => list.length * unit
  const { entry, at, day } = each
  const ofDay = worked(before.filter((other) => other.day === day)) + paidOff
  switch (rule.kind) {
    case 'daily':
      return ofDay >= rule.afterSeconds
    case 'seventh_day': {
      const first = weekOf(day, policy.weekStart)
      const week = units.filter((other) => weekOf(other.day, policy.weekStart) === first)
      const isSeventh = day === addDays(first, 6) && new Set(week.map((other) => other.day)).size === 7
      return isSeventh && worked(week) > (rule.weekOverSeconds ?? -1) && ofDay >= rule.afterSeconds
    }
    case 'consecutive':
      return !entry.manual && worked(shiftOf(each, units, policy).before) >= rule.afterSeconds
    case 'rest': {
      const { start, previousEnd: end, previousDate } = shiftOf(each, units, policy)
      if (entry.manual || end === undefined) return false
      if (!rule.wholeShift) return at < end + rule.afterSeconds
      return start.at - end < rule.afterSeconds && start.entry.date !== previousDate
    }
    case 'clock':
    case 'holiday':
      return (
        isWithin(rule, each, policy) &&
        worked(
          before.filter(
            (other) => isWithin(rule, other, policy) && hoursOf(rule, other, policy) === hoursOf(rule, each, policy),
          ),
        ) >= rule.afterSeconds
      )
    default:
      return false
  }
}

/** The date on which the hours of a rule began that contain a unit: they are counted once, also across midnight. */
function hoursOf(
  { kind, startMinute = 0, endMinute = 1440 }: Rule,
  { entry, at, day }: Unit,
  { split }: Policy,
): string {
  const date = localDate(at * 1e6, 'UTC')
  if (kind === 'holiday' || (startMinute === 0 && endMinute === 1440))
    return entry.manual ? day : split ? date : localDate(entry.start, 'UTC')
  return startMinute > endMinute && (at % 86400) / 60 < startMinute ? addDays(date, -1) : date
}

function isWithin(rule: Rule, { entry, at, day }: Unit, { split, holidays }: Policy): boolean {
  const { days = [0, 1, 2, 3, 4, 5, 6], dates, startMinute = 0, endMinute = 1440 } = rule
  const isOn = (each: string) => days.includes(weekday(each)) && (!dates || dates.includes(each.slice(5)))
  const date = entry.manual ? day : localDate(split ? at * 1e6 : entry.start, 'UTC')
  if (rule.kind === 'holiday') return holidays?.has(date) ?? false
  if (startMinute === 0 && endMinute === 1440) return isOn(date)
  if (entry.manual) return false
  const minute = (at % 86400) / 60
  const today = localDate(at * 1e6, 'UTC')
  if (startMinute < endMinute) return isOn(today) && minute >= startMinute && minute < endMinute
  return (minute >= startMinute && isOn(today)) || (minute < endMinute && isOn(addDays(today, -1)))
}

/** The units of the shift before a unit, its first unit, and the end and the date of the shift before. */
function shiftOf(own: Unit, units: readonly Unit[], { pauseSeconds = 0 }: Policy) {
  const { at, entry } = own
  const timed = units.filter(
    (other) => !other.entry.manual && (other.at < at || other.entry === entry) && other.at < at,
  )
  const line = timed.sort((a, b) => a.at - b.at)
  let from = line.length
  const startOf = (index: number) => line[index]?.at ?? at
  while (from > 0 && startOf(from) - (startOf(from - 1) + unit) < pauseSeconds) from--
  const [before, start] = [line.slice(from), line[from] ?? own]
  if (from === 0) return { before, start, previousEnd: undefined, previousDate: undefined }
  let first = from - 1
  while (first > 0 && startOf(first) - (startOf(first - 1) + unit) < pauseSeconds) first--
  return { before, start, previousEnd: startOf(from - 1) + unit, previousDate: line[first]!.entry.date }
}

function periodOf({ kind }: Rule, day: string, { weekStart }: Policy): string {
  if (kind === 'weekly') return weekOf(day, weekStart)
  return addDays(anchor, Math.floor(daysBetween(anchor, day) / 14) * 14)
}

/** All units that are worked, in the order in which they are paid. */
function unitsOf(entries: readonly Entry[], { split, dayStart = 0 }: Policy): Unit[] {
  const units = entries
    .filter(({ kind }) => kind === 'work' || kind === 'paid_break')
    .flatMap((entry) =>
      Array.from({ length: entry.seconds / unit }, (_, n): Unit => {
        const at = entry.start / 1e6 + n * unit
        const day = localDate(((split ? at : entry.start / 1e6) - dayStart * 3600) * 1e6, 'UTC')
        return { entry, at, n, day: entry.manual ? entry.date : day }
      }),
    )
  return units.sort(
    (a, b) =>
      a.day.localeCompare(b.day) ||
      Number(a.entry.manual) - Number(b.entry.manual) ||
      a.at - b.at ||
      a.entry.id - b.entry.id,
  )
}

const someEntries = fc
  .array(
    fc.record({
      pause: fc.oneof(fc.integer({ min: 0, max: 8 }), fc.integer({ min: 20, max: 80 })),
      length: fc.oneof(fc.integer({ min: 1, max: 56 }), fc.constantFrom(32, 40)),
      kind: fc.constantFrom<Entry['kind'][]>('work', 'work', 'work', 'work', 'work', 'paid_break', 'pto', 'unpaid'),
      jobcode_id: fc.constantFrom(1, 2),
      manual: fc.integer({ min: 0, max: 9 }).map((n) => n === 0),
    }),
    { maxLength: 16 },
  )
  .map((drafts) => {
    let at = Date.parse(sunday) / 1000
    return drafts.map(({ pause, length, kind, manual, jobcode_id }, index): Entry => {
      const start = at + pause * unit
      at = start + length * unit
      const instants = { start: start * 1e6, end: at * 1e6 }
      const date = localDate(instants.start, 'UTC')
      return { id: index + 1, date, ...instants, seconds: length * unit, kind, jobcode_id, manual }
    })
  })

const hours = (max: number) => fc.integer({ min: 0, max: max * 4 }).map((units) => units * unit)
const someRule = (index: number): fc.Arbitrary<Rule> => {
  const basics = { name: fc.constant(`r${index}`), multiplier: fc.constantFrom(1.25, 1.5, 1.75, 2, 2.5) }
  const minutes = fc.integer({ min: 0, max: 23 }).map((hour) => hour * 60)
  const days = fc.oneof(
    fc.subarray([0, 1, 2, 3, 4, 5, 6], { minLength: 1 }).map((days) => ({ days })),
    fc.constantFrom({}, { dates: ['03-02'] }, { dates: ['03-03', '03-06'], days: [2, 5] }),
  )
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
    rule('rest', hours(12)),
    rule('rest', hours(16)).map((basic) => ({ ...basic, wholeShift: true as const })),
    rule('consecutive', hours(12)),
    fc
      .tuple(rule('clock', hours(3)), days, minutes, minutes, adds)
      .filter(([, , from, to]) => from !== to)
      .map(([basic, days, startMinute, endMinute, add]) => ({ ...basic, ...days, startMinute, endMinute, ...add })),
    fc
      .tuple(rule('clock', hours(3)), days, adds)
      .map(([basic, days, add]) => ({ ...basic, ...days, startMinute: 0, endMinute: 1440, ...add })),
    fc.tuple(rule('holiday', hours(3)), adds).map(([basic, add]) => ({ ...basic, ...add })),
  )
}
const somePolicy: fc.Arbitrary<Policy> = fc.record(
  {
    rules: fc
      .integer({ min: 1, max: 6 })
      .chain((n) => fc.tuple(...Array.from({ length: n }, (_, index) => someRule(index)))),
    weekStart: fc.integer({ min: 0, max: 6 }),
    ptoCounts: fc.boolean(),
    zone: fc.constant('UTC'),
    dayStart: fc.constantFrom(0, 0, 4, 22),
    split: fc.boolean(),
    pauseSeconds: fc.constantFrom(2 * 3600, 4 * 3600, 6 * 3600),
    anchor: fc.constant(anchor),
    holidays: fc.constant(new Set(['2026-03-03', '2026-03-08'])),
    stacking: fc.constant('highest' as const),
    ptoJobcodes: fc.constantFrom(new Set([1]), new Set([1, 2]), new Set([3])),
  },
  {
    requiredKeys: [
      'rules',
      'weekStart',
      'ptoCounts',
      'zone',
      'dayStart',
      'split',
      'pauseSeconds',
      'anchor',
      'holidays',
    ],
  },
)

test('overtime equals a plain calculation that goes unit by unit, for random rules and weeks', () => {
  fc.assert(
    fc.property(someEntries, somePolicy, (entries, policy) => {
      const paid: Record<string, number> = {}
      for (const { date, entryId, multiplier, rule, seconds, loading } of overtime(entries, policy)) {
        const key = keyOf(date, entryId, multiplier, rule ?? '', loading)
        paid[key] = (paid[key] ?? 0) + seconds
      }
      assert.deepEqual(paid, calculated(entries, policy))
    }),
    { numRuns: isFull ? 300 : 100 },
  )
})

const isWorked = ({ kind }: Entry) => kind === 'work' || kind === 'paid_break'
const secondsIn = (entries: readonly Entry[]) => entries.reduce((sum, { seconds }) => sum + seconds, 0)

function datesInDetail(days: readonly DaySum[], policy: Policy): ReadonlySet<string> {
  const dates = new DatesInDetail(policy)
  for (const day of days) dates.add(day)
  return dates.found()
}

function daySums(entries: readonly Entry[]): DaySum[] {
  return [...Map.groupBy(entries, ({ date }) => date)].map(([date, own]) => ({
    date,
    seconds: secondsIn(own.filter(isWorked)),
    from: Math.min(...own.map(({ start }) => start)),
    to: Math.max(...own.map(({ end }) => end)),
    isWork: own.every((entry) => isWorked(entry) && !entry.manual),
  }))
}

/** The days whose entries are not needed as one entry each, with their paid time off. */
function summed(entries: readonly Entry[], detailed: ReadonlySet<string>): Entry[] {
  return [...Map.groupBy(entries, ({ date }) => date)].flatMap(([date, own]) => {
    if (detailed.has(date)) return own
    const off = own.filter(({ kind }) => kind === 'pto').map((entry) => ({ ...entry, start: 0, end: 0, manual: true }))
    const work = { ...own[0]!, start: 0, end: 0, kind: 'work' as const, manual: true }
    return [...off, { ...work, date, seconds: secondsIn(own.filter(isWorked)) }]
  })
}

function paidByDay(entries: readonly Entry[], policy: Policy): Record<string, number> {
  const paid: Record<string, number> = {}
  for (const { date, multiplier, rule, seconds } of overtime(entries, policy)) {
    const key = `${date} ${multiplier.toFixed(2)} ${rule ?? ''}`
    paid[key] = (paid[key] ?? 0) + seconds
  }
  return paid
}

test('time is paid the same by the zone of the working pattern, in whatever zone its dates are', () => {
  fc.assert(
    fc.property(
      someEntries,
      somePolicy,
      fc.constantFrom('Pacific/Auckland', 'Pacific/Honolulu'),
      (entries, policy, zone) => {
        const abroad = entries.map((entry) =>
          entry.manual || entry.kind === 'pto' ? entry : { ...entry, date: localDate(entry.start, zone) },
        )
        assert.deepEqual(paidByDay(abroad, { ...policy, datesDiffer: true }), paidByDay(entries, policy))
      },
    ),
    { numRuns: isFull ? 1000 : 200 },
  )
})

test('days of which only the sums are read are paid the same as in detail, for random rules and weeks', () => {
  const rolling = fc.record({
    ...{ name: fc.constant('rolling'), kind: fc.constant('rolling_day' as const) },
    ...{ multiplier: fc.constantFrom(1.5, 1.75), afterSeconds: hours(12) },
  })
  const night: Rule = {
    ...{ name: 'night', kind: 'clock', afterSeconds: 0, multiplier: 1.25, adds: true },
    ...{ startMinute: 23 * 60, endMinute: 6 * 60, overSeconds: 7200 },
  }
  const longSundays: Rule = {
    ...{ name: 'long Sundays', kind: 'clock', afterSeconds: 0, multiplier: 1.5, days: [0] },
    ...{ startMinute: 0, endMinute: 1440, overSeconds: 7200 },
  }
  // Few rules, as otherwise hardly any day can be summed.
  const fewRules: fc.Arbitrary<readonly Rule[]> = fc.oneof(
    fc.tuple(fc.integer({ min: 0, max: 2 }).chain((index) => someRule(index))),
    fc.tuple(rolling, someRule(1)),
    fc.constantFrom([night], [longSundays]),
    fc.constantFrom(...Object.values(presets).map((rules) => [...rules])),
  )
  const abroad = fc.constantFrom('UTC', 'Pacific/Auckland', 'America/Los_Angeles')
  let summedDays = 0
  fc.assert(
    fc.property(someEntries, somePolicy, fewRules, abroad, (drafts, basic, rules, zone) => {
      const policy = { ...basic, rules, datesDiffer: zone !== basic.zone }
      fc.pre(canSum(policy))
      const entries = drafts.map((entry) => ({ ...entry, date: localDate(entry.start, zone) }))
      const detailed = datesInDetail(daySums(entries), policy)
      summedDays += new Set(entries.map(({ date }) => date)).size - detailed.size
      assert.deepEqual(paidByDay(summed(entries, detailed), policy), paidByDay(entries, policy))
    }),
    { numRuns: isFull ? 1000 : 300 },
  )
  assert.ok(summedDays > (isFull ? 300 : 60), `${summedDays} days were summed`)
})

test('usual days are not read in detail, whatever the overtime rules', () => {
  const [zone, weekStart] = ['America/Denver', 0]
  const at = (date: string, hours: number) => Date.parse(`${date}T00:00:00-07:00`) * 1000 + hours * 3600e6
  const day = (date: string, from: number, to: number): DaySum => ({
    ...{ date, seconds: (to - from - 0.5) * 3600, from: at(date, from), to: at(date, to), isWork: true },
  })
  const [monday, tuesday, wednesday, saturday] = ['2026-02-02', '2026-02-03', '2026-02-04', '2026-02-07']
  const detailed = (preset: keyof typeof presets, days: DaySum[]) => [
    ...datesInDetail(days, { rules: presets[preset], weekStart, ptoCounts: false, zone, split: true }),
  ]
  const usual = [day(monday, 8, 16.5), day(tuesday, 8, 17), day(wednesday, 8, 16)]
  for (const preset of Object.keys(presets))
    assert.deepEqual(detailed(preset as keyof typeof presets, usual), [], preset)
  assert.deepEqual(detailed('australia_clerks', [...usual, day(saturday, 8, 12)]), [saturday])
  assert.deepEqual(detailed('germany', [day(monday, 14, 23.5), day(tuesday, 14, 22)]), [monday])
  assert.deepEqual(detailed('nevada', [day(monday, 8, 16), day(tuesday, 7.5, 16)]), [monday, tuesday])
  assert.deepEqual(detailed('colorado', [day(monday, 16, 24), day(tuesday, 1, 9)]), [monday, tuesday])
  assert.deepEqual(detailed('federal', [day(monday, 20, 28)]), [monday])
})
