import { isObject, property, ScimError, type ScimValues } from './scim.ts'
import { describedItem, matchesScim, parseScimFilter, withoutSchema } from './scim_filter.ts'

// Patches of SCIM 2.0 (RFC 7644, section 3.5.2).

/** Attributes that only the server sets. */
const readOnly = ['id', 'meta', 'schemas']

/**
 * Applies the operations of a PATCH to a resource and returns the result. Names are compared ignoring case, and the
 * variants that Entra ID and Okta send are accepted. Throws ScimError 400.
 */
export function patchScim(resource: ScimValues, body: unknown): ScimValues {
  const operations = isObject(body) ? property(body, 'Operations') : undefined
  if (!Array.isArray(operations)) throw new ScimError(400, 'Operations: expected a list', 'invalidSyntax')
  let result = structuredClone(resource)
  for (const operation of operations) {
    if (!isObject(operation)) throw new ScimError(400, 'Operations: expected objects', 'invalidSyntax')
    const op = String(property(operation, 'op')).toLowerCase()
    const path = property(operation, 'path')
    const value = property(operation, 'value')
    if (!['add', 'replace', 'remove'].includes(op))
      throw new ScimError(400, 'op: must be add, replace or remove', 'invalidSyntax')
    if (path === undefined || path === '') {
      if (op === 'remove') throw new ScimError(400, 'path: required for remove', 'noTarget')
      if (!isObject(value)) throw new ScimError(400, 'value: expected an object', 'invalidValue')
      for (const [name, part] of Object.entries(value)) result = applyAt(result, op, name, part)
    } else {
      if (typeof path !== 'string') throw new ScimError(400, 'path: expected a string', 'invalidPath')
      result = applyAt(result, op, path, value)
    }
  }
  return result
}

/** Applies one operation at a path such as `active`, `name.givenName` or `members[value eq "7"]`. */
function applyAt(resource: ScimValues, op: string, path: string, value: unknown): ScimValues {
  // Attributes of other schemas are not stored.
  if (/^urn:/i.test(withoutSchema(path))) return resource
  const match = /^(\w+)(?:\[(.*)\])?(?:\.(\w+))?$/s.exec(withoutSchema(path).trim())
  if (!match) throw new ScimError(400, `path: ${path.slice(0, 100)} cannot be used`, 'invalidPath')
  const [, given, filter, sub] = match
  const name = Object.keys(resource).find((key) => key.toLowerCase() === given!.toLowerCase()) ?? given!
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
    const name = Object.keys(object).find((key) => key.toLowerCase() === sub.toLowerCase()) ?? sub
    return { ...object, [name]: op === 'remove' ? undefined : value }
  }
  if (op === 'remove') {
    if (!Array.isArray(before) || value === undefined) return undefined
    // Entra ID sends the members to remove in the value.
    const gone = [value].flat().map(idOf)
    return before.filter((item) => !gone.includes(idOf(item)))
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
  { filter, sub }: { filter: string; sub: string | undefined },
  value: unknown,
) {
  const wanted = parseScimFilter(filter)
  const list: unknown[] = Array.isArray(before) ? before : []
  const matches = (item: unknown) => matchesScim(wanted, item)
  if (op === 'remove')
    return sub === undefined
      ? list.filter((item) => !matches(item))
      : list.map((item) => (matches(item) ? { ...(item as ScimValues), [sub]: undefined } : item))
  const part = sub === undefined ? (isObject(value) ? value : { value }) : { [sub]: value }
  if (list.some(matches)) return list.map((item) => (matches(item) ? { ...(item as ScimValues), ...part } : item))
  // Entra ID replaces the work address even if there is none yet.
  const described = describedItem(wanted)
  if (!described) throw new ScimError(400, `path: nothing matches ${filter.slice(0, 100)}`, 'noTarget')
  return [...list, { ...described, ...part }]
}

function idOf(item: unknown): unknown {
  return isObject(item) ? String(property(item, 'value')) : String(item)
}
