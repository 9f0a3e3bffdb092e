import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { acceptBreakRules } from '../../src/rules/time/break_contradictions.ts'
import {
  type BreakFinding,
  type BreakPreset,
  type BreakRule,
  breakFindings,
  breakPresets,
  type EntryWithBreaks,
  readBreakRules,
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

  test('a finding has the numbers of breaks due and taken', () => {
    const entries = day('w120 r10 w600')
    const { due, taken, outcome } = breakFindings(entries, always(california), nowAfter(entries)).at(-1)!
    assert.deepEqual([due, taken, outcome], [3, 1, 'missed'])
  })
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
