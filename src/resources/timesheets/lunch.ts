import { settingsFor } from '../../company/settings/settings.ts'
import type { Context } from '../../engine/context.ts'
import type { Outcome } from '../../engine/resource.ts'
import { sql } from '../../engine/sql.ts'
import type { RecordOf } from '../../engine/table.ts'
import { setting } from '../../rules/settings/settings.ts'
import { hour, localDate } from '../../rules/time/calendar.ts'
import { noteText } from '../../rules/time/history_notes.ts'
import { lunchIn, stretchAround } from '../../rules/time/lunch.ts'
import { durationOf, hoursOf } from '../../rules/time/timesheets.ts'
import type { Facts } from './change.ts'
import { cut, keepClocks } from './overlap.ts'

type Timesheet = RecordOf<'timesheets'>

type Ctx = Pick<Context, 'work' | 'company'>

/** How far around an entry to load others that may belong to the same stretch. */
export const stretchReach = 24 * hour

/** Whether lunches are deducted from this person's time. */
export function deductsLunch(userId: number, { work, company }: Ctx): boolean {
  const { general } = settingsFor(company, work.get('users', userId))
  return Number(general.settings.lunch_deduct) === 1
}

/** Loads the jobcode of automatic lunches, if any of these people have them. Call after `loadSettings`. */
export async function loadLunch(userIds: readonly number[], { work, company }: Ctx): Promise<void> {
  if (!userIds.some((id) => deductsLunch(id, { work, company }))) return
  await company.value(key, async () => {
    const row = await work.tx.get<{ id: number }>(
      sql`select id from jobcodes where company_id = ${company.row.company_id} and type = 'unpaid_break' and active = 1 order by id limit 1`,
    )
    return row?.id ?? 0
  })
}

const key = 'lunchJobcode'

/** Deducts an automatic lunch from a finished entry, with status 201 if other records changed. */
export function deductLunch(sheet: Timesheet, others: number[], ctx: Context, facts: Facts): Outcome<Timesheet> {
  const changed = [...others, ...takeLunch(sheet, ctx)].filter((id) => id !== sheet.id)
  if (changed.length === 0) return sheet
  facts.effects.set(sheet.id, changed)
  return { ...ctx.work.existing('timesheets', sheet.id), _status: 201 }
}

/**
 * Takes the lunch that is due in the stretch of a finished entry, and records it as a break if the company has one.
 * Returns the ids of changed and new records. Call after `loadLunch`.
 */
export function takeLunch(sheet: Timesheet, ctx: Ctx): number[] {
  const { work, company } = ctx
  if (sheet.end === null || !isWork(sheet, ctx)) return []
  const owner = work.existing('users', sheet.user_id)
  const settings = settingsFor(company, owner)
  const lunch_deduct = setting(settings, 'general', 'lunch_deduct')
  if (lunch_deduct !== 1) return []
  const own = work.all('timesheets', (other) => other.user_id === owner.id && isWork(other, ctx))
  const stretch = stretchAround(sheet, own).map((host) => ({
    ...(host as Timesheet & { end: number }),
    fixed:
      host.id !== sheet.id && (host.locked > 0 || host.date <= owner.approved_to || host.date <= owner.submitted_to),
  }))
  const lunch = lunchIn(stretch, {
    lunch_deduct,
    lunch_length: setting(settings, 'general', 'lunch_length'),
    lunch_threshold: setting(settings, 'general', 'lunch_threshold'),
  })
  if (!lunch) return []
  const { start, end } = lunch
  const parts = cut(work.existing('timesheets', lunch.host.id), { start, end }, ctx)
  for (const id of parts) work.change('timesheets', id, { lunch_taken: true })
  return [...parts, ...recordLunch(lunch.host.id, { start, end }, ctx)]
}

/** Records a lunch as a break. */
function recordLunch(hostId: number, span: { start: number; end: number }, { work, company }: Ctx): number[] {
  const jobcode_id = company.valueNow<number>(key)
  if (jobcode_id === 0) return []
  const host = work.existing('timesheets', hostId)
  const empty = { customfields: {}, notes: '', attached_files: [], created: 0, version: 1, lunch_taken: false }
  const date = localDate(span.start, host.tz_str)
  const times = { ...span, date, duration: durationOf(span), tz: hoursOf(span.start, host.tz_str) }
  const offsets = { start_offset: null, end_offset: null }
  const row = work.insert('timesheets', { ...host, ...empty, ...times, ...offsets, jobcode_id })
  work.origin(row.id, noteText('lunch'), span.start)
  keepClocks(row.id, host, work)
  return [row.id]
}

/** Whether the time was worked on the clock and is neither a break nor time off. */
function isWork({ jobcode_id, type }: Timesheet, { work }: Ctx): boolean {
  const jobcode = work.get('jobcodes', jobcode_id)
  return type === 'regular' && (jobcode === undefined || jobcode.type === 'regular')
}
