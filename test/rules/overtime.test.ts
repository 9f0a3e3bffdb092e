import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import type { Entry, Policy, Rule, Stretch } from '../../src/rules/overtime/overtime.ts'
import { maxRules, overtime, presets, rulesFromSettings } from '../../src/rules/overtime/overtime.ts'
import { effectiveSettings } from '../../src/rules/settings/settings.ts'
import { addDays, instantOf, localDate, parseInstant, weekOf } from '../../src/rules/time/calendar.ts'
import { isFull } from '../support/tiers.ts'

const zones = ['America/Los_Angeles', 'Europe/Berlin', 'Australia/Lord_Howe', 'Asia/Kathmandu']
const sunday = '2026-03-01'
const hour = 3600
let lastId = 1000
const california: Policy = { rules: presets.california, weekStart: 0, ptoCounts: false }
const federal: Policy = { rules: presets.federal, weekStart: 0, ptoCounts: false }
const dailyAndWeekly = rulesFromSettings(general({ daily_overtime: '1' }))

describe('overtime in several time zones', () => {
  for (const zone of zones) {
    const cases: [string, Policy, Entry[], Record<string, number>][] = [
      [
        '45 h in a week have 5 h of overtime by the federal rules',
        federal,
        worked([0, 9, 9, 9, 9, 9], zone),
        { regular: 40, weekly: 5 },
      ],
      [
        'a day of 14 h has 4 h of overtime and 2 h of double time by California’s rules',
        california,
        worked([0, 14], zone),
        { regular: 8, daily: 4, daily_double: 2 },
      ],
      [
        '5 days of 10 h have 10 h of overtime by California’s rules',
        california,
        worked([0, 10, 10, 10, 10, 10], zone),
        { regular: 40, daily: 10 },
      ],
      [
        '8, 8, 8, 8 and 9 h have 1 h of overtime by a daily and a weekly rule',
        dailyAndWeekly,
        worked([0, 8, 8, 8, 8, 9], zone),
        { regular: 40, daily: 1 },
      ],
      [
        '8 h of paid time off and 40 h of work have no overtime',
        federal,
        [...worked([0, 0, 8, 8, 8, 8, 8], zone), manual('2026-03-02', 8, { kind: 'pto' })],
        { regular: 40 },
      ],
    ]
    for (const [name, policy, entries, hours] of cases) {
      test(`in ${zone}, ${name}`, () => assert.deepEqual(hoursByRule(overtime(entries, policy)), hours))
    }
  }

  test('a night with a clock change is paid for its elapsed time, less the unpaid break', () => {
    const nights: [string, string, string, number][] = [
      ['America/Los_Angeles', '2026-03-07T23:00:00-08:00', '2026-03-08T07:30:00-07:00', 7.5],
      ['America/Los_Angeles', '2026-10-31T23:00:00-07:00', '2026-11-01T07:30:00-08:00', 9.5],
      ['Europe/Berlin', '2026-03-28T23:00:00+01:00', '2026-03-29T07:30:00+02:00', 7.5],
      ['Europe/Berlin', '2026-10-24T23:00:00+02:00', '2026-10-25T07:30:00+01:00', 9.5],
      ['Australia/Lord_Howe', '2026-04-04T23:00:00+11:00', '2026-04-05T07:30:00+10:30', 9],
      ['America/Los_Angeles', '2026-11-01T01:30:00-07:00', '2026-11-01T01:30:00-08:00', 1],
    ]
    for (const [zone, from, to, elapsed] of nights) {
      const start = parseInstant(from)!.instant
      const end = parseInstant(to)!.instant
      const lunch = Math.min(start + 4 * hour * 1e6, end)
      const back = Math.min(lunch + 1800e6, end)
      const night = [
        between(zone, start, lunch),
        between(zone, lunch, back, { kind: 'unpaid' }),
        between(zone, back, end),
      ]
      const paid = elapsed < 4 ? elapsed : elapsed - 0.5
      assert.equal((end - start) / 3600e6, elapsed)
      assert.equal(sum(overtime(night, california).map((each) => each.seconds)), paid * hour)
      const whole = overtime([between(zone, start, end)], california)
      assert.ok(whole.every((each) => each.date === from.slice(0, 10)))
      assert.equal(hoursByRule(whole).daily ?? 0, Math.max(0, elapsed - 8))
    }
  })
})

describe('overtime in California', () => {
  const cases: [string, number[], Record<string, number>][] = [
    ['seven days of 8 h', [8, 8, 8, 8, 8, 8, 8], { regular: 40, weekly: 8, seventh_day: 8 }],
    ['seventh day of 10 h', [4, 4, 4, 4, 4, 4, 10], { regular: 24, seventh_day: 8, seventh_day_double: 2 }],
    [
      'seventh day of 14 h',
      [1, 1, 1, 1, 1, 1, 14],
      { regular: 6, seventh_day: 8, seventh_day_double: 4, daily_double: 2 },
    ],
    ['six days of 8 and 10 h', [0, 8, 8, 8, 8, 8, 10], { regular: 40, weekly: 8, daily: 2 }],
    ['six days of 8 h', [0, 8, 8, 8, 8, 8, 8], { regular: 40, weekly: 8 }],
    ['13 h, then 4 × 8 h', [0, 13, 8, 8, 8, 8], { regular: 40, daily: 4, daily_double: 1 }],
    ['6 × 12 h', [0, 12, 12, 12, 12, 12, 12], { regular: 40, daily: 24, weekly: 8 }],
  ]
  for (const [name, hours, expected] of cases) {
    test(`California’s rules split ${name} into ${hoursInWords(expected)}`, () =>
      assert.deepEqual(hoursByRule(overtime(worked(hours), california)), expected))
  }

  test('seven days in a row across two workweeks have no seventh day', () => {
    const entries = [0, 1, 2, 3, 4, 5, 6].map((n) => shift(addDays('2026-03-04', n), 4))
    assert.deepEqual(hoursByRule(overtime(entries, california)), { regular: 28 })
    const thursdays = { ...california, weekStart: 4 }
    assert.deepEqual(hoursByRule(overtime(entries, thursdays)), { regular: 28 })
    assert.deepEqual(hoursByRule(overtime(entries, { ...california, weekStart: 3 })), { regular: 24, seventh_day: 4 })
  })

  test('a day of paid time off is not a day worked for the seventh-day rule', () => {
    const entries = [...worked([8, 0, 4, 4, 4, 4, 4]), manual('2026-03-02', 8, { kind: 'pto' })]
    assert.deepEqual(hoursByRule(overtime(entries, { ...california, ptoCounts: true })), { regular: 28 })
  })
})

describe('the time that counts toward overtime, and its order', () => {
  test('overtime falls on the jobcode worked on when the threshold is crossed', () => {
    // 25 h on A, 25 h on B, 10 h on C in that order: A 25; B 15 + 10; C 10 (reports.md).
    const dates = [0, 1, 2, 2, 3, 4, 5].map((n) => addDays('2026-03-02', n))
    const starts = [8, 8, 8, 13, 8, 8, 8]
    const lengths = [10, 10, 5, 5, 10, 10, 10]
    const entries = [1, 1, 1, 2, 2, 2, 3].map((jobcode_id, i) =>
      shift(dates[i]!, lengths[i]!, { from: starts[i]!, jobcode_id }),
    )
    const totals: Record<string, number> = {}
    for (const { jobcode_id, multiplier, seconds } of overtime(entries, federal)) {
      const key = `${jobcode_id} at ${multiplier}`
      totals[key] = (totals[key] ?? 0) + seconds / hour
    }
    assert.deepEqual(totals, { '1 at 1': 25, '2 at 1': 15, '2 at 1.5': 10, '3 at 1.5': 10 })
  })

  test('manual entries come after regular ones of the same day', () => {
    const entries = [
      manual('2026-03-02', 2, { id: 1, jobcode_id: 9 }),
      shift('2026-03-02', 8, { id: 2, from: 14, jobcode_id: 7 }),
    ]
    assert.deepEqual(overtime(entries, california), [
      { entryId: 2, date: '2026-03-02', jobcode_id: 7, seconds: 28800, multiplier: 1, rule: null },
      { entryId: 1, date: '2026-03-02', jobcode_id: 9, seconds: 7200, multiplier: 1.5, rule: 'daily' },
    ])
  })

  test('an entry is split where another rule begins to pay, in order', () => {
    assert.deepEqual(
      overtime([shift('2026-03-02', 14, { id: 5 })], california).map(({ seconds, multiplier, rule }) => [
        seconds / hour,
        multiplier,
        rule,
      ]),
      [
        [8, 1, null],
        [4, 1.5, 'daily'],
        [2, 2, 'daily_double'],
      ],
    )
  })

  test('paid breaks count as work, unpaid ones and empty entries do not', () => {
    const day = [
      shift('2026-03-02', 4, { from: 8 }),
      shift('2026-03-02', 1, { from: 12, kind: 'paid_break' }),
      shift('2026-03-02', 1, { from: 13, kind: 'unpaid' }),
      shift('2026-03-02', 4, { from: 14 }),
      shift('2026-03-02', 0, { from: 18 }),
    ]
    assert.deepEqual(hoursByRule(overtime(day, california)), { regular: 8, daily: 1 })
    assert.equal(overtime(day, california).length, 4)
  })

  test('paid time off counts toward thresholds only if the company has set so, wherever it falls in the week', () => {
    for (const date of ['2026-03-01', '2026-03-03', '2026-03-07']) {
      const entries = [...worked([0, 9, 9, 9, 9, 4]), manual(date, 8, { kind: 'pto' })]
      assert.deepEqual(hoursByRule(overtime(entries, federal)), { regular: 40 })
      const counting = overtime(entries, { ...federal, ptoCounts: true })
      assert.deepEqual(hoursByRule(counting), { regular: 32, weekly: 8 })
      assert.deepEqual(
        counting.filter((each) => each.rule).map((each) => each.date),
        ['2026-03-05', '2026-03-06'],
      )
    }
    const day = [shift('2026-03-02', 6), manual('2026-03-02', 4, { kind: 'pto' })]
    assert.deepEqual(hoursByRule(overtime(day, { ...california, ptoCounts: true })), { regular: 4, daily: 2 })
  })

  test('a shift split by a break after midnight belongs to two days, one split before midnight to one', () => {
    const late = [shift('2026-03-02', 5, { from: 20 }), shift('2026-03-03', 5, { from: 2 })]
    assert.deepEqual(hoursByRule(overtime(late, california)), { regular: 10 })
    const early = [shift('2026-03-02', 3, { from: 20 }), shift('2026-03-02', 6.5, { from: 23.5 })]
    assert.deepEqual(hoursByRule(overtime(early, california)), { regular: 8, daily: 1.5 })
  })

  test('every workweek is separate, starting on its first day', () => {
    const entries = [4, 5, 6, 7, 8, 9].map((n) => shift(addDays(sunday, n), 8)) // Thursday to Tuesday
    assert.deepEqual(hoursByRule(overtime(entries, federal)), { regular: 48 })
    assert.deepEqual(hoursByRule(overtime(entries, { ...federal, weekStart: 4 })), { regular: 40, weekly: 8 })
  })

  test('without overtime rules, all time is regular', () => {
    const stretches = overtime(worked([14, 14, 14, 14, 14, 14, 14]), { ...federal, rules: [] })
    assert.deepEqual(hoursByRule(stretches), { regular: 98 })
    assert.deepEqual(overtime([], california), [])
  })

  test('several weekly rules stack by threshold, not on top of each other', () => {
    const rules: Rule[] = [...presets.federal, { name: 'long', kind: 'weekly', afterSeconds: 60 * hour, multiplier: 2 }]
    const stretches = overtime(worked([0, 13, 13, 13, 13, 13]), { ...federal, rules })
    assert.deepEqual(hoursByRule(stretches), { regular: 40, weekly: 20, long: 5 })
  })

  test('hours that a daily rule pays count toward a weekly rule that pays more', () => {
    const weekly: Rule = { name: 'weekly', kind: 'weekly', afterSeconds: 40 * hour, multiplier: 2 }
    const daily: Rule = { name: 'daily', kind: 'daily', afterSeconds: 8 * hour, multiplier: 1.5 }
    const rules = [daily, weekly]
    const long = overtime(worked([0, 10, 10, 10, 10, 10]), { ...federal, rules })
    assert.deepEqual(hoursByRule(long), { regular: 32, daily: 8, weekly: 10 })
    const short = overtime(worked([0, 10, 10, 10, 8]), { ...federal, rules })
    assert.deepEqual(hoursByRule(short), { regular: 32, daily: 6 })
    const weaker = [{ ...daily, multiplier: 1.25 }, presets.federal[0]!]
    const five = overtime(worked([0, 9, 9, 9, 9, 9]), { ...federal, rules: weaker })
    assert.deepEqual(hoursByRule(five), { regular: 36, daily: 4, weekly: 5 })
    const sixty = [daily, { ...weekly, afterSeconds: 60 * hour }]
    const seven = overtime(worked([10, 10, 10, 10, 10, 10, 10]), { ...federal, rules: sixty })
    assert.deepEqual(hoursByRule(seven), { regular: 48, daily: 12, weekly: 10 })
  })

  test('time worked before the minimum rest has passed is paid by the rest rule', () => {
    const rest: Rule = { name: 'rest', kind: 'rest', afterSeconds: 11 * hour, multiplier: 1.5 }
    const policy = { ...federal, rules: [rest] }
    // 14:00 to 22:00 with a break, then from 06:00: rest until 09:00.
    const evening = [shift('2026-03-02', 4, { from: 14 }), shift('2026-03-02', 3.5, { from: 18.5 })]
    const morning = shift('2026-03-03', 8, { from: 6 })
    assert.deepEqual(hoursByRule(overtime([...evening, morning], policy)), { regular: 12.5, rest: 3 })
    assert.deepEqual(hoursByRule(overtime([...evening, shift('2026-03-03', 8, { from: 9 })], policy)), {
      regular: 15.5,
    })
    const byHand = manual('2026-03-03', 8)
    assert.deepEqual(hoursByRule(overtime([...evening, byHand], policy)), { regular: 15.5 })
    // Also from one workweek to the next.
    const weekend = [shift('2026-03-07', 8, { from: 14 }), shift('2026-03-08', 8, { from: 6 })]
    assert.deepEqual(hoursByRule(overtime(weekend, policy)), { regular: 13, rest: 3 })
  })

  test('more overtime rules than the maximum are refused', () => {
    const rules = Array.from({ length: maxRules + 1 }, () => presets.federal[0]!)
    assert.throws(() => overtime([], { ...federal, rules }), RangeError)
  })
})

describe('the overtime rules of a company’s settings', () => {
  const weekly: Rule = { name: 'weekly', kind: 'weekly', afterSeconds: 144000, multiplier: 1.5 }
  const daily: Rule = { name: 'daily', kind: 'daily', afterSeconds: 28800, multiplier: 1.5 }
  const double: Rule = { name: 'daily_double', kind: 'daily', afterSeconds: 43200, multiplier: 2 }
  const cases: [Record<string, string | number>, Policy][] = [
    [{}, { rules: [weekly], weekStart: 0, ptoCounts: false }],
    [
      { calculate_overtime: '0', daily_overtime: '1' },
      { rules: [], weekStart: 0, ptoCounts: false },
    ],
    [{ daily_overtime: '1' }, { rules: [daily, weekly], weekStart: 0, ptoCounts: false }],
    [
      { daily_overtime: '1', daily_doubletime: '1' },
      { rules: [daily, double, weekly], weekStart: 0, ptoCounts: false },
    ],
    [{ daily_doubletime: '1' }, { rules: [double, weekly], weekStart: 0, ptoCounts: false }],
    [
      { week_start: 1, pto_overtime: 1 },
      { rules: [weekly], weekStart: 1, ptoCounts: true },
    ],
    [{ weekly_regular_hours: '0' }, { rules: [], weekStart: 0, ptoCounts: false }],
    [{ weekly_regular_hours: '' }, { rules: [], weekStart: 0, ptoCounts: false }],
    [
      { weekly_regular_hours: '37.5' },
      { rules: [{ ...weekly, afterSeconds: 135000 }], weekStart: 0, ptoCounts: false },
    ],
    [
      { daily_overtime: '1', daily_regular_hours: 10 },
      { rules: [{ ...daily, afterSeconds: 36000 }, weekly], weekStart: 0, ptoCounts: false },
    ],
  ]
  for (const [changes, policy] of cases) {
    test(`settings with ${JSON.stringify(changes)} have the rules ${policy.rules.map(({ name }) => name).join(', ') || 'of no overtime'}`, () =>
      assert.deepEqual(rulesFromSettings(general(changes)), policy))
  }
})

describe('overtime of random entries and rules', () => {
  const entry = fc.record({
    day: fc.integer({ min: 0, max: 15 }),
    from: fc.integer({ min: 0, max: 86399 }),
    seconds: fc.oneof(fc.integer({ min: 0, max: 20 * hour }), fc.constantFrom(8 * hour, 10 * hour)),
    kind: fc.constantFrom<Entry['kind'][]>('work', 'work', 'work', 'work', 'paid_break', 'pto', 'unpaid'),
    jobcode_id: fc.integer({ min: 0, max: 3 }),
    manual: fc.boolean(),
  })
  const someEntries = fc.tuple(fc.constantFrom(...zones), fc.array(entry, { maxLength: 25 })).map(([zone, drafts]) =>
    drafts.map(({ day, from, ...draft }, i): Entry => {
      const start = instantOf(addDays(sunday, day), from, zone)
      return { ...draft, id: i + 1, date: localDate(start, zone), start, end: start + draft.seconds * 1e6 }
    }),
  )
  const someRule = fc.record({
    name: fc.constantFrom('a', 'b', 'c', 'd'),
    kind: fc.constantFrom<Rule['kind'][]>('daily', 'weekly', 'seventh_day', 'rest'),
    afterSeconds: fc.oneof(fc.integer({ min: 0, max: 60 * hour }), fc.integer({ min: 0, max: 12 * hour })),
    multiplier: fc.constantFrom(0.5, 1, 1.25, 1.5, 2, 2.5, 3),
  })
  const somePolicy: fc.Arbitrary<Policy> = fc.record({
    rules: fc.oneof(fc.constantFrom(presets.federal, presets.california), fc.array(someRule, { maxLength: 4 })),
    weekStart: fc.integer({ min: 0, max: 6 }),
    ptoCounts: fc.boolean(),
  })

  test('every second that counts is paid once, by an existing rule', () => {
    fc.assert(
      fc.property(someEntries, somePolicy, (entries, policy) => {
        const stretches = overtime(entries, policy)
        for (const each of entries) {
          const own = stretches.filter((stretch) => stretch.entryId === each.id)
          const counts = each.kind === 'work' || each.kind === 'paid_break'
          assert.equal(sum(own.map((stretch) => stretch.seconds)), counts ? each.seconds : 0)
          for (const stretch of own) {
            assert.equal(stretch.date, each.date)
            assert.equal(stretch.jobcode_id, each.jobcode_id)
          }
        }
        for (const { seconds, multiplier, rule } of stretches) {
          assert.ok(Number.isInteger(seconds) && seconds > 0)
          if (rule === null) assert.equal(multiplier, 1)
          else assert.ok(policy.rules.some((each) => each.name === rule && each.multiplier === multiplier))
        }
      }),
      { numRuns: isFull ? 1000 : 200 },
    )
  })

  test('an additional rule never lowers the pay of a week, unless it takes seconds from a weekly threshold', () => {
    fc.assert(
      fc.property(someEntries, somePolicy, someRule, fc.nat(4), (entries, policy, rule, place) => {
        // What another rule pays as well as a weekly one does not count toward its threshold: the week starts to be paid
        // better a second later.
        const weekly = policy.rules.filter(({ kind }) => kind === 'weekly')
        fc.pre(rule.kind === 'weekly' || weekly.every(({ multiplier }) => multiplier > rule.multiplier))
        const more = { ...policy, rules: policy.rules.toSpliced(place, 0, rule) }
        const before = payByWeek(overtime(entries, policy), policy)
        const after = payByWeek(overtime(entries, more), policy)
        for (const [week, pay] of before) assert.ok(after.get(week)! >= pay - 1e-3, `${week}: ${pay}`)
      }),
      { numRuns: isFull ? 3000 : 300 },
    )
  })

  test('the order of the entries does not change their overtime', () => {
    fc.assert(
      fc.property(someEntries, somePolicy, (entries, policy) => {
        assert.deepEqual(overtime(entries.toReversed(), policy), overtime(entries, policy))
      }),
    )
  })

  test('California’s rules never leave more than 8 regular hours a day or 40 a week', () => {
    fc.assert(
      fc.property(someEntries, (entries) => {
        const regular = overtime(entries, california).filter((stretch) => stretch.rule === null)
        const byDate = Map.groupBy(regular, (each) => each.date)
        const byWeek = Map.groupBy(regular, (each) => weekOf(each.date, 0))
        for (const day of byDate.values()) assert.ok(sum(day.map((each) => each.seconds)) <= 8 * hour)
        for (const week of byWeek.values()) assert.ok(sum(week.map((each) => each.seconds)) <= 40 * hour)
      }),
    )
  })
})

function general(changes: Record<string, string | number>) {
  const overrides = Object.entries(changes).map(([key, value]) => ({
    scope: 'company' as const,
    section: 'general',
    key,
    value,
    last_modified: 0,
  }))
  return effectiveSettings(overrides).general.settings
}

// Hours of work on the days from Sunday 1 March 2026 on, each from 08:00 in the zone.
function worked(hours: number[], zone = 'UTC'): Entry[] {
  return hours.map((each, day) => shift(addDays(sunday, day), each, { zone }))
}

function shift(date: string, hours: number, { from = 8, zone = 'UTC', ...rest }: Partial<Entry> & Where = {}): Entry {
  const start = instantOf(date, from * hour, zone)
  return between(zone, start, start + hours * hour * 1e6, rest)
}

type Where = { from?: number; zone?: string }

function between(zone: string, start: number, end: number, rest: Partial<Entry> = {}): Entry {
  const date = localDate(start, zone)
  const seconds = Math.floor((end - start) / 1e6)
  return { id: lastId++, date, start, end, seconds, kind: 'work', jobcode_id: 1, manual: false, ...rest }
}

function manual(date: string, hours: number, rest: Partial<Entry> = {}): Entry {
  return shift(date, hours, { manual: true, ...rest })
}

function hoursByRule(stretches: readonly Stretch[]): Record<string, number> {
  const hours: Record<string, number> = {}
  for (const { rule, seconds } of stretches) hours[rule ?? 'regular'] = (hours[rule ?? 'regular'] ?? 0) + seconds / hour
  return hours
}

/** Hours by rule as `40 h regular, 5 h weekly`. */
function hoursInWords(hours: Record<string, number>): string {
  return Object.entries(hours)
    .map(([rule, each]) => `${each} h ${rule}`)
    .join(', ')
}

function payByWeek(stretches: readonly Stretch[], policy: Policy): Map<string, number> {
  const pay = new Map<string, number>()
  for (const { date, seconds, multiplier } of stretches) {
    const week = weekOf(date, policy.weekStart)
    pay.set(week, (pay.get(week) ?? 0) + seconds * multiplier)
  }
  return pay
}

function sum(numbers: number[]): number {
  return numbers.reduce((total, n) => total + n, 0)
}
