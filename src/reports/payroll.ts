import type { ReadContext } from '../engine/context.ts'
import { RequestError } from '../engine/errors.ts'
import { day, flag, type Query, tristate } from '../engine/filters.ts'
import { printMap, supplementalOf } from '../engine/present.ts'
import type { Report } from '../engine/report.ts'
import { type Handle, inList, pinned, sql } from '../engine/sql.ts'
import { loadSettings, settingsFor } from '../resources/settings.ts'
import type { User } from '../resources/users.ts'
import { addDays } from '../rules/calendar.ts'
import { type Entry, overtime, type Policy, rulesFromSettings } from '../rules/overtime.ts'
import { multipliers, type PayrollTotals, payrollTotals } from '../rules/payroll.ts'
import { peopleFilters, peopleOf } from './people.ts'

type Range = { start_date: string; end_date: string }

const seconds = { type: 'integer', description: 'Seconds.' }
const secondsBy = (about: string) => ({ type: 'object', description: about, additionalProperties: { type: 'integer' } })

const row = {
  type: 'object',
  required: [
    'user_id',
    'client_id',
    'start_date',
    'end_date',
    'total_re_seconds',
    'total_pto_seconds',
    'total_work_seconds',
  ],
  properties: {
    user_id: { type: 'integer' },
    client_id: { type: 'string', description: 'Number of the company.', examples: ['1'] },
    start_date: { type: 'string', examples: ['2026-03-01'] },
    end_date: { type: 'string', examples: ['2026-03-14'] },
    total_re_seconds: { ...seconds, description: 'Regular.', examples: [144000] },
    total_ot_seconds: { ...seconds, description: 'Paid at 1.5; not in the advanced form.', examples: [7200] },
    total_dt_seconds: { ...seconds, description: 'Paid at 2; not in the advanced form.', examples: [0] },
    total_pto_seconds: { ...seconds, description: 'Paid time off.', examples: [28800] },
    total_work_seconds: { ...seconds, description: 'All of these.', examples: [180000] },
    pto_seconds: secondsBy('Paid time off by jobcode.'),
    overtime_seconds: secondsBy('Overtime by multiplier; only in the advanced form.'),
    fixed_rate_seconds: secondsBy('By additional amount an hour; only in the advanced form.'),
  },
}

const answer = {
  type: 'object',
  required: ['results'],
  properties: {
    results: {
      type: 'object',
      required: ['payroll_report'],
      properties: { payroll_report: { type: 'object', description: 'By user.', additionalProperties: row } },
    },
    supplemental_data: { $ref: '#/components/schemas/Supplemental' },
  },
}

/** Seconds by kind of pay for each person, overtime by the rules of their settings. */
export const payroll: Report = {
  name: 'payroll',
  about: 'Regular, overtime and paid time off seconds of each user between two dates.',
  filters: {
    ...peopleFilters,
    start_date: day(() => sql`1 = 1`, { about: 'First date, inclusive.' }),
    end_date: day(() => sql`1 = 1`, { about: 'Last date, inclusive.' }),
    include_zero_time: flag(false, { about: 'Lists users without time too.' }),
    advanced_overtime: {
      ...tristate('both', () => sql`1 = 1`),
      about: 'yes: overtime by multiplier; no: time and a half and double time; without: both.',
    },
  },
  required: ['start_date', 'end_date'],
  answer,
  async run(query, ctx, handle) {
    const range = query.values as Range
    const users = await peopleOf(query, ctx, handle, ['reports', 'approve_timesheets'])
    const rows = await totals(users, range, ctx, handle)
    const shown = rows.filter((row) => query.values.include_zero_time || row.totals.total_work_seconds > 0)
    const printed = shown.map((row): [number, string] => [row.user.id, print(row, range, query, ctx)])
    const extra = query.supplemental ? `,"supplemental_data":${await related(shown, ctx)}` : ''
    return `{"results":{"payroll_report":${printMap(printed)}}${extra}}`
  },
}

type PayrollRow = { user: User; policy: Policy; totals: PayrollTotals }

/** The totals of these people. Whole workweeks are read, since overtime of a week depends on its days before. */
async function totals(users: readonly User[], range: Range, ctx: ReadContext, handle: Handle): Promise<PayrollRow[]> {
  const { company } = ctx
  await loadSettings(company)
  const kinds = await kindsOfJobcodes(ctx)
  const entries = await entriesOf(users, range, kinds, ctx, handle)
  return users.map((user) => {
    const own = entries.get(user.id) ?? []
    const policy = policyFor(user, ctx)
    return { user, policy, totals: payrollTotals(overtime(own, policy), own, policy.rules, range) }
  })
}

function policyFor(user: User, { company }: ReadContext): Policy {
  const policy = rulesFromSettings(settingsFor(company, user).general.settings)
  return user.exempt ? { ...policy, rules: [] } : policy
}

type Kinds = Map<number, Entry['kind']>

/** What time on a jobcode counts as; those that are not here are work. */
async function kindsOfJobcodes({ company }: ReadContext): Promise<Kinds> {
  return company.value('kindsOfJobcodes', async (handle) => {
    const rows = await handle.all<{ id: number; type: string }>(
      sql`select id, type from jobcodes where company_id = ${company.row.company_id} and type <> 'regular'`,
    )
    const kinds: Record<string, Entry['kind']> = { pto: 'pto', paid_break: 'paid_break' }
    return new Map(rows.map((row) => [row.id, kinds[row.type] ?? 'unpaid']))
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

async function entriesOf(users: readonly User[], range: Range, kinds: Kinds, { company }: ReadContext, handle: Handle) {
  const everyone = users.length > 100
  // Whole workweeks: one that the range cuts began, or ends, at most six days off; the day before that is for rest.
  const rows = await handle.all<EntryRow>(sql`
    select user_id, id, date, "start", "end", duration, jobcode_id, type
    from timesheets ${pinned(everyone ? 'timesheets_date' : 'timesheets_user_date')}
    where company_id = ${company.row.company_id} and date between ${addDays(range.start_date, -7)} and ${addDays(range.end_date, 6)}
      and "end" is not null and ${
        everyone
          ? sql`1 = 1`
          : inList(
              sql`user_id`,
              users.map((user) => user.id),
            )
      }`)
  const entries = rows.map((row): Entry & { user_id: number } => ({
    user_id: row.user_id,
    id: row.id,
    date: row.date,
    start: row.start,
    end: row.end,
    seconds: row.duration,
    kind: kinds.get(row.jobcode_id) ?? 'work',
    jobcode_id: row.jobcode_id,
    manual: row.type === 'manual',
  }))
  return Map.groupBy(entries, (entry) => entry.user_id)
}

function print(
  { user, policy, totals }: PayrollRow,
  range: Range,
  { values }: Query,
  { company }: ReadContext,
): string {
  const rates = multipliers(policy.rules)
  const form = values.advanced_overtime
  if (form === 'no' && rates.some((rate) => rate !== 1.5 && rate !== 2))
    throw new RequestError(417, 'advanced_overtime: this company pays other rates than 1.5 and 2; ask with yes')
  const basic = { total_ot_seconds: totals.total_ot_seconds, total_dt_seconds: totals.total_dt_seconds }
  const text = JSON.stringify({
    user_id: user.id,
    client_id: String(company.row.company_id),
    start_date: range.start_date,
    end_date: range.end_date,
    total_re_seconds: totals.total_re_seconds,
    ...(form === 'yes' ? {} : basic),
    total_pto_seconds: totals.total_pto_seconds,
    total_work_seconds: totals.total_work_seconds,
    pto_seconds: totals.pto_seconds,
  })
  if (form === 'no') return text
  const overtime = printMap(rates.map((rate) => [rate, String(totals.overtime_seconds[rate] ?? 0)]))
  return `${text.slice(0, -1)},"overtime_seconds":${overtime},"fixed_rate_seconds":{}}`
}

function related(rows: readonly PayrollRow[], ctx: ReadContext): Promise<string> {
  const jobcodes = rows.flatMap((row) => Object.keys(row.totals.pto_seconds).map(Number))
  const wanted = new Map([
    ['users', new Set(rows.map((row) => row.user.id))],
    ['jobcodes', new Set(jobcodes)],
  ])
  return supplementalOf(wanted, ctx)
}
