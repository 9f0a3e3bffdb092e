import { isObject, property, ScimError, type ScimValues } from './scim.ts'
import {
  comparisonsIn,
  describedItem,
  matchesScim,
  parseScimFilter,
  type ScimFilter,
  withoutSchema,
} from './scim_filter.ts'

// Patches of SCIM 2.0 (RFC 7644, section 3.5.2).

/** Attributes that only the server sets. */
const readOnly = ['id', 'meta', 'schemas']

/** The most changes in a patch; each attribute of a value without a path is one. */
const changesMax = 1000
const pathMax = 500
const pathFilterMax = 200

/** The most values that the operations of a patch may go through together. A patch takes the main thread. */
const workMax = 2_000_000

/** One change: what is done at a path such as `active`, `name.givenName` or `members[value eq "7"]`. */
type Change = { op: string; path: string; value: unknown }

/** Where a change goes: an attribute, the items of it that match a filter, and their part. */
type Target = { given: string; filter: ScimFilter | undefined; sub: string | undefined }

/**
 * Applies the operations of a PATCH to a resource and returns the result. Names are compared without case; the operations
 * may come as Entra ID and Okta send them. Throws ScimError 400, or 413 for too many operations.
 */
export function patchScim(resource: ScimValues, body: unknown): ScimValues {
  const operations = isObject(body) ? property(body, 'Operations') : undefined
  if (!Array.isArray(operations)) throw new ScimError(400, 'Operations: expected a list', 'invalidSyntax')
  const changes: Change[] = []
  for (const operation of operations) {
    const more = changesOf(operation)
    if (changes.length + more.length > changesMax) throw new ScimError(413, `Operations: at most ${changesMax} at once`)
    changes.push(...more)
  }
  let result = structuredClone(resource)
  let work = 0
  for (const change of changes) {
    const target = targetOf(change.path)
    // Attributes of other schemas are not kept.
    if (!target) continue
    const name = nameIn(result, target.given)
    const comparisons = target.filter ? comparisonsIn(target.filter) : 1
    work += sizeOf(result[name]) * comparisons + sizeOf(change.value)
    if (work > workMax) throw new ScimError(400, 'Operations: too much to compare; send fewer at once', 'tooMany')
    result = applied(result, name, target, change)
  }
  return result
}

/** The changes of an operation. Without a path, its value has a change for each attribute. */
function changesOf(operation: unknown): Change[] {
  if (!isObject(operation)) throw new ScimError(400, 'Operations: expected objects', 'invalidSyntax')
  const op = String(property(operation, 'op')).toLowerCase()
  const path = property(operation, 'path')
  const value = property(operation, 'value')
  if (!['add', 'replace', 'remove'].includes(op))
    throw new ScimError(400, 'op: must be add, replace or remove', 'invalidSyntax')
  if (path !== undefined && path !== '') {
    if (typeof path !== 'string') throw new ScimError(400, 'path: expected a text', 'invalidPath')
    return [{ op, path, value }]
  }
  if (op === 'remove') throw new ScimError(400, 'path: required to remove something', 'noTarget')
  if (!isObject(value)) throw new ScimError(400, 'value: expected an object', 'invalidValue')
  return Object.entries(value).map(([name, part]) => ({ op, path: name, value: part }))
}

/** Where a path leads; undefined for an attribute of another schema. */
function targetOf(path: string): Target | undefined {
  const own = withoutSchema(path)
  if (/^urn:/i.test(own)) return undefined
  const match = path.length > pathMax ? undefined : /^(\w+)(?:\[(.*)\])?(?:\.(\w+))?$/s.exec(own.trim())
  if (!match) throw new ScimError(400, `path: ${path.slice(0, 100)} cannot be used`, 'invalidPath')
  const [, given, filter, sub] = match
  return { given: given!, filter: filter === undefined ? undefined : parseScimFilter(filter, pathFilterMax), sub }
}

/** The name of an object's property with this name in any case, or the name as given. */
function nameIn(object: ScimValues, given: string): string {
  return Object.keys(object).find((key) => key.toLowerCase() === given.toLowerCase()) ?? given
}

/** How many values a change goes through. */
function sizeOf(value: unknown): number {
  if (Array.isArray(value)) return value.reduce((sum: number, item) => sum + sizeOfItem(item), 0)
  return sizeOfItem(value)
}

function sizeOfItem(item: unknown): number {
  return isObject(item) ? Object.keys(item).length + 1 : 1
}

function applied(resource: ScimValues, name: string, { filter, sub }: Target, { op, value }: Change): ScimValues {
  const before = resource[name]
  if (readOnly.includes(name)) {
    // Okta also sends the id.
    if (op !== 'remove' && before === value) return resource
    throw new ScimError(400, `${name}: cannot be changed`, 'mutability')
  }
  return {
    ...resource,
    [name]: filter === undefined ? changed(before, op, sub, value) : changedItems(before, op, { filter, sub }, value),
  }
}

function changed(before: unknown, op: string, sub: string | undefined, value: unknown): unknown {
  if (sub !== undefined) {
    const object = isObject(before) ? before : {}
    return { ...object, [nameIn(object, sub)]: op === 'remove' ? undefined : value }
  }
  if (op === 'remove') {
    if (!Array.isArray(before) || value === undefined) return undefined
    // Entra ID names the members to remove in the value.
    const gone = new Set([value].flat().map(idOf))
    return before.filter((item) => !gone.has(idOf(item)))
  }
  if (op === 'replace' || !(Array.isArray(before) || Array.isArray(value))) {
    return isObject(before) && isObject(value) ? { ...before, ...value } : value
  }
  const list = Array.isArray(before) ? before : []
  const known = new Set(list.map(idOf))
  const added = [value].flat().filter((item) => !known.has(idOf(item)))
  return [...(added.some(isPrimary) ? list.map(withoutPrimary) : list), ...added]
}

function isPrimary(item: unknown): boolean {
  return isObject(item) && String(property(item, 'primary')).toLowerCase() === 'true'
}

/** The item, no longer primary, because a list has only one primary item. */
function withoutPrimary(item: unknown): unknown {
  return isObject(item) ? { ...item, primary: false } : item
}

/** Changes the items of a list that match a filter; if none matches, adding creates one that does. */
function changedItems(
  before: unknown,
  op: string,
  { filter, sub }: { filter: ScimFilter; sub: string | undefined },
  value: unknown,
) {
  const list: unknown[] = Array.isArray(before) ? before : []
  const matches = (item: unknown): item is ScimValues => matchesScim(filter, item)
  if (op === 'remove')
    return sub === undefined
      ? list.filter((item) => !matches(item))
      : list.map((item) => (matches(item) ? { ...item, [sub]: undefined } : item))
  const part = sub === undefined ? (isObject(value) ? value : { value }) : { [sub]: value }
  if (list.some(matches)) return list.map((item) => (matches(item) ? { ...item, ...part } : item))
  // Entra ID changes the address of work also where there is none yet.
  const described = describedItem(filter)
  if (!described) throw new ScimError(400, 'path: nothing matches its filter', 'noTarget')
  return [...list, { ...described, ...part }]
}

function idOf(item: unknown): unknown {
  const id = isObject(item) ? property(item, 'value') : item
  return typeof id === 'object' ? '' : String(id)
}
