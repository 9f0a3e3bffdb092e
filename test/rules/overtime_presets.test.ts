import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { acceptRules } from '../../src/rules/overtime/contradictions.ts'
import { type Entry, overtime, type Policy } from '../../src/rules/overtime/overtime.ts'
import { type Preset, presets } from '../../src/rules/overtime/presets.ts'
import { writtenRules } from '../../src/rules/overtime/written.ts'
import { addDays, instantOf, localDate } from '../../src/rules/time/calendar.ts'

// What the law asks for, preset by preset. The week is that of Sunday, March 1, 2026, or Monday, March 2; hours are
// given by day, or as spans such as `Mon 22:00 8`, which may pass midnight; `Mon off 1 7` is paid time off on jobcode 1.

const sunday = '2026-03-01'
const monday = '2026-03-02'
const names = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat']

type Work = readonly number[] | readonly string[]
type Case = [name: string, work: Work, hours: Record<string, number>, more?: Partial<Policy>, first?: string]

/** Four days of work after a Monday, and paid time off of which only jobcode 1 counts toward overtime. */
const fourDays = ['Tue 8:00 8.5', 'Wed 8:00 8.5', 'Thu 8:00 8.5', 'Fri 8:00 8.5']
const leaveCounts = { ptoCounts: true, ptoJobcodes: new Set([1]) }
const mondayOfMay1 = '2026-04-27'

const laws: {
  readonly [name in Preset]: { source: string; zone: string; weekStart?: number; cases: readonly Case[] }
} = {
  federal: {
    source: '29 U.S.C. 207(a)(1); workweeks: 29 CFR 778.104 and 778.105',
    zone: 'America/New_York',
    cases: [
      ['40 hours', [0, 8, 8, 8, 8, 8], { regular: 40 }],
      ['45 hours', [0, 9, 9, 9, 9, 9], { regular: 40, weekly: 5 }],
      ['weeks of 30 and 50 hours', [0, 6, 6, 6, 6, 6, 0, 0, 10, 10, 10, 10, 10], { regular: 70, weekly: 10 }],
      ['a single day of 16 hours', [0, 16], { regular: 16 }],
      [
        'a shift into the next week',
        ['Mon 8:00 8', 'Tue 8:00 8', 'Wed 8:00 8', 'Thu 8:00 8', 'Fri 8:00 8', 'Sat 20:00 12'],
        { regular: 48, weekly: 4 },
      ],
    ],
  },
  california: {
    source: 'Labor Code 510(a)',
    zone: 'America/Los_Angeles',
    cases: [
      ['14 hours in a workday', [0, 14], { regular: 8, daily: 4, daily_double: 2 }],
      ['5 × 10 hours', [0, 10, 10, 10, 10, 10], { regular: 40, daily: 10 }],
      ['6 × 8 hours', [0, 8, 8, 8, 8, 8, 8], { regular: 40, weekly: 8 }],
      ['a week with a seventh day', [4, 4, 4, 4, 4, 4, 10], { regular: 24, seventh_day: 8, seventh_day_double: 2 }],
      ['seven days across two weeks', [0, 4, 4, 4, 4, 4, 4, 4], { regular: 28 }],
      ['a night and the next afternoon', ['Mon 22:00 8', 'Tue 14:00 10'], { regular: 10, daily: 4, daily_double: 4 }],
    ],
  },
  alaska: {
    source: 'Alaska Statutes 23.10.060(b)',
    zone: 'America/Anchorage',
    cases: [
      ['10 hours in a day', [0, 10], { regular: 8, daily: 2 }],
      ['6 × 8 hours', [0, 8, 8, 8, 8, 8, 8], { regular: 40, weekly: 8 }],
      ['14 hours in a day', [0, 14], { regular: 8, daily: 6 }],
    ],
  },
  colorado: {
    source: '7 CCR 1103-1, rule 4.1.1',
    zone: 'America/Denver',
    cases: [
      ['13 hours in a workday', [0, 13], { regular: 12, daily: 1 }],
      ['14 consecutive hours over midnight', ['Mon 18:00 6', 'Tue 0:00 8'], { regular: 12, consecutive: 2 }],
      ['13.5 hours around a duty-free meal', ['Mon 16:00 6', 'Mon 22:30 7.5'], { regular: 12, consecutive: 1.5 }],
      ['two shifts of a workday', ['Mon 0:00 7', 'Mon 17:00 6'], { regular: 12, daily: 1 }],
      ['4 × 11 hours', [0, 11, 11, 11, 11], { regular: 40, weekly: 4 }],
      ['4 × 13 hours', [0, 13, 13, 13, 13], { regular: 40, daily: 4, weekly: 8 }],
    ],
  },
  nevada: {
    source: 'NRS 608.018; workday: NRS 608.0126',
    zone: 'America/Los_Angeles',
    cases: [
      ['10 hours in a workday', [0, 10], { regular: 8, daily: 2 }],
      ['10 hours within 24 hours of the start of work', ['Mon 16:00 6', 'Tue 10:00 4'], { regular: 8, daily: 2 }],
      ['two days that each begin new 24 hours', ['Mon 8:00 8', 'Tue 8:00 8'], { regular: 16 }],
      [
        'a shift that begins within 24 hours and ends after them',
        ['Mon 8:00 4', 'Tue 2:00 10'],
        { regular: 12, daily: 2 },
      ],
      ['5 × 9 hours', [0, 9, 9, 9, 9, 9], { regular: 40, daily: 5 }],
    ],
  },
  kentucky: {
    source: 'KRS 337.285(1) and 337.050',
    zone: 'America/New_York',
    cases: [
      ['7 × 5 hours', [5, 5, 5, 5, 5, 5, 5], { regular: 35 }],
      ['7 × 6 hours', [6, 6, 6, 6, 6, 6, 6], { regular: 36, seventh_day: 6 }],
      ['7 × 8 hours', [8, 8, 8, 8, 8, 8, 8], { regular: 40, weekly: 8, seventh_day: 8 }],
      ['exactly 40 hours in seven days', [6, 6, 6, 6, 6, 6, 4], { regular: 40 }],
    ],
  },
  oregon: {
    source: 'ORS 653.261(1), OAR 839-020-0030(1)',
    zone: 'America/Los_Angeles',
    cases: [
      ['12 hours in a day', [0, 12], { regular: 12 }],
      ['45 hours', [0, 9, 9, 9, 9, 9], { regular: 40, weekly: 5 }],
    ],
  },
  oregon_manufacturing: {
    source: 'ORS 652.020(1) and 653.265',
    zone: 'America/Los_Angeles',
    cases: [
      ['12 hours in a day', [0, 12], { regular: 10, daily: 2 }],
      // The greater sum is paid: of 4 by day and 8 by week, then of 8 by day and 4 by week.
      ['48 hours with 4 above 10 a day', [0, 12, 12, 8, 8, 8], { regular: 40, daily: 4, weekly: 4 }],
      ['44 hours with 8 above 10 a day', [0, 14, 14, 8, 8], { regular: 36, daily: 8 }],
    ],
  },
  hospital_8_80: {
    source: '29 U.S.C. 207(j), 29 CFR 778.601',
    zone: 'America/Chicago',
    cases: [
      ['10 × 8 hours', [0, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8], { regular: 80 }],
      ['11 × 8 hours in 14 days', [0, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8], { regular: 80, fortnight: 8 }],
      ['weeks of 48 and 32 hours', [8, 8, 8, 8, 8, 8, 0, 0, 8, 8, 8, 8], { regular: 80 }],
      [
        // The premium for days is credited toward that for 14 days.
        '7 × 12 hours in 14 days',
        [12, 12, 12, 12, 0, 0, 0, 12, 12, 12],
        { regular: 56, daily: 28 },
      ],
      ['the Saturday that ends 14 days and the Sunday after it', [...Array(13).fill(0), 8, 8], { regular: 16 }],
    ],
  },
  france: {
    source: 'Code du travail, articles L3121-27, L3121-35 and L3121-36',
    zone: 'Europe/Paris',
    weekStart: 1,
    cases: [
      ['35 hours', [7, 7, 7, 7, 7], { regular: 35 }],
      ['39 hours', [8, 8, 8, 8, 7], { regular: 35, weekly_25: 4 }],
      ['45 hours', [9, 9, 9, 9, 9], { regular: 35, weekly_25: 8, weekly_50: 2 }],
      ['35 hours and 4 on the Sunday after them', [7, 7, 7, 7, 7, 0, 4], { regular: 35, weekly_25: 4 }],
      // Article L3133-6: the wage once more on May 1, which counts toward the week as any other day.
      ['a week with work on May 1', [7, 7, 7, 7, 9], { regular: 28, may_1: 7, 'weekly_25+may_1': 2 }, {}, mondayOfMay1],
      // Cass. soc., 8 March 2007, no. 05-44.330: from midnight to midnight.
      ['a night that begins on April 30', ['Thu 21:00 8'], { regular: 3, may_1: 5 }, {}, mondayOfMay1],
      // Cass. soc., 10 September 2025, no. 23-14.455: paid leave counts; sickness does not.
      [
        'four days of work after a day of leave',
        ['Mon off 1 7', ...fourDays],
        { regular: 28, weekly_25: 6 },
        leaveCounts,
      ],
      ['four days of work after a day of sickness', ['Mon off 2 7', ...fourDays], { regular: 34 }, leaveCounts],
    ],
  },
  germany: {
    source: 'ArbZG, sections 2(3), 2(4) and 6(5); BAG, 9 December 2015, 10 AZR 423/14',
    zone: 'Europe/Berlin',
    weekStart: 1,
    cases: [
      ['a day of 10 hours', ['Mon 8:00 10'], { regular: 10 }],
      ['a night of 8 hours', ['Mon 22:00 8'], { regular: 1, night: 7 }],
      ['a shift with two hours of the night', ['Mon 17:00 8'], { regular: 8 }],
      ['a shift with more than two hours of the night', ['Mon 17:00 8.25'], { regular: 6, night: 2.25 }],
      ['a night with a break', ['Mon 22:00 3', 'Tue 1:30 4.5'], { regular: 1, night: 6.5 }],
    ],
  },
  australia_clerks: {
    source: 'MA000002, clauses 13, 21.4 and 24',
    zone: 'Australia/Sydney',
    weekStart: 1,
    cases: [
      ['38 hours', [7.6, 7.6, 7.6, 7.6, 7.6], { regular: 38 }],
      ['42 hours', [8.4, 8.4, 8.4, 8.4, 8.4], { regular: 38, weekly: 2, weekly_double: 2 }],
      ['a day of 11 hours', ['Mon 7:00 11'], { regular: 10, daily: 1 }],
      ['a day until 22:00', ['Tue 14:00 8'], { regular: 5, night: 2, night_double: 1 }],
      ['a Wednesday from 6:00', ['Wed 6:00 8'], { regular: 7, night: 1 }],
      ['a Monday from 6:00', ['Mon 6:00 8'], { regular: 7, monday_early: 1 }],
      ['a Saturday', ['Sat 9:00 7'], { saturday: 3.5, saturday_late: 2, saturday_double: 1.5 }],
      ['a Sunday', ['Sun 9:00 4'], { sunday: 4 }],
      ['a public holiday', ['Mon 9:00 4'], { holiday: 4 }, { holidays: new Set([monday]) }],
      // The two hours are counted once, from the first second outside ordinary hours.
      ['a night across midnight', ['Mon 22:00 5'], { night: 2, night_double: 3 }],
      ['an early Monday', ['Mon 0:00 7'], { monday_early: 2, monday_early_double: 5 }],
      // Clause 22: double until there were ten hours off duty.
      [
        'nine hours off duty between two days',
        ['Tue 14:00 8', 'Wed 7:00 8'],
        { regular: 5, night: 2, night_double: 1, rest: 8 },
      ],
      [
        'ten hours off duty between two days',
        ['Tue 14:00 8', 'Wed 8:00 8'],
        { regular: 13, night: 2, night_double: 1 },
      ],
      [
        'two nights in a row without ten hours off duty',
        ['Tue 14:00 8', 'Wed 7:00 16', 'Thu 8:00 4'],
        { regular: 5, night: 2, night_double: 1, rest: 16, daily_double: 4 },
      ],
      ['a recall on the evening of the same day', ['Tue 9:00 8', 'Tue 22:00 1'], { regular: 8, night: 1 }],
    ],
  },
  none: {
    source: 'no law',
    zone: 'Europe/Madrid',
    cases: [['98 hours', [14, 14, 14, 14, 14, 14, 14], { regular: 98 }]],
  },
}

for (const [name, { source, zone, weekStart = 0, cases }] of Object.entries(laws))
  describe(`the overtime preset ${name}, by ${source}`, () => {
    const rules = presets[name as Preset]
    for (const [title, work, hours, more, first = weekStart === 0 ? sunday : monday] of cases)
      test(`the preset ${name} splits ${title} into ${hoursInWords(hours)}`, () => {
        const policy = { rules, weekStart, ptoCounts: false, zone, split: name !== 'none', anchor: sunday, ...more }
        const paid: Record<string, number> = {}
        for (const { rule, seconds } of overtime(worked(work, zone, weekStart, first), policy))
          paid[rule ?? 'regular'] = Math.round(((paid[rule ?? 'regular'] ?? 0) + seconds / 3600) * 1e6) / 1e6
        assert.deepEqual(paid, hours)
      })

    test(`the rules of ${name} can be copied and chosen as a company’s own`, () => {
      assert.deepEqual(acceptRules(name), rules)
      assert.deepEqual(acceptRules(writtenRules(rules)), rules)
    })
  })

test('what is paid for a night is added to what another rule pays', () => {
  const rules = [
    ...presets.germany,
    { name: 'weekly', kind: 'weekly', afterSeconds: 5 * 3600, multiplier: 1.25 } as const,
  ]
  const policy = { rules, weekStart: 1, ptoCounts: false, zone: 'Europe/Berlin', split: true }
  const paid = overtime(worked(['Mon 22:00 8'], 'Europe/Berlin', 1), policy)
  assert.deepEqual(
    paid.map(({ rule, multiplier, seconds }) => [rule, multiplier, seconds / 3600]),
    [
      [null, 1, 1],
      ['night', 1.25, 1],
      ['night', 1.25, 3],
      ['weekly+night', 1.5, 3],
    ],
  )
})

test('an overtime rule applies from its date, and counts time worked before it', () => {
  const rules = [
    { name: 'old', kind: 'weekly', afterSeconds: 30 * 3600, multiplier: 1.25, until: '2026-03-05' },
    { name: 'new', kind: 'weekly', afterSeconds: 30 * 3600, multiplier: 1.5, from: '2026-03-05' },
  ] as const
  const paid = overtime(worked([0, 11, 11, 11, 11], 'UTC', 0), { rules, weekStart: 0, ptoCounts: false })
  assert.deepEqual(
    paid.filter(({ rule }) => rule).map(({ rule, date, seconds }) => [rule, date, seconds / 3600]),
    [
      ['old', '2026-03-04', 3],
      ['new', '2026-03-05', 11],
    ],
  )
})

/** Hours by rule as `40 h regular, 5 h weekly`. */
function hoursInWords(hours: Record<string, number>): string {
  return Object.entries(hours)
    .map(([rule, each]) => `${each} h ${rule}`)
    .join(', ')
}

function worked(work: Work, zone: string, weekStart: number, first = weekStart === 0 ? sunday : monday): Entry[] {
  return work.flatMap((each: number | string, index): Entry[] => {
    if (typeof each === 'number') return each > 0 ? [entry(addDays(first, index), 8, each)] : []
    const [day = '', clock = '', hours = '', off = ''] = each.split(' ')
    const date = addDays(first, (names.indexOf(day) - weekStart + 7) % 7)
    if (clock === 'off')
      return [{ ...entry(date, 8, Number(off)), kind: 'pto', jobcode_id: Number(hours), manual: true }]
    const [hour = '', minute = ''] = clock.split(':')
    return [entry(date, Number(hour) + Number(minute) / 60, Number(hours))]
  })

  function entry(date: string, from: number, hours: number): Entry {
    const start = instantOf(date, from * 3600, zone)
    const seconds = Math.round(hours * 3600)
    const times = { start, end: start + seconds * 1e6, seconds }
    return { id: start, date: localDate(start, zone), ...times, kind: 'work', jobcode_id: 1, manual: false }
  }
}
