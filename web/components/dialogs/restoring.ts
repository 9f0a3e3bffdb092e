import { act, partly, type Step, updating } from '../../api/actions.ts'
import { list, type Records, type ResourceName, update } from '../../api/records.ts'
import { t } from '../../language.ts'
import { type Archivable, archivals } from '../page/things.ts'
import { changing } from './changing.ts'
import { sayOutcomes } from './outcome.ts'

type Archived = {
  resource: ResourceName
  rows: readonly { id: number; name: string }[]
  things: Archivable
  active: boolean
  /** Remembers what archiving will remove; returns the writes that restore it. */
  remember?: (ids: readonly number[]) => Promise<(ids: ReadonlySet<number>) => readonly Step[]>
}

/** Archives or restores records and shows the outcome with Undo. Returns whether anything was done. */
export function setActive({ resource, rows, things, active, remember }: Archived): Promise<boolean> {
  return changing(async () => {
    const ids = rows.map(({ id }) => id)
    const putBack = await remember?.(ids)
    const outcomes = await update(resource, itemsOf(ids, active))
    const done = ids.filter((_, at) => outcomes[at]?.ok)
    const undo = () =>
      changing(() => act([updating(resource, itemsOf(done, !active)), ...(putBack?.(new Set(done)) ?? [])]))
    const names = rows.map(({ name }) => name)
    return sayOutcomes(outcomes, names, (done) => doneText(done, things, active), undo)
  })
}

function doneText(names: readonly string[], things: Archivable, active: boolean): string {
  const [name] = names
  const count = names.length
  if (count === 1 && name) return active ? t('{name} restored.', { name }) : t('{name} archived.', { name })
  return t(archivals[things][active ? 'restored' : 'archived'], { count })
}

function itemsOf(ids: readonly number[], active: boolean) {
  return ids.map((id) => ({ id, active }))
}

/**
 * Remembers which custom field choices are limited to these jobs, people or groups before archiving ends those limits.
 * Returns the write that restores them.
 */
export async function rememberFilters(
  target: Records['customfielditem_filters']['applies_to'],
  ids: readonly number[],
): Promise<Step> {
  const among = new Set(ids)
  const filters = await list('customfielditem_filters', { active: 'yes' })
  const ended = filters.filter(({ applies_to, applies_to_id }) => applies_to === target && among.has(applies_to_id))
  return partly(
    updating(
      'customfielditem_filters',
      ended.map(({ id }) => ({ id, active: true })),
    ),
  )
}
