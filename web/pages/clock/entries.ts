import { useMemo } from 'react'
import { type Punch, usePunches } from '../../api/punches.ts'
import type { Records } from '../../api/records.ts'
import { useMe } from '../../api/start.ts'
import type { FieldValues } from '../../components/fields/field_rules.ts'
import { useLately } from '../../components/jobs/recent_jobs.ts'
import { instant, today } from '../../time.ts'

/** An entry of the user's own time, including changes that have not reached the server yet. */
export type Entry = {
  /** Stays the same when the server assigns an id. */
  key: string
  /** Its id, or the key of the punch that starts it. */
  of: number | string
  jobId: number
  start: string
  /** '' while it runs. */
  end: string
  date: string
  /** Seconds; 0 while it runs. */
  duration: number
  /** The zone it was recorded in. */
  zone: string
  /** Manual hours have no start and end. */
  manual: boolean
  notes: string
  values: FieldValues
  /** Not sent to the server yet. */
  waits: boolean
}

/** The user's own time of recent weeks, oldest first, with waiting punches applied. */
export function useEntries() {
  const { zone } = useMe()
  const lately = useLately()
  const punches = usePunches()
  const entries = useMemo(
    () => lately.data && withPunches(lately.data.map(entryOf), punches, zone),
    [lately.data, punches, zone],
  )
  return { ...lately, data: entries }
}

/** The running entry. */
export function runningOf(entries: readonly Entry[]): Entry | undefined {
  return entries.findLast(({ end }) => end === '')
}

/** The work that a break interrupts: the entry that ended when the break started. */
export function beforeBreak(entries: readonly Entry[], pause: Entry): Entry | undefined {
  return entries.findLast(({ end }) => end !== '' && instant(end) === instant(pause.start))
}

/** An entry without its key in the list. */
type Loose = Omit<Entry, 'key'>

function entryOf(record: Records['timesheets']): Loose {
  const { id, jobcode_id, start, end, date, duration, type, notes, customfields, tz_str: zone } = record
  const values = typeof customfields === 'string' ? {} : customfields
  const same = { start, end, date, duration, zone, notes, values }
  return { ...same, of: id, jobId: jobcode_id, manual: type === 'manual', waits: false }
}

function withPunches(recorded: readonly Loose[], punches: readonly Punch[], zone: string): Entry[] {
  const entries = [...recorded]
  for (const punch of punches) {
    // A punch being sent right now shows once it has arrived.
    if (!punch.waits || punch.refused || punch.kind === 'place') continue
    if (punch.kind === 'in') entries.push(begun(punch, zone))
    else {
      const at = entries.findIndex(({ of }) => of === punch.of)
      const entry = entries[at]
      if (entry) entries[at] = changed(entry, punch)
    }
  }
  return keyed(entries.sort((a, b) => instant(a.start) - instant(b.start) || orderOf(a) - orderOf(b)))
}

/** Entries without an id are the latest. */
function orderOf({ of }: Loose): number {
  return typeof of === 'number' ? of : Number.MAX_SAFE_INTEGER
}

/** Keys are the start of an entry, and its position among entries that start in the same second. */
function keyed(entries: readonly Loose[]): Entry[] {
  const counts = new Map<number, number>()
  return entries.map((entry) => {
    const start = instant(entry.start)
    const count = counts.get(start) ?? 0
    counts.set(start, count + 1)
    return { ...entry, key: `${start} ${count}` }
  })
}

function begun({ key, at, item }: Punch, zone: string): Loose {
  const date = today(zone, instant(at))
  const entry = { of: key, start: at, end: '', date, duration: 0, zone, manual: false }
  return { ...entry, jobId: Number(item.jobcode_id), ...told(item, '', {}), waits: true }
}

function changed(entry: Loose, { kind, at, item }: Punch): Loose {
  const ended = kind === 'out' && { end: at, duration: Math.floor((instant(at) - instant(entry.start)) / 1e6) }
  return { ...entry, ...told(item, entry.notes, entry.values), ...ended, waits: true }
}

function told({ notes, customfields }: Punch['item'], notesBefore: string, valuesBefore: FieldValues) {
  return {
    notes: typeof notes === 'string' ? notes : notesBefore,
    values: { ...valuesBefore, ...(customfields as FieldValues | undefined) },
  }
}
