import type { CompanySnapshot } from '../../engine/company_snapshot.ts'
import { type Handle, type Sql, sql } from '../../engine/sql.ts'
import { lastOf } from '../../rules/elements.ts'
import { type OvertimePay, overtimePay, type PayRate, RateBook, storedRate } from '../../rules/pay/pay.ts'
import { settingsVersions } from '../settings/settings.ts'

/** The rates of a company that match `where`, by person, job and date. */
export async function ratesOf(where: Sql, companyId: number, handle: Handle): Promise<PayRate[]> {
  return handle.all<PayRate>(
    sql`select user_id, jobcode_id, starts as "from", rate, per from pay_rates
      where company_id = ${companyId} and ${where} order by user_id, jobcode_id, starts`,
  )
}

/** The data for costs and billable amounts in reports. `billing` has the rate of each billable job. */
export type Money = { rates: RateBook; billing: ReadonlyMap<number, number>; wayOn: (date: string) => OvertimePay }

/** Loads this data with two queries, and a third if rates depend on jobs. Call after `loadSettings`. */
export async function loadMoney(company: CompanySnapshot, handle: Handle): Promise<Money> {
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
  return { rates, billing, wayOn }
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
