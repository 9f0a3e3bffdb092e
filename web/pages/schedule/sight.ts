import { viewReach } from '../../../src/rules/schedule.ts'
import type { Me } from '../../api/start.tsx'

/** As much of who is signed in as the rules of the schedule ask for. */
export function askerOf(me: Me) {
  return { userId: me.user.id, isAdmin: me.is_admin, permissions: new Set(me.permissions), manages: me.manages }
}

/** Whether there is anything of the schedule that the person may see. */
export function seesSchedule(me: Me): boolean {
  const { everyone, self, managed, group } = viewReach(askerOf(me))
  return everyone || self || managed || group
}
