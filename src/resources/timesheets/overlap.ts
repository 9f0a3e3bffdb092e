import type { Context } from '../../engine/context.ts'
import { Refusal } from '../../engine/errors.ts'
import type { RecordOf } from '../../engine/table.ts'
import { localDate, printLocal } from '../../rules/time/calendar.ts'
import { noteText } from '../../rules/time/history_notes.ts'
import {
  clocksWithin,
  durationOf,
  hoursOf,
  isFinished,
  liesInside,
  overlaps,
  splitAround,
} from '../../rules/time/timesheets.ts'
import { isBreak } from '../jobcodes.ts'
import { checkPeriod } from './checks.ts'
import type { Timesheet } from './record.ts'

type User = RecordOf<'users'>

/**
 * Refuses an entry that would overlap, unless it is a break inside a finished entry, which is then split. Returns the
 * ids of changed records.
 */
export function resolveOverlap(candidate: Timesheet, owner: User, ctx: Context, status: 406 | 409): number[] {
  const { work, now } = ctx
  const own = work.all('timesheets', (sheet) => sheet.user_id === candidate.user_id && sheet.type === 'regular')
  const running = candidate.end === null && own.find((sheet) => sheet.end === null && sheet.id !== candidate.id)
  if (running) throw new Refusal(status, 'on_the_clock', { id: running.id })
  const [host, ...more] = overlaps(candidate, own, now)
  if (!host) return []
  if (
    more.length > 0 ||
    !onBreak(candidate, ctx) ||
    onBreak(host, ctx) ||
    host.locked > 0 ||
    !isFinished(candidate) ||
    !isFinished(host) ||
    !liesInside(candidate, host)
  )
    throw new Refusal(status, 'overlaps', { id: host.id, span: spanText(host) })
  // The host loses time on its own day, which may be in a different period than the break's.
  checkPeriod(host.date, owner, ctx, status)
  return cut(host, candidate, ctx)
}

/**
 * Cuts a span out of a host: the first part keeps the id, the second becomes a new record. At an edge the host only gets
 * shorter. Returns the ids of the parts.
 */
export function cut(
  host: Timesheet & { end: number },
  middle: { start: number; end: number },
  { work }: Pick<Context, 'work'>,
): number[] {
  const [first, rest] = splitAround(host, middle)
  if (first.end <= first.start || rest.end <= rest.start) {
    const left = first.end <= first.start ? { ...rest, ...startsWith(rest, host) } : first
    work.change('timesheets', host.id, { ...left, duration: durationOf(left) })
    work.origin(host.id, noteText('shortened'), middle.start)
    keepClocks(host.id, host, work)
    return [host.id]
  }
  work.change('timesheets', host.id, { ...first, duration: durationOf(first) })
  work.origin(host.id, noteText('split'), middle.start)
  keepClocks(host.id, host, work)
  const second = work.insert('timesheets', {
    ...host,
    ...rest,
    created: 0,
    version: 1,
    // Files stay with the part that keeps the id.
    attached_files: [],
    duration: durationOf(rest),
    ...startsWith(rest, host),
    start_offset: null,
  })
  work.origin(second.id, `split from ${host.id} by a break`, rest.start)
  keepClocks(second.id, host, work)
  return [host.id, second.id]
}

function startsWith({ start }: { start: number }, { tz_str }: Timesheet) {
  return { date: localDate(start, tz_str), tz: hoursOf(start, tz_str) }
}

/** Records a break, or a remaining part of the entry that it was cut out of, with that entry's UTC offsets. */
export function keepClocks(id: number, host: Timesheet, work: Context['work']): Timesheet {
  const part = work.existing('timesheets', id)
  const clocks = part.tz_str === host.tz_str && isFinished(part) && clocksWithin(host, part)
  if (!clocks) return part
  const { start_offset, end_offset } = { ...part, ...clocks }
  if (part.start_offset === start_offset && part.end_offset === end_offset) return part
  // An end that was set under newer zone rules stays as it was recorded.
  const end = part.end === host.end ? { end_offset: host.end_offset } : {}
  return work.change('timesheets', id, { ...clocks, ...end })
}

function spanText({ start, end, tz_str, start_offset, end_offset }: Timesheet): string {
  return `${printLocal(start, tz_str, start_offset)} to ${end === null ? 'now' : printLocal(end, tz_str, end_offset)}`
}

function onBreak(sheet: Timesheet, { work }: Context): boolean {
  const jobcode = work.get('jobcodes', sheet.jobcode_id)
  return jobcode !== undefined && isBreak(jobcode)
}
