import type { Actor } from '../engine/context.ts'
import type { AnyResource } from '../engine/resource.ts'
import { type Handle, join, name, raw, type Sql, type SqlValue, sql } from '../engine/sql.ts'
import type { AnyRecord } from '../engine/table.ts'
import { elementAt, firstOf } from '../rules/elements.ts'
import type { ChangeRow } from './change_rows.ts'
import { loggedRecord } from './logged_record.ts'

/** A change as a caller sees it: `hidden` means that they can no longer see the record. */
export type SeenChange = ChangeRow & { change: ChangeRow['kind'] | 'hidden'; values: AnyRecord | undefined }

type Columns = Record<string, SqlValue>

/** A state of a record: after the change with number `index`, or before it. */
type State = { index: number; isAfter: boolean; columns: Columns }

/**
 * The changes of one resource that an actor sees. The visibility condition of its lists decides, applied to the records
 * as they were then; its conditions on other records use their current state.
 */
export async function seenChanges(
  resource: AnyResource,
  rows: readonly ChangeRow[],
  { actor, handle }: { actor: Actor; handle: Handle },
): Promise<SeenChange[]> {
  const states = rows.flatMap(statesOf)
  const seen = new Set(await visibleStates(resource, states, actor, handle))
  return rows.flatMap((row, index): SeenChange[] => {
    const [after, before] = [true, false].map((isAfter) =>
      states.find((state) => seen.has(state) && state.index === index && state.isAfter === isAfter),
    )
    if (row.kind === 'deleted')
      return before ? [{ ...row, change: 'deleted', values: loggedRecord(resource, before.columns) }] : []
    if (after) return [{ ...row, change: row.kind, values: loggedRecord(resource, after.columns) }]
    return before ? [{ ...row, change: 'hidden', values: undefined }] : []
  })
}

function statesOf({ kind, record, was }: ChangeRow, index: number): State[] {
  const columns: Columns = JSON.parse(record)
  if (kind === 'deleted') return [{ index, isAfter: false, columns }]
  const after = { index, isAfter: true, columns }
  return was === '' ? [after] : [after, { index, isAfter: false, columns: { ...columns, ...JSON.parse(was) } }]
}

/**
 * Finds the states that meet the visibility condition of the resource, in one query that reads them instead of the
 * table.
 */
async function visibleStates(
  resource: AnyResource,
  states: readonly State[],
  actor: Actor,
  handle: Handle,
): Promise<readonly State[]> {
  const condition = resource.visible(actor)
  if (condition.sql === '1 = 1') return states
  if (condition.sql === '1 = 0' || states.length === 0) return []
  const mentioned = new Set(condition.sql.match(/\w+/g))
  const named = Object.keys(firstOf(states).columns).filter((column) => mentioned.has(column))
  const typed = named.map((column) => ({ column, type: typeOf(states.map(({ columns }) => columns[column])) }))
  const tuples = states.map(({ columns }, index) => {
    const values = typed.map(({ column, type }) => sql`cast(${columns[column] ?? null} as ${type})`)
    return sql`(${join([sql`cast(${index} as bigint)`, sql`cast(${actor.companyId} as bigint)`, ...values])})`
  })
  const columns = ['state_number', 'company_id', ...named].map(
    (column, index) => sql`${raw(`column${index + 1}`)} as ${name(column)}`,
  )
  const found = await handle.all<{ state_number: number }>(
    sql`select state_number from (select ${join(columns)} from (values ${join(tuples)}) v) as ${name(resource.name)}
      where ${condition}`,
  )
  return found.map(({ state_number }) => elementAt(states, state_number))
}

/** The type of a column in both databases. */
function typeOf(values: readonly (SqlValue | undefined)[]): Sql {
  if (values.some((value) => typeof value === 'string')) return raw('text')
  return raw(values.every((value) => value === null || Number.isInteger(value)) ? 'bigint' : 'double precision')
}
