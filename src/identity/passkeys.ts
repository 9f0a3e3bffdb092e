import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialCreationOptionsJSON,
  RegistrationResponseJSON,
} from '@simplewebauthn/server'
import type { FastifyRequest } from 'fastify'
import type { Config } from '../config.ts'
import { RequestError } from '../engine/errors.ts'
import { type Operation, operation, type Row, sql, type Tx } from '../engine/sql.ts'
import { UnitOfWork } from '../engine/unit_of_work.ts'
import { second } from '../rules/calendar.ts'
import type { World } from '../world.ts'
import type { Account } from './names.ts'
import { digest, type Keys, same, seal } from './secrets.ts'

/** Most passkeys of a person. */
const passkeysMax = 20

/** How long a challenge waits for its answer. */
const challengeSeconds = 300

/** A passkey as its owner sees it. Instants are microseconds, `lastUsed` 0 for never. */
interface Passkey {
  readonly id: number
  readonly name: string
  readonly created: number
  readonly lastUsed: number
}

/** Where passkeys are good: for whom a browser keeps them, and the address of the pages that may use them. */
interface Party {
  readonly id: string
  readonly origin: string
}

/** What this server is for passkeys. Without a configured address it is what the browser calls it. */
export function partyOf(config: Config, request: FastifyRequest): Party {
  const { origin: claimed = '' } = request.headers
  const here = `${request.protocol}://${request.host}`
  const isHere = URL.canParse(claimed) && new URL(claimed).host === request.headers.host
  const origin = config.url || (isHere ? claimed : here)
  return { id: new URL(origin).hostname, origin }
}

/** Somebody's passkeys, the oldest first. */
export function listPasskeys({ db }: Pick<World, 'db'>, { companyId, userId }: Account): Promise<Passkey[]> {
  return db.read.all<Passkey>(sql`select id, name, created, last_used as "lastUsed" from passkeys
    where company_id = ${companyId} and user_id = ${userId} order by created, id`)
}

/** What `navigator.credentials.create` is asked with, as JSON. `bound` is the hash of the session. */
export async function registrationOptions(
  world: World,
  keys: Keys,
  of: Account & { bound: string; username: string; person: string },
  party: Party,
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

/** Keeps a passkey that a browser has made. RequestError 417. */
export async function addPasskey(
  world: World,
  keys: Keys,
  of: Account & { bound: string; name: string; response: unknown },
  party: Party,
): Promise<Passkey> {
  const { verifyRegistrationResponse } = await library()
  const verified = await verifyRegistrationResponse({
    response: of.response as RegistrationResponseJSON,
    expectedChallenge: (challenge) => issuedAt(world, keys, ['register', of.bound], challenge) !== undefined,
    expectedOrigin: party.origin,
    expectedRPID: party.id,
    requireUserVerification: true,
  }).catch((error: Error) => {
    world.log.info({ err: error }, 'a passkey was not accepted')
    return undefined
  })
  if (!verified?.verified)
    throw new RequestError(417, 'response: the browser’s answer is not valid; please start again')
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

/** What `navigator.credentials.get` is asked with, as JSON. `bound` stands for the browser. */
export async function authenticationOptions(world: World, keys: Keys, bound: string, party: Party): Promise<object> {
  const { generateAuthenticationOptions } = await library()
  return generateAuthenticationOptions({
    rpID: party.id,
    challenge: newChallenge(world, keys, ['sign-in', bound]),
    timeout: challengeSeconds * 1000,
    userVerification: 'required',
  })
}

/** Whose passkey has answered, as text of JSON; undefined when that is nobody's, not verified or an old answer. */
export async function verifyPasskey(
  world: World,
  keys: Keys,
  { bound, answer }: { bound: string; answer: string },
  party: Party,
): Promise<Account | undefined> {
  const response = parse(answer)
  if (!response) return undefined
  const row = await world.db.read.get<Row>(sql`select p.* from passkeys p
    join users u on u.company_id = p.company_id and u.id = p.user_id and u.active = 1
    where p.credential = ${response.id}`)
  if (!row) return undefined
  const account = { companyId: row.company_id as number, userId: row.user_id as number }
  if (response.response.userHandle !== handleOf(account)) return undefined

  let issued: number | undefined
  const { verifyAuthenticationResponse } = await library()
  const verified = await verifyAuthenticationResponse({
    response,
    expectedChallenge: (challenge) => {
      issued = issuedAt(world, keys, ['sign-in', bound], challenge)
      return issued !== undefined
    },
    expectedOrigin: party.origin,
    expectedRPID: party.id,
    requireUserVerification: true,
    credential: {
      id: response.id,
      publicKey: Uint8Array.from(Buffer.from(row.public_key as string, 'base64url')),
      counter: row.counter as number,
    },
  }).catch((error: Error) => {
    world.log.info({ err: error }, 'a passkey was not accepted')
    return undefined
  })
  if (!verified?.verified || issued === undefined) return undefined
  const { newCounter } = verified.authenticationInfo
  const input = { companyId: account.companyId, id: row.id as number, counter: newCounter, challenge: issued }
  return (await world.db.write(usePasskey, input, world.now())) ? account : undefined
}

/** Loaded when somebody uses a passkey: it is large. */
function library(): Promise<typeof import('@simplewebauthn/server')> {
  return import('@simplewebauthn/server')
}

/** The name under which devices keep somebody's passkeys. It is the same for all of them and tells nothing. */
function handleOf({ companyId, userId }: Account): string {
  return digest(JSON.stringify(['passkey', companyId, userId]))
}

/** What must fit besides: the purpose, and the session or browser that was asked. */
type Bound = readonly [purpose: 'register' | 'sign-in', bound: string]

/**
 * A challenge that says itself when it was made and is sealed, so that nobody has to remember it: eight bytes of time,
 * sixteen of chance, sixteen of the seal.
 */
function newChallenge(world: World, keys: Keys, bound: Bound): Uint8Array<ArrayBuffer> {
  const open = Buffer.alloc(24)
  open.writeBigUInt64BE(BigInt(world.now()))
  world.random(16).copy(open, 8)
  return Uint8Array.from(Buffer.concat([open, sealOf(keys, bound, open)]))
}

/** When a challenge was made; undefined when it is none of ours, for something else, or too old. */
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

/** An answer as far as the library takes for granted what it is. */
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

/** Stores a passkey and gives its id. RequestError 417 when it is known or there are too many. */
export const insertPasskey: Operation<NewPasskey, number> = operation('identity.insertPasskey', async (tx, given) => {
  const { companyId, userId, name, credential, publicKey, counter, transports } = given
  const id = await UnitOfWork.takeId(tx, companyId)
  const { count } = (await tx.get<{ count: number }>(
    sql`select count(*) as count from passkeys where company_id = ${companyId} and user_id = ${userId}`,
  ))!
  if (count >= passkeysMax) throw new RequestError(417, `you have ${passkeysMax} passkeys already; remove one first`)
  const stored = await tx.run(sql`insert into passkeys (company_id, id, user_id, credential, public_key, counter,
      transports, name, challenge, created, last_used)
    values (${companyId}, ${id}, ${userId}, ${credential}, ${publicKey}, ${counter}, ${transports}, ${name}, 0,
      ${tx.now}, 0)
    on conflict (credential) do nothing`)
  if (stored === 0) throw new RequestError(417, 'this passkey is registered already')
  return id
})

/** Notes that a passkey has answered a challenge; false when it has answered this or a later one before. */
export const usePasskey: Operation<{ companyId: number; id: number; counter: number; challenge: number }, boolean> =
  operation('identity.usePasskey', async (tx, { companyId, id, counter, challenge }) => {
    const used = await tx.run(sql`update passkeys
      set counter = ${counter}, challenge = ${challenge}, last_used = ${tx.now}
      where company_id = ${companyId} and id = ${id} and challenge < ${challenge}`)
    return used > 0
  })

/** Gives a passkey another name. False when the person has no such one. */
export const renamePasskey: Operation<Account & { id: number; name: string }, boolean> = operation(
  'identity.renamePasskey',
  async (tx, { companyId, userId, id, name }) => {
    const changed = await tx.run(sql`update passkeys set name = ${name}
      where company_id = ${companyId} and user_id = ${userId} and id = ${id}`)
    return changed > 0
  },
)

/** Removes one passkey of somebody, or all of them; gives how many. */
export const removePasskeys: Operation<Account & { id?: number }, number> = operation(
  'identity.removePasskeys',
  (tx, of) => dropPasskeys(tx, of),
)

/** Removes one passkey of somebody, or all of them. For use inside a transaction. */
export function dropPasskeys(tx: Tx, { companyId, userId, id }: Account & { id?: number }): Promise<number> {
  const which = id === undefined ? sql`1 = 1` : sql`id = ${id}`
  return tx.run(sql`delete from passkeys where company_id = ${companyId} and user_id = ${userId} and ${which}`)
}
