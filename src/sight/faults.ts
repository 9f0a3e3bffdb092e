import { asError } from '../rules/thrown.ts'

/** At most this many kinds of faults are kept, and their texts are cut off at so many characters. */
const kinds = 50
const longest = 240

/** Something that failed. Instants in microseconds since the epoch. */
type Fault = {
  /** What the log says, such as `a request failed`. */
  event: string
  /** Why, without anything that may be someone's; '' if nothing is known. */
  reason: string
  /** The pattern of the path of the request; '' if there was none. */
  route: string
  /** The request that failed last, as the log names it; '' if there was none. */
  requestId: string
  times: number
  first: number
  last: number
}

/** A line of the log, as far as it is of interest here. `times`: how often what an earlier line has told happened again. */
type Line = { err?: unknown; reason?: unknown; route?: unknown; requestId?: unknown; times?: unknown }

/** The last errors of the server that its log tells of, each kind once, for those who look at the Server page. */
export class Faults {
  /** By what they are; the newest is the last. */
  readonly #known = new Map<string, Fault>()

  /** Notes a line of the log. */
  note(details: object, event: string, now: number): void {
    const { err, reason: given, route, requestId, times }: Line = details
    const reason = withoutValues(err === undefined ? textOf(given) : reasonIn(err), err)
    if (typeof times === 'number') {
      this.#again(reason, times, now)
      return
    }
    const what = { event, reason, route: textOf(route) }
    const known = this.#known.get(keyOf(what))
    const id = textOf(requestId) || known?.requestId || ''
    this.#keep({ ...what, requestId: id, times: (known?.times ?? 0) + 1, first: known?.first ?? now, last: now })
  }

  /** Newest first. */
  all(): Fault[] {
    return [...this.#known.values()].reverse()
  }

  /** What was logged once, and has happened more often since. */
  #again(reason: string, times: number, now: number): void {
    const known = this.all().find((fault) => withoutValues(fault.reason, undefined) === reason)
    if (known) this.#keep({ ...known, times: known.times + times, last: now })
  }

  #keep(fault: Fault): void {
    const key = keyOf(fault)
    this.#known.delete(key)
    this.#known.set(key, fault)
    const [oldest] = this.#known.keys()
    if (this.#known.size > kinds) this.#known.delete(oldest!)
  }
}

function keyOf({ event, reason, route }: Pick<Fault, 'event' | 'reason' | 'route'>): string {
  return [event, reason, route].join('\n')
}

/** Why something failed: its message, and that of the cause. */
function reasonIn(thrown: unknown): string {
  const { message, cause } = asError(thrown)
  return cause instanceof Error ? `${message}: ${cause.message}` : message
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : ''
}

/** Errors of the program itself quote names in its source; all others may quote what someone has entered. */
const quotesSource = [TypeError, ReferenceError, RangeError]

/**
 * The first line of a message, with dots instead of what may be someone's, or a secret: quoted texts, addresses, long runs
 * of letters and digits. The log has all of it.
 */
function withoutValues(message: string, thrown: unknown): string {
  const line = message.split('\n')[0]!
  const unquoted = quotesSource.some((kind) => thrown instanceof kind)
    ? line
    : line.replace(/(["'`“‘])(?:(?!\1).)+?["'`”’]/g, '“…”')
  const plain = unquoted
    .replace(/\b[a-z][a-z0-9+.-]*:\/\/\S+/gi, '…')
    .replace(/\(([\w, ]+)\)=\([^)]*\)/g, '($1)=(…)')
    .replace(/\S+@\S+/g, '…')
    .replace(/(?=[\w-]*\d)[\w-]{20,}/g, '…')
  return plain.length > longest ? `${plain.slice(0, longest)}…` : plain
}
