import { mayApprove } from './access.ts'

// Time off: who decides what, and what a request comes to when its entries differ. Plain values.

/** Where a request or an entry stands. */
export const statuses = ['pending', 'approved', 'denied', 'canceled'] as const

/** Where a request or an entry stands. */
export type Status = (typeof statuses)[number]

/** What each status can become; back to pending only through somebody who oversees the person. */
const transitions: Record<Status, readonly Status[]> = {
  pending: ['approved', 'denied', 'canceled'],
  approved: ['denied', 'canceled'],
  denied: ['pending'],
  canceled: ['pending'],
}

type Asker = Parameters<typeof mayApprove>[0]
type Owner = Parameters<typeof mayApprove>[1]

/** True for who may do everything with the person's time off: administrators, managers, approve_timesheets. */
export function oversees(asker: Asker, owner: Owner): boolean {
  return mayApprove(asker, owner)
}

/** True if the user can see all time off in the company. */
export function seesAllTimeOff(asker: Asker): boolean {
  return asker.isAdmin || asker.permissions.has('approve_timesheets')
}

/** True for who may approve it: the same, but nobody approves their own except administrators. */
export function mayApproveTimeOff(asker: Asker, owner: Owner): boolean {
  return asker.isAdmin || (oversees(asker, owner) && asker.userId !== owner.id)
}

/** True for who may see it, and ask for it. */
export function mayRequest(asker: Asker, owner: Owner): boolean {
  return asker.userId === owner.id || oversees(asker, owner)
}

/** Why this status cannot become that one, or undefined. 403 is a right that is missing, 417 what nobody can do. */
export function decisionError(
  asker: Asker,
  owner: Owner,
  from: Status,
  to: Status,
): { status: 403 | 417; reason: string } | undefined {
  const reopening = to === 'pending' && !oversees(asker, owner)
  if (!transitions[from].includes(to) || reopening)
    return { status: 417, reason: `status: what is ${from} cannot become ${to}` }
  if (to === 'approved' && !mayApproveTimeOff(asker, owner))
    return { status: 403, reason: 'status: you may not approve the time off of this person' }
  const own = asker.userId === owner.id && from === 'pending' && to === 'canceled'
  if (!own && !oversees(asker, owner)) return { status: 403, reason: `status: you may not make it ${to}` }
  return undefined
}

/** The status of a request, from those of its active entries: what all have, else what is still open, else approved. */
export function statusOf(entries: readonly Status[]): Status {
  const [first = 'canceled', ...rest] = entries
  if (rest.every((status) => status === first)) return first
  // What is neither open nor approved any more was denied in part.
  return (['pending', 'approved'] as const).find((status) => entries.includes(status)) ?? 'denied'
}
