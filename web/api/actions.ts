import type { BodyOf } from './contract.ts'
import { type Item, inOrder, type Outcome, only, outcomesOf, type ResourceName, type Result } from './outcomes.ts'
import { ask, asOneAction, type Sent } from './request.ts'

type Body = BodyOf<'POST /api/console/actions'>

/** A write of an action. A value `madeIn(0)` stands for the id of the first record that the step with this number makes. */
export type Step = Body['steps'][number]

/** What an action can set besides records. */
type Settable = 'pay' | 'fence' | 'shown_fields' | 'assigned_jobs' | 'own_settings'

type Beside = Readonly<Record<string, string>>

const path = '/api/console/actions'

/** Creates records. */
export function creating(what: ResourceName | 'invitations', data: readonly Item[], beside: Beside = {}): Step {
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

/** The same step, of which refused items leave no trace while everything else stands. */
export function partly(step: Step): Step {
  return { ...step, partial: true }
}

/**
 * Makes several writes as one request: all of them or none. Returns the outcomes of each step in the order of its items; steps
 * without items are not sent. A form passes what it has `sent` before. Throws ApiError.
 */
export async function act(steps: readonly Step[], sent?: Sent): Promise<Outcome<unknown>[][]> {
  const parts = steps.flatMap((step, of) => inParts(step).map((part) => ({ of, part })))
  const outcomes: Outcome<unknown>[][] = steps.map(() => [])
  if (parts.length === 0) return outcomes
  const body = { steps: parts.map(({ part }) => renumbered(part, parts)) }
  const setsOnly = parts.every(({ part }) => part.do === 'update')
  const send = (once: string) => ask('POST', path, { body, once })
  const { results } = await asOneAction(path, body.steps, send, { setsOnly, sent })
  for (const [at, { of, part }] of parts.entries())
    outcomes[of]!.push(...(await outcomesOf<unknown>(resultsIn(results[at] ?? {}, part))))
  return outcomes
}

/** Many items of one write as one request; refused ones leave no trace, the rest stands. */
export async function actInParts(step: Step): Promise<Outcome<unknown>[]> {
  const [outcomes = []] = await act([partly(step)])
  return outcomes
}

/** The first record that a step of an action has made. */
export function madeBy<T extends { id: number }>(outcomes: readonly Outcome<unknown>[] | undefined): T {
  return only<T>((outcomes ?? []) as Outcome<T>[])
}

const itemsMax = 50

/** A step takes a limited number of items. */
function inParts(step: Step): Step[] {
  const parts: Step[] = []
  for (let at = 0; at < step.data.length; at += itemsMax)
    parts.push({ ...step, data: step.data.slice(at, at + itemsMax) })
  return parts
}

/** The step with the numbers that the steps have when they are sent. */
function renumbered(step: Step, parts: readonly { of: number }[]): Step {
  const inSent = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(inSent)
    if (typeof value !== 'object' || value === null) return value
    const entries = Object.entries(value).map(([name, inner]): [string, unknown] =>
      name === 'made_in' ? [name, parts.findIndex(({ of }) => of === inner)] : [name, inSent(inner)],
    )
    return Object.fromEntries(entries)
  }
  return { ...step, data: step.data.map(inSent) }
}

/** The results of a step in the order of its items. */
function resultsIn({ results }: Item, { do: verb, what, data }: Step): (Result | undefined)[] {
  if (verb === 'set') return []
  const [found = {}] = Object.values((results ?? {}) as Record<string, Record<string, Result>>)
  if (verb === 'remove') return data.map((id) => found[String(id)])
  return inOrder(`${verb === 'create' ? 'POST' : 'PUT'} ${what}`, found, data as readonly Item[])
}
