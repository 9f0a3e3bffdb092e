import type { ReadContext } from '../engine/context.ts'
import { RequestError } from '../engine/errors.ts'
import { day, type Query, tristate } from '../engine/filters.ts'
import { printMap } from '../engine/present.ts'
import { type Handle, pinned, sql } from '../engine/sql.ts'
import { loadSettings, overtimeChosen, settingsFor } from '../resources/settings.ts'
import type { User } from '../resources/users.ts'
import { addDays } from '../rules/calendar.ts'
import { type Entry, overtime, type Policy, policyFor, type Rule, type Stretch } from '../rules/overtime.ts'
import { multipliers, type PayTotals, type Range } from '../rules/payroll.ts'
import { peopleFilters, peopleOf, theirTime, whoIsMeant } from './people.ts'

/** What the payroll reports share: whom and when they are about, and in which form they give overtime. */
export const payFilters = {
  ...peopleFilters,
  start_date: day(() => sql`1 = 1`, { about: 'First date, inclusive.' }),
  end_date: day(() => sql`1 = 1`, { about: 'Last date, inclusive.' }),
  advanced_overtime: {
    ...tristate('both', () => sql`1 = 1`),
    about: 'yes: overtime by multiplier; no: time and a half and double time; without: both.',
  },
}

/** A person’s finished time in the whole workweeks that the range touches, and how it is paid. */
export type PaidTime = { user: User; policy: Policy; entries: readonly Entry[]; stretches: readonly Stretch[] }

/** The time of the people that a payroll report is about, in their order. */
export async function paidTime(query: Query, ctx: ReadContext, handle: Handle): Promise<PaidTime[]> {
  await loadSettings(ctx.company)
  const types = await typesOfJobcodes(ctx)
  const people = whoIsMeant(query, ctx.actor, ['reports', 'approve_timesheets'])
  const users = await peopleOf(people, ctx, handle)
  const rows = await handle.all<EntryRow>(sql`
    select user_id, id, date, "start", "end", duration, jobcode_id, type
    from timesheets ${pinned('timesheets_user_date')}
    where ${theirTime(people, ctx)} and "end" is not null and ${within(query.values as Range)}`)
  const byUser = Map.groupBy(rows, (row) => row.user_id)
  return users.map((user) => {
    const policy = policyOf(user, ctx)
    checkForm(policy.rules, query)
    const entries = (byUser.get(user.id) ?? []).map((row) => entryOf(row, types))
    return { user, policy, entries, stretches: overtime(entries, policy) }
  })
}

/** Whole workweeks: one that the range cuts began, or ends, at most six days off; the day before that is for rest. */
const within = ({ start_date, end_date }: Range) =>
  sql`date between ${addDays(start_date, -7)} and ${addDays(end_date, 6)}`

function policyOf(user: User, { company }: ReadContext): Policy {
  const policy = policyFor(settingsFor(company, user).general.settings, overtimeChosen(company, user))
  return user.exempt ? { ...policy, rules: [] } : policy
}

function checkForm(rules: readonly Rule[], { values }: Query): void {
  if (values.advanced_overtime === 'no' && multipliers(rules).some((rate) => rate !== 1.5 && rate !== 2))
    throw new RequestError(417, 'advanced_overtime: this company pays other rates than 1.5 and 2; ask with yes')
}

/** Types of the jobcodes that are not regular, by number. */
export async function typesOfJobcodes({ company }: ReadContext): Promise<ReadonlyMap<number, string>> {
  return company.value('typesOfJobcodes', async (handle) => {
    const rows = await handle.all<{ id: number; type: string }>(
      sql`select id, type from jobcodes where company_id = ${company.row.company_id} and type <> 'regular'`,
    )
    return new Map(rows.map((row) => [row.id, row.type]))
  })
}

type EntryRow = {
  user_id: number
  id: number
  date: string
  start: number
  end: number
  duration: number
  jobcode_id: number
  type: string
}

function entryOf(row: EntryRow, types: ReadonlyMap<number, string>): Entry {
  const { id, date, start, end, duration, jobcode_id } = row
  return {
    id,
    date,
    start,
    end,
    seconds: duration,
    kind: kindOf(types, jobcode_id),
    jobcode_id,
    manual: row.type === 'manual',
  }
}

function kindOf(types: ReadonlyMap<number, string>, jobcode_id: number): Entry['kind'] {
  const type = types.get(jobcode_id)
  if (type === undefined) return 'work'
  return type === 'pto' || type === 'paid_break' ? type : 'unpaid'
}

/** The properties of totals, as JSON without the braces, in the form of overtime that was asked for. */
export function printTotals(totals: PayTotals, { values }: Query, further: Record<string, unknown> = {}): string {
  const form = values.advanced_overtime
  const { total_re_seconds, total_ot_seconds, total_dt_seconds, total_pto_seconds, total_work_seconds } = totals
  const basic = form === 'yes' ? {} : { total_ot_seconds, total_dt_seconds }
  const text = JSON.stringify({ total_re_seconds, ...basic, total_pto_seconds, ...further, total_work_seconds }).slice(
    1,
    -1,
  )
  const byRule = `"overtime_by_rule":${JSON.stringify(totals.overtime_by_rule)}`
  if (form === 'no') return `${text},${byRule}`
  const rates = Object.entries(totals.overtime_seconds).sort(([a], [b]) => Number(a) - Number(b))
  const overtime = printMap(rates.map(([rate, seconds]) => [rate, String(seconds)]))
  return `${text},"overtime_seconds":${overtime},"fixed_rate_seconds":{},${byRule}`
}

const seconds = (about: string, example: number) => ({ type: 'integer', description: about, examples: [example] })

/** A map to seconds, as the answer of a report describes it. */
export const secondsBy = (about: string) => ({
  type: 'object',
  description: about,
  additionalProperties: { type: 'integer' },
})

/** Properties of totals, for the reference. */
export const totalsSchema = {
  total_re_seconds: seconds('Regular.', 144000),
  total_ot_seconds: seconds('Paid at 1.5; not in the advanced form.', 7200),
  total_dt_seconds: seconds('Paid at 2; not in the advanced form.', 0),
  total_pto_seconds: seconds('Paid time off.', 28800),
  total_work_seconds: seconds('All of these.', 180000),
  overtime_seconds: secondsBy('Overtime by multiplier; not in the basic form.'),
  fixed_rate_seconds: secondsBy('By additional amount an hour; not in the basic form.'),
  overtime_by_rule: secondsBy('Overtime by the rule that made it, such as daily or weekly.'),
}

/** Those of them that are always there. */
export const totalsRequired = ['total_re_seconds', 'total_pto_seconds', 'total_work_seconds', 'overtime_by_rule']
