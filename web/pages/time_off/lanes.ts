import { addDays } from '../../../src/rules/time/calendar.ts'
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

/** The entries of people in the group, or of everyone for 0. `byId` is in the order of their names, and so are they. */
export function entriesByName<T extends Pick<Entry, 'user_id'>>(
  all: readonly T[],
  byId: ReadonlyMap<number, { id: number; group_id: number }>,
  group: number,
): T[] {
  const own = Map.groupBy(all, ({ user_id }) => user_id)
  return [...byId.values()]
    .filter(({ group_id }) => group === 0 || group_id === group)
    .flatMap(({ id }) => own.get(id) ?? [])
}

/** Joins entries into stretches of consecutive days, by first day, then in the order of the entries. */
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

/**
 * The stretches of each day of a week from top to bottom: those that begin first, then longer ones, then in the given
 * order. A stretch keeps its lane on all of its days.
 */
export function lanesOf(stretches: readonly Stretch[], week: readonly string[]): Map<string, (Stretch | undefined)[]> {
  const [first, last] = [week[0]!, week.at(-1)!]
  const lanes = new Map<string, (Stretch | undefined)[]>(week.map((date) => [date, []]))
  const within = stretches
    .filter((stretch) => stretch.first <= last && stretch.last >= first)
    .toSorted((a, b) => a.first.localeCompare(b.first) || b.last.localeCompare(a.last))
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
