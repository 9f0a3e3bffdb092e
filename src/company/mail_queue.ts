import type { UnitOfWork } from '../engine/unit_of_work.ts'
import type { KindName } from '../rules/notifications/kinds.ts'

/** What a link in a mail is to: an invitation, or the choice of a new password. */
export type LinkKind = 'invitation' | 'reset'

/** A mail to a person of the company. */
type NewMail = {
  user_id: number
  address: string
  subject: string
  /** Plain text. One that is `linkHere` becomes the link. In mails of notifications lines stay lines. */
  paragraphs: readonly string[]
  link?: { kind: LinkKind; recordId: number }
  /** When it is worth nothing any more, if it could not be sent. */
  until: number
  /** Of a notification: its kind, the page of the app that it is about, and the row of `deliveries` that it settles. */
  kind?: KindName
  path?: string
  deliveryId?: number
  /** When it goes, microseconds; at once when left out. */
  due?: number
}

/** The paragraph of a mail where its link will stand. Nothing that leads anywhere is stored. */
export const linkHere = '{link}'

/** Queues a mail in the transaction of what causes it: it goes when that is committed, and only then. */
export function queueMail(
  work: UnitOfWork,
  { link, paragraphs, deliveryId = 0, due = work.tx.now, ...mail }: NewMail,
): void {
  const { kind = '', path = '' } = mail
  // Names in it may hold line breaks, which would make paragraphs of their own.
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
  })
}
