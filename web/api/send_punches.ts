import { msg } from '../../src/rules/language/messages.ts'
import { t } from '../language.ts'
import { instant } from '../time.ts'
import { changePunches, noteStarted, type Punch, read, startedBy } from './punches.ts'
import { queries, refresh } from './queries.ts'
import { addToCachedList, create, list, type Outcome, only, type Query, type Records, update } from './records.ts'
import { ApiError, ask, isUnreachable } from './request.ts'

type Timesheet = Records['timesheets']

/** A request that takes longer counts as lost and is retried under the same key. */
const patienceMilliseconds = 20_000

let sending: Promise<void> = Promise.resolve()

/** Sends a person's punches one after another, from one tab only. Resolves when all are sent or none can be. */
export function sendPunches(userId: number): Promise<void> {
  sending = sending.then(() => alone(() => sendAll(userId))).catch(() => {})
  return sending
}

/** Takes turns with the other tabs on this device. Without Web Locks, the idempotency keys keep it correct. */
async function alone(run: () => Promise<void>): Promise<void> {
  if ('locks' in navigator) await navigator.locks.request('punches', run)
  else await run()
}

async function sendAll(userId: number): Promise<void> {
  if ((await read()).every(({ refused }) => refused)) return
  try {
    // Another person may have signed in in another tab.
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

/** Sends a punch and removes it from the queue, or marks it and everything that depends on it as refused. */
async function sendOne(punch: Punch): Promise<void> {
  try {
    const made = await carryOut(punch)
    if (made) await showAtOnce(made)
    // Another tab may be adding an action for the entry now, and send it later.
    if (made && punch.kind === 'in') await noteStarted(punch.key, made.id)
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
  // A location is useless without its punch.
  if (itself && refused.kind === 'place') return []
  const depends = refused.kind === 'in' && other.of === refused.key
  return [itself || depends ? { ...other, refused: reason } : other]
}

/** Carries out a punch on the server and returns the resulting entry. Throws ApiError. */
async function carryOut({ key, kind, at, item, waits, ...punch }: Punch): Promise<Timesheet | undefined> {
  const options = { once: key, signal: soon() }
  if (kind === 'place') {
    only(await create('geolocations', [item], options))
    return undefined
  }
  const late = { ...options, beside: { late: 'yes' } }
  if (kind === 'in') return only(explained(await create('timesheets', [{ ...item, start: at, end: '' }], late)))
  const of = typeof punch.of === 'number' ? punch.of : await startedBy(punch.of)
  if (of === undefined) throw new ApiError(409, t('The clock-in it belongs to no longer exists.'))
  if (waits || kind === 'out') {
    // It may have been ended elsewhere in the meantime, which must not be undone from here.
    const [now] = await list('timesheets', { ids: [of], on_the_clock: 'both' }, { signal: options.signal })
    if (!now) throw new ApiError(404, t('The entry it belongs to was deleted.'))
    const ended = now.end !== '' && instant(now.end)
    if (ended && kind === 'out' && ended === instant(at)) return now
    if (ended) throw new ApiError(409, t('That entry was already ended on another device.'))
  }
  return only(await update('timesheets', [{ id: of, ...item, ...(kind === 'out' && { end: at }) }], late))
}

/** Says of time that conflicts with other time where that may come from. */
function explained<T>(outcomes: Outcome<T>[]): Outcome<T>[] {
  return outcomes.map((outcome) => {
    const message = outcome.ok ? undefined : conflicts[outcome.reason?.code ?? '']
    return message === undefined ? outcome : { ...outcome, message: t(message) }
  })
}

const conflicts: Readonly<Record<string, string>> = {
  on_the_clock: msg('You’re already on the clock, probably from another device.'),
  overlaps: msg('This overlaps other time you recorded, probably from another device.'),
}

/** Adds an entry to the lists on screen, so nothing flickers until they are refetched. */
async function showAtOnce(entry: Timesheet): Promise<void> {
  // An answer in flight does not include it yet, and would stay on screen if the network dropped now.
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
    await addToCachedList('timesheets', queryKey[2] as Query, entry)
  }
}

function soon(): AbortSignal {
  return AbortSignal.timeout(patienceMilliseconds)
}
