import type { FastifyReply, FastifyRequest } from 'fastify'
import type { LinkKind } from '../company/mail_queue.ts'
import { fold, name, type Operation, operation, type Row, sql } from '../engine/sql.ts'
import { UnitOfWork } from '../engine/unit_of_work.ts'
import type { User } from '../resources/users.ts'
import type { Fields } from './csrf.ts'
import type { Dependencies } from './dependencies.ts'
import { linkTables } from './links.ts'
import { type Account, companyOfToken } from './names.ts'
import { replacePassword } from './passwords.ts'
import { hashPassword, twiceProblem } from './people.ts'
import { digest } from './secrets.ts'
import { mayEnter, notFromHere } from './sign_in.ts'
import { enter } from './stages.ts'
import { beginAttempt, countersOf, forgiveAttempt, waitText } from './throttle.ts'

/** Why a link does not work. */
export type Worthless = 'unknown' | 'expired' | 'used'

/** Whom a link lets in. */
export type Guest = Account & { person: string; company: string; username: string }

/** Looks at a link to set a password. */
export async function readLink(
  { world }: Dependencies,
  kind: LinkKind,
  token: string,
): Promise<Guest | { worthless: Worthless }> {
  const companyId = companyOfToken(token)
  if (companyId === undefined) return { worthless: 'unknown' }
  const row = await world.db.read.get<Row>(sql`select l.user_id, l.accepted, l.expires, u.first_name, u.last_name,
      u.username, u.active, c.name
    from ${name(linkTables[kind])} l join users u on u.company_id = l.company_id and u.id = l.user_id
    join companies c on c.company_id = l.company_id
    where l.company_id = ${companyId} and l.hash = ${digest(token)}`)
  const worthless = worthlessness(row as Standing | undefined, world.now())
  if (worthless) return { worthless }
  const { user_id, first_name, last_name, username, name: company } = row!
  const person = `${first_name} ${last_name}`.trim() || String(username)
  return { companyId, userId: user_id as number, person, company: String(company), username: String(username) }
}

/** What came of the form: the person is in or has one more step, the link is worthless, or something has to be mended. */
type Accepted =
  | 'accepted'
  | { worthless: Worthless }
  | { wait: string; waitSeconds: number }
  | { guest: Guest; status: number; problem: string }

/** Handles the form behind a link: throttled, and the link is spent only when a password was set with it. */
export async function acceptLink(
  deps: Dependencies,
  request: FastifyRequest,
  reply: FastifyReply,
  { kind, token }: { kind: LinkKind; token: string },
  { password = '', again = '' }: Fields,
): Promise<Accepted> {
  const { world } = deps
  const counters = countersOf('link', { company: '', name: kind, ip: request.ip })
  const waitSeconds = await world.db.write(beginAttempt, counters, world.now())
  if (waitSeconds > 0) return { wait: waitText(waitSeconds), waitSeconds }
  const guest = await readLink(deps, kind, token)
  if ('worthless' in guest) return guest
  await world.db.write(forgiveAttempt, counters, world.now())

  const problem = twiceProblem(password, again)
  if (problem) return { guest, status: 422, problem }
  if (!(await mayEnter(deps, guest, request.ip))) return { guest, status: 403, problem: notFromHere }
  const { companyId, userId } = guest
  const input = { companyId, kind, hash: digest(token), password: await hashPassword(password) }
  const spent = await world.db.write(spendLink, input, world.now())
  if (spent) return { worthless: spent }
  await enter(deps, request, reply, { companyId, userId })
  return 'accepted'
}

type Spent = { companyId: number; kind: LinkKind; hash: string; password: string }

/** Sets the password of whom a link is for, and signs that person out everywhere else; gives why not, if so. */
export const spendLink: Operation<Spent, Worthless | undefined> = operation(
  'identity.spendLink',
  async (tx, { companyId, kind, hash, password }) => {
    const work = await UnitOfWork.begin(tx, companyId, { userId: 0, application: '' })
    const table = name(linkTables[kind])
    const link = await tx.get<Row>(sql`select * from ${table} where company_id = ${companyId} and hash = ${hash}`)
    const [user] = (link ? await work.load('users', sql`id = ${link.user_id}`) : []) as User[]
    const worthless = worthlessness(link && ({ ...link, active: user?.active ? 1 : 0 } as Standing), tx.now)
    if (worthless) return worthless
    // The link of an invitation to an address, or of a reset, was mailed there and nobody else has seen it.
    const address = fold(String(link!.contact_info ?? link!.address))
    const email_verified = user!.email_verified || (address !== '' && address === fold(user!.email))
    await tx.run(sql`update ${table} set accepted = ${tx.now} where company_id = ${companyId} and hash = ${hash}`)
    await replacePassword(work, user!, { password, own: true, email_verified })
    await work.flush()
    return undefined
  },
)

type Standing = { accepted: number; expires: number; active: number }

function worthlessness(standing: Standing | undefined, now: number): Worthless | undefined {
  if (!standing || standing.active === 0) return 'unknown'
  if (standing.accepted > 0) return 'used'
  return standing.expires <= now ? 'expired' : undefined
}
