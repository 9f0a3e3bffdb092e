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
  /** Saved on this device, because it could not be sent to the server yet. */
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
export type Loose = Omit<Entry, 'key'>

function entryOf(record: Records['timesheets']): Loose {
  const { id, jobcode_id, start, end, date, duration, type, notes, customfields, tz_str: zone } = record
  const values = typeof customfields === 'string' ? {} : customfields
  const same = { start, end, date, duration, zone, notes, values }
  return { ...same, of: id, jobId: jobcode_id, manual: type === 'manual', waits: false }
}

/** The entries as the person means them: from the press on, whether the server has answered or not. */
export function withPunches(recorded: readonly Loose[], punches: readonly Punch[], zone: string): Entry[] {
  const entries = [...recorded]
  // The list may have an entry before the answer to its punch arrives; later punches still name the punch.
  const arrived = new Map<number | string, number | string>()
  for (const punch of punches) {
    const { kind, of, refused } = punch
    if (refused || kind === 'place') continue
    if (kind !== 'in') {
      const at = entries.findIndex((entry) => entry.of === (arrived.get(of) ?? of))
      const entry = entries[at]
      if (entry) entries[at] = changed(entry, punch)
    }
    const item = kind === 'in' ? punch.item : punch.next
    if (!item) continue
    const known = entries.find((entry) => instant(entry.start) === instant(punch.at) && entry.of !== of)
    if (known) arrived.set(punch.key, known.of)
    else entries.push(begun(punch, item, zone))
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

function begun({ key, at, waits }: Punch, item: Punch['item'], zone: string): Loose {
  const date = today(zone, instant(at))
  const entry = { of: key, start: at, end: '', date, duration: 0, zone, manual: false }
  return { ...entry, jobId: Number(item.jobcode_id), ...told(item, '', {}), waits: waits === true }
}

function changed(entry: Loose, { kind, at, item, waits }: Punch): Loose {
  const duration = Math.floor((instant(at) - instant(entry.start)) / 1e6)
  const ended = kind !== 'edit' && { end: at, duration }
  return { ...entry, ...told(item, entry.notes, entry.values), ...ended, waits: entry.waits || waits === true }
}

function told({ notes, customfields }: Punch['item'], notesBefore: string, valuesBefore: FieldValues) {
  return {
    notes: typeof notes === 'string' ? notes : notesBefore,
    values: { ...valuesBefore, ...(customfields as FieldValues | undefined) },
  }
}
