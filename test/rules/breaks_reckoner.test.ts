import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { breakPremiums, premiumByKind } from '../../src/rules/time/break_premiums.ts'
import { breakPresets } from '../../src/rules/time/break_rules.ts'
import { type BreakAnswer, breakFindings, type EntryWithBreaks, isOpen } from '../../src/rules/time/breaks.ts'
import { isFull } from '../support/tiers.ts'

// Break rules against a plain reading of the law that looks at one minute after another: w work, m unpaid break, r paid
// break, - clocked out.

type Minute = 'w' | 'm' | 'r' | '-'
const hour = 3600
const kinds = { w: 'work', m: 'unpaid_break', r: 'paid_break' } as const

const someDay: fc.Arbitrary<Minute[]> = fc
  .array(
    fc.record({
      kind: fc.constantFrom<Minute[]>('w', 'w', 'w', 'm', 'r', '-'),
      minutes: fc.oneof(
        fc.integer({ min: 1, max: 60 }),
        fc.constantFrom(10, 14, 15, 16, 30, 45, 60, 180, 240, 360, 361),
      ),
    }),
    { minLength: 1, maxLength: 12 },
  )
  .map((parts) => parts.flatMap(({ kind, minutes }) => Array<Minute>(minutes).fill(kind)))

/** An entry for each run of one kind. */
function entriesOf(minutes: readonly Minute[]): EntryWithBreaks[] {
  const entries: EntryWithBreaks[] = []
  const base = Date.parse('2026-03-02T00:00:00Z') * 1000
  for (const [at, minute] of minutes.entries()) {
    if (minute === '-') continue
    const last = entries.at(-1)
    const start = base + at * 60_000_000
    if (last && minutes[at - 1] === minute) {
      last.end = start + 60_000_000
      last.seconds += 60
    } else {
      const times = { date: '2026-03-02', start, end: start + 60_000_000, seconds: 60 }
      entries.push({ id: entries.length + 1, ...times, type: 'regular', kind: kinds[minute] })
    }
  }
  return entries
}

/** The shifts of a day: what lies between pauses off the clock that end one. */
function shiftsOf(minutes: readonly Minute[], pause: number): Minute[][] {
  const text = minutes.join('').replaceAll(new RegExp(`-{${pause},}`, 'g'), ' ')
  return text
    .split(' ')
    .map((shift) => shift.replace(/^-+|-+$/g, ''))
    .filter((shift) => shift !== '')
    .map((shift) => [...shift] as Minute[])
}

/** Breaks of a shift as the minutes of work before each and its own; unpaid time in a row is one break. */
function breaksOf(shift: readonly Minute[]): { worked: number; minutes: number; paid: boolean }[] {
  const breaks: { worked: number; minutes: number; paid: boolean }[] = []
  let worked = 0
  let before: string | undefined
  for (const minute of shift) {
    const kind = minute === '-' ? 'm' : minute
    if (kind !== 'w') {
      if (kind === before) breaks.at(-1)!.minutes += 1
      else breaks.push({ worked, minutes: 1, paid: kind === 'r' })
    }
    if (kind !== 'm') worked += 1
    before = kind
  }
  return breaks.filter((each) => each.worked > 0 && each.worked < worked)
}

const workIn = (shift: readonly Minute[]) => shift.filter((minute) => minute === 'w' || minute === 'r').length

/** ArbZG, section 4: what is wrong with the breaks of a shift. */
function german(shift: readonly Minute[]): string | undefined {
  const worked = workIn(shift)
  if (worked <= 360) return undefined
  const parts = breaksOf(shift).filter(({ minutes }) => minutes >= 15)
  const rule = worked > 540 ? 'break_45' : 'break_30'
  const [first] = parts
  if (!first) return `${rule} missed`
  if (parts.reduce((sum, { minutes }) => sum + minutes, 0) < (worked > 540 ? 45 : 30)) return `${rule} short`
  if (first.worked > 360) return `${rule} late`
  let longest = 0
  for (let at = 0; at < worked; ) {
    const next = parts.find((part) => part.worked >= at)
    longest = Math.max(longest, (next?.worked ?? worked) - at)
    if (!next) break
    parts.splice(parts.indexOf(next), 1)
    at = next.worked + (next.paid ? next.minutes : 0)
  }
  return `${rule} ${longest > 360 ? 'unbroken' : 'taken'}`
}

test('the breaks of random days are judged as a reading of the German law minute by minute', () => {
  const seen = new Set<string>()
  fc.assert(
    fc.property(someDay, fc.constantFrom(120, 240, 300), (minutes, pause) => {
      const versions = [{ from: null, rules: breakPresets.eu, pauseSeconds: pause * 60 }]
      const found = breakFindings(entriesOf(minutes), versions, 0)
      for (const { outcome } of found) seen.add(outcome)
      assert.deepEqual(
        found.map(({ rule, outcome }) => `${rule.name} ${outcome}`),
        shiftsOf(minutes, pause).flatMap((shift) => german(shift) ?? []),
      )
    }),
    { numRuns: isFull ? 2000 : 300 },
  )
  assert.deepEqual([...seen].sort(), ['late', 'missed', 'short', 'taken', 'unbroken'])
})

test('rests that were missed in Colorado are paid with ten minutes each on random days', () => {
  fc.assert(
    fc.property(someDay, (minutes) => {
      const rules = breakPresets.colorado.filter(({ kind }) => kind === 'rest')
      const findings = breakFindings(entriesOf(minutes), [{ from: null, rules }], 0)
      const owed = shiftsOf(minutes, 240).map((shift) => {
        // Rule 5.2: 1 over 2 hours, 2 over 6, 3 over 10, and so on.
        const due = Math.max(0, Math.ceil((workIn(shift) - 120) / 240))
        const taken = breaksOf(shift).filter((each) => each.paid && each.minutes >= 10).length
        return 10 * Math.max(0, due - taken)
      })
      assert.equal(
        premiumByKind(breakPremiums(findings)).rest / 60,
        owed.reduce((sum, each) => sum + each, 0),
      )
    }),
    { numRuns: isFull ? 2000 : 300 },
  )
})

test('a waiver settles a meal in California exactly up to the hours of the law, on random days', () => {
  fc.assert(
    fc.property(someDay, (minutes) => {
      const entries = entriesOf(minutes)
      const answers = entries.flatMap(({ id }) =>
        ['meal', 'second_meal'].map((rule): BreakAnswer => ({ timesheet_id: id, rule, answer: 'waived' })),
      )
      const findings = breakFindings(entries, [{ from: null, rules: breakPresets.california_meals }], 0, answers)
      for (const finding of findings.filter(({ outcome }) => outcome !== 'taken')) {
        const shift = entries.filter(({ id }) => finding.timesheet_ids.includes(id))
        // Whole seconds: sums of parts of an hour are not exact.
        const work = shift.reduce((sum, { kind, seconds }) => (kind === 'unpaid_break' ? sum : sum + seconds), 0)
        const first = findings.find(({ rule, date, timesheet_ids: [id] }) => {
          return rule.name === 'meal' && date === finding.date && id === finding.timesheet_ids[0]
        })
        const isFirst = finding.rule.name === 'meal'
        const isSettled = isFirst ? work <= 6 * hour : work <= 12 * hour && ['taken', 'late'].includes(first!.outcome)
        assert.equal(isOpen(finding), !isSettled, `${finding.rule.name} of ${work} seconds`)
      }
    }),
    { numRuns: isFull ? 2000 : 300 },
  )
})
