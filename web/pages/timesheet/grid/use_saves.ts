import { useEffect, useReducer, useRef } from 'react'
import { roundManual } from '../../../../src/rules/time/timesheets.ts'
import { type Intent, type Meaning, mean, newId } from '../../../api/intents.ts'
import { changing } from '../../../components/dialogs/changing.ts'
import { toastError } from '../../../components/dialogs/toast.ts'
import { addEntry, changeEntry, deleteEntry, noTries, type Tries } from '../entry/save.ts'
import type { Sheet } from '../week/week.ts'
import { sayCellSaved } from './saved.ts'

/** Where the hours of a cell belong. */
type Place = { user_id: number; date: string; jobcode_id: number }

/** Called if the last hours were not saved; without an `entry`, they would have created one. */
type Refused = (error: Error, seconds: number, entry: Sheet | undefined) => void

/** The entry of a cell so far, the id of a new one until it has its own, and entries that were deleted. */
type State = { entry: Sheet | undefined; fresh: number; gone: number[] }

/** Hours being saved, the last ones at the end, and the cell on the page that shows them. */
type Run = State & { waiting: number[]; meaning: Meaning; cell: Cell }
type Cell = { isGone: boolean; draw: () => void; refused: Refused }

/** The runs of all cells. A cell that leaves the page and comes back goes on with its own. */
const runs = new Map<string, Run>()

/** What cells have sent to create an entry, until they have one. */
const tries = new Map<string, Tries>()

const keyOf = ({ user_id, date, jobcode_id }: Place) => `${user_id} ${date} ${jobcode_id}`

/**
 * Saves the hours of a cell one after the other: hours typed while others are being saved are saved after them, into the
 * entry that those created. The page shows the newest ones from the moment they were typed. `sheet` is the entry on the page.
 * A refusal for a cell that has left the page shows as a toast.
 */
export function useSaves(
  sheet: Sheet | undefined,
  place: Place,
  refused: Refused,
): { saving: number | undefined; save: (seconds: number) => void } {
  const key = keyOf(place)
  const [, draw] = useReducer((count: number) => count + 1, 0)
  const cell = useRef<Cell>({ isGone: false, draw, refused })
  cell.current.refused = refused
  useEffect(() => {
    const own = cell.current
    own.isGone = false
    const run = runs.get(key)
    if (run) run.cell = own
    return () => {
      own.isGone = true
    }
  }, [key])
  return {
    /** The hours in seconds that the cell will have, while they are being saved. 0 deletes the entry. */
    saving: runs.get(key)?.waiting.at(-1),
    save: (seconds) => {
      const known = runs.get(key)
      if (known) {
        known.waiting.push(seconds)
        known.meaning.change(intentOf(known, seconds, place))
      } else {
        const state: State = { entry: sheet && sheet.id > 0 ? sheet : undefined, fresh: newId(), gone: [] }
        const meaning = mean(intentOf(state, seconds, place))
        const run: Run = { ...state, waiting: [seconds], meaning, cell: cell.current }
        runs.set(key, run)
        void saveWaiting(run, place)
      }
      draw()
    },
  }
}

/** Saves what waits in a run, and ends it. */
async function saveWaiting(run: Run, place: Place): Promise<void> {
  const { waiting, meaning, gone } = run
  for (; waiting.length > 0; waiting.shift()) {
    const seconds = waiting[0]!
    try {
      await changing(async () => {
        const { entry } = run
        run.entry = await saveHours(entry, seconds, place)
        tries.delete(keyOf(place))
        if (entry && !run.entry) gone.push(entry.id)
        meaning.change(intentOf(run, waiting.at(-1)!, place))
      })
    } catch (error) {
      // Hours that the user has replaced meanwhile no longer matter.
      if (waiting.length > 1) continue
      if (run.cell.isGone) toastError(error)
      else run.cell.refused(error as Error, seconds, run.entry)
    }
  }
  runs.delete(keyOf(place))
  meaning.end()
  run.cell.draw()
}

/** What it means that a cell gets these hours. */
function intentOf({ entry, fresh, gone }: State, seconds: number, place: Place): Intent {
  const meant: Intent = { resource: 'timesheets', gone: [...gone, ...(entry && seconds === 0 ? [entry.id] : [])] }
  if (seconds === 0) return meant
  const duration = roundManual(seconds)
  return { ...meant, put: [entry ? { ...entry, duration } : { ...blank, ...place, id: fresh, duration }] }
}

/** The rest of a new entry. */
const blank = {
  ...{ type: 'manual' as const, start: '', end: '', on_the_clock: false, locked: 0, state: 'OPEN' as const },
  ...{ notes: '', customfields: '' as const, attached_files: [], tz_str: '' },
}

/** Saves the hours of an entry, or of a new one; returns the entry, if there is one afterwards. */
async function saveHours(entry: Sheet | undefined, seconds: number, place: Place): Promise<Sheet | undefined> {
  let said = ''
  const tell = (text: string) => {
    said = text
  }
  const saved = await write(entry, seconds, place, tell)
  if (said !== '') sayCellSaved(said, keyOf(place), { before: entry, after: saved })
  return saved
}

async function write(
  entry: Sheet | undefined,
  seconds: number,
  place: Place,
  tell: (said: string) => void,
): Promise<Sheet | undefined> {
  if (entry && seconds > 0) return changeEntry(entry, { duration: seconds }, { tell })
  if (entry) await deleteEntry(entry, { tell })
  else if (seconds > 0) return addEntry(triesOf(place), { ...place, type: 'manual', duration: seconds }, { tell })
  return undefined
}

function triesOf(place: Place): Tries {
  const known = tries.get(keyOf(place)) ?? noTries()
  tries.set(keyOf(place), known)
  return known
}
