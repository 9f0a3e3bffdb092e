import { create, type Item, only, remove, update } from '../../../api/records.ts'
import { toast } from '../../../components/dialogs/toast.ts'
import { undo } from '../../../components/dialogs/undo.ts'
import { t } from '../../../language.ts'
import type { Sheet } from '../week/week.ts'

// Changes to time, each with Undo. Callers show refusals of the change; refusals of Undo are shown as toasts.

/** The message for the user, and the reason for changing approved time, which Undo keeps. */
type Saying = { said?: string; reason?: string }

/** Creates an entry. Throws ApiError. */
export async function addEntry(item: Item, { said = t('Added.'), reason = '' }: Saying = {}): Promise<Sheet> {
  const made = only(await create('timesheets', [item], because(reason)))
  toast(
    said,
    undo(() => remove('timesheets', [made.id], because(reason))),
  )
  return made
}

/** Changes an entry; `item` has the new values. Throws ApiError. */
export async function changeEntry(
  before: Sheet,
  item: Item,
  { said = t('Saved.'), reason = '' }: Saying = {},
): Promise<Sheet> {
  const made = only(await update('timesheets', [{ id: before.id, ...item }], because(reason)))
  const known: Item = { ...before }
  const back = Object.fromEntries(Object.keys(item).map((name) => [name, known[name]]))
  toast(
    said,
    undo(() => update('timesheets', [{ id: before.id, ...back }], because(reason))),
  )
  return made
}

/** Deletes an entry. Undo creates it again without its pictures, which are permanently gone. Throws ApiError. */
export async function deleteEntry(sheet: Sheet, { reason = '' }: Saying = {}): Promise<void> {
  only(await remove('timesheets', [sheet.id], because(reason)))
  toast(
    t('Deleted.'),
    undo(() => create('timesheets', [itemOf(sheet)], because(reason))),
  )
}

function because(reason: string) {
  return reason === '' ? {} : { beside: { reason } }
}

/** The fields that create an entry like this one. */
function itemOf({ user_id, jobcode_id, type, start, end, date, duration, notes, customfields }: Sheet): Item {
  const time = type === 'manual' ? { date, duration } : { start, end }
  return { user_id, jobcode_id, type, ...time, notes, customfields }
}
