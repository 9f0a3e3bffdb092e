import { msg } from '../../src/rules/language/messages.ts'
import { t } from '../language.ts'
import { ownName } from '../own_address.ts'
import { tryLater } from './connection.ts'
import type { BodyOf } from './contract.ts'
import { refused } from './dependents.ts'
import type { Done } from './done_before.ts'
import { changePunches, noteStarted, type Punch, read, startedBy, whenAnswered } from './punches.ts'
import { queries, refresh } from './queries.ts'
import { addToCachedList, type Item, type Query, type Records } from './records.ts'
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
  if ('locks' in navigator) await navigator.locks.request(ownName('punches'), run)
  else await run()
}

async function sendAll(userId: number): Promise<void> {
  if ((await read()).every(({ refused }) => refused)) return
  let isSent = false
  try {
    // Another person may have signed in in another tab.
    const start = await ask('GET', '/api/console/start', { fresh: true, signal: soon() })
    if (start.user.id !== userId) return
    for (let next = await first(); next; next = await first()) {
      await sendOne(next, userId)
      isSent = true
    }
  } catch (error) {
    if (!isUnreachable(error) && !(error instanceof ApiError && error.status === 401)) throw error
    if (isUnreachable(error)) tryLater()
    await changePunches((all) => all.map((punch) => ({ ...punch, waits: true })))
  } finally {
    if (isSent) void refresh('time')
  }
}

async function first(): Promise<Punch | undefined> {
  return (await read()).find(({ refused }) => !refused)
}

/** Sends a punch and removes it from the queue, or marks it and everything that depends on it as refused. */
async function sendOne(punch: Punch, userId: number): Promise<void> {
  try {
    const { begun, entries } = await carryOut(punch, userId)
    // Answers in flight lack these entries, and would stay on screen if the network dropped now.
    await queries.cancelQueries({ queryKey: ['time', 'timesheets'] })
    for (const entry of entries) showAtOnce(entry)
    // In the same moment, so that at none the screen shows neither or both.
    const stored = changePunches(
      (all) =>
        all
          .filter(({ key }) => key !== punch.key)
          .map((other) => (begun && other.of === punch.key ? { ...other, of: begun.id } : other)),
      entries,
    )
    // Another tab may be adding an action for the entry now, and send it later.
    if (begun) await noteStarted(punch.key, begun.id)
    await stored
  } catch (error) {
    if (!(error instanceof ApiError) || isUnreachable(error) || error.status === 401) throw error
    const isGone = goneCodes.has(error.reason?.code ?? '')
    await changePunches((all) => refused(all, punch, error.message, isGone))
  }
}

/** The refusals of what belongs to an entry that no longer runs. */
const goneCodes: ReadonlySet<string> = new Set(['timesheet_ended', 'no_such_timesheet_of_yours'])

/** Carries out a punch on the server, in one request; returns the entries as they are then. Throws ApiError. */
async function carryOut(punch: Punch, userId: number): Promise<Done> {
  const body = punch.sent ?? (await bodyOf(punch))
  if (!punch.sent)
    await changePunches((all) => all.map((one) => (one.key === punch.key ? { ...one, sent: body } : one)))
  const send = async (once: string): Promise<Done> => {
    const answer = await ask('POST', '/api/console/clock', { body, once, signal: soon() }).catch(explain)
    const [changed, ended, begun] = [answer.changed, answer.ended, answer.begun].map((one) => one as Timesheet | null)
    return { begun: begun ?? undefined, entries: [changed, ended, begun].filter((one) => one != null) }
  }
  return send(punch.key).catch(async (error) => {
    if (!(error instanceof ApiError) || error.reason?.code !== 'idempotency_key_reused') throw error
    const id = (body.end ?? body.change)?.id
    // Punches of an older version are rare, and what looks for them is not part of the first load.
    const { doneBefore } = await import('./done_before.ts').catch(() => {
      // It is tried again, as if the server had not been reached.
      throw new ApiError(0, '')
    })
    return (await doneBefore(punch, { userId, id, signal: soon() })) ?? send(`${punch.key}-again`)
  })
}

type Body = BodyOf<'POST /api/console/clock'>

/** Punches of an earlier version of the app, which may have waited on the device, have other fields, too. */
async function bodyOf({ kind, at, item, next, place, breakAnswers, ...punch }: Punch): Promise<Body> {
  const here = kind === 'place' ? item : place
  const placed = here && { place: picked(here, placeFields) as Body['place'] & {} }
  const started = (given: Item) => ({ ...picked(given, startFields), jobcode_id: Number(given.jobcode_id), start: at })
  if (kind === 'place') return { ...placed }
  if (kind === 'in') return { late: true, begin: started(item), ...placed }
  const id = typeof punch.of === 'number' ? punch.of : await startedBy(punch.of)
  if (id === undefined)
    throw new ApiError(409, t('The clock-in it belongs to no longer exists.'), { code: 'no_such_timesheet_of_yours' })
  if (kind === 'edit') return { late: true, change: { ...picked(item, saidFields), id } }
  return {
    late: true,
    end: { ...picked(item, endFields), id, end: at },
    ...(breakAnswers && { break_answers: breakAnswers }),
    ...(next && { begin: started(next) }),
    ...placed,
  }
}

const saidFields = ['notes', 'customfields']
const startFields = [...saidFields, 'origin_hint_start']
const endFields = [...saidFields, 'origin_hint_end']
const placeFields = ['created', 'latitude', 'longitude', 'accuracy', 'altitude', 'speed', 'heading', 'source']

function picked(item: Item, names: readonly string[]): Item {
  return Object.fromEntries(Object.entries(item).filter(([name]) => names.includes(name)))
}

/** Says of time that conflicts with other time where that may come from. */
function explain(error: Error): never {
  const message = error instanceof ApiError ? conflicts[error.reason?.code ?? ''] : undefined
  if (message === undefined || !(error instanceof ApiError)) throw error
  throw new ApiError(error.status, t(message), error.reason)
}

const conflicts: Readonly<Record<string, string>> = {
  on_the_clock: msg('You’re already on the clock, probably from another device.'),
  overlaps: msg('This overlaps other time you recorded, probably from another device.'),
  no_such_timesheet_of_yours: msg('The entry it belongs to was deleted.'),
}

/** Adds an entry to the lists on screen and on the device, so nothing flickers until they are refetched. */
function showAtOnce(entry: Timesheet): void {
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
    void addToCachedList('timesheets', queryKey[2] as Query, entry)
  }
}

whenAnswered((entries) => entries.forEach(showAtOnce))

function soon(): AbortSignal {
  return AbortSignal.timeout(patienceMilliseconds)
}
