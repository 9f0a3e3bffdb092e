import { isObject, property, ScimError, type ScimValues, scimBoolean, scimSchemas, scimText } from './scim.ts'
import { withoutSchema } from './scim_filter.ts'

// The attributes of SCIM resources: which are kept, which are ignored, and in which shapes their values may come. What is
// in none of these lists is unknown: a patch of nothing else is refused, and beside other attributes it is ignored.

/** The resources that SCIM manages. */
export type ScimKind = 'users' | 'groups'

/**
 * How an attribute is kept. `items` is a list whose items have parts; `fixed` attributes are set by the server, and a
 * patch may only repeat them; `ignored` ones are never kept.
 */
type Attribute = 'text' | 'truth' | 'items' | 'members' | 'fixed' | 'ignored' | { parts: readonly string[] }

const everywhere = { id: 'fixed', meta: 'fixed', schemas: 'fixed', externalId: 'text' } as const

const ignoredOfUsers = [
  ...['nickName', 'profileUrl', 'userType', 'preferredLanguage', 'locale', 'timezone', 'password', 'ims', 'photos'],
  ...['addresses', 'entitlements', 'roles', 'x509Certificates'],
]

const attributes: Readonly<Record<ScimKind, Readonly<Record<string, Attribute>>>> = {
  users: {
    ...everywhere,
    groups: 'fixed',
    userName: 'text',
    name: { parts: ['givenName', 'familyName'] },
    displayName: 'text',
    title: 'text',
    active: 'truth',
    emails: 'items',
    phoneNumbers: 'items',
    [scimSchemas.enterprise]: { parts: ['employeeNumber'] },
    ...Object.fromEntries(ignoredOfUsers.map((name) => [name, 'ignored'] as const)),
  },
  groups: { ...everywhere, displayName: 'text', members: 'members' },
}

/** Parts of `name` and of the enterprise extension that are ignored. */
const ignoredParts: Readonly<Record<string, readonly string[]>> = {
  name: ['formatted', 'middleName', 'honorificPrefix', 'honorificSuffix'],
  [scimSchemas.enterprise]: ['costCenter', 'organization', 'division', 'department', 'manager'],
}

const itemParts = ['value', 'type', 'primary']

/** Parts of items, and of the conditions on them, that are ignored or only compared. */
const shownParts = ['display', '$ref']

/** An attribute with its name as it is kept. */
export type Known = { name: string; attribute: Attribute }

/** The attribute with this name in any case; undefined if there is none. */
export function knownAttribute(kind: ScimKind, given: string): Known | undefined {
  const name = nameAmong(Object.keys(attributes[kind]), given)
  return name === undefined ? undefined : { name, attribute: attributes[kind][name]! }
}

/**
 * The name of an attribute's part as it is kept; '' for one that is ignored. Throws ScimError 400 if there is no such
 * part.
 */
export function knownPart({ name, attribute }: Known, given: string): string {
  const kept = typeof attribute === 'object' ? attribute.parts : attribute === 'items' ? itemParts : []
  const part = nameAmong(kept, given)
  if (part !== undefined) return part
  const ignored = attribute === 'items' ? shownParts : (ignoredParts[name] ?? [])
  if (nameAmong(ignored, given) !== undefined) return ''
  if (attribute === 'members') throw new ScimError(400, `members.${given}: cannot be changed`, 'mutability')
  throw new ScimError(400, `path: there is no ${given.slice(0, 100)} in ${name}`, 'invalidPath')
}

/** Throws ScimError 400 unless items of a list can be told apart by this part, in lower case. */
export function checkItemPart(given: string): void {
  if (nameAmong([...itemParts, ...shownParts], given) === undefined)
    throw new ScimError(400, `the filter cannot compare ${given.slice(0, 100)}`, 'invalidFilter')
}

function nameAmong(names: readonly string[], given: string): string | undefined {
  return names.find((name) => name.toLowerCase() === given.toLowerCase())
}

/**
 * A single value, which some providers wrap: `[{"$ref": null, "value": "x"}]` is "x". Throws ScimError 400 for several
 * values.
 */
function singleValue(value: unknown, name: string): unknown {
  if (Array.isArray(value)) {
    if (value.length > 1) throw new ScimError(400, `${name}: must be one value`, 'invalidValue')
    return value.length === 0 ? undefined : singleValue(value[0], name)
  }
  if (!isObject(value)) return value
  if (property(value, 'value') === undefined) throw new ScimError(400, `${name}: must be a text`, 'invalidValue')
  return singleValue(property(value, 'value'), name)
}

/** A truth value, perhaps wrapped. Throws ScimError 400, also for none. */
export function singleTruth(value: unknown, name: string): boolean {
  return scimBoolean(singleValue(value, name), name)
}

/** A text, perhaps wrapped; '' for none. Throws ScimError 400. */
export function singleText(value: unknown, name: string): string {
  return scimText(singleValue(value, name), name)
}

/**
 * The items of a list, which may come as one item, and each as its value alone. Throws ScimError 400 for other values,
 * and for items without a value.
 */
export function itemsOf(value: unknown, name: string): ScimValues[] {
  if (value === undefined || value === null || value === '') return []
  return [value].flat().map((item): ScimValues => {
    if (typeof item === 'string' || typeof item === 'number') return { value: String(item) }
    const own = isObject(item) ? property(item, 'value') : undefined
    if (!isObject(item) || own === undefined) throw new ScimError(400, `${name}: each needs a value`, 'invalidValue')
    return { ...lowerCased(item), value: typeof own === 'number' ? String(own) : singleText(own, `${name}.value`) }
  })
}

/** The items of a list that have a value, and whether any came without one. Throws ScimError 400 for what is no list. */
export function valuedItems(value: unknown, name: string): { items: ScimValues[]; isPartial: boolean } {
  const isBare = (item: unknown) => isObject(item) && property(item, 'value') === undefined
  const whole = Array.isArray(value) ? value.filter((item) => !isBare(item)) : value
  const isPartial = Array.isArray(value) && value.some(isBare)
  return { items: itemsOf(whole, name).filter(hasValue), isPartial }
}

/** An item with the names of its parts as they are kept. */
function lowerCased(item: ScimValues): ScimValues {
  return Object.fromEntries(Object.entries(item).map(([key, part]) => [nameAmong(itemParts, key) ?? key, part]))
}

/** The names that a whole resource has and that are not kept, as the log shows them. */
export function ignoredIn(kind: ScimKind, body: ScimValues): string[] {
  return Object.entries(body).flatMap(([key, value]) => {
    const known = knownAttribute(kind, withoutSchema(key))
    // Membership is changed at the group.
    const isDropped = !known || known.attribute === 'ignored' || known.name === 'groups'
    if (isDropped) return isEmpty(value) ? [] : [shownName(key)]
    if (typeof known.attribute !== 'object' || !isObject(value)) return []
    return ignoredPartsOf(known, value)
  })
}

/** The parts of a complex value that are not kept. A formatted name is only worth a word if it comes alone. */
export function ignoredPartsOf({ name, attribute }: Known, value: ScimValues): string[] {
  const kept = typeof attribute === 'object' ? attribute.parts : []
  const isAlone = !kept.some((part) => !isEmpty(property(value, part)))
  return Object.entries(value)
    .filter(([part, given]) => nameAmong(kept, part) === undefined && !isEmpty(given))
    .filter(([part]) => isAlone || part.toLowerCase() !== 'formatted')
    .map(([part]) => shownName(name === scimSchemas.enterprise ? part : `${name}.${part}`))
}

function isEmpty(value: unknown): boolean {
  return value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0)
}

const nameMax = 100

/** The name of an attribute for the log: without its schema, and without the values of a filter, which may be personal. */
export function shownName(path: string): string {
  const bare = path.replaceAll(/"(?:[^"\\]|\\.)*"?/g, '…').replace(/^urn:[^[\]]*:/i, '')
  return bare.length > nameMax ? `${bare.slice(0, nameMax)}…` : bare
}

/** Which item of `emails` is kept: the primary one, else one for work, else the first. */
export function chosenEmail(items: readonly ScimValues[]): ScimValues | undefined {
  const valued = items.filter(hasValue)
  return valued.find(isPrimary) ?? valued.find((item) => typeOf(item) === 'work') ?? valued[0]
}

/** Types of numbers that no one answers as a person. */
const machines = ['fax', 'pager']

/** Which item of `phoneNumbers` is kept: a mobile one, else the primary one, else the first; never a fax or a pager. */
export function chosenPhone(items: readonly ScimValues[]): ScimValues | undefined {
  const valued = items.filter((item) => hasValue(item) && !machines.includes(typeOf(item)))
  return valued.find((item) => typeOf(item) === 'mobile') ?? valued.find(isPrimary) ?? valued[0]
}

/** The type of an item, in lower case; '' for none. */
export function typeOf(item: ScimValues): string {
  const type = property(item, 'type')
  return typeof type === 'string' ? type.trim().toLowerCase() : ''
}

/** Whether an item is marked as the primary one of its list. */
export function isPrimary(item: unknown): boolean {
  return isObject(item) && String(property(item, 'primary')).toLowerCase() === 'true'
}

function hasValue(item: ScimValues): boolean {
  const value = property(item, 'value')
  return value !== undefined && value !== null && value !== ''
}
