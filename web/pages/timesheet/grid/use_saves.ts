import { useRef, useState } from 'react'
import { roundManual } from '../../../../src/rules/time/timesheets.ts'
import { type Intent, type Meaning, mean, newId } from '../../../api/intents.ts'
import { changing } from '../../../components/dialogs/restoring.ts'
import { addEntry, changeEntry, deleteEntry } from '../entry/save.ts'
import type { Sheet } from '../week/week.ts'
import { sayCellSaved } from './saved.ts'

/** Where the hours of a cell belong. */
type Place = { user_id: number; date: string; jobcode_id: number }

/**
 * Saves the hours of a cell one after the other: hours typed while others are being saved are saved after them, into the
 * entry that those created. The page shows the newest ones from the moment they were typed. `sheet` is the entry on the page.
 * `refused` is called if the last hours were not saved; without an `entry`, they would have created one.
 */
export function useSaves(
  sheet: Sheet | undefined,
  place: Place,
  refused: (error: Error, seconds: number, entry: Sheet | undefined) => void,
): { saving: number | undefined; save: (seconds: number) => void } {
  const [saving, setSaving] = useState<number>()
  const waiting = useRef<number[]>([])
  const run = useRef<Run & { meaning: Meaning }>(undefined)
  const meant = () => intentOf(run.current!, waiting.current.at(-1)!, place)
  const saveWaiting = async () => {
    const current = run.current!
    for (; waiting.current.length > 0; waiting.current.shift()) {
      const seconds = waiting.current[0]!
      try {
        await changing(async () => {
          const { entry } = current
          current.entry = await saveHours(entry, seconds, place)
          if (entry && !current.entry) current.gone.push(entry.id)
          current.meaning.change(meant())
        })
      } catch (error) {
        // Hours that the user has replaced meanwhile no longer matter.
        if (waiting.current.length === 1) refused(error as Error, seconds, current.entry)
      }
    }
    current.meaning.end()
    setSaving(undefined)
  }
  return {
    /** The hours in seconds that the cell will have, while they are being saved. 0 deletes the entry. */
    saving,
    save: (seconds) => {
      setSaving(seconds)
      if (waiting.current.push(seconds) > 1) return run.current!.meaning.change(meant())
      const entry = sheet && sheet.id > 0 ? sheet : undefined
      const begun: Run = { entry, fresh: newId(), gone: [] }
      run.current = { ...begun, meaning: mean(intentOf(begun, seconds, place)) }
      void saveWaiting()
    },
  }
}

/** The entry of the cell so far, the id of a new one until it has its own, and entries that were deleted. */
type Run = { entry: Sheet | undefined; fresh: number; gone: number[] }

/** What it means that a cell gets these hours. */
function intentOf({ entry, fresh, gone }: Run, seconds: number, place: Place): Intent {
  const meant: Intent = { resource: 'timesheets', gone: [...gone, ...(entry && seconds === 0 ? [entry.id] : [])] }
  if (seconds === 0) return meant
  const duration = roundManual(seconds)
  return { ...meant, put: [entry ? { ...entry, duration } : { ...blank, ...place, id: fresh, duration }] }
}

function putting(sheet: Partial<Sheet> & { id: number }): Intent {
  return { resource: 'timesheets', put: [sheet] }
}

/** The rest of a new entry. */
const blank = {
  ...{ type: 'manual' as const, start: '', end: '', on_the_clock: false, locked: 0, state: 'OPEN' as const },
  ...{ notes: '', customfields: '' as const, attached_files: [], tz_str: '' },
}

/** Saves the hours of an entry, or of a new one; returns the entry, if there is one afterwards. */
async function saveHours(entry: Sheet | undefined, seconds: number, place: Place): Promise<Sheet | undefined> {
  if (entry && seconds > 0) {
    const back = putting({ id: entry.id, duration: entry.duration })
    return changeEntry(
      entry,
      { duration: seconds },
      { tell: (said, step) => sayCellSaved(said, { step, intent: back }) },
    )
  }
  if (entry) {
    const back = putting({ ...entry, id: newId() })
    await deleteEntry(entry, { tell: (said, step) => sayCellSaved(said, { step, intent: back }) })
  } else if (seconds > 0) {
    return addEntry(
      { ...place, type: 'manual', duration: seconds },
      {
        tell: (said, step) =>
          sayCellSaved(said, { step, intent: { resource: 'timesheets', gone: (step.data as number[]).slice() } }),
      },
    )
  }
  return undefined
}
