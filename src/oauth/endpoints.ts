import type { IncomingMessage, ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Provider } from 'oidc-provider'
import type { Dependencies, Site } from '../identity/dependencies.ts'
import { currentSession } from '../identity/sessions.ts'
import { clientCounters, waitSecondsOf, waitText } from '../identity/throttle.ts'
import { firstOf } from '../rules/elements.ts'
import { english } from '../rules/language/messages.ts'
import { mistakenScope } from '../rules/people/scopes.ts'
import { ownAddress, prefixOf } from '../rules/settings/own_address.ts'
import { Unit, units } from './adapter.ts'
import { acceptBodies, type Problem, readForm } from './bodies.ts'
import { metadata } from './metadata.ts'
import { mistakenParameter, paths } from './paths.ts'
import { askingClient, registeringCompany, registrationEndpoint } from './registration.ts'
import { scopesForProvider, scopesIn, scopesOffered, scopesToRead } from './scopes.ts'

/** Mounts the endpoints for clients and redirected browsers: authorize, grant, revoke, introspect, metadata. */
export function endpoints(app: FastifyInstance, deps: Dependencies, provider: () => Promise<Provider>): void {
  acceptBodies(app)

  app.get(paths.authorize, async (request, reply) => {
    const given = new URLSearchParams(request.url.split('?')[1] ?? '')
    const query = authorizeParameters(given)
    const wanted = given.getAll('scope').join(' ')
    const asked = scopesIn(wanted)
    const client = await askingClient(deps.world, query.get('client_id') ?? '')
    query.set('scope', scopesForProvider(client?.selfRegistered ? scopesToRead(asked) : asked))
    const mistaken = mistakenScope(wanted, scopesOffered)
    if (mistaken !== undefined) query.set(mistakenParameter, mistaken)
    await forwardFromBrowser(deps, await provider(), request, reply, `${paths.authorize}?${query}`)
  })

  app.get<{ Params: { id: string } }>(`${paths.authorize}/:id`, async (request, reply) => {
    const { id } = request.params
    await forwardFromBrowser(deps, await provider(), request, reply, `${paths.authorize}/${encodeURIComponent(id)}`)
  })

  const post = (path: string, run: (form: URLSearchParams, request: FastifyRequest, reply: FastifyReply) => unknown) =>
    app.post(path, async (request, reply) => {
      const form = readForm(request)
      return form instanceof URLSearchParams ? run(form, request, reply) : refuse(deps, reply, form)
    })

  post(paths.grant, async (form, request, reply) => {
    const problem = grantProblem(form)
    if (problem) return refuse(deps, reply, problem)
    form.delete('scope')
    const address = form.get('redirect_uri')
    if (address !== null) replace(form, 'redirect_uri', decodeAgain)
    return forwardFromClient(deps, await provider(), request, reply, paths.grant, form)
  })

  for (const path of [paths.revoke, paths.introspect])
    post(path, async (form, request, reply) => forwardFromClient(deps, await provider(), request, reply, path, form))

  const describe = async (_request: FastifyRequest, reply: FastifyReply) => {
    const site = deps.site()
    return reply
      .headers({ ...site.headers.plain(), 'cache-control': 'public, max-age=300' })
      .header('access-control-allow-origin', '*')
      .send(metadata(site, (await registeringCompany(deps)) !== undefined))
  }
  // Of an issuer with a path, clients look for it at the top of the host (RFC 8414, section 3.1), some below the path.
  const prefix = prefixOf(deps.config.url)
  for (const path of new Set([paths.metadata, ownAddress(paths.metadata, prefix)])) app.get(path, describe)

  registrationEndpoint(app, deps)
}

/**
 * Passes only known parameters to the provider, none of OpenID Connect and its extensions. What it must refuse (another
 * response type or mode, request objects) is passed on in a form that makes it refuse with a redirect.
 */
function authorizeParameters(given: URLSearchParams): URLSearchParams {
  const query = new URLSearchParams()
  const known = ['client_id', 'redirect_uri', 'state', 'code_challenge', 'code_challenge_method', 'display_mode']
  for (const name of [...known, 'response_type', 'response_mode', 'prompt', 'request', 'request_uri', 'registration'])
    for (const value of given.getAll(name)) query.append(name, value)
  replace(query, 'redirect_uri', decodeAgain)
  replace(query, 'response_type', (type) => (['', 'code'].includes(type) ? type : 'unsupported'))
  replace(query, 'response_mode', (mode) => (['', 'query'].includes(mode) ? mode : 'unsupported'))
  return query
}

/** Undoes the double encoding of some clients. The address is compared exactly afterwards. */
function decodeAgain(address: string): string {
  if (!/^https?%3a/i.test(address)) return address
  try {
    return decodeURIComponent(address)
  } catch {
    return address
  }
}

function replace(query: URLSearchParams, name: string, change: (value: string) => string): void {
  const values = query.getAll(name)
  query.delete(name)
  for (const value of values) query.append(name, change(value))
}

async function forwardFromBrowser(
  deps: Dependencies,
  provider: Provider,
  request: FastifyRequest,
  reply: FastifyReply,
  url: string,
): Promise<void> {
  const session = await currentSession(deps, request)
  const site = deps.site()
  reply.hijack()
  setRaw(reply.raw, site.headers.page())
  const unit = new Unit(deps.world.now(), request.ip, session)
  unit.asks = true
  await forward(site, provider, unit, reply.raw, {
    method: 'GET',
    url,
    headers: { ...addressHeaders(site), accept: 'text/html', cookie: request.headers.cookie ?? '' },
    socket: request.raw.socket,
  })
}

async function forwardFromClient(
  deps: Dependencies,
  provider: Provider,
  request: FastifyRequest,
  reply: FastifyReply,
  url: string,
  form: URLSearchParams,
): Promise<FastifyReply | undefined> {
  const { world } = deps
  const site = deps.site()
  // Old clients send their stale bearer token along; only Basic matters here.
  const { authorization = '' } = request.headers
  const basic: Record<string, string> = /^basic /i.test(authorization) ? { authorization } : {}
  const counters = clientCounters(request.ip, clientIdOf(form, basic.authorization))
  const waitSeconds = await waitSecondsOf(world, counters)
  if (waitSeconds > 0) {
    world.sight.security.tell({ event: 'application locked out', seconds: waitSeconds })
    return refuseGuess(deps, reply, waitSeconds)
  }
  const body = Buffer.from(form.toString())
  reply.hijack()
  setRaw(reply.raw, { ...site.headers.plain(), 'cache-control': 'no-store', pragma: 'no-cache' })
  const unit = new Unit(world.now(), request.ip)
  unit.guesses = counters
  await forward(site, provider, unit, reply.raw, {
    method: 'POST',
    url,
    headers: {
      ...addressHeaders(site),
      ...basic,
      accept: 'application/json',
      'content-type': 'application/x-www-form-urlencoded',
      'content-length': String(body.length),
    },
    socket: request.raw.socket,
    body,
  })
  return undefined
}

function refuseGuess({ site }: Dependencies, reply: FastifyReply, waitSeconds: number): FastifyReply {
  return reply
    .code(429)
    .headers({ ...site().headers.plain(), 'cache-control': 'no-store', 'retry-after': String(waitSeconds) })
    .send({ error: 'temporarily_unavailable', error_description: waitText(waitSeconds, english) })
}

/** The id that a client gives itself, in the form or by HTTP Basic. */
function clientIdOf(form: URLSearchParams, basic = ''): string {
  const pair = Buffer.from(basic.slice('basic '.length), 'base64').toString()
  return (form.get('client_id') ?? firstOf(pair.split(':'))).slice(0, 200)
}

/** A request as the provider sees it. We build it ourselves, so no client header can mislead the provider. */
type Forwarded = {
  method: string
  url: string
  headers: Record<string, string>
  socket: unknown
  body?: Buffer
}

async function forward(
  site: Site,
  provider: Provider,
  unit: Unit,
  response: ServerResponse,
  request: Forwarded,
): Promise<void> {
  await units.run(unit, () => provider.callback()(messageOf(site, request), response))
}

/** The forwarded request as a readable message. The provider makes its own addresses from the original one. */
export function messageOf({ prefix }: Site, { body, ...request }: Forwarded): IncomingMessage {
  const originalUrl = ownAddress(prefix, request.url)
  const message = Object.assign(Readable.from(body ? [body] : []), request, { originalUrl })
  return message as unknown as IncomingMessage
}

/** Headers that tell the provider its address: always the public one. */
export function addressHeaders(site: Site): Record<string, string> {
  return { host: site.host, 'x-forwarded-proto': site.secure ? 'https' : 'http' }
}

function grantProblem(form: URLSearchParams): Problem | undefined {
  const type = form.get('grant_type')
  if (!type) return { error: 'invalid_request', error_description: 'missing required parameter grant_type' }
  if (['authorization_code', 'refresh_token'].includes(type)) return undefined
  return {
    error: 'unsupported_grant_type',
    error_description: 'grant_type must be authorization_code or refresh_token',
  }
}

function refuse(deps: Dependencies, reply: FastifyReply, { status = 400, ...problem }: Problem): FastifyReply {
  return reply.code(status).headers(deps.site().headers.plain()).header('cache-control', 'no-store').send(problem)
}

/** Sets headers on a response that Fastify no longer writes. */
function setRaw(response: ServerResponse, headers: Record<string, string>): void {
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value)
}
