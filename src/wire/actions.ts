import type { Result } from '../engine/batch.ts'
import { Refusal, RequestError } from '../engine/errors.ts'
import { isRecord } from '../engine/fields.ts'
import { resourceNamed } from '../engine/resource.ts'
import type { Item } from '../engine/table.ts'
import { remove, type ToldRun, write } from './batch.ts'

// An action is several writes that belong together: all of them are made or none.

/**
 * One write of an action: of records, or a named operation. A value `{"made_in": 0}` stands for the id of the first record
 * that the step with this number has made. With `partial`, what is refused leaves no trace and the rest stands; otherwise
 * one refusal refuses the action.
 */
export type Step = { readonly partial?: boolean } & (
  | { readonly verb: 'create' | 'update'; readonly resource: string; readonly items: readonly Item[]; options?: Item }
  | { readonly verb: 'remove'; readonly resource: string; readonly ids: readonly unknown[]; options?: Item }
  | {
      readonly verb: 'run'
      readonly operation: string
      readonly inputs: readonly Item[]
      readonly administrators?: true
    }
)

/** How the steps run: in a transaction, with a function that runs an operation by its name. */
type ActionRun = ToldRun & { operation: (name: string, input: Item) => Promise<unknown> }

/** Runs the steps in order. Returns the JSON text of their answers; throws RequestError for a refusal. */
export async function runSteps(steps: readonly Step[], run: ActionRun): Promise<string> {
  const made: (number | undefined)[] = []
  const answers: string[] = []
  for (const [number, step] of steps.entries()) {
    const given = withIds(step, (maker) => made[maker] ?? 0) as Step
    let first: number | undefined
    const written = (results: readonly Result[]) => {
      first = results[0]?.row?.id
      const at = results.findIndex(({ refusal }) => refusal)
      if (at >= 0 && !step.partial) throw inPlace(results[at]!.refusal, `steps.${number}.data.${at}`)
    }
    answers.push(
      await runStep(given, { ...run, written }).catch((error) => {
        throw step.verb === 'run' ? inPlace(error, `steps.${number}.data`) : error
      }),
    )
    made.push(first)
  }
  return `{"results":[${answers.join()}]}`
}

/**
 * A refusal of something in an action, with its place before the field, as errors of the schema have it:
 * `steps.3.data.17.group_id`. Other errors stay as they are.
 */
export function inPlace(error: unknown, place: string): unknown {
  const isRefusal =
    error instanceof Refusal || (error instanceof RequestError && [404, 409, 417].includes(error.status))
  if (!isRefusal) return error
  const { field = '', ...why } = error.reason
  return new RequestError(error.status, { ...why, field: field === '' ? place : `${place}.${field}` })
}

async function runStep(step: Step, run: ActionRun): Promise<string> {
  if (step.verb === 'run') return runNamed(step, run)
  const { options = {} } = step
  const resource = resourceNamed(step.resource)
  if (step.verb !== 'remove')
    return (await write(resource, step.verb, [{ items: [...step.items], options, refused: new Map() }], run))[0]!
  const texts = Object.entries(options).map(([name, value]) => [name, String(value)])
  return remove(resource, new URLSearchParams([['ids', step.ids.join()], ...texts]), run)
}

/** The operations that may be partial check everything before they write. */
async function runNamed(step: Step & { verb: 'run' }, run: ActionRun): Promise<string> {
  try {
    for (const input of step.inputs) await run.operation(step.operation, input)
  } catch (error) {
    const isRefusal = error instanceof Refusal || (error instanceof RequestError && error.status < 500)
    if (!step.partial || !isRefusal) throw error
  }
  return '{"results":{}}'
}

/** The value with ids instead of what stands for the records of earlier steps, at any depth. */
export function withIds(value: unknown, idOf: (step: number) => number): unknown {
  if (Array.isArray(value)) return value.map((inner) => withIds(inner, idOf))
  if (!isRecord(value)) return value
  const step = madeIn(value)
  if (step !== undefined) return idOf(step)
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, withIds(inner, idOf)]))
}

/** The number of the step whose record a value stands for; undefined for any other value. */
export function madeIn(value: unknown): number | undefined {
  if (!isRecord(value) || typeof value.made_in !== 'number') return undefined
  return Object.keys(value).length === 1 ? value.made_in : undefined
}
