import { all, fold, join, type Sql, sql } from '../engine/sql.ts'
import { parseInstant, second } from '../rules/calendar.ts'
import { ScimError, scimText } from '../rules/scim.ts'
import type { ScimComparison, ScimFilter, ScimOperator } from '../rules/scim_filter.ts'
import { idIn } from '../wire/id_text.ts'

// SCIM filters as SQL conditions.

/** How an attribute is compared in the database; undefined if it does not support the operator. */
export type Compared = (op: ScimOperator, value: string, comparison: ScimComparison) => Sql | undefined

/** The condition for a filter. Throws ScimError 400 for an attribute that is not stored or cannot be compared so. */
export function conditionOf(filter: ScimFilter | undefined, attributes: Readonly<Record<string, Compared>>): Sql {
  if (filter === undefined) return sql`1 = 1`
  if (filter.kind === 'not') return sql`not (${conditionOf(filter.of, attributes)})`
  if (filter.kind !== 'compare') {
    const parts = filter.of.map((one) => conditionOf(one, attributes))
    return filter.kind === 'and' ? all(parts) : join(parts, ') or (', '((', '))')
  }
  const { attribute, op, value } = filter
  const compared = Object.hasOwn(attributes, attribute) ? attributes[attribute]! : undefined
  const found = compared?.(op, scimText(String(value), attribute), filter)
  if (found) return found
  throw new ScimError(400, `the filter cannot compare ${attribute}${compared ? ` by ${op}` : ''}`, 'invalidFilter')
}

const orders = { gt: sql`>`, ge: sql`>=`, lt: sql`<`, le: sql`<=` } as const

function isOrder(op: ScimOperator): op is keyof typeof orders {
  return Object.hasOwn(orders, op)
}

/** A text, '' for none. `prepare` converts a value to the form in the column. */
function text(column: Sql, prepare: (value: string) => Sql): Compared {
  return (op, value) => {
    const wanted = prepare(value)
    if (op === 'pr') return sql`${column} <> ''`
    if (op === 'eq') return sql`${column} = ${wanted}`
    if (op === 'ne') return sql`${column} <> ${wanted}`
    if (isOrder(op)) return sql`${column} ${orders[op]} ${wanted}`
    const escaped = value.replaceAll(/[\\%_]/g, '\\$&')
    const pattern = `${op === 'sw' ? '' : '%'}${escaped}${op === 'ew' ? '' : '%'}`
    return sql`${column} like ${prepare(pattern)} escape ${'\\'}`
  }
}

/** A text that is stored folded. */
export const folded = (column: Sql): Compared => text(column, (value) => sql`${fold(value)}`)

/** A text that is stored as written, compared ignoring case. */
export const written = (column: Sql): Compared => text(sql`lower(${column})`, (value) => sql`lower(${value})`)

/** A case-sensitive text; SQLite's `like` would ignore case. */
export const exact =
  (column: Sql): Compared =>
  (op, value, comparison) =>
    op === 'co' || op === 'sw' || op === 'ew' ? undefined : text(column, (one) => sql`${one}`)(op, value, comparison)

/** An id, 0 for none. */
export const identifier =
  (column: Sql): Compared =>
  (op, value) => {
    if (op === 'pr') return sql`${column} > 0`
    if (op === 'eq') return sql`(${column} = ${idIn(value)} and ${column} > 0)`
    return op === 'ne' ? sql`${column} <> ${idIn(value)}` : undefined
  }

/** 1 for true. */
export const truth =
  (column: Sql): Compared =>
  (op, value) => {
    if (op === 'pr') return sql`1 = 1`
    if ((op !== 'eq' && op !== 'ne') || !/^(true|false)$/i.test(value)) return undefined
    const wanted = (value.toLowerCase() === 'true') === (op === 'eq')
    return sql`${column} = ${wanted ? 1 : 0}`
  }

/** An instant, in whole seconds, as it is printed. */
export const instant =
  (column: Sql): Compared =>
  (op, value) => {
    if (op === 'pr') return sql`1 = 1`
    const at = parseInstant(value)?.instant
    if (at === undefined) return undefined
    const [printed, wanted] = [sql`${column} / 1000000`, Math.floor(at / second)]
    if (isOrder(op)) return sql`${printed} ${orders[op]} ${wanted}`
    if (op === 'eq') return sql`${printed} = ${wanted}`
    return op === 'ne' ? sql`${printed} <> ${wanted}` : undefined
  }

/** A text that every item of a list has, such as the type of the only address; '' if there is no item. */
export const constant = (value: string, hasItem: Sql): Compared =>
  written(sql`case when ${hasItem} then ${value} else '' end`)
