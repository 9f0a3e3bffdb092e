import { refresh } from '../api/queries.ts'
import { list, type Records, type ResourceName, update } from '../api/records.ts'
import { oneOrMany, sayOutcomes } from './outcome.ts'

/** Does something and asks anew for all that is shown, also when it fails half way. */
export async function changing<T>(change: () => Promise<T>): Promise<T> {
  try {
    return await change()
  } finally {
    await refresh()
  }
}

type Archived = {
  resource: ResourceName
  rows: readonly { id: number; name: string }[]
  /** What several are called: `people`. */
  things: string
  active: boolean
  /** Looks at what goes with them when they are archived; what it gives puts that back. */
  remember?: (ids: readonly number[]) => Promise<(ids: ReadonlySet<number>) => Promise<unknown>>
}

/** Archives records or brings them back, says how that went, and offers the way back. Gives whether anything was done. */
export function setActive({ resource, rows, things, active, remember }: Archived): Promise<boolean> {
  return changing(async () => {
    const ids = rows.map(({ id }) => id)
    const putBack = await remember?.(ids)
    const outcomes = await update(resource, itemsOf(ids, active))
    const done = ids.filter((_, at) => outcomes[at]?.ok)
    const undo = () =>
      changing(async () => {
        const undone = await update(resource, itemsOf(done, !active))
        await putBack?.(new Set(done))
        const refused = undone.find(({ ok }) => !ok)
        if (refused && !refused.ok) throw new Error(refused.message)
      })
    const names = rows.map(({ name }) => name)
    const text = (some: readonly string[]) => `${oneOrMany(some, things)} ${active ? 'restored' : 'archived'}.`
    return sayOutcomes(outcomes, names, text, undo)
  })
}

function itemsOf(ids: readonly number[], active: boolean) {
  return ids.map((id) => ({ id, active }))
}

/**
 * Remembers which choices of custom fields are kept to these jobs, people or groups, before they are archived: that ends
 * it. What it gives puts it back.
 */
export async function rememberFilters(
  target: Records['customfielditem_filters']['applies_to'],
  ids: readonly number[],
): Promise<() => Promise<unknown>> {
  const among = new Set(ids)
  const filters = await list('customfielditem_filters', { active: 'yes' })
  const ended = filters.filter(({ applies_to, applies_to_id }) => applies_to === target && among.has(applies_to_id))
  return async () => {
    if (ended.length === 0) return
    await update(
      'customfielditem_filters',
      ended.map(({ id }) => ({ id, active: true })),
    )
  }
}
