import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON,
} from '@simplewebauthn/server'
import type { FastifyRequest } from 'fastify'
import { tellOfFactor } from '../../company/mail/credential_mails.ts'
import type { Config } from '../../config.ts'
import { RequestError } from '../../engine/errors.ts'
import { type Operation, oneRow, operation, type Sql, sql, type Tx } from '../../engine/sql.ts'
import { isId } from '../../engine/table.ts'
import { UnitOfWork } from '../../engine/unit_of_work.ts'
import { second } from '../../rules/time/calendar.ts'
import type { World } from '../../world.ts'
import type { Account } from '../names.ts'
import { publicUrl } from '../public_url.ts'
import { digest, type Keys, same, seal } from './secrets.ts'

/** The most passkeys per person. */
const passkeysMax = 20

/** How long a challenge is valid. */
const challengeSeconds = 300

/** A passkey as shown to its owner. Instants in microseconds; `lastUsed` is 0 for never. */
interface Passkey {
  readonly id: number
  readonly name: string
  readonly created: number
  readonly lastUsed: number
}

/** The relying party (WebAuthn): the id that browsers keep passkeys for, and the origin of the pages that may use them. */
interface RelyingParty {
  readonly id: string
  readonly origin: string
}

/** This server as a relying party. Without a configured address, it is the address that the browser uses. */
export function relyingPartyOf(config: Config, request: FastifyRequest): RelyingParty {
  const { origin: claimed = '' } = request.headers
  const isHere = URL.canParse(claimed) && new URL(claimed).host === request.headers.host
  const { hostname, origin } = new URL(config.url === '' && isHere ? claimed : publicUrl(config, request))
  return { id: hostname, origin }
}

/** A person's passkeys, oldest first. */
export function listPasskeys({ db }: Pick<World, 'db'>, { companyId, userId }: Account): Promise<Passkey[]> {
  return db.read.all<Passkey>(sql`select id, name, created, last_used as "lastUsed" from passkeys
    where company_id = ${companyId} and user_id = ${userId} order by created, id`)
}

/** Options for `navigator.credentials.create`, as JSON. `bound` is the hash of the session. */
export async function registrationOptions(
  world: World,
  keys: Keys,
  of: Account & { bound: string; username: string; person: string },
  party: RelyingParty,
): Promise<PublicKeyCredentialCreationOptionsJSON> {
  const { generateRegistrationOptions } = await library()
  const known = await world.db.read.all<{ credential: string }>(
    sql`select credential from passkeys where company_id = ${of.companyId} and user_id = ${of.userId}`,
  )
  return generateRegistrationOptions({
    rpName: 'Clockhouse',
    rpID: party.id,
    userName: of.username,
    userDisplayName: of.person,
    userID: Uint8Array.from(Buffer.from(handleOf(of), 'base64url')),
    challenge: newChallenge(world, keys, ['register', of.bound]),
    timeout: challengeSeconds * 1000,
    attestationType: 'none',
    excludeCredentials: known.map(({ credential }) => ({ id: credential })),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  })
}

/** Verifies and stores a passkey that a browser has created. RequestError 417. */
export async function addPasskey(
  world: World,
  keys: Keys,
  of: Account & { bound: string; name: string; response: unknown },
  party: RelyingParty,
): Promise<Passkey> {
  const { verifyRegistrationResponse } = await library()
  const verified = await verifyRegistrationResponse({
    response: of.response as RegistrationResponseJSON,
    expectedChallenge: (challenge) => issuedAt(world, keys, ['register', of.bound], challenge) !== undefined,
    expectedOrigin: party.origin,
    expectedRPID: party.id,
    requireUserVerification: true,
  }).catch((error: Error) => {
    world.log.info({ err: error }, 'a passkey was rejected')
    return undefined
  })
  if (!verified?.verified) throw new RequestError(417, 'passkey_answer_invalid')
  const { credential } = verified.registrationInfo
  const input = {
    companyId: of.companyId,
    userId: of.userId,
    name: of.name,
    credential: credential.id,
    publicKey: Buffer.from(credential.publicKey).toString('base64url'),
    counter: credential.counter,
    transports: (credential.transports ?? []).join().slice(0, 200),
  }
  const id = await world.db.write(insertPasskey, input, world.now())
  return { id, name: of.name, created: world.now(), lastUsed: 0 }
}

/**
 * What a passkey is asked to prove: who signs in, bound to the browser's secret id, or that the person of a session is
 * there, bound to its hash.
 */
type Asked = readonly [purpose: 'sign-in' | 'confirm', bound: string]

/** Options for `navigator.credentials.get`, as JSON. */
export async function authenticationOptions(
  world: World,
  keys: Keys,
  bound: Asked,
  party: RelyingParty,
): Promise<PublicKeyCredentialRequestOptionsJSON> {
  const { generateAuthenticationOptions } = await library()
  return generateAuthenticationOptions({
    rpID: party.id,
    challenge: newChallenge(world, keys, bound),
    timeout: challengeSeconds * 1000,
    userVerification: 'required',
  })
}

/** The owner of the passkey that gave this answer (JSON text); undefined if it is unknown, invalid or replayed. */
export async function verifyPasskey(
  world: World,
  keys: Keys,
  { bound, answer }: { bound: Asked; answer: string },
  party: RelyingParty,
): Promise<Account | undefined> {
  const response = parse(answer)
  if (!response) return undefined
  const { userHandle } = response.response
  const row = userHandle === undefined ? undefined : await passkeyNamed(world, response.id, userHandle)
  if (!row) return undefined
  const account = accountOf(row)

  let issued: number | undefined
  const { verifyAuthenticationResponse } = await library()
  const verified = await verifyAuthenticationResponse({
    response,
    expectedChallenge: (challenge) => {
      issued = issuedAt(world, keys, bound, challenge)
      return issued !== undefined
    },
    expectedOrigin: party.origin,
    expectedRPID: party.id,
    requireUserVerification: true,
    credential: {
      id: response.id,
      publicKey: Uint8Array.from(Buffer.from(row.public_key, 'base64url')),
      counter: row.counter,
    },
  }).catch((error: Error) => {
    world.log.info({ err: error }, 'a passkey was rejected')
    return undefined
  })
  if (!verified?.verified || issued === undefined) return undefined
  const { newCounter } = verified.authenticationInfo
  const input = { companyId: account.companyId, id: row.id, counter: newCounter, challenge: issued }
  return (await world.db.write(usePasskey, input, world.now())) ? account : undefined
}

/** The library is large, so it is loaded on first use. */
function library(): Promise<typeof import('@simplewebauthn/server')> {
  return import('@simplewebauthn/server')
}

/**
 * An active person's passkey: its id names one in each company. Handles made before version 0.3.0 do not name the
 * company, so all companies are searched.
 */
async function passkeyNamed({ db }: World, id: string, handle: string): Promise<PasskeyRow | undefined> {
  const companyId = companyOfHandle(handle)
  const found = (condition: Sql) =>
    db.read.all<PasskeyRow>(sql`select p.* from passkeys p
      join users u on u.company_id = p.company_id and u.id = p.user_id and u.active = 1
      where ${condition} and p.credential = ${id}`)
  const rows = await found(companyId === undefined ? sql`1 = 1` : sql`p.company_id = ${companyId}`)
  return rows.find((row) => [handleOf(accountOf(row)), oldHandleOf(accountOf(row))].includes(handle))
}

type PasskeyRow = { company_id: number; user_id: number; id: number; public_key: string; counter: number }

/** The person whose passkey this is. */
function accountOf(row: PasskeyRow): Account {
  return { companyId: row.company_id, userId: row.user_id }
}

/**
 * The user handle (WebAuthn): the same for all passkeys of a person. It begins with the company id, which every token
 * shows, and reveals nothing about the person.
 */
function handleOf(account: Account): string {
  const number = Buffer.alloc(8)
  number.writeBigUInt64BE(BigInt(account.companyId))
  return Buffer.concat([number, Buffer.from(oldHandleOf(account), 'base64url')]).toString('base64url')
}

/** The user handle of passkeys made before version 0.3.0. */
function oldHandleOf({ companyId, userId }: Account): string {
  return digest(JSON.stringify(['passkey', companyId, userId]))
}

/** The company in a user handle; undefined if it names none. */
function companyOfHandle(handle: string): number | undefined {
  const bytes = Buffer.from(handle, 'base64url')
  const number = bytes.length === 40 ? Number(bytes.readBigUInt64BE()) : Number.NaN
  return isId(number) ? number : undefined
}

/** What a challenge is bound to: its purpose, and the session or browser it was issued to. */
type Bound = Asked | readonly [purpose: 'register', bound: string]

/**
 * A stateless challenge: eight bytes of issue time, sixteen random bytes and a sixteen-byte MAC over both.
 */
function newChallenge(world: World, keys: Keys, bound: Bound): Uint8Array<ArrayBuffer> {
  const open = Buffer.alloc(24)
  open.writeBigUInt64BE(BigInt(world.now()))
  world.random(16).copy(open, 8)
  return Uint8Array.from(Buffer.concat([open, sealOf(keys, bound, open)]))
}

/** When a challenge was issued; undefined if it is not ours, has another purpose, or has expired. */
function issuedAt(world: World, keys: Keys, bound: Bound, challenge: string): number | undefined {
  const bytes = Buffer.from(challenge, 'base64url')
  if (bytes.length !== 40) return undefined
  const open = bytes.subarray(0, 24)
  if (!same(bytes.toString('hex', 24), sealOf(keys, bound, open).toString('hex'))) return undefined
  const issued = Number(open.readBigUInt64BE())
  return issued > world.now() - challengeSeconds * second ? issued : undefined
}

function sealOf(keys: Keys, bound: Bound, open: Buffer): Buffer {
  const sealed = seal(keys.challenges, JSON.stringify([...bound, open.toString('base64url')]))
  return Buffer.from(sealed, 'base64url').subarray(0, 16)
}

/** Parses an answer and checks the fields that the library does not check itself. */
function parse(text: string): AuthenticationResponseJSON | undefined {
  try {
    const answer = JSON.parse(text)
    const { clientDataJSON, authenticatorData, signature, userHandle } = answer.response
    const texts = [answer.id, answer.rawId, answer.type, clientDataJSON, authenticatorData, signature, userHandle]
    return texts.every((value) => typeof value === 'string') && /^[\w-]{1,1400}$/.test(answer.id) ? answer : undefined
  } catch {
    return undefined
  }
}

type NewPasskey = Account & {
  name: string
  credential: string
  publicKey: string
  counter: number
  transports: string
}

/** Stores a passkey and returns its id. RequestError 417 if it is already registered or there are too many. */
export const insertPasskey: Operation<NewPasskey, number> = operation('identity.insertPasskey', async (tx, given) => {
  const { companyId, userId, name, credential, publicKey, counter, transports } = given
  const id = await UnitOfWork.takeId(tx, companyId)
  const { count } = await oneRow<{ count: number }>(
    tx,
    sql`select count(*) as count from passkeys where company_id = ${companyId} and user_id = ${userId}`,
  )
  if (count >= passkeysMax) throw new RequestError(417, 'too_many_passkeys', { max: passkeysMax })
  const stored = await tx.run(sql`insert into passkeys (company_id, id, user_id, credential, public_key, counter,
      transports, name, challenge, created, last_used)
    values (${companyId}, ${id}, ${userId}, ${credential}, ${publicKey}, ${counter}, ${transports}, ${name}, 0,
      ${tx.now}, 0)
    on conflict (company_id, credential) do nothing`)
  if (stored === 0) throw new RequestError(417, 'passkey_registered')
  await tellOfFactor(tx, { companyId, userId }, 'passkeyAdded')
  return id
})

/** Records that a passkey has answered a challenge; false if it has already answered this or a later one. */
export const usePasskey: Operation<{ companyId: number; id: number; counter: number; challenge: number }, boolean> =
  operation('identity.usePasskey', async (tx, { companyId, id, counter, challenge }) => {
    const used = await tx.run(sql`update passkeys
      set counter = ${counter}, challenge = ${challenge}, last_used = ${tx.now}
      where company_id = ${companyId} and id = ${id} and challenge < ${challenge}`)
    return used > 0
  })

/** Renames a passkey. False if the person has no such passkey. */
export const renamePasskey: Operation<Account & { id: number; name: string }, boolean> = operation(
  'identity.renamePasskey',
  async (tx, { companyId, userId, id, name }) => {
    const changed = await tx.run(sql`update passkeys set name = ${name}
      where company_id = ${companyId} and user_id = ${userId} and id = ${id}`)
    return changed > 0
  },
)

/** Removes one passkey of a person, or all of them; returns how many. */
export const removePasskeys: Operation<Account & { id?: number }, number> = operation(
  'identity.removePasskeys',
  async (tx, of) => {
    const removed = await dropPasskeys(tx, of)
    if (removed > 0) await tellOfFactor(tx, of, 'passkeyRemoved')
    return removed
  },
)

/** Removes one passkey of a person, or all of them. For use inside a transaction. */
export function dropPasskeys(tx: Tx, { companyId, userId, id }: Account & { id?: number }): Promise<number> {
  const which = id === undefined ? sql`1 = 1` : sql`id = ${id}`
  return tx.run(sql`delete from passkeys where company_id = ${companyId} and user_id = ${userId} and ${which}`)
}
