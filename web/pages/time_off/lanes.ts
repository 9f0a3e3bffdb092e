import { addDays } from '../../../src/rules/calendar.ts'
import type { Entry } from './requests.ts'

/** Consecutive days off of one person for the same reason, drawn as one bar. */
export type Stretch = {
  key: string
  userId: number
  requestId: number
  kind: number
  approved: boolean
  first: string
  last: string
}

/** Joins entries into stretches of consecutive days. */
export function stretchesOf(entries: readonly Entry[]): Stretch[] {
  const sorted = entries.toSorted((a, b) => a.date.localeCompare(b.date))
  const open = new Map<string, Stretch>()
  const stretches: Stretch[] = []
  for (const { time_off_request_id: requestId, user_id: userId, jobcode_id: kind, status, date } of sorted) {
    const key = `${requestId}/${kind}/${status}`
    const known = open.get(key)
    if (known && date <= addDays(known.last, 1)) known.last = date
    else {
      const stretch = {
        key: `${key}/${date}`,
        userId,
        requestId,
        kind,
        approved: status === 'approved',
        first: date,
        last: date,
      }
      open.set(key, stretch)
      stretches.push(stretch)
    }
  }
  return stretches
}

/** The stretches of each day of a week from top to bottom. A stretch keeps its lane on all of its days. */
export function lanesOf(stretches: readonly Stretch[], week: readonly string[]): Map<string, (Stretch | undefined)[]> {
  const [first, last] = [week[0]!, week.at(-1)!]
  const lanes = new Map<string, (Stretch | undefined)[]>(week.map((date) => [date, []]))
  const within = stretches
    .filter((stretch) => stretch.first <= last && stretch.last >= first)
    .toSorted((a, b) => a.first.localeCompare(b.first) || b.last.localeCompare(a.last) || a.userId - b.userId)
  for (const stretch of within) {
    const days = week.filter((date) => date >= stretch.first && date <= stretch.last)
    let lane = 0
    while (days.some((date) => lanes.get(date)![lane] !== undefined)) lane++
    for (const date of days) {
      const column = lanes.get(date)!
      while (column.length < lane) column.push(undefined)
      column[lane] = stretch
    }
  }
  return lanes
}
