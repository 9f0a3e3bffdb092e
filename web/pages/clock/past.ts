import { refresh } from '../../api/queries.ts'
import { only, update } from '../../api/records.ts'
import type { Me } from '../../api/start.ts'
import { toastError } from '../../components/toast.ts'

/** Whether somebody may change their own time when it is over. */
export function mayChangePast(me: Me): boolean {
  return me.may('manage_timesheets', 'manage_my_timesheets') || me.manages.includes(me.user.group_id)
}

/** Puts somebody back on the clock who has left it by mistake. */
export async function reopen(entry: number): Promise<void> {
  try {
    only(await update('timesheets', [{ id: entry, end: '' }]))
    await refresh('time')
  } catch (error) {
    toastError(error)
  }
}
