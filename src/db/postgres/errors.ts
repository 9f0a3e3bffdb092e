import { MachineDown, RequestError } from '../../engine/errors.ts'
import { codeOf } from '../../rules/thrown.ts'

/** 40001, 40P01: conflict with another transaction. 23505, 23P01: it took a unique key or time range that ours needed. */
export function isConflict(error: Error): boolean {
  return ['40001', '40P01', '23505', '23P01'].includes(codeOf(error))
}

/** True if the connection is lost, or was dropped because it was silent for too long. */
export function connectionLost(error: Error): boolean {
  if (isFromBehind(error)) return false
  return (
    /^(08...|57P0[1-5]|25P03|25006|ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT)$/.test(codeOf(error)) ||
    fromDriver.test(error.message)
  )
}

// The driver's own errors have no code, only these texts.
const fromDriver =
  /Connection terminated|Client has encountered a connection error|timeout exceeded when trying to connect|Query read timeout|timeout expired/

/**
 * True if a working server reports that it has lost another one, as Citus does when a machine is down. The connection
 * itself is fine, and an immediate retry would fail again.
 */
export function isFromBehind(error: Error): boolean {
  return codeOf(error).startsWith('08') && (error as { severity?: string }).severity === 'ERROR'
}

/**
 * True if a plan that the connection keeps no longer fits its table, because a newer version has added a column. Only a
 * new connection makes new plans.
 */
function isStalePlan(error: Error): boolean {
  return codeOf(error) === '0A000' && (error as { routine?: string }).routine === 'RevalidateCachedQuery'
}

/** True if a connection is of no further use after this error. */
export function mustClose(error: Error): boolean {
  return connectionLost(error) || isStalePlan(error)
}

/** Attempts in all. All connections of a pool may have stale plans, and each attempt closes one of them. */
export const attempts = 5
const attemptsWithStalePlans = 250

/**
 * True if an immediate retry makes sense after this attempt. After a long silence it does not, because the caller has
 * waited long enough.
 */
export function mayRetry(error: Error, attempt = 1): boolean {
  if (isStalePlan(error)) return attempt < attemptsWithStalePlans
  if (attempt >= attempts) return false
  return connectionLost(error) && !/^(25P03|57P05)$/.test(codeOf(error)) && !/timeout/.test(error.message)
}

/** 53xxx: too many connections, no memory or disk. 55P03: waited too long for a lock. 57014: the statement took too long. */
function isBusy(error: Error): boolean {
  return /^(53...|55P03|57014)$/.test(codeOf(error))
}

/** The error to show to the client: 503 with Retry-After for temporary problems of the database. */
export function publicError(error: Error): Error {
  if (isFromBehind(error)) return new MachineDown(503, 'database_unreachable', {}, { cause: error })
  if (connectionLost(error)) return unavailable('database_unreachable', error)
  return isBusy(error) ? unavailable('database_busy', error) : error
}

type Unavailable = 'database_unreachable' | 'database_busy' | 'too_many_company_changes_wait'

/** A RequestError 503 that says when to try again. */
export function unavailable(code: Unavailable, cause?: Error): RequestError {
  return new RequestError(503, code, {}, { headers: { 'retry-after': '2' }, cause })
}
