import { keysOf } from '../rules/elements.ts'
import type { Schema } from '../wire/endpoint.ts'
import { codesByRequest, codesOfEvery, codesOfItems, codesOfKinds } from './codes_by_request.ts'
import { type Answer, type Entry, failures, jsonOf } from './document.ts'
import { pascal, reference } from './names.ts'

// The codes of refusals in the documents. Those of all requests of a kind are a schema of their own.

/** Requests that begin alike. */
type Kind = keyof typeof codesOfKinds

/** The codes of a request besides those of its kind, and those of an item besides `codesOfItems`. */
type Codes = {
  readonly kind: Kind
  readonly own: readonly string[]
  readonly items: readonly string[]
  /** Whether one of its own codes comes with 404. */
  readonly isMissed: boolean
}

/** The codes of each request, such as `POST /api/v1/timesheets`. */
export const codesOf: ReadonlyMap<string, Codes> = new Map(
  codesByRequest
    .trim()
    .split('\n')
    .map((line): [string, Codes] => {
      const [request = '', kind, own = '', items = '', missed] = line.split('|').map((part) => part.trim())
      return [request, { kind: kind as Kind, own: listOf(own), items: listOf(items), isMissed: missed === '404' }]
    }),
)

/** Codes that are written in one text. */
export function listOf(codes: string): readonly string[] {
  return codes.split(' ').filter(Boolean)
}

const words: Record<Kind, string> = {
  list: 'list',
  write: 'create or update',
  removal: 'deletion',
  report: 'report',
  endpoint: 'request',
  other: 'other request',
}

/** The schemas of codes that many requests have in common. */
export function sharedCodes(): Record<string, Schema> {
  const ofKinds = keysOf(codesOfKinds).filter((kind) => codesOfKinds[kind] !== '')
  return {
    RequestCode: enumOf(codesOfEvery, 'Every request can be refused with these.'),
    ItemCode: enumOf(codesOfItems, 'Every item of a batch can be refused with these.'),
    ...Object.fromEntries(
      ofKinds.map((kind) => [
        `${pascal(kind)}Code`,
        enumOf(codesOfKinds[kind], `Every ${words[kind]} can be refused with these.`),
      ]),
    ),
  }
}

const refusing = [403, 404, 409, 417]

/**
 * Names in each operation the codes with which the request can be refused as a whole. `meanings` are the shared responses.
 * Returns the schemas that the operations then refer to.
 */
export function nameCodes(
  entries: readonly Entry[],
  base: string,
  meanings: Readonly<Record<string, Answer>>,
): Record<string, Schema> {
  const schemas: Record<string, Schema> = {}
  for (const [method, path, { operationId, responses }] of entries) {
    const codes = codesOf.get(`${method.toUpperCase()} ${base}${path}`)
    if (!codes) continue
    const { kind, own, isMissed } = codes
    if (isMissed) Object.assign(responses, { ...failures(404), ...responses })
    const name = `${pascal(own.length > 0 ? operationId : kind)}Error`
    const ofKind = codesOfKinds[kind] === '' ? [] : [`${pascal(kind)}Code`]
    for (const status of refusing)
      if (responses[status]?.$ref) {
        const { description = '' } = meanings[`Status${status}`]!
        responses[status] = { description, content: jsonOf(name) }
        schemas[name] ??= errorSchema(anyCode(['RequestCode', ...ofKind], own))
      }
  }
  return schemas
}

/** The schema of a refused item of a batch, whose requests are these. */
export function refusedSchema(...batches: readonly string[]): Schema {
  if (!batches.some((request) => codesOf.has(request))) return reference('Refused')
  const own = new Set(batches.flatMap((request) => codesOf.get(request)?.items ?? []))
  return narrowed('Refused', { _status_reason: narrow({ code: anyCode(['ItemCode'], [...own].sort()) }) })
}

function errorSchema(code: Schema): Schema {
  return narrowed('Error', { error: narrow({ reason: narrow({ code }) }) })
}

function narrowed(name: string, properties: Record<string, Schema>): Schema {
  return { allOf: [reference(name), narrow(properties)] }
}

function narrow(properties: Record<string, Schema>): Schema {
  return { type: 'object', properties }
}

function anyCode(shared: readonly string[], own: readonly string[]): Schema {
  const parts = [...shared.map((name) => reference(name)), ...(own.length > 0 ? [{ type: 'string', enum: own }] : [])]
  return parts.length === 1 ? parts[0]! : { anyOf: parts }
}

function enumOf(codes: string, description: string): Schema {
  return { type: 'string', enum: listOf(codes), description }
}
