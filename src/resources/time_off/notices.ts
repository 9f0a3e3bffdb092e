import { tells } from '../../company/mail/notification_choices.ts'
import { approversOf } from '../../company/rights/approvers.ts'
import { translateFor } from '../../company/settings/settings.ts'
import type { Context } from '../../engine/context.ts'
import type { RecordOf } from '../../engine/table.ts'
import { msg, type Translate } from '../../rules/language/messages.ts'
import { notify } from '../notifications.ts'
import type { User } from '../users/record.ts'

type Entry = RecordOf<'time_off_request_entries'>
type TimeOffRequest = RecordOf<'time_off_requests'>

/**
 * Notifies the approvers of a new request: the managers of the person's group, or the administrators if it has none.
 */
export function notifyApprovers(request: TimeOffRequest, owner: User, ctx: Context): void {
  const values = { name: `${owner.first_name} ${owner.last_name}`, ...daysOf(request, ctx) }
  const message = (t: Translate) =>
    values.first === values.last
      ? t('{name} requested time off on {first}.', values)
      : t('{name} requested time off from {first} to {last}.', values)
  for (const id of approversOf(owner, ctx.company))
    if (id !== ctx.actor.userId) send({ user_id: id, kind: 'submitted', message }, ctx)
}

/** Notifies a person of another user's decision about their request. */
export function notifyOwner(request: TimeOffRequest, owner: User, ctx: Context): void {
  notifyOfAnswer(owner, daysOf(request, ctx), request.status, ctx)
}

/** The same for a single entry. */
export function notifyOwnerOfEntry(entry: Entry, owner: User, ctx: Context): void {
  notifyOfAnswer(owner, { first: entry.date, last: entry.date }, entry.status, ctx)
}

type Days = { first: string; last: string }

const answers: Record<Entry['status'], { day: string; days: string }> = {
  pending: {
    day: msg('Your time off on {first} is pending.'),
    days: msg('Your time off from {first} to {last} is pending.'),
  },
  approved: {
    day: msg('Your time off on {first} is approved.'),
    days: msg('Your time off from {first} to {last} is approved.'),
  },
  denied: {
    day: msg('Your time off on {first} is denied.'),
    days: msg('Your time off from {first} to {last} is denied.'),
  },
  canceled: {
    day: msg('Your time off on {first} is canceled.'),
    days: msg('Your time off from {first} to {last} is canceled.'),
  },
}

function notifyOfAnswer(owner: User, days: Days, status: Entry['status'], ctx: Context): void {
  if (owner.id === ctx.actor.userId) return
  const text = answers[status][days.first === days.last ? 'day' : 'days']
  send({ user_id: owner.id, kind: 'answered', message: (t) => t(text, days) }, ctx)
}

type Notice = { user_id: number; kind: 'submitted' | 'answered'; message: (t: Translate) => string }

function send({ message, ...note }: Notice, ctx: Context): void {
  const user = ctx.work.get('users', note.user_id)
  if (!user?.active || !tells(ctx.company, note.kind)) return
  notify({ ...note, message: message(translateFor(ctx.company, user)), path: '/time_off' }, ctx)
}

function daysOf(request: TimeOffRequest, { work }: Context): Days {
  const dates = request.time_off_request_entries
    .map((id) => work.get('time_off_request_entries', id)?.date ?? '')
    .sort()
  const [first = '', last = first] = [dates[0], dates.at(-1)]
  return { first, last }
}
