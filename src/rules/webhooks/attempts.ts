import { msg } from '../language/messages.ts'
import { waitAsked } from '../notifications/delivery.ts'
import { second } from '../time/calendar.ts'

/** How a request to a webhook ended: with a response, or why without one. `milliseconds`: how long it took. */
export type HookAnswer = { milliseconds: number } & (
  | { outcome: 'answered'; status: number; retryAfter: string; text: string }
  | { outcome: 'unanswered'; error: string }
)

/** What a response means: `off` switches the webhook off, because of `error`. `due`: when to send it again. */
type Verdict = { state: 'delivered' | 'again' | 'off'; status: number; error: string; due: number }

/** Why a webhook is switched off whose application, '' for a person, may no longer have one. */
export function withoutAccess(clientId: string): string {
  return clientId === '' ? withoutOwner : withoutGrant
}

const withoutGrant = msg('the application that added it no longer has access')
const withoutOwner = msg('the person who added it is no longer an administrator')

const gone = msg('the receiver answered 410 Gone')

/** The longest wait that a receiver may ask for, in seconds. */
const askedMax = 86_400

/**
 * The consequence of a response after this many attempts, including this one. Only 2xx is a success: redirects are not
 * followed, and 410 means that the receiver does not want any more messages. `retrySeconds` are the waits between
 * attempts (`webhookRetries` in config.ts).
 */
export function verdictOf(
  answer: HookAnswer,
  attempts: number,
  { now, retrySeconds }: { now: number; retrySeconds: readonly number[] },
): Verdict {
  const status = answer.outcome === 'answered' ? answer.status : 0
  if (status >= 200 && status < 300) return { state: 'delivered', status, error: '', due: 0 }
  if (status === 410) return { state: 'off', status, error: gone, due: 0 }
  const error = answer.outcome === 'answered' ? wordsOf(status) : answer.error
  const wait = retrySeconds[attempts - 1]
  const times = attempts > 1 ? `, ${attempts} times in a row` : ''
  if (wait === undefined) return { state: 'off', status, error: error + times, due: 0 }
  const asked = answer.outcome === 'answered' ? waitAsked(answer.retryAfter, now) : 0
  return { state: 'again', status, error, due: now + Math.max(wait, Math.min(asked, askedMax)) * second }
}

function wordsOf(status: number): string {
  if (status >= 300 && status < 400) return `the receiver answered ${status}, and redirects are not followed`
  return `the receiver answered ${status}`
}
