import { addDays } from '../../src/rules/time/calendar.ts'
import { instant } from '../time.ts'
import type { Punch } from './punches.ts'
import type { Item, Query, Records } from './records.ts'
import { ask } from './request.ts'

type Timesheet = Records['timesheets']

/** What a punch has come to: the entry that it began, and all that it changed, as they are then. */
export type Done = { begun: Timesheet | undefined; entries: readonly Timesheet[] }

/**
 * What has come of a punch that another request was sent for under the same key: by an earlier version of the app, which
 * never got the answer. Undefined if the server did nothing then. `id` is the entry that the punch belongs to, if it is known.
 */
export async function doneBefore(
  { kind, at, item }: Punch,
  { userId, id, signal }: { userId: number; id: number | undefined; signal: AbortSignal },
): Promise<Done | undefined> {
  // A place is not worth being sent twice.
  if (kind === 'place') return { begun: undefined, entries: [] }
  const listed = async (query: Query) => {
    const answer = await ask('GET', '/api/v1/timesheets', {
      query: { on_the_clock: 'both', supplemental_data: 'no', ...query },
      ...{ fresh: true, signal },
    })
    return Object.values(answer.results.timesheets) as Timesheet[]
  }
  const isAt = (time: string) => time !== '' && instant(time) === instant(at)
  const day = at.slice(0, 10)
  const [begun] =
    kind === 'in' || kind === 'switch'
      ? (await listed({ user_ids: [userId], start_date: addDays(day, -1), end_date: addDays(day, 1) })).filter(
          ({ start }) => isAt(start),
        )
      : []
  if (kind === 'in') return begun && { begun, entries: [begun] }
  const [entry] = id === undefined ? [] : await listed({ ids: [id] })
  if (!entry) return undefined
  if (kind === 'edit') return says(entry, item) ? { begun, entries: [entry] } : undefined
  if (!isAt(entry.end) || (kind === 'switch' && !begun)) return undefined
  return { begun, entries: begun ? [entry, begun] : [entry] }
}

/** Whether an entry has the note and the values of an edit. */
function says({ notes, customfields }: Timesheet, item: Item): boolean {
  const values = Object.entries(item.customfields ?? {})
  const known: Item = typeof customfields === 'string' ? {} : customfields
  return (item.notes ?? notes) === notes && values.every(([field, value]) => (known[field] ?? '') === value)
}
