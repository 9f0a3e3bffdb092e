import type { Context } from '../../engine/context.ts'
import type { Group } from '../groups.ts'
import type { Entry } from '../time_off_request_entries.ts'
import type { TimeOffRequest } from '../time_off_requests.ts'
import type { User } from '../users.ts'
import type { Facts } from './facts.ts'

/** Most people who are told of one request. */
export const noticesMax = 10

/** Tells the managers of the person's group, or the administrators where nobody manages it, that there is a request. */
export function tellApprovers(request: TimeOffRequest, owner: User, ctx: Context, { administrators }: Facts): void {
  const message = `${owner.first_name} ${owner.last_name} asks for time off ${daysOf(request, ctx)}.`
  const groups = ctx.company.listed<Group>('groups').filter(({ id, active }) => active && id === owner.group_id)
  const managers = groups.flatMap((group) => group.manager_ids).filter((id) => id !== owner.id)
  const approvers = managers.length > 0 ? managers : administrators.filter((id) => id !== owner.id)
  for (const id of approvers.filter((id) => id !== ctx.actor.userId).slice(0, noticesMax)) tell(id, message, ctx)
}

/** Tells a person what somebody else has decided about a request. */
export function tellOwner(request: TimeOffRequest, owner: User, ctx: Context): void {
  if (owner.id !== ctx.actor.userId) tell(owner.id, `Your time off ${daysOf(request, ctx)} is ${request.status}.`, ctx)
}

/** The same of one entry. */
export function tellOwnerOfEntry(entry: Entry, owner: User, ctx: Context): void {
  if (owner.id !== ctx.actor.userId) tell(owner.id, `Your time off on ${entry.date} is ${entry.status}.`, ctx)
}

function tell(userId: number, message: string, { work, now, uuid }: Context): void {
  const user = work.get<User>('users', userId)
  if (!user?.active) return
  work.insert('notifications', {
    msg_tracking_id: uuid().replaceAll('-', '').slice(0, 16),
    user_id: userId,
    message,
    method: user.email === '' ? 'push' : 'email',
    delivery_time: now,
    precheck: 'none',
    state: 'scheduled',
  })
}

function daysOf(request: TimeOffRequest, { work }: Context): string {
  const dates = request.time_off_request_entries
    .map((id) => work.get<Entry>('time_off_request_entries', id)?.date ?? '')
    .sort()
  const [first = '', last = first] = [dates[0], dates.at(-1)]
  return first === last ? `on ${first}` : `from ${first} to ${last}`
}
