import { act, creating, partly } from '../../api/actions.ts'
import type { AnswerOf } from '../../api/contract.ts'
import type { Item, Outcome, Records } from '../../api/records.ts'
import { ask } from '../../api/request.ts'
import type { Start } from '../../api/start.ts'
import { sayOutcomes } from '../../components/dialogs/outcome.ts'
import { nameOf } from '../../components/people/names.ts'
import { t } from '../../language.ts'

type Status = AnswerOf<'POST /api/v1/invitations'>['results']['invites'][string]

/** How a link was delivered: by mail, or returned here to be shared. */
export type Sent = AnswerOf<'POST /api/console/users/{id}/invitation'>

/** An invitation by email. */
export function invitationOf(user_id: number | object, email: string): Item {
  return { contact_method: 'email', contact_info: email, user_id }
}

/** Mails people a link to set a password. The outcomes are in the order of the people. */
export async function invite(people: readonly Pick<Records['users'], 'id' | 'email'>[]): Promise<Outcome<Status>[]> {
  const items = people.map(({ id, email }) => invitationOf(id, email))
  const [outcomes = []] = await act([partly(creating('invitations', items))])
  return outcomes as Outcome<Status>[]
}

/** Says who was invited by email, and who was not. */
export function sayInvited(outcomes: readonly Outcome<unknown>[], people: readonly Records['users'][]): void {
  sayOutcomes(outcomes, people.map(nameOf), (names) =>
    names.length === 1
      ? t('{name} invited.', { name: names[0]! })
      : t('{count, plural, one {# person invited.} other {# people invited.}}', { count: names.length }),
  )
}

/** A link to hand to a person. */
export type MadeLink = AnswerOf<'POST /api/console/invitation_links'>['links'][number]

/** A link, and the person to whom it is handed. */
export type PersonLink = MadeLink & { user: Records['users'] }

/** The most links that the server creates at once. */
const linksMax = 50

/** Creates links to hand to people, in their order. Administrators only. */
export async function makeLinks(people: readonly Pick<Records['users'], 'id'>[]): Promise<MadeLink[]> {
  const made: MadeLink[] = []
  for (let start = 0; start < people.length; start += linksMax) {
    const user_ids = people.slice(start, start + linksMax).map(({ id }) => id)
    made.push(...(await ask('POST', '/api/console/invitation_links', { body: { user_ids } })).links)
  }
  return made
}

/** Who gets an email and who a link to be handed over, if the server can send email. No one invites themselves. */
export function waysOf<Person extends Pick<Records['users'], 'id' | 'email'>>(
  people: readonly Person[],
  { sends_mail, user }: Pick<Start, 'sends_mail' | 'user'>,
): { mailed: Person[]; handed: Person[] } {
  const others = people.filter(({ id }) => id !== user.id)
  const [mailed, handed] = [true, false].map((mails) =>
    others.filter(({ email }) => (sends_mail && email !== '') === mails),
  )
  return { mailed: mailed!, handed: handed! }
}

/** Creates a sign-in link for one person, an invitation or a password reset. Administrators only. */
export function makeLink(userId: number, kind: 'invitation' | 'password_reset'): Promise<Sent> {
  return ask('POST', `/api/console/users/{id}/${kind}`, { params: { id: userId } })
}

/** Signs a user out of all browsers. Administrators only. */
export function endSessions(userId: number) {
  return ask('DELETE', '/api/console/users/{id}/sessions', { params: { id: userId } })
}

/** Turns off a user's two-step verification, removes their passkeys and signs them out. */
export function clearFactors(userId: number) {
  return ask('DELETE', '/api/console/users/{id}/two_factor', { params: { id: userId } })
}
