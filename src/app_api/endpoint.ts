import type { FastifyReply, FastifyRequest } from 'fastify'
import { type Static, type TObject, type TSchema, Type } from 'typebox'
import { Compile } from 'typebox/compile'
import { Value } from 'typebox/value'
import type { Config } from '../config.ts'
import type { CompanySnapshot } from '../engine/company_snapshot.ts'
import type { Actor } from '../engine/context.ts'
import { RequestError } from '../engine/errors.ts'
import { propertiesOf } from '../engine/fields.ts'
import { idMax } from '../engine/table.ts'
import type { Exporter } from '../exports/exporter.ts'
import { firstOf } from '../rules/elements.ts'
import { type Reason, Refused, reason } from '../rules/refusals/reason.ts'
import type { Step } from '../wire/actions.ts'
import type { World } from '../world.ts'
import type { Background } from './live/background.ts'
import type { Credential, Live } from './live/live.ts'

/** What an endpoint receives: the actor, a snapshot of their company, and the parsed and validated request. */
type AppCall<Params = unknown, Query = unknown, Body = unknown> = {
  actor: Actor
  company: CompanySnapshot
  /** The time of the request, microseconds since the epoch. */
  now: number
  /** Writes through it succeed only while the actor is still permitted. */
  world: World
  config: Config
  live: Live
  exporter: Exporter
  /**
   * Makes several writes as one, as the headers of the request say: once for its idempotency key, or as a dry run. Returns
   * the JSON text of the answers. Only for an endpoint with `acts`.
   */
  act: (steps: readonly Step[]) => Promise<string>
  /** For work that continues after the response. */
  background: Background
  /** SHA-256 of the browser's session; undefined for a request with a token. */
  session: string | undefined
  /** What the caller was recognized by. */
  credential: Credential
  params: Params
  query: Query
  body: Body
  request: FastifyRequest
  /** For an endpoint with `media`; the headers of others are ignored. */
  reply: FastifyReply
}

/** Who may use an endpoint: everyone in the company, or administrators only. */
export type Who = 'everyone' | 'administrators'

/**
 * One method of one path, for what the web app needs and the vendor's API does not offer. `run` returns the value to
 * send as JSON, or its bytes. With `media`, it sends the response itself and returns the reply.
 */
export type AppEndpoint = {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  readonly path: string
  /** For the reference. The first sentence is the summary. */
  readonly about: string
  readonly who: Who
  /** True if applications may not do this on a user's behalf: it takes a browser session or a manual token. */
  readonly firstPartyOnly?: boolean
  /**
   * True if this gives access that goes on without the session, or changes how people sign in: in a browser, the person
   * must have proved a short while ago who they are (me/confirmation.ts). A token needs no proof.
   */
  readonly asksWhoItIs?: true
  /** The parameters in the path, which begin with a colon. */
  readonly params: TObject
  readonly query: TObject
  readonly body: TSchema | undefined
  /** The JSON of a 200 response. Declared for clients and tests; the server does not check it. */
  readonly answer?: TSchema
  /** True if it writes with `act` alone, so it obeys an idempotency key and can be a dry run. */
  readonly acts?: true
  /** True if it makes exactly one write through `world`, which then obeys an idempotency key and can be a dry run. */
  readonly writesOnce?: true
  /** Used instead of `answer` for a file or a stream: the schema by media type. */
  readonly media?: Readonly<Record<string, TSchema>>
  /** True if the report thread computes the response. */
  readonly isReport?: true
  /**
   * True if the response depends only on the caller, the URL and the company's data, so it is cached until these
   * change.
   */
  readonly isKept?: true
  run(call: AppCall): Promise<unknown>
}

/** Endpoints about the same subject. */
export type AppEndpointGroup = {
  readonly name: string
  /** One sentence for the reference. */
  readonly about: string
  readonly endpoints: readonly AppEndpoint[]
}

type Given<Params extends TObject, Query extends TObject, Body extends TSchema, Answer extends TSchema> = Omit<
  AppEndpoint,
  'params' | 'query' | 'body' | 'answer' | 'media' | 'run'
> & {
  params?: Params
  query?: Query
  body?: Body
  run(
    call: AppCall<Static<Params>, Static<Query>, Static<Body>>,
  ): Promise<DeepReadonly<Static<Answer>> | Buffer | FastifyReply>
} & ({ answer: Answer; media?: never } | { answer?: never; media: NonNullable<AppEndpoint['media']> })

/** The same type with every property and list read-only. */
type DeepReadonly<T> = T extends readonly (infer Item)[]
  ? readonly DeepReadonly<Item>[]
  : T extends object
    ? { readonly [Name in keyof T]: DeepReadonly<T[Name]> }
    : T

/** Declares an endpoint. Query and body are validated against their schemas; a 417 names the field that fails. */
export function endpoint<
  Params extends TObject = TObject,
  Query extends TObject = TObject,
  Body extends TSchema = TSchema,
  Answer extends TSchema = TSchema,
>(given: Given<Params, Query, Body, Answer>): AppEndpoint {
  const params = given.params ?? Type.Object({})
  const query = closed(given.query ?? Type.Object({}))
  const body = given.body && (Type.IsObject(given.body) ? closed(given.body) : given.body)
  const [readParams, readQuery, readBody] = [
    reader(params, 'path'),
    reader(query, 'query'),
    reader(body ?? closed(Type.Object({})), 'body'),
  ]
  return {
    ...given,
    params,
    query,
    body,
    run: (call) =>
      given.run({
        ...call,
        params: found(() => readParams(Value.Convert(params, call.params))) as Static<Params>,
        query: readQuery(Value.Convert(query, call.query)) as Static<Query>,
        body: (body || call.body ? readBody(call.body) : undefined) as Static<Body>,
      }),
  }
}

/** A function that checks a value against a schema; a 417 names the field that fails. */
export function checkerOf<Schema extends TSchema>(schema: Schema, where: string): (value: unknown) => Static<Schema> {
  const read = reader(Type.IsObject(schema) ? closed(schema) : schema, where)
  return (value) => read(value) as Static<Schema>
}

/** What `read` returns. Throws RequestError 417 instead of Refused, about the field if one is named. */
export function readOrRefuse<T>(read: () => T, field?: string): T {
  try {
    return read()
  } catch (error) {
    if (error instanceof Refused)
      throw new RequestError(417, field === undefined ? error.reason : { ...error.reason, field })
    throw error
  }
}

/** Throws RequestError 403 in a managed client: personal data belongs to the user's home company. */
export function refuseManaging({ home }: Actor): void {
  if (home) throw new RequestError(403, 'other_client_given')
}

/** The id of a record in a path or a body. */
export const recordId = Type.Integer({ minimum: 1, maximum: idMax })

/** Refuses undeclared fields. */
function closed(schema: TObject): TObject {
  const { examples } = propertiesOf(schema)
  return Type.Object(schema.properties, { additionalProperties: false, ...(Array.isArray(examples) && { examples }) })
}

/** Answers 404 to a path parameter that no record could have. */
function found<T>(read: () => T): T {
  try {
    return read()
  } catch (error) {
    if (error instanceof RequestError) throw new RequestError(404, 'nothing_there')
    throw error
  }
}

function reader(schema: TSchema, where: string): (value: unknown) => unknown {
  let compiled: ReturnType<typeof Compile> | undefined
  return (value) => {
    refuseUnusable(value, '')
    compiled ??= Compile(schema)
    if (compiled.Check(value)) return value
    throw new RequestError(417, problemOf(tellingError(compiled.Errors(value)), where))
  }
}

/** What the library says about a failure, depending on its keyword. */
type FailureParams = {
  requiredProperties?: string[]
  allowedValues?: unknown[]
  type?: string
  types?: string[]
  limit?: number
}

type ValidationFailure = {
  keyword: string
  schemaPath: string
  instancePath: string
  params: object
  message: string
}

/** The first error; of a value that can have several types, the first one about the type that it has. */
function tellingError(errors: readonly ValidationFailure[]): ValidationFailure {
  const first = firstOf(errors)
  const union = errors.find(({ keyword, instancePath }) => keyword === 'anyOf' && instancePath === first.instancePath)
  if (!union) return first
  const within = errors.filter(({ schemaPath }) => schemaPath.startsWith(`${union.schemaPath}/anyOf/`))
  const isOtherType = ({ keyword, instancePath }: ValidationFailure) =>
    keyword === 'type' && instancePath === union.instancePath
  return within.find((error) => !isOtherType(error)) ?? { ...union, params: { types: within.map(typeOf) } }
}

function typeOf({ params }: ValidationFailure): string {
  return (params as FailureParams).type ?? ''
}

/** The reason for a validation error: where, and what was expected. */
function problemOf({ keyword, instancePath, params, message }: ValidationFailure, where: string): Reason {
  const { requiredProperties, allowedValues, type, types, limit } = params as FailureParams
  const missing = requiredProperties?.[0] ?? ''
  const field = [instancePath.slice(1).replaceAll('/', '.'), missing].filter(Boolean).join('.') || where
  if (missing) return reason('missing', { field })
  if (allowedValues) return reason('not_one_of_kinds', { field, choices: allowedValues.join(', ') })
  // An undeclared field gets a schema that nothing matches.
  if (keyword === 'boolean') return reason('no_such_field_here', { field })
  if (types) return reason('unexpected', { field, expected: alternatives(types) })
  if (keyword === 'type') return reason('unexpected', { field, expected: typeWords[type ?? ''] ?? String(type) })
  if (keyword === 'minimum') return reason('too_small', { field, min: limit! })
  if (keyword === 'maximum') return reason('too_large', { field, max: limit! })
  if (keyword === 'minLength')
    return limit === 1 ? reason('empty_text', { field }) : reason('too_few_characters', { field, min: limit! })
  if (keyword === 'maxLength') return reason('too_many_characters', { field, max: limit! })
  return reason('invalid', { field, problem: message })
}

/** Such as `text, a list or null`. */
function alternatives(types: readonly string[]): string {
  const words = types
    .toSorted((a, b) => Number(a === 'null') - Number(b === 'null'))
    .map((type) => typeWords[type] ?? type)
  return [words.slice(0, -1).join(', '), words.at(-1)].filter(Boolean).join(' or ')
}

const typeWords: Record<string, string> = {
  integer: 'a whole number',
  number: 'a number',
  string: 'text',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  null: 'null',
}

/** Maximum nesting depth of a body. */
const depthMax = 10

/** Refuses text that a database cannot store: with NUL or a lone surrogate. */
function refuseUnusable(value: unknown, path: string, depth = 0): void {
  if (depth > depthMax) throw new RequestError(417, 'nested_too_deeply', { field: path })
  if (typeof value === 'string' && (value.includes('\0') || !value.isWellFormed()))
    throw new RequestError(417, 'characters_unusable', { field: path })
  if (typeof value !== 'object' || value === null) return
  for (const [key, inner] of Object.entries(value)) {
    if (key === '__proto__') throw new RequestError(400, 'name_unusable', { name: key })
    const name = path === '' ? key : `${path}.${key}`
    refuseUnusable(key, path || 'a name')
    refuseUnusable(inner, name, depth + 1)
  }
}
