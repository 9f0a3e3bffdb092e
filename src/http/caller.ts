import { countsUntil } from '../company/rights/confirmed.ts'
import { actorOf, companyRow, managedCompany, notManaged } from '../company/rights/rights.ts'
import { type CompanyRow, CompanySnapshot } from '../engine/company_snapshot.ts'
import type { Actor } from '../engine/context.ts'
import { RequestError } from '../engine/errors.ts'
import { type Db, sql } from '../engine/sql.ts'
import { idIn, idMax } from '../engine/table.ts'
import { touch } from '../identity/activity.ts'
import { digest } from '../identity/factors/secrets.ts'
import type { Session } from '../identity/sessions.ts'

/**
 * The caller of a request: the actor, the company's current row, the key for the rate limit, the tag of responses that
 * depend only on the company's data, and the hash of the session if there is one. For the same URL, tags differ only if
 * something was committed in between.
 */
export type Caller = { actor: Actor; company: CompanyRow; token: string; etag: string; session?: string }

type Found = CompanyRow & {
  token_user: number
  token_kind: string
  token_client: string
  token_scopes: string
  application: string
  expires: number
  active: number | null
  last_active: number | null
  last_used: number
}

/** The web app's name in records that say which application made a change. */
const webApplication = 'Clockhouse'

/** Microseconds between updates of a user's `last_active` and a token's `last_used`. */
const activeEvery = 900_000_000

/**
 * Finds the caller of a bearer token or a session. On the embedded database a caller is cached until any process
 * commits a change; on PostgreSQL each request queries it. So a deleted token is refused immediately, everywhere.
 */
export class CallerLookup {
  readonly #db: Db
  /** Callers by Authorization header or session, for the current mark only, so no token is remembered after its end. */
  readonly #known = new Map<string, { until: number; caller: Caller }>()
  #mark: number | undefined
  readonly #touching = new Map<string, Promise<void>>()

  constructor(db: Db) {
    this.#db = db
  }

  /** The caller of an Authorization header who was seen before, if no process has committed anything since. */
  known(key: string | undefined, now: number): Caller | undefined {
    if (key === undefined || this.#known.size === 0) return undefined
    if (this.#mark !== this.#db.mark()) this.#known.clear()
    const known = this.#known.get(key)
    return known && known.until > now ? known.caller : undefined
  }

  /**
   * The caller of an Authorization header. Expiry is judged by `judged`, because `now` may be of a wrong clock. Throws
   * RequestError 401 in OAuth's format.
   */
  async ofToken(header: string | undefined, now: number, judged: number): Promise<Caller> {
    const token = /^Bearer +(\S+)$/i.exec(header ?? '')?.[1]
    if (!token) throw unauthorized('invalid_request', 'token_missing')
    const key = digest(token)
    let found = await this.#find(token, key)
    if (found.expires <= judged) throw unauthorized('invalid_grant', 'token_expired')
    if (Math.min(found.last_active!, found.last_used) < now - activeEvery) {
      await this.#touch(found, key, now)
      found = await this.#find(token, key)
    }
    const owner = await actorOf(new CompanySnapshot(found, this.#db.read), found.token_user, found.application)
    const { token_scopes: scopes, token_kind, token_client } = found
    const actor = owner && {
      ...owner,
      ...(token_kind === 'oauth' && { granted: token_client }),
      ...(scopes && { scopes }),
    }
    if (!actor) throw unauthorized('invalid_grant', 'token_invalid')
    refuseEnded(actor, judged)
    const until = Math.min(
      actor.inspects?.ends ?? found.expires,
      found.expires,
      found.last_active! + activeEvery,
      found.last_used + activeEvery,
    )
    return this.#keep(header!, { actor, company: found, token: key }, until)
  }

  /** The caller of a browser session. Throws RequestError 401 if the person has been archived. */
  async ofSession({ companyId, userId, hash, confirmed }: Session, now: number, judged: number): Promise<Caller> {
    // No header contains a line break.
    const key = `session\n${hash}`
    const known = this.known(key, now)
    if (known) return known
    const find = () =>
      this.#db.read.get<CompanyRow & { last_active: number }>(sql`select c.*, u.last_active
      from users u join companies c on c.company_id = u.company_id where u.company_id = ${companyId} and u.id = ${userId}`)
    let found = await find()
    if (found && found.last_active < now - activeEvery) {
      await this.#touch({ company_id: companyId, token_user: userId }, hash, now)
      found = await find()
    }
    const actor = found && (await actorOf(new CompanySnapshot(found, this.#db.read), userId, webApplication))
    if (!actor) throw unauthorized('invalid_grant', 'session_ended')
    const signedIn = { ...actor, signedIn: { confirmedUntil: countsUntil(confirmed) } }
    refuseEnded(actor, judged)
    const until = Math.min(actor.inspects?.ends ?? Number.POSITIVE_INFINITY, found!.last_active + activeEvery)
    return this.#keep(key, { actor: signedIn, company: found!, token: key, session: hash }, until)
  }

  #keep(key: string, found: Omit<Caller, 'etag'>, until: number): Caller {
    const caller = { ...found, etag: etagOf(found) }
    const mark = this.#db.mark()
    if (mark !== this.#mark || this.#known.size >= 10_000) this.#known.clear()
    this.#mark = mark
    if (mark !== undefined && key.length < 500) this.#known.set(key, { until, caller })
    return caller
  }

  /**
   * The same caller acting, with an administrator's rights, in the managed client named by a header. Throws RequestError
   * 403 with the same text whatever the reason.
   */
  async actingFor(caller: Caller, header: string): Promise<Caller> {
    const { read } = this.#db
    const clientId = /^\s*\d{1,16}\s*$/.test(header) ? Math.min(Number(header), idMax) : 0
    const managed = await managedCompany(read, caller.actor, clientId)
    const company = managed === undefined ? undefined : await companyRow(read, managed)
    if (!company) throw notManaged()
    const { userId, companyId, application, signedIn, granted, scopes } = caller.actor
    const home = { companyId, clientId }
    const rights = { isAdmin: true, permissions: new Set<string>(), manages: [] }
    const means = { ...(signedIn && { signedIn }), ...(granted && { granted }), ...(scopes && { scopes }) }
    const actor = { companyId: company.company_id, userId, ...rights, ...means, application, home }
    return { ...caller, company, actor, etag: etagOf({ company, actor }) }
  }

  async #find(token: string, key: string): Promise<Found> {
    const companyId = idIn(/^S\.(\d{1,16})__/.exec(token)?.[1] ?? '')
    const found = companyId
      ? await this.#db.read.get<Found>(sql`select c.*, t.user_id as token_user, t.kind as token_kind, t.client_id as token_client, t.scopes as token_scopes,
            t.application, t.expires, t.last_used, u.active, u.last_active
          from access_tokens t join companies c on c.company_id = t.company_id
          left join users u on u.company_id = t.company_id and u.id = t.user_id
          where t.company_id = ${companyId} and t.hash = ${key}`)
      : undefined
    if (found?.active !== 1) throw unauthorized('invalid_grant', 'token_invalid')
    return found
  }

  /** Records the user's activity before the response is built, because it changes the company's version. */
  async #touch(
    { company_id, token_user }: Pick<Found, 'company_id' | 'token_user'>,
    key: string,
    now: number,
  ): Promise<void> {
    const input = { companyId: company_id, userId: token_user, hash: key }
    const running = this.#touching.get(key) ?? this.#db.write(touch, input, now)
    this.#touching.set(key, running)
    // A failure to record activity must not fail the request.
    await running.catch(() => {})
    this.#touching.delete(key)
  }
}

function etagOf({ company, actor }: Pick<Caller, 'company' | 'actor'>): string {
  const { company_id, stamp, version } = company
  const parts = [company_id, stamp, version, actor.userId].map((number) => number.toString(36))
  // With fewer scopes, a response has less supplemental data.
  if (actor.scopes) parts.push(digest(actor.scopes).slice(0, 8))
  return `"${parts.join('-')}"`
}

/** Throws RequestError 401 for an inspector whose access has ended. */
function refuseEnded({ inspects }: Actor, now: number): void {
  if (inspects && inspects.ends <= now) throw unauthorized('invalid_grant', 'inspection_over')
}

type Unauthorized = 'token_missing' | 'token_expired' | 'token_invalid' | 'session_ended' | 'inspection_over'

function unauthorized(error: string, code: Unauthorized): RequestError {
  return new RequestError(401, code, {}, { oauth: error })
}
