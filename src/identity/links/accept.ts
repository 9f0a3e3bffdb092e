import type { FastifyReply, FastifyRequest } from 'fastify'
import type { LinkKind } from '../../company/mail/mail_queue.ts'
import { name, type Operation, operation, sql } from '../../engine/sql.ts'
import { UnitOfWork } from '../../engine/unit_of_work.ts'
import { provedBy } from '../addresses.ts'
import type { Fields } from '../csrf.ts'
import type { Dependencies } from '../dependencies.ts'
import { digest } from '../factors/secrets.ts'
import { translateForBrowser, translateForPerson } from '../language.ts'
import { type Account, companyOfToken } from '../names.ts'
import { replacePassword } from '../passwords.ts'
import { hashPassword, newPasswordProblem } from '../people.ts'
import { addressNotAllowed, mayEnter } from '../sign_in.ts'
import { enter } from '../stages.ts'
import { countAttempt, countersOf, forgive, waitText } from '../throttle.ts'
import { linkTables } from './links.ts'

/** Why a link cannot be used. */
export type LinkFailure = 'unknown' | 'expired' | 'used'

/** The person a link belongs to. */
export type LinkOwner = Account & { person: string; company: string; username: string }

/** Looks up a link that sets a password: its owner, or why it cannot be used. */
export async function readLink(
  { world }: Dependencies,
  kind: LinkKind,
  token: string,
): Promise<LinkOwner | { failure: LinkFailure }> {
  const companyId = companyOfToken(token)
  if (companyId === undefined) return { failure: 'unknown' }
  const row = await world.db.read.get<LinkRow>(sql`select l.user_id, l.accepted, l.expires, u.first_name, u.last_name,
      u.username, u.active, c.name
    from ${name(linkTables[kind])} l join users u on u.company_id = l.company_id and u.id = l.user_id
    join companies c on c.company_id = l.company_id
    where l.company_id = ${companyId} and l.hash = ${digest(token)}`)
  if (!row) return { failure: 'unknown' }
  const failure = failureOf(row, world.sight.clock.judging(world.now()))
  if (failure) return { failure }
  const { user_id: userId, first_name, last_name, username, name: company } = row
  const person = `${first_name} ${last_name}`.trim() || username
  return { companyId, userId, person, company, username }
}

/** Result of the form: accepted (a further sign-in stage may follow), an unusable link, or a problem to correct. */
type Accepted =
  | 'accepted'
  | { failure: LinkFailure }
  | { wait: string; waitSeconds: number }
  | { owner: LinkOwner; status: number; problem: string }

/** Handles the form behind a link. Throttled; the link is used up only once a password has been set. */
export async function acceptLink(
  deps: Dependencies,
  request: FastifyRequest,
  reply: FastifyReply,
  { kind, token }: { kind: LinkKind; token: string },
  { password = '', again = '' }: Fields,
): Promise<Accepted> {
  const { world } = deps
  const counters = countersOf('link', { company: '', name: kind, ip: request.ip })
  const waitSeconds = await countAttempt(world, counters)
  const { security } = world.sight
  if (waitSeconds > 0) {
    security.tell({ event: 'sign-in locked out', with: kind, seconds: waitSeconds })
    return { wait: waitText(waitSeconds, translateForBrowser(request)), waitSeconds }
  }
  const owner = await readLink(deps, kind, token)
  if ('failure' in owner) {
    security.tell({ event: 'sign-in failed', with: kind })
    return owner
  }
  await forgive(world, counters)

  const t = await translateForPerson(world, request, owner)
  const problem = await newPasswordProblem(world, owner, { password, again }, t)
  if (problem) return { owner, status: 422, problem }
  if (!(await mayEnter(deps, owner, request.ip))) return { owner, status: 403, problem: t(addressNotAllowed) }
  const { companyId, userId } = owner
  const judged = world.sight.clock.judging(world.now())
  const input = { companyId, kind, hash: digest(token), password: await hashPassword(password), judged }
  const spent = await world.db.write(spendLink, input, world.now())
  if (spent) return { failure: spent }
  await enter(deps, request, reply, { companyId, userId, by: 'link' })
  return 'accepted'
}

/** `judged`: the time by which the link's expiry is judged. */
type Spent = { companyId: number; kind: LinkKind; hash: string; password: string; judged: number }

/** Sets the password of the link's owner and signs them out everywhere else. Returns why the link cannot be used, if so. */
export const spendLink: Operation<Spent, LinkFailure | undefined> = operation(
  'identity.spendLink',
  async (tx, { companyId, kind, hash, password, judged }) => {
    const work = await UnitOfWork.begin(tx, companyId, { userId: 0, application: '' })
    const table = name(linkTables[kind])
    const link = await tx.get<Omit<LinkState, 'active'> & { user_id: number; contact_info?: string; address?: string }>(
      sql`select * from ${table} where company_id = ${companyId} and hash = ${hash}`,
    )
    const [user] = link ? await work.load('users', sql`id = ${link.user_id}`) : []
    if (!link || !user) return 'unknown'
    const failure = failureOf({ ...link, active: user.active ? 1 : 0 }, judged)
    if (failure) return failure
    // The link was mailed to this address, so using it proves that the address belongs to the person.
    const proved = provedBy(user, String(link.contact_info ?? link.address), 'mail', tx.now)
    await tx.run(sql`update ${table} set accepted = ${tx.now} where company_id = ${companyId} and hash = ${hash}`)
    await replacePassword(work, user, { password, own: true, proved })
    await work.flush()
    return undefined
  },
)

type LinkState = { accepted: number; expires: number; active: number }

type LinkRow = LinkState & { user_id: number; first_name: string; last_name: string; username: string; name: string }

function failureOf(state: LinkState, now: number): LinkFailure | undefined {
  if (state.active === 0) return 'unknown'
  if (state.accepted > 0) return 'used'
  return state.expires <= now ? 'expired' : undefined
}
