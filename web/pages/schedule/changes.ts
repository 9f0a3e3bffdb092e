import { type Intent, intending } from '../../api/intents.ts'
import { refresh } from '../../api/queries.ts'
import { create, type Item, type Outcome, type Records, update } from '../../api/records.ts'
import { ApiError, type Sent } from '../../api/request.ts'
import { changing } from '../../components/dialogs/changing.ts'
import { toast, toastError } from '../../components/dialogs/toast.ts'
import { undoingBy } from '../../components/dialogs/undo.ts'
import { t } from '../../language.ts'
import { movedBy, type Shift } from './shift/shifts.ts'

type EventRecord = Records['schedule_events']

/** Shifts are loaded and saved with all their people. */
const beside = { team_events: 'base' }

/** The fields of a shift that can be written. */
export type ShiftFields = Partial<
  Pick<
    EventRecord,
    'start' | 'end' | 'all_day' | 'timezone' | 'title' | 'notes' | 'location' | 'color' | 'jobcode_id' | 'draft'
  >
> & { assigned_user_ids?: readonly number[] }

/** Creates shifts in a calendar, by a form or as copies. Shows a toast for each refusal; throws ApiError if all were refused. */
export async function addShifts(calendar: number, items: readonly ShiftFields[], sent?: Sent): Promise<EventRecord[]> {
  return done(
    await create(
      'schedule_events',
      items.map((item) => ({ ...item, schedule_calendar_id: calendar })),
      { beside, sent },
    ),
  )
}

/** Changes shifts. The page updates at once and rolls back if the server refuses. */
export async function changeShifts(items: readonly (ShiftFields & { id: number; active?: boolean })[]) {
  return intending([intentOf(items)], async () => {
    const records = done(await update('schedule_events', items as readonly Item[], { beside }))
    await refresh('time')
    return records
  })
}

/** Moves a shift and offers Undo. */
export async function move(shift: Shift, to: ShiftFields, text: string): Promise<void> {
  const { start, end } = shift.record
  const before = { id: shift.id, start, end, assigned_user_ids: shift.people }
  await attempt(async () => {
    await changeShifts([{ id: shift.id, ...to }])
    toast(text, undoBy([before]))
  })
}

/** Deletes a shift and offers Undo. */
export async function remove(shift: Shift): Promise<void> {
  await attempt(async () => {
    await changeShifts([{ id: shift.id, active: false }])
    toast(t('Shift deleted.'), undoBy([{ id: shift.id, active: true }]))
  })
}

/** Copies shifts as drafts, moved by a number of days, and offers Undo. */
export async function copy(
  shifts: readonly Shift[],
  days: number,
  text: string,
  changed: ShiftFields = {},
): Promise<void> {
  await attempt(async () => {
    const [first] = shifts
    if (!first) return
    const items = shifts.map((shift) => ({ ...copyOf(shift, days), ...changed }))
    const made = await addShifts(first.record.schedule_calendar_id, items)
    toast(text, undoBy(made.map(({ id }) => ({ id, active: false }))))
  })
}

/** Publishes drafts. Their people then see them and are notified. */
export async function publish(shifts: readonly Shift[]): Promise<void> {
  await changeShifts(shifts.map(({ id }) => ({ id, draft: false })))
}

function copyOf(shift: Shift, days: number): ShiftFields & Item {
  const { all_day, timezone, title, notes, location, color, jobcode_id, customfields } = shift.record
  const same = { all_day, timezone, title, notes, location, color, jobcode_id, customfields }
  return { ...same, ...movedBy(shift, days), assigned_user_ids: shift.people, draft: true }
}

/** The Undo action that changes shifts back. */
function undoBy(items: Parameters<typeof changeShifts>[0]) {
  return undoingBy(() => changing(() => changeShifts(items)))
}

/** Runs a change, shows an error if it fails, and reloads what is shown. */
async function attempt(run: () => Promise<unknown>): Promise<void> {
  await changing(run).catch(toastError)
}

/** The saved records. Shows what was refused as a toast; throws if everything was. */
function done(outcomes: readonly Outcome<EventRecord>[]): EventRecord[] {
  const [refused, ...others] = outcomes.flatMap((outcome) => (outcome.ok ? [] : [outcome]))
  const records = outcomes.flatMap((outcome) => (outcome.ok ? [outcome.record] : []))
  if (!refused) return records
  const problem = new ApiError(
    refused.status,
    outcomes.length === 1 ? refused.message : `${refusedText(others.length + 1)} ${refused.message}`,
  )
  if (records.length === 0) throw problem
  toastError(problem)
  return records
}

function refusedText(count: number): string {
  return t('Some changes weren’t saved: {count, plural, one {# refused} other {# refused}}.', { count })
}

/** What the page shows of changes until the lists have them. */
function intentOf(items: readonly (ShiftFields & { id: number; active?: boolean })[]): Intent {
  const put = items.map(({ assigned_user_ids: people, active: _, ...item }) => ({
    ...item,
    ...(people && { assigned_user_ids: people.map(String) }),
  }))
  return {
    resource: 'schedule_events',
    put,
    gone: items.flatMap(({ id, active }) => (active === false ? [id] : [])),
  }
}
