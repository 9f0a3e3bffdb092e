import { MachineDown, RequestError } from '../engine/errors.ts'
import { type Db, type Sql, type Statement, sql } from '../engine/sql.ts'
import { hasCompany } from './companies.ts'

// Rounds work for all companies. Where a database is spread over machines, one machine may be down: the companies of the
// others must not notice.

type Parts = { db: Pick<Db, 'read'>; log: { error(details: object, message: string): void } }

/** The rows of a query over all companies. While a machine is down, each company is asked by itself, as far as it answers. */
export async function acrossCompanies<T>({ db, log }: Parts, query: (own: Sql) => Statement): Promise<T[]> {
  try {
    return await db.read.all<T>(query(sql`1 = 1`))
  } catch (error) {
    if (!isAway(error) || !(await hasCompany(db.read))) throw error
  }
  const rows: T[] = []
  const companies = await db.read.all<{ company_id: number }>(
    sql`select company_id from company_names order by company_id`,
  )
  await eachCompany(
    { db, log },
    companies.map((company) => company.company_id),
    async (companyId) => {
      rows.push(...(await db.read.all<T>(query(sql`company_id = ${companyId}`))))
    },
  )
  return rows
}

/** Works for companies, one after the other. An error in one is logged, and stops the others only if all is away. */
export async function eachCompany(
  { db, log }: Parts,
  companies: Iterable<number>,
  work: (companyId: number) => Promise<void>,
): Promise<void> {
  for (const companyId of companies)
    try {
      await work(companyId)
    } catch (error) {
      if (isAway(error) && !(await hasCompany(db.read))) throw error
      log.error({ err: error, company: companyId }, 'the work for a company failed')
    }
}

/** Tries numbers from 0 on, until what has the number is on a machine that answers. */
export async function firstReached<T>(count: number, attempt: (number: number) => Promise<T>): Promise<T> {
  for (let number = 0; ; number++)
    try {
      return await attempt(number)
    } catch (error) {
      if (!(error instanceof MachineDown) || number === count - 1) throw error
    }
}

/** Whether a machine of the database, or all of it, does not answer. */
export function isAway(error: unknown): boolean {
  return error instanceof RequestError && error.status === 503
}
