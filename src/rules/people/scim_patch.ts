import { isObject, property, ScimError, type ScimValues } from './scim.ts'
import {
  checkItemPart,
  ignoredPartsOf,
  isPrimary,
  itemsOf,
  type Known,
  knownAttribute,
  knownPart,
  type ScimKind,
  shownName,
  singleText,
  singleTruth,
} from './scim_attributes.ts'
import {
  comparisonsIn,
  describedItem,
  matchesScim,
  parseScimFilter,
  partsIn,
  type ScimFilter,
  withoutSchema,
} from './scim_filter.ts'

// Patches of SCIM 2.0 (RFC 7644, section 3.5.2). A change is made, or its path is returned as ignored, or it is refused by
// name; none is dropped without a word. Unknown attributes are ignored beside others, and refused alone.

/** The most changes in a patch; each attribute of a value without a path is one. */
const changesMax = 1000
const pathMax = 500
const pathFilterMax = 200

/** The most values that the operations of a patch may go through together. A patch takes the main thread. */
const workMax = 2_000_000

type Op = 'add' | 'replace' | 'remove'

/** One change: what is done at a path such as `active`, `name.givenName` or `members[value eq "7"]`. */
type Change = { op: Op; path: string; value: unknown }

/** Where a change goes: an attribute, the items of it that match a filter, and their part. */
type Target = { path: string; known: Known; filter: ScimFilter | undefined; part: string | undefined }

/** A patched resource, and the paths that were ignored. */
type Patched = { resource: ScimValues; ignored: string[] }

/**
 * Applies the operations of a PATCH to a resource. Names are compared without case; the operations may come as Entra ID
 * and Okta send them. Throws ScimError 400, or 413 for too many operations.
 */
export function patchScim(kind: ScimKind, resource: ScimValues, body: unknown): Patched {
  let result = structuredClone(resource)
  const ignored: string[] = []
  const unknown: string[] = []
  let work = 0
  const changes = changesIn(body)
  for (const change of changes) {
    const target = targetOf(kind, change.path)
    if (typeof target === 'string' || 'unknown' in target) {
      if (typeof target === 'string') ignored.push(target)
      else unknown.push(target.unknown)
      continue
    }
    const { name } = target.known
    const comparisons = target.filter ? comparisonsIn(target.filter) : 1
    work += sizeOf(result[name]) * comparisons + sizeOf(change.value)
    if (work > workMax) throw new ScimError(400, 'Operations: too much to compare; send fewer at once', 'tooMany')
    if (target.known.attribute === 'fixed') checkRepeated(target, result[name], change)
    else result = { ...result, [name]: changed(result[name], target, change) }
    if (isObject(change.value) && target.part === undefined && typeof target.known.attribute === 'object')
      ignored.push(...ignoredPartsOf(target.known, change.value))
  }
  // A provider does not send again what it could not: someone who leaves has to be deactivated whatever else it sends.
  if (unknown.length > 0 && unknown.length === changes.length)
    throw new ScimError(400, `path: there is no attribute ${unknown[0]}`, 'invalidPath')
  return { resource: result, ignored: [...new Set([...ignored, ...unknown])] }
}

function changesIn(body: unknown): Change[] {
  const operations = isObject(body) ? property(body, 'Operations') : undefined
  if (!Array.isArray(operations)) throw new ScimError(400, 'Operations: expected a list', 'invalidSyntax')
  const changes: Change[] = []
  for (const operation of operations) {
    const more = changesOf(operation)
    if (changes.length + more.length > changesMax) throw new ScimError(413, `Operations: at most ${changesMax} at once`)
    changes.push(...more)
  }
  return changes
}

/** The changes of an operation. Without a path, its value has a change for each attribute. */
function changesOf(operation: unknown): Change[] {
  if (!isObject(operation)) throw new ScimError(400, 'Operations: expected objects', 'invalidSyntax')
  const op = String(property(operation, 'op')).toLowerCase()
  if (op !== 'add' && op !== 'replace' && op !== 'remove')
    throw new ScimError(400, 'op: must be add, replace or remove', 'invalidSyntax')
  const path = property(operation, 'path') ?? ''
  if (typeof path !== 'string') throw new ScimError(400, 'path: expected a text', 'invalidPath')
  const value = property(operation, 'value')
  if (withoutSchema(path.trim()) !== '') {
    if (op !== 'remove' && value === undefined)
      throw new ScimError(400, `value: required for ${shownName(path)}`, 'invalidValue')
    return [{ op, path, value }]
  }
  if (op === 'remove') throw new ScimError(400, 'path: required to remove something', 'noTarget')
  if (!isObject(value)) throw new ScimError(400, 'value: expected an object', 'invalidValue')
  return Object.entries(value).map(([name, part]) => ({ op, path: name, value: part }))
}

/** Where a path leads; the path itself, as the log shows it, if it is ignored; or what is unknown. Throws ScimError 400. */
function targetOf(kind: ScimKind, path: string): Target | string | { unknown: string } {
  const own = withoutSchema(path.trim())
  const whole = path.length > pathMax ? undefined : partsOf(kind, own)
  if (whole === 'other') return shownName(path)
  if (!whole) throw new ScimError(400, `path: ${path.slice(0, 100)} cannot be used`, 'invalidPath')
  const { given, filter, sub } = whole
  const known = knownAttribute(kind, given)
  if (!known) return { unknown: given.slice(0, 100) }
  const { name, attribute } = known
  if (attribute === 'ignored') return shownName(path)
  if (attribute === 'fixed') return { path, known, filter: undefined, part: sub }
  if (sub !== undefined && (attribute === 'text' || attribute === 'truth'))
    throw new ScimError(400, `path: ${name} has no parts`, 'invalidPath')
  const part = sub === undefined ? undefined : knownPart(known, sub)
  if (part === '') return shownName(path)
  return { path, known, filter: filter === undefined ? undefined : filterOf(known, filter), part }
}

/** The filter for the items of a list. Throws ScimError 400. */
function filterOf({ name, attribute }: Known, filter: string): ScimFilter {
  if (attribute !== 'items' && attribute !== 'members')
    throw new ScimError(400, `path: ${name} is not a list`, 'invalidPath')
  const parsed = parseScimFilter(filter, pathFilterMax)
  for (const one of partsIn(parsed)) checkItemPart(one)
  return parsed
}

/** The parts of a path; 'other' for an attribute of a schema whose attributes are ignored, undefined for no path. */
function partsOf(kind: ScimKind, path: string) {
  const urn = /^(urn:[^[\]]*:\d+\.\d+:\w+)(?:[:.](.*))?$/is.exec(path)
  if (urn) {
    const [, schema = '', sub] = urn
    const isOurs = knownAttribute(kind, schema) !== undefined
    return isOurs && (sub === undefined || /^\w+$/.test(sub)) ? { given: schema, filter: undefined, sub } : 'other'
  }
  if (/^urn:/i.test(path)) return 'other'
  const match = /^(\w+)(?:\[(.*)\])?(?:\.([\w$]+))?$/s.exec(path)
  return match ? { given: match[1]!, filter: match[2], sub: match[3] } : undefined
}

/** Only the server sets this attribute. Providers repeat it as they know it, which changes nothing. */
function checkRepeated({ known: { name }, part }: Target, before: unknown, { op, value }: Change): void {
  const isRepeated = op !== 'remove' && part === undefined && repeats(name, before, value)
  if (!isRepeated) throw new ScimError(400, `${name}: cannot be changed`, 'mutability')
}

function repeats(name: string, before: unknown, value: unknown): boolean {
  switch (name) {
    // Providers list the schemas of what they send.
    case 'schemas':
      return Array.isArray(value) && value.every((one) => typeof one === 'string')
    // The times and the version are those of an earlier answer.
    case 'meta': {
      if (!isObject(value) || !isObject(before)) return false
      const known = ['resourceType', 'location'].map((part) => [property(value, part), before[part]])
      return known.every(([given, own]) => given === undefined || given === null || given === own)
    }
    case 'groups':
      return sameValues(value, before)
    default:
      return String(value) === String(before)
  }
}

function sameValues(value: unknown, before: unknown): boolean {
  const idsOf = (list: unknown) => (Array.isArray(list) ? list.map(idOf).sort() : [])
  return (value === null || Array.isArray(value)) && JSON.stringify(idsOf(value)) === JSON.stringify(idsOf(before))
}

/** How many values a change goes through. */
function sizeOf(value: unknown): number {
  if (Array.isArray(value)) return value.reduce((sum: number, item) => sum + sizeOfItem(item), 0)
  return sizeOfItem(value)
}

function sizeOfItem(item: unknown): number {
  return isObject(item) ? Object.keys(item).length + 1 : 1
}

/** The value of an attribute after a change. */
function changed(before: unknown, { known, filter, part }: Target, change: Change): unknown {
  const { name, attribute } = known
  const { op, value } = change
  switch (attribute) {
    case 'text':
      return op === 'remove' ? undefined : singleText(value, name)
    case 'truth':
      if (op === 'remove') throw new ScimError(400, `${name}: cannot be removed`, 'invalidValue')
      return singleTruth(value, name)
    case 'items':
    case 'members': {
      const list = Array.isArray(before) ? before : []
      // Without its value, there is no item.
      const own = op === 'remove' && part === 'value' ? undefined : part
      if (filter) return changedItems(list, { name, filter, part: own }, change)
      return own === undefined ? changedList(list, name, change) : changedParts(list, { name, part: own }, change)
    }
    default:
      return changedObject(isObject(before) ? before : {}, known, { part, change })
  }
}

/** Changes parts of a complex value, such as a name. */
function changedObject(
  before: ScimValues,
  known: Known,
  { part, change: { op, value } }: { part: string | undefined; change: Change },
): ScimValues {
  const { name } = known
  if (part !== undefined) return { ...before, [part]: op === 'remove' ? '' : singleText(value, `${name}.${part}`) }
  if (op === 'remove') return Object.fromEntries(Object.keys(before).map((one) => [one, '']))
  if (!isObject(value)) throw new ScimError(400, `${name}: must be an object`, 'invalidValue')
  const given = Object.entries(value).flatMap(([key, text]) => {
    const kept = knownPart(known, key)
    return kept === '' ? [] : [[kept, singleText(text, `${name}.${kept}`)]]
  })
  return { ...before, ...Object.fromEntries(given) }
}

/** Changes a whole list. */
function changedList(list: readonly unknown[], name: string, { op, value }: Change): unknown[] {
  if (op === 'replace') return itemsOf(value, name)
  if (op === 'remove') {
    if (value === undefined || value === null) return []
    // Entra ID names the members to remove in the value.
    const gone = new Set(itemsOf(value, name).map(idOf))
    return list.filter((item) => !gone.has(idOf(item)))
  }
  const added = new Map(itemsOf(value, name).map((item) => [idOf(item), item]))
  if (added.size === 0) throw new ScimError(400, `${name}: each needs a value`, 'invalidValue')
  const known = list.map((item) => {
    const again = added.get(idOf(item))
    added.delete(idOf(item))
    return again && isObject(item) ? { ...item, ...again } : item
  })
  const fresh = [...added.values()]
  return [...(fresh.some(isPrimary) ? known.map(withoutPrimary) : known), ...fresh]
}

/** Changes a part of all items. Without any item, its value is that of the first one. */
function changedParts(
  list: readonly unknown[],
  { name, part }: { name: string; part: string },
  { op, value }: Change,
): unknown[] {
  const given = partValue(name, part, { op, value })
  if (list.length === 0 && given !== undefined) return [{ [part]: given }]
  return list.map((item) => (isObject(item) ? { ...item, [part]: given } : item))
}

/** The value of an item's part; undefined if it is removed. */
function partValue(name: string, part: string, { op, value }: Pick<Change, 'op' | 'value'>): unknown {
  if (op === 'remove') return undefined
  return part === 'primary' ? singleTruth(value, `${name}.primary`) : singleText(value, `${name}.${part}`)
}

/** The item, no longer primary, because a list has only one primary item. */
function withoutPrimary(item: unknown): unknown {
  return isObject(item) ? { ...item, primary: false } : item
}

/** Changes the items of a list that match a filter; if none matches, adding creates one that does. */
function changedItems(
  list: readonly unknown[],
  { name, filter, part }: { name: string; filter: ScimFilter; part: string | undefined },
  { op, value }: Change,
): unknown[] {
  const matches = (item: unknown): item is ScimValues => matchesScim(filter, item)
  if (op === 'remove' && part === undefined) return list.filter((item) => !matches(item))
  if (op === 'remove') return list.map((item) => (matches(item) ? { ...item, [part!]: undefined } : item))
  if (name === 'members') throw new ScimError(400, 'path: members are added without a filter', 'invalidPath')
  const given = part === undefined ? itemWith(name, value) : { [part]: partValue(name, part, { op, value }) }
  const others = isPrimary(given) ? list.map((item) => (matches(item) ? item : withoutPrimary(item))) : list
  if (list.some(matches)) return others.map((item) => (matches(item) ? { ...item, ...given } : item))
  // Entra ID changes the address of work also where there is none yet.
  const described = describedItem(filter)
  if (!described) throw new ScimError(400, 'path: nothing matches its filter', 'noTarget')
  return [...others, { ...described, ...given }]
}

/** The only item of a value. Throws ScimError 400. */
function itemWith(name: string, value: unknown): ScimValues {
  const [item, ...more] = itemsOf(value, name)
  if (!item || more.length > 0) throw new ScimError(400, `${name}: must be one value`, 'invalidValue')
  return item
}

/** What items are told apart by. Addresses differ in more than case. */
function idOf(item: unknown): unknown {
  const id = isObject(item) ? property(item, 'value') : item
  return typeof id === 'object' ? '' : String(id).toLowerCase()
}
