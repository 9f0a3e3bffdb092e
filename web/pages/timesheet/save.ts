import { create, type Item, only, remove, update } from '../../api/records.ts'
import { toast } from '../../components/toast.ts'
import { undo } from '../../components/undo.ts'
import type { Sheet } from './week.ts'

// Changes of time, each with Undo. Callers show refusals of the change; refusals of Undo are shown as toasts.

/** Creates an entry. Throws ApiError. */
export async function addEntry(item: Item, said = 'Added.'): Promise<Sheet> {
  const made = only(await create('timesheets', [item]))
  toast(
    said,
    undo(() => remove('timesheets', [made.id])),
  )
  return made
}

/** Changes an entry: `item` has what is new. Throws ApiError. */
export async function changeEntry(before: Sheet, item: Item, said = 'Saved.'): Promise<Sheet> {
  const made = only(await update('timesheets', [{ id: before.id, ...item }]))
  const known: Item = { ...before }
  const back = Object.fromEntries(Object.keys(item).map((name) => [name, known[name]]))
  toast(
    said,
    undo(() => update('timesheets', [{ id: before.id, ...back }])),
  )
  return made
}

/** Deletes an entry. Undo creates it again without its pictures, which are gone for good. Throws ApiError. */
export async function deleteEntry(sheet: Sheet): Promise<void> {
  only(await remove('timesheets', [sheet.id]))
  toast(
    'Deleted.',
    undo(() => create('timesheets', [itemOf(sheet)])),
  )
}

/** The fields that create an entry like this one. */
export function itemOf({ user_id, jobcode_id, type, start, end, date, duration, notes, customfields }: Sheet): Item {
  const time = type === 'manual' ? { date, duration } : { start, end }
  return { user_id, jobcode_id, type, ...time, notes, customfields }
}
