import { approversOf } from '../../company/approvers.ts'
import { tells } from '../../company/notification_choices.ts'
import type { Context } from '../../engine/context.ts'
import { notify } from '../notifications.ts'
import type { Entry } from '../time_off_request_entries.ts'
import type { TimeOffRequest } from '../time_off_requests.ts'
import type { User } from '../users.ts'

/** Tells the managers of the person's group, or the administrators where nobody manages it, that there is a request. */
export function tellApprovers(request: TimeOffRequest, owner: User, ctx: Context): void {
  const message = `${owner.first_name} ${owner.last_name} asks for time off ${daysOf(request, ctx)}.`
  for (const id of approversOf(owner, ctx.company))
    if (id !== ctx.actor.userId) tell({ user_id: id, kind: 'submitted', message }, ctx)
}

/** Tells a person what somebody else has decided about a request. */
export function tellOwner(request: TimeOffRequest, owner: User, ctx: Context): void {
  answer(owner, `Your time off ${daysOf(request, ctx)} is ${request.status}.`, ctx)
}

/** The same of one entry. */
export function tellOwnerOfEntry(entry: Entry, owner: User, ctx: Context): void {
  answer(owner, `Your time off on ${entry.date} is ${entry.status}.`, ctx)
}

function answer(owner: User, message: string, ctx: Context): void {
  if (owner.id !== ctx.actor.userId) tell({ user_id: owner.id, kind: 'answered', message }, ctx)
}

function tell(note: { user_id: number; kind: 'submitted' | 'answered'; message: string }, ctx: Context): void {
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
