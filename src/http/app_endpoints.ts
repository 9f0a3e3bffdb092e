import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { AppEndpoint, Who } from '../app_api/endpoint.ts'
import { Background } from '../app_api/live/background.ts'
import type { Live } from '../app_api/live/live.ts'
import { refuseUnconfirmed } from '../company/rights/confirmed.ts'
import { loadSettings } from '../company/settings/settings.ts'
import type { Config } from '../config.ts'
import type { Actor } from '../engine/context.ts'
import { RequestError } from '../engine/errors.ts'
import { textOf as textOfAnswer, type WriteAnswer, type WriteOptions } from '../engine/idempotency.ts'
import type { Operation } from '../engine/sql.ts'
import type { Exporter } from '../exports/exporter.ts'
import { act, appWrite } from '../operations.ts'
import type { Shares } from '../shares/fair_shares.ts'
import type { Step } from '../wire/actions.ts'
import { type JsonLimits, parseJson } from '../wire/json.ts'
import { dryHeaders, readWriteHeaders, writeOptionsOf } from '../wire/request.ts'
import type { World } from '../world.ts'
import { textOf, type Visit } from './authenticate.ts'
import type { Door, Way } from './door.ts'
import { obeyingWriteHeaders } from './safety_headers.ts'

/** The dependencies of the endpoints. */
type Dependencies = { world: World; config: Config; live: Live; exporter: Exporter; door: Door }

/** How deep and how wide a body may be; the endpoint's schema says the rest. */
const limits: JsonLimits = { levels: 32, names: 25_000, total: 100_000 }

/** Registers endpoints at their paths behind a prefix. Bodies and responses are JSON. */
export function registerEndpoints(
  app: FastifyInstance,
  prefix: string,
  endpoints: readonly AppEndpoint[],
  own: Record<string, string>,
  deps: Dependencies,
): void {
  const headers = deps.door.headers(own)
  const background = new Background(deps.world)
  app.removeContentTypeParser(['text/plain', 'application/json'])
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
  app.addHook('preClose', () => background.close())
  for (const endpoint of endpoints)
    app.route({
      method: endpoint.method,
      url: prefix + endpoint.path,
      ...((endpoint.acts || endpoint.writesOnce) && { config: obeyingWriteHeaders }),
      handler: (request, reply) =>
        deps.door.answer(
          wayOf(endpoint, headers, request, reply, { ...deps, background }),
          request.raw,
          reply.raw,
          request.body,
        ),
    })
}

function wayOf(
  endpoint: AppEndpoint,
  headers: Record<string, string>,
  request: FastifyRequest,
  reply: FastifyReply,
  { world, config, live, exporter, background }: Dependencies & { background: Background },
): Way {
  const { params, query } = request
  const run: Way['run'] = async ({ actor, company, now }, visit, { session, token }) => {
    if (endpoint.who === 'administrators' && !actor.isAdmin) throw new RequestError(403, 'administrators_only')
    if (endpoint.firstPartyOnly && actor.granted) throw new RequestError(403, 'application_may_not')
    const { checked, acting } = writesOf(endpoint, world, actor, visit)
    const credential = { companyId: actor.home?.companyId ?? actor.companyId, hash: session ?? token }
    if (endpoint.asksWhoItIs) refuseUnconfirmed(actor, now)
    // Nearly every endpoint reads settings or its caller's record; none depends on an earlier request that loaded them.
    await loadSettings(company)
    await company.look('users', [actor.userId])
    const given = {
      actor,
      company,
      now,
      world: checked,
      config,
      live,
      exporter,
      background,
      session,
      credential,
      act: acting,
    }
    // For endpoints that send their own response, such as a file.
    if (endpoint.media) reply.headers(visit.headers)
    // Some programs name a type with every request, even with those that have no body.
    const text = textOf(visit)
    const body = text === '' ? undefined : parseJson(text, limits)
    const answer = await endpoint.run({ ...given, params, query, body, request, reply })
    if (endpoint.media) return () => {}
    return answer instanceof Uint8Array ? answer : JSON.stringify(answer)
  }
  return { headers, isKept: endpoint.isKept, share: shareOf(endpoint), run }
}

/** How an endpoint writes: through the world of the request, or with `act`. */
function writesOf({ who, acts, writesOnce }: AppEndpoint, world: World, actor: Actor, visit: Visit) {
  const safely = acts || writesOnce ? obeying(visit) : undefined
  return {
    checked: checkedWorld(world, actor, who, writesOnce && safely),
    acting: acts && safely ? actionsOf(world, actor, visit, safely) : noActions,
  }
}

/** Makes a write as the headers of its request say; returns the text of its answer. */
type Safely = (write: (options: WriteOptions) => Promise<WriteAnswer>) => Promise<string>

/** Reads the headers of writes. The response to a dry run says that it is one. */
function obeying(visit: Visit): Safely {
  const { method, url, headers } = visit.request
  const given = readWriteHeaders(headers)
  if (given.dry) Object.assign(visit.headers, dryHeaders)
  return async (write) => {
    const answer = await write(writeOptionsOf(given, [method!, url!, textOf(visit)]))
    if (typeof answer !== 'string' && 'replayed' in answer) visit.headers['idempotency-replayed'] = 'true'
    return textOfAnswer(answer)
  }
}

/** The function that makes several writes as one. */
function actionsOf({ db }: World, actor: Actor, { now }: Visit, safely: Safely) {
  return (steps: readonly Step[]) => safely((options) => db.write(act, { actor, steps, ...options }, now))
}

function noActions(): never {
  throw new Error('Only an endpoint that declares `acts` can act')
}

/** The world of one request: its writes succeed only while the actor is still permitted, and `safely` if it is given. */
function checkedWorld(world: World, actor: Actor, who: Who, safely: Safely | undefined): World {
  const write = async <Input, Output>({ name }: Operation<Input, Output>, input: Input, now: number) => {
    const given = { actor, administrators: who === 'administrators', name, input }
    if (!safely) return (await world.db.write(appWrite, given, now)) as Output
    const text = await safely(async (options) => {
      const answer = await world.db.write(appWrite, { ...given, ...options }, now)
      return options.once || options.dry ? (answer as WriteAnswer) : JSON.stringify(answer ?? null)
    })
    return JSON.parse(text) as Output
  }
  return { ...world, db: { ...world.db, write } }
}

/** Where most of an endpoint's work is done; streams and tasks of the report thread have separate limits. */
function shareOf({ method, media, isReport }: AppEndpoint): keyof Shares | undefined {
  if (media || isReport) return undefined
  return method === 'GET' ? 'here' : 'elsewhere'
}
