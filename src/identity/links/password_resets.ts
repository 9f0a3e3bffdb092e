import { companyNamed } from '../../company/companies.ts'
import { linkHere, queueMail } from '../../company/mail/mail_queue.ts'
import { loadSettings, translateFor } from '../../company/settings/settings.ts'
import { RequestError } from '../../engine/errors.ts'
import { fold, type Operation, oneRow, operation, sql } from '../../engine/sql.ts'
import { UnitOfWork } from '../../engine/unit_of_work.ts'
import type { User } from '../../resources/users/record.ts'
import { msg } from '../../rules/language/messages.ts'
import type { World } from '../../world.ts'
import { digest } from '../factors/secrets.ts'
import { type Account, newToken } from '../names.ts'
import { findPerson } from '../people.ts'
import { countAttempt, countersOf } from '../throttle.ts'
import { linkPath, resetLife } from './links.ts'

/** The most links emailed to one person while a link is valid, so requests by others cannot flood a mailbox. */
const resetsMax = 3

/** Requests processed per round. */
const requestsMax = 200

/**
 * Records a request for a new password. Whether the person exists is checked later (`answerRequests`), so neither the
 * response nor its timing reveals it. Returns the seconds to wait, 0 when the request was recorded.
 */
export async function askForReset(
  world: World,
  { company, name, ip }: { company: string; name: string; ip: string },
): Promise<number> {
  const counters = countersOf('forgotten', { company, name, ip })
  const waitSeconds = await countAttempt(world, counters)
  if (waitSeconds > 0) return waitSeconds
  const id = world.random(12).toString('base64url')
  await world.db.write(noteRequest, { id, company, name }, world.now())
  return 0
}

/** Emails a link for each pending request that matches a person with an address. Part of a round. */
export async function answerRequests({ db, now }: World): Promise<void> {
  const requests = await db.read.all<{ id: string }>(
    sql`select id from password_requests order by created limit ${requestsMax}`,
  )
  for (const { id } of requests) await db.write(answerRequest, { id }, now())
}

/**
 * Creates a link to choose a new password: emails it if possible, otherwise returns it, only this once. RequestError
 * 404, 417.
 */
export async function createReset(
  world: World,
  { companyId, userId }: Account,
): Promise<{ mailedTo: string } | { path: string; expires: number }> {
  const token = newToken(world, companyId)
  const input = { companyId, userId, hash: digest(token), mail: world.mailer !== undefined }
  const { mailedTo, expires } = await world.db.write(issueReset, input, world.now())
  return mailedTo ? { mailedTo } : { path: linkPath('reset', token), expires }
}

/** Stores a request unchecked. */
export const noteRequest: Operation<{ id: string; company: string; name: string }, void> = operation(
  'identity.noteRequest',
  async (tx, { id, company, name }) => {
    await tx.run(sql`insert into password_requests (id, company, name, created)
      values (${id}, ${company}, ${name}, ${tx.now})`)
  },
)

/** Queues the email for a request if it matches a person; deletes the request either way. */
export const answerRequest: Operation<{ id: string }, void> = operation(
  'identity.answerRequest',
  async (tx, { id }) => {
    const request = await tx.get<{ company: string; name: string; created: number }>(
      sql`select company, name, created from password_requests where id = ${id}`,
    )
    const mine = await tx.run(sql`delete from password_requests where id = ${id}`)
    if (!request || mine === 0 || request.created <= tx.now - resetLife) return
    const companyId = request.company.startsWith('#')
      ? Number(request.company.slice(1))
      : await companyNamed(tx, request.company)
    if (companyId === undefined) return
    const person = await findPerson(tx, companyId, request.name, { unverified: true })
    if (!person?.email) return
    const recent = await oneRow<{ count: number }>(
      tx,
      sql`select count(*) as count from password_resets
    where company_id = ${companyId} and user_id = ${person.id} and created > ${tx.now - resetLife}`,
    )
    if (recent.count >= resetsMax) return
    const work = await UnitOfWork.begin(tx, companyId, { userId: 0, application: '' })
    const [user] = await work.load('users', sql`id = ${person.id} and active = 1`)
    await loadSettings(work.company)
    if (user) mailReset(work, user, 'person')
    await work.flush()
  },
)

/** Stores a link, or queues an email with one. Returns the address mailed to, '' for none. RequestError 404, 417. */
export const issueReset: Operation<Account & { hash: string; mail: boolean }, { mailedTo: string; expires: number }> =
  operation('identity.issueReset', async (tx, { companyId, userId, hash, mail }) => {
    const work = await UnitOfWork.begin(tx, companyId, { userId: 0, application: '' })
    const [user] = await work.load('users', sql`id = ${userId}`)
    if (!user) throw new RequestError(404, 'user_not_found')
    if (!user.active) throw new RequestError(417, 'user_archived')
    const expires = tx.now + resetLife
    const mailedTo = mail ? user.email : ''
    await loadSettings(work.company)
    if (mailedTo) mailReset(work, user, 'administrator')
    else appendReset(work, { user_id: userId, address: '', hash, expires })
    await work.flush()
    return { mailedTo, expires }
  })

type Asker = 'person' | 'administrator'

const reasons: Record<Asker, string> = {
  person: msg(
    'Someone, probably you, asked for a new password for your account at {company}. Your username is {username}.',
  ),
  administrator: msg(
    'An administrator asked you to choose a new password for your account at {company}. Your username is {username}.',
  ),
}

/** Queues the email with a link. Call it after `loadSettings`. */
function mailReset(work: UnitOfWork, user: User, asker: Asker): void {
  const { name: company } = work.company.row
  const t = translateFor(work.company, user)
  const { id: user_id, email: address, username } = user
  const until = work.tx.now + resetLife
  const recordId = appendReset(work, { user_id, address, hash: '', expires: until })
  queueMail(work, {
    user_id,
    address,
    subject: t('{company}: choose a new password', { company }),
    paragraphs: [
      t('Hello {name},', { name: `${user.first_name} ${user.last_name}`.trim() }),
      t(reasons[asker], { company, username }),
      t('Choose one with this link, which works once, for one hour:'),
      linkHere,
      t('If you do not want a new password, ignore this email. Your current password still works.'),
    ],
    link: { kind: 'reset', recordId },
    until,
  })
}

function appendReset(
  work: UnitOfWork,
  row: { user_id: number; address: string; hash: string; expires: number },
): number {
  const id = work.nextId()
  work.append('password_resets', { id, ...row, accepted: 0, created: work.tx.now })
  return id
}

/** The company as stored in a request: `#` and its id, or the text that was typed. */
export function companyKey(companyId: number | undefined, typed: string): string {
  return companyId === undefined ? fold(typed).replaceAll('#', '').slice(0, 100) : `#${companyId}`
}
