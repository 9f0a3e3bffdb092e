import { isAway } from '../../company/all_companies.ts'
import { companyNamed, hasCompany } from '../../company/companies.ts'
import { RequestError } from '../../engine/errors.ts'
import { type Handle, inList, type Operation, operation, sql } from '../../engine/sql.ts'
import type { SsoMode } from '../../rules/people/single_sign_on.ts'
import type { World } from '../../world.ts'
import { decrypt, encrypt, type Keys } from '../factors/secrets.ts'

/** The identity provider of a company. */
export type SsoProvider = {
  companyId: number
  /** The company's short name. */
  company: string
  issuer: string
  clientId: string
  /** Encrypted; '' for a client without a secret. */
  clientSecret: string
  label: string
  mode: SsoMode
  createsPeople: boolean
  /** Whether an administrator states that it verifies addresses; it counts where the provider does not say so itself. */
  verifiesAddresses: boolean
  /** Whether signing out here also signs out at the provider. */
  signsOut: boolean
  groupsClaim: string
  /** Pairs of a value of the groups claim and a group id; the first match counts. */
  groupMap: readonly (readonly [value: string, groupId: number])[]
  changed: number
}

type Stored = Omit<SsoProvider, Flag | 'groupMap'> & Record<Flag, number> & { groupMap: string }
type Flag = 'createsPeople' | 'verifiesAddresses' | 'signsOut'

const rows = sql`select p.company_id as "companyId", c.client_url as company, p.issuer, p.client_id as "clientId", p.client_secret as "clientSecret",
  p.label, p.mode, p.creates_people as "createsPeople", p.verifies_addresses as "verifiesAddresses",
  p.signs_out as "signsOut", p.groups_claim as "groupsClaim", p.group_map as "groupMap",
  p.changed from sso_providers p join companies c on c.company_id = p.company_id`

/** The provider of a company; undefined if none was ever set up. */
export async function ssoProviderOf(handle: Handle, companyId: number): Promise<SsoProvider | undefined> {
  return read(await handle.get<Stored>(sql`${rows} where p.company_id = ${companyId}`))
}

/** The provider of the company with this short name, if people can sign in with it. */
export async function ssoProviderNamed(handle: Handle, short: string): Promise<SsoProvider | undefined> {
  if (short === '' || short.length > 200 || short.includes('\0') || !short.isWellFormed()) return undefined
  const companyId = await companyNamed(handle, short)
  if (companyId === undefined) return undefined
  return read(await handle.get<Stored>(sql`${rows} where p.company_id = ${companyId} and p.mode <> 'off'`))
}

/** Whether people of any company can sign in with a provider. While a database machine is down, it assumes so. */
export async function hasSso(handle: Handle): Promise<boolean> {
  try {
    return (await handle.get(sql`select 1 as found from sso_providers where mode <> 'off' limit 1`)) !== undefined
  } catch (error) {
    if (isAway(error) && (await hasCompany(handle))) return true
    throw error
  }
}

function read(row: Stored | undefined): SsoProvider | undefined {
  if (!row) return undefined
  const flags = {
    createsPeople: row.createsPeople === 1,
    verifiesAddresses: row.verifiesAddresses === 1,
    signsOut: row.signsOut === 1,
  }
  return { ...row, ...flags, groupMap: JSON.parse(row.groupMap) }
}

/** The secret of a provider's client; undefined if it cannot be decrypted. */
export function clientSecretOf(
  keys: Keys,
  { companyId, clientSecret }: Pick<SsoProvider, 'companyId' | 'clientSecret'>,
): string | undefined {
  return clientSecret === '' ? '' : decrypt(keys.providers, clientSecret, placeOf(companyId))
}

/** Encrypts the secret of a provider's client. */
export function sealClientSecret(world: Pick<World, 'random'>, keys: Keys, companyId: number, secret: string): string {
  return secret === '' ? '' : encrypt(keys.providers, secret, world.random(12), placeOf(companyId))
}

function placeOf(companyId: number): string {
  return `sso ${companyId}`
}

/** Refuses a map with an unknown group. RequestError 417. */
export async function checkGroups(
  handle: Handle,
  { companyId, groupMap }: Pick<SsoProvider, 'companyId' | 'groupMap'>,
): Promise<void> {
  const wanted = [...new Set(groupMap.map(([, groupId]) => groupId))]
  const found = await handle.all<{ id: number }>(
    sql`select id from groups where company_id = ${companyId} and active = 1 and ${inList(sql`id`, wanted)}`,
  )
  const missing = wanted.find((id) => !found.some((group) => group.id === id))
  if (missing !== undefined) throw new RequestError(417, 'no_active_group', { field: 'group_map', id: missing })
}

/** Stores a company's provider, replacing the previous one. Throws RequestError 417 for an unknown group. */
export const saveSsoProvider: Operation<Omit<SsoProvider, 'changed' | 'company'>, void> = operation(
  'identity.saveSsoProvider',
  async (tx, given) => {
    const { companyId, issuer, clientId, clientSecret, label, mode, groupsClaim, groupMap } = given
    await tx.lockCompany(companyId)
    await checkGroups(tx, given)
    await tx.run(sql`insert into sso_providers (company_id, issuer, client_id, client_secret, label, mode, creates_people,
        verifies_addresses, signs_out, groups_claim, group_map, changed)
      values (${companyId}, ${issuer}, ${clientId}, ${clientSecret}, ${label}, ${mode}, ${Number(given.createsPeople)},
        ${Number(given.verifiesAddresses)}, ${Number(given.signsOut)}, ${groupsClaim}, ${JSON.stringify(groupMap)}, ${tx.now})
      on conflict (company_id) do update set issuer = excluded.issuer, client_id = excluded.client_id,
        client_secret = excluded.client_secret, label = excluded.label, mode = excluded.mode,
        creates_people = excluded.creates_people, verifies_addresses = excluded.verifies_addresses,
        signs_out = excluded.signs_out, groups_claim = excluded.groups_claim, group_map = excluded.group_map,
        changed = excluded.changed`)
  },
  ({ companyId }) => companyId,
)

/** Turns a company's single sign-on off and keeps its other settings. False if it was off. */
export const turnOffSso: Operation<{ companyId: number }, boolean> = operation(
  'identity.turnOffSso',
  async (tx, { companyId }) => {
    const changed = await tx.run(sql`update sso_providers set mode = 'off', changed = ${tx.now}
      where company_id = ${companyId} and mode <> 'off'`)
    return changed > 0
  },
)

/** Removes the link between a person and their accounts at providers. Returns how many there were. */
export const unlinkSsoPerson: Operation<{ companyId: number; userId: number }, number> = operation(
  'identity.unlinkSsoPerson',
  async (tx, { companyId, userId }) =>
    tx.run(sql`delete from sso_people where company_id = ${companyId} and user_id = ${userId}`),
)
