import type { AnswerOf } from '../../../api/contract.ts'
import type { Me } from '../../../api/start.ts'

/** The rules for a person's time. */
export type TimeRules = AnswerOf<'GET /api/console/time_rules'>

/** The user's own rules that are known when the app starts, without overtime. */
export function ownRules({ user, zone, settings, rounding }: Me): TimeRules {
  const week_start = Number(settings.general?.week_start) || 0
  const workdays = {
    zone,
    dates_differ: false,
    starts: 0,
    split: false,
    pause_hours: 4,
    fortnight_starts: null,
    time_off_jobcodes: null,
    stacking: 'sum' as const,
    holidays: [],
  }
  const since = { from: null, earlier: [], rounding, job_pay: [] }
  return { user_id: user.id, zone, week_start, settings, overtime: [], workdays, time_off_counts: false, ...since }
}
