import { kindOf } from '../company/pay/worked_time.ts'
import type { ReadContext } from '../engine/context.ts'
import type { Handle } from '../engine/sql.ts'
import { valueAt } from '../rules/elements.ts'
import type { Entry } from '../rules/overtime/overtime.ts'
import { addDays, localDate } from '../rules/time/calendar.ts'
import { thisWeek, today } from '../rules/time/today.ts'
import { growingWorked } from '../rules/time/worked.ts'
import type { Standing } from './current_totals.ts'
import { shownUnit } from './hours.ts'
import { type FinishedTime, finishedTime } from './overtime.ts'
import { queryOf, selectedPeople } from './people.ts'

/** The whole workweek of today of each person: their finished time, by user. */
export async function timeOfWeek(
  people: readonly Standing[],
  ctx: ReadContext,
  handle: Handle,
): Promise<ReadonlyMap<number, FinishedTime>> {
  const { now, actor } = ctx
  const users = people.map(({ user }) => user)
  const weeks = people.map(({ rule }) => thisWeek(now, rule).first).sort()
  // It is already tomorrow in some time zones.
  const tomorrow = addDays(localDate(now, 'UTC'), 1)
  const [first = tomorrow, last = tomorrow] = [weeks[0], weeks.at(-1)]
  const query = queryOf({ start_date: first, end_date: addDays(last, 6), advanced_overtime: 'both' })
  const seen = selectedPeople({ values: {} }, actor, 'current_totals')
  const times = await finishedTime(query, ctx, handle, { people: seen, users })
  return new Map(times.map((time) => [time.user.id, time]))
}

/** The seconds that each person has worked today and this week so far, as on the timesheet, to which running time adds. */
export function workedTotals(
  people: readonly Standing[],
  times: ReadonlyMap<number, FinishedTime>,
  { now, company }: ReadContext,
): Map<number, { day: number; week: number }> {
  const unit = shownUnit(company)
  return new Map(
    people.map((standing) => {
      const { user, rule, running, sheet } = standing
      const time = valueAt(times, user.id)
      const days = { today: today(now, rule), week: thisWeek(now, rule) }
      const entries = [...time.entries, ...runningEntry(standing, time, now)]
      return [user.id, growingWorked(entries, time.policy, days, unit, running && sheet?.id)]
    }),
  )
}

/** The running work as if it ended now. */
export function runningEntry({ sheet, running, shift }: Standing, { types }: FinishedTime, now: number): Entry[] {
  if (!sheet || !running) return []
  const { id, date, start, jobcode_id } = sheet
  return [{ id, date, start, end: now, seconds: shift, kind: kindOf(types, jobcode_id), jobcode_id, manual: false }]
}
