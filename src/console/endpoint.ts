import type { FastifyReply, FastifyRequest } from 'fastify'
import { type Static, type TObject, type TSchema, Type } from 'typebox'
import { Compile } from 'typebox/compile'
import { Value } from 'typebox/value'
import type { Config } from '../config.ts'
import type { Company } from '../engine/company.ts'
import type { Actor } from '../engine/context.ts'
import { RequestError } from '../engine/errors.ts'
import type { World } from '../world.ts'
import type { Live } from './live.ts'

/** What an endpoint is given: who asks, in which company as it is now, and what was asked, read and checked. */
type ConsoleCall<Query = unknown, Body = unknown> = {
  actor: Actor
  company: Company
  /** The request's one instant, microseconds since the epoch. */
  now: number
  world: World
  config: Config
  live: Live
  /** SHA-256 of the session of the browser that asks; undefined for a program with a token. */
  session: string | undefined
  query: Query
  body: Body
  request: FastifyRequest
  reply: FastifyReply
}

/**
 * One path and method under /api/console: what the published API of the vendor has no place for. `run` gives an object
 * that is sent as JSON, or answers by itself and gives the reply.
 */
export type ConsoleEndpoint = {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  readonly path: string
  /** One sentence for the reference. */
  readonly about: string
  /** Who may: everybody in the company, or administrators only. */
  readonly who: 'everybody' | 'administrators'
  readonly query: TObject
  readonly body: TSchema | undefined
  run(call: ConsoleCall): Promise<object>
}

type Given<Query extends TObject, Body extends TSchema> = Omit<ConsoleEndpoint, 'query' | 'body' | 'run'> & {
  query?: Query
  body?: Body
  run(call: ConsoleCall<Static<Query>, Static<Body>>): Promise<object>
}

/** Declares an endpoint. Query and body are read by their schemas; what does not fit is a 417 that names the field. */
export function endpoint<Query extends TObject = TObject, Body extends TSchema = TSchema>(
  given: Given<Query, Body>,
): ConsoleEndpoint {
  const query = Type.Object((given.query ?? Type.Object({})).properties, { additionalProperties: false })
  const readQuery = reader(query, 'query')
  const readBody = given.body && reader(given.body, 'body')
  return {
    ...given,
    query,
    body: given.body,
    run: (call) =>
      given.run({
        ...call,
        query: readQuery(Value.Convert(query, call.query)) as Static<Query>,
        body: readBody?.(call.body) as Static<Body>,
      }),
  }
}

function reader(schema: TSchema, where: string): (value: unknown) => unknown {
  let compiled: ReturnType<typeof Compile> | undefined
  return (value) => {
    compiled ??= Compile(schema)
    if (compiled.Check(value)) return value
    const [error] = compiled.Errors(value)
    const named = error?.params as { requiredProperties?: string[]; additionalProperties?: string[] } | undefined
    const inside = named?.requiredProperties?.[0] ?? named?.additionalProperties?.[0]
    const path = [error?.instancePath.slice(1).replaceAll('/', '.'), inside].filter(Boolean).join('.')
    throw new RequestError(417, `${path || where}: ${inside === undefined ? error?.message : problem(error!.keyword)}`)
  }
}

function problem(keyword: string): string {
  return keyword === 'required' ? 'required' : 'there is no such field'
}
