import type { CompanySnapshot } from '../../engine/company_snapshot.ts'
import { type Handle, type Sql, sql } from '../../engine/sql.ts'
import { lastOf } from '../../rules/elements.ts'
import { isRegular, type PayAmount } from '../../rules/pay/amounts.ts'
import { type PayRate, RateBook, storedRate } from '../../rules/pay/pay.ts'
import { type OvertimePay, overtimePay } from '../../rules/pay/payer.ts'
import { addDays, type Range } from '../../rules/time/calendar.ts'
import type { PublishedShift } from '../../rules/time/expected_work.ts'
import { publishedShifts } from '../settings/published_shifts.ts'
import { settingsVersions } from '../settings/settings.ts'

/** The rates of a company that match `where`, by person, job and date. */
export async function ratesOf(where: Sql, companyId: number, handle: Handle): Promise<PayRate[]> {
  return handle.all<PayRate>(
    sql`select user_id, jobcode_id, starts as "from", rate, per, week_seconds, fluctuating from pay_rates
      where company_id = ${companyId} and ${where} order by user_id, jobcode_id, starts`,
  )
}

/** Whether a company has any pay rates; without them it keeps hours only. */
export async function hasRates(companyId: number, handle: Handle): Promise<boolean> {
  const found = await handle.all(sql`select 1 from pay_rates where company_id = ${companyId} limit 1`)
  return found.length > 0
}

/**
 * The data for costs and billable amounts in reports. `billing` has the rate of each billable job, `amounts` what people
 * are paid beside their hours, `shifts` the published shifts of people with a salary.
 */
export type Money = {
  rates: RateBook
  billing: ReadonlyMap<number, number>
  amounts: ReadonlyMap<number, readonly PayAmount[]>
  shifts: ReadonlyMap<number, readonly PublishedShift[]>
  wayOn: (date: string) => OvertimePay
}

/**
 * Loads this data with three queries, a fourth if rates depend on jobs, and another if there are salaries. Call after
 * `loadSettings`.
 */
export async function loadMoney(company: CompanySnapshot, handle: Handle, range: Range): Promise<Money> {
  const { company_id } = company.row
  const rates = await loadRates(company_id, handle)
  const jobs = await handle.all<{ id: number; billable_rate: number }>(
    sql`select id, billable_rate from jobcodes where company_id = ${company_id} and billable = 1 and billable_rate > 0`,
  )
  const ways = settingsVersions(company).map(({ from, general }) => ({
    from: from ?? '',
    way: overtimePay.find((way) => way === general.overtime_pay) ?? 'regular_rate',
  }))
  const wayOn = (date: string) => lastOf(ways.filter(({ from }) => from <= date)).way
  const billing = new Map(jobs.map(({ id, billable_rate }) => [id, storedRate(billable_rate)]))
  const amounts = await amountsAround(range, company_id, handle)
  return {
    rates,
    billing,
    wayOn,
    amounts,
    shifts: rates.hasSalaries ? await shiftsAround(range, company_id, handle) : new Map(),
  }
}

/** The published shifts of people who have, or had, a salary: of the months around the dates, and their workweeks. */
function shiftsAround(
  { start_date, end_date }: Range,
  companyId: number,
  handle: Handle,
): Promise<Map<number, PublishedShift[]>> {
  const theirs = sql`company_id = ${companyId}
    and user_id in (select user_id from pay_rates where company_id = ${companyId} and per <> 'hour')`
  return publishedShifts(theirs, addDays(start_date, -38), addDays(end_date, 38), handle)
}

/** All rates of a company, with one query, and another if rates depend on jobs. */
export async function loadRates(companyId: number, handle: Handle): Promise<RateBook> {
  const rates = await ratesOf(sql`1 = 1`, companyId, handle)
  const byJob = rates.some(({ jobcode_id }) => jobcode_id !== 0)
  return new RateBook(rates, byJob ? await parentsOf(companyId, handle) : new Map())
}

/** The parent of each job that has one. */
async function parentsOf(companyId: number, handle: Handle): Promise<Map<number, number>> {
  const rows = await handle.all<{ id: number; parent_id: number }>(
    sql`select id, parent_id from jobcodes where company_id = ${companyId} and parent_id <> 0`,
  )
  return new Map(rows.map(({ id, parent_id }) => [id, parent_id]))
}

/** The amounts that are paid within the dates, or enter a regular rate of their workweeks, by person. */
async function amountsAround(
  { start_date, end_date }: Range,
  companyId: number,
  handle: Handle,
): Promise<Map<number, PayAmount[]>> {
  // A workweek begins at most 13 days earlier, where its first day has changed.
  const [first, last] = [addDays(start_date, -13), addDays(end_date, 13)]
  const found = await amountsOf(
    sql`(date between ${start_date} and ${end_date} or (starts <= ${last} and ends >= ${first}))`,
    companyId,
    handle,
  )
  const isPaid = ({ date }: PayAmount) => date >= start_date && date <= end_date
  return Map.groupBy(
    found.filter((amount) => isPaid(amount) || isRegular(amount)),
    ({ user_id }) => user_id,
  )
}

/** The amounts of a company that match `where`, by date and id. */
export async function amountsOf(where: Sql, companyId: number, handle: Handle): Promise<PayAmount[]> {
  return handle.all<PayAmount>(
    sql`select id, user_id, kind, date, starts, ends, cents, quantity, unit_rate, rest_seconds, note, corrects, author,
        created from pay_amounts where company_id = ${companyId} and ${where} order by date, id`,
  )
}
