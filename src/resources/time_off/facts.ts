import { loadCompanyChoices } from '../../company/mail/notification_choices.ts'
import { approversMax, loadApprovers } from '../../company/rights/approvers.ts'
import { visible } from '../../company/rights/visible.ts'
import { loadSettings } from '../../company/settings/settings.ts'
import type { Context } from '../../engine/context.ts'
import { isRecord, numberOf } from '../../engine/fields.ts'
import type { Verb } from '../../engine/resource.ts'
import { inList, sql } from '../../engine/sql.ts'
import { type Item, isId, type RecordOf } from '../../engine/table.ts'
import { elementAt, paired } from '../../rules/elements.ts'
import { addDays, isDate, parseInstant } from '../../rules/time/calendar.ts'
import { longestEntry } from '../../rules/time/timesheets.ts'
import { loadFiles } from '../files/links.ts'
import type { Around } from '../timesheets/change.ts'
import { loadAround, type Span } from '../timesheets/facts.ts'
import { loadLeave, type WantedDay } from '../timesheets/leave.ts'

type Entry = RecordOf<'time_off_request_entries'>

/** Limit of active entries per request, and of entries per item. */
export const entriesMax = 100

/** Limit of notes that one item may add. */
export const notesMax = 50

/** Limit of notes per request. */
export const notesKept = 500

/** The data for the decisions over a batch, besides the rows. */
export type Facts = Around

/** Loads the records that requests and the objects inside them refer to. */
export async function factsOfRequests(items: readonly Item[], ctx: Context, verb: Verb): Promise<Facts> {
  const rows = items.map((item) => ctx.work.get('time_off_requests', numberOf(item.id)))
  // No user id means the actor, as in the draft.
  const owners = items.map((item, index) => rows[index]?.user_id ?? (numberOf(item.user_id) || ctx.actor.userId))
  const drafts = paired(items, owners).flatMap(([item, user]) => {
    return [item.time_off_request_entries].flat().flatMap((entry) => (isRecord(entry) ? [{ user, item: entry }] : []))
  })
  const requestIds = rows.flatMap((row) => row?.id ?? [])
  if (items.some((item) => item.active !== undefined))
    await ctx.work.load('time_off_request_notes', inList(sql`time_off_request_id`, requestIds))
  const notes = items.reduce((sum, item) => sum + [item.time_off_request_notes].flat().length, 0)
  const facts = await load({ requestIds, owners, drafts, others: items.length * (1 + approversMax) + notes }, ctx)
  const groupOf = (id: number) => ctx.work.get('users', id)?.group_id ?? 0
  if (verb === 'create') await loadApprovers(owners.filter(isNumber).map(groupOf), ctx.company)
  return facts
}

/** Loads the requests of entries, and the records that both refer to. */
export async function factsOfEntries(items: readonly Item[], ctx: Context): Promise<Facts> {
  const { work, company } = ctx
  const rows = items.map((item) => work.get('time_off_request_entries', numberOf(item.id)))
  const named = items.map((item) => numberOf(item.time_off_request_id))
  const wanted = [...named, ...rows.map((row) => row?.time_off_request_id ?? 0)].filter(isNumber)
  const requests = await work.load(
    'time_off_requests',
    sql`${inList(sql`id`, wanted)} and ${visible('time_off_requests')(ctx.actor)}`,
  )
  const userOf = new Map(requests.map((request) => [request.id, request.user_id]))
  const drafts = items.flatMap((item, index) => {
    const user = rows[index]?.user_id ?? userOf.get(elementAt(named, index))
    return user === undefined ? [] : [{ user, item }]
  })
  const owners = [...userOf.values(), ...items.map((item) => numberOf(item.user_id))]
  await company.look('users', owners.filter(isNumber))
  return load({ requestIds: [...userOf.keys()], owners: [...userOf.values()], drafts, others: items.length }, ctx)
}

type Wanted = { requestIds: number[]; owners: number[]; drafts: { user: number; item: Item }[]; others: number }

async function load({ requestIds, owners, drafts, others }: Wanted, ctx: Context): Promise<Facts> {
  const { work, company } = ctx
  await loadSettings(company)
  await loadCompanyChoices(company)
  await company.list('groups')
  await company.look('users', owners.filter(isNumber))
  const entries = await work.load(
    'time_off_request_entries',
    sql`active = 1 and ${inList(sql`time_off_request_id`, requestIds)}`,
  )
  const made = inList(
    sql`time_off_entry_id`,
    entries.map((entry) => entry.id),
  )
  const sheets = await work.load('timesheets', sql`time_off_entry_id <> 0 and ${made}`, {
    index: 'timesheets_time_off',
  })
  await loadFiles(
    sheets.flatMap((sheet) => sheet.attached_files),
    [],
    ctx,
  )
  // An entry and a timesheet for each.
  await work.reserve(256 + others + 2 * (drafts.length + entries.length))
  const around = await loadAround(spansOf(entries, drafts), ctx)
  return { ...around, shifts: await loadLeave(daysOf(entries, drafts), ctx) }
}

/** The days on which the entries are, or may come to be. */
function daysOf(entries: readonly Entry[], drafts: Wanted['drafts']): WantedDay[] {
  const named = drafts.flatMap(({ user, item: { date, start_time } }) =>
    [date, start_time].flatMap((value) => {
      const text = String(value ?? '').slice(0, 10)
      // In the zone of the person, the date may be another one than that of the text.
      return isDate(text) ? [-1, 0, 1].map((days) => ({ user, date: addDays(text, days) })) : []
    }),
  )
  return [...named, ...entries.map(({ user_id: user, date }) => ({ user, date }))].filter(({ user }) => isNumber(user))
}

/** The spans that the entries take or may take. Nothing longer than 7 days is accepted. */
function spansOf(entries: readonly Entry[], drafts: Wanted['drafts']): Span[] {
  const timed = new Set(drafts.flatMap(({ item }) => (item.entry_method === 'regular' ? [numberOf(item.id)] : [])))
  const spans = entries.map(({ id, user_id: user, jobcode_id, entry_method, start_time, end_time }): Span => {
    const regular = entry_method === 'regular' || timed.has(id)
    return { user, ...(regular ? { from: start_time, to: end_time } : nowhere), jobcodes: [jobcode_id] }
  })
  for (const { user, item } of drafts.filter(({ user }) => isNumber(user))) {
    const jobcodes = [numberOf(item.jobcode_id)].filter(Number.isInteger)
    const [from, to] = [at(item.start_time), at(item.end_time)]
    spans.push({ user, ...nowhere, jobcodes })
    if (item.id === undefined && from !== undefined && to !== undefined)
      spans.push({ user, from, to: Math.min(to, from + longestEntry), jobcodes })
    // Several items may change the same entry one after another: load everything that may touch either end.
    else
      for (const end of [from, to])
        if (end !== undefined) spans.push({ user, from: end - longestEntry, to: end + longestEntry, jobcodes })
  }
  return spans
}

const nowhere = { from: 0, to: 0 }

function at(value: unknown): number | undefined {
  return typeof value === 'string' ? parseInstant(value)?.instant : undefined
}

function isNumber(value: number): boolean {
  return isId(value)
}
