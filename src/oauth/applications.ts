import { Refusal } from '../engine/errors.ts'
import { type Handle, type Operation, operation, type Row, sql, type Tx } from '../engine/sql.ts'
import { Work } from '../engine/work.ts'
import type { World } from '../world.ts'
import { companyOfClient, newClientId } from './names.ts'
import { digest } from './secrets.ts'

/** An application that may ask people for access. Its secret is not in here: only the hash is kept, and that stays inside. */
export interface Application {
  readonly companyId: number
  readonly id: number
  readonly clientId: string
  readonly name: string
  readonly description: string
  readonly redirectUris: readonly string[]
  /** A program on people's own devices, which can keep no secret: it must use PKCE. */
  readonly publicClient: boolean
  /** People of every company of this server may use it, not only those of the company that registered it. */
  readonly openToAll: boolean
  readonly createdBy: number
  readonly created: number
  readonly lastUsed: number
}

/** What an application is registered with. */
interface NewApplication {
  readonly companyId: number
  readonly userId: number
  readonly name: string
  readonly description?: string
  readonly redirectUris: readonly string[]
  readonly publicClient?: boolean
  readonly openToAll?: boolean
}

/** Registers an application. The secret is given here and never again; a public client has none. */
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
  const rows = await world.db.read.all(
    sql`select * from applications where company_id = ${companyId} order by name, id`,
  )
  return rows.map(applicationOf)
}

/** Removes an application with every grant, code and token that it has. False when there is none. */
export async function deleteApplication(world: World, companyId: number, id: number): Promise<boolean> {
  return world.db.write(removeApplication, { companyId, id }, world.now())
}

/** Gives an application a new secret; the old one is worthless at once. Undefined when there is none to give. */
export async function rotateSecret(world: World, companyId: number, id: number): Promise<string | undefined> {
  const clientSecret = newSecret(world)
  const secretHash = digest(clientSecret)
  const changed = await world.db.write(replaceSecret, { companyId, id, secretHash }, world.now())
  return changed ? clientSecret : undefined
}

/** The application of a client id, with the hash of its secret. */
export async function findClient(
  handle: Handle,
  clientId: string,
): Promise<(Application & { secretHash: string }) | undefined> {
  const companyId = companyOfClient(clientId)
  if (companyId === undefined) return undefined
  const row = await handle.get(
    sql`select * from applications where company_id = ${companyId} and client_id = ${clientId}`,
  )
  return row && { ...applicationOf(row), secretHash: row.secret_hash as string }
}

/** Whether people of this company may use the application. */
export function mayBeUsedBy(application: Pick<Application, 'companyId' | 'openToAll'>, companyId: number): boolean {
  return application.openToAll || application.companyId === companyId
}

/** Throws a Refusal that says what is wrong with the registration. */
function checkApplication(given: Pick<NewApplication, 'name' | 'description' | 'redirectUris'>): void {
  if (given.name.trim() === '') throw new Refusal(417, 'name: required')
  if (given.name.length > 100) throw new Refusal(417, 'name: at most 100 characters')
  if ((given.description ?? '').length > 1000) throw new Refusal(417, 'description: at most 1000 characters')
  if (given.redirectUris.length === 0) throw new Refusal(417, 'redirect_uris: at least one')
  if (given.redirectUris.length > 20) throw new Refusal(417, 'redirect_uris: at most 20')
  for (const uri of given.redirectUris) {
    const problem = redirectUriProblem(uri)
    if (problem) throw new Refusal(417, `redirect_uris: ${problem}`)
  }
}

/** Why an address may not receive codes; undefined when it may. */
function redirectUriProblem(uri: string): string | undefined {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what must not be there.
  if (uri.length > 2000 || /[\x00-\x20\x7f\\]/.test(uri) || !URL.canParse(uri))
    return `"${uri.slice(0, 200)}" is not a URL`
  const { protocol, hostname, username, password } = new URL(uri)
  if (uri.includes('#')) return 'a URL with # is not allowed'
  if (username || password) return 'a URL with a user name is not allowed'
  if (protocol === 'https:') return undefined
  if (protocol === 'http:' && ['localhost', '127.0.0.1', '[::1]'].includes(hostname)) return undefined
  return 'must begin with https://, or with http:// on localhost, 127.0.0.1 or [::1]'
}

/** Stores a new application and gives its id. */
export const insertApplication: Operation<NewApplication & { clientId: string; secretHash: string }, number> =
  operation('oauth.insertApplication', async (tx, given) => {
    const id = await Work.takeId(tx, given.companyId)
    await tx.run(sql`insert into applications (company_id, id, client_id, name, description, redirect_uris, secret_hash,
        public_client, open_to_all, created_by, created, last_used)
      values (${given.companyId}, ${id}, ${given.clientId}, ${given.name.trim()}, ${given.description ?? ''},
        ${JSON.stringify(given.redirectUris)}, ${given.secretHash}, ${given.publicClient ? 1 : 0},
        ${given.openToAll ? 1 : 0}, ${given.userId}, ${tx.now}, 0)`)
    return id
  })

/** Removes an application and all that it was ever granted, in every company. */
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

/** Replaces the hash of the secret, of an application that has one. */
export const replaceSecret: Operation<{ companyId: number; id: number; secretHash: string }, boolean> = operation(
  'oauth.replaceSecret',
  async (tx, { companyId, id, secretHash }) => {
    const changed = await tx.run(sql`update applications set secret_hash = ${secretHash}
      where company_id = ${companyId} and id = ${id} and public_client = 0`)
    return changed > 0
  },
)

/** The grants go first: whoever is issuing tokens holds on to the grant, so nothing new appears behind our back. */
async function revokeClient(tx: Tx, clientId: string): Promise<void> {
  await tx.run(sql`delete from oauth_records where client_id = ${clientId} and kind = ${'Grant'}`)
  await tx.run(sql`delete from oauth_records where client_id = ${clientId}`)
  await tx.run(sql`delete from access_tokens where client_id = ${clientId}`)
}

function newSecret(world: World): string {
  return world.random(32).toString('base64url')
}

function applicationOf(row: Row): Application {
  return {
    companyId: row.company_id as number,
    id: row.id as number,
    clientId: row.client_id as string,
    name: row.name as string,
    description: row.description as string,
    redirectUris: JSON.parse(row.redirect_uris as string),
    publicClient: row.public_client === 1,
    openToAll: row.open_to_all === 1,
    createdBy: row.created_by as number,
    created: row.created as number,
    lastUsed: row.last_used as number,
  }
}
