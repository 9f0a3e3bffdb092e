import { MachineDown, RequestError } from '../engine/errors.ts'
import { type Db, type Sql, type Statement, sql } from '../engine/sql.ts'
import { hasCompany } from './companies.ts'

// Background rounds work for all companies. If a database is distributed and one of its machines is down, the companies
// on the other machines must not be affected.

type Parts = { db: Pick<Db, 'read'>; log: { error(details: object, message: string): void } }

/**
 * The rows of a query over all companies. While a machine is down, each company is queried separately, and those that
 * fail are skipped.
 */
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
  await eachCompany({ db, log }, companies, async ({ company_id }) => {
    rows.push(...(await db.read.all<T>(query(sql`company_id = ${company_id}`))))
  })
  return rows
}

/**
 * Runs work for companies, one after the other. An error in one is logged, and stops the others only if the whole
 * database is down.
 */
export async function eachCompany<C extends { company_id: number }>(
  { db, log }: Parts,
  companies: readonly C[],
  work: (company: C) => Promise<void>,
): Promise<void> {
  for (const company of companies)
    try {
      await work(company)
    } catch (error) {
      if (isAway(error) && !(await hasCompany(db.read))) throw error
      log.error({ err: error, company: company.company_id }, 'the work for a company failed')
    }
}

/** Rows of several companies, by company, for `eachCompany`. */
export function byCompany<R extends { company_id: number }>(rows: readonly R[]): { company_id: number; rows: R[] }[] {
  return [...Map.groupBy(rows, (row) => row.company_id)].map(([company_id, rows]) => ({ company_id, rows }))
}

/** Tries numbers from 0 up, until one leads to a machine that is up. */
export async function firstReached<T>(count: number, attempt: (number: number) => Promise<T>): Promise<T> {
  for (let number = 0; ; number++)
    try {
      return await attempt(number)
    } catch (error) {
      if (!(error instanceof MachineDown) || number === count - 1) throw error
    }
}

/** Whether the error says that a machine of the database, or the whole database, is unreachable. */
export function isAway(error: unknown): boolean {
  return error instanceof RequestError && error.status === 503
}
