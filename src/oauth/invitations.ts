import type { FastifyReply, FastifyRequest } from 'fastify'
import { RequestError } from '../engine/errors.ts'
import { fold, type Operation, operation, type Row, sql } from '../engine/sql.ts'
import { Work } from '../engine/work.ts'
import { type Invitation, invite, loadInvitations } from '../resources/invitations.ts'
import type { World } from '../world.ts'
import type { Fields } from './forms.ts'
import type { Ground } from './ground.ts'
import { type Account, companyOfToken, newToken } from './names.ts'
import { hashPassword, passwordProblem } from './people.ts'
import { digest } from './secrets.ts'
import { beginSession } from './session.ts'
import { mayEnter } from './sign-in.ts'
import { beginAttempt, countersOf, forgiveAttempt } from './throttle.ts'

/** Why a link of an invitation does not work. */
export type Worthless = 'unknown' | 'expired' | 'used'

/** Whom a link lets in. */
type Guest = Account & { person: string; company: string; username: string }

/** Makes a link by which somebody sets a password and is signed in, once, within seven days. Earlier ones end. */
export async function createInvitation(
  world: World,
  { companyId, userId }: Account,
): Promise<{ path: string; expires: number }> {
  const token = newToken(world, companyId)
  const hash = digest(token)
  const expires = await world.db.write(issueInvitation, { companyId, userId, hash }, world.now())
  return { path: `/invitation/${token}`, expires }
}

/** Looks at a link. */
export async function readInvitation({ world }: Ground, token: string): Promise<Guest | { worthless: Worthless }> {
  const companyId = companyOfToken(token)
  if (companyId === undefined) return { worthless: 'unknown' }
  const row = await world.db.read.get<Row>(sql`select i.user_id, i.accepted, i.expires, u.first_name, u.last_name,
      u.username, u.active, c.name
    from invitations i join users u on u.company_id = i.company_id and u.id = i.user_id
    join companies c on c.company_id = i.company_id
    where i.company_id = ${companyId} and i.hash = ${digest(token)}`)
  const worthless = worthlessness(row as Standing | undefined, world.now())
  if (worthless) return { worthless }
  const { user_id, first_name, last_name, username, name } = row!
  const person = `${first_name} ${last_name}`.trim() || String(username)
  return { companyId, userId: user_id as number, person, company: String(name), username: String(username) }
}

/** What came of the form: somebody is signed in now, the link is worthless, or something else has to be done first. */
type Accepted =
  | 'signed in'
  | { worthless: Worthless }
  | { waitSeconds: number }
  | { guest: Guest; status: number; problem: string }

/** Handles the form of an invitation: throttled, and the link is spent only when a password was set with it. */
export async function acceptInvitation(
  ground: Ground,
  request: FastifyRequest,
  reply: FastifyReply,
  token: string,
  { password = '', again = '' }: Fields,
): Promise<Accepted> {
  const { world } = ground
  const counters = countersOf({ company: 'invitation', name: '', ip: request.ip, device: undefined })
  const waitSeconds = await world.db.write(beginAttempt, counters, world.now())
  if (waitSeconds > 0) return { waitSeconds }
  const guest = await readInvitation(ground, token)
  if ('worthless' in guest) return guest
  await world.db.write(forgiveAttempt, counters, world.now())

  const problem = passwordProblem(password) ?? (password === again ? undefined : 'The two passwords are not the same.')
  if (problem) return { guest, status: 422, problem }
  if (!(await mayEnter(ground, guest, request.ip)))
    return { guest, status: 403, problem: 'Your company does not allow signing in from this address.' }
  const { companyId, userId } = guest
  const input = { companyId, hash: digest(token), password: await hashPassword(password) }
  const spent = await world.db.write(spendInvitation, input, world.now())
  if (spent) return { worthless: spent }
  await beginSession(ground, request, reply, { companyId, userId })
  return 'signed in'
}

/** Stores an invitation whose link exists already; gives the instant until which it works. */
export const issueInvitation: Operation<Account & { hash: string }, number> = operation(
  'oauth.issueInvitation',
  async (tx, { companyId, userId, hash }) => {
    const work = await Work.begin(tx, companyId, { userId: 0, application: '' })
    const [user] = await work.load('users', sql`id = ${userId} and active = 1`)
    if (!user) throw new RequestError(417, 'the user is archived')
    await loadInvitations(work, [userId])
    const by = { contact_method: 'email', contact_info: '', created_by_user_id: 0 } as const
    const { expires } = invite(work, { ...by, user_id: userId, hash })
    await work.flush()
    return expires
  },
)

/** Sets the password of whom a link invites, and signs that person out everywhere else; gives why not, if so. */
export const spendInvitation: Operation<{ companyId: number; hash: string; password: string }, Worthless | undefined> =
  operation('oauth.spendInvitation', async (tx, { companyId, hash, password }) => {
    const work = await Work.begin(tx, companyId, { userId: 0, application: '' })
    const [invitation] = (await work.load('invitations', sql`hash = ${hash}`)) as Invitation[]
    const [user] = invitation ? await work.load('users', sql`id = ${invitation.user_id}`) : []
    const worthless = worthlessness(invitation && { ...invitation, active: user?.active ? 1 : 0 }, tx.now)
    if (worthless) return worthless
    // The link of an invitation to an address was mailed there, and nobody else has seen it.
    const proven = invitation!.contact_info !== '' && fold(invitation!.contact_info) === fold(user!.email)
    const email_verified = user!.email_verified || proven
    work.change('users', user!.id, { password, require_password_change: false, email_verified })
    work.change('invitations', invitation!.id, { accepted: tx.now })
    await tx.run(sql`delete from sessions where company_id = ${companyId} and user_id = ${user!.id}`)
    await work.flush()
    return undefined
  })

type Standing = { accepted: number; expires: number; active: number }

function worthlessness(standing: Standing | undefined, now: number): Worthless | undefined {
  if (!standing || standing.active === 0) return 'unknown'
  if (standing.accepted > 0) return 'used'
  return standing.expires <= now ? 'expired' : undefined
}
