import { type Intent, intending } from '../../api/intents.ts'
import { create, type Item, only, update } from '../../api/records.ts'
import type { Sent } from '../../api/request.ts'
import { changing } from '../../components/dialogs/changing.ts'
import { toast, toastError } from '../../components/dialogs/toast.ts'
import { undoingBy } from '../../components/dialogs/undo.ts'
import { t } from '../../language.ts'
import type { Entry, SentRequest, Status } from './requests.ts'

/** A new request as the form has it. */
export type NewRequest = { userId: number; approved: boolean; note: string; entries: readonly Item[] }

/** Requests time off by a form, or enters it as approved, and offers Undo. Throws ApiError. */
export async function requestTimeOff(request: NewRequest, text: string, sent: Sent): Promise<void> {
  await changing(async () => {
    const { id } = await enter(request, sent)
    const back = () => setStatus([{ id, status: 'canceled' }])
    toast(
      text,
      undoingBy(() => changing(back)),
    )
  })
}

/** Cancels a request. Undo reopens it, or creates it again for users who may not reopen it. */
export async function cancel(request: SentRequest, mayReopen: boolean): Promise<void> {
  const become = (status: Status) => [{ resource: 'time_off_requests' as const, put: [{ id: request.id, status }] }]
  await attempt(async () => {
    await setStatus([{ id: request.id, status: 'canceled' }])
    const back = () => (mayReopen ? setStatus([{ id: request.id, status: 'pending' }]) : enter(againOf(request)))
    const shown = mayReopen ? become('pending') : []
    toast(
      t('Request canceled.'),
      undoingBy(() => intending(shown, () => changing<unknown>(back))),
    )
  }, become('canceled'))
}

/** Approves or denies what is pending, with an optional message, and offers Undo. */
export async function decide(
  request: SentRequest,
  status: 'approved' | 'denied',
  message: string,
  name: string,
): Promise<boolean> {
  return attempt(async () => {
    const pending = request.entries.filter((entry) => entry.status === 'pending')
    const notes = message === '' ? {} : { time_off_request_notes: [{ note: message }] }
    // Days that were decided individually stay as they are.
    const entries = pending.map(({ id }) => ({ id, status }))
    const whole = pending.length === request.entries.length
    only(
      await update(
        'time_off_requests',
        [{ id: request.id, ...notes, ...(whole ? { status } : { time_off_request_entries: entries }) }],
        { adds: message !== '' },
      ),
    )
    // An approved request has to be canceled before it can become pending.
    const back: Status[] = status === 'approved' ? ['canceled', 'pending'] : ['pending']
    const text =
      status === 'approved' ? t('Time off for {name} approved.', { name }) : t('Time off for {name} denied.', { name })
    toast(
      text,
      undoingBy(() => changing(() => step(request, back))),
    )
  })
}

/** Cancels an approved request, or reopens a decided one, and offers Undo. */
export async function redecide(request: SentRequest, status: 'canceled' | 'pending', text: string): Promise<boolean> {
  return attempt(async () => {
    await setStatus([{ id: request.id, status }])
    const again: Status[] = status === 'pending' ? [request.status] : ['pending', request.status]
    toast(
      text,
      undoingBy(() => changing(() => step(request, again))),
    )
  })
}

/** Adds a note to a request. */
export async function addNote(request: SentRequest, note: string): Promise<boolean> {
  return attempt(async () => {
    only(await update('time_off_requests', [{ id: request.id, time_off_request_notes: [{ note }] }], { adds: true }))
  })
}

async function enter({ userId, approved, note, entries }: NewRequest, sent?: Sent) {
  const notes = note === '' ? {} : { time_off_request_notes: [{ note }] }
  const item = {
    user_id: userId,
    status: approved ? 'approved' : 'pending',
    ...notes,
    time_off_request_entries: entries,
  }
  return only(await create('time_off_requests', [item], { sent }))
}

/** Takes a request through several statuses in one action. */
function step({ id }: Pick<SentRequest, 'id'>, statuses: readonly Status[]): Promise<void> {
  return setStatus(statuses.map((status) => ({ id, status })))
}

async function setStatus(items: readonly { id: number; status: Status }[]): Promise<void> {
  for (const outcome of await update('time_off_requests', items)) only([outcome])
}

function againOf({ userId, notes, entries }: SentRequest): NewRequest {
  const own = notes.filter(({ user_id }) => user_id === userId).map(({ note }) => note)
  return { userId, approved: false, note: own.join('\n').slice(0, 2000), entries: entries.map(contentOf) }
}

function contentOf({ entry_method, date, duration, start_time, end_time, jobcode_id }: Entry): Item {
  const times = entry_method === 'manual' ? { date } : { start_time, end_time }
  return { entry_method, duration, jobcode_id, ...times }
}

/**
 * Runs a change, shows an error if it fails, and reloads what is shown; `intents` are shown until then. Resolves to whether it
 * succeeded.
 */
async function attempt(run: () => Promise<unknown>, intents: readonly Intent[] = []): Promise<boolean> {
  try {
    await intending(intents, () => changing(run))
    return true
  } catch (error) {
    toastError(error)
    return false
  }
}
