import { msg } from '../../../src/rules/language/messages.ts'
import type { AnswerOf } from '../../api/contract.ts'
import { t } from '../../language.ts'
import { dateText } from '../../time.ts'

/** A line of the audit. */
export type Line = AnswerOf<'GET /api/console/audit'>['lines'][number]

/** The lines by what was done: those of one request about the same thing, such as the approval of twelve people, are together. */
export function actsOf(lines: readonly Line[]): Line[][] {
  const acts: Line[][] = []
  for (const line of lines) {
    const last = acts.at(-1)
    if (last && keyOf(last[0]!) === keyOf(line)) last.push(line)
    else acts.push([line])
  }
  return acts
}

/** What lines of one act share: one request is one instant, and does the same to each record. */
function keyOf({ time, who, event, type, program, details }: Line): string {
  return JSON.stringify([time, who, event, type, program, Object.keys(changesOf(details))])
}

function changesOf(details: Line['details']): Record<string, unknown> {
  return typeof details.changes === 'object' && details.changes !== null ? { ...details.changes } : {}
}

const closings = {
  approved_to: msg('{who} approved the time of {count} people through {date}.'),
  submitted_to: msg('{who} submitted the time of {count} people through {date}.'),
}

/** Several lines of one act as one sentence. */
export function actText(lines: readonly Line[]): string {
  const [first, ...rest] = lines as [Line, ...Line[]]
  for (const name of ['approved_to', 'submitted_to'] as const) {
    const ends = new Set(lines.map(({ details }) => laterIn(changesOf(details)[name])))
    const [date] = ends
    if (ends.size === 1 && date)
      return t(closings[name], { who: first.who, count: lines.length, date: dateText(date, { dateStyle: 'medium' }) })
  }
  return t('{sentence} And {count, plural, one {# more} other {# more}}.', {
    sentence: first.sentence,
    count: rest.length,
  })
}

/** The date that stands for nothing submitted or approved, as new people have it. */
const never = '2000-01-01'

/** The new date of a change to a later one. */
function laterIn(values: unknown): string | undefined {
  const [before, after] = Array.isArray(values) ? values.map((value) => String(value ?? '')) : []
  return after !== undefined && after > (before ?? '') && after > never ? after : undefined
}
