import { viewReach } from '../../../src/rules/schedule.ts'
import type { Me } from '../../api/start.ts'
import { askerOf } from '../../components/asker.ts'

/** Whether there is anything of the schedule that the person may see. */
export function seesSchedule(me: Me): boolean {
  const { everyone, self, managed, group } = viewReach(askerOf(me))
  return everyone || self || managed || group
}
