import { linkHere, queueMail } from '../company/mail/mail_queue.ts'
import { refuseUnconfirmed } from '../company/rights/confirmed.ts'
import { visible } from '../company/rights/visible.ts'
import { loadSettings, translateFor } from '../company/settings/settings.ts'
import { type Context, may } from '../engine/context.ts'
import { Refusal } from '../engine/errors.ts'
import { hidden, id, instant, numberOf, oneOf, ref, text, type ValuesOf } from '../engine/fields.ts'
import { resource } from '../engine/resource.ts'
import { inList, sql } from '../engine/sql.ts'
import { idMax } from '../engine/table.ts'
import type { UnitOfWork } from '../engine/unit_of_work.ts'
import { firstOf } from '../rules/elements.ts'
import { invitationDays } from '../rules/people/invitation_days.ts'
import { isOwnClaim } from '../rules/people/vouching.ts'
import { identityKey, isPlain, plainOf } from '../rules/text/identity.ts'
import { day } from '../rules/time/calendar.ts'
import type { User } from './users/record.ts'

const addressMax = 254
const address = /^[^\s@,;<>]+@[^\s@,;<>]+$/
const sent = { access: 'sent' } as const

const fields = {
  id: hidden(id()),
  contact_method: contactMethod(),
  contact_info: text({
    ...sent,
    max: addressMax,
    trim: true,
    about: 'Email address; the user’s own if omitted.',
  }),
  user_id: ref('users', { ...sent, about: 'The user to invite; the user with that address if omitted.' }),
  hash: { ...hidden(text()), secret: true },
  created_by_user_id: hidden(ref('users', { initial: ({ actor }) => actor.userId })),
  expires: hidden(instant()),
  accepted: hidden(instant()),
  created: hidden(instant()),
  last_modified: hidden(instant()),
}

/** Lets a person set a password and sign in. A later invitation replaces an earlier one. */
type Invitation = ValuesOf<typeof fields>

declare module '../engine/table.ts' {
  interface Tables {
    invitations: ValuesOf<typeof fields>
  }
}

/** Invitations to sign in. They cannot be listed, as they are only messages to be sent. */
export const invitations = resource('invitations', {
  about: `Invitations to set a password and sign in, valid for ${invitationDays} days. Each one replaces the user’s earlier ones.`,
  example: { contact_method: 'email', contact_info: 'wanda@example.com', user_id: 5102 },
  volatile: true,
  order: sql`id`,
  fields,
  filters: {},
  visible: visible('invitations'),
  async facts(items, { work }) {
    await loadSettings(work.company)
    const userIds = items.map((item) => numberOf(item.user_id)).filter(Number.isInteger)
    const keys = items.flatMap(({ contact_info }) => addressKey(contact_info))
    const people = await work.load(
      'users',
      sql`(${inList(sql`id`, userIds.filter(isId))} or (email_key <> '' and ${inList(sql`email_key`, keys)}))`,
    )
    await loadInvitations(
      work,
      people.map((user) => user.id),
    )
  },
  create(draft, ctx) {
    if (!may(ctx.actor, 'manage_users')) throw new Refusal(400, 'manage_users_needed', { doing: 'inviting people' })
    if (draft.contact_method === 'sms') throw new Refusal(400, 'no_text_messages')
    if (draft.contact_info !== '' && !address.test(draft.contact_info)) throw new Refusal(400, 'not_an_email')
    if (!isPlain(draft.contact_info))
      throw new Refusal(400, 'letters_not_plain', { field: 'contact_info', plain: plainOf(draft.contact_info) })
    const user = invited(draft, ctx)
    if (!user.active) throw new Refusal(400, 'user_archived', { field: 'user_id' })
    if (user.permissions.admin && !ctx.actor.isAdmin) throw new Refusal(400, 'inviting_admin_not_allowed')
    if (user.id === ctx.actor.userId && !ctx.actor.home) throw new Refusal(400, 'inviting_yourself')
    const contact_info = draft.contact_info || user.email
    if (contact_info === '') throw new Refusal(400, 'no_email_address')
    refuseUnconfirmed(ctx.actor, ctx.now)
    const invitation = invite(ctx.work, { ...draft, user_id: user.id, contact_info })
    mailInvitation(ctx.work, invitation, user)
    ctx.work.audit({ kind: 'sign_ins', event: 'invitation made', type: 'users', id: user.id })
    return { ...invitation, _status: 201 }
  },
})

/** Loads these people's invitations, which a new one replaces. */
export async function loadInvitations(work: UnitOfWork, userIds: readonly number[]): Promise<void> {
  if (userIds.length > 0) await work.load('invitations', inList(sql`user_id`, userIds))
}

/** Invites a user; their earlier invitations, which must be loaded, become invalid. */
export function invite(
  work: UnitOfWork,
  given: Pick<Invitation, 'user_id' | 'contact_method' | 'contact_info' | 'hash' | 'created_by_user_id'>,
): Invitation {
  const { user_id, contact_method, contact_info, hash, created_by_user_id } = given
  const own = { user_id, contact_method, contact_info, hash, created_by_user_id }
  for (const earlier of work.all('invitations')) if (earlier.user_id === user_id) work.remove('invitations', earlier.id)
  return work.insert('invitations', {
    ...own,
    expires: work.tx.now + invitationDays * day,
    accepted: 0,
    created: 0,
  })
}

/** Queues the mail with the link of an invitation. Call it after `loadSettings`. */
export function mailInvitation(work: UnitOfWork, { id, contact_info, expires }: Invitation, user: User): void {
  const { name: company } = work.company.row
  const t = translateFor(work.company, user)
  const name = `${user.first_name} ${user.last_name}`.trim()
  queueMail(work, {
    user_id: user.id,
    address: contact_info,
    subject: t('{company}: set your password and sign in', { company }),
    paragraphs: [
      t('Hello {name},', { name }),
      t('{company} tracks time with Clockhouse, and you are invited to join. Your username is {username}.', {
        company,
        username: user.username,
      }),
      t('Set a password to sign in. The link works once and expires in {days} days.', { days: invitationDays }),
      linkHere,
      t('If you were not expecting this email, you can ignore it.'),
    ],
    link: { kind: 'invitation', recordId: id },
    until: expires,
  })
}

/** The user an item refers to, by id, by address or by both. */
function invited({ user_id, contact_info }: Invitation, { work }: Context): User {
  const key = identityKey(contact_info)
  const holders = work.all('users').filter((user) => key !== '' && identityKey(user.email) === key && !isOwnClaim(user))
  if (user_id !== 0) {
    const user = work.get('users', user_id)
    if (!user) throw new Refusal(400, 'no_such_user', { field: 'user_id', id: user_id })
    if (holders.length > 0 && !holders.includes(user)) throw new Refusal(400, 'address_of_another_user')
    return user
  }
  if (key === '') throw new Refusal(400, 'invitee_missing')
  if (holders.length !== 1)
    throw new Refusal(400, 'not_one_holder', { count: holders.length === 0 ? 'no' : 'more than one' })
  return firstOf(holders)
}

function contactMethod() {
  const kind = oneOf(['sms', 'email'], { ...sent, required: true, about: 'How the invitation is sent.' })
  return {
    ...kind,
    parse: (value: unknown, name: string) => {
      if (value === 'sms' || value === 'email') return value
      throw new Refusal(400, 'not_sms_or_email', { field: name })
    },
  }
}

/** An address in the form used to look up users; empty if it cannot be one. */
function addressKey(value: unknown): string[] {
  if (typeof value !== 'string' || value.length > 2 * addressMax || value.includes('\0') || !value.isWellFormed())
    return []
  return value.trim() === '' ? [] : [identityKey(value)]
}

function isId(number: number): boolean {
  return number > 0 && number <= idMax
}
