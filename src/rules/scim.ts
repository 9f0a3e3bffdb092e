// The parts of SCIM 2.0 (RFC 7643, RFC 7644) that are rules over plain values: filters, patches, attributes.

/** The schemas of SCIM messages. */
export const scimSchemas = {
  user: 'urn:ietf:params:scim:schemas:core:2.0:User',
  group: 'urn:ietf:params:scim:schemas:core:2.0:Group',
  list: 'urn:ietf:params:scim:api:messages:2.0:ListResponse',
  error: 'urn:ietf:params:scim:api:messages:2.0:Error',
  patch: 'urn:ietf:params:scim:api:messages:2.0:PatchOp',
  config: 'urn:ietf:params:scim:schemas:core:2.0:ServiceProviderConfig',
  type: 'urn:ietf:params:scim:schemas:core:2.0:ResourceType',
  schema: 'urn:ietf:params:scim:schemas:core:2.0:Schema',
} as const

type ScimType = 'invalidFilter' | 'invalidPath' | 'invalidValue' | 'invalidSyntax' | 'uniqueness' | 'noTarget'

/** Refuses a request, with the status and the error type of RFC 7644, section 3.12. */
export class ScimError extends Error {
  readonly status: number
  readonly scimType: ScimType | undefined
  constructor(status: number, message: string, scimType?: ScimType) {
    super(message)
    this.status = status
    this.scimType = scimType
  }
}

/** A JSON object. */
export type ScimValues = Record<string, unknown>

/** One comparison of a filter: `attribute eq value`. The attribute is in lower case, without its schema. */
export type ScimCondition = { attribute: string; value: string | boolean }

/** Parses a filter of `eq` comparisons joined by `and`. Throws ScimError 400 for any other. */
export function parseScimFilter(text: string): ScimCondition[] {
  const conditions: ScimCondition[] = []
  let rest = text.trim()
  if (rest.length > 2000) throw new ScimError(400, 'the filter is too long', 'invalidFilter')
  for (;;) {
    const match = /^([\w:.$-]+(?:\[[^\]]*\](?:\.\w+)?)?)\s+eq\s+("(?:[^"\\]|\\.)*"|true|false|\d+)\s*/i.exec(rest)
    if (!match)
      throw new ScimError(400, 'only filters such as userName eq "ada" are possible, joined by and', 'invalidFilter')
    conditions.push({ attribute: plainAttribute(match[1]!), value: readValue(match[2]!) })
    rest = rest.slice(match[0].length)
    if (rest === '') return conditions
    const and = /^and\s+/i.exec(rest)
    if (!and) throw new ScimError(400, 'comparisons can be joined by and only', 'invalidFilter')
    rest = rest.slice(and[0].length)
  }
}

function readValue(text: string): string | boolean {
  if (/^(true|false)$/i.test(text)) return text.toLowerCase() === 'true'
  if (!text.startsWith('"')) return text
  try {
    return String(JSON.parse(text))
  } catch {
    throw new ScimError(400, 'a value of the filter is not a JSON text', 'invalidFilter')
  }
}

/** `urn:…:User:emails[type eq "work"].value` is `emails.value`. */
function plainAttribute(path: string): string {
  return withoutSchema(path)
    .replace(/\[[^\]]*\]/, '')
    .toLowerCase()
}

function withoutSchema(path: string): string {
  return path.replace(/^urn:ietf:params:scim:schemas:core:2\.0:(user|group):/i, '')
}

/**
 * Applies the operations of a PATCH to a resource and returns the result (RFC 7644, section 3.5.2). Names are compared
 * without case; the operations may come as Entra ID and Okta send them. Throws ScimError 400.
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
      if (op === 'remove') throw new ScimError(400, 'path: required to remove something', 'noTarget')
      if (!isObject(value)) throw new ScimError(400, 'value: expected an object', 'invalidValue')
      for (const [name, part] of Object.entries(value)) result = applyAt(result, op, name, part)
    } else {
      if (typeof path !== 'string') throw new ScimError(400, 'path: expected a text', 'invalidPath')
      result = applyAt(result, op, path, value)
    }
  }
  return result
}

/** Applies one operation at a path such as `active`, `name.givenName` or `members[value eq "7"]`. */
function applyAt(resource: ScimValues, op: string, path: string, value: unknown): ScimValues {
  // Attributes of other schemas are not stored.
  if (/^urn:/i.test(withoutSchema(path))) return resource
  const match = /^(\w+)(?:\[([^\]]*)\])?(?:\.(\w+))?$/.exec(withoutSchema(path).trim())
  if (!match) throw new ScimError(400, `path: ${path.slice(0, 100)} cannot be used`, 'invalidPath')
  const [, given, filter, sub] = match
  const name = Object.keys(resource).find((key) => key.toLowerCase() === given!.toLowerCase()) ?? given!
  const before = resource[name]
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
    // Entra ID names the members to remove in the value.
    const gone = [value].flat().map(idOf)
    return before.filter((item) => !gone.includes(idOf(item)))
  }
  if (op === 'replace' || !(Array.isArray(before) || Array.isArray(value))) {
    return isObject(before) && isObject(value) ? { ...before, ...value } : value
  }
  const list = Array.isArray(before) ? before : []
  const known = new Set(list.map(idOf))
  return [...list, ...[value].flat().filter((item) => !known.has(idOf(item)))]
}

/** Changes the items of a list that match a filter; adding to none adds an item that matches. */
function changedItems(
  before: unknown,
  op: string,
  { filter, sub }: { filter: string; sub: string | undefined },
  value: unknown,
) {
  const conditions = parseScimFilter(filter)
  const list: unknown[] = Array.isArray(before) ? before : []
  const matches = (item: unknown) =>
    isObject(item) && conditions.every(({ attribute, value }) => String(property(item, attribute)) === String(value))
  if (op === 'remove')
    return sub === undefined
      ? list.filter((item) => !matches(item))
      : list.map((item) => (matches(item) ? { ...(item as ScimValues), [sub]: undefined } : item))
  const part = sub === undefined ? (isObject(value) ? value : { value }) : { [sub]: value }
  if (list.some(matches)) return list.map((item) => (matches(item) ? { ...(item as ScimValues), ...part } : item))
  const described = Object.fromEntries(conditions.map(({ attribute, value }) => [attribute, value]))
  return [...list, { ...described, ...part }]
}

function idOf(item: unknown): unknown {
  return isObject(item) ? String(property(item, 'value')) : String(item)
}

/** The property of an object with this name, in any case. */
export function property(object: ScimValues, name: string): unknown {
  const key = Object.hasOwn(object, name)
    ? name
    : Object.keys(object).find((key) => key.toLowerCase() === name.toLowerCase())
  return key === undefined ? undefined : object[key]
}

/** A truth value; Entra ID sends it as text. Throws ScimError 400. */
export function scimBoolean(value: unknown, name: string): boolean {
  if (typeof value === 'boolean') return value
  const text = String(value).toLowerCase()
  if (text === 'true' || text === 'false') return text === 'true'
  throw new ScimError(400, `${name}: must be true or false`, 'invalidValue')
}

/** A text, '' for a missing one. Throws ScimError 400. */
export function scimText(value: unknown, name: string): string {
  if (value === undefined || value === null) return ''
  if (typeof value !== 'string') throw new ScimError(400, `${name}: must be a text`, 'invalidValue')
  if (value.includes('\0') || !value.isWellFormed())
    throw new ScimError(400, `${name}: contains characters that cannot be used`, 'invalidValue')
  return value.trim()
}

/** The value of the primary item of a list such as `emails`, or of its first one; '' for none. */
export function primaryValue(list: unknown, name: string): string {
  if (!Array.isArray(list)) return ''
  const items = list.filter(isObject)
  const item = items.find((one) => String(property(one, 'primary')).toLowerCase() === 'true') ?? items[0]
  return item ? scimText(property(item, 'value'), `${name}.value`) : ''
}

/** Whether a value is a JSON object. */
export function isObject(value: unknown): value is ScimValues {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The page that a request asks for: the first index, from 1, and the number of records. */
export function scimPage(search: URLSearchParams): { startIndex: number; count: number } {
  const number = (name: string, usual: number) => {
    const value = Number(search.get(name) ?? usual)
    if (!Number.isInteger(value)) throw new ScimError(400, `${name}: must be a whole number`, 'invalidValue')
    return value
  }
  return {
    startIndex: Math.min(Math.max(1, number('startIndex', 1)), 1e9),
    count: Math.min(Math.max(0, number('count', 100)), scimCountMax),
  }
}

/** The most records on a page. */
export const scimCountMax = 200
