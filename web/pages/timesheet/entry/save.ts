import { creating, removing, type Step, updating } from '../../../api/actions.ts'
import { create, type Item, only, remove, update } from '../../../api/records.ts'
import { toast } from '../../../components/dialogs/toast.ts'
import { undoing } from '../../../components/dialogs/undo.ts'
import { t } from '../../../language.ts'
import type { Sheet } from '../week/week.ts'

// Changes to time, each with Undo. Callers show refusals of the change; refusals of Undo are shown as toasts.

/**
 * The message for the user, and the reason for changing approved time, which Undo keeps. `tell` says it in another way, with
 * the write that takes it back.
 */
type Saying = { said?: string; reason?: string; tell?: ((said: string, back: Step) => void) | undefined }

/** Creates an entry. Throws ApiError. */
export async function addEntry(
  item: Item,
  { said = t('Added.'), reason = '', tell = say }: Saying = {},
): Promise<Sheet> {
  const made = only(await create('timesheets', [item], because(reason)))
  tell(said, removing('timesheets', [made.id], because(reason).beside))
  return made
}

/** A new entry whose answer was lost, as it was sent. */
export type Lost = { item: Item; reason: string }

/**
 * Creates an entry after another attempt whose answer was lost, if there is one: that attempt has its key still, so sending it
 * again finds or makes its entry once, which then takes the new values. Throws ApiError.
 */
export async function addAfter(lost: Lost | undefined, item: Item, saying: Saying): Promise<Sheet> {
  if (!lost || JSON.stringify(lost.item) === JSON.stringify(item)) return addEntry(item, saying)
  const [sent] = await create('timesheets', [lost.item], because(lost.reason))
  return sent?.ok ? changeEntry(sent.record, item, { said: t('Added.'), ...saying }) : addEntry(item, saying)
}

/** Changes an entry; `item` has the new values. Throws ApiError. */
export async function changeEntry(
  before: Sheet,
  item: Item,
  { said = t('Saved.'), reason = '', tell = say }: Saying = {},
): Promise<Sheet> {
  const made = only(await update('timesheets', [{ id: before.id, ...item }], because(reason)))
  const known: Item = { ...before }
  const back = Object.fromEntries(Object.keys(item).map((name) => [name, known[name]]))
  tell(said, updating('timesheets', [{ id: before.id, ...back }], because(reason).beside))
  return made
}

/** Deletes an entry. Undo creates it again without its pictures, which are permanently gone. Throws ApiError. */
export async function deleteEntry(
  sheet: Sheet,
  { said = t('Deleted.'), reason = '', tell = say }: Saying = {},
): Promise<void> {
  only(await remove('timesheets', [sheet.id], because(reason)))
  tell(said, creating('timesheets', [itemOf(sheet)], because(reason).beside))
}

function say(said: string, back: Step): void {
  toast(said, undoing([back]))
}

function because(reason: string): { beside?: { reason: string } } {
  return reason === '' ? {} : { beside: { reason } }
}

/** The fields that create an entry like this one. */
export function itemOf({ user_id, jobcode_id, type, start, end, date, duration, notes, customfields }: Sheet): Item {
  const time = type === 'manual' ? { date, duration } : { start, end }
  return { user_id, jobcode_id, type, ...time, notes, customfields }
}
