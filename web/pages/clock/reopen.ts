import { only, update } from '../../api/records.ts'
import { changing } from '../../components/dialogs/changing.ts'
import { undoingBy } from '../../components/dialogs/undo.ts'

/** The Undo action of a clock-out: the entry is on the clock again. */
export function reopening(entry: number) {
  return undoingBy(() => changing(async () => only(await update('timesheets', [{ id: entry, end: '' }]))))
}
