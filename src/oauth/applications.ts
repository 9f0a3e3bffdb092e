import { Refusal } from '../engine/errors.ts'
import { type Handle, inList, type Operation, oneRow, operation, type Sql, sql, type Tx } from '../engine/sql.ts'
import { UnitOfWork } from '../engine/unit_of_work.ts'
import { digest } from '../identity/factors/secrets.ts'
import { type Account, companyOfClient, newClientId } from '../identity/names.ts'
import { valueAt } from '../rules/elements.ts'
import { type Reason, reason } from '../rules/refusals/reason.ts'
import type { World } from '../world.ts'

/** An application that may ask people for access, without its secret, of which only a hash is stored. */
export interface Application {
  readonly companyId: number
  readonly id: number
  readonly clientId: string
  readonly name: string
  readonly description: string
  readonly redirectUris: readonly string[]
  /** An app on people's own devices, which cannot keep a secret and must use PKCE. */
  readonly publicClient: boolean
  /** People in every company on this server may use it, not only those in the company that registered it. */
  readonly openToAll: boolean
  /** Whether it registered itself, so that no one has checked its name. */
  readonly selfRegistered: boolean
  readonly createdBy: number
  readonly created: number
  readonly lastUsed: number
}

/** The data for registering an application. */
interface NewApplication {
  readonly companyId: number
  readonly userId: number
  readonly name: string
  readonly description?: string
  readonly redirectUris: readonly string[]
  readonly publicClient?: boolean
  readonly openToAll?: boolean
}

/** The properties of an application that can be changed. */
type Editable = Pick<NewApplication, 'name' | 'redirectUris'> & { description: string; openToAll: boolean }

/** The most applications per company. */
const applicationsMax = 100

/** Registers an application. The secret is returned only here; a public client has none. */
export async function createApplication(
  world: World,
  given: NewApplication,
): Promise<{ id: number; clientId: string; clientSecret: string | undefined }> {
  checkApplication(given)
  const clientId = newClientId(world, given.companyId)
  const clientSecret = given.publicClient ? undefined : newSecret(world)
  const secretHash = clientSecret ? digest(clientSecret) : ''
  const id = await world.db.write(insertApplication, { ...given, clientId, secretHash }, world.now())
  return { id, clientId, clientSecret }
}

/** The applications of a company, by name. */
export async function listApplications(world: World, companyId: number): Promise<Application[]> {
  const rows = await world.db.read.all<ApplicationRow>(
    sql`select * from applications where company_id = ${companyId} order by name, id`,
  )
  return rows.map(applicationOf)
}

/** Changes the given properties of an application, effective with the next request. False if there is no such application. */
export async function updateApplication(
  world: World,
  of: { companyId: number; id: number },
  patch: Partial<Editable>,
): Promise<boolean> {
  const known = (await listApplications(world, of.companyId)).find(({ id }) => id === of.id)
  if (!known) return false
  checkApplication({ ...known, ...patch })
  return world.db.write(changeApplication, { ...of, patch }, world.now())
}

/** How many people have allowed each application, and when it last acted for one of them, by client id. */
export async function useOfApplications(
  world: World,
  applications: readonly Application[],
): Promise<Map<string, { people: number; lastUsed: number }>> {
  const all = applications.map(({ clientId }) => clientId)
  const open = applications.filter(({ openToAll }) => openToAll).map(({ clientId }) => clientId)
  // People in other companies can only have allowed applications that are open to all.
  const own = sql`company_id = ${applications[0]?.companyId ?? 0}`
  const allowed = await world.db.read.all<{ client_id: string; people: number }>(
    sql`select client_id, count(*) as people from consents
      where (${own} and ${inList(sql`client_id`, all)}) or (not ${own} and ${inList(sql`client_id`, open)})
      group by client_id`,
  )
  const used = await world.db.read.all<{ client_id: string; last: number }>(
    sql`select client_id, max(last_used) as last from access_tokens where ${inList(sql`client_id`, all)} group by client_id`,
  )
  const [people, last] = [
    new Map(allowed.map((row) => [row.client_id, row.people])),
    new Map(used.map((row) => [row.client_id, row.last])),
  ]
  return new Map(
    applications.map(({ clientId, lastUsed }) => [
      clientId,
      { people: people.get(clientId) ?? 0, lastUsed: Math.max(lastUsed, last.get(clientId) ?? 0) },
    ]),
  )
}

/** Removes an application with all its grants, codes and tokens. False if there is no such application. */
export async function deleteApplication(world: World, companyId: number, id: number): Promise<boolean> {
  return world.db.write(removeApplication, { companyId, id }, world.now())
}

/**
 * Gives an application a new secret; the old one stops working immediately. Undefined for a public or unknown client.
 */
export async function rotateSecret(world: World, companyId: number, id: number): Promise<string | undefined> {
  const clientSecret = newSecret(world)
  const secretHash = digest(clientSecret)
  const changed = await world.db.write(replaceSecret, { companyId, id, secretHash }, world.now())
  return changed ? clientSecret : undefined
}

/** The application with a client id, and the hash of its secret. */
export async function findClient(
  handle: Handle,
  clientId: string,
): Promise<(Application & { secretHash: string }) | undefined> {
  const companyId = companyOfClient(clientId)
  if (companyId === undefined) return undefined
  const row = await handle.get<ApplicationRow>(
    sql`select * from applications where company_id = ${companyId} and client_id = ${clientId}`,
  )
  return row && { ...applicationOf(row), secretHash: row.secret_hash }
}

/** Whether people in this company may use the application. */
export function mayBeUsedBy(application: Pick<Application, 'companyId' | 'openToAll'>, companyId: number): boolean {
  return application.openToAll || application.companyId === companyId
}

/** Throws a Refusal if the registration is not valid. */
export function checkApplication(given: Pick<NewApplication, 'name' | 'description' | 'redirectUris'>): void {
  if (given.name.trim() === '') throw new Refusal(417, 'missing', { field: 'name' })
  if (given.name.length > 100) throw new Refusal(417, 'longer_than', { field: 'name', max: 100 })
  if ((given.description ?? '').length > 1000)
    throw new Refusal(417, 'longer_than', { field: 'description', max: 1000 })
  if (given.redirectUris.length === 0) throw new Refusal(417, 'redirect_uri_missing')
  if (given.redirectUris.length > 20) throw new Refusal(417, 'too_many_redirect_uris')
  for (const uri of given.redirectUris) {
    const problem = redirectUriProblem(uri)
    if (problem) throw new Refusal(417, problem)
  }
}

/** An application that a person has allowed to act for them. */
interface AllowedApplication {
  readonly clientId: string
  readonly name: string
  readonly description: string
  /** Name of the company that registered it, or where it registered itself. */
  readonly company: string
  /** It registered itself: no one has checked its name. */
  readonly selfRegistered: boolean
  readonly since: number
  /** When it last acted for this person; 0 for never, or for longer ago than tokens are kept. */
  readonly lastUsed: number
}

/** The applications that a person has allowed to act for them, by name. */
export async function allowedApplications(world: World, { companyId, userId }: Account): Promise<AllowedApplication[]> {
  const { read } = world.db
  const consents = await read.all<{ client_id: string; since: number; last_used: number }>(
    sql`select c.client_id, c.created as since, coalesce((select max(t.last_used) from access_tokens t
        where t.company_id = ${companyId} and t.user_id = c.user_id and t.client_id = c.client_id), 0) as last_used
      from consents c where c.company_id = ${companyId} and c.user_id = ${userId}`,
  )
  const consentOf = new Map(consents.map((consent) => [consent.client_id, consent]))
  const ids = [...consentOf.keys()]
  const owners = new Set(ids.flatMap((id) => companyOfClient(id) ?? []))
  const applications = await read.all<ApplicationRow & { company: string }>(
    sql`select a.*, c.name as company from applications a join companies c on c.company_id = a.company_id
      where ${inList(sql`a.company_id`, [...owners])} and ${inList(sql`a.client_id`, ids)} order by a.name, a.client_id`,
  )
  return applications.map((row) => {
    const { clientId, name, description, selfRegistered } = applicationOf(row)
    const { since, last_used } = valueAt(consentOf, clientId)
    const { company } = row
    return { clientId, name, description, company, selfRegistered, since, lastUsed: last_used }
  })
}

/** Withdraws a person's consent for an application; its tokens end immediately. False if there was no consent. */
export function disallowApplication(world: World, of: Account & { clientId: string }): Promise<boolean> {
  return world.db.write(removeConsent, of, world.now())
}

/** Removes a consent and everything that was granted on its basis. */
export const removeConsent: Operation<Account & { clientId: string }, boolean> = operation(
  'oauth.removeConsent',
  async (tx, { companyId, userId, clientId }) => {
    const whose = sql`company_id = ${companyId} and user_id = ${userId}`
    const removed = await tx.run(sql`delete from consents where ${whose} and client_id = ${clientId}`)
    await revokeClient(tx, clientId, whose)
    return removed > 0
  },
)

/** Why an address is not acceptable as a redirect URI; undefined when it is. */
function redirectUriProblem(uri: string): Reason | undefined {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it rejects.
  if (uri.length > 2000 || /[\x00-\x20\x7f\\]/.test(uri) || !URL.canParse(uri))
    return reason('uri_malformed', { address: uri.slice(0, 200) })
  const { protocol, hostname, username, password } = new URL(uri)
  if (uri.includes('#')) return reason('uri_with_hash')
  if (username || password) return reason('uri_with_user')
  if (uri.includes('*')) return reason('uri_with_wildcard')
  if (protocol === 'https:') return undefined
  if (protocol === 'http:' && ['localhost', '127.0.0.1', '[::1]'].includes(hostname)) return undefined
  return reason('uri_not_https')
}

/** Stores a new application and returns its id. */
export const insertApplication: Operation<NewApplication & { clientId: string; secretHash: string }, number> =
  operation('oauth.insertApplication', async (tx, given) => {
    const id = await UnitOfWork.takeId(tx, given.companyId)
    const known = await oneRow<{ count: number }>(
      tx,
      sql`select count(*) as count from applications where company_id = ${given.companyId} and self_registered = 0`,
    )
    if (known.count >= applicationsMax) throw new Refusal(417, 'too_many_applications', { max: applicationsMax })
    await putApplication(tx, { ...given, id })
    return id
  })

type StoredApplication = NewApplication & { id: number; clientId: string; secretHash: string; selfRegistered?: boolean }

/** Stores a new application. */
export async function putApplication(tx: Tx, given: StoredApplication): Promise<void> {
  await tx.run(sql`insert into applications (company_id, id, client_id, name, description, redirect_uris, secret_hash,
      public_client, open_to_all, created_by, created, last_used, self_registered)
    values (${given.companyId}, ${given.id}, ${given.clientId}, ${given.name.trim()}, ${given.description ?? ''},
      ${JSON.stringify(given.redirectUris)}, ${given.secretHash}, ${given.publicClient ? 1 : 0},
      ${given.openToAll ? 1 : 0}, ${given.userId}, ${tx.now}, 0, ${given.selfRegistered ? 1 : 0})`)
}

/**
 * Changes an application. If a redirect address is removed, pending interactions and codes end; if it is no longer open
 * to all, so do the consents and tokens of people in other companies.
 */
export const changeApplication: Operation<{ companyId: number; id: number; patch: Partial<Editable> }, boolean> =
  operation('oauth.changeApplication', async (tx, { companyId, id, patch }) => {
    const row = await tx.get<ApplicationRow>(
      sql`select * from applications where company_id = ${companyId} and id = ${id}`,
    )
    if (!row) return false
    const before = applicationOf(row)
    const { clientId, ...after } = { ...before, ...patch }
    await tx.run(sql`update applications set name = ${after.name.trim()}, description = ${after.description},
      redirect_uris = ${JSON.stringify(after.redirectUris)}, open_to_all = ${after.openToAll ? 1 : 0}
      where company_id = ${companyId} and id = ${id}`)
    const unsafe = before.redirectUris.some((uri) => !after.redirectUris.includes(uri))
    if (unsafe)
      for (const kind of ['Interaction', 'AuthorizationCode'])
        await tx.run(sql`delete from oauth_records where client_id = ${clientId} and kind = ${kind}`)
    if (before.openToAll && !after.openToAll) {
      const strangers = sql`company_id <> ${companyId}`
      await tx.run(sql`delete from consents where client_id = ${clientId} and ${strangers}`)
      await revokeClient(tx, clientId, strangers)
    }
    return true
  })

/** Removes an application and everything it was granted, in every company. */
export const removeApplication: Operation<{ companyId: number; id: number }, boolean> = operation(
  'oauth.removeApplication',
  async (tx, { companyId, id }) => {
    const row = await tx.get<{ client_id: string }>(
      sql`select client_id from applications where company_id = ${companyId} and id = ${id}`,
    )
    if (!row) return false
    await tx.run(sql`delete from applications where company_id = ${companyId} and id = ${id}`)
    await tx.run(sql`delete from consents where client_id = ${row.client_id}`)
    await revokeClient(tx, row.client_id)
    return true
  },
)

/** Replaces the hash of an application's secret. False for a public or unknown client. */
export const replaceSecret: Operation<{ companyId: number; id: number; secretHash: string }, boolean> = operation(
  'oauth.replaceSecret',
  async (tx, { companyId, id, secretHash }) => {
    const changed = await tx.run(sql`update applications set secret_hash = ${secretHash}
      where company_id = ${companyId} and id = ${id} and public_client = 0`)
    return changed > 0
  },
)

/** Deletes the grants first: issuing a token locks its grant, so no token can be issued after this. */
async function revokeClient(tx: Tx, clientId: string, whose: Sql = sql`1 = 1`): Promise<void> {
  const theirs = sql`client_id = ${clientId} and ${whose}`
  await tx.run(sql`delete from oauth_records where ${theirs} and kind = ${'Grant'}`)
  await tx.run(sql`delete from oauth_records where ${theirs}`)
  await tx.run(sql`delete from access_tokens where ${theirs}`)
}

function newSecret(world: World): string {
  return world.random(32).toString('base64url')
}

type ApplicationRow = {
  company_id: number
  id: number
  client_id: string
  secret_hash: string
  name: string
  description: string
  redirect_uris: string
  public_client: number
  open_to_all: number
  self_registered: number
  created_by: number
  created: number
  last_used: number
}

function applicationOf(row: ApplicationRow): Application {
  return {
    companyId: row.company_id,
    id: row.id,
    clientId: row.client_id,
    name: row.name,
    description: row.description,
    redirectUris: JSON.parse(row.redirect_uris),
    publicClient: row.public_client === 1,
    openToAll: row.open_to_all === 1,
    selfRegistered: row.self_registered === 1,
    createdBy: row.created_by,
    created: row.created,
    lastUsed: row.last_used,
  }
}
