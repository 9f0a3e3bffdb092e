import { inList, sql } from '../../engine/sql.ts'
import type { RecordOf } from '../../engine/table.ts'
import type { Change, UnitOfWork } from '../../engine/unit_of_work.ts'
import { instantOf } from '../../rules/time/calendar.ts'
import { durationOf } from '../../rules/time/timesheets.ts'
import { isTimeOff } from '../timesheets/leave.ts'
import { follow } from './entries.ts'

type Entry = RecordOf<'time_off_request_entries'>
type Timesheet = RecordOf<'timesheets'>

/**
 * Keeps approved time off in step with its timesheets, by whatever path those change: an entry whose timesheets were
 * deleted, or are no longer time off, is canceled; one whose timesheet was moved to another day or another kind of time
 * off follows. How long it is stays as requested, as the balance goes by the timesheets.
 */
export async function followTimesheets(changes: readonly Change<Timesheet>[], work: UnitOfWork): Promise<void> {
  const ids = new Set(
    changes.flatMap(({ before, after }) => (before && differs(before, after) ? [before] : [])).map(entryOf),
  )
  ids.delete(0)
  if (ids.size === 0) return
  const entries = await work.load('time_off_request_entries', inList(sql`id`, [...ids]))
  const approved = entries.filter(({ status, active }) => active && status === 'approved')
  if (approved.length === 0) return
  await loadRequests(approved, work)
  for (const entry of approved) {
    const sheets = work.all('timesheets', (sheet) => sheet.time_off_entry_id === entry.id)
    const off = sheets.filter(({ jobcode_id }) => jobcode_id === entry.jobcode_id || isTimeOff(jobcode_id, work))
    for (const sheet of sheets)
      if (!off.includes(sheet)) work.patchQuietly('timesheets', sheet.id, { time_off_entry_id: 0 })
    work.change('time_off_request_entries', entry.id, off.length === 0 ? canceled : contentOf(entry, off))
    follow(entry.time_off_request_id, { work })
  }
}

const canceled = { status: 'canceled', approved_timesheet_id: 0 } as const

function entryOf({ time_off_entry_id }: Timesheet): number {
  return time_off_entry_id
}

/** Whether it was deleted, or changed in what an entry shows. */
function differs(before: Timesheet, after: Timesheet | undefined): boolean {
  const shown = ['date', 'start', 'end', 'jobcode_id'] as const
  return !after || shown.some((name) => before[name] !== after[name])
}

/** Loads everything that a request shows, and all timesheets of these entries with their kinds. */
async function loadRequests(entries: readonly Entry[], work: UnitOfWork): Promise<void> {
  const requests = entries.map(({ time_off_request_id }) => time_off_request_id)
  await work.load('time_off_requests', inList(sql`id`, requests))
  await work.load('time_off_request_entries', sql`active = 1 and ${inList(sql`time_off_request_id`, requests)}`)
  const made = inList(
    sql`time_off_entry_id`,
    entries.map(({ id }) => id),
  )
  const sheets = await work.load('timesheets', sql`time_off_entry_id <> 0 and ${made}`, {
    index: 'timesheets_time_off',
  })
  await work.company.look(
    'jobcodes',
    sheets.map(({ jobcode_id }) => jobcode_id),
  )
}

/** What an entry shows of its timesheets. A break may have split them. */
function contentOf(entry: Entry, sheets: readonly Timesheet[]): Partial<Entry> {
  const [first, ...rest] = sheets.toSorted((a, b) => a.start - b.start || a.id - b.id) as [Timesheet, ...Timesheet[]]
  const kept = sheets.find(({ id }) => id === entry.approved_timesheet_id) ?? first
  const same = { approved_timesheet_id: kept.id, jobcode_id: kept.jobcode_id }
  if (entry.entry_method === 'manual') {
    const { date } = first
    if (date === entry.date) return same
    const zone = entry.tz_string
    return { ...same, date, start_time: instantOf(date, 0, zone), end_time: instantOf(date, 86399, zone) }
  }
  const end_time = rest.reduce((last, { end }) => Math.max(last, end ?? last), first.end ?? first.start)
  if (first.start === entry.start_time && end_time === entry.end_time) return same
  const length = durationOf({ start: first.start, end: end_time })
  const whole = entry.duration === durationOf({ start: entry.start_time, end: entry.end_time })
  const duration = whole ? length : Math.min(entry.duration, length)
  return { ...same, date: first.date, start_time: first.start, end_time, duration }
}
