import type { Me } from '../../api/start.ts'

/** Whether the user may change their own past time. */
export function mayChangePast(me: Me): boolean {
  return me.may('manage_timesheets', 'manage_my_timesheets') || me.manages.includes(me.user.group_id)
}
