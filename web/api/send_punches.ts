import { instant } from '../time.ts'
import { changePunches, type Punch, read } from './punches.ts'
import { queries, refresh } from './queries.ts'
import { create, keepListed, list, type Outcome, only, type Query, type Records, update } from './records.ts'
import { ApiError, ask, isUnreachable } from './request.ts'

type Timesheet = Records['timesheets']

/** A request that takes longer is as good as lost; it is sent again under the same key. */
const patienceMilliseconds = 20_000

/** Entries by the keys of the punches that began them, for who presses just when such a punch has arrived. */
const numbers = new Map<string, number>()

let sending: Promise<void> = Promise.resolve()

/** Sends the punches of a person, one after the other, from one tab only. Ends when all are sent or none can be. */
export function sendPunches(userId: number): Promise<void> {
  sending = sending.then(() => alone(() => sendAll(userId))).catch(() => {})
  return sending
}

/** Whoever else is at it on this device, one after the other; the keys keep it right where there are no locks. */
async function alone(run: () => Promise<void>): Promise<void> {
  if ('locks' in navigator) await navigator.locks.request('punches', run)
  else await run()
}

async function sendAll(userId: number): Promise<void> {
  if ((await read()).every(({ refused }) => refused)) return
  try {
    // Somebody else may have signed in in another tab.
    const start = await ask('GET', '/api/console/start', { fresh: true, signal: soon() })
    if (start.user.id !== userId) return
    for (let next = await first(); next; next = await first()) await sendOne(next)
  } catch (error) {
    if (!isUnreachable(error) && !(error instanceof ApiError && error.status === 401)) throw error
    await changePunches((all) => all.map((punch) => ({ ...punch, waits: true })))
  }
  void refresh('time')
}

async function first(): Promise<Punch | undefined> {
  return (await read()).find(({ refused }) => !refused)
}

/** Sends one and takes it out of the queue, or marks it as refused with all that depends on it. */
async function sendOne(punch: Punch): Promise<void> {
  try {
    const made = await carryOut(punch)
    if (made) await showAtOnce(made)
    if (made && punch.kind === 'in') numbers.set(punch.key, made.id)
    await changePunches((all) =>
      all
        .filter(({ key }) => key !== punch.key)
        .map((other) => (made && other.of === punch.key ? { ...other, of: made.id } : other)),
    )
  } catch (error) {
    if (!(error instanceof ApiError) || isUnreachable(error) || error.status === 401) throw error
    await changePunches((all) => all.flatMap((other) => afterRefusal(other, punch, error.message)))
  }
}

function afterRefusal(other: Punch, refused: Punch, reason: string): Punch[] {
  const itself = other.key === refused.key
  // Where somebody was is worth nothing without the rest.
  if (itself && refused.kind === 'place') return []
  const depends = refused.kind === 'in' && other.of === refused.key
  return [itself || depends ? { ...other, refused: reason } : other]
}

/** Does it on the server; gives the entry as it is then. Throws ApiError. */
async function carryOut({ key, kind, at, item, waits, ...punch }: Punch): Promise<Timesheet | undefined> {
  const options = { once: key, signal: soon() }
  if (kind === 'place') {
    only(await create('geolocations', [item], options))
    return undefined
  }
  const late = { ...options, beside: { late: 'yes' } }
  if (kind === 'in') return only(explained(await create('timesheets', [{ ...item, start: at, end: '' }], late)))
  const of = typeof punch.of === 'number' ? punch.of : numbers.get(punch.of)
  if (of === undefined) throw new ApiError(409, 'The clock-in that it belongs to is gone.')
  if (waits || kind === 'out') {
    // Meanwhile somebody may have ended it elsewhere, which must not be undone from here.
    const [now] = await list('timesheets', { ids: [of], on_the_clock: 'both' }, options.signal)
    if (!now) throw new ApiError(404, 'The entry that it belongs to was deleted.')
    const ended = now.end !== '' && instant(now.end)
    if (ended && kind === 'out' && ended === instant(at)) return now
    if (ended) throw new ApiError(409, 'That entry was ended from somewhere else in the meantime.')
  }
  return only(await update('timesheets', [{ id: of, ...item, ...(kind === 'out' && { end: at }) }], late))
}

/** The server's words about other time are for programs. */
function explained<T>(outcomes: Outcome<T>[]): Outcome<T>[] {
  return outcomes.map((outcome) =>
    !outcome.ok && outcome.status === 406
      ? {
          ...outcome,
          message: /on the clock already/.test(outcome.message)
            ? 'You are on the clock already, probably from another device.'
            : 'You have other time recorded there, probably from another device.',
        }
      : outcome,
  )
}

/** Puts an entry into the lists that are shown, so that nothing flickers until they are asked for anew. */
async function showAtOnce(entry: Timesheet): Promise<void> {
  // An answer that is still on its way does not know of it yet, and would stay if the network went now.
  await queries.cancelQueries({ queryKey: ['time', 'timesheets'] })
  const shown = queries.getQueryCache().findAll({
    queryKey: ['time', 'timesheets'],
    predicate: ({ queryKey: [, , query] }) => {
      const { user_ids, on_the_clock, end_date } = query as Query
      return String(user_ids) === String(entry.user_id) && on_the_clock === 'both' && end_date === undefined
    },
  })
  for (const { queryKey } of shown) {
    queries.setQueryData<Timesheet[]>(
      queryKey,
      (before) => before && [...before.filter(({ id }) => id !== entry.id), entry],
    )
    await keepListed('timesheets', queryKey[2] as Query, entry)
  }
}

function soon(): AbortSignal {
  return AbortSignal.timeout(patienceMilliseconds)
}
