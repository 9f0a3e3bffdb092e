import type { Item } from '../../engine/table.ts'
import { parseInstant, second } from '../../rules/time/calendar.ts'
import { type Body, filled, hoursOf } from '../answer.ts'
import type { Names } from '../names.ts'

/** An entry, as the API's list of timesheets has it. */
export type Entry = {
  id: number
  user_id: number
  jobcode_id: number
  date: string
  start: string
  end: string
  duration: number
  type: 'regular' | 'manual'
  state: string
  on_the_clock: boolean
  notes: string
  customfields: Record<string, string> | ''
}

/** The seconds of an entry; for a running one, until now. */
export function secondsOf(
  { on_the_clock, start, duration }: Pick<Entry, 'on_the_clock' | 'start' | 'duration'>,
  now: number,
) {
  if (!on_the_clock) return duration
  const began = parseInstant(start)?.instant ?? now
  return Math.max(0, Math.floor((now - began) / second))
}

/** An entry for an assistant: short, and with names. */
export function described(entry: Entry, names: Names, now: number): Item {
  const { id, user_id, jobcode_id, date, start, end, type, state, on_the_clock, notes, customfields } = entry
  const fields = Object.entries(customfields || {}).flatMap(([field, value]) =>
    value === '' ? [] : [[names.field(Number(field)), value]],
  )
  return filled({
    id,
    person: names.person(user_id),
    user_id,
    job: names.job(jobcode_id),
    jobcode_id,
    date,
    ...(type === 'regular' && { start, end }),
    hours: hoursOf(secondsOf(entry, now)),
    ...(on_the_clock && { running: true }),
    state,
    notes,
    custom_fields: Object.fromEntries(fields),
  })
}

/** The names that go with a page of entries. */
export async function learnFrom({ supplemental_data }: Body, entries: readonly Entry[], names: Names): Promise<void> {
  names.learn(supplemental_data)
  const known = Object.values<{ parent_id: number }>(supplemental_data?.jobcodes ?? {})
  // The list has the jobs of the entries, but not those above them.
  if (entries.length > 0) await names.look({ jobs: known.map(({ parent_id }) => parent_id) })
}
