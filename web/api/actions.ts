import { stepsMax } from '../../src/rules/action_limits.ts'
import type { BodyOf } from './contract.ts'
import {
  type Item,
  inOrder,
  type Outcome,
  outcomesOf,
  type Records,
  type ResourceName,
  type Result,
} from './records.ts'
import { ask, asOneAction } from './request.ts'

type Body = BodyOf<'POST /api/console/actions'>

/** A write of an action. A value `madeIn(0)` stands for the id of the first record that the step with this number makes. */
export type Step = Body['steps'][number]

/** What an action can set besides records. */
type Settable = 'pay' | 'fence' | 'shown_fields' | 'own_settings'

type Beside = Readonly<Record<string, string>>

const path = '/api/console/actions'

/** Creates records; steps without items are left out of an action. */
export function creating(what: ResourceName, data: readonly Item[], beside: Beside = {}): Step {
  return { do: 'create', what, data, beside }
}

/** Changes records by their ids. */
export function updating(what: ResourceName, data: readonly Item[], beside: Beside = {}): Step {
  return { do: 'update', what, data, beside }
}

/** Deletes records. */
export function removing(what: ResourceName, ids: readonly number[], beside: Beside = {}): Step {
  return { do: 'remove', what, data: ids, beside }
}

/** Sets what is no record of the public API. */
export function setting(what: Settable, data: readonly Item[]): Step {
  return { do: 'set', what, data }
}

/** Stands for the id of the first record that a step makes. */
export function madeIn(step: number): object {
  return { made_in: step }
}

/**
 * Makes several writes as one request: all of them or none. Returns the records of each step, in the order of the steps that
 * have items. Throws ApiError.
 */
export async function act(steps: readonly Step[]): Promise<readonly Record<string, unknown>[][]> {
  const written = steps.filter(({ data }) => data.length > 0).map((step) => inParts(step))
  if (written.length === 0) return []
  const results = await send(written.flat())
  const records: Record<string, unknown>[][] = []
  let next = 0
  for (const parts of written) {
    const own = parts.flatMap((part) => recordsIn(results[next++] ?? {}, part))
    records.push(own)
  }
  return records
}

/** The first record that a step of an action has made. */
export function madeBy<R extends ResourceName>(_what: R, records: readonly Record<string, unknown>[] | undefined) {
  return records?.[0] as Records[R] | undefined
}

/** Many items of one write as one request; what is refused leaves no trace, the rest stands. */
export async function actInParts<T>(step: Step): Promise<Outcome<T>[]> {
  const parts = inParts({ ...step, partial: true })
  const results = await send(parts)
  const outcomes: Outcome<T>[] = []
  for (const [at, part] of parts.entries()) outcomes.push(...(await outcomesOf<T>(resultsIn(results[at] ?? {}, part))))
  return outcomes
}

/** The most items of a step, and of an action. */
export const itemsMax = 50
export const actionMax = stepsMax * itemsMax

function inParts(step: Step): Step[] {
  const parts: Step[] = []
  for (let at = 0; at < step.data.length; at += itemsMax)
    parts.push({ ...step, data: step.data.slice(at, at + itemsMax) })
  return parts
}

async function send(steps: readonly Step[]): Promise<readonly Item[]> {
  const { results } = await asOneAction(path, steps, (once) => ask('POST', path, { body: { steps }, once }))
  return results
}

function recordsIn(answer: Item, step: Step): Record<string, unknown>[] {
  if (step.do === 'set') return []
  return resultsIn(answer, step).flatMap((result) => (result ? [result] : []))
}

/** The results of a step in the order of its items. */
function resultsIn({ results }: Item, { do: verb, what, data }: Step): (Result | undefined)[] {
  const [found = {}] = Object.values((results ?? {}) as Record<string, Record<string, Result>>)
  if (verb === 'remove') return data.map((id) => found[String(id)])
  return inOrder(`${verb === 'create' ? 'POST' : 'PUT'} ${what}`, found, data as readonly Item[])
}
