import { loadSettings } from '../../company/settings/settings.ts'
import { RequestError } from '../../engine/errors.ts'
import { inList, type Operation, operation, sql } from '../../engine/sql.ts'
import { UnitOfWork } from '../../engine/unit_of_work.ts'
import { invite, loadInvitations, mailInvitation } from '../../resources/invitations.ts'
import type { User } from '../../resources/users/record.ts'
import { firstOf } from '../../rules/elements.ts'
import type { World } from '../../world.ts'
import { digest } from '../factors/secrets.ts'
import { type Account, newToken } from '../names.ts'
import { linkPath } from './links.ts'

/** Creates a link that sets a password and signs the person in, once, while it is valid. Earlier links stop working. */
export async function createInvitation(world: World, of: Account): Promise<{ path: string; expires: number }> {
  const token = newToken(world, of.companyId)
  const { expires } = await world.db.write(issueInvitation, { ...of, hash: digest(token), mail: false }, world.now())
  return { path: linkPath('invitation', token), expires }
}

/** Invites a person: emails the link if possible, otherwise returns it, only this once. RequestError 404, 417. */
export async function sendInvitation(
  world: World,
  of: Account,
): Promise<{ mailedTo: string } | { path: string; expires: number }> {
  const token = newToken(world, of.companyId)
  const input = { ...of, hash: digest(token), mail: world.mailer !== undefined }
  const { mailedTo, expires } = await world.db.write(issueInvitation, input, world.now())
  return mailedTo ? { mailedTo } : { path: linkPath('invitation', token), expires }
}

type Issued = { mailedTo: string; expires: number }

/** Creates links for several people, in the order of their ids. All or none: RequestError 404, 417. */
export async function createInvitations(
  world: World,
  companyId: number,
  userIds: readonly number[],
): Promise<{ userId: number; path: string; expires: number }[]> {
  const links = userIds.map((userId) => ({ userId, token: newToken(world, companyId) }))
  const people = links.map(({ userId, token }) => ({ userId, hash: digest(token) }))
  const { expires } = await world.db.write(issueInvitations, { companyId, people }, world.now())
  return links.map(({ userId, token }) => ({ userId, path: linkPath('invitation', token), expires }))
}

/** Stores an invitation with the link's hash, or queues an email with a link. Returns the address mailed to, '' for none. */
export const issueInvitation: Operation<Account & { hash: string; mail: boolean }, Issued> = operation(
  'identity.issueInvitation',
  async (tx, { companyId, userId, hash, mail }) => {
    const work = await UnitOfWork.begin(tx, companyId, { userId: 0, application: '' })
    const user = firstOf(await invitedPeople(work, [userId]))
    await loadSettings(work.company)
    const mailedTo = mail ? user.email : ''
    const by = { contact_method: 'email', contact_info: mailedTo, created_by_user_id: 0 } as const
    const invitation = invite(work, { ...by, user_id: userId, hash: mailedTo ? '' : hash })
    if (mailedTo) mailInvitation(work, invitation, user)
    await work.flush()
    return { mailedTo, expires: invitation.expires }
  },
)

type Several = { companyId: number; people: readonly { userId: number; hash: string }[] }

/** Stores invitations of several people with the hashes of their links. */
export const issueInvitations: Operation<Several, { expires: number }> = operation(
  'identity.issueInvitations',
  async (tx, { companyId, people }) => {
    const work = await UnitOfWork.begin(tx, companyId, { userId: 0, application: '' })
    await invitedPeople(
      work,
      people.map(({ userId }) => userId),
    )
    const by = { contact_method: 'email', contact_info: '', created_by_user_id: 0 } as const
    const made = people.map(({ userId, hash }) => invite(work, { ...by, user_id: userId, hash }))
    await work.flush()
    return { expires: firstOf(made).expires }
  },
)

/** Loads people who are about to be invited, with the invitations that this replaces. RequestError 404, 417. */
async function invitedPeople(work: UnitOfWork, userIds: readonly number[]): Promise<readonly User[]> {
  const users = await work.load('users', inList(sql`id`, userIds))
  if (users.length < userIds.length) throw new RequestError(404, 'user_not_found')
  if (users.some(({ active }) => !active)) throw new RequestError(417, 'user_archived')
  await loadInvitations(work, userIds)
  return users
}
