import { visible } from '../company/rights/visible.ts'
import { moveVersion } from '../company/versions.ts'
import { type Context, may } from '../engine/context.ts'
import { Refusal, RequestError } from '../engine/errors.ts'
import { hidden, id, instant, numberOf, oneOf, ref, text, type ValuesOf } from '../engine/fields.ts'
import { after, anyOf, before, exactly, exactlyNumber, type Filter } from '../engine/filters.ts'
import { resource } from '../engine/resource.ts'
import { inList, operation, sql } from '../engine/sql.ts'
import { type Channel, type KindName, kindNames } from '../rules/notifications/kinds.ts'
import { reason } from '../rules/refusals/reason.ts'

/** Maximum length of a message in characters. */
export const messageMax = 2000

const fields = {
  id: id(),
  msg_tracking_id: text({ access: 'read-only', initial: (ctx) => trackingId(ctx.uuid()) }),
  user_id: ref('users', {
    access: 'create',
    initial: (ctx) => ctx.actor.userId,
    about: 'Recipient; the requester if omitted.',
  }),
  message: text({ access: 'create', required: true, min: 1, max: messageMax }),
  method: oneOf(['push', 'email', 'dashboard'], { access: 'create', about: 'How it is delivered.' }),
  delivery_time: instant({
    access: 'create',
    initial: (ctx) => ctx.now,
    about: 'When it is due; a past time means now.',
  }),
  created: instant({ access: 'read-only' }),
  precheck: oneOf(['none', 'on_the_clock', 'off_the_clock'], {
    access: 'create',
    about: 'Checked at delivery: discarded unless the recipient is on, or off, the clock.',
  }),
  state: hidden(oneOf(['scheduled', 'sending', 'delivered', 'discarded', 'failed'])),
  kind: hidden(oneOf(kindNames)),
  channels: hidden(text()),
  path: hidden(text()),
  read_at: hidden(instant()),
  last_modified: hidden(instant()),
}

declare module '../engine/table.ts' {
  interface Tables {
    notifications: ValuesOf<typeof fields>
  }
}

/** Messages scheduled for delivery to a user. Once delivered or discarded, they no longer exist for the API. */
export const notifications = resource('notifications', {
  about: 'Messages scheduled for delivery to a user.',
  volatile: true,
  pageDefault: 50,
  order: sql`delivery_time, id`,
  fields,
  filters: {
    ids: anyOf('id'),
    user_id: {
      ...exactlyNumber('user_id', {
        about: 'Only administrators may name another user; 0 is every user you may name.',
      }),
      condition: (value) => (value === 0 ? sql`1 = 1` : sql`user_id = ${value}`),
    } satisfies Filter<number>,
    delivery_before: before('delivery_time'),
    delivery_after: after('delivery_time'),
    msg_tracking_id: exactly('msg_tracking_id'),
  },
  visible: visible('notifications'),
  listable({ values, given }, { actor }) {
    const { home } = actor
    const other = values.user_id !== undefined && values.user_id !== 0 && values.user_id !== actor.userId
    if (other && !may(actor)) throw new RequestError(403, 'others_notifications_for_administrators_only')
    // Without any filter, the requester's own; no one has any in a managed client.
    if (!home && !given.has('user_id') && !given.has('ids') && !given.has('msg_tracking_id'))
      values.user_id = actor.userId
  },
  async facts(items, { company, actor }) {
    const named = items.map((item) => numberOf(item.user_id)).filter(Number.isInteger)
    await company.look('users', [...named, actor.userId])
  },
  create(draft, { actor, now, work }) {
    if (draft.user_id !== actor.userId && !may(actor))
      throw new Refusal(417, 'notifying_others_for_administrators_only')
    if (!work.get('users', draft.user_id)?.active)
      throw new Refusal(417, 'no_active_user', { field: 'user_id', id: draft.user_id })
    return work.insert('notifications', { ...draft, delivery_time: Math.max(draft.delivery_time, now) })
  },
  remove(row, { work }) {
    work.remove('notifications', row.id)
  },
  absent: { status: 404, reason: reason('notification_gone') },
})

/** A notification from the server itself: its text, and the page of the app where the recipient can act on it. */
type Note = {
  user_id: number
  kind: KindName
  message: string
  path?: string
  /** The channels to use, if not decided by the recipient's choices alone. */
  channels?: readonly Channel[]
  precheck?: 'none' | 'on_the_clock' | 'off_the_clock'
}

/** Sends a user a notification from the server itself, now. Returns its id. */
export function notify(note: Note, { work, now, uuid }: Pick<Context, 'work' | 'now' | 'uuid'>): number {
  const { user_id, kind, message, path = '', channels = [], precheck = 'none' } = note
  const row = { msg_tracking_id: trackingId(uuid()), user_id, message, delivery_time: now, precheck }
  const about = { kind, path, channels: channels.join(), read_at: 0 }
  return work.insert('notifications', { ...row, ...about, method: 'push', state: 'scheduled' }).id
}

/** Adds to the single message that this request sends a user, if there is space; `more` stands for the rest. */
export function addNews(
  note: Note,
  { messages, more }: { messages: Map<number, number>; more: string },
  ctx: Pick<Context, 'work' | 'now' | 'uuid'>,
): void {
  const { user_id, message: text } = note
  const sent = ctx.work.get('notifications', messages.get(user_id) ?? 0)
  if (!sent) messages.set(user_id, notify(note, ctx))
  else if (!sent.message.endsWith(more)) {
    const longer = `${sent.message}\n${text}`
    const message = longer.length + more.length <= messageMax ? longer : sent.message + more
    ctx.work.change('notifications', sent.id, { message })
  }
}

/**
 * Marks a user's notifications as read, or with null all that are due. Touches the company's version, so the user's
 * other browsers notice.
 */
export const markRead = operation(
  'markRead',
  async (tx, { companyId, userId, ids }: { companyId: number; userId: number; ids: number[] | null }) => {
    const which = ids ? inList(sql`id`, ids) : sql`1 = 1`
    const changed = await tx.run(sql`update notifications set read_at = ${tx.now}
      where company_id = ${companyId} and user_id = ${userId} and read_at = 0 and delivery_time <= ${tx.now} and ${which}`)
    if (changed > 0) await moveVersion(tx, companyId, 'read_messages')
  },
)
/**
 * A source of ids for `notify` in one transaction, derived from one UUID, as an operation cannot be passed a function.
 */
export function uuidsFrom(uuid: string): () => string {
  const start = uuid.replaceAll('-', '').slice(0, 8)
  let count = 0
  return () => `${start}${(count++).toString(16).padStart(8, '0')}`
}

function trackingId(uuid: string): string {
  return uuid.replaceAll('-', '').slice(0, 16)
}
