import { addDays } from '../../../src/rules/time/calendar.ts'
import { queries, recordsQuery } from '../../api/queries.ts'
import type { Me } from '../../api/start.ts'
import { toast } from '../../components/dialogs/toast.ts'
import { t } from '../../language.ts'
import { rangeText } from '../../time.ts'
import { copy } from './changes.ts'
import { eventsQuery } from './data.ts'
import { movedBy, type Shift } from './shift/shifts.ts'

/** Copies a week's shifts into the next week as drafts, except those that already exist there. */
export async function copyWeek(
  shifts: readonly Shift[],
  first: string,
  calendars: readonly number[],
  me: Me,
): Promise<void> {
  const own = shifts.filter((shift) => shift.mine && shift.first >= first)
  const next = { first: addDays(first, 7), last: addDays(first, 13) }
  const known = await queries.fetchQuery(recordsQuery('schedule_events', eventsQuery(calendars, next, me.zone)))
  const keyOf = (start: string, people: readonly (string | number)[], job: number, title: string) =>
    JSON.stringify([Date.parse(start), people.map(String).sort(), job, title])
  const there = new Set(
    known.map(({ start, assigned_user_ids, jobcode_id, title }) => keyOf(start, assigned_user_ids, jobcode_id, title)),
  )
  const missing = own.filter(
    (shift) => !there.has(keyOf(movedBy(shift, 7).start, shift.people, shift.record.jobcode_id, shift.record.title)),
  )
  const range = rangeText(next.first, next.last)
  if (missing.length === 0) {
    toast(
      own.length === 0
        ? t('There’s nothing to copy from this week.')
        : t('All shifts are already in {range}.', { range }),
    )
    return
  }
  await copy(
    missing,
    7,
    t('{count, plural, one {# shift} other {# shifts}} copied to {range} as drafts.', { count: missing.length, range }),
  )
}
