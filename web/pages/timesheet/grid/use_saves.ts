import { useRef, useState } from 'react'
import { changing } from '../../../components/dialogs/restoring.ts'
import { addEntry, changeEntry, deleteEntry } from '../entry/save.ts'
import type { Sheet } from '../week/week.ts'

/** Where the hours of a cell belong. */
type Place = { user_id: number; date: string; jobcode_id: number }

/**
 * Saves the hours of a cell one after the other: hours typed while others are being saved are saved after them, into the
 * entry that those created. `sheet` is the entry on the page. `refused` is called if the last hours were not saved; without
 * an `entry`, they would have created one.
 */
export function useSaves(
  sheet: Sheet | undefined,
  place: Place,
  refused: (error: Error, seconds: number, entry: Sheet | undefined) => void,
): { saving: number | undefined; save: (seconds: number) => void } {
  const [saving, setSaving] = useState<number>()
  const waiting = useRef<number[]>([])
  const saveWaiting = async () => {
    let entry = sheet
    for (; waiting.current.length > 0; waiting.current.shift()) {
      const seconds = waiting.current[0]!
      try {
        entry = await changing(() => saveHours(entry, seconds, place))
      } catch (error) {
        // Hours that the user has replaced meanwhile no longer matter.
        if (waiting.current.length === 1) refused(error as Error, seconds, entry)
      }
    }
    setSaving(undefined)
  }
  return {
    /** The hours in seconds that the cell will have, while they are being saved. 0 deletes the entry. */
    saving,
    save: (seconds) => {
      setSaving(seconds)
      if (waiting.current.push(seconds) === 1) void saveWaiting()
    },
  }
}

/** Saves the hours of an entry, or of a new one; returns the entry, if there is one afterwards. */
async function saveHours(entry: Sheet | undefined, seconds: number, place: Place): Promise<Sheet | undefined> {
  if (entry && seconds > 0) return changeEntry(entry, { duration: seconds })
  if (entry) await deleteEntry(entry)
  else if (seconds > 0) return addEntry({ ...place, type: 'manual', duration: seconds })
  return undefined
}
