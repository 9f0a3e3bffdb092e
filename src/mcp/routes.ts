import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { assistantsMayWrite } from '../company/rights/assistants.ts'
import { RequestError } from '../engine/errors.ts'
import type { Authenticate } from '../http/authenticate.ts'
import type { Caller } from '../http/caller.ts'
import type { Dependencies, Site } from '../identity/dependencies.ts'
import { ownAddress } from '../rules/settings/own_address.ts'
import { bodyMax, textOfBody } from '../wire/body.ts'
import { apiPath } from '../wire/endpoint.ts'
import { errorBody } from '../wire/errors.ts'
import { checkJson, type JsonLimits } from '../wire/json.ts'
import { clientHeader } from '../wire/request.ts'
import type { World } from '../world.ts'
import type { ApiAccess } from './access.ts'

/** Where assistants connect. */
const path = '/mcp'
/** How deep and how wide a message may be. */
const bodyLimits: JsonLimits = { levels: 32, names: 500, total: 25_000 }
const metadataPath = '/.well-known/oauth-protected-resource'

type Deps = {
  readonly world: World
  readonly site: Dependencies['site']
  /** The path below which the server is reached; '' without one. */
  readonly prefix: string
  readonly authenticate: Authenticate
  /** Whether a browser that sends an Origin shows a page of this server. */
  readonly isOurs: (request: FastifyRequest) => boolean
}

/**
 * Serves the Model Context Protocol over streamable HTTP, with the metadata that points to our OAuth server. The SDK is
 * loaded with the first request.
 */
export async function registerMcp(app: FastifyInstance, deps: Deps): Promise<void> {
  await app.register((scope, _options, done) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, parsed) => parsed(null, body))
    const handler = lazyHandler(app, deps)
    scope.route({
      method: ['GET', 'POST', 'DELETE'],
      url: path,
      handler: async (request, reply) => {
        reply.header('cache-control', 'no-store')
        const caller = await callerOf(request, reply, deps)
        if (!caller) return reply
        return answer(reply, await handler.serve(request, caller))
      },
    })
    // The last is where clients look for it without having been told (RFC 9728, section 3.1).
    const places = new Set([metadataPath, metadataPath + path, metadataPath + ownAddress(deps.prefix, path)])
    for (const url of places) scope.get(url, (_request, reply) => describe(deps, reply))
    scope.addHook('preClose', () => handler.close())
    done()
  })
}

/** Tells a client where to get a token for this resource (RFC 9728). */
function describe({ site }: Deps, reply: FastifyReply): FastifyReply {
  const { url, headers } = site()
  return reply
    .headers({ ...headers.plain(), 'cache-control': 'public, max-age=300', 'access-control-allow-origin': '*' })
    .send({
      resource: ownAddress(url, path),
      authorization_servers: [url],
      bearer_methods_supported: ['header'],
      resource_name: 'Clockhouse',
    })
}

/** The caller of a request, who needs a token; undefined if the request has already been answered. */
async function callerOf(
  request: FastifyRequest,
  reply: FastifyReply,
  { world, site, authenticate, isOurs }: Deps,
): Promise<Caller | undefined> {
  if (request.headers.origin !== undefined && !isOurs(request)) throw new RequestError(403, 'request_from_other_site')
  // Sessions are only for the pages of the app, but authenticate would accept them.
  if (request.headers.authorization === undefined) {
    unauthorized(reply, site(), 'an access token is required')
    return undefined
  }
  const { raw } = request
  const seen = world.sight.requests.of(raw)
  const visit = { request: raw, response: reply.raw, seen, headers: {}, body: undefined, now: world.now() }
  try {
    return await authenticate(visit)
  } catch (error) {
    if (!(error instanceof RequestError) || error.status !== 401) throw error
    unauthorized(reply, site(), error.message, error.oauth)
    return undefined
  } finally {
    reply.headers(visit.headers)
  }
}

function unauthorized(reply: FastifyReply, { url }: Site, message: string, oauth?: string): void {
  const invalid = oauth && oauth !== 'invalid_request' ? ', error="invalid_token"' : ''
  reply
    .code(401)
    .header('www-authenticate', `Bearer resource_metadata="${ownAddress(url, metadataPath + path)}"${invalid}`)
    .header('content-type', 'application/json; charset=utf-8')
    .send(errorBody(401, message, oauth ?? 'invalid_request'))
}

/** The SDK's handler, loaded when first needed. Each request gets its own server. */
function lazyHandler(app: FastifyInstance, deps: Deps) {
  type Exchange = ReturnType<typeof import('./exchange.ts').mcpExchange>
  let loading: Promise<Exchange> | undefined
  const load = async (): Promise<Exchange> => {
    const [{ mcpExchange }, { mcpServer }] = await Promise.all([import('./exchange.ts'), import('./server.ts')])
    const onBug = (error: unknown) => deps.world.log.error({ err: error }, 'a tool of an assistant failed')
    const howToAllow = 'An administrator can allow it in the company settings, under Programs and AI assistants.'
    return mcpExchange((extra) => {
      const { access, mayWrite } = extra as { access: ApiAccess; mayWrite: boolean }
      return mcpServer({ api: access, mayWrite, howToAllow, onBug })
    })
  }
  return {
    async serve(request: FastifyRequest, caller: Caller): Promise<Response> {
      loading ??= load()
      const exchange = await loading
      const extra = { access: accessOf(app, request, deps.world), mayWrite: await mayWrite(caller, deps.world) }
      return exchange.serve(webRequest(request, deps.site()), extra)
    },
    async close(): Promise<void> {
      await (await loading)?.close()
    },
  }
}

/** Whether the company lets assistants change data. */
async function mayWrite({ company }: Caller, { db }: World): Promise<boolean> {
  return assistantsMayWrite(company, db.read)
}

/** The caller's access to the API: each request is handled like one from outside, with all checks. */
function accessOf(app: FastifyInstance, { headers, ip }: FastifyRequest, { now }: World): ApiAccess {
  const client = headers[clientHeader]
  return {
    now,
    async request({ method, path, body, headers: own, each }) {
      const response = await app.inject({
        method,
        url: apiPath + path,
        remoteAddress: ip,
        payloadAsStream: each !== undefined,
        headers: {
          ...own,
          authorization: headers.authorization!,
          ...(client === undefined ? {} : { [clientHeader]: String(client) }),
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        },
        ...(body === undefined ? {} : { payload: JSON.stringify(body) }),
      })
      const { statusCode: status } = response
      const { link } = response.headers
      let text = each ? '' : response.payload
      const add = (part: string) => {
        text += part
      }
      const take = each && status === 200 ? each : add
      if (each) for await (const part of response.stream().setEncoding('utf8')) take(part)
      return { status, text, ...(link !== undefined && { link: String(link) }) }
    },
  }
}

function webRequest({ method, headers, body }: FastifyRequest, { url }: Site): Request {
  const text = body instanceof Uint8Array ? textOfBody(body, headers, bodyMax) : ''
  checkJson(text, bodyLimits)
  // A request counts once toward the rate limit, so batches, which the protocol no longer has, are refused.
  if (text.trimStart().startsWith('[')) throw new RequestError(400, 'batches_not_possible')
  const wanted = Object.entries(headers).filter(([name]) => /^(content-type|mcp-.*|last-event-id)$/.test(name))
  return new Request(ownAddress(url, path), {
    method,
    headers: [
      ['accept', acceptedTypes(headers.accept)],
      ...wanted.map(([name, value]): [string, string] => [name, String(value)]),
    ],
    ...(method === 'POST' ? { body: text } : {}),
  })
}

/** The media types to show the SDK, which asks for both of its own even if the client accepts everything. */
function acceptedTypes(accept: string | undefined): string {
  const types = (accept ?? '*/*').split(',').map((type) => type.split(';', 1)[0]!.trim().toLowerCase())
  const takesJson = types.some((type) => ['application/json', 'application/*', '*/*'].includes(type))
  return takesJson ? 'application/json, text/event-stream' : types.join()
}

async function answer(reply: FastifyReply, response: Response): Promise<FastifyReply> {
  reply.code(response.status)
  for (const [name, value] of response.headers) reply.header(name, value)
  if (!response.body) return reply.send()
  return reply.send(Readable.fromWeb(response.body as Parameters<typeof Readable.fromWeb>[0]))
}
