import { creating, removing, type Step, updating } from '../../../api/actions.ts'
import { create, type Item, only, remove, update } from '../../../api/records.ts'
import { type ApiError, isLost, type Sent } from '../../../api/request.ts'
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

/** What a form or a cell has sent to create its entry; of attempts whose answer was lost, all of one key. */
export type Tries = { sent: Sent; lost: { item: Item; reason: string }[] }

export function noTries(): Tries {
  return { sent: {}, lost: [] }
}

/**
 * Creates the entry of a form or a cell. If an attempt whose answer was lost has arrived after all, its entry takes the new
 * values. Throws ApiError.
 */
export async function addEntry(tries: Tries, item: Item, saying: Saying = {}): Promise<Sheet> {
  const { sent } = tries
  const { said = t('Added.'), reason = '', tell = say } = saying
  const once = sent.key
  try {
    const made = only(await create('timesheets', [item], { ...because(reason), sent }))
    tell(said, removing('timesheets', [made.id], because(reason).beside))
    return made
  } catch (error) {
    if (sent.key) tries.lost.push({ item, reason })
    if (!once || (error as ApiError).reason?.code !== 'idempotency_key_reused') throw error
  }
  // Also if one of the following answers is lost.
  sent.key = once
  for (const { item: earlier, reason } of tries.lost) {
    // It is answered again, or refused because another one has arrived.
    const [made] = await create('timesheets', [earlier], { ...because(reason), once }).catch(isOther)
    if (!made?.ok) continue
    const gone = removing('timesheets', [made.record.id], because(saying.reason ?? '').beside)
    const changed = await changeEntry(made.record, item, {
      said,
      reason: saying.reason ?? '',
      tell: (text) => tell(text, gone),
    })
    Object.assign(tries, noTries())
    return changed
  }
  // What has arrived was refused.
  Object.assign(tries, noTries())
  return addEntry(tries, item, saying)
}

function isOther(error: ApiError): [] {
  if (isLost(error)) throw error
  return []
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
