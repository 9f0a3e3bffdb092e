import { refresh } from '../../api/queries.ts'
import { only, update } from '../../api/records.ts'
import type { Me } from '../../api/start.ts'
import { toastError } from '../../components/dialogs/toast.ts'

/** Whether the user may change their own past time. */
export function mayChangePast(me: Me): boolean {
  return me.may('manage_timesheets', 'manage_my_timesheets') || me.manages.includes(me.user.group_id)
}

/** Reopens an entry after clocking out by mistake. */
export async function reopen(entry: number): Promise<void> {
  try {
    only(await update('timesheets', [{ id: entry, end: '' }]))
    await refresh('time')
  } catch (error) {
    toastError(error)
  }
}
