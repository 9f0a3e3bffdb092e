import { mayApprove } from '../people/access.ts'
import { type Reason, reason } from '../refusals/reason.ts'

// Time off: who may decide what, and the status of a request with different entries. Plain values.

/** The status of a request or an entry. */
export const statuses = ['pending', 'approved', 'denied', 'canceled'] as const

/** The status of a request or an entry. */
export type Status = (typeof statuses)[number]

/** What each status can become. Only someone who oversees the person can set it back to pending. */
const transitions: Record<Status, readonly Status[]> = {
  pending: ['approved', 'denied', 'canceled'],
  approved: ['denied', 'canceled'],
  denied: ['pending'],
  canceled: ['pending'],
}

type Requester = Parameters<typeof mayApprove>[0]
type Owner = Parameters<typeof mayApprove>[1]

/**
 * Whether they may do everything with the person's time off: administrators, managers and holders of
 * approve_timesheets.
 */
export function oversees(requester: Requester, owner: Owner): boolean {
  return mayApprove(requester, owner)
}

/** Whether they may approve it: as `oversees`, but only administrators may approve their own. */
export function mayApproveTimeOff(requester: Requester, owner: Owner): boolean {
  return requester.isAdmin || (oversees(requester, owner) && requester.userId !== owner.id)
}

/** Whether they may see it and request it. */
export function mayRequest(requester: Requester, owner: Owner): boolean {
  return requester.userId === owner.id || oversees(requester, owner)
}

/** Why one status cannot become the other, or undefined if it can. 403: a missing right; 417: never possible. */
export function decisionError(
  requester: Requester,
  owner: Owner,
  from: Status,
  to: Status,
): { status: 403 | 417; why: Reason } | undefined {
  const reopening = to === 'pending' && !oversees(requester, owner)
  if (!transitions[from].includes(to) || reopening)
    return { status: 417, why: reason('status_change_impossible', { from, to }) }
  if (to === 'approved' && !mayApproveTimeOff(requester, owner))
    return { status: 403, why: reason('approving_time_off_not_allowed') }
  const own = requester.userId === owner.id && from === 'pending' && to === 'canceled'
  if (!own && !oversees(requester, owner)) return { status: 403, why: reason('status_not_allowed', { status: to }) }
  return undefined
}

/**
 * The status of a request, from its active entries: the status they share, otherwise pending if one is, otherwise
 * approved if one is.
 */
export function statusOf(entries: readonly Status[]): Status {
  const [first = 'canceled', ...rest] = entries
  if (rest.every((status) => status === first)) return first
  // With none pending and none approved, part of the request was denied.
  return (['pending', 'approved'] as const).find((status) => entries.includes(status)) ?? 'denied'
}
