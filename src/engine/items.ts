import type { Context } from './context.ts'
import { Refusal } from './errors.ts'
import { type Field, isRecord } from './fields.ts'
import type { AnyResource } from './resource.ts'
import type { Values } from './table.ts'

/** A new record as an item describes it, with initial values for what it leaves out. Refusals name the property. */
export function draftOf(resource: AnyResource, item: Values, ctx: Context): Values {
  const draft: Values = {}
  const ignored = resource.ignores?.(item, undefined) ?? []
  const invalid = unknownProperties(resource, item)
  for (const name in resource.fields) {
    const field: Field<unknown> = resource.fields[name]
    const given = ignored.includes(name) ? undefined : item[name]
    if (field.access === 'read-only' || field.clearance === 3) {
      if (given !== undefined && !isEmpty(given)) invalid.push(name)
      if (field.stored) draft[name] = field.initial(ctx)
    } else if (given === undefined || given === null) {
      if (field.required) throw new Refusal(417, `${name} is required`)
      draft[name] = field.initial(ctx)
    } else draft[name] = parsed(field, given, name) ?? field.initial(ctx)
  }
  refuseInvalid(invalid)
  return draft
}

/** What an item wants to change in a record. Refusals name the property. */
export function patchOf(resource: AnyResource, item: Values, before: Values, ctx: Context): Values {
  const granted = resource.clearance?.(ctx.actor, before, ctx) ?? 0
  const ignored = ['id', ...(resource.ignores?.(item, before) ?? [])]
  const invalid = unknownProperties(resource, item)
  const patch: Values = {}
  for (const name in resource.fields) {
    const field: Field<unknown> = resource.fields[name]
    const given = item[name]
    if (given === undefined || given === null || ignored.includes(name)) continue
    // A value that the actor may not see is never compared: the outcome would reveal it.
    const isSame = () => field.clearance <= granted && sameAsPrinted(field, name, given, before, ctx)
    if (field.access === 'read-only' || field.clearance === 3) {
      if (!isEmpty(given) && !isSame()) invalid.push(name)
    } else if (field.access === 'create' || field.access === 'sent') {
      if (!isSame()) refuseChange(field, name, given, before)
    } else {
      const value = parsed(field, given, name)
      if (value !== undefined) patch[name] = value
    }
  }
  refuseInvalid(invalid)
  return patch
}

/** Refuses another value of a property that is set on create only. */
function refuseChange(field: Field<unknown>, name: string, given: unknown, before: Values): void {
  const value = parsed(field, given, name)
  if (value !== undefined && field.save(value) !== field.save(before[name]) && !isEmpty(given))
    throw new Refusal(417, `${name} cannot be changed`)
}

/** Whether `patchOf` will compare any of these items with how the record prints. */
export function comparesPrinted({ fields }: AnyResource, items: readonly unknown[]): boolean {
  const isCompared = (name: string) => name !== 'id' && ['read-only', 'create'].includes(fields[name]?.access)
  return items.some((item) => isRecord(item) && Object.keys(item).some(isCompared))
}

/** True for an id that was left out. */
export function isNone(id: unknown): boolean {
  return id === undefined || id === null || id === ''
}

/** A property's value; undefined for "" and [], which clients send instead of omitting a property. */
function parsed(field: Field<unknown>, given: unknown, name: string): unknown {
  try {
    return field.parse(given, name)
  } catch (error) {
    if (isEmpty(given) && !field.required) return undefined
    throw error
  }
}

function unknownProperties({ fields, extras }: AnyResource, item: Values): string[] {
  return Object.keys(item).filter((name) => !Object.hasOwn(fields, name) && !extras?.includes(name))
}

function refuseInvalid(names: string[]): void {
  if (names.length > 0) throw new Refusal(417, `Invalid params: ${names.join(',')}`)
}

/** True for the values that clients send instead of omitting a property. */
function isEmpty(value: unknown): boolean {
  return (
    value === '' ||
    value === null ||
    (Array.isArray(value) && value.length === 0) ||
    (isRecord(value) && Object.keys(value).length === 0)
  )
}

/** True when a client sends back what it was shown. */
function sameAsPrinted(field: Field<unknown>, name: string, given: unknown, row: Values, ctx: Context): boolean {
  const printed = field.print(row[name], row, ctx)
  if (JSON.stringify(given) === printed) return true
  return typeof given !== 'object' && (JSON.stringify(String(given)) === printed || String(given) === printed)
}
