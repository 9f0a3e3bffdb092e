import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify'
import { appEndpoints, publicEndpoints } from './app_api/index.ts'
import { Live } from './app_api/live/live.ts'
import { registerCalendar } from './app_api/me/calendar_feed.ts'
import { addressAllowed } from './company/rights/allowed_addresses.ts'
import type { Config } from './config.ts'
import { RequestError } from './engine/errors.ts'
import { Exporter } from './exports/exporter.ts'
import { encode } from './http/answers.ts'
import { registerApi } from './http/api_routes.ts'
import { registerEndpoints } from './http/app_endpoints.ts'
import { authenticator } from './http/authenticate.ts'
import { answerMalformed, HttpConnections } from './http/connections.ts'
import { Door, hasVersion } from './http/door.ts'
import { refusals, sendRefusal } from './http/error_answers.ts'
import { FailureLog } from './http/failure_log.ts'
import { feedWay } from './http/feed_route.ts'
import { allowOtherSites, corsHeaders, jsonHeaders, secureAnswers, securityHeaders } from './http/headers.ts'
import { serveMetrics, wantsMetrics } from './http/metrics_routes.ts'
import { observer } from './http/observer.ts'
import { refuseWriteHeaders } from './http/safety_headers.ts'
import { identifyRequests, serveHealth } from './http/sight_routes.ts'
import { serveWebApp } from './http/spa.ts'
import type { Certificate } from './http/tls/certificate.ts'
import { refuseIfTooOld } from './http/too_old.ts'
import { TrustedProxies } from './http/trusted_proxies.ts'
import { collectDependencies } from './identity/dependencies.ts'
import { registerIdentity, registerPages } from './identity/index.ts'
import { publicUrl } from './identity/public_url.ts'
import { registerMcp } from './mcp/routes.ts'
import { unsubscribePages } from './notifications/unsubscribe.ts'
import { registerOAuth } from './oauth/index.ts'
import { describeApi, describeAppApi, servedDescription } from './openapi/description.ts'
import { prefixOf } from './rules/settings/own_address.ts'
import { registerScim } from './scim/routes.ts'
import { newShares } from './shares/fair_shares.ts'
import { RequestCounts } from './sight/request_counts.ts'
import { bodyMax } from './wire/body.ts'
import { apiPath, consolePath } from './wire/endpoint.ts'
import type { World } from './world.ts'

/** No route declares schemas to Fastify, so its schema compilers are not loaded. */
const noSchemas = { buildValidator: () => noCompiler, buildSerializer: () => noCompiler }

function noCompiler(): never {
  throw new Error('Routes parse and serialize without schemas')
}

/** What both APIs need. */
type Parts = { world: World; config: Config; live: Live; exporter: Exporter; door: Door }

/** Creates the whole server with resources, reports and sign-in at their paths. It does not listen yet. */
export async function createApp(
  world: World,
  config: Config,
  live: Live = new Live(world.db),
  exporter: Exporter = exporterFor(config),
  proxies: TrustedProxies = new TrustedProxies(config, world.log),
  certificate?: Certificate,
): Promise<FastifyInstance> {
  const shares = newShares(world.db.dialect)
  // A thread that starts when the file was replaced would read the other file.
  const { database } = world.sight
  exporter.refusal = () => (database.file?.trouble ? new RequestError(503, 'database_file_gone') : undefined)
  const prefix = prefixOf(config.url)
  await proxies.lookUp()
  const connections = new HttpConnections(world.sight, proxies, prefix, certificate)
  const counts = wantsMetrics(config) ? new RequestCounts() : undefined
  connections.ended = observer(world, config, counts)
  const failures = new FailureLog(world.log)
  const refusalOf = refusals(failures, world)
  const answerError = sendRefusal(refusalOf)
  const app = newFastify(world, proxies, connections, answerError)
  app.setErrorHandler(answerError)
  identifyRequests(app, world)
  refuseIfTooOld(app, world, answerError)
  refuseWriteHeaders(app)
  const guardian = serveHealth(app, world, config)
  if (counts) await serveMetrics(app, { world, config, live, exporter, shares, counts })
  const headers = (secure: boolean) => securityHeaders(secure, config.mapTiles?.origin)
  const deps = await collectDependencies(app, world, config, { mayConnect: addressAllowed, headers })
  guardian.know(deps.keys)
  const secure = headers(/^https:/i.test(config.url)).plain()
  secureAnswers(app, secure)
  const identity = await registerIdentity(app, deps)
  await registerOAuth(app, deps)
  await registerPages(app, deps, (pages) => unsubscribePages(pages, deps))
  const authenticate = authenticator(world, config, identity)
  const door = new Door({ world, authenticate, shares, secure, prefix, refusalOf })
  connections.before = door.receive
  await registerApis(app, { world, config, live, exporter, door }, deps.keys.cursors)
  await registerMcp(app, { world, prefix, site: deps.site, authenticate, isOurs: identity.isOurs })
  registerCalendar(app, world)
  await registerScim(app, world, config)
  app.addHook('preClose', async () => {
    connections.closeAfterAnswers()
    live.close()
    await exporter.close()
    failures.tellCounts()
  })
  await serveWebApp(app, identity, prefix)
  return app
}

/** Registers both APIs, all of whose answers come through the door. */
async function registerApis(app: FastifyInstance, parts: Parts, cursors: Buffer): Promise<void> {
  const { door, config } = parts
  const serve = (register: (scope: FastifyInstance) => void) =>
    app.register((scope, _options, done) => {
      register(scope)
      done()
    })
  await serve((scope) => {
    allowOtherSites(scope)
    registerApi(scope, apiPath, parts)
    serveDescription(scope, apiPath, describeApi, config)
    const feed = feedWay({ ...parts, cursors })
    scope.get(`${apiPath}/changes`, (request, reply) => door.answer(feed, request.raw, reply.raw))
  })
  await serve((scope) => {
    allowOtherSites(scope)
    registerEndpoints(scope, apiPath, publicEndpoints, corsHeaders, parts)
  })
  await serve((scope) => {
    registerEndpoints(scope, consolePath, appEndpoints, {}, parts)
    serveDescription(scope, consolePath, describeAppApi, config)
  })
}

/** The framework, with our connection settings, limits and error responses. */
function newFastify(
  world: World,
  proxies: TrustedProxies,
  connections: HttpConnections,
  answerError: ReturnType<typeof sendRefusal>,
): FastifyInstance {
  return Fastify({
    serverFactory: connections.createServer,
    loggerInstance: world.log as FastifyBaseLogger,
    trustProxy: proxies.some && ((address) => proxies.trusts(address)),
    bodyLimit: bodyMax,
    logController: new LogController({ disableRequestLogging: true }),
    // Nothing uses the log of a request, and creating one would take a twentieth of the main thread's time for a write.
    childLoggerFactory: (logger) => logger,
    requestTimeout: 60_000,
    routerOptions: { ignoreTrailingSlash: true, ignoreDuplicateSlashes: true, maxParamLength: 200 },
    exposeHeadRoutes: false,
    genReqId: (request) => {
      const seen = world.sight.requests.of(request)
      // Requests that come without a connection, as from tests, have no address yet.
      if (seen.address === '') proxies.see(request, seen)
      return seen.id
    },
    // A request that arrives while the server stops is answered like any other.
    return503OnClosing: false,
    schemaController: { compilersFactory: noSchemas },
    frameworkErrors: (error, request, reply) => answerError(error, request, reply),
    clientErrorHandler: (error, socket) => answerMalformed(error, socket, world.sight.requests.newId()),
  })
}

/** The exporter, which makes files on its own threads. */
export function exporterFor(
  { data, databaseUrl, databasePool, replicaUrl }: Config,
  thread = new URL('./threads/exporter.ts', import.meta.url),
): Exporter {
  return new Exporter(thread, { data, databaseUrl, databasePool, replicaUrl })
}

/** Serves an OpenAPI document without authentication. */
function serveDescription(app: FastifyInstance, base: string, describe: typeof describeApi, config: Config): void {
  app.get(`${base}/openapi.json`, (request, reply) => {
    const { text, etag } = servedDescription(describe, publicUrl(config, request))
    // The document contains the request's address unless one is configured; a shared cache must not keep that.
    const cache = `${config.url ? 'public' : 'private'}, max-age=300`
    const headers = { etag, 'cache-control': cache, 'access-control-allow-origin': '*' }
    if (hasVersion(request, etag)) return reply.code(304).headers(headers).send()
    const body = encode(request.headers, Buffer.from(text), headers)
    return reply.headers({ ...headers, 'content-type': jsonHeaders['content-type'] }).send(body)
  })
}
