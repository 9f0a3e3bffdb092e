import type { UnitOfWork } from '../../engine/unit_of_work.ts'
import type { KindName } from '../../rules/notifications/kinds.ts'

/** The purpose of a link in a mail: accepting an invitation, or choosing a new password. */
export type LinkKind = 'invitation' | 'reset'

/** An email to a person of the company. */
type NewMail = {
  user_id: number
  address: string
  subject: string
  /** Plain text. A paragraph that is `linkHere` becomes the link. Notifications keep their line breaks. */
  paragraphs: readonly string[]
  link?: { kind: LinkKind; recordId: number }
  /** When to give up sending it. */
  until: number
  /** For notifications: the kind, the related page of the app, and the row of `deliveries` that sending completes. */
  kind?: KindName
  path?: string
  deliveryId?: number
  /** The description of the attached file, which is made when the email is sent; '' for none. */
  attachment?: string
  /** When to send it, in microseconds; immediately if omitted. */
  due?: number
}

/** Placeholder for a mail's link. No working link is ever stored. */
export const linkHere = '{link}'

/** Queues a mail within the transaction that causes it, so it is sent only if that commits. */
export function queueMail(
  work: UnitOfWork,
  { link, paragraphs, deliveryId = 0, due = work.tx.now, ...mail }: NewMail,
): void {
  const { kind = '', path = '', attachment = '' } = mail
  // Line breaks in names would start new paragraphs.
  const spaces = kind === '' ? /\s+/g : /[^\S\n]+/g
  work.append('mails', {
    id: work.nextId(),
    ...mail,
    text: paragraphs.map((text) => text.replaceAll(spaces, ' ')).join('\n\n'),
    link: link?.kind ?? '',
    record_id: link?.recordId ?? 0,
    state: 'queued',
    attempts: 0,
    error: '',
    created: work.tx.now,
    due,
    delivery_id: deliveryId,
    kind,
    path,
    attachment,
  })
}
