import { loadSettings, settingsFor, zoneFor } from '../company/settings/settings.ts'
import type { ReadContext } from '../engine/context.ts'
import { day } from '../engine/filters.ts'
import { type Handle, indexHint, join, type Sql, sql } from '../engine/sql.ts'
import type { User } from '../resources/users/record.ts'
import type { SentBack } from '../resources/users/send_back.ts'
import { firstOf, lastOf } from '../rules/elements.ts'
import { countPeriods, periodsUntil, periodToOpen } from '../rules/pay/pay_run.ts'
import { payrollTotals, type Range } from '../rules/pay/payroll.ts'
import type { Settings } from '../rules/settings/settings.ts'
import { addDays, localDate } from '../rules/time/calendar.ts'
import { payPeriodOf } from '../rules/time/pay_periods.ts'
import { type ReportContext, report } from '../wire/report.ts'
import {
  approvedBy,
  entriesIn,
  exceptionsIn,
  type Facts,
  factsOf,
  personOf,
  recordsTime,
  runningBy,
} from './approvals.ts'
import { type PaidTime, paidTime } from './overtime.ts'
import { peopleFilters, peopleOf } from './people.ts'

/** How many days back to look for earlier time that would be approved as well. */
const earlierDaysMax = 92

/**
 * A pay period to approve, with the others to choose from: each person's pay by the time as recorded, in this and the
 * previous period, what to check, what was sent back, and unapproved time of earlier periods. Not part of the vendor's
 * API.
 */
export const payRun = report({
  name: 'pay_run',
  about: 'A pay period to approve.',
  filters: { ...peopleFilters, date: day(() => sql`1 = 1`) },
  required: [],
  async run(query, ctx, handle) {
    const people = approvedBy(ctx.actor, query)
    const asked = query.values.date
    const { periods, today, general, waits } = await periodsOf(people, ctx, handle, { asked })
    const chosen = asked === undefined ? datesOf(periodToOpen(periods)) : periodOf(asked, general)
    const previous = periodOf(addDays(chosen.start_date, -1), general)
    const since = addDays(chosen.end_date, 1 - earlierDaysMax)
    const earlier = periods
      .filter(({ start_date, waiting }) => waiting > 0 && start_date >= since && start_date < chosen.start_date)
      .map(datesOf)
    const first = firstOf([previous, ...earlier].map(({ start_date }) => start_date).sort())
    const range = { start_date: first, end_date: chosen.end_date }
    const paid = await paidTime({ ...query, values: { ...query.values, ...range } }, ctx, handle, { people })
    const facts = await factsOf(people, range, ctx, handle)
    const run = { chosen, previous, earlier, facts, waits, ctx }
    return JSON.stringify({ today, ...chosen, previous, periods, people: paid.flatMap((time) => rowOf(time, run)) })
  },
})

/** The pay periods to choose from, with what waits in each. With `isOpen`, time that is approved is not even read. */
async function periodsOf(
  people: Sql,
  ctx: ReportContext,
  handle: Handle,
  { asked, isOpen = false }: { asked?: string | undefined; isOpen?: boolean },
) {
  await loadSettings(ctx.company)
  const general = settingsFor(ctx.company).general.settings
  const today = localDate(ctx.now, zoneFor(ctx.company))
  const offered = periodsUntil(today, general, asked)
  const users = await peopleOf(people, ctx, handle)
  const waits = await whatWaits(people, offered, users, isOpen, ctx, handle)
  return { today, general, users, waits, periods: countPeriods(offered, users, waits.lastOf, today) }
}

/** The pay periods that the strip of Approvals offers, and the people with time that is not approved in each of them. */
export async function openPeriods(people: Sql, ctx: ReportContext, handle: Handle) {
  const { today, users, waits, periods } = await periodsOf(people, ctx, handle, { isOpen: true })
  return {
    today,
    periods: periods.map(({ start_date, end_date, running, waiting, submitted }, index) => {
      const open = users.filter((user) => waits.lastOf(user, index) > user.approved_to)
      return { start_date, end_date, running, waiting, submitted, open }
    }),
  }
}

function datesOf({ start_date, end_date }: Range): Range {
  return { start_date, end_date }
}

function periodOf(date: string, settings: Settings): Range {
  const { start, end } = payPeriodOf(date, settings)
  return { start_date: start, end_date: end }
}

/** Data that waits for an approver, besides exceptions. */
type Waits = {
  /** The last date with something to approve of a person in the period of an index, '' for none. */
  lastOf: (person: { id: number }, index: number) => string
  sentBack: Map<number, SentBack[]>
  /** Dates of corrections that wait for a decision. */
  corrections: Map<number, string[]>
}

/** Time, corrections and sent-back time in the periods, each in one query. */
async function whatWaits(
  people: Sql,
  periods: readonly Range[],
  users: readonly User[],
  isOpen: boolean,
  ctx: ReportContext,
  handle: Handle,
): Promise<Waits> {
  const companyId = ctx.company.row.company_id
  const [first, last] = [firstOf(periods).start_date, lastOf(periods).end_date]
  const cases = periods.map(({ end_date }, index) => sql`when t.date <= ${end_date} then ${index}`)
  const inPeriods = sql`t.company_id = ${companyId} and t.date between ${first} and ${last}`
  const owners = sql`select id from users where company_id = ${companyId} and ${people}`
  // By person, so that the index skips all that is approved.
  const from = isOpen
    ? sql`users u cross join timesheets t ${indexHint('timesheets_user_date')} where u.company_id = ${companyId} and u.id in (${owners})
      and ${inPeriods} and t.user_id = u.id and t.date > u.approved_to`
    : sql`timesheets t ${indexHint('timesheets_user_date')} where ${inPeriods} and t.user_id in (${owners})`
  const worked = await handle.tuples<[user: number, period: number, last: string]>(
    sql`select t.user_id, cast(case ${join(cases, ' ')} end as integer) as period, max(t.date)
      from ${from} group by t.user_id, period`,
  )
  const whose = sql`company_id = ${companyId} and user_id in (${owners})`
  const corrections = await handle.all<{ user_id: number; date: string }>(
    sql`select user_id, date from corrections where ${whose} and status = 'pending' and date between ${first} and ${last}`,
  )
  const kept = await handle.all<SentBack>(sql`select * from sent_back where ${whose} order by starts`)
  await ctx.company.look(
    'users',
    kept.map(({ sent_by_user_id }) => sent_by_user_id),
  )
  const submitted = new Map(users.map(({ id, submitted_to }) => [id, submitted_to]))
  const sentBack = kept.filter(({ user_id, ends }) => ends > (submitted.get(user_id) ?? ''))
  const lastDays = new Map(worked.map(([user, period, last]) => [`${user} ${period}`, last]))
  const note = (user: number, date: string, index: number) => {
    const key = `${user} ${index}`
    if (date > (lastDays.get(key) ?? '')) lastDays.set(key, date)
  }
  for (const [index, { start_date, end_date }] of periods.entries()) {
    for (const { user_id, date } of corrections) if (date >= start_date && date <= end_date) note(user_id, date, index)
    for (const { user_id, starts, ends } of sentBack)
      if (starts <= end_date && ends >= start_date) note(user_id, firstOf([ends, end_date].sort()), index)
  }
  return {
    lastOf: ({ id }, index) => lastDays.get(`${id} ${index}`) ?? '',
    sentBack: Map.groupBy(sentBack, ({ user_id }) => user_id),
    corrections: new Map(
      [...Map.groupBy(corrections, ({ user_id }) => user_id)].map(([id, rows]) => [id, rows.map(({ date }) => date)]),
    ),
  }
}

type Run = {
  chosen: Range
  previous: Range
  earlier: readonly Range[]
  facts: Facts
  waits: Waits
  ctx: ReportContext
}

/** One person; empty for those who neither have nor record time. */
function rowOf(time: PaidTime, { chosen, previous, earlier, facts, waits, ctx }: Run) {
  const { user } = time
  const known = facts.entries.get(user.id) ?? []
  const here = entriesIn(known, chosen)
  const sent = (waits.sentBack.get(user.id) ?? []).filter(({ starts }) => starts <= chosen.end_date).at(-1)
  if (here.length === 0 && !sent && !recordsTime(user)) return []
  const open = earlier.flatMap((range) => {
    const start_date = user.approved_to >= range.start_date ? addDays(user.approved_to, 1) : range.start_date
    const rest = { start_date, end_date: range.end_date }
    if (start_date > range.end_date || entriesIn(known, rest).length === 0) return []
    return [{ ...rest, pay: payOf(time, rest), exceptions: exceptionsIn(time, facts, rest, ctx) }]
  })
  const corrections = (waits.corrections.get(user.id) ?? []).filter(
    (date) => date >= chosen.start_date && date <= chosen.end_date,
  )
  return [
    {
      ...personOf(user, ctx),
      pay: payOf(time, chosen),
      previous: payOf(time, previous),
      entries: here.length,
      last_date:
        here
          .map(({ date }) => date)
          .sort()
          .at(-1) ?? null,
      running: runningBy(known, chosen.end_date),
      exceptions: exceptionsIn(time, facts, chosen, ctx),
      corrections: corrections.length,
      sent_back: sent
        ? { start_date: sent.starts, end_date: sent.ends, message: sent.message, by: nameOf(sent.sent_by_user_id, ctx) }
        : null,
      earlier: open,
    },
  ]
}

function nameOf(id: number, { company }: ReadContext): string {
  const user = company.knows('users', id) ? company.get('users', id) : undefined
  return user ? user.display_name || `${user.first_name} ${user.last_name}`.trim() : ''
}

/** How the time of a range is paid: the parts of the payroll report's row that the table shows. */
export function payOf(
  { stretches, entries, policy }: Pick<PaidTime, 'stretches' | 'entries' | 'policy'>,
  range: Range,
) {
  const totals = payrollTotals(stretches, entries, policy.rules, range)
  const { total_re_seconds, pto_seconds, total_work_seconds } = totals
  const paid = Object.entries(totals.overtime_seconds).filter(([, seconds]) => seconds > 0)
  return { total_re_seconds, overtime_seconds: Object.fromEntries(paid), pto_seconds, total_work_seconds }
}
