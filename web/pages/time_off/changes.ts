import { create, type Item, only, update } from '../../api/records.ts'
import { changing } from '../../components/restoring.ts'
import { toast, toastError } from '../../components/toast.ts'
import type { Asked, Entry, Status } from './requests.ts'

/** What a form says of a request. */
export type NewRequest = { userId: number; approved: boolean; note: string; entries: readonly Item[] }

/** Asks for time off, or enters it as approved, and offers the way back. Throws ApiError. */
export async function ask(request: NewRequest, text: string): Promise<void> {
  await changing(async () => {
    const { id } = await enter(request)
    const back = () => setStatus([{ id, status: 'canceled' }])
    toast(text, { label: 'Undo', run: () => void attempt(back) })
  })
}

/** Takes a request back. Who may not open it again asks anew instead. */
export async function cancel(asked: Asked, mayReopen: boolean): Promise<void> {
  await attempt(async () => {
    await setStatus([{ id: asked.id, status: 'canceled' }])
    const back = () => (mayReopen ? setStatus([{ id: asked.id, status: 'pending' }]) : enter(againOf(asked)))
    toast('Request canceled.', { label: 'Undo', run: () => void attempt(back) })
  })
}

/** Approves or denies what waits, with a message if there is one, and offers the way back. */
export async function decide(
  asked: Asked,
  status: 'approved' | 'denied',
  message: string,
  name: string,
): Promise<boolean> {
  return attempt(async () => {
    const waiting = asked.entries.filter((entry) => entry.status === 'pending')
    const notes = message === '' ? {} : { time_off_request_notes: [{ note: message }] }
    // What was decided day by day stays so.
    const entries = waiting.map(({ id }) => ({ id, status }))
    const whole = waiting.length === asked.entries.length
    only(
      await update('time_off_requests', [
        { id: asked.id, ...notes, ...(whole ? { status } : { time_off_request_entries: entries }) },
      ]),
    )
    // What is approved becomes undecided by way of being taken back.
    const back: Status[] = status === 'approved' ? ['canceled', 'pending'] : ['pending']
    toast(`Time off of ${name} ${status}.`, { label: 'Undo', run: () => void attempt(() => step(asked, back)) })
  })
}

/** Takes back what was approved, or opens again what was decided against, and offers the way back. */
export async function redecide(asked: Asked, status: 'canceled' | 'pending', text: string): Promise<boolean> {
  return attempt(async () => {
    await setStatus([{ id: asked.id, status }])
    const again: Status[] = status === 'pending' ? [asked.status] : ['pending', asked.status]
    toast(text, { label: 'Undo', run: () => void attempt(() => step(asked, again)) })
  })
}

/** Writes something to a request. */
export async function addNote(asked: Asked, note: string): Promise<boolean> {
  return attempt(async () => {
    only(await update('time_off_requests', [{ id: asked.id, time_off_request_notes: [{ note }] }]))
  })
}

async function enter({ userId, approved, note, entries }: NewRequest) {
  const notes = note === '' ? {} : { time_off_request_notes: [{ note }] }
  const item = {
    user_id: userId,
    status: approved ? 'approved' : 'pending',
    ...notes,
    time_off_request_entries: entries,
  }
  return only(await create('time_off_requests', [item]))
}

/** Takes a request through several statuses at once. */
function step({ id }: Pick<Asked, 'id'>, statuses: readonly Status[]): Promise<void> {
  return setStatus(statuses.map((status) => ({ id, status })))
}

async function setStatus(items: readonly { id: number; status: Status }[]): Promise<void> {
  for (const outcome of await update('time_off_requests', items)) only([outcome])
}

function againOf({ userId, notes, entries }: Asked): NewRequest {
  const own = notes.filter(({ user_id }) => user_id === userId).map(({ note }) => note)
  return { userId, approved: false, note: own.join('\n').slice(0, 2000), entries: entries.map(contentOf) }
}

function contentOf({ entry_method, date, duration, start_time, end_time, jobcode_id }: Entry): Item {
  const times = entry_method === 'manual' ? { date } : { start_time, end_time }
  return { entry_method, duration, jobcode_id, ...times }
}

/** Does something, says what went wrong, and asks anew for all that is shown. Gives whether it went well. */
async function attempt(run: () => Promise<unknown>): Promise<boolean> {
  try {
    await changing(run)
    return true
  } catch (error) {
    toastError(error)
    return false
  }
}
