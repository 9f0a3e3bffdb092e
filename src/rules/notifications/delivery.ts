import { second } from '../calendar.ts'
import { type Choices, channelsFor, quietUntil } from './choices.ts'
import { type KindName, kinds } from './kinds.ts'

// What becomes of a notification when it is due, and of a push when its push service has answered. Instants and waits
// that are compared with them are microseconds.

/** A notification as it decides where it goes. */
type Note = { kind: KindName; method: string; channels: string; precheck: string }

/** Whoever it is for, as they are at the moment. */
export type Recipient = {
  active: boolean
  /** A timesheet that is no time off is running. */
  onTheClock: boolean
  /** Time off stands for this moment, or for this day without times. */
  offWork: boolean
  zone: string
  choices: Choices
  /** '' for none, and where the server sends no mail. */
  address: string
  /** How many devices take push messages for them. */
  devices: number
}

/** How a notification goes: by which channels, from when on, and until when it is worth anything. */
type Plan = { push: boolean; email: boolean; due: number; until: number }

/** What becomes of a notification that is due; undefined: nobody is to see it. By no channel it is only in the app. */
export function planOf(note: Note, recipient: Recipient, company: Choices, now: number): Plan | undefined {
  if (!recipient.active || !passes(note.precheck, recipient)) return undefined
  const { choices, zone, devices, address } = recipient
  const { waits, ttlSeconds } = kinds[note.kind]
  const channels = channelsFor(note, choices, company)
  // What is meant for this very moment would say something else in the morning.
  const held = waits && note.precheck === 'none' ? quietUntil(now, zone, choices.quiet) : undefined
  const due = held ?? now
  const push = channels.includes('push') && devices > 0
  return { push, email: channels.includes('email') && address !== '', due, until: due + ttlSeconds * second }
}

/** Whether somebody is as a precheck wants them to be. */
function passes(precheck: string, { onTheClock, offWork }: Recipient): boolean {
  if (precheck === 'on_the_clock') return onTheClock
  if (precheck === 'off_the_clock') return !onTheClock && !offWork
  return true
}

/** Time of a person around now, as their timesheets have it. `off`: on a jobcode that is time off. */
export type Sheet = { type: string; date: string; start: number; end: number | null; off: boolean }

/** Whether somebody is on the clock, and whether they are off work: during time off with times, all day without. */
export function standingOf(sheets: readonly Sheet[], now: number, today: string) {
  const covers = ({ type, date, start, end }: Sheet) =>
    type === 'manual' ? date === today : start <= now && (end === null || now < end)
  return {
    onTheClock: sheets.some((sheet) => !sheet.off && sheet.end === null),
    offWork: sheets.some((sheet) => sheet.off && covers(sheet)),
  }
}

/**
 * What came of sending a push. `answered`: by its push service. `unsent`: it cannot have arrived and may later. `refused`:
 * it must not be sent there. `unknown`: nobody can tell whether it has arrived.
 */
export type PushAnswer =
  | { outcome: 'answered'; status: number; retryAfter: string; text: string }
  | { outcome: 'unsent' | 'refused' | 'unknown'; error: string }

/** How a delivery stands after an attempt; `due` is when it is tried again, 0 where it is not. */
type Verdict = {
  state: 'sent' | 'failed' | 'queued'
  status: number
  error: string
  due: number
  /** The browser that it went to takes nothing any more. */
  gone: boolean
}

/** Waits between the attempts; after the last one a push is given up. */
export const retrySeconds: readonly number[] = [30, 120, 600, 1800, 3600, 10_800]

/** The longest wait that a push service may ask for, for one push and for all that go there. */
const waitSecondsMax = 6 * 3600
const restSecondsMax = 900
const restSeconds = 30

/** What an answer means for a push that has been tried so many times. Only what certainly has not arrived is sent again. */
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
    const wait = Math.max(retrySeconds[attempts - 1] ?? 0, Math.min(asked, waitSecondsMax))
    // In whole seconds, so that deliveries that wait together are written together.
    const due = Math.ceil(now / second + wait) * second
    if (attempts > retrySeconds.length || due >= until) return failed(status, `${error}; given up`)
    return { ...failed(status, error), state: 'queued', due }
  }
}

function failed(status: number, error: string): Verdict {
  return { state: 'failed', status, error, due: 0, gone: false }
}

/** For how many seconds nothing goes to a push service after this answer: it asks for a rest, or is not well. */
export function restAfter(answer: PushAnswer, now: number): number {
  if (answer.outcome !== 'answered') return answer.outcome === 'refused' ? 0 : restSeconds
  if (![429, 503].includes(answer.status)) return 0
  return Math.min(waitAsked(answer.retryAfter, now), restSecondsMax)
}

/** Seconds that a Retry-After asks for (RFC 9110, 10.2.3): a number of them or a date. 0 when it says neither. */
function waitAsked(text: string, now: number): number {
  if (/^\s*\d{1,9}\s*$/.test(text)) return Number(text)
  const at = Date.parse(text) * 1000
  return at > now ? Math.ceil((at - now) / second) : 0
}

function answered(status: number, text: string): string {
  const words = text.replaceAll(/\s+/g, ' ').trim().slice(0, 200)
  return `the push service answered ${status}${words === '' ? '' : `: ${words}`}`
}

/** Most bytes of a payload that every push service takes (RFC 8291, 4). */
export const payloadBytesMax = 3993

/** A payload as JSON in at most so many bytes: what does not fit is cut off its body, between characters. */
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
