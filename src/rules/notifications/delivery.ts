import { second } from '../time/calendar.ts'
import { type Choices, channelsFor, quietUntil } from './choices.ts'
import { type KindName, kinds } from './kinds.ts'

// Decides what happens to a notification when it is due, and to a push after its push service has responded. Instants
// are microseconds, and so are waits that are compared with them.

/** The part of a notification that decides where it goes. */
type Note = { kind: KindName; method: string; channels: string; precheck: string }

/** The recipient's current state. */
export type Recipient = {
  active: boolean
  /** A timesheet that is not time off is running. */
  onTheClock: boolean
  /** On time off right now, or all of today. */
  offWork: boolean
  zone: string
  choices: Choices
  /** Email address; '' for none, or if the server sends no mail. */
  address: string
  /** How many of the person's devices receive push messages. */
  devices: number
}

/** How to deliver a notification: the channels, when, and until when it is still useful. */
type Plan = { push: boolean; email: boolean; due: number; until: number }

/** How to deliver a notification that is due; undefined: discard it. With no channel it only appears in the app. */
export function planOf(note: Note, recipient: Recipient, company: Choices, now: number): Plan | undefined {
  if (!recipient.active || !passes(note.precheck, recipient)) return undefined
  const { choices, zone, devices, address } = recipient
  const { waits, ttlSeconds } = kinds[note.kind]
  const channels = channelsFor(note, choices, company)
  // A notification about the current moment would be wrong by morning.
  const held = waits && note.precheck === 'none' ? quietUntil(now, zone, choices.quiet) : undefined
  const due = held ?? now
  const push = channels.includes('push') && devices > 0
  return { push, email: channels.includes('email') && address !== '', due, until: due + ttlSeconds * second }
}

/** Whether the recipient's state matches a precheck. */
function passes(precheck: string, { onTheClock, offWork }: Recipient): boolean {
  if (precheck === 'on_the_clock') return onTheClock
  if (precheck === 'off_the_clock') return !onTheClock && !offWork
  return true
}

/** A person's time around now, from their timesheets. `off`: on a time-off jobcode. */
export type Sheet = { type: string; date: string; start: number; end: number | null; off: boolean }

/**
 * Whether a person is on the clock, and whether they are off work: while time off with times lasts, or all day if it
 * has none.
 */
export function clockStateOf(sheets: readonly Sheet[], now: number, today: string) {
  const covers = ({ type, date, start, end }: Sheet) =>
    type === 'manual' ? date === today : start <= now && (end === null || now < end)
  return {
    onTheClock: sheets.some((sheet) => !sheet.off && sheet.end === null),
    offWork: sheets.some((sheet) => sheet.off && covers(sheet)),
  }
}

/**
 * The outcome of sending a push. `answered`: the push service has responded. `unsent`: it cannot have arrived; retry
 * later. `refused`: it must not be sent there. `unknown`: it may or may not have arrived.
 */
export type PushAnswer =
  | { outcome: 'answered'; status: number; retryAfter: string; text: string }
  | { outcome: 'unsent' | 'refused' | 'unknown'; error: string }

/** The state of a delivery after an attempt; `due` is the time of the next attempt, 0 for none. */
type Verdict = {
  state: 'sent' | 'failed' | 'queued'
  status: number
  error: string
  due: number
  /** The subscription is gone: this browser accepts no more pushes. */
  gone: boolean
}

/** Seconds between attempts to push; after the last one the push is given up. */
export const pushRetrySeconds: readonly number[] = [30, 120, 600, 1800, 3600, 10_800]

/** Seconds between attempts to mail; after the last one the email has failed. */
export const mailRetrySeconds: readonly number[] = [60, 300, 900, 3600, 10_800, 21_600, 43_200, 86_400]

/** The longest wait a push service may ask for: for one push, and for everything sent to it. */
const waitSecondsMax = 6 * 3600
const restSecondsMax = 900
const restSeconds = 30

/** What a response means for a push after this many attempts. Only a push that certainly has not arrived is retried. */
export function verdictOf(answer: PushAnswer, attempts: number, now: number, until: number): Verdict {
  if (answer.outcome === 'unknown') return failed(0, `${answer.error}; it may have arrived`)
  if (answer.outcome === 'refused') return failed(0, answer.error)
  if (answer.outcome !== 'answered') return retried(0, answer.error, 0)
  const { status, text, retryAfter } = answer
  if (status >= 200 && status < 300) return { ...failed(status, ''), state: 'sent' }
  if (status === 404 || status === 410) return { ...failed(status, 'the device has unsubscribed'), gone: true }
  const error = answered(status, text)
  return status === 429 || status >= 500 ? retried(status, error, waitAsked(retryAfter, now)) : failed(status, error)

  function retried(status: number, error: string, asked: number): Verdict {
    const wait = Math.max(pushRetrySeconds[attempts - 1] ?? 0, Math.min(asked, waitSecondsMax))
    // Whole seconds, so deliveries that wait together are written together.
    const due = Math.ceil(now / second + wait) * second
    if (attempts > pushRetrySeconds.length || due >= until) return failed(status, `${error}; given up`)
    return { ...failed(status, error), state: 'queued', due }
  }
}

function failed(status: number, error: string): Verdict {
  return { state: 'failed', status, error, due: 0, gone: false }
}

/** How many seconds to pause a push service after this response, because it asked for that or is failing. */
export function pauseAfter(answer: PushAnswer, now: number): number {
  if (answer.outcome !== 'answered') return answer.outcome === 'refused' ? 0 : restSeconds
  if (![429, 503].includes(answer.status)) return 0
  return Math.min(waitAsked(answer.retryAfter, now), restSecondsMax)
}

/** Seconds requested by a Retry-After header (RFC 9110, 10.2.3): a number of seconds or a date. 0 if it is neither. */
export function waitAsked(text: string, now: number): number {
  if (/^\s*\d{1,9}\s*$/.test(text)) return Number(text)
  const at = Date.parse(text) * 1000
  return at > now ? Math.ceil((at - now) / second) : 0
}

function answered(status: number, text: string): string {
  const words = text.replaceAll(/\s+/g, ' ').trim().slice(0, 200)
  return `the push service answered ${status}${words === '' ? '' : `: ${words}`}`
}

/** The largest payload in bytes that every push service accepts (RFC 8291, 4). */
export const payloadBytesMax = 3993

/** A payload as JSON of at most this many bytes; the body is cut between characters if it does not fit. */
export function payloadOf(fields: { body: string } & Record<string, unknown>, bytesMax = payloadBytesMax): string {
  const whole = JSON.stringify(fields)
  if (bytesOf(whole) <= bytesMax) return whole
  const characters = Array.from(new Intl.Segmenter('en').segment(fields.body), ({ segment }) => segment)
  const cut = (count: number) =>
    JSON.stringify({ ...fields, body: `${characters.slice(0, count).join('').trimEnd()}…` })
  let [fits, over] = [0, characters.length]
  while (over - fits > 1) {
    const middle = (fits + over) >> 1
    if (bytesOf(cut(middle)) <= bytesMax) fits = middle
    else over = middle
  }
  return cut(fits)
}

function bytesOf(text: string): number {
  return new TextEncoder().encode(text).length
}
