import { createCompany } from '../company/companies.ts'
import { loadSettings, settingsFor, zoneFor } from '../company/settings/settings.ts'
import type { Config } from '../config.ts'
import { openDatabase } from '../db/open.ts'
import { CompanySnapshot } from '../engine/company_snapshot.ts'
import type { Db } from '../engine/sql.ts'
import { hashPassword } from '../identity/people.ts'
import { createApplication } from '../oauth/applications.ts'
import { createToken } from '../oauth/tokens.ts'
import { operations } from '../operations.ts'
import { openPayRun } from '../pay_runs/open.ts'
import { linkClient } from '../resources/managed_clients.ts'
import { addDays, localDate } from '../rules/time/calendar.ts'
import { payPeriodOf } from '../rules/time/pay_periods.ts'
import { companyName, owner, zone } from '../sample/company.ts'
import { fillCompany } from '../sample/fill.ts'
import { logger, realWorld, type World } from '../world.ts'

const password = 'clockhouse-sandbox'
/** The redirect URIs of the sandbox's application. */
export const redirects = ['https://client.example/callback', 'http://127.0.0.1/callback', 'http://localhost/callback']
const yearsBack = 3 * 365 * 86_400_000_000

/** The input for generating the company: a seed, an instant, and its size. */
export type Seed = { seed: number; now: number; people?: number; months?: number }

/** Creates the company, tokens and an application; returns the credentials for clients. */
export async function fillSandbox(config: Config, { seed, now, ...size }: Seed) {
  const db = await openDatabase(config, now, { operations: [...operations, fillCompany] }, () => {})
  try {
    const world = realWorld(db, logger('silent'), () => now)
    const hashed = await hashPassword(password)
    const person = { first_name: 'Olivia', last_name: 'Hart', username: owner, email: '', password: hashed }
    const made = await db.write(createCompany, { company_name: companyName, tz: zone, ...person }, now - yearsBack)
    if ('refused' in made) throw new Error('the new database already has a company')
    const { company_id: companyId, user_id: ownerId, client_url } = made
    const filled = { companyId, ownerId, seed, password: hashed, ...size }
    const { employeeId, timesheets } = await db.write(fillCompany, filled, now)
    if ((size.months ?? 3) > 1 && timesheets > 0) await closeAPayRun(db, { companyId, ownerId }, now)
    await addManaged(db, companyId, now)
    const admin = await createToken(world, { companyId, userId: ownerId, name: 'Sandbox administrator' })
    const worker = await createToken(world, { companyId, userId: employeeId, name: 'Sandbox employee' })
    const app = await createApplication(world, {
      companyId,
      userId: ownerId,
      name: 'Sandbox application',
      description: 'An application to try OAuth 2.0 with.',
      redirectUris: redirects,
    })
    return {
      access_token: admin.token,
      employee_access_token: worker.token,
      client_id: app.clientId,
      client_secret: app.clientSecret!,
      redirect_uri: redirects[0]!,
      login_company: client_url,
      login_user: owner,
      login_password: password,
      user_id: ownerId,
      employee_user_id: employeeId,
    }
  } finally {
    await db.close()
  }
}

/** Closes the pay run of a pay period that everyone has approved. */
async function closeAPayRun(db: Db, { companyId, ownerId }: { companyId: number; ownerId: number }, now: number) {
  const company = await CompanySnapshot.of(companyId, db.read)
  await loadSettings(company)
  const weeksAgo = addDays(localDate(now, zoneFor(company)), -42)
  const { start: start_date, end: end_date } = payPeriodOf(weeksAgo, settingsFor(company).general.settings)
  const run = { kind: 'regular', start_date, end_date, user_ids: [], note: '', adjustments: [] } as const
  const author = { userId: ownerId, application: 'Clockhouse' }
  await db.write(openPayRun, { companyId, author, run, close: true }, now)
}

/** The credentials for using the sandbox. */
export type Access = Awaited<ReturnType<typeof fillSandbox>>

/** Creates a second, small company that the first one manages. */
async function addManaged(db: World['db'], companyId: number, now: number): Promise<void> {
  const person = { first_name: 'Rosa', last_name: 'Ibarra', username: 'rosa', email: '', password: '' }
  const managed = { company_name: 'Foothill Plumbing', tz: zone, ...person }
  const made = await db.write(createCompany, managed, now - yearsBack / 3)
  if ('company_id' in made) await db.write(linkClient, { companyId, managedId: made.company_id, active: true }, now)
}
