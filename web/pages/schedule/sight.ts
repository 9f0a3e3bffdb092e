import { viewReach } from '../../../src/rules/time/schedule.ts'
import type { Me } from '../../api/start.ts'
import { askerOf } from '../../components/people/asker.ts'

/** Whether the company uses the schedule and the person may see any of it. */
export function seesSchedule(me: Me): boolean {
  if (!me.isOn('schedule', 'installed')) return false
  const { everyone, self, managed, group } = viewReach(askerOf(me))
  return everyone || self || managed || group
}
