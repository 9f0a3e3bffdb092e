import { RequestError } from '../engine/errors.ts'
import { anyOf, day } from '../engine/filters.ts'
import { sql } from '../engine/sql.ts'
import { valueAt } from '../rules/elements.ts'
import type { Entry } from '../rules/overtime/overtime.ts'
import { beganOn } from '../rules/overtime/rule.ts'
import { weekOfDay } from '../rules/overtime/workdays.ts'
import { shownByEntry, shownTime } from '../rules/pay/shown_hours.ts'
import { addDays, daysBetween } from '../rules/time/calendar.ts'
import { report } from '../wire/report.ts'
import { shownUnit } from './hours.ts'
import { type PaidTime, paidTime } from './overtime.ts'
import { peopleFilters, queryOf } from './people.ts'

/** The most days of a report. */
const daysMax = 400

const any = () => sql`1 = 1`

/** The hours of entries as timesheets show them. Not part of the vendor’s API. */
export const entryHours = report({
  name: 'entry_hours',
  about: 'Hours of entries as timesheets show them.',
  filters: { ...peopleFilters, start_date: day(any), end_date: day(any), jobcode_ids: anyOf('jobcode_id') },
  required: ['start_date', 'end_date'],
  async run({ values }, ctx, handle) {
    const { start_date, end_date, jobcode_ids, ...people } = values
    if (daysBetween(start_date, end_date) >= daysMax) throw new RequestError(417, 'range_too_long', { max: daysMax })
    const query = queryOf({ ...people, start_date, end_date, advanced_overtime: 'both' })
    const times = await paidTime(query, ctx, handle)
    const unit = shownUnit(ctx.company)
    const isWanted = (entry: Entry) => {
      const date = beganOn(entry)
      return (
        !entry.premium && date >= start_date && date <= end_date && (jobcode_ids?.includes(entry.jobcode_id) ?? true)
      )
    }
    return JSON.stringify({ entries: times.flatMap((time) => shownEntries(time, isWanted, unit)) })
  },
})

/** The seconds of a person’s entries, each as in the week of its timesheet. */
function shownEntries({ entries, stretches, policy }: PaidTime, isWanted: (entry: Entry) => boolean, unit: number) {
  const weeks = Map.groupBy(entries, (entry) => weekOfDay(beganOn(entry), policy))
  return [...weeks].flatMap(([start_date, own]) => {
    const wanted = own.filter(isWanted)
    if (wanted.length === 0) return []
    const range = { start_date, end_date: addDays(start_date, 6) }
    const shown = shownTime(stretches, own, range, unit)
    const seconds = shownByEntry(own, stretches, shown, range, unit)
    const ids = new Set(wanted.map(({ id }) => id))
    return [...ids].map((id) => ({ id, seconds: valueAt(seconds, id) }))
  })
}
