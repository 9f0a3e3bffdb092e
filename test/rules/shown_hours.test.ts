import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { shares, sharesByJob, sharesByKind, shownPay, shownSeconds } from '../../src/rules/pay/shown_hours.ts'
import { shownUnits } from '../../src/rules/pay/shown_units.ts'

describe('hours as they are shown', () => {
  for (const [name, parts, unit, expected] of [
    [
      'six days of 7:19:48 are shown as five of 7:20 and one of 7:19',
      Array(6).fill(26_388),
      60,
      [440, 440, 440, 440, 440, 439],
    ],
    [
      'of two parts that together would be a minute too long, the larger remainder is rounded up',
      [79 * 3600 + 42 * 60 + 40, 19 * 60 + 30],
      60,
      [4783, 19],
    ],
    ['parts with the larger remainders are rounded up', [89, 100, 31], 60, [1, 2, 1]],
    ['of parts with equal remainders, the earlier ones are rounded up', [30, 30, 30], 60, [1, 1, 0]],
    ['hundredths of an hour are rounded as minutes are', [17_910, 17_910], 36, [498, 497]],
    ['no parts are shown as none', [], 60, []],
    ['parts of whole units stay as they are', [3600, 900, 0], 60, [60, 15, 0]],
  ] as const)
    test(name, () =>
      assert.deepEqual(
        shares(parts, unit).map((seconds) => seconds / unit),
        expected,
      ),
    )

  test('shown parts add up to their rounded sum, each less than a unit from its exact value', () => {
    const seconds = fc.integer({ min: 0, max: 200_000 })
    fc.assert(
      fc.property(fc.array(seconds, { maxLength: 30 }), fc.constantFrom(36, 60), (parts, unit) => {
        const shown = shares(parts, unit)
        const sum = (values: readonly number[]) => values.reduce((all, each) => all + each, 0)
        assert.equal(sum(shown), shownSeconds(sum(parts), unit))
        for (const [index, part] of parts.entries()) assert.ok(Math.abs(shown[index]! - part) < unit)
      }),
    )
  })

  test('each kind of hours is rounded once, and the total is the sum of the kinds', () => {
    const pay = {
      total_re_seconds: 40 * 3600 + 29,
      overtime_seconds: { 1.5: 3629, 2: 0 },
      total_pto_seconds: 3629,
      pto_seconds: { 7: 3629 },
      total_work_seconds: 40 * 3600 + 29 + 2 * 3629,
      overtime_by_rule: { daily: 1830, weekly: 1799 },
    }
    assert.deepEqual(shownPay(pay, shownUnits.hhmm), {
      total_re_seconds: 40 * 3600,
      overtime_seconds: { 1.5: 3600, 2: 0 },
      total_pto_seconds: 3600,
      pto_seconds: { 7: 3600 },
      total_work_seconds: 42 * 3600,
      overtime_by_rule: { daily: 1800, weekly: 1800 },
    })
  })

  test('lines of a kind share its shown total', () => {
    const line = (kind: string, seconds: number) => ({ kind, seconds })
    const lines = [line('regular', 90), line('overtime', 90), line('regular', 90), line('overtime', 29)]
    const shown = sharesByKind(lines, ({ kind }) => kind, 60)
    assert.deepEqual(shown, [120, 120, 60, 0])
  })

  test('lines share a total that is shown elsewhere, whatever their own sum would be', () => {
    const lines = [{ seconds: 3 * 3600 + 45 }, { seconds: 45 }]
    const sharing = (total: number) => sharesByKind(lines, () => 'time_off', 60, new Map([['time_off', total]]))
    assert.deepEqual(sharing(3 * 3600), [3 * 3600, 0])
    assert.deepEqual(sharing(3 * 3600 + 180), [3 * 3600 + 120, 60])
    assert.deepEqual(sharing(3 * 3600 - 60), [3 * 3600 - 60, 0])
  })

  test('a job has the same hours as days, as entries and in any order, and all jobs the total of their kind', () => {
    const line = fc.record({
      jobcode_id: fc.integer({ min: 0, max: 4 }),
      day: fc.integer({ min: 1, max: 5 }),
      kind: fc.constantFrom('regular', 'overtime'),
      seconds: fc.integer({ min: 0, max: 20_000 }),
    })
    type Line = { jobcode_id: number; date: string; kind: string; seconds: number }
    const sums = (lines: readonly Line[], shown: readonly number[], keyOf: (line: Line) => string) => {
      const found = new Map<string, number>()
      for (const [index, own] of lines.entries()) found.set(keyOf(own), (found.get(keyOf(own)) ?? 0) + shown[index]!)
      return Object.fromEntries([...found].sort())
    }
    fc.assert(
      fc.property(fc.array(line, { maxLength: 40 }), fc.constantFrom(36, 60), (drawn, unit) => {
        const lines: Line[] = drawn.map(({ day, ...rest }) => ({ ...rest, date: `2026-03-0${day}` }))
        const days = Map.groupBy(lines, ({ date, jobcode_id, kind }) => `${kind} ${jobcode_id} ${date}`)
        const merged = [...days.values()].map((own) => ({
          ...own[0]!,
          seconds: own.reduce((sum, { seconds }) => sum + seconds, 0),
        }))
        const shownOf = (some: readonly Line[]) => sharesByJob(some, ({ kind }) => kind, unit)
        const cells = (some: readonly Line[]) =>
          sums(some, shownOf(some), ({ kind, jobcode_id, date }) => `${kind} ${jobcode_id} ${date}`)
        assert.deepEqual(cells(merged), cells(lines))
        assert.deepEqual(cells(lines.toReversed()), cells(lines))
        const exact = sums(
          lines,
          lines.map(({ seconds }) => seconds),
          ({ kind }) => kind,
        )
        for (const [kind, seconds] of Object.entries(sums(lines, shownOf(lines), (own) => own.kind)))
          assert.equal(seconds, shownSeconds(exact[kind]!, unit))
        for (const [index, shown] of shownOf(lines).entries()) assert.ok(Math.abs(shown - lines[index]!.seconds) < unit)
      }),
    )
  })
})
