import { RequestError } from '../engine/errors.ts'
import { Chance } from '../sample/chance.ts'

/** A fault of a request. */
export type Fault = {
  /** The status returned instead of handling the request. */
  status?: number
  /** Seconds in the header Retry-After, which status 429 always has. */
  retry_after?: number
  /** Milliseconds until the request is handled. */
  delay_ms?: number
  /** The connection is cut: before the request is handled, halfway through the answer, or after it was handled. */
  cut?: 'before' | 'halfway' | 'after'
  /** The item of a POST or PUT, from 1, that is refused; the others are handled. */
  refuse_item?: number
  /** The token is treated as expired. */
  expired_token?: boolean
  /** The error message. */
  message?: string
}

/** Which requests a fault applies to. */
type Match = {
  method?: string
  /** As in `/timesheets` or `/reports/*`. */
  path?: string
  /** Requests let through first, and then how many fail; without `count`, all. */
  skip?: number
  count?: number
  /** Of 1. The same seed chooses the same requests. */
  probability?: number
  seed?: number
}

/** A rule as submitted. */
type FaultRule = Fault & Match

/** A rule with its number, the requests that it has matched, and those that failed. */
type ListedRule = FaultRule & { id: number; matched: number; failed: number }

type Reader = { expected: string; read: (value: unknown) => unknown }

const whole = (min: number, max: number): Reader => ({
  expected: `a whole number from ${min} to ${max}`,
  read: (value) => {
    const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value
    return typeof number === 'number' && Number.isInteger(number) && number >= min && number <= max ? number : undefined
  },
})

const oneOf = (...words: string[]): Reader => ({
  expected: `one of ${words.join(', ')}`,
  read: (value) => words.find((word) => word === value),
})

const textOf = (pattern: RegExp, expected: string): Reader => ({
  expected,
  read: (value) => (typeof value === 'string' && pattern.test(value) ? value : undefined),
})

const effects: Record<keyof Fault, Reader> = {
  status: whole(400, 599),
  retry_after: whole(0, 86_400),
  delay_ms: whole(0, 600_000),
  cut: oneOf('before', 'halfway', 'after'),
  refuse_item: whole(1, 50),
  expired_token: {
    expected: 'true',
    read: (value) => (value === true || value === 'true' || value === '' ? true : undefined),
  },
  message: textOf(/^[^\r\n]{1,500}$/, 'a text of up to 500 characters'),
}

const matches: Record<keyof Match, Reader> = {
  method: {
    expected: 'one of GET, POST, PUT, DELETE',
    read: (value) => ['GET', 'POST', 'PUT', 'DELETE'].find((method) => method === String(value).toUpperCase()),
  },
  path: textOf(/^[/*][^?#\s]{0,200}$/, 'a path such as /timesheets or /reports/*'),
  skip: whole(0, 1_000_000),
  count: whole(1, 1_000_000),
  probability: {
    expected: 'a number from 0 to 1',
    read: (value) => {
      const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value
      return typeof number === 'number' && number >= 0 && number <= 1 ? number : undefined
    },
  },
  seed: whole(0, 2 ** 31 - 1),
}

const happens = ['status', 'delay_ms', 'cut', 'refuse_item', 'expired_token']

/** Parses the fault in the header X-Sandbox-Fault: `status=429; retry_after=2`. Throws RequestError 417. */
export function faultInHeader(text: string): Fault {
  const entries = text.split(';').flatMap((part): [string, string][] => {
    const [name = '', ...rest] = part.split('=')
    return part.trim() === '' ? [] : [[name.trim(), rest.join('=').trim()]]
  })
  return checked(Object.fromEntries(entries), effects, 'X-Sandbox-Fault: ') as Fault
}

/** Checks a rule. Throws RequestError 417 naming the property. */
export function faultRule(given: Record<string, unknown>): FaultRule {
  return checked(given, { ...effects, ...matches }, '') as FaultRule
}

function checked(given: Record<string, unknown>, readers: Record<string, Reader>, where: string) {
  const entries = Object.entries(given).map(([name, value]) => {
    const reader = Object.hasOwn(readers, name) ? readers[name]! : undefined
    if (!reader)
      throw new RequestError(417, 'no_such_fault_property', {
        where,
        property: name,
        choices: Object.keys(readers).join(', '),
      })
    const read = reader.read(value)
    if (read === undefined)
      throw new RequestError(417, 'malformed', { field: `${where}${name}`, expected: reader.expected })
    return [name, read]
  })
  const fault = Object.fromEntries(entries)
  if (!happens.some((name) => name in fault))
    throw new RequestError(417, 'fault_without_effect', { where, choices: happens.join(', ') })
  return fault
}

/** The rules of a sandbox, in the order in which they were added. */
export class FaultRules {
  #rules: { rule: ListedRule; chance: Chance; matches: (method: string, path: string) => boolean }[] = []
  #lastId = 0

  /** Adds a rule. */
  add(given: FaultRule): ListedRule {
    this.#lastId += 1
    const rule = { id: this.#lastId, ...given, matched: 0, failed: 0 }
    this.#rules.push({ rule, chance: new Chance(given.seed ?? 1, 'fault'), matches: matcherOf(given) })
    return rule
  }

  /** All rules, including those that are used up. */
  list(): ListedRule[] {
    return this.#rules.map(({ rule }) => rule)
  }

  /** Removes a rule, or all. Returns how many were removed. */
  remove(id?: number): number {
    const before = this.#rules.length
    this.#rules = id === undefined ? [] : this.#rules.filter(({ rule }) => rule.id !== id)
    return before - this.#rules.length
  }

  /** The fault for a request: that of the first rule that applies. `path` is the path after /api/v1. */
  next(method: string, path: string): Fault | undefined {
    for (const { rule, chance, matches } of this.#rules) {
      if (!matches(method, path) || rule.failed >= (rule.count ?? Number.POSITIVE_INFINITY)) continue
      rule.matched += 1
      if (rule.matched <= (rule.skip ?? 0)) continue
      if (rule.probability !== undefined && !chance.happens(rule.probability)) continue
      rule.failed += 1
      return rule
    }
    return undefined
  }
}

function matcherOf({ method, path }: Match): (method: string, path: string) => boolean {
  const pattern = path && new RegExp(`^${path.split('*').map(RegExp.escape).join('.*')}$`)
  return (ofMethod, ofPath) => (!method || method === ofMethod) && (!pattern || pattern.test(ofPath))
}
