import { Company, type CompanyRow } from '../engine/company.ts'
import type { Actor } from '../engine/context.ts'
import { RequestError } from '../engine/errors.ts'
import { type Handle, sql } from '../engine/sql.ts'
import type { Group } from './groups.ts'
import { managedCompany } from './managed_clients.ts'
import { managedGroups, type User } from './users.ts'

/** A user with the rights that follow from the company as it is now; undefined when archived or not there. */
export async function actorOf(company: Company, userId: number, application: string): Promise<Actor | undefined> {
  await company.look('users', [userId])
  const user = company.get<User>('users', userId)
  if (!user?.active) return undefined
  const permissions = new Set(Object.keys(user.permissions).filter((name) => user.permissions[name]))
  return {
    companyId: company.row.company_id,
    userId,
    isAdmin: permissions.has('admin'),
    permissions,
    manages: managedGroups(await company.list<Group>('groups'), userId),
    application,
  }
}

/** An actor of before as a transaction finds it. Throws RequestError 403 when the company is managed no longer. */
export async function actorAgain(handle: Handle, company: Company, actor: Actor): Promise<Actor | undefined> {
  const { userId, application, home } = actor
  if (!home) return actorOf(company, userId, application)
  const row = await companyRow(handle, home.companyId)
  const user = row && (await actorOf(new Company(row, handle), userId, application))
  if (!user) return undefined
  if ((await managedCompany(handle, user, home.clientId)) !== company.row.company_id) throw notManaged()
  return actor
}

/** A company's own row. */
export function companyRow(handle: Handle, companyId: number): Promise<CompanyRow | undefined> {
  return handle.get<CompanyRow>(sql`select * from companies where company_id = ${companyId}`)
}

/** The one answer to whoever may not act in a managed client. */
export function notManaged(): RequestError {
  return new RequestError(403, 'vnd.tsheets.ManagedClientId: this is no managed client in which you may act')
}
