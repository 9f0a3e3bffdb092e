import { all, fold, join, raw, type Sql, sql } from '../engine/sql.ts'
import { idIn } from '../engine/table.ts'
import { ScimError, scimTextAsSent } from '../rules/people/scim.ts'
import type { ScimComparison, ScimFilter, ScimOperator } from '../rules/people/scim_filter.ts'
import { identityKey, isPlain } from '../rules/text/identity.ts'
import { parseInstant, second } from '../rules/time/calendar.ts'

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
  const found = compared?.(op, scimTextAsSent(String(value), attribute), filter)
  if (found) return found
  throw new ScimError(400, `the filter cannot compare ${attribute}${compared ? ` by ${op}` : ''}`, 'invalidFilter')
}

const orders = { gt: sql`>`, ge: sql`>=`, lt: sql`<`, le: sql`<=` } as const

function isOrder(op: ScimOperator): op is keyof typeof orders {
  return Object.hasOwn(orders, op)
}

/** A text, '' for none. The value is as the column has it; `whole` is what it must be to equal all of the text. */
function text(column: Sql, op: ScimOperator, value: string, whole = value): Sql {
  if (op === 'pr') return sql`${column} <> ''`
  if (op === 'eq') return sql`${column} = ${whole}`
  if (op === 'ne') return sql`${column} <> ${whole}`
  if (isOrder(op)) return sql`${column} ${orders[op]} ${value}`
  const escaped = value.replaceAll(/[\\%_]/g, '\\$&')
  const pattern = `${op === 'sw' ? '' : '%'}${escaped}${op === 'ew' ? '' : '%'}`
  return sql`${column} like ${pattern} escape ${'\\'}`
}

/** A text that is stored folded, so without spaces around it: what a provider sent with them is found again. */
export const folded =
  (column: Sql): Compared =>
  (op, value) =>
    text(column, op, value.normalize('NFKC').toLowerCase(), fold(value))

/** A username or an address, compared in lower case and otherwise as it is. */
export const identity =
  (column: Sql): Compared =>
  (op, value) =>
    text(column, op, isPlain(value) ? value.toLowerCase() : value, identityKey(value))

/** For PostgreSQL only, because to SQLite the rest of the line is a comment: bytes are compared, and `lower` folds ASCII. */
const bytewise = raw('/* sqlite: -- */ collate "C"\n')

/** The most other forms of a value's letters. */
const formsMax = 200

/**
 * A text that is stored as written, compared without case. Databases differ in the letters beyond ASCII that they fold, so
 * other forms of those in the value are replaced one by one.
 */
export const written =
  (column: Sql): Compared =>
  (op, value) => {
    const letters = [...value.normalize('NFC')]
    const forms = new Map(letters.flatMap((letter) => otherForms(letter).map((form) => [form, letter.toLowerCase()])))
    if (forms.size > formsMax) throw new ScimError(400, 'the filter has too many different letters', 'invalidFilter')
    let plain = sql`lower((${column}) ${bytewise})`
    for (const [form, letter] of forms) plain = sql`replace(${plain}, ${form}, ${letter})`
    return text(plain, op, letters.map((letter) => letter.toLowerCase()).join(''))
  }

/** How else a letter beyond ASCII may be written: in the other case, and in parts, such as `a` and a diaeresis for `ä`. */
function otherForms(letter: string): string[] {
  if (letter <= '\x7f') return []
  const small = letter.toLowerCase()
  const forms = [letter, small.toUpperCase()].flatMap((one) => [one, one.normalize('NFD')])
  // The capitals of some letters are two, such as the SS of ß.
  const alone = forms.concat(small.normalize('NFD')).filter((form) => [...form.normalize('NFC')].length === 1)
  return [...new Set(alone)].filter((form) => form !== small)
}

/** A case-sensitive text; SQLite's `like` would ignore case. */
export const exact =
  (column: Sql): Compared =>
  (op, value) =>
    op === 'co' || op === 'sw' || op === 'ew' ? undefined : text(column, op, value, value.trim())

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

/** The type of the only item of a list, where the column has it, else the usual one; '' if there is no item. */
export const typed = (column: Sql, usual: string, hasItem: Sql): Compared =>
  written(sql`case when ${hasItem} then coalesce(nullif(${column}, ''), ${usual}) else '' end`)
