import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { dateOf } from '../../src/rules/time/calendar.ts'
import { type LunchEntry, lunchPlan } from '../../src/rules/time/lunch.ts'

const day = Date.UTC(2026, 1, 10) * 1000
const at = (hours: number) => day + Math.round(hours * 3600) * 1e6
const dateAt = (instant: number) => dateOf(Math.floor(instant / 86400e6))

type Kind = LunchEntry['kind']
type Sent = { kind: Kind; from: number; to: number | null }
const work = (from: number, to: number | null): Sent => ({ kind: 'work', from, to })
const pause = (from: number, to: number): Sent => ({ kind: 'unpaid_break', from, to })
const paid = (from: number, to: number): Sent => ({ kind: 'other', from, to })

const noLunch = { lunch_taken: false, lunch_start: null, lunch_end: null, lunch_edge: false }
const usual = { lunch_deduct: 1, lunch_length: 0.5, lunch_threshold: 5 }

/** Entries that arrive one by one, with what the plan does each time. */
class Days {
  entries: LunchEntry[] = []
  #next = 1
  readonly settings: typeof usual
  readonly answered: ReadonlySet<string>
  constructor(settings = usual, answered: string[] = []) {
    this.settings = settings
    this.answered = new Set(answered)
  }

  add({ kind, from, to }: Sent): number {
    const entry = this.#entry({ kind, start: at(from), end: to === null ? null : at(to) })
    this.entries.push(entry)
    this.#plan([entry], entry.id)
    return entry.id
  }

  delete(id: number): void {
    const gone = this.entries.find((entry) => entry.id === id)!
    this.entries = this.entries.filter((entry) => entry !== gone)
    this.#plan([gone], 0)
  }

  move(id: number, from: number, to: number): void {
    const before = { ...this.entries.find((entry) => entry.id === id)! }
    const after = { ...before, start: at(from), end: at(to), date: dateAt(at(from)) }
    this.entries = this.entries.map((entry) => (entry.id === id ? after : entry))
    this.#plan([before, after], id)
  }

  /** Such as `8-12.5 work`. */
  get shown(): string[] {
    const hours = (instant: number) => (instant - day) / 3600e6
    return this.entries
      .toSorted((a, b) => a.start - b.start || a.id - b.id)
      .map(({ kind, start, end, lunch_taken }) => {
        const what = kind === 'unpaid_break' && lunch_taken ? 'lunch' : kind
        return `${hours(start)}-${end === null ? '' : hours(end)} ${what}`
      })
  }

  #entry(more: Pick<LunchEntry, 'kind' | 'start' | 'end'>): LunchEntry {
    const none = { fixed: false, alike: '', hasFiles: false, ...noLunch }
    return { id: this.#next++, date: dateAt(more.start), ...none, ...more }
  }

  #plan(touched: LunchEntry[], id: number): void {
    const { settings, answered } = this
    const plan = lunchPlan(this.entries, { settings, pauseSeconds: 4 * 3600, answered, touched, id })
    this.entries = this.entries.filter(({ id }) => !plan.drop.includes(id))
    for (const { id, join, start, end, date, lunch } of plan.giveBack)
      this.entries = this.entries.flatMap((entry) => {
        const had = entry.lunch_start === lunch.start && entry.lunch_end === lunch.end
        if (entry.id === join || (had && entry.kind === 'unpaid_break')) return []
        return [{ ...entry, ...(had && noLunch), ...(entry.id === id && { start, end, date }) }]
      })
    for (const { id, start, end } of plan.deduct) {
      const host = this.entries.find((entry) => entry.id === id)!
      const taken = { lunch_taken: true, lunch_start: start, lunch_end: end }
      const parts = [
        { ...host, ...taken, end: start },
        { ...host, ...taken, start: end, date: dateAt(end) },
      ].filter((part) => part.end! > part.start)
      if (parts.length === 2) parts[1]!.id = this.#next++
      else parts[0]!.lunch_edge = true
      const lunch = { ...this.#entry({ kind: 'unpaid_break', start, end }), ...taken }
      this.entries = [...this.entries.filter((entry) => entry !== host), ...parts, lunch]
    }
  }
}

describe('a lunch is deducted from those who took none', () => {
  const cases: [string, Sent[], string[]][] = [
    ['who worked through the day', [work(8, 18)], ['8-12.75 work', '12.75-13.25 lunch', '13.25-18 work']],
    [
      'not from who took a break on a break code',
      [work(8, 12), pause(12, 12.5), work(12.5, 18)],
      ['8-12 work', '12-12.5 unpaid_break', '12.5-18 work'],
    ],
    ['not from who clocked out for as long', [work(8, 12), work(12.75, 18)], ['8-12 work', '12.75-18 work']],
    [
      'from who paused for less',
      [work(8, 12), work(12.25, 18)],
      ['8-12 work', '12.25-14.875 work', '14.875-15.375 lunch', '15.375-18 work'],
    ],
    [
      'from who took a paid break',
      [work(8, 12), paid(12, 12.5), work(12.5, 18)],
      ['8-12 work', '12-12.5 other', '12.5-15 work', '15-15.5 lunch', '15.5-18 work'],
    ],
    [
      'not from who is on the clock again after a pause',
      [work(8, 14), work(14.75, null)],
      ['8-14 work', '14.75- work'],
    ],
    [
      'not from a night shift with a pause, though its parts have two dates',
      [work(22, 25.5), work(26.25, 32)],
      ['22-25.5 work', '26.25-32 work'],
    ],
    [
      'from each of two nights',
      [work(22, 30), work(46, 54)],
      [
        ...['22-25.75 work', '25.75-26.25 lunch', '26.25-30 work'],
        ...['46-49.75 work', '49.75-50.25 lunch', '50.25-54 work'],
      ],
    ],
  ]
  for (const [what, sent, expected] of cases)
    test(`a lunch is deducted ${what}`, () => {
      for (const order of [sent, sent.toReversed()]) {
        const days = new Days()
        for (const entry of order) days.add(entry)
        assert.deepEqual(days.shown, expected)
      }
    })

  test('a lunch that was deducted is given back when the pause becomes known, and deducted again without it', () => {
    const days = new Days()
    days.add(work(8, 14))
    assert.deepEqual(days.shown, ['8-10.75 work', '10.75-11.25 lunch', '11.25-14 work'])
    const evening = days.add(work(14.75, 18))
    assert.deepEqual(days.shown, ['8-14 work', '14.75-18 work'])
    days.move(evening, 14.25, 18)
    assert.equal(days.shown.includes('10.75-11.25 lunch'), true)
    days.move(evening, 15, 18)
    assert.deepEqual(days.shown, ['8-14 work', '15-18 work'])
    days.delete(evening)
    assert.deepEqual(days.shown, ['8-10.75 work', '10.75-11.25 lunch', '11.25-14 work'])
  })

  test('people who say that they had no lunch lose none that day, whatever is entered later', () => {
    const days = new Days(usual, ['2026-02-10'])
    days.add(work(8, 18))
    days.add(work(18.25, 24))
    assert.deepEqual(days.shown, ['8-18 work', '18.25-24 work'])
    days.add(work(32, 42))
    assert.equal(
      days.shown.some((text) => text.endsWith('lunch')),
      true,
    )
  })

  test('a part that is made longer keeps its lunch where it is, and one that is deleted takes its lunch with it', () => {
    const days = new Days()
    const id = days.add(work(8, 18))
    const rest = days.entries.find(({ start }) => start === at(13.25))!.id
    days.move(rest, 13.25, 20)
    assert.deepEqual(days.shown, ['8-12.75 work', '12.75-13.25 lunch', '13.25-20 work'])
    days.delete(rest)
    assert.deepEqual(days.shown, ['8-12.75 work'])
    days.move(id, 8, 18)
    assert.deepEqual(days.shown, ['8-12.75 work', '12.75-13.25 lunch', '13.25-18 work'])
  })

  test('the order in which entries arrive, and entries that came and went, do not matter to the lunch', () => {
    const quarter = fc.integer({ min: 1, max: 28 })
    const piece = fc.record({
      kind: fc.constantFrom<Kind[]>('work', 'work', 'work', 'unpaid_break', 'other'),
      pause: fc.constantFrom(0, 0, 0, 1, 2, 3, 8, 20),
      length: quarter,
      temporary: fc.constantFrom(false, false, false, true),
      order: fc.integer(),
    })
    const pieces = fc.array(piece, { minLength: 1, maxLength: 9 })
    let deducted = 0
    fc.assert(
      fc.property(pieces, fc.constantFrom(3, 5, 9), (list, threshold) => {
        let from = 20
        const sent = list.map(({ kind, pause, length, ...rest }) => {
          const start = from + pause
          from = start + length
          return { ...rest, kind, from: start / 4, to: from / 4 }
        })
        const settings = { ...usual, lunch_threshold: threshold }
        const last = sent.filter(({ temporary }) => !temporary)
        const [forward, mixed] = [new Days(settings), new Days(settings)]
        for (const entry of last) forward.add(entry)
        for (const entry of sent.toSorted((a, b) => a.order - b.order)) mixed.add(entry)
        for (const entry of sent.filter(({ temporary }) => temporary)) {
          // What is left of it may have got another lunch, and so another part.
          const part = () => mixed.entries.find(({ start, end }) => start >= at(entry.from) && end! <= at(entry.to))
          for (let next = part(); next; next = part()) mixed.delete(next.id)
        }
        assert.deepEqual(mixed.shown, forward.shown)
        deducted += forward.shown.filter((text) => text.endsWith('lunch')).length
      }),
      { numRuns: 4000, seed: 20261128 },
    )
    assert.ok(deducted > 800, `${deducted} lunches`)
  })
})
