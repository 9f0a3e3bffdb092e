// The parts of SCIM 2.0 (RFC 7643, RFC 7644) that are rules over plain values: schemas, errors, attributes, pages.
// Filters and patches are in the files beside this one.

/** The schemas of SCIM messages. */
export const scimSchemas = {
  user: 'urn:ietf:params:scim:schemas:core:2.0:User',
  group: 'urn:ietf:params:scim:schemas:core:2.0:Group',
  enterprise: 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User',
  list: 'urn:ietf:params:scim:api:messages:2.0:ListResponse',
  error: 'urn:ietf:params:scim:api:messages:2.0:Error',
  patch: 'urn:ietf:params:scim:api:messages:2.0:PatchOp',
  config: 'urn:ietf:params:scim:schemas:core:2.0:ServiceProviderConfig',
  type: 'urn:ietf:params:scim:schemas:core:2.0:ResourceType',
  schema: 'urn:ietf:params:scim:schemas:core:2.0:Schema',
} as const

type ScimType =
  | 'invalidFilter'
  | 'invalidPath'
  | 'invalidValue'
  | 'invalidSyntax'
  | 'uniqueness'
  | 'noTarget'
  | 'tooMany'
  | 'mutability'

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

/** A text as it is kept, without spaces around it; '' for a missing one. Throws ScimError 400. */
export function scimText(value: unknown, name: string): string {
  return scimTextAsSent(value, name).trim()
}

/** A text as it was sent; '' for a missing one. Throws ScimError 400. */
export function scimTextAsSent(value: unknown, name: string): string {
  if (value === undefined || value === null) return ''
  if (typeof value !== 'string') throw new ScimError(400, `${name}: must be a text`, 'invalidValue')
  if (value.includes('\0') || !value.isWellFormed())
    throw new ScimError(400, `${name}: contains characters that cannot be used`, 'invalidValue')
  return value
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

/**
 * The part of a resource that a caller wants to see, according to `attributes` or `excludedAttributes` (RFC 7644,
 * section 3.9), which have names such as `userName` and `name.familyName`. It always has the id and the schemas.
 */
export function scimShown(resource: ScimValues, search: URLSearchParams): ScimValues {
  const named = (parameter: string) =>
    (search.get(parameter) ?? '').split(',').flatMap((name) => name.trim().toLowerCase().split(':').at(-1) || [])
  const [only, without] = [named('attributes'), named('excludedAttributes')]
  if (only.length > 0) return picked(resource, (path) => only.some((name) => isWithin(path, name)))
  if (without.length > 0) return picked(resource, (path) => !without.includes(path))
  return resource
}

const always = ['id', 'schemas']

/** Whether a path is this name, part of it, or its parent. */
function isWithin(path: string, name: string): boolean {
  return path === name || path.startsWith(`${name}.`) || name.startsWith(`${path}.`)
}

function picked(resource: ScimValues, isShown: (path: string) => boolean): ScimValues {
  const parts = (value: unknown, before: string): unknown => {
    if (Array.isArray(value)) return value.map((item) => parts(item, before))
    if (!isObject(value)) return value
    return Object.fromEntries(Object.entries(value).filter(([key]) => isShown(`${before}${key.toLowerCase()}`)))
  }
  return Object.fromEntries(
    Object.entries(resource)
      .filter(([key]) => always.includes(key) || isShown(key.toLowerCase()))
      .map(([key, value]) => [key, always.includes(key) ? value : parts(value, `${key.toLowerCase()}.`)]),
  )
}
