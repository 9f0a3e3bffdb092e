import { Secret, TOTP } from 'otpauth'
import { tellOfFactor } from '../../company/mail/credential_mails.ts'
import { RequestError } from '../../engine/errors.ts'
import { type Operation, oneRow, operation, sql, type Tx } from '../../engine/sql.ts'
import { second } from '../../rules/time/calendar.ts'
import type { World } from '../../world.ts'
import type { Account } from '../names.ts'
import { decrypt, digest, encrypt, type Keys } from './secrets.ts'

const periodSeconds = 30

/** Codes of the previous and next time step are accepted as well, because clocks differ. */
const window = 1

/** How long a new secret can be confirmed with its first code. */
const waitingSeconds = 3600

const codesMade = 10
const codeAlphabet = 'abcdefghjkmnpqrstuvwxyz23456789'
/** 118 bits: at least the 112 that a plain hash needs (OWASP ASVS 5, 6.5.2). */
const codeLength = 24

/** State of a person's two-step verification. */
type TotpState = { since: number; recoveryCodesLeft: number }

/** When app codes were turned on (0 for off), and how many recovery codes are left. */
export async function totpState({ db }: Pick<World, 'db'>, { companyId, userId }: Account): Promise<TotpState> {
  const row = await oneRow<TotpState>(
    db.read,
    sql`select
    coalesce((select t.confirmed from totp t where t.company_id = ${companyId} and t.user_id = ${userId}), 0) as since,
    (select count(*) from recovery_codes r where r.company_id = ${companyId} and r.user_id = ${userId})
      as "recoveryCodesLeft"`,
  )
  return row
}

/** Creates a secret for an authenticator app. It takes effect once confirmed with a code (`turnOn`). RequestError 417 if on. */
export async function startTotp(
  world: World,
  keys: Keys,
  of: Account & { company: string; username: string },
): Promise<{ secret: string; uri: string }> {
  const { companyId, userId } = of
  const secret = new Secret({ buffer: Uint8Array.from(world.random(20)).buffer })
  const encrypted = encrypt(keys.factors, secret.base32, world.random(12), boundTo(of))
  const stored = await world.db.write(storeTotp, { companyId, userId, secret: encrypted }, world.now())
  if (!stored) throw new RequestError(417, 'two_steps_on')
  return { secret: secret.base32, uri: uriOf(of, secret.base32) }
}

/** The address that authenticator apps read from a QR code. */
function uriOf({ company, username }: { company: string; username: string }, secret: string): string {
  // Apps that parse the address are confused by a colon.
  const issuer = company.replaceAll(':', ' ')
  return new TOTP({ ...parameters, issuer, label: username, secret: Secret.fromBase32(secret) }).toString()
}

/** The secret that waits for its first code, or a new one, so a reloaded page shows the same secret. */
export async function secretToConfirm(
  world: World,
  keys: Keys,
  of: Account & { company: string; username: string },
): Promise<{ secret: string; uri: string }> {
  const row = await world.db.read.get<{ secret: string }>(sql`select secret from totp where company_id = ${of.companyId}
    and user_id = ${of.userId} and confirmed = 0 and created > ${world.now() - (waitingSeconds * second) / 2}`)
  const waiting = row && decrypt(keys.factors, row.secret, boundTo(of))
  return waiting === undefined ? startTotp(world, keys, of) : { secret: waiting, uri: uriOf(of, waiting) }
}

/** Turns app codes on if the code is valid, and returns new recovery codes, only this once. Otherwise undefined. */
export async function turnOn(
  world: World,
  keys: Keys,
  of: Account,
  code: string,
): Promise<{ recoveryCodes: string[] } | undefined> {
  const now = world.now()
  const step = await stepOf(world, keys, of, code, { confirmed: false })
  if (step === undefined) return undefined
  const recoveryCodes = newCodes(world)
  const input = { ...accountOnly(of), step, hashes: recoveryCodes.map((one) => hashOf(of, one)) }
  return (await world.db.write(confirmTotp, input, now)) ? { recoveryCodes } : undefined
}

/** Replaces the recovery codes and returns the new ones, only this once. RequestError 417 if two-step verification is off. */
export async function renewRecoveryCodes(world: World, of: Account): Promise<string[]> {
  const codes = newCodes(world)
  const input = { ...accountOnly(of), hashes: codes.map((one) => hashOf(of, one)) }
  if (!(await world.db.write(replaceCodes, input, world.now()))) throw new RequestError(417, 'two_steps_off')
  return codes
}

/** Uses up a code from the app; false if it is wrong or was already used. */
export async function spendCode(world: World, keys: Keys, of: Account, code: string): Promise<boolean> {
  const step = await stepOf(world, keys, of, code, { confirmed: true })
  return step !== undefined && world.db.write(spendStep, { ...accountOnly(of), step }, world.now())
}

/** Uses up a recovery code; false if it is wrong or was already used. */
export async function spendRecoveryCode(world: World, of: Account, code: string): Promise<boolean> {
  return world.db.write(spendRecovery, { ...accountOnly(of), hash: hashOf(of, code) }, world.now())
}

const parameters = { algorithm: 'SHA1', digits: 6, period: periodSeconds } as const

/** The time step (RFC 6238) of a code; undefined if it is not one of this person's codes. */
async function stepOf(
  world: World,
  keys: Keys,
  of: Account,
  code: string,
  { confirmed }: { confirmed: boolean },
): Promise<number | undefined> {
  const token = code.replaceAll(/\s/g, '')
  if (!/^\d{6}$/.test(token)) return undefined
  const now = world.now()
  const condition = confirmed ? sql`confirmed > 0` : sql`confirmed = 0 and created > ${now - waitingSeconds * second}`
  const row = await world.db.read.get<{ secret: string }>(sql`select secret from totp
    where company_id = ${of.companyId} and user_id = ${of.userId} and ${condition}`)
  const secret = row && decrypt(keys.factors, row.secret, boundTo(of))
  if (secret === undefined) {
    if (row) world.log.error('A two-step verification secret cannot be decrypted: was CLOCKHOUSE_SECRET changed?')
    return undefined
  }
  const timestamp = Math.floor(now / 1000)
  const delta = new TOTP({ ...parameters, secret: Secret.fromBase32(secret) }).validate({ token, timestamp, window })
  return delta === null ? undefined : Math.floor(timestamp / 1000 / periodSeconds) + delta
}

/** Whether a stored secret can be read with the keys of this installation. */
export function isReadable(keys: Keys, of: Account & { secret: string }): boolean {
  return decrypt(keys.factors, of.secret, boundTo(of)) !== undefined
}

/** Binds an encrypted secret to its owner, so it is useless in another person's row. */
function boundTo({ companyId, userId }: Account): string {
  return `totp ${companyId} ${userId}`
}

function accountOnly({ companyId, userId }: Account): Account {
  return { companyId, userId }
}

function newCodes(world: World): string[] {
  return Array.from({ length: codesMade }, () => {
    const bytes = [...world.random(4 * codeLength)].filter((byte) => byte < 8 * codeAlphabet.length)
    const letters = bytes.slice(0, codeLength).map((byte) => codeAlphabet[byte % codeAlphabet.length])
    return letters.join('').replaceAll(/(.{4})(?=.)/g, '$1-')
  })
}

/** Codes have enough random bits for a plain hash. Case and separators are ignored. */
function hashOf({ companyId, userId }: Account, code: string): string {
  const letters = code.toLowerCase().replaceAll(/[^a-z0-9]/g, '')
  return digest(JSON.stringify(['recovery', companyId, userId, letters]))
}

/** Stores an unconfirmed secret, replacing an earlier unconfirmed one. False if two-step verification is on. */
export const storeTotp: Operation<Account & { secret: string }, boolean> = operation(
  'identity.storeTotp',
  async (tx, { companyId, userId, secret }) => {
    const stored = await tx.run(sql`insert into totp (company_id, user_id, secret, confirmed, last_step, created)
      values (${companyId}, ${userId}, ${secret}, 0, 0, ${tx.now})
      on conflict (company_id, user_id) do update set secret = excluded.secret, created = excluded.created
      where totp.confirmed = 0`)
    return stored > 0
  },
)

/** Confirms the secret, uses up its first code and stores recovery codes. False if it was already confirmed. */
export const confirmTotp: Operation<Account & { step: number; hashes: string[] }, boolean> = operation(
  'identity.confirmTotp',
  async (tx, { companyId, userId, step, hashes }) => {
    const on = await tx.run(sql`update totp set confirmed = ${tx.now}, last_step = ${step}
      where company_id = ${companyId} and user_id = ${userId} and confirmed = 0`)
    if (on === 0) return false
    await putCodes(tx, { companyId, userId }, hashes)
    await tellOfFactor(tx, { companyId, userId }, 'totpOn')
    return true
  },
)

/** Replaces the recovery codes of a person with two-step verification. False if it is off. */
export const replaceCodes: Operation<Account & { hashes: string[] }, boolean> = operation(
  'identity.replaceCodes',
  async (tx, { companyId, userId, hashes }) => {
    const row = await tx.get(sql`select created from totp
      where company_id = ${companyId} and user_id = ${userId} and confirmed > 0`)
    if (!row) return false
    await putCodes(tx, { companyId, userId }, hashes)
    await tellOfFactor(tx, { companyId, userId }, 'recoveryCodes')
    return true
  },
)

/** Uses up the code of this time step, unless it or a later one was already used. */
export const spendStep: Operation<Account & { step: number }, boolean> = operation(
  'identity.spendStep',
  async (tx, { companyId, userId, step }) => {
    const taken = await tx.run(sql`update totp set last_step = ${step}
      where company_id = ${companyId} and user_id = ${userId} and confirmed > 0 and last_step < ${step}`)
    return taken > 0
  },
)

/** Uses up a recovery code. */
export const spendRecovery: Operation<Account & { hash: string }, boolean> = operation(
  'identity.spendRecovery',
  async (tx, { companyId, userId, hash }) => {
    const taken = await tx.run(sql`delete from recovery_codes
      where company_id = ${companyId} and user_id = ${userId} and hash = ${hash}`)
    return taken > 0
  },
)

/** Turns app codes off and deletes the recovery codes. False if they were off. */
export const endTotp: Operation<Account, boolean> = operation('identity.endTotp', async (tx, of) => {
  const wasOn = await removeTotp(tx, of)
  if (wasOn) await tellOfFactor(tx, of, 'totpOff')
  return wasOn
})

/** Turns app codes off and deletes the recovery codes. For use inside a transaction. */
export async function removeTotp(tx: Tx, { companyId, userId }: Account): Promise<boolean> {
  const theirs = sql`company_id = ${companyId} and user_id = ${userId}`
  await tx.run(sql`delete from recovery_codes where ${theirs}`)
  const on = await tx.get(sql`select created from totp where ${theirs} and confirmed > 0`)
  await tx.run(sql`delete from totp where ${theirs}`)
  return on !== undefined
}

async function putCodes(tx: Tx, { companyId, userId }: Account, hashes: readonly string[]): Promise<void> {
  await tx.run(sql`delete from recovery_codes where company_id = ${companyId} and user_id = ${userId}`)
  for (const hash of hashes)
    await tx.run(sql`insert into recovery_codes (company_id, user_id, hash, created)
      values (${companyId}, ${userId}, ${hash}, ${tx.now})`)
}
