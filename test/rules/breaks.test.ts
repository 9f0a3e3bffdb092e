import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { acceptBreakRules } from '../../src/rules/time/break_contradictions.ts'
import { breakPremiums, premiumByKind } from '../../src/rules/time/break_premiums.ts'
import { type BreakRule, breakPresets, readBreakRules } from '../../src/rules/time/break_rules.ts'
import {
  type BreakAnswer,
  type BreakFinding,
  breakFindings,
  type EntryWithBreaks,
  isOpen,
} from '../../src/rules/time/breaks.ts'

// A day is written as its stretches: w work, m unpaid break, r paid break, - clocked out, each with its minutes.
const letters = { w: 'work', m: 'unpaid_break', r: 'paid_break' } as const
const words: Record<string, string> = { w: 'work', m: 'unpaid break', r: 'paid break', '-': 'off the clock' }

/** `w300 m30` as `300 min work, 30 min unpaid break`. */
const inWords = (written: string) =>
  written
    .split(' ')
    .map((part) => `${part.slice(1)} min ${words[part[0]!]}`)
    .join(', ')

function day(written: string, { date = '2026-03-02', runs = false } = {}): EntryWithBreaks[] {
  let at = Date.parse(`${date}T06:00:00Z`) * 1000
  const entries: EntryWithBreaks[] = []
  for (const part of written.split(' ')) {
    const seconds = Number(part.slice(1)) * 60
    const start = at
    at += seconds * 1_000_000
    const kind = letters[part[0] as keyof typeof letters]
    if (kind) entries.push({ id: entries.length + 1, date, start, end: at, seconds, type: 'regular', kind })
  }
  if (runs) entries.at(-1)!.end = null
  return entries
}

const nowAfter = (entries: readonly EntryWithBreaks[]) =>
  Math.max(...entries.map(({ start, seconds }) => start + seconds * 1_000_000))

const always = (rules: readonly BreakRule[]) => [{ from: null, rules }]

const brief = (findings: readonly BreakFinding[]) => findings.map(({ rule, outcome }) => `${rule.name} ${outcome}`)

type Case = [day: string, expected: string[]]

type BreakPreset = keyof typeof breakPresets

const cases: Record<Exclude<BreakPreset, 'none'>, { source: string; cases: Case[] }> = {
  california_meals: {
    source: 'California Labor Code 512(a); Brinker v. Superior Court (2012) 53 Cal.4th 1004',
    cases: [
      ['w300', []],
      ['w301', ['meal missed']],
      ['w300 m30 w180', ['meal taken']],
      ['w300.1 m30 w180', ['meal late']],
      ['w240 m29.9 w240', ['meal short']],
      ['w240 m15 w10 m15 w240', ['meal short']],
      // Clocking out is a break, too, and the two together are one.
      ['w240 -30 w240', ['meal taken']],
      ['w240 m20 -10 w240', ['meal taken']],
      // Paid breaks are work, and no meal.
      ['w240 r60 w60', ['meal missed']],
      ['w240 r30 m30 w240', ['meal taken']],
      ['w240 r61 m30 w240', ['meal late']],
      // Before and after work there is nothing to break.
      ['m30 w301', ['meal missed']],
      ['w301 m30', ['meal missed']],
      ['w240 m30 w360', ['meal taken']],
      ['w240 m30 w361', ['meal taken', 'second_meal missed']],
      ['w240 m60 w361', ['meal taken', 'second_meal missed']],
      ['w240 m30 w360 m30 w60', ['meal taken', 'second_meal taken']],
      ['w240 m30 w361 m30 w60', ['meal taken', 'second_meal late']],
      // Four hours off end the shift.
      ['w240 -240 w240', []],
      ['w240 -239 w240', ['meal taken']],
    ],
  },
  california: {
    source: '8 CCR 11040(12)(A): ten minutes for four hours or a major fraction of them',
    cases: [
      ['w209', []],
      ['w210', ['rest missed']],
      ['w120 r10 w80', ['rest taken']],
      ['w120 r9 w81', ['rest short']],
      ['w120 -10 w90', ['rest missed']],
      ['w120 r10 w120 m30 w110', ['meal taken', 'rest taken']],
      ['w120 r10 w120 m30 w111', ['meal taken', 'rest missed']],
      ['w120 r10 w120 m30 w120 r10 w100', ['meal taken', 'rest taken']],
      ['w120 r10 w120 m30 w120 r5 w120', ['meal taken', 'rest short']],
    ],
  },
  colorado: {
    source: '7 CCR 1103-1, rules 5.1 and 5.2',
    cases: [
      ['w120', []],
      ['w121', ['rest missed']],
      ['w200 r10 w90', ['rest taken']],
      ['w200 r10 w91', ['meal missed', 'rest taken']],
      ['w320 m30 w10 r10 w10', ['meal taken', 'rest taken']],
    ],
  },
  massachusetts: {
    source: 'General Laws chapter 149, section 100',
    cases: [
      ['w360', []],
      ['w361', ['meal missed']],
      ['w360 m30 w60', ['meal taken']],
    ],
  },
  nevada: {
    source: 'NRS 608.019; NAC 608.145(1)',
    cases: [
      ['w209', []],
      ['w210', ['rest missed']],
      // More than half of the second four hours is not enough.
      ['w120 r10 w289', ['rest taken']],
      ['w120 r10 w290', ['rest taken', 'second_rest missed']],
      ['w100 r10 w200 r10 w159', ['rest taken', 'second_rest taken']],
      ['w100 r10 w200 r10 w160', ['meal missed', 'rest taken', 'second_rest taken']],
      // Unpaid meals are not counted.
      ['w100 r10 w100 m30 w200 r10 w60', ['meal taken', 'rest taken', 'second_rest taken']],
      ['w100 r10 w100 m30 w200 r10 w239', ['meal taken', 'rest taken', 'second_rest taken']],
      ['w100 r10 w100 m30 w200 r10 w240', ['meal taken', 'rest taken', 'second_rest taken', 'third_rest missed']],
    ],
  },
  eu: {
    source: 'Directive 2003/88/EC, article 4; ArbZG section 4',
    cases: [
      ['w360', []],
      ['w361', ['break_30 missed']],
      ['w240 m30 w240', ['break_30 taken']],
      ['w240 r30 w240', ['break_30 taken']],
      ['w120 m15 w120 m15 w120 m10 w60', ['break_30 taken']],
      ['w120 m14 w120 m16 w180', ['break_30 short']],
      ['w361 m30 w60', ['break_30 late']],
      ['w240 m30 w300', ['break_30 taken']],
      ['w240 m30 w301', ['break_45 short']],
      ['w240 m30 w200 m15 w101', ['break_45 taken']],
      // ArbZG, section 4, sentence 3: nowhere more than six hours at a stretch. 08:00-10:00, a break, 10:30-16:45.
      ['w120 m30 w375', ['break_30 unbroken']],
      ['w120 m30 w360', ['break_30 taken']],
      ['w120 m30 w200 -15 w200', ['break_30 taken']],
      ['w120 m30 w200 -14 w175', ['break_30 unbroken']],
      ['w120 r30 w200 r15 w345', ['break_45 taken']],
      ['w30 m45 w361 m15 w240', ['break_45 unbroken']],
    ],
  },
}

for (const [preset, { source, cases: rows }] of Object.entries(cases))
  describe(`breaks of ${preset}, by ${source}`, () => {
    for (const [written, expected] of rows)
      test(`after ${inWords(written)}, ${preset} finds ${expected.join(', ') || 'no break due'}`, () => {
        const entries = day(written)
        const findings = breakFindings(entries, always(breakPresets[preset as BreakPreset]), nowAfter(entries))
        assert.deepEqual(brief(findings), expected)
      })
  })

describe('breaks', () => {
  const { california, california_meals } = breakPresets

  test('a break in a running shift is judged once it is overdue', () => {
    const judge = (written: string) => {
      const entries = day(written, { runs: true })
      return brief(breakFindings(entries, always(california), nowAfter(entries)))
    }
    assert.deepEqual(judge('w300'), [])
    assert.deepEqual(judge('w301'), ['meal missed'])
    assert.deepEqual(judge('w240 m10'), [])
  })

  test('the breaks of a night shift belong to the day on which it began', () => {
    const [first, ...others] = day('w200 w101 m30 w100')
    const entries = [first!, ...others.map((entry) => ({ ...entry, date: '2026-03-03' }))]
    const [found] = breakFindings(entries, always(california_meals), nowAfter(entries))
    assert.deepEqual(
      [found!.date, found!.timesheet_ids, found!.outcome, found!.worked],
      ['2026-03-02', [1, 2, 3, 4], 'late', 301 * 60],
    )
  })

  test('a manual break entry counts by its length, and time off and manual work are ignored', () => {
    const start = Date.parse('2026-03-02T06:00:00Z') * 1000
    const manual = (kind: EntryWithBreaks['kind'], minutes: number): EntryWithBreaks => ({
      ...{ id: 9, date: '2026-03-02', start, end: start + minutes * 60_000_000, seconds: minutes * 60 },
      ...{ type: 'manual', kind },
    })
    const judge = (...more: EntryWithBreaks[]) =>
      brief(breakFindings([...day('w301'), ...more], always(california_meals), start * 2))
    assert.deepEqual(judge(manual('unpaid_break', 30)), ['meal taken'])
    assert.deepEqual(judge(manual('unpaid_time_off', 30), manual('pto', 60)), ['meal missed'])
    assert.deepEqual(breakFindings([manual('work', 600)], always(california_meals), start * 2), [])
  })

  test('the pause that ends a shift is that of the company', () => {
    const judge = (written: string, pauseSeconds: number) => {
      const versions = [{ from: null, rules: california_meals, pauseSeconds }]
      return brief(breakFindings(day(written), versions, nowAfter(day(written))))
    }
    assert.deepEqual(judge('w240 -150 w240', 2 * 3600), [])
    assert.deepEqual(judge('w240 -150 w240', 3 * 3600), ['meal taken'])
    assert.deepEqual(judge('w240 -300 w240', 6 * 3600), ['meal taken'])
    assert.deepEqual(judge('w301 -300 w240', 4 * 3600), ['meal missed'])
  })

  test('a stretch of work without a break in a running shift is found while it goes on', () => {
    const judge = (written: string) => {
      const entries = day(written, { runs: true })
      return breakFindings(entries, always(breakPresets.eu), nowAfter(entries)).map((found) => [
        found.outcome,
        found.goesOn ?? false,
      ])
    }
    assert.deepEqual(judge('w120 m30 w360'), [['taken', false]])
    assert.deepEqual(judge('w120 m30 w361'), [['unbroken', true]])
    assert.deepEqual(judge('w120 m30 w361 m30 w60'), [['unbroken', false]])
  })

  test('a break whose time is unknown may have been anywhere in the shift', () => {
    const entries = day('w500')
    const untimed = { ...entries[0]!, id: 9, seconds: 30 * 60, type: 'manual', kind: 'unpaid_break' } as const
    assert.deepEqual(brief(breakFindings([...entries, untimed], always(breakPresets.eu), nowAfter(entries))), [
      'break_30 taken',
    ])
  })

  test('a finding has the numbers of breaks due and taken', () => {
    const entries = day('w120 r10 w600')
    const { due, taken, outcome } = breakFindings(entries, always(california), nowAfter(entries)).at(-1)!
    assert.deepEqual([due, taken, outcome], [3, 1, 'missed'])
  })
})

type Answers = Readonly<Record<string, BreakAnswer['answer']>>

/** The rules whose breaks are issues, and the minutes that are paid by kind of break. */
function settled(written: string, rules: readonly BreakRule[], answers: Answers) {
  const entries = day(written)
  const said = Object.entries(answers).map(([rule, answer]): BreakAnswer => ({ timesheet_id: 1, rule, answer }))
  const findings = breakFindings(entries, always(rules), nowAfter(entries), said)
  const { meal, rest } = premiumByKind(breakPremiums(findings))
  const issues = findings.filter(isOpen).map(({ rule, answer }) => [rule.name, answer].filter(Boolean).join(' '))
  return { issues, minutes: [meal / 60, rest / 60] }
}

type Settled = [title: string, day: string, answers: Answers, issues: string[], meal: number, rest: number]

describe('breaks that were waived, by California Labor Code 512(a)', () => {
  const cases: Settled[] = [
    ['a meal of six hours of work', 'w360', { meal: 'waived' }, [], 0, 0],
    ['a meal of more than six hours of work', 'w361', { meal: 'waived' }, ['meal waived'], 60, 0],
    ['a meal of eight hours of work', 'w480', { meal: 'waived' }, ['meal waived'], 60, 0],
    ['a late meal in six hours of work', 'w310 m30 w50', { meal: 'waived' }, [], 0, 0],
    ['a second meal in twelve hours after the first', 'w240 m30 w480', { second_meal: 'waived' }, [], 0, 0],
    [
      'a second meal in more than twelve hours',
      'w240 m30 w481',
      { second_meal: 'waived' },
      ['second_meal waived'],
      60,
      0,
    ],
    ['a second meal without the first', 'w660', { second_meal: 'waived' }, ['meal', 'second_meal waived'], 60, 0],
    ['a second meal after a late first', 'w301 m30 w359', { second_meal: 'waived' }, ['meal'], 60, 0],
    ['both meals', 'w660', { meal: 'waived', second_meal: 'waived' }, ['meal waived', 'second_meal waived'], 60, 0],
    ['a meal that was prevented', 'w360', { meal: 'prevented' }, ['meal prevented'], 60, 0],
  ]
  for (const [title, written, answers, issues, meal, rest] of cases)
    test(`California settles a waiver, or does not: ${title}`, () => {
      const found = settled(written, breakPresets.california_meals, answers)
      assert.deepEqual(found, { issues, minutes: [meal, rest] })
    })

  test('a break of the German law cannot be waived, and one without a limit always can', () => {
    assert.deepEqual(settled('w400', breakPresets.eu, { break_30: 'waived' }).issues, ['break_30 waived'])
    assert.deepEqual(settled('w900', breakPresets.massachusetts, { meal: 'waived' }).issues, [])
  })
})

describe('what is paid for breaks that were not provided', () => {
  const rest = { name: 'rest', kind: 'rest', minutes: 10, pay: 'paid', after_hours: 2, every_hours: 4 } as const
  const second = { ...rest, name: 'tea', every_hours: undefined, after_hours: 4, pay: 'any' } as const
  const cases: [
    title: string,
    day: string,
    rules: readonly BreakRule[],
    answers: Answers,
    meal: number,
    rest: number,
  ][] = [
    // 7 CCR 1103-1, rule 5.2.4.
    ['ten minutes for each rest in Colorado', 'w600', breakPresets.colorado, {}, 60, 20],
    ['ten minutes for the second rest in Colorado', 'w240 r10 w240', breakPresets.colorado, {}, 60, 10],
    ['nothing for a rest that was not recorded', 'w240', breakPresets.colorado, { rest: 'taken' }, 0, 0],
    ['nothing for a rest that was waived', 'w240', breakPresets.colorado, { rest: 'waived' }, 0, 0],
    ['ten minutes for a rest that was prevented', 'w240', breakPresets.colorado, { rest: 'prevented' }, 0, 10],
    // California Labor Code 226.7(c).
    ['an hour for meals and one for rests in California', 'w661', breakPresets.california, {}, 60, 60],
    ['the minutes of a rule, once a day', 'w600', [{ ...rest, premium_minutes: 15 }], {}, 0, 15],
    [
      'the longest of two by the day',
      'w600',
      [
        { ...rest, premium_minutes: 15 },
        { ...second, premium_minutes: 20 },
      ],
      {},
      0,
      20,
    ],
    [
      'one by the day and one by the break',
      'w600',
      [{ ...rest, premium_minutes: 15, premium_per: 'break' }, second],
      {},
      0,
      90,
    ],
    [
      'a late break, by the break',
      'w310 m30 w60',
      [{ ...breakPresets.california_meals[0]!, premium_minutes: 30, premium_per: 'break' }],
      {},
      30,
      0,
    ],
  ]
  for (const [title, written, rules, answers, meal, rests] of cases)
    test(`what is paid for breaks: ${title}`, () =>
      assert.deepEqual(settled(written, rules, answers).minutes, [meal, rests]))
})

describe('break rules', () => {
  const rule = { name: 'tea', kind: 'rest', minutes: 10, pay: 'paid', after_hours: 2 }

  test('break rules are the name of a preset or a list of rules', () => {
    assert.equal(readBreakRules('california'), breakPresets.california)
    assert.deepEqual(readBreakRules([rule]), [rule])
    for (const preset of Object.values(breakPresets)) assert.deepEqual(readBreakRules(preset), preset)
  })

  const refused: [chosen: unknown, message: RegExp][] = [
    ['texas', /must be none, california, .* or a list of rules/],
    [7, /or a list of rules/],
    [[{}], /rule 1: name must be/],
    [[rule, rule], /two rules called tea/],
    [Array.from({ length: 13 }, (_, index) => ({ ...rule, name: `r${index}` })), /at most 12 break rules/],
    [[{ ...rule, minutes: 0 }], /minutes must be a number from 1 to 240/],
    [[{ ...rule, kind: 'nap' }], /kind must be one of meal, rest/],
    [[{ ...rule, pay: 'half' }], /pay must be one of paid, unpaid, any/],
    [[{ ...rule, after_hours: 25 }], /after_hours must be a number from 0 to 24/],
    [[{ ...rule, by_hours: Number.NaN }], /by_hours must be/],
    [[{ ...rule, color: 'red' }], /color is not a property/],
    [[{ ...rule, every_hours: 4, by_hours: 2 }], /every_hours cannot be combined/],
    [[{ ...rule, part_minutes: 11 }], /part_minutes must be at most minutes/],
    [[{ ...rule, stretch_hours: 0 }], /stretch_hours must be a number from 0.5 to 24/],
    [[{ ...rule, every_hours: 4, stretch_hours: 6 }], /every_hours cannot be combined/],
    [[{ ...rule, waivable_to_hours: -1 }], /waivable_to_hours must be a number from 0 to 24/],
    [[{ ...rule, waivable_after: 'tea' }], /rule 1: waivable_after needs waivable_to_hours/],
    [
      [{ ...rule, waivable_to_hours: 6, waivable_after: 'tea' }],
      /rule 1: waivable_after must name a rule before it, not tea/,
    ],
    [[{ ...rule, premium_minutes: 0 }], /premium_minutes must be a number from 1 to 240/],
    [[{ ...rule, premium_minutes: 10, premium_per: 'week' }], /premium_per must be one of day, break/],
    [[{ ...rule, premium_per: 'day' }], /premium_per and premium_worked need premium_minutes/],
    [[{ ...rule, premium_worked: true }], /premium_per and premium_worked need premium_minutes/],
    [[{ ...rule, premium_minutes: 10, premium_worked: 1 }], /premium_worked must be true or false/],
  ]
  const meal = { name: 'meal', kind: 'meal', minutes: 30, pay: 'unpaid', after_hours: 5, by_hours: 5 }
  const parts = { name: 'parts', kind: 'meal', minutes: 30, pay: 'any', after_hours: 6, part_minutes: 15 }
  const contradicting: [chosen: unknown[], message: RegExp][] = [
    [
      [meal, { ...meal, name: 'again' }],
      /rules meal and again would count the same break twice: both ask for a meal break in shifts over 5 hours/,
    ],
    [
      [meal, { ...meal, name: 'long', minutes: 45 }],
      /rules meal and long contradict each other: .*, one for 30 and one for 45 minutes/,
    ],
    [[meal, { ...meal, name: 'any', pay: 'any', minutes: 45 }], /rules meal and any contradict/],
    [[meal, { ...meal, name: 'even', at_least: true }], /rules meal and even would count the same break twice/],
    [[rule, { ...rule, name: 'often', every_hours: 4 }], /rules tea and often would count/],
    [[parts, { ...parts, name: 'more', minutes: 45 }], /rule parts contradicts rule more, which already asks for 45/],
    [
      [parts, { ...parts, name: 'less', after_hours: 9, minutes: 20 }],
      /rule less contradicts rule parts, .* 30 minutes/,
    ],
    [[{ ...parts, name: 'same', after_hours: 9 }, parts], /rule same contradicts rule parts/],
  ]
  for (const [chosen, message] of contradicting)
    test(`contradicting break rules are refused: ${message.source}`, () => {
      assert.throws(() => acceptBreakRules(chosen), message)
      // What was chosen before it was refused still holds.
      assert.equal(readBreakRules(chosen).length, chosen.length)
    })

  const together: [name: string, chosen: unknown[]][] = [
    ['a second meal in longer shifts', [meal, { ...meal, name: 'second', after_hours: 10 }]],
    ['two meals with a deadline each', [meal, { ...meal, name: 'second', by_hours: 10 }]],
    ['a meal and a rest', [meal, { ...meal, name: 'rest', kind: 'rest' }]],
    ['a paid and an unpaid rest', [rule, { ...rule, name: 'unpaid', pay: 'unpaid' }]],
    ['more in parts in longer shifts', [parts, { ...parts, name: 'more', after_hours: 9, minutes: 45 }]],
  ]
  for (const [name, chosen] of together)
    test(`break rules may combine ${name}`, () => assert.equal(acceptBreakRules(chosen).length, chosen.length))
  test('the break rules of every law are consistent', () => {
    for (const preset of Object.keys(breakPresets)) acceptBreakRules(preset)
    for (const list of Object.values(breakPresets)) acceptBreakRules(list)
  })

  test('of break rules in parts, only the one for the longest break of its kind and pay is judged', () => {
    const rest = { ...parts, name: 'rest', kind: 'rest' as const, pay: 'paid' as const, minutes: 20 }
    const rules = [parts, { ...parts, name: 'more', after_hours: 9, minutes: 45 }, rest] as BreakRule[]
    const found = (written: string) => brief(breakFindings(day(written), always(rules), nowAfter(day(written))))
    assert.deepEqual(found('w240 m30 w240'), ['parts taken', 'rest missed'])
    assert.deepEqual(found('w300 m30 w300'), ['more short', 'rest missed'])
  })

  for (const [chosen, message] of refused)
    test(`invalid break rules are refused: ${message.source}`, () =>
      assert.throws(() => readBreakRules(chosen), message))
})
