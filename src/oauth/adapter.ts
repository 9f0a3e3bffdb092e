import { AsyncLocalStorage } from 'node:async_hooks'
import type { Adapter, AdapterPayload } from 'oidc-provider'
import { sql } from '../engine/sql.ts'
import { digest } from '../identity/factors/secrets.ts'
import { type Account, accountName, accountOf, companyOfToken } from '../identity/names.ts'
import type { Session } from '../identity/sessions.ts'
import type { Counter } from '../identity/throttle.ts'
import { second } from '../rules/time/calendar.ts'
import type { World } from '../world.ts'
import { findClient } from './applications.ts'
import { type Changes, commitChanges, type Redemption, type StoredRecord, type StoredToken } from './commit.ts'
import { askingClient } from './registration.ts'
import { scopesForProvider, scopesIn } from './scopes.ts'

/** The pending changes of one request to the provider, and the records looked up along the way. */
export class Unit implements Changes {
  redeem: Redemption | undefined
  readonly end: { companyId: number; hash: string }[] = []
  readonly remove: { companyId: number; hash: string }[] = []
  readonly revoke: { companyId: number; grantId: string }[] = []
  readonly records: StoredRecord[] = []
  readonly tokens: StoredToken[] = []
  /** When the request arrived. */
  readonly started: number
  /** The address it came from. */
  readonly ip: string
  /** The session of the requesting browser; always undefined for API clients. */
  readonly signedIn: Session | undefined
  /** The owner of the tokens being issued, with the account name of the company. */
  owner: (Account & { clientUrl: string }) | undefined
  /** The application asks a person for access; otherwise it uses what it was given. */
  asks = false
  /** The company does not allow access from that address. */
  blocked = false
  /** The counters of this client's failed attempts. */
  guesses: readonly Counter[] = []
  /** The codes and tokens that were looked up, by their text. */
  readonly known = new Map<string, Knowledge>()

  constructor(started: number, ip = '', signedIn?: Session) {
    this.started = started
    this.ip = ip
    this.signedIn = signedIn
  }

  /** Only the changes, as sent to the database. */
  changes(): Changes {
    const { redeem, end, remove, revoke, records, tokens } = this
    return { redeem, end, remove, revoke, records, tokens }
  }

  get isEmpty(): boolean {
    const { end, remove, revoke, records, tokens } = this
    return !this.redeem && [end, remove, revoke, records, tokens].every((list) => list.length === 0)
  }
}

/** A code or token that was looked up; times in seconds. */
interface Knowledge {
  readonly iat: number
  readonly exp: number
  readonly spent: boolean
  readonly grantId: string
  readonly clientId: string
}

/** The time by which expiry is judged. */
const judging = ({ sight, now }: World): number => sight.clock.judging(now())

/** The unit of the current request. */
export const units = new AsyncLocalStorage<Unit>()

// The provider must not use its own clock, so it only learns whether a record is valid or expired.
const good = 2 ** 33
const over = 1

/** Creates the storage adapter of each of the provider's models. */
export function adapters(world: World, returnAddress: (interactionId: string) => string): (model: string) => Adapter {
  return (model) => {
    if (model === 'Client') return new Clients(world)
    if (model === 'AccessToken') return new AccessTokens(world)
    // The provider's session lasts for one request; our own session says who is signed in (sessions.ts).
    if (model === 'Session') return nothing
    if (['AuthorizationCode', 'RefreshToken', 'Grant', 'Interaction'].includes(model))
      return new Records(world, model, returnAddress)
    return nothing
  }
}

/** Codes, refresh tokens, grants and interactions. */
class Records implements Adapter {
  readonly #world: World
  readonly #model: string
  readonly #returnAddress: (interactionId: string) => string

  constructor(world: World, model: string, returnAddress: (interactionId: string) => string) {
    this.#world = world
    this.#model = model
    this.#returnAddress = returnAddress
  }

  async upsert(id: string, payload: AdapterPayload, expiresIn: number): Promise<void> {
    // Nothing that reveals the id is stored; `returnTo` contains it. The session is left out, too.
    const { jti: _id, exp: _exp, returnTo: _address, session: _session, ...rest } = payload
    const account = payload.accountId ? accountOf(payload.accountId) : { companyId: 0, userId: 0 }
    const interaction = this.#model === 'Interaction'
    const record: StoredRecord = {
      companyId: interaction ? placeOf(id) : account.companyId,
      hash: digest(id),
      kind: this.#model,
      userId: interaction ? 0 : account.userId,
      clientId: payload.clientId ?? String(payload.params?.client_id ?? ''),
      grantId: interaction ? '' : this.#model === 'Grant' ? id : payload.grantId!,
      payload: JSON.stringify(rest),
      expires: this.#world.now() + expiresIn * second,
    }
    await change(this.#world, (unit) => unit.records.push(record))
  }

  async find(id: string): Promise<AdapterPayload | undefined> {
    const companyId = this.#companyOf(id)
    if (companyId === undefined) return undefined
    const row =
      await this.#world.db.read.get<RecordRow>(sql`select payload, created, expires, consumed, grant_id, client_id
      from oauth_records
      where company_id = ${companyId} and hash = ${digest(id)} and kind = ${this.#model}`)
    if (!row) return undefined
    units.getStore()?.known.set(id, knowledge(row))
    // The commit checks whether it is spent, because only the commit can tell which of two requests came first.
    return {
      ...JSON.parse(row.payload),
      jti: id,
      exp: row.expires > judging(this.#world) ? good : over,
      ...(this.#model === 'Interaction' ? { returnTo: this.#returnAddress(id) } : {}),
    }
  }

  async consume(id: string): Promise<void> {
    const unit = units.getStore()
    const known = unit?.known.get(id)
    if (!unit || !known) throw new Error('A code or refresh token was consumed without having been looked up')
    unit.redeem = {
      companyId: this.#companyOf(id)!,
      hash: digest(id),
      kind: this.#model as Redemption['kind'],
      grantId: known.grantId,
      clientId: known.clientId,
      confidential: true,
      late: known.spent,
      judged: judging(this.#world),
      started: unit.started,
      answer: '',
      allowedSince: 0,
    }
  }

  async destroy(id: string): Promise<void> {
    const companyId = this.#companyOf(id)
    if (companyId === undefined) return
    const key = { companyId, hash: digest(id) }
    await change(this.#world, (unit) => (this.#model === 'Interaction' ? unit.end : unit.remove).push(key))
  }

  async revokeByGrantId(grantId: string): Promise<void> {
    const companyId = companyOfToken(grantId)
    if (companyId !== undefined) await change(this.#world, (unit) => unit.revoke.push({ companyId, grantId }))
  }

  async findByUid(): Promise<undefined> {}

  async findByUserCode(): Promise<undefined> {}

  #companyOf(id: string): number | undefined {
    return this.#model === 'Interaction' ? placeOf(id) : companyOfToken(id)
  }
}

/**
 * Where an interaction is stored before its company is known: under one of sixteen companies that do not exist, so that
 * a distributed database does not store all interactions on one machine.
 */
function placeOf(id: string): number {
  return 0 - (Buffer.from(digest(id), 'base64url').readUInt8() % 16)
}

/** Access tokens have their own table, where the API looks them up. */
class AccessTokens extends Records {
  readonly #world: World

  constructor(world: World) {
    super(world, 'AccessToken', () => '')
    this.#world = world
  }

  override async upsert(id: string, payload: AdapterPayload, expiresIn: number): Promise<void> {
    const client = await findClient(this.#world.db.read, payload.clientId!)
    const token: StoredToken = {
      ...accountOf(payload.accountId!),
      hash: digest(id),
      clientId: payload.clientId!,
      application: client?.name ?? '',
      grantId: payload.grantId!,
      expires: this.#world.now() + expiresIn * second,
      scopes: scopesIn(payload.scope),
    }
    await change(this.#world, (unit) => unit.tokens.push(token))
  }

  override async find(id: string): Promise<AdapterPayload | undefined> {
    const companyId = companyOfToken(id)
    if (companyId === undefined) return undefined
    const row =
      await this.#world.db.read.get<TokenRow>(sql`select user_id, client_id, grant_id, created, expires, scopes
      from access_tokens where company_id = ${companyId} and hash = ${digest(id)} and kind = ${'oauth'}`)
    if (!row) return undefined
    units.getStore()?.known.set(id, knowledge(row))
    return {
      kind: 'AccessToken',
      jti: id,
      exp: row.expires > judging(this.#world) ? good : over,
      accountId: accountName({ companyId, userId: row.user_id }),
      clientId: row.client_id,
      grantId: row.grant_id,
      scope: scopesForProvider(row.scopes),
    }
  }
}

/** Applications as the provider's clients. */
class Clients implements Adapter {
  readonly #world: World

  constructor(world: World) {
    this.#world = world
  }

  async find(clientId: string): Promise<AdapterPayload | undefined> {
    const asks = units.getStore()?.asks
    const application = await (asks ? askingClient(this.#world, clientId) : findClient(this.#world.db.read, clientId))
    if (!application) return undefined
    return {
      client_id: application.clientId,
      client_name: application.name,
      redirect_uris: [...application.redirectUris],
      response_types: ['code'],
      grant_types: ['authorization_code', 'refresh_token'],
      // The hash of the secret, which compareClientSecret expects (provider.ts).
      ...(application.publicClient ? {} : { client_secret: application.secretHash }),
      token_endpoint_auth_method: application.publicClient ? 'none' : 'client_secret_post',
      company_id: application.companyId,
      open_to_all: application.openToAll,
    } as AdapterPayload
  }

  async upsert(): Promise<void> {}
  async destroy(): Promise<void> {}
  async consume(): Promise<void> {}
  async revokeByGrantId(): Promise<void> {}
  async findByUid(): Promise<undefined> {}
  async findByUserCode(): Promise<undefined> {}
}

const nothing: Adapter = {
  find: async () => undefined,
  upsert: async () => {},
  destroy: async () => {},
  consume: async () => {},
  revokeByGrantId: async () => {},
  findByUid: async () => undefined,
  findByUserCode: async () => undefined,
}

/** Adds a change to the request's unit. Outside a provider request (one of our forms), it is written at once. */
async function change(world: World, add: (unit: Unit) => void): Promise<void> {
  const unit = units.getStore()
  if (unit) return add(unit)
  const own = new Unit(world.now())
  add(own)
  await world.db.write(commitChanges, own.changes(), world.now())
}

/** The columns that tokens, codes and grants share. */
type IssuedRow = { created: number; expires: number; consumed?: number; grant_id: string; client_id: string }
type RecordRow = IssuedRow & { payload: string }
type TokenRow = IssuedRow & { user_id: number; scopes: string }

function knowledge(row: IssuedRow): Knowledge {
  return {
    iat: Math.floor(row.created / second),
    exp: Math.floor(row.expires / second),
    spent: (row.consumed ?? 0) !== 0,
    grantId: row.grant_id,
    clientId: row.client_id,
  }
}
