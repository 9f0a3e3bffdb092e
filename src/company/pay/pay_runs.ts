import { type Handle, inList, type Sql, sql } from '../../engine/sql.ts'
import type { Cause, Inputs, PayLine } from '../../rules/pay/adjustments.ts'
import type { GrossLine } from '../../rules/pay/gross_lines.ts'
import type { Range } from '../../rules/time/calendar.ts'

// What pay runs have paid. Only the current revision of a closed run counts.

/** The uses of rows of `pay_run_people`: days that were paid, days that were adjusted, and other hours. */
export const rowUses = { paid: 0, adjusted: 1, other: 2 } as const

/** Days of a person in a run, for one of these uses. `paid` is the text of their hours, which never changes. */
export type PaidDays = Range & { pay_run_id: number; revision: number; user_id: number; adjusts: number; paid: string }

/** Days of a person in a run with what their pay depended on, without their hours. */
export type PaidInputs = Omit<PaidDays, 'paid'> & { inputs: Inputs }

/** A line of a run. `cause` is '' for the pay of its own days; the dates are the days that it belongs to. */
export type RunLine = Range & {
  pay_run_id: number
  user_id: number
  number: number
  cause: Cause | ''
  reason: string
  line: GrossLine & PayLine
}

const counted = sql`r.revision = p.revision and r.state <> 'open'`

function from(table: 'people' | 'lines', companyId: number): Sql {
  const of = table === 'people' ? sql`pay_run_people` : sql`pay_run_lines`
  return sql`from ${of} p join pay_runs r on r.company_id = ${companyId} and r.id = p.pay_run_id
    where p.company_id = ${companyId}`
}

/** What paid days that meet `where`, a condition on `p` and `r`, depended on, oldest first. */
export async function paidInputs(where: Sql, companyId: number, handle: Handle): Promise<PaidInputs[]> {
  const rows = await handle.all<Omit<PaidDays, 'paid'> & { inputs: string }>(
    sql`select p.pay_run_id, p.revision, p.user_id, p.adjusts, p.start_date, p.end_date, p.inputs
      ${from('people', companyId)} and ${counted} and ${where} order by r.closed, p.pay_run_id, p.user_id, p.start_date`,
  )
  return rows.map((row) => ({ ...row, inputs: JSON.parse(row.inputs) }))
}

/** The same with the hours as they were paid, without what they depended on. */
export async function paidHours(where: Sql, companyId: number, handle: Handle): Promise<PaidDays[]> {
  const rows = await handle.all<PaidDays & { closed: number }>(
    sql`select p.pay_run_id, p.revision, p.user_id, p.adjusts, p.start_date, p.end_date, p.paid, r.closed
      ${from('people', companyId)} and ${counted} and ${where}`,
  )
  // The database would copy the long texts to put them in order.
  return rows.sort(
    (a, b) =>
      a.closed - b.closed ||
      a.pay_run_id - b.pay_run_id ||
      a.user_id - b.user_id ||
      (a.start_date < b.start_date ? -1 : a.start_date > b.start_date ? 1 : 0),
  )
}

/** The lines that meet `where`, a condition on `p` and `r`, in the order of the runs. */
export function runLines(where: Sql, companyId: number, handle: Handle): Promise<RunLine[]> {
  return linesWhere(sql`${counted} and ${where}`, companyId, handle)
}

/** The lines of a run; of an open one the adjustments that someone entered. */
export function linesOfRun(id: number, companyId: number, handle: Handle): Promise<RunLine[]> {
  return linesWhere(sql`r.revision = p.revision and p.pay_run_id = ${id}`, companyId, handle)
}

async function linesWhere(where: Sql, companyId: number, handle: Handle): Promise<RunLine[]> {
  type Row = [number, number, number, string, string, Cause | '', string, string]
  const rows = await handle.tuples<Row>(
    sql`select p.pay_run_id, p.user_id, p.number, p.start_date, p.end_date, p.cause, p.reason, p.line
      ${from('lines', companyId)} and ${where} order by r.closed, p.pay_run_id, p.user_id, p.number`,
  )
  return rows.map(([pay_run_id, user_id, number, start_date, end_date, cause, reason, line]) => ({
    ...{ pay_run_id, user_id, number, start_date, end_date, cause, reason },
    line: JSON.parse(line),
  }))
}

/** Condition on `p`: rows of these people; all if undefined. */
export function ofPeople(ids: readonly number[] | undefined): Sql {
  return ids === undefined ? sql`1 = 1` : inList(sql`p.user_id`, ids)
}

/** The days of a person that a pay run has paid and that include this one. */
export function paidOn(userId: number, date: string, companyId: number, handle: Handle): Promise<Range | undefined> {
  return handle.get<Range>(
    sql`select p.start_date, p.end_date ${from('people', companyId)} and ${counted} and p.adjusts = ${rowUses.paid}
      and p.user_id = ${userId} and p.end_date >= ${date} and p.start_date <= ${date} limit 1`,
  )
}

/** Whether the company has any closed pay run with days in the range. */
export async function hasPaid(range: Range, companyId: number, handle: Handle): Promise<boolean> {
  const found = await handle.get(
    sql`select 1 as one from pay_runs where company_id = ${companyId} and state <> 'open'
      and end_date >= ${range.start_date} and start_date <= ${range.end_date} limit 1`,
  )
  return found !== undefined
}
