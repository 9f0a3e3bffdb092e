import { type Actor, type Context, may, type ReadContext } from '../engine/context.ts'
import { Refusal } from '../engine/errors.ts'
import {
  date,
  derived,
  hidden,
  id,
  idList,
  instant,
  integer,
  isRecord,
  map,
  oneOf,
  parseInstantField,
  parseText,
  ref,
  text,
  type Values,
  type ValuesOf,
} from '../engine/fields.ts'
import { anyOf, before, choice, day, ids, since, tristate, words } from '../engine/filters.ts'
import { type Outcome, resource } from '../engine/resource.ts'
import { fold, inList, join, pinned, type Sql, sql } from '../engine/sql.ts'
import { manages, mayApprove, mayManageTime, seesAllTime } from '../rules/access.ts'
import { addDays, instantOf, localDate, offsetSeconds, parseInstant, printLocal } from '../rules/calendar.ts'
import {
  clockTolerance,
  durationOf,
  liesInside,
  longestShift,
  lunchOf,
  overlaps,
  roundManual,
  second,
  spanError,
  splitAround,
  stateOf,
} from '../rules/timesheets.ts'
import { type CustomFieldItem, newItem } from './customfielditems.ts'
import type { CustomField } from './customfields.ts'
import type { Jobcode } from './jobcodes.ts'
import { loadSettings, settingsFor, zoneFor } from './settings.ts'
import { findTimesheets, userFilters } from './timesheets_find.ts'
import type { User } from './users.ts'

/** Custom field values of a timesheet: field id → id of the item chosen or typed. */
export type Choices = Record<string, number>

const wholeSecond = (value: number) => Math.floor(value / second) * second

const fields = {
  id: id(),
  state: derived({ type: 'string', enum: ['OPEN', 'CLOSED', 'SUBMITTED', 'APPROVED'] }, (row, { company }) =>
    JSON.stringify(stateOf(row as { end: number | null; date: string }, company.get<User>('users', row.user_id))),
  ),
  user_id: ref('users', { access: 'create', required: true, about: 'Whose time it is.' }),
  jobcode_id: ref('jobcodes', { required: true }),
  start: {
    ...instant({ about: 'Regular: when it began. Manual: 08:00 of the date, not to be set.' }),
    parse: (value: unknown, name: string) => (value === '' ? 0 : wholeSecond(parseInstantField(value, name))),
    print: (value: number, row: Values) => `"${printLocal(value, row.tz_str)}"`,
  },
  end: {
    ...instant({ about: 'Regular: when it ended; "" while running.' }),
    initial: () => null as number | null,
    parse: (value: unknown, name: string): number | null =>
      value === '' ? null : wholeSecond(parseInstantField(value, name)),
    load: (column: unknown) => column as number | null,
    save: (value: number | null) => value,
    print: (value: number | null, row: Values) => (value === null ? '""' : `"${printLocal(value, row.tz_str)}"`),
  },
  duration: integer({
    min: -2147483648,
    about: 'Seconds; 0 while running. Set on manual ones, kept in hundredths of an hour.',
  }),
  date: date({ about: 'Local day of the start in the owner’s zone. Set on manual ones.' }),
  tz: { ...integer({ access: 'read-only', about: 'Whole hours from UTC.' }), parse: Number },
  tz_str: text({ access: 'read-only', about: 'Zone of the owner.' }),
  type: oneOf(['regular', 'manual'], { access: 'create', required: true }),
  location: text({ access: 'read-only', about: 'Name of the application that made it.' }),
  on_the_clock: derived({ type: 'boolean', examples: [true] }, (row) => String(row.end === null)),
  active: derived({ type: 'string', enum: ['0', '1'], examples: ['1'] }, (row) => (row.end === null ? '"1"' : '"0"')),
  locked: integer({ access: 'read-only', about: 'Above 0: locked for editing.' }),
  notes: text({ max: 4000 }),
  customfields: map<Choices>({
    parse: parseChoices,
    print: printChoices,
    about: 'Custom field id → value. Values given replace, "" clears, others stay.',
  }),
  attached_files: idList(),
  created_by_user_id: ref('users', { access: 'read-only', initial: ({ actor }) => actor.userId }),
  created: instant({ access: 'read-only' }),
  last_modified: instant({ access: 'read-only' }),
  version: hidden(integer({ initial: () => 1 })),
}

/** Time worked by one user against one jobcode. */
export type Timesheet = ValuesOf<typeof fields>

type Facts = {
  fields: CustomField[]
  /** Numbers of the records that a record of status 201 changed or made besides itself. */
  effects: Map<number, number[]>
  /** user/jobcode pairs that are assigned. */
  assigned: Map<string, boolean>
  lunchBreak: number
}

/** Time worked. At most one runs per user; two regular ones of a user never share an instant. */
export const timesheets = resource<typeof fields, Facts>('timesheets', {
  about: 'Time worked by a user against a jobcode.',
  example: { user_id: 5102, jobcode_id: 7003, type: 'regular', start: '2026-03-02T08:00:00-07:00', end: '' },
  volatile: true,
  history: 'timesheet_history',
  order: sql`date, "start", id`,
  fields,
  extras: ['origin_hint', 'origin_hint_start', 'origin_hint_end', 'state'],
  filters: {
    ids: anyOf('id'),
    start_date: day((value) => sql`date >= ${value}`, { about: 'On or after this date.' }),
    end_date: day((value) => sql`date <= ${value}`, { about: 'On or before this date.' }),
    modified_since: since(),
    modified_before: before(),
    ...userFilters,
    payroll_ids: words('payroll_id', { about: 'Time of users with these payroll ids.' }),
    jobcode_ids: ids(jobcodesAndBelow, { about: 'These jobcodes and all below them; 0 is time without a jobcode.' }),
    jobcode_type: jobcodeType(),
    on_the_clock: tristate('no', (value) => (value === 'yes' ? sql`"end" is null` : sql`"end" is not null`)),
  },
  demands: [['ids'], ['start_date'], ['modified_since'], ['modified_before']],
  visible: visibleTime,
  find: findTimesheets,
  related: (row, { company }) => ({
    jobcodes: [row.jobcode_id],
    users: [row.user_id],
    customfields: timesheetFields(company.listed<CustomField>('customfields'), row.customfields).map(
      (field) => field.id,
    ),
  }),
  async prepare(rows, { company }) {
    await company.list('customfields')
    await company.look(
      'users',
      rows.map((row) => row.user_id),
    )
    await company.look(
      'customfielditems',
      rows.flatMap((row) => Object.values(row.customfields)),
    )
  },
  facts: loadFacts,
  create(draft, ctx, facts, item) {
    const owner = ownerOf(draft.user_id, ctx)
    if (!owner.permissions.time_tracking) throw new Refusal(403, 'TS-1006: time_tracking is off for this user')
    const zone = zoneFor(ctx.company, owner)
    const sheet = { ...draft, tz_str: zone, location: ctx.actor.application, customfields: {} as Choices }
    if (draft.type === 'manual') Object.assign(sheet, manualTimes(draft, zone, 'duration' in item))
    else {
      if (!draft.start) throw new Refusal(417, 'start is required')
      if (item.end === undefined) throw new Refusal(417, 'end is required; "" clocks in')
      Object.assign(sheet, regularTimes(draft, zone, item.start))
    }
    checkRights(sheet, owner, ctx)
    checkPeriod(sheet.date, owner, ctx, 417)
    checkJobcode(sheet, owner, ctx, facts)
    if (sheet.type === 'regular') checkSpan(sheet, ctx, false)
    if (sheet.attached_files.length > 0)
      throw new Refusal(417, `attached_files: there is no file ${sheet.attached_files[0]}`)
    sheet.customfields = choose({}, draft.customfields, ctx, facts)
    checkRequired(sheet, owner, ctx, facts)
    const others = sheet.type === 'regular' ? makeRoom({ ...sheet, id: 0 }, ctx, 406) : []
    const made = ctx.work.insert('timesheets', sheet) as Timesheet
    ctx.work.origin(
      made.id,
      hint(item, made.end === null ? 'start' : 'end'),
      made.type === 'regular' ? made.start : ctx.now,
    )
    return finish(made, others, ctx, facts)
  },
  update(before, patch, ctx, facts, item) {
    const owner = ownerOf(before.user_id, ctx, true)
    const after = {
      ...before,
      ...patch,
      duration: before.duration,
      date: before.date,
      customfields: before.customfields,
    }
    if (patch.customfields) after.customfields = choose(before.customfields, patch.customfields, ctx, facts)
    if (before.type === 'manual') {
      const { start: _, end: __, ...rest } = patch
      Object.assign(after, { start: before.start, end: before.end })
      if (rest.date === '') delete rest.date
      if (rest.date !== undefined || rest.duration !== undefined)
        Object.assign(after, manualTimes({ ...before, ...rest }, before.tz_str, true))
    } else {
      if (patch.start === 0) after.start = before.start
      if (after.start !== before.start) Object.assign(after, regularTimes(after, before.tz_str, item.start))
      else after.duration = durationOf(after)
    }
    if (!differs(before, after)) return before
    const closing = before.end === null && after.end !== null
    checkRights(after, owner, ctx, before)
    if (before.locked > 0) throw new Refusal(409, 'the timesheet is locked')
    checkPeriod(before.date, owner, ctx, 409)
    if (after.date !== before.date) checkPeriod(after.date, owner, ctx, 409)
    if (after.jobcode_id !== before.jobcode_id) checkJobcode(after, owner, ctx, facts)
    if (after.attached_files.some((file) => !before.attached_files.includes(file)))
      throw new Refusal(417, 'attached_files: there is no such file')
    const moved = after.start !== before.start || after.end !== before.end
    if (after.type === 'regular' && moved) checkSpan(after, ctx, closing)
    if (closing || after.jobcode_id !== before.jobcode_id || patch.customfields) checkRequired(after, owner, ctx, facts)
    const others =
      after.type === 'regular' && (moved || after.jobcode_id !== before.jobcode_id) ? makeRoom(after, ctx, 409) : []
    const changed = ctx.work.change('timesheets', before.id, after) as Timesheet
    ctx.work.origin(before.id, hint(item, closing ? 'end' : 'start'), closing ? after.end! : ctx.now)
    return moved ? finish(changed, others, ctx, facts) : changed
  },
  remove(row, ctx) {
    const owner = ownerOf(row.user_id, ctx, true)
    if (!mayEdit(row, owner, ctx))
      throw new Refusal(417, 'deleting this timesheet needs the permission manage_timesheets or manage_my_timesheets')
    if (row.locked > 0) throw new Refusal(409, 'the timesheet is locked')
    checkPeriod(row.date, owner, ctx, 409)
    bury(row, ctx)
  },
  sideEffects(rows, { work }, facts) {
    const numbers = rows.flatMap((row) => facts.effects.get(row.id) ?? [])
    return { timesheets: numbers.flatMap((number) => work.get<Timesheet>('timesheets', number) ?? []) }
  },
  absent: { status: 404, message: 'the timesheet does not exist or was deleted before' },
})

/** Whose time an actor sees. */
export function visibleTime(actor: Actor): Sql {
  if (seesAllTime(actor)) return sql`1 = 1`
  if (actor.manages.length === 0) return sql`user_id = ${actor.userId}`
  return sql`(user_id = ${actor.userId} or user_id in
    (select u.id from users u where u.company_id = ${actor.companyId} and ${inList(sql`u.group_id`, actor.manages)}))`
}

/** Loads the running timesheets of these users, for `closeRunning`. */
export async function loadRunning(
  userIds: readonly number[],
  { work, company }: Pick<Context, 'work' | 'company'>,
): Promise<void> {
  await company.look('users', userIds)
  const valid = userIds.filter((id) => Number.isInteger(id) && id > 0 && id <= 2147483647)
  await work.load('timesheets', sql`"end" is null and ${inList(sql`user_id`, valid)}`, 'timesheets_running')
}

/** Clocks a user out at an instant, with a line in the history that says why. */
export function closeRunning(userId: number, at: number, { work }: Pick<Context, 'work'>, why: string): void {
  const running = work.all<Timesheet>('timesheets').find((sheet) => sheet.user_id === userId && sheet.end === null)
  if (!running) return
  const end = Math.max(wholeSecond(at), running.start)
  work.change('timesheets', running.id, { end, duration: durationOf({ start: running.start, end }) })
  work.origin(running.id, why, end)
}

/** Removes a timesheet for good and leaves its record among the deleted. */
export function bury(row: Timesheet, { work, company }: Pick<Context, 'work' | 'company'>): void {
  work.remove('timesheets', row.id)
  const { version: _, attached_files: __, ...record } = row
  const created_date = localDate(row.created, zoneFor(company))
  work.place('timesheets_deleted', { ...record, created_date, last_modified: work.stamp })
}

/** The active fields of timesheets, and archived ones that hold a value here. */
export function timesheetFields(all: readonly CustomField[], choices: Choices): CustomField[] {
  return all.filter((field) => field.applies_to === 'timesheet' && (field.active || choices[field.id] !== undefined))
}

/** Prints the values of the fields by name of the item. */
export function printChoices(choices: Choices, _: Values, { company }: ReadContext): string {
  const values = timesheetFields(company.listed<CustomField>('customfields'), choices).map(
    (field): [string, string] => {
      const item = choices[field.id]
      return [
        String(field.id),
        item === undefined ? '' : (company.get<CustomFieldItem>('customfielditems', item)?.name ?? ''),
      ]
    },
  )
  return JSON.stringify(Object.fromEntries(values))
}

/** Rows of these jobcodes or of any below them. */
export function jobcodesAndBelow(values: readonly number[], { actor }: ReadContext): Sql {
  const below = sql`jobcode_id in (with recursive below (id) as (
    select j.id from jobcodes j where j.company_id = ${actor.companyId} and ${inList(sql`j.id`, values)}
    union select j.id from jobcodes j join below b on j.parent_id = b.id where j.company_id = ${actor.companyId}
    ) select id from below)`
  return values.includes(0) ? sql`(jobcode_id = 0 or ${below})` : below
}

/** By the type of the jobcode; time without one counts as regular. */
export function jobcodeType() {
  return choice(
    ['regular', 'pto', 'paid_break', 'unpaid_break', 'unpaid_time_off', 'all'],
    'all',
    (value, { actor }) => {
      const typed = sql`jobcode_id in (select j.id from jobcodes j where j.company_id = ${actor.companyId} and j.type = ${value})`
      return value === 'regular' ? sql`(jobcode_id = 0 or ${typed})` : typed
    },
    { every: 'all' },
  )
}

async function loadFacts(items: readonly Values[], ctx: Context): Promise<Facts> {
  const { work, company, actor } = ctx
  await loadSettings(company)
  const customfields = (await company.list('customfields')) as readonly CustomField[]
  const spans = items.flatMap((item) => spanOf(item, ctx))
  const owners = [...new Set(spans.map((span) => span.user))]
  const pairs = new Set(spans.flatMap(({ user, jobcodes }) => jobcodes.map((jobcode) => `${user}/${jobcode}`)))
  const jobcodes = new Set(spans.flatMap((span) => span.jobcodes))
  await company.look('users', owners)
  const choices = spans.flatMap((span) => span.choices)
  await company.look(
    'customfielditems',
    spans.flatMap((span) => span.items),
  )
  if (choices.length > 0) {
    const names = [...new Set(choices.map(fold))]
    await work.load(
      'customfielditems',
      sql`${inList(
        sql`customfield_id`,
        customfields.map((field) => field.id),
      )} and ${inList(sql`name_key`, names)}`,
    )
  }
  if (owners.length > 0) {
    const near = spans.filter((span) => span.to > span.from).map((span) => neighbours(span, actor.companyId))
    const beside = await work.load(
      'timesheets',
      sql`id in (${join([...near, runningOf(owners, actor.companyId)], ' union ')})`,
    )
    // Those of the neighbours too: a break splits work, but not another break.
    for (const sheet of beside) jobcodes.add(sheet.jobcode_id)
  }
  await company.look('jobcodes', jobcodes)
  const { general } = settingsFor(company)
  return {
    fields: [...customfields],
    effects: new Map(),
    assigned: await loadAssigned(pairs, ctx),
    lunchBreak: Number(general.settings.lunch_deduct) ? await lunchJobcode(ctx) : 0,
  }
}

type ItemSpan = { user: number; from: number; to: number; jobcodes: number[]; choices: string[]; items: number[] }

/** The user, the stretch of time and the jobcodes that an item is about, as far as they can be made out. */
function spanOf(item: Values, { work, now }: Context): ItemSpan[] {
  const row = item.id === undefined ? undefined : work.get<Timesheet>('timesheets', Number(item.id))
  const user = row?.user_id ?? Number(item.user_id)
  if (!Number.isInteger(user) || user < 1 || user > 2147483647) return []
  const at = (value: unknown) => (typeof value === 'string' ? parseInstant(value)?.instant : undefined)
  const from = at(item.start) ?? row?.start
  const to = at(item.end) ?? (item.end === '' || !row?.end ? now : row.end)
  const regular = from !== undefined && (row?.type ?? item.type) === 'regular'
  const given = isRecord(item.customfields) ? Object.values(item.customfields) : []
  return [
    {
      user,
      from: regular ? from : 0,
      // Nothing longer than 7 days is accepted, so nothing further off is in the way.
      to: regular ? Math.min(Math.max(to, from + second), from + longestShift) : 0,
      jobcodes: [row?.jobcode_id, Number(item.jobcode_id)].filter((id): id is number => Number.isInteger(id)),
      choices: given.flatMap((value) =>
        ['string', 'number'].includes(typeof value) && value !== '' ? [String(value).replaceAll('\0', '')] : [],
      ),
      items: row ? Object.values(row.customfields) : [],
    },
  ]
}

/** Regular time of the user that may touch the stretch; nothing is longer than 7 days. */
function neighbours(span: ItemSpan, companyId: number): Sql {
  // By date, of which the index knows; in every zone it is within a day of the one in UTC.
  const first = addDays(localDate(span.from - longestShift, 'UTC'), -1)
  const last = addDays(localDate(span.to, 'UTC'), 1)
  return sql`select t.id from timesheets t ${pinned('timesheets_user_date')} where t.company_id = ${companyId}
    and t.user_id = ${span.user} and t.date between ${first} and ${last} and t."start" < ${span.to}
    and t."end" > ${span.from} and t.type = 'regular'`
}

function runningOf(owners: readonly number[], companyId: number): Sql {
  return sql`select r.id from timesheets r ${pinned('timesheets_running')}
    where r.company_id = ${companyId} and r."end" is null and ${inList(sql`r.user_id`, owners)}`
}

/** Which of these pairs of user and jobcode are assigned, by one query for those that are not known yet. */
async function loadAssigned(pairs: ReadonlySet<string>, { company, work }: Context): Promise<Map<string, boolean>> {
  const known = await company.value('assigned', async () => new Map<string, boolean>())
  const wanted = [...pairs].filter((pair) => !known.has(pair))
  if (wanted.length === 0) return known
  const numbers = wanted
    .map((pair) => pair.split('/').map(Number) as [number, number])
    .filter(([, jobcode]) => jobcode > 0 && jobcode <= 2147483647)
  const rows = await work.tx.all<{ user_id: number; jobcode_id: number }>(
    sql`select user_id, jobcode_id from jobcode_assignments where company_id = ${company.row.company_id} and active = 1
      and ${inList(
        sql`user_id`,
        numbers.map(([user]) => user),
      )} and ${inList(
        sql`jobcode_id`,
        numbers.map(([, jobcode]) => jobcode),
      )}`,
  )
  for (const pair of wanted) known.set(pair, false)
  for (const row of rows) known.set(`${row.user_id}/${row.jobcode_id}`, true)
  return known
}

/** The jobcode that an automatic lunch is booked on; 0 when the company has none, then it is only taken out. */
function lunchJobcode({ company, work }: Context): Promise<number> {
  return company.value('lunchJobcode', async () => {
    const row = await work.tx.get<{ id: number }>(
      sql`select id from jobcodes where company_id = ${company.row.company_id} and type = 'unpaid_break' and active = 1 order by id limit 1`,
    )
    return row?.id ?? 0
  })
}

function ownerOf(userId: number, { work }: Context, archivedToo = false): User {
  const owner = work.get<User>('users', userId)
  if (!owner || (!owner.active && !archivedToo)) throw new Refusal(417, `user_id: there is no active user ${userId}`)
  return owner
}

function manualTimes(sheet: Pick<Timesheet, 'date' | 'duration'>, zone: string, durationGiven: boolean) {
  if (sheet.date === '') throw new Refusal(417, 'date is required for a manual timesheet')
  if (!durationGiven) throw new Refusal(417, 'duration is required for a manual timesheet')
  if (sheet.duration < 0 || sheet.duration > 86400) throw new Refusal(417, 'duration must be between 0 and 86400')
  const start = instantOf(sheet.date, 8 * 3600, zone)
  const duration = roundManual(sheet.duration)
  return { start, end: start + duration * second, duration, date: sheet.date, tz: hoursOf(start, zone) }
}

/** What follows from start and end. `tz` is the offset that was sent, in whole hours. */
function regularTimes(sheet: Pick<Timesheet, 'start' | 'end'>, zone: string, sent: unknown) {
  const offset = typeof sent === 'string' ? parseInstant(sent)?.offsetSeconds : undefined
  const tz = offset === undefined ? hoursOf(sheet.start, zone) : Math.trunc(offset / 3600)
  return { duration: durationOf(sheet), date: localDate(sheet.start, zone), tz: tz === 0 ? 0 : tz }
}

function hoursOf(instant: number, zone: string): number {
  return Math.trunc(offsetSeconds(instant, zone) / 3600) + 0
}

function checkSpan(sheet: Pick<Timesheet, 'start' | 'end'>, { now }: Context, closing: boolean): void {
  const error = spanError(sheet, now, closing)
  if (error) throw new Refusal(417, error)
}

/** Others' time needs a manager; one's own past time a permission; clocking in and out now only time_tracking. */
function checkRights(sheet: Timesheet, owner: User, ctx: Context, before?: Timesheet): void {
  if (mayEdit(sheet, owner, ctx)) return
  if (owner.id !== ctx.actor.userId) throw new Refusal(417, 'user_id: you may not record time of this user')
  const isNow = (instant: number) => Math.abs(instant - ctx.now) <= clockTolerance
  const clockIn = !before && sheet.end === null && isNow(sheet.start)
  const whileRunning = before?.end === null && sheet.start === before.start && (sheet.end === null || isNow(sheet.end))
  if (!clockIn && !whileRunning)
    throw new Refusal(417, 'recording or changing past time needs the permission manage_my_timesheets')
}

function mayEdit(sheet: Pick<Timesheet, 'user_id'>, owner: User, { actor }: Context): boolean {
  return mayManageTime(actor, owner) || (sheet.user_id === actor.userId && may(actor, 'manage_my_timesheets'))
}

/** Submitted and approved time is closed to all but those who approve it. */
function checkPeriod(date: string, owner: User, { actor }: Context, status: number): void {
  if (mayApprove(actor, owner) || may(actor, 'manage_timesheets')) return
  if (date <= owner.approved_to) throw new Refusal(status, `the time up to ${owner.approved_to} is approved`)
  if (date <= owner.submitted_to) throw new Refusal(status, `the time up to ${owner.submitted_to} is submitted`)
}

function checkJobcode(sheet: Timesheet, owner: User, { work }: Context, facts: Facts): void {
  if (sheet.jobcode_id === 0) return
  const jobcode = work.get<Jobcode>('jobcodes', sheet.jobcode_id)
  if (!jobcode) throw new Refusal(417, `jobcode_id: there is no jobcode ${sheet.jobcode_id}`)
  if (!jobcode.active) throw new Refusal(417, `jobcode_id: the jobcode ${jobcode.name} is archived`)
  if (jobcode.has_children)
    throw new Refusal(417, `jobcode_id: ${jobcode.name} has jobcodes below it; choose one of them`)
  const isBreak = jobcode.type === 'paid_break' || jobcode.type === 'unpaid_break'
  if (!isBreak && !jobcode.assigned_to_all && !facts.assigned.get(`${owner.id}/${jobcode.id}`))
    throw new Refusal(417, `jobcode_id: the jobcode ${jobcode.name} is not assigned to the user`)
}

/** Values as given put over those that stand; unknown values of a free-form field become items of it. */
function choose(before: Choices, given: Record<string, number | string>, ctx: Context, facts: Facts): Choices {
  const after = { ...before }
  for (const [key, value] of Object.entries(given)) {
    const field = facts.fields.find((field) => String(field.id) === key && field.applies_to === 'timesheet')
    if (!field) throw new Refusal(417, `customfields: there is no field ${key}`)
    const current = before[field.id]
    if (current !== undefined && ctx.work.get<CustomFieldItem>('customfielditems', current)?.name === value) continue
    if (value === '') {
      delete after[field.id]
      continue
    }
    if (!field.active) throw new Refusal(417, `customfields: the field ${field.name} is archived`)
    after[field.id] = itemFor(field, String(value), ctx)
  }
  return after
}

function itemFor(field: CustomField, value: string, ctx: Context): number {
  const items = ctx.work.all<CustomFieldItem>('customfielditems')
  const known = items.find((item) => item.customfield_id === field.id && fold(item.name) === fold(value))
  if (known?.active) return known.id
  const mayAdd =
    field.type === 'free-form' ||
    may(ctx.actor, 'manage_jobcodes') ||
    may(ctx.actor, 'manage_timesheets') ||
    ctx.actor.manages.length > 0
  if (!mayAdd) throw new Refusal(417, `customfields: ${JSON.stringify(value)} is not a choice of ${field.name}`)
  if ([...value].length > 128)
    throw new Refusal(417, `customfields: a value of ${field.name} must be at most 128 characters`)
  if (field.regex_filter !== '' && !new RegExp(`^(?:${field.regex_filter})$`).test(value))
    throw new Refusal(417, `customfields: a value of ${field.name} must match ${field.regex_filter}`)
  if (known) return ctx.work.change('customfielditems', known.id, { active: true }).id
  return ctx.work.insert('customfielditems', newItem(field.id, value.trim())).id
}

function checkRequired(sheet: Timesheet, owner: User, { actor, work }: Context, { fields }: Facts): void {
  if (may(actor, 'manage_timesheets') || manages(actor, owner)) return
  const jobcode = work.get<Jobcode>('jobcodes', sheet.jobcode_id)
  for (const field of fields) {
    const applies =
      field.active &&
      field.applies_to === 'timesheet' &&
      (field.show_to_all || jobcode?.required_customfields.includes(field.id))
    if (applies && field.required && sheet.customfields[field.id] === undefined)
      throw new Refusal(417, `customfields: ${field.name} (${field.id}) is required`)
  }
}

/** Refuses what would overlap; a break inside a finished entry splits that one instead. Gives what was changed. */
function makeRoom(candidate: Timesheet, ctx: Context, status: 406 | 409): number[] {
  const { work, now } = ctx
  const own = work
    .all<Timesheet>('timesheets')
    .filter((sheet) => sheet.user_id === candidate.user_id && sheet.type === 'regular')
  const running = candidate.end === null && own.find((sheet) => sheet.end === null && sheet.id !== candidate.id)
  if (running) throw new Refusal(status, `the user is on the clock already (timesheet ${running.id})`)
  const [host, ...more] = overlaps(candidate, own, now)
  if (!host) return []
  if (
    more.length > 0 ||
    !isBreak(candidate, ctx) ||
    isBreak(host, ctx) ||
    host.locked > 0 ||
    !liesInside(candidate, host)
  )
    throw new Refusal(
      status,
      `overlaps timesheet ${host.id} (${printLocal(host.start, host.tz_str)} to ${host.end === null ? 'now' : printLocal(host.end, host.tz_str)})`,
    )
  return cut(host, candidate as { start: number; end: number }, ctx)
}

function isBreak(sheet: Timesheet, { work }: Context): boolean {
  const type = work.get<Jobcode>('jobcodes', sheet.jobcode_id)?.type
  return type === 'paid_break' || type === 'unpaid_break'
}

/** Takes the middle out of a host: the first part keeps the number, the second is a new record. */
function cut(host: Timesheet, middle: { start: number; end: number }, { work }: Context): number[] {
  const [first, rest] = splitAround(host as { start: number; end: number }, middle)
  work.change('timesheets', host.id, { ...first, duration: durationOf(first) })
  work.origin(host.id, 'split by a break', middle.start)
  const second = work.insert('timesheets', {
    ...host,
    ...rest,
    created: 0,
    version: 1,
    duration: durationOf(rest),
    date: localDate(rest.start, host.tz_str),
    tz: hoursOf(rest.start, host.tz_str),
  })
  work.origin(second.id, `split from ${host.id} by a break`, rest.start)
  return [host.id, second.id]
}

/** Takes an automatic lunch out of a finished entry, and says 201 when other records changed. */
function finish(sheet: Timesheet, others: number[], ctx: Context, facts: Facts): Outcome<Timesheet> {
  const { general } = settingsFor(ctx.company, ctx.work.get<User>('users', sheet.user_id))
  const lunch = !isBreak(sheet, ctx) && sheet.type === 'regular' ? lunchOf(sheet, general.settings as never) : undefined
  if (lunch) {
    others = [...others, ...cut(sheet, lunch, ctx).slice(1)]
    if (facts.lunchBreak > 0) {
      const booked = {
        ...sheet,
        ...lunch,
        duration: durationOf(lunch),
        jobcode_id: facts.lunchBreak,
        customfields: {},
        notes: '',
        created: 0,
        version: 1,
      }
      const row = ctx.work.insert('timesheets', { ...booked, date: localDate(lunch.start, sheet.tz_str) })
      ctx.work.origin(row.id, 'automatic lunch', lunch.start)
      others.push(row.id)
    }
  }
  if (others.length === 0) return sheet
  facts.effects.set(sheet.id, others)
  return { ...ctx.work.get<Timesheet>('timesheets', sheet.id)!, _status: 201 }
}

function differs(before: Timesheet, after: Timesheet): boolean {
  return Object.entries(fields).some(([name, field]) => {
    const { save } = field as { save: (value: unknown) => unknown }
    return field.stored && save((before as Values)[name]) !== save((after as Values)[name])
  })
}

function hint(item: Values, side: 'start' | 'end'): string {
  const given = item[`origin_hint_${side}`] ?? item.origin_hint
  return typeof given === 'string' ? parseText(given, 'origin_hint').slice(0, 255) : ''
}

/** Values by field, as names still; `choose` finds their items. */
function parseChoices(value: unknown, name: string): Choices {
  if (value === '' || (Array.isArray(value) && value.length === 0)) return {}
  if (!isRecord(value)) throw new Refusal(417, `${name} must be an object of field id to value`)
  const texts = Object.entries(value).map(([key, entry]) => [
    key,
    entry === null ? '' : parseText(entry, `${name}.${key}`),
  ])
  return Object.fromEntries(texts)
}
