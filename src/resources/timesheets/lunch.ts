import { settingsFor } from '../../company/settings/settings.ts'
import type { Context } from '../../engine/context.ts'
import type { Outcome } from '../../engine/resource.ts'
import { inList, sql } from '../../engine/sql.ts'
import type { RecordOf } from '../../engine/table.ts'
import type { UnitOfWork } from '../../engine/unit_of_work.ts'
import { firstOf } from '../../rules/elements.ts'
import { setting } from '../../rules/settings/settings.ts'
import { day, localDate } from '../../rules/time/calendar.ts'
import { noteText } from '../../rules/time/history_notes.ts'
import { isAutomatic, type LunchEntry, type LunchPlan, lunchPlan, type Touched } from '../../rules/time/lunch.ts'
import { durationOf, hoursOf, isFinished } from '../../rules/time/timesheets.ts'
import type { Facts } from './change.ts'
import { deleteWithTombstone } from './delete.ts'
import { cut, keepClocks } from './overlap.ts'

type Timesheet = RecordOf<'timesheets'>
type User = RecordOf<'users'>

type Ctx = Pick<Context, 'work' | 'company'>

/** How far around an entry to load others that may belong to the same stretch or the same days. */
export const stretchReach = 3 * day

/** Ids for the parts and breaks of one change: lunches of three days may move. */
export const idsOfLunches = 12

/** Whether lunches are deducted from this person's time. */
export function deductsLunch(userId: number, { work, company }: Ctx): boolean {
  const { general } = settingsFor(company, work.get('users', userId))
  return Number(general.settings.lunch_deduct) === 1
}

/**
 * Loads the jobcode of automatic lunches, if any of these people have them, and the days on which they said that they
 * had none. Call after `loadSettings`.
 */
export async function loadLunch(userIds: readonly number[], { work, company }: Ctx): Promise<void> {
  const theirs = [...new Set(userIds)].filter((id) => deductsLunch(id, { work, company }))
  if (theirs.length === 0) return
  const { company_id } = company.row
  await company.value(key, async () => {
    const row = await work.tx.get<{ id: number }>(
      sql`select id from jobcodes where company_id = ${company_id} and type = 'unpaid_break' and active = 1 order by id limit 1`,
    )
    return row?.id ?? 0
  })
  await company.look('jobcodes', [company.valueNow<number>(key)])
  const days = await work.tx.all<{ user_id: number; date: string }>(
    sql`select user_id, date from lunch_answers where company_id = ${company_id} and ${inList(sql`user_id`, theirs)}`,
  )
  answered.set(
    work,
    Map.groupBy(days, ({ user_id }) => user_id),
  )
}

const key = 'lunchJobcode'

/** The days on which people said that they had no lunch, as a transaction has loaded them, by person. */
const answered = new WeakMap<UnitOfWork, Map<number, { date: string }[]>>()

/**
 * Deducts and gives back automatic lunches after a change of an entry, with status 201 if other records changed. `was`:
 * where it was before.
 */
export function deductLunch(
  sheet: Timesheet,
  { others, was }: { others: number[]; was: Timesheet | undefined },
  ctx: Context,
  facts: Facts,
): Outcome<Timesheet> {
  const touched = was ? [was, sheet] : [sheet]
  const changed = [...others, ...takeLunch(touched, ctx, sheet.id)].filter((id) => id !== sheet.id)
  if (changed.length === 0) return ctx.work.existing('timesheets', sheet.id)
  facts.effects.set(sheet.id, changed)
  return { ...ctx.work.existing('timesheets', sheet.id), _status: 201 }
}

/**
 * Deducts the lunches that are due around entries that were changed, and gives back those that are not, because the
 * person took one or said that there was none. A lunch is recorded as a break if the company has one. Returns the ids of
 * changed, new and deleted records. Call after `loadLunch`, and with the time around them loaded.
 */
export function takeLunch(
  touched: readonly (Touched & Pick<Timesheet, 'user_id'>)[],
  ctx: Ctx,
  changedId = 0,
): number[] {
  const { work, company } = ctx
  const owner = touched[0] && work.get('users', touched[0].user_id)
  if (!owner || !deductsLunch(owner.id, ctx)) return []
  const settings = settingsFor(company, owner)
  const own = work.all('timesheets', ({ user_id, type }) => user_id === owner.id && type === 'regular')
  const plan = lunchPlan(
    own.map((sheet) => entryOf(sheet, owner, ctx, changedId)),
    {
      settings: {
        lunch_deduct: 1,
        lunch_length: setting(settings, 'general', 'lunch_length'),
        lunch_threshold: setting(settings, 'general', 'lunch_threshold'),
      },
      pauseSeconds: Number(setting(settings, 'general', 'shift_pause_hours')) * 3600,
      answered: new Set((answered.get(work)?.get(owner.id) ?? []).map(({ date }) => date)),
      touched,
      id: changedId,
    },
  )
  return carryOut(plan, own, ctx)
}

/**
 * The same after an entry was deleted. A person who deletes the break of a lunch decides about that lunch: it is neither given
 * back nor deducted again.
 */
export function lunchAfterDeletion(row: Timesheet, ctx: Ctx): void {
  const { work } = ctx
  if (row.type !== 'regular') return
  const { lunch_start, lunch_end } = row
  if (!row.lunch_taken || work.get('jobcodes', row.jobcode_id)?.type !== 'unpaid_break') takeLunch([row], ctx)
  else if (typeof lunch_start === 'number')
    for (const part of work.all('timesheets', (sheet) => sheet.user_id === row.user_id))
      if (part.lunch_start === lunch_start && part.lunch_end === lunch_end)
        work.change('timesheets', part.id, { lunch_start: null, lunch_end: null, lunch_edge: false })
}

/** A timesheet as the rules of the lunch see it. */
function entryOf(sheet: Timesheet, owner: User, { work }: Ctx, changedId: number): LunchEntry {
  const { id, start, end, date, locked, lunch_taken, lunch_start, lunch_end, lunch_edge } = sheet
  const type = work.get('jobcodes', sheet.jobcode_id)?.type ?? 'regular'
  const isClosed = locked > 0 || date <= owner.approved_to || date <= owner.submitted_to
  const { jobcode_id, notes, customfields, attached_files } = sheet
  // A break to which someone has attached files is theirs.
  const isOurs = lunch_taken && (type === 'regular' || attached_files.length === 0)
  return {
    ...{ id, start, end, date, lunch_taken: isOurs, lunch_edge },
    ...{ lunch_start: lunch_start ?? null, lunch_end: lunch_end ?? null },
    kind: type === 'regular' ? 'work' : type === 'unpaid_break' ? 'unpaid_break' : 'other',
    fixed: id !== changedId && isClosed,
    alike: JSON.stringify([jobcode_id, notes, customfields]),
    hasFiles: attached_files.length > 0,
  }
}

function carryOut({ drop, giveBack, deduct }: LunchPlan, own: readonly Timesheet[], ctx: Ctx): number[] {
  const { work } = ctx
  const changed = [...drop]
  for (const id of drop) removeAs('lunchGivenBack', work.existing('timesheets', id), ctx)
  for (const back of giveBack) changed.push(...restore(back, own, ctx))
  for (const { id, start, end } of deduct) {
    const host = work.existing('timesheets', id)
    if (!isFinished(host)) throw new Error(`Lunch is deducted from ${id}, which is running`)
    const parts = cut(host, { start, end }, ctx)
    const lunch = { lunch_taken: true, lunch_start: start, lunch_end: end, lunch_edge: parts.length === 1 }
    for (const part of parts) work.change('timesheets', part, lunch)
    changed.push(...parts, ...recordLunch(id, { start, end }, ctx))
  }
  return [...new Set(changed)]
}

const noLunch = { lunch_taken: false, lunch_start: null, lunch_end: null, lunch_edge: false } as const

/** Gives the time of a lunch back to the entry out of which it was cut. Returns the ids of changed and deleted records. */
function restore(
  { id, start, end, date, join, lunch }: LunchPlan['giveBack'][number],
  own: readonly Timesheet[],
  ctx: Ctx,
): number[] {
  const { work } = ctx
  const cutOut = own.filter((sheet) => sheet.lunch_start === lunch.start && sheet.lunch_end === lunch.end)
  const before = work.existing('timesheets', id)
  const joined = join === undefined ? before : work.existing('timesheets', join)
  for (const sheet of cutOut)
    if (sheet.id === join || isRecorded(sheet, lunch, ctx)) removeAs('lunchGivenBack', sheet, ctx)
    else work.change('timesheets', sheet.id, noLunch)
  const changed = cutOut.map((sheet) => sheet.id)
  if (before.start === start && before.end === end) return changed
  work.change('timesheets', id, { start, end, duration: durationOf({ start, end }), date, ...noLunch })
  work.origin(id, noteText('lunchGivenBack'), lunch.start)
  work.change('timesheets', id, clocksOf([before, joined], { start, end }))
  return [...new Set([id, ...changed])]
}

/** The offsets with which the ends of a restored entry were recorded, and those of the time that it has again. */
function clocksOf(parts: readonly Timesheet[], { start, end }: { start: number; end: number }): Partial<Timesheet> {
  const first = parts.find((part) => part.start === start)
  const last = parts.find((part) => part.end === end)
  return {
    tz: first ? first.tz : hoursOf(start, firstOf(parts).tz_str),
    ...(first && { start_offset: first.start_offset }),
    ...(last && { end_offset: last.end_offset }),
  }
}

/** Whether a timesheet is the break as which a lunch was recorded. */
function isRecorded(sheet: Timesheet, lunch: { start: number; end: number }, { work }: Ctx): boolean {
  const { type } = work.get('jobcodes', sheet.jobcode_id) ?? { type: 'regular' }
  return isAutomatic({ ...sheet, kind: type === 'unpaid_break' ? type : 'other' }, lunch)
}

function removeAs(note: 'lunchGivenBack', sheet: Timesheet, ctx: Ctx): void {
  ctx.work.origin(sheet.id, noteText(note), sheet.start)
  deleteWithTombstone(sheet, ctx)
}

/** Records a lunch as a break. */
function recordLunch(hostId: number, span: { start: number; end: number }, { work, company }: Ctx): number[] {
  const jobcode_id = company.valueNow<number>(key)
  if (jobcode_id === 0) return []
  const host = work.existing('timesheets', hostId)
  const empty = { customfields: {}, notes: '', attached_files: [], created: 0, version: 1, lunch_edge: false }
  const date = localDate(span.start, host.tz_str)
  const times = { ...span, date, duration: durationOf(span), tz: hoursOf(span.start, host.tz_str) }
  const offsets = { start_offset: null, end_offset: null }
  const lunch = { lunch_taken: true, lunch_start: span.start, lunch_end: span.end }
  const row = work.insert('timesheets', { ...host, ...empty, ...lunch, ...times, ...offsets, jobcode_id })
  work.origin(row.id, noteText('lunch'), span.start)
  keepClocks(row.id, host, work)
  return [row.id]
}
