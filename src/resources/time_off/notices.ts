import { approversOf } from '../../company/approvers.ts'
import { tells } from '../../company/notification_choices.ts'
import type { Context } from '../../engine/context.ts'
import { notify } from '../notifications.ts'
import type { Entry } from '../time_off_request_entries.ts'
import type { TimeOffRequest } from '../time_off_requests.ts'
import type { User } from '../users.ts'

/**
 * Notifies the approvers of a new request: the managers of the person's group, or the administrators if it has none.
 */
export function notifyApprovers(request: TimeOffRequest, owner: User, ctx: Context): void {
  const message = `${owner.first_name} ${owner.last_name} requested time off ${daysOf(request, ctx)}.`
  for (const id of approversOf(owner, ctx.company))
    if (id !== ctx.actor.userId) send({ user_id: id, kind: 'submitted', message }, ctx)
}

/** Notifies a person of another user's decision about their request. */
export function notifyOwner(request: TimeOffRequest, owner: User, ctx: Context): void {
  notifyOfAnswer(owner, `Your time off ${daysOf(request, ctx)} is ${request.status}.`, ctx)
}

/** The same for a single entry. */
export function notifyOwnerOfEntry(entry: Entry, owner: User, ctx: Context): void {
  notifyOfAnswer(owner, `Your time off on ${entry.date} is ${entry.status}.`, ctx)
}

function notifyOfAnswer(owner: User, message: string, ctx: Context): void {
  if (owner.id !== ctx.actor.userId) send({ user_id: owner.id, kind: 'answered', message }, ctx)
}

function send(note: { user_id: number; kind: 'submitted' | 'answered'; message: string }, ctx: Context): void {
  const user = ctx.work.get<User>('users', note.user_id)
  if (user?.active && tells(ctx.company, note.kind)) notify({ ...note, path: '/time_off' }, ctx)
}

function daysOf(request: TimeOffRequest, { work }: Context): string {
  const dates = request.time_off_request_entries
    .map((id) => work.get<Entry>('time_off_request_entries', id)?.date ?? '')
    .sort()
  const [first = '', last = first] = [dates[0], dates.at(-1)]
  return first === last ? `on ${first}` : `from ${first} to ${last}`
}
