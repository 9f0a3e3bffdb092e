import { mayApproveTimeOff, oversees } from '../../../src/rules/time/time_off.ts'
import type { Me } from '../../api/start.ts'
import { askerOf } from '../../components/people/asker.ts'

type Owner = { id: number; group_id: number }

/** Whether the user oversees anyone's time off. */
export function overseesOthers(me: Me): boolean {
  return me.may('approve_timesheets') || me.manages.length > 0
}

/** What the user may do with a person's time off. */
export function rightsOver(me: Me, owner: Owner | undefined): { oversees: boolean; approves: boolean } {
  if (!owner) return { oversees: me.is_admin, approves: me.is_admin }
  const asker = askerOf(me)
  return { oversees: oversees(asker, owner), approves: mayApproveTimeOff(asker, owner) }
}
