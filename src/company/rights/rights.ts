import { type CompanyRow, CompanySnapshot } from '../../engine/company_snapshot.ts'
import type { Actor } from '../../engine/context.ts'
import { RequestError } from '../../engine/errors.ts'
import { type Handle, sql } from '../../engine/sql.ts'
import { idMax, type RecordOf } from '../../engine/table.ts'
import { limitedPermissions } from '../../rules/time/schedule.ts'
import { loadSettings, settingsFor } from '../settings/settings.ts'
import { inspectionOf } from './inspections.ts'

/** A user with their rights in the company's current state; undefined if archived or nonexistent. */
export async function actorOf(
  company: CompanySnapshot,
  userId: number,
  application: string,
): Promise<Actor | undefined> {
  await company.look('users', [userId])
  const user = company.get('users', userId)
  if (!user?.active) return undefined
  if (user.permissions.inspector) {
    const inspects = await inspectionOf(company, userId)
    if (!inspects) return undefined
    // Inspectors of certain groups see what the managers of these see, all others what `reports` shows.
    const permissions = new Set(inspects.groups.length > 0 ? [] : ['reports'])
    const companyId = company.row.company_id
    return { companyId, userId, isAdmin: false, permissions, manages: inspects.groups, application, inspects }
  }
  const granted = new Set(Object.keys(user.permissions).filter((name) => user.permissions[name]))
  const isAdmin = granted.has('admin')
  const manages = managedGroups(await company.list('groups'), userId)
  const permissions = isAdmin ? granted : await withinSettings(granted, { company, user, manages })
  return { companyId: company.row.company_id, userId, isAdmin, permissions, manages, application }
}

/** The permissions, limited by the company's settings. */
async function withinSettings(
  granted: ReadonlySet<string>,
  { company, user, manages }: { company: CompanySnapshot; user: RecordOf<'users'>; manages: readonly number[] },
): Promise<ReadonlySet<string>> {
  await loadSettings(company)
  return limitedPermissions(granted, manages, settingsFor(company, user).schedule.settings)
}

/** Reloads an actor inside a transaction. Throws RequestError 403 if the actor's company no longer manages this one. */
export async function refreshActor(handle: Handle, company: CompanySnapshot, actor: Actor): Promise<Actor | undefined> {
  const { userId, application, home, signedIn, granted, scopes } = actor
  if (!home) {
    const now = await actorOf(company, userId, application)
    return now && { ...now, ...(signedIn && { signedIn }), ...(granted && { granted }), ...(scopes && { scopes }) }
  }
  const row = await companyRow(handle, home.companyId)
  const user = row && (await actorOf(new CompanySnapshot(row, handle), userId, application))
  if (!user) return undefined
  if ((await managedCompany(handle, user, home.clientId)) !== company.row.company_id) throw notManaged()
  return actor
}

/** The administrator that programs of the server act as, who is not a user of the company. */
export function administrator(companyId: number, application: string): Actor {
  return { companyId, userId: 0, isAdmin: true, permissions: new Set(), manages: [], application }
}

/** A company's row. */
export function companyRow(handle: Handle, companyId: number): Promise<CompanyRow | undefined> {
  return handle.get<CompanyRow>(sql`select * from companies where company_id = ${companyId}`)
}

/** The error for anyone who may not act in a managed client. */
export function notManaged(): RequestError {
  return new RequestError(403, 'not_in_managed_client', { field: 'vnd.tsheets.ManagedClientId' })
}

/** The managed company a user may act in through this link; undefined if there is none. */
export async function managedCompany(handle: Handle, user: Actor, clientId: number): Promise<number | undefined> {
  if (!user.isAdmin || !user.permissions.has('external_access') || clientId > idMax) return undefined
  const link = await handle.get<{ managed_company_id: number }>(
    sql`select managed_company_id from managed_clients
      where company_id = ${user.companyId} and id = ${clientId} and active = 1`,
  )
  return link?.managed_company_id
}

/** Groups that a user manages. */
export function managedGroups(groups: readonly RecordOf<'groups'>[], userId: number): number[] {
  return groups.filter((group) => group.active && group.manager_ids.includes(userId)).map((group) => group.id)
}
