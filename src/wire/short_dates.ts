import { isRecord } from '../engine/fields.ts'
import type { AnyResource } from '../engine/resource.ts'
import type { Item } from '../engine/table.ts'
import { paddedDate } from '../rules/time/calendar.ts'

// Dates with one digit for the month or the day, `2026-3-2`, have one possible meaning. They are padded before anything
// reads an item, because decisions compare dates as text.

const known = new WeakMap<AnyResource, readonly string[]>()

/** The fields of a resource that are dates or instants. */
function datedFields(resource: AnyResource): readonly string[] {
  const found =
    known.get(resource) ?? Object.keys(resource.fields).filter((name) => isDated(resource.fields[name].schema))
  known.set(resource, found)
  return found
}

function isDated({ pattern }: { pattern?: unknown }): boolean {
  return typeof pattern === 'string' && pattern.startsWith('^(\\d{4}-\\d\\d-\\d\\d')
}

/**
 * The item with its dates padded; others stay as they are. `nested`: the resources whose items can be in a property of the
 * same name.
 */
export function withPaddedDates(resource: AnyResource, item: unknown, nested: readonly AnyResource[] = []): unknown {
  if (!isRecord(item)) return item
  const padded: Item = {}
  for (const name of datedFields(resource)) {
    const value = Object.hasOwn(item, name) ? item[name] : undefined
    const text = typeof value === 'string' ? paddedDate(value) : value
    if (text !== value) padded[name] = text
  }
  for (const inner of nested) {
    const list = Object.hasOwn(item, inner.name) ? item[inner.name] : undefined
    if (Array.isArray(list)) padded[inner.name] = list.map((each) => withPaddedDates(inner, each))
  }
  return Object.keys(padded).length === 0 ? item : { ...item, ...padded }
}
