import { useMemo } from 'react'
import { type Punch, usePunches } from '../../api/punches.ts'
import type { Records } from '../../api/records.ts'
import { useMe } from '../../api/start.ts'
import type { FieldValues } from '../../components/field_rules.ts'
import { useLately } from '../../components/recent_jobs.ts'
import { instant, today } from '../../time.ts'

/** A stretch of one's own time, as it is or will be when everything has arrived at the server. */
export type Entry = {
  /** The same before and after the server gives it a number. */
  key: string
  /** Its number, or the key of the punch that begins it. */
  of: number | string
  jobId: number
  start: string
  /** '' while it runs. */
  end: string
  date: string
  /** Seconds; 0 while it runs. */
  duration: number
  /** Of hours typed in nobody knows when they were. */
  manual: boolean
  notes: string
  values: FieldValues
  /** Not at the server yet. */
  waits: boolean
}

/** One's own time of the last weeks, oldest first, with what waits on this device put over it. */
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

/** The entry that runs. */
export function runningOf(entries: readonly Entry[]): Entry | undefined {
  return entries.findLast(({ end }) => end === '')
}

/** The work that a break interrupts: what ended when it began. */
export function beforeBreak(entries: readonly Entry[], pause: Entry): Entry | undefined {
  return entries.findLast(({ end }) => end !== '' && instant(end) === instant(pause.start))
}

/** An entry that has no place among the others yet. */
type Loose = Omit<Entry, 'key'>

function entryOf(record: Records['timesheets']): Loose {
  const { id, jobcode_id, start, end, date, duration, type, notes, customfields } = record
  const values = typeof customfields === 'string' ? {} : customfields
  const same = { start, end, date, duration, notes, values }
  return { ...same, of: id, jobId: jobcode_id, manual: type === 'manual', waits: false }
}

function withPunches(recorded: readonly Loose[], punches: readonly Punch[], zone: string): Entry[] {
  const entries = [...recorded]
  for (const punch of punches) {
    // What is on its way this very moment is shown when it has arrived.
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

/** What has no number yet came last. */
function orderOf({ of }: Loose): number {
  return typeof of === 'number' ? of : Number.MAX_SAFE_INTEGER
}

/** Keys say when an entry began and, of several that began in one second, which it is. */
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
  const entry = { of: key, start: at, end: '', date, duration: 0, manual: false }
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
