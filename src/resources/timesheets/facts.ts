import { loadSettings } from '../../company/settings/settings.ts'
import type { Context } from '../../engine/context.ts'
import { RequestError } from '../../engine/errors.ts'
import { numberOf } from '../../engine/fields.ts'
import {
  bulk,
  indexHint,
  inList,
  join,
  paddedSize,
  type Sql,
  type SqlValue,
  type Statement,
  sql,
} from '../../engine/sql.ts'
import { type Item, idMax, isId } from '../../engine/table.ts'
import { addDays, isDate, localDate, parseInstant, second } from '../../rules/time/calendar.ts'
import { longestEntry } from '../../rules/time/timesheets.ts'
import { loadFiles, namedIn } from '../files/links.ts'
import type { Around, Facts } from './change.ts'
import { choiceTexts, loadChoices } from './choices.ts'
import { isTimeOff, loadLeave, type WantedDay } from './leave.ts'
import { deductsLunch, idsOfLunches, loadLunch, stretchReach } from './lunch.ts'
import { fields } from './record.ts'
import { loadForNotes } from './tell_notes.ts'

/** A delete needs only its rows. */
export const noFacts: Facts = {
  fields: [],
  effects: new Map(),
  assigned: new Map(),
  holidayPay: new Map(),
  shifts: new Map(),
  files: new Set(),
  messages: new Map(),
}

/** Loads the owners, jobcodes, items and neighboring time of all items, one query each. */
export async function loadFacts(items: readonly Item[], ctx: Context): Promise<Facts> {
  const { work, company, options } = ctx
  if (!['no', 'yes', undefined].some((one) => one === options.late))
    throw new RequestError(417, 'not_yes_or_no', { field: 'late' })
  await loadSettings(company)
  const customfields = await company.list('customfields')
  const spans = items.flatMap((item) => spanOf(item, ctx))
  await company.look(
    'users',
    spans.map((span) => span.user),
  )
  const choices = spans.flatMap((span) => span.choices)
  await company.look(
    'customfielditems',
    spans.flatMap((span) => span.items),
  )
  await loadChoices(choices, customfields, ctx)
  // Filters only exclude items of managed lists.
  if (customfields.some((field) => field.active && field.type === 'managed-list'))
    await company.list('customfielditem_user_filters')
  await loadLunch(
    spans.map((span) => span.user),
    ctx,
  )
  const around = await loadAround(
    spans.flatMap((span) => withStretch(span, ctx)),
    ctx,
  )
  const shifts = await loadLeave(daysOff(items, ctx), ctx)
  const files = await loadAttached(items, ctx)
  // The entry, the parts a break and a lunch cut out of it, activities in project feeds, and new choices.
  await work.reserve((7 + idsOfLunches) * items.length + choices.length)
  if (items.some((item) => item.notes || item.end !== undefined))
    await loadForNotes(
      spans.map((span) => span.user),
      ctx,
    )
  return {
    messages: new Map(),
    fields: [...customfields],
    effects: new Map(),
    ...around,
    shifts,
    files,
  }
}

/** The days to which people add time off in the app. Other programs may, and approvals show what does not fit. */
function daysOff(items: readonly Item[], { work, actor }: Context): WantedDay[] {
  if (!actor.signedIn) return []
  return items.flatMap((item) => {
    const row = item.id === undefined ? undefined : work.get('timesheets', numberOf(item.id))
    const user = row?.user_id ?? numberOf(item.user_id)
    const isOff = [row?.jobcode_id, numberOf(item.jobcode_id)].some((id) => id !== undefined && isTimeOff(id, work))
    const dates = [row?.date, item.date, item.start].map((value) => String(value ?? '').slice(0, 10))
    return isOff && isId(user) ? dates.filter(isDate).map((date) => ({ user, date })) : []
  })
}

/** Loads what a deletion may change besides: lunches that are due, or not any more, without the deleted time. */
export async function loadAroundDeleted(items: readonly Item[], ctx: Context): Promise<void> {
  const { work } = ctx
  const sheets = items.flatMap((item) => work.get('timesheets', numberOf(item.id)) ?? [])
  const timed = sheets.filter(({ user_id, type }) => type === 'regular' && deductsLunch(user_id, ctx))
  if (timed.length === 0) return
  await loadLunch(
    timed.map(({ user_id }) => user_id),
    ctx,
  )
  await work.reserve((1 + idsOfLunches) * items.length)
  const spans = timed.map(({ user_id: user, start: from, end }) => ({ user, from, to: end ?? ctx.now, jobcodes: [] }))
  await loadAround(spans.map(stretched), ctx)
}

/** Loads the files that timesheets lose or gain. Most have none. */
async function loadAttached(items: readonly Item[], ctx: Context): Promise<ReadonlySet<number>> {
  const touched = items.filter((item) => item.attached_files !== undefined)
  if (touched.length === 0) return new Set()
  const held = touched.flatMap((item) => ctx.work.get('timesheets', numberOf(item.id))?.attached_files ?? [])
  const lists = touched.map((item) => item.attached_files)
  return loadFiles(held, namedIn(lists, fields.attached_files), ctx)
}

/** A span of a user's time; empty if only the jobcodes matter. */
export type Span = { user: number; from: number; to: number; jobcodes: number[] }

/** A statement has a limited number of values. */
const spansPerStatement = 1000

/** Loads the jobcodes of these spans and the time that may touch them. */
export async function loadAround(spans: readonly Span[], ctx: Context): Promise<Omit<Around, 'shifts'>> {
  const { work, company, actor } = ctx
  const owners = [...new Set(spans.map((span) => span.user))]
  const pairs = new Set(spans.flatMap(({ user, jobcodes }) => jobcodes.map((jobcode) => `${user}/${jobcode}`)))
  const jobcodes = new Set(spans.flatMap((span) => span.jobcodes))
  if (owners.length > 0) {
    for (let start = 0; start < spans.length; start += spansPerStatement) {
      const near = neighbors(spans.slice(start, start + spansPerStatement), actor.companyId)
      // Including those of neighbors: a break splits work, but not another break.
      for (const sheet of await work.loadFrom('timesheets', near)) jobcodes.add(sheet.jobcode_id)
    }
  }
  await company.look('jobcodes', jobcodes)
  const isPaidOff = (id: number) => work.get('jobcodes', id)?.type === 'pto'
  const off = spans.filter((span) => span.jobcodes.some(isPaidOff)).map(({ user }) => user)
  return loadPairs(pairs, [...new Set(off)], ctx)
}

type ItemSpan = Span & { choices: string[]; items: number[]; was?: { from: number; to: number } }

/** The user, the span of time and the jobcodes an item is about, as far as they can be parsed. */
function spanOf(item: Item, { work, now }: Context): ItemSpan[] {
  const row = item.id === undefined ? undefined : work.get('timesheets', numberOf(item.id))
  const user = row?.user_id ?? numberOf(item.user_id)
  if (!isId(user)) return []
  const at = (value: unknown) => (typeof value === 'string' ? parseInstant(value)?.instant : undefined)
  const from = at(item.start) ?? row?.start
  const to = at(item.end) ?? (item.end === '' || !row?.end ? now : row.end)
  const regular = from !== undefined && (row?.type ?? item.type) === 'regular'
  return [
    {
      user,
      from: regular ? from : 0,
      // Nothing longer than 7 days is accepted, so nothing further away can overlap.
      to: regular ? Math.min(Math.max(to, from + second), from + longestEntry) : 0,
      jobcodes: [row?.jobcode_id, numberOf(item.jobcode_id)].filter((id): id is number => Number.isInteger(id)),
      choices: choiceTexts(item),
      items: row ? Object.values(row.customfields) : [],
      ...(row?.type === 'regular' && { was: { from: row.start, to: row.end ?? now } }),
    },
  ]
}

/** The span, and where it was, extended if lunches are deducted: other entries may belong to the same stretch or day. */
function withStretch(span: ItemSpan, ctx: Context): Span[] {
  if (!deductsLunch(span.user, ctx)) return [span]
  const { was = span } = span
  return [span, ...[span, was].filter(({ from, to }) => to > from).map((each) => stretched({ ...span, ...each }))]
}

function stretched({ user, from, to }: Span): Span {
  return { user, from: from - stretchReach, to: to + stretchReach, jobcodes: [] }
}

/** A span that nothing touches. */
const nothing: readonly SqlValue[] = [0, '', '', 0, 0]

/** The person of a span, the first and the last date of time that may touch it, and its start and end. */
function reachOf({ user, from, to }: Span): readonly SqlValue[] {
  if (to <= from) return nothing.with(0, user)
  // By date, which the index covers; in any zone, the local date is within a day of the UTC date.
  return [user, addDays(localDate(from - longestEntry, 'UTC'), -1), addDays(localDate(to, 'UTC'), 1), from, to]
}

/**
 * The texts of the statements below by their number of spans. They are cached, because building one costs as much as
 * running it.
 */
const texts = new Map<number, Pick<Statement, 'sql' | 'text'>>()

/** Regular time that may touch these spans, and the running timesheets of their users. */
function neighbors(spans: readonly Span[], companyId: number): Statement {
  const size = paddedSize(spans.length)
  const known = texts.get(size) ?? textsOf(bulk(Array(size).fill(nothing)))
  texts.set(size, known)
  const rows = [...spans.map(reachOf), ...Array<typeof nothing>(size - spans.length).fill(nothing)]
  return { ...known, values: [...rows.flat(), companyId, companyId] }
}

/** One pass of the index for each span. Both statements take the same values: the spans, and the company twice. */
function textsOf(spans: Sql): Pick<Statement, 'sql' | 'text'> {
  const span = sql`with span (user_id, first, last, "from", "to") as (values ${spans})`
  const touches = sql`n.company_id = ${0} and n.user_id = cast(span.user_id as bigint)
    and n.date between span.first and span.last and n."start" < cast(span."to" as bigint)
    and n."end" > cast(span."from" as bigint) and n.type = 'regular'`
  const running = sql`select t.* from span cross join timesheets t ${indexHint('timesheets_running')}
    where t.company_id = ${0} and t."end" is null and t.user_id = cast(span.user_id as bigint)`
  // SQLite goes by the order of the joins.
  const { sql: inSqlite } = sql`${span}
    select t.* from span cross join timesheets n indexed by timesheets_user_date cross join timesheets t
      where ${touches} and t.company_id = n.company_id and t.id = n.id
    union all ${running}`
  // PostgreSQL cannot flatten a subquery with an offset.
  const { text: inPostgres } = sql`${span}
    select t.* from span cross join lateral (select * from timesheets n where ${touches} offset 0) t
    union all ${running}`
  return { sql: inSqlite, text: inPostgres }
}

/**
 * Which of these user/jobcode pairs are assigned, and the holiday pay of users, in one query for everything not known
 * yet.
 */
async function loadPairs(
  pairs: ReadonlySet<string>,
  users: readonly number[],
  { company, work }: Context,
): Promise<Omit<Around, 'shifts'>> {
  const assigned = await company.value('assigned', async () => new Map<string, boolean>())
  const wanted = [...pairs].filter((pair) => !assigned.has(pair))
  const { company_id } = company.row
  const queries = [
    ...(wanted.length > 0 ? [assignmentsOf(wanted, company_id)] : []),
    ...(users.length > 0 ? [holidayPayOf(users, company_id)] : []),
  ]
  const holidayPay = new Map<string, number>()
  if (queries.length === 0) return { assigned, holidayPay }
  type Row = { user_id: number; jobcode_id: number; date: string; timesheet_id: number }
  const rows = await work.tx.all<Row>(join(queries, ' union all '))
  for (const pair of wanted) assigned.set(pair, false)
  for (const { user_id, jobcode_id, date, timesheet_id } of rows)
    if (timesheet_id === 0) assigned.set(`${user_id}/${jobcode_id}`, true)
    else holidayPay.set(`${user_id}/${date}`, timesheet_id)
  return { assigned, holidayPay }
}

function assignmentsOf(pairs: readonly string[], companyId: number): Sql {
  const numbers = pairs
    .map((pair): [number, number] => {
      const [user = 0, jobcode = 0] = pair.split('/').map(Number)
      return [user, jobcode]
    })
    .filter(([, jobcode]) => jobcode > 0 && jobcode <= idMax)
  return sql`select user_id, jobcode_id, '' as date, 0 as timesheet_id from jobcode_assignments
    where company_id = ${companyId} and active = 1
      and ${inList(
        sql`user_id`,
        numbers.map(([user]) => user),
      )} and ${inList(
        sql`jobcode_id`,
        numbers.map(([, jobcode]) => jobcode),
      )}`
}

/** Existing holiday pay that is still on the jobcode on which it was granted. */
function holidayPayOf(users: readonly number[], companyId: number): Sql {
  return sql`select t.user_id, t.jobcode_id, t.date, t.id as timesheet_id from holiday_grants g
    join timesheets t on t.company_id = g.company_id and t.id = g.timesheet_id and t.jobcode_id = g.jobcode_id
    where g.company_id = ${companyId} and ${inList(sql`g.user_id`, users)} and t.duration > 0`
}
