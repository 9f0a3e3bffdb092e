import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { translator } from '../../src/rules/language/messages.ts'
import {
  type DayToCheck,
  type EntryToCheck,
  type ExceptionRules,
  exceptionsOf,
  type TimeException,
} from '../../src/rules/time/exceptions.ts'
import { expectedDays, type PublishedShift } from '../../src/rules/time/expected_work.ts'
import { readDays } from '../../src/rules/time/working_pattern.ts'

const t = translator('en')

// Monday 2026-03-02 to Sunday 2026-03-08; the tests use UTC.
const rules: ExceptionRules = {
  start_date: '2026-03-02',
  end_date: '2026-03-08',
  today: '2026-03-10',
  now: at('2026-03-10', 12),
  longSeconds: 12 * 3600,
  restSeconds: 8 * 3600,
  approvedTo: '2000-01-01',
  notesRequired: false,
  weekStart: 0,
}

function at(date: string, hours: number): number {
  return Date.parse(`${date}T00:00:00Z`) * 1000 + hours * 3600_000_000
}

let id = 0
function worked(date: string, from: number, to: number | null, more: Partial<EntryToCheck> = {}): EntryToCheck {
  id += 1
  const seconds = to === null ? 0 : Math.round((to - from) * 3600)
  const times = { start: at(date, from), end: to === null ? null : at(date, to) }
  return { id, date, ...times, seconds, type: 'regular', kind: 'work', notes: '', ...more }
}

const off = (date: string, hours: number): EntryToCheck => worked(date, 8, 8 + hours, { type: 'manual', kind: 'pto' })
const shift = (date: string, from: number, to: number): PublishedShift => ({
  date,
  start: at(date, from),
  end: at(date, to),
})

/** Kind, date and number of entries: the subject of a case. */
const brief = (list: readonly TimeException[]) =>
  list.map(({ kind, date, timesheet_ids }) => `${kind} ${date} ${timesheet_ids.length}`)

type Case = [
  name: string,
  entries: EntryToCheck[],
  expected: string[],
  more?: Partial<ExceptionRules>,
  shifts?: PublishedShift[],
]

const cases: Case[] = [
  ['no time has no exceptions', [], []],
  [
    'a day of eight hours with lunch has no exceptions',
    [worked('2026-03-02', 8, 12), worked('2026-03-02', 12.75, 17)],
    [],
  ],
  ['an entry of twelve hours is not too long', [worked('2026-03-02', 7, 19)], []],
  ['an entry of a minute over twelve hours is too long', [worked('2026-03-02', 7, 19.02)], ['long 2026-03-02 1']],
  ['a break is never too long', [worked('2026-03-02', 0, 13, { kind: 'unpaid_break' })], []],
  [
    'the company sets the hours that are too long',
    [worked('2026-03-02', 7, 16)],
    ['long 2026-03-02 1'],
    { longSeconds: 28800 },
  ],
  [
    'a gap of two hours is an exception',
    [worked('2026-03-03', 8, 10), worked('2026-03-03', 12, 15)],
    ['gap 2026-03-03 2'],
  ],
  ['a gap of less than two hours counts as lunch', [worked('2026-03-03', 8, 10), worked('2026-03-03', 11.98, 15)], []],
  [
    'a recorded break fills a gap',
    [
      worked('2026-03-03', 8, 10),
      worked('2026-03-03', 10, 12.5, { kind: 'unpaid_break' }),
      worked('2026-03-03', 12.5, 15),
    ],
    [],
  ],
  ['a long gap ends the shift and is no exception', [worked('2026-03-03', 8, 10), worked('2026-03-03', 18.5, 21)], []],
  [
    'a long gap is an exception if a shift was scheduled throughout',
    [worked('2026-03-03', 8, 10), worked('2026-03-03', 15, 17)],
    ['gap 2026-03-03 2'],
    {},
    [shift('2026-03-03', 8, 17)],
  ],
  [
    'too little rest between shifts is an exception',
    [worked('2026-03-03', 14, 23), worked('2026-03-04', 6, 14)],
    ['short_rest 2026-03-04 2'],
  ],
  ['enough rest between shifts is no exception', [worked('2026-03-03', 14, 23), worked('2026-03-04', 7, 14)], []],
  [
    'the company sets how much rest is enough',
    [worked('2026-03-03', 14, 23), worked('2026-03-04', 9.9, 14)],
    ['short_rest 2026-03-04 2'],
    { restSeconds: 11 * 3600 },
  ],
  [
    'the rest after a shift before the first day is checked, too',
    [worked('2026-03-01', 14, 23), worked('2026-03-02', 6, 14)],
    ['short_rest 2026-03-02 2'],
  ],
  ['exceptions outside the range are not reported', [worked('2026-03-01', 0, 14), worked('2026-03-09', 0, 14)], []],
  [
    'manual time has neither gaps nor rest',
    [worked('2026-03-03', 8, 10, { type: 'manual' }), worked('2026-03-03', 13, 15)],
    [],
  ],
  [
    'work on a day off is an exception',
    [off('2026-03-04', 8), worked('2026-03-04', 9, 10)],
    ['overlap_time_off 2026-03-04 2'],
  ],
  ['half a day off and half a day of work are no exception', [off('2026-03-04', 4), worked('2026-03-04', 8, 12.5)], []],
  [
    'half a day off and a full day of work are an exception',
    [off('2026-03-04', 4), worked('2026-03-04', 8, 16)],
    ['overlap_time_off 2026-03-04 2'],
  ],
  ['a day off alone is no exception', [off('2026-03-04', 8)], []],
  [
    'an automatic clock-out is an exception',
    [worked('2026-03-05', 8, 20, { clockedOut: true })],
    ['automatic_clock_out 2026-03-05 1'],
  ],
  ['an entry on the clock is an exception', [worked('2026-03-06', 8, null)], ['running 2026-03-06 1']],
  [
    'a scheduled shift without time is an exception',
    [worked('2026-03-02', 8, 16)],
    ['missing_day 2026-03-03 0'],
    {},
    [shift('2026-03-02', 8, 16), shift('2026-03-03', 8, 16)],
  ],
  ['a scheduled shift on a day off is no exception', [off('2026-03-03', 8)], [], {}, [shift('2026-03-03', 8, 16)]],
  ['a scheduled shift in the future is no exception', [], [], { today: '2026-03-03' }, [shift('2026-03-03', 8, 16)]],
  [
    'one workday without time is an exception',
    ['2026-03-02', '2026-03-03', '2026-03-05', '2026-03-06'].map((date) => worked(date, 8, 16)),
    ['missing_day 2026-03-04 0'],
  ],
  [
    'time off counts as the time of a workday',
    [
      ...['2026-03-02', '2026-03-03', '2026-03-05'].map((date) => worked(date, 8, 16)),
      off('2026-03-04', 8),
      off('2026-03-06', 8),
    ],
    [],
  ],
  [
    'a person who works two days a week misses no workday',
    ['2026-03-02', '2026-03-03'].map((date) => worked(date, 8, 16)),
    [],
  ],
  [
    'entries without required notes are an exception',
    [
      worked('2026-03-02', 8, 10),
      worked('2026-03-02', 10, 12, { notes: ' ' }),
      worked('2026-03-02', 12, 13, { notes: 'x' }),
    ],
    ['no_notes 2026-03-02 2'],
    { notesRequired: true },
  ],
]

describe('time exceptions', () => {
  for (const [name, entries, expected, more, shifts] of cases)
    test(name, () =>
      assert.deepEqual(brief(exceptionsOf(entries, [], shifts ?? [], { ...rules, ...more }, t)), expected),
    )

  test('approved time off counts without a timesheet, too', () => {
    const day = [{ date: '2026-03-04', seconds: 8 * 3600 }]
    const here = [worked('2026-03-04', 9, 10)]
    assert.deepEqual(brief(exceptionsOf(here, day, [], rules, t)), ['overlap_time_off 2026-03-04 1'])
    assert.deepEqual(exceptionsOf([], day, [shift('2026-03-04', 8, 16)], rules, t), [])
  })

  describe('a person who works Tuesday to Saturday and misses Thursday, 19 November', () => {
    const range = { start_date: '2026-11-08', end_date: '2026-11-21', today: '2026-11-24', now: at('2026-11-24', 12) }
    const days = [10, 11, 12, 13, 14, 17, 18, 20, 21].map((day) => worked(`2026-11-${day}`, 10, 18))
    const missed = (more: Partial<ExceptionRules> = {}) =>
      brief(exceptionsOf(days, [], [], { ...rules, ...range, ...more }, t))
    const tuesdayToSaturday = readDays(['tue', 'wed', 'thu', 'fri', 'sat'].map((day) => ({ day, hours: 8 })))
    /** The days of their pattern, which was chosen on a date. */
    const by = (from: string, shifts: readonly PublishedShift[] = [], holidays: readonly string[] = []) => {
      const expectedOn = expectedDays(() => ({ days: tuesdayToSaturday, weekStart: 0 }), shifts)
      return (date: string): DayToCheck => {
        const { seconds: expected, isPlanned } = expectedOn(date)
        const facts = { holiday: undefined, isHoliday: holidays.includes(date), allowsMore: true }
        return { expected, isChosen: isPlanned || date >= from, ...facts }
      }
    }
    const dayOf = by('')
    test('by their pattern, a person misses only that day', () => {
      assert.deepEqual(missed({ dayOf }), ['missing_day 2026-11-19 0'])
      assert.deepEqual(missed({ dayOf: by('', [], ['2026-11-19']) }), [], 'a holiday')
    })
    test('a pattern counts as chosen from its first day', () => {
      // On Saturdays, this person has no time, so by their own weeks they miss none.
      const without = days.filter(({ date }) => date !== '2026-11-14' && date !== '2026-11-21')
      const found = (from: string) =>
        brief(exceptionsOf(without, [], [], { ...rules, ...range, dayOf: by(from) }, t)).map((text) =>
          text.slice(12, 22),
        )
      assert.deepEqual(found(''), ['2026-11-14', '2026-11-19', '2026-11-21'])
      assert.deepEqual(found('2026-11-15'), ['2026-11-19', '2026-11-21'])
    })
    test('without a pattern, a person misses only that day by their own weeks', () => {
      assert.deepEqual(missed(), ['missing_day 2026-11-19 0'])
    })
    test('by their pattern, a person misses Saturday, too', () => {
      const more = { dayOf, start_date: '2026-11-15' }
      const without = days.filter(({ date }) => date !== '2026-11-21')
      assert.deepEqual(brief(exceptionsOf(without, [], [], { ...rules, ...range, ...more }, t)), [
        'missing_day 2026-11-19 0',
        'missing_day 2026-11-21 0',
      ])
    })
    test('a person misses nothing in a week without any time', () => {
      assert.deepEqual(missed({ dayOf, start_date: '2026-11-22', end_date: '2026-11-28', today: '2026-12-01' }), [])
    })
    test('the days of published shifts count in weeks that have some', () => {
      const shifts = [shift('2026-11-18', 10, 18), shift('2026-11-16', 10, 18)]
      const found = brief(exceptionsOf(days, [], shifts, { ...rules, ...range, dayOf: by('', shifts) }, t))
      assert.deepEqual(found, ['missing_day 2026-11-16 0'])
    })
  })

  test('exceptions are described in words, by date', () => {
    const list = exceptionsOf(
      [
        worked('2026-03-06', 8, null, { start: rules.now - 3_660_000_000 }),
        worked('2026-03-02', 6, 20, { clockedOut: true }),
        worked('2026-03-04', 8, 10),
        worked('2026-03-04', 12.5, 14),
        worked('2026-03-05', 0.25, 4),
        off('2026-03-05', 8),
      ],
      [],
      [],
      { ...rules, restSeconds: 11 * 3600, notesRequired: true },
      t,
    )
    assert.deepEqual(
      list.map(({ date, words }) => `${date} ${words}`),
      [
        '2026-03-02 Forgot to clock out; the end time is an automatic estimate',
        '2026-03-02 14 hours in one entry',
        '2026-03-02 Notes are required, but one entry has none',
        '2026-03-03 No time recorded',
        '2026-03-04 Nothing recorded for 2 hours 30 minutes',
        '2026-03-04 2 entries have no notes',
        '2026-03-05 Only 10 hours 15 minutes of rest after the previous shift',
        '2026-03-05 Work and 8 hours of time off on one day',
        '2026-03-05 Notes are required, but one entry has none',
        '2026-03-06 Still on the clock after 1 hour 1 minute',
      ],
    )
  })
})
