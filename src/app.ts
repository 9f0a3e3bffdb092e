import type { Readable } from 'node:stream'
import Fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify'
import { registerCalendar } from './app_api/calendar_feed.ts'
import type { Who } from './app_api/endpoint.ts'
import { appEndpoints, publicEndpoints } from './app_api/index.ts'
import { Live } from './app_api/live.ts'
import { registerEndpoints } from './app_api/routes.ts'
import { addressAllowed } from './company/allowed_addresses.ts'
import type { Config } from './config.ts'
import { CompanySnapshot } from './engine/company_snapshot.ts'
import type { Actor, Notes, ReadContext } from './engine/context.ts'
import { RequestError } from './engine/errors.ts'
import { textOf, type WriteAnswer } from './engine/idempotency.ts'
import { type AnyResource, carriedBytes } from './engine/resource.ts'
import type { Db, LongAnswer, Operation } from './engine/sql.ts'
import { Exporter } from './exports/exporter.ts'
import { type Download, isDownload, rawFile } from './files/raw.ts'
import { readUpload } from './files/upload.ts'
import { Answers, bytesOf, jsonHeaders, keeping, readHeaders } from './http/answers.ts'
import { type Authenticate, authenticator } from './http/authenticate.ts'
import { compressAnswers, hasVersion } from './http/compress.ts'
import { answerMalformed, HttpConnections } from './http/connections.ts'
import { answerDirectly, type Read } from './http/direct.ts'
import { errorAnswers } from './http/error_answers.ts'
import { FailureLog } from './http/failure_log.ts'
import { serveFeed } from './http/feed_route.ts'
import { allowOtherSites, secureAnswers, securityHeaders } from './http/headers.ts'
import { isLong, sendLong } from './http/long_answers.ts'
import { serveMetrics, wantsMetrics } from './http/metrics_routes.ts'
import { observer } from './http/observer.ts'
import { linkHeaders, noteNext, queryIn } from './http/pages.ts'
import { type ReadLines, sendLines, wantsLines } from './http/record_lines.ts'
import { refuseOthers } from './http/refused_methods.ts'
import { identifyRequests, serveHealth } from './http/sight_routes.ts'
import { serveWebApp } from './http/spa.ts'
import { collectDependencies } from './identity/dependencies.ts'
import { registerIdentity, registerPages } from './identity/index.ts'
import { registerMcp } from './mcp/routes.ts'
import { unsubscribePages } from './notifications/unsubscribe.ts'
import { oauthEndpoints } from './oauth/described.ts'
import { registerOAuth } from './oauth/index.ts'
import { describeApi, describeAppApi, servedDescription } from './openapi/description.ts'
import { appWrite, resourceRemove, resourceWrite } from './operations.ts'
import { ask } from './reports/ask.ts'
import { reports } from './reports/index.ts'
import { currentUser } from './resources/current_user.ts'
import { effectiveSettings } from './resources/effective_settings.ts'
import { resources } from './resources/index.ts'
import { lastModifiedTimestamps } from './resources/last_modified_timestamps.ts'
import { registerScim } from './scim/routes.ts'
import { gone, newShares, type Shares } from './shares/fair_shares.ts'
import { RequestCounts } from './sight/request_counts.ts'
import { list, listLines } from './wire/list.ts'
import { type Quirks, quirks } from './wire/quirks.ts'
import { type Report, runReport } from './wire/report.ts'
import {
  dryHeaders,
  type Given,
  givenInBody,
  givenInQuery,
  readIds,
  readItems,
  readWriteHeaders,
  writeOptionsOf,
} from './wire/request.ts'
import type { World } from './world.ts'

const api = '/api/v1'
const appApi = '/api/console'
const bodyMax = 1_048_576

/** The request that an API route receives. `upload` reads a streamed body. */
type Call = {
  actor: Actor
  company: CompanySnapshot
  now: number
  search: URLSearchParams
  body: string
  upload: (property: string) => ReturnType<typeof readUpload>
  headers: ReturnType<typeof readWriteHeaders>
  ctx: ReadContext
}

type Route = {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  path: string
  /** True if the route reads the body itself, after authentication. */
  streamed?: boolean
  /** True if it changes records; the headers may carry an idempotency key or ask for a dry run. */
  writes?: boolean
} & (
  | {
      /** The response depends only on the company's data, so it stays valid until something is committed. */
      read: Read
      /** The same for one page of a list as lines of JSON. */
      lines?: ReadLines
      run?: never
    }
  | {
      read?: never
      lines?: never
      run: (call: Call) => Promise<WriteAnswer | Uint8Array<ArrayBuffer> | Download | LongAnswer>
      /** True if the main thread does the work. */
      light?: boolean | undefined
    }
)

type Reported = string | Uint8Array<ArrayBuffer> | LongAnswer

/** No route declares schemas to Fastify, so its schema compilers are not loaded. */
const noSchemas = { buildValidator: () => noCompiler, buildSerializer: () => noCompiler }

function noCompiler(): never {
  throw new Error('Routes parse and serialize without schemas')
}

/** Creates the whole server with resources, reports and sign-in at their paths. It does not listen yet. */
export async function createApp(
  world: World,
  config: Config,
  live: Live = new Live(world.db),
  exporter: Exporter = exporterFor(config),
): Promise<FastifyInstance> {
  const shares = newShares(world.db.dialect)
  const connections = new HttpConnections(world.sight.requests)
  const counts = wantsMetrics(config) ? new RequestCounts() : undefined
  connections.ended = observer(world, config, counts)
  const failures = new FailureLog(world.log, world.sight.requests)
  const answerError = errorAnswers(failures, world)
  const app = newFastify(world, config, connections, answerError)
  app.setErrorHandler(answerError)
  identifyRequests(app, world)
  serveHealth(app, world, config)
  if (counts) await serveMetrics(app, { world, config, live, exporter, shares, counts })
  const headers = (secure: boolean) => securityHeaders(secure, config.mapTiles?.origin)
  const deps = await collectDependencies(app, world, config, { mayConnect: addressAllowed, headers })
  const plain = () => deps.site().headers.plain()
  secureAnswers(app, plain)
  const identity = await registerIdentity(app, deps)
  await registerOAuth(app, deps)
  await registerPages(app, deps, (pages) => unsubscribePages(pages, deps))
  const { authenticate, recognition } = authenticator(world, config, identity)
  const answers = new Answers()
  const checked = (actor: Actor, who: Who) => checkedWorld(world, actor, who)
  const endpoints = { world, config, live, exporter, authenticate, kept: keeping(answers), shares, checked }
  const serve = (register: (scope: FastifyInstance) => void) =>
    app.register((scope, _options, done) => {
      compressAnswers(scope)
      register(scope)
      done()
    })
  await serve((scope) => {
    allowOtherSites(scope)
    registerApi(scope, world, config, { authenticate, answers, shares })
    serveFeed(scope, `${api}/changes`, { world, live, authenticate, shares })
  })
  await serve((scope) => {
    allowOtherSites(scope)
    registerEndpoints(scope, api, publicEndpoints, endpoints)
  })
  await serve((scope) => {
    registerEndpoints(scope, appApi, appEndpoints, endpoints)
    serveDescription(scope, appApi, describeAppApi, config)
  })
  await registerMcp(app, { world, site: deps.site, authenticate, isOurs: identity.isOurs })
  registerCalendar(app, world)
  await registerScim(app, world, config)
  app.addHook('preClose', async () => {
    connections.closeAfterAnswers()
    live.close()
    await exporter.close()
    failures.tellCounts()
  })
  await serveWebApp(app, identity)
  connections.before = answerDirectly(directReads(world), { world, answers, recognition, shares, plain })
  return app
}

/** The framework, with our connection settings, limits and error responses. */
function newFastify(
  world: World,
  config: Config,
  connections: HttpConnections,
  answerError: ReturnType<typeof errorAnswers>,
): FastifyInstance {
  return Fastify({
    serverFactory: connections.createServer,
    loggerInstance: world.log as FastifyBaseLogger,
    trustProxy: config.trustedProxies.length > 0 ? config.trustedProxies : false,
    bodyLimit: bodyMax,
    logController: new LogController({ disableRequestLogging: true }),
    // Nothing uses the log of a request, and creating one would take a twentieth of the main thread's time for a write.
    childLoggerFactory: (logger) => logger,
    requestTimeout: 60_000,
    routerOptions: { ignoreTrailingSlash: true, ignoreDuplicateSlashes: true, maxParamLength: 200 },
    exposeHeadRoutes: false,
    genReqId: (request) => world.sight.requests.of(request).id,
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

/** The world of one request: its writes succeed only while the actor is still permitted. */
function checkedWorld(world: World, actor: Actor, who: Who): World {
  const write = <Input, Output>({ name }: Operation<Input, Output>, input: Input, now: number) =>
    world.db.write(appWrite, { actor, administrators: who === 'administrators', name, input }, now) as Promise<Output>
  return { ...world, db: { ...world.db, write } }
}

/** Shared by all routes: authentication, cached responses, and fair shares of the work. */
type Shared = { authenticate: Authenticate; answers: Answers; shares: Shares }

function registerApi(app: FastifyInstance, world: World, config: Config, shared: Shared): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => done(null, body))
  const answer = answering(world, config, shared)
  const paths = Map.groupBy(routes(world), (route) => route.path)
  const bind = (scope: FastifyInstance, route: Route) =>
    scope.route({ method: route.method, url: api + route.path, handler: answer(route) })
  app.register((scope, _options, done) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', (_request, payload, done) => done(null, payload))
    for (const route of [...paths.values()].flat()) if (route.streamed) bind(scope, route)
    done()
  })
  for (const route of [...paths.values()].flat()) if (!route.streamed) bind(app, route)
  serveDescription(app, api, describeApi, config)
  const methods = new Map([...paths].map(([path, served]) => [path, served.map((route): string => route.method)]))
  methods.set('/openapi.json', ['GET'])
  methods.set('/changes', ['GET'])
  for (const { path, method } of publicEndpoints) methods.set(path, [...(methods.get(path) ?? []), method])
  for (const { path, method } of oauthEndpoints) methods.set(path, [method.toUpperCase()])
  refuseOthers(app, api, methods)
}

/** Serves an OpenAPI document without authentication. */
function serveDescription(app: FastifyInstance, base: string, describe: typeof describeApi, { url }: Config): void {
  app.get(`${base}/openapi.json`, (request, reply) => {
    const { text, etag } = servedDescription(describe, url || `${request.protocol}://${request.host}`)
    // The document contains the request's address unless one is configured; a shared cache must not keep that.
    const cache = `${url ? 'public' : 'private'}, max-age=300`
    reply.headers({ etag, 'cache-control': cache, 'access-control-allow-origin': '*' })
    if (hasVersion(request, etag)) return reply.code(304).send()
    return reply.header('content-type', 'application/json; charset=utf-8').send(text)
  })
}

/** All routes of the API: those of resources, reports, and the rest. */
function routes(world: World): Route[] {
  const ofResources = resources.flatMap((resource) => resourceRoutes(resource, world))
  const filters = ofResources.filter(({ path }) => path === '/customfielditem_filters')
  return [
    ...ofResources,
    // The vendor's code samples use this path.
    ...filters.map((route) => ({ ...route, path: '/customfielditemfilters' })),
    ...reports.flatMap((report) => reportRoutes(report, world)),
    { method: 'GET', path: '/reports', run: (call) => namedReport(call, world) },
    { method: 'GET', path: '/current_user', read: currentUser },
    { method: 'GET', path: '/effective_settings', read: effectiveSettings },
    {
      method: 'GET',
      path: '/files/raw',
      run: ({ search, actor }) => rawFile(search, actor, world.db.read),
    },
    { method: 'GET', path: '/last_modified_timestamps', read: lastModifiedTimestamps },
  ]
}

/** The reads that are answered without the framework, by path. */
function directReads(world: World): ReadonlyMap<string, Read> {
  return new Map(routes(world).flatMap(({ path, read }) => (read ? [[api + path, read]] : [])))
}

function resourceRoutes(resource: AnyResource, { db }: World): Route[] {
  const { name } = resource
  const path = `/${name}`
  const routes: Route[] = []
  const { listed, putCreates }: Quirks = quirks.get(resource.name) ?? {}
  if (listed !== false)
    routes.push({
      method: 'GET',
      path,
      read: (search, ctx) => list(resource, search, ctx, db.readSince(ctx.company.row)),
      lines: (search, ctx) => listLines(resource, search, ctx, db.readSince(ctx.company.row)),
    })
  const write = (method: 'POST' | 'PUT', verb: 'create' | 'update'): Exclude<Route, { read: Read }> => ({
    method,
    path,
    writes: true,
    run: async ({ actor, body, headers, now }) => {
      // Checks the body here, so a malformed one does not occupy the thread that writes for all companies.
      readItems(body)
      const options = writeOptionsOf(headers, [method, path, body])
      return db.write(resourceWrite, { resource: name, verb, actor, body, ...options }, now)
    },
  })
  const carried = carriedBytes(resource)
  if (carried)
    routes.push({ ...write('POST', 'create'), streamed: true, run: (call) => upload(name, carried, call, db) })
  else if (resource.create) routes.push(write('POST', 'create'))
  if (resource.update) routes.push(write('PUT', 'update'))
  else if (putCreates) routes.push(write('PUT', 'create'))
  if (resource.remove)
    routes.push({
      method: 'DELETE',
      path,
      writes: true,
      run: async ({ actor, search, headers, now }) => {
        readIds(resource, search)
        const asked = search.toString()
        const input = { resource: name, actor, search: asked, ...writeOptionsOf(headers, ['DELETE', path, asked]) }
        return db.write(resourceRemove, input, now)
      },
    })
  return routes
}

/** A create whose items carry bytes. The buffers are transferred to the writer thread, not copied. */
async function upload(resource: string, property: string, call: Call, db: Db): Promise<WriteAnswer> {
  const { actor, now, headers } = call
  const { body, binaries } = await call.upload(property)
  readItems(body)
  const asked = { actor, ...writeOptionsOf(headers, ['POST', `/${resource}`, body], binaries) }
  const moved = binaries.flatMap(({ parts }) => parts.map((part) => part.buffer))
  return db.write(resourceWrite, { resource, verb: 'create', body, binaries, ...asked }, now, moved)
}

function reportRoutes(report: Report, world: World): Route[] {
  const path = `/reports/${report.name}`
  return [
    {
      method: 'GET',
      path,
      light: report.light,
      run: async (call) => make(report, givenInQuery(call.search, report), call, world),
    },
    {
      method: 'POST',
      path,
      light: report.light,
      run: async (call) => make(report, givenInBody(call.body), call, world),
    },
  ]
}

/** `GET /reports?report=payroll`, the form in the vendor's specification. */
async function namedReport(call: Call, world: World): Promise<Reported> {
  const { search } = call
  const name = search.get('report') ?? search.get('report_type') ?? search.get('type') ?? ''
  const report = reports.find((report) => report.name === name.trim())
  const names = reports.map((report) => report.name).join(', ')
  if (!report) throw new RequestError(417, 'unknown_report', { choices: names })
  return make(report, givenInQuery(search, report), call, world)
}

/** Runs light reports here and all others on a worker thread. */
function make(report: Report, given: Given, { ctx }: Call, { db }: World): Promise<Reported> {
  if (report.light) return runReport(report as Report<string>, given, ctx, db.read)
  const { actor, now, company } = ctx
  return ask({ report: report.name, given, actor, now }, company.row, db)
}

/** The steps of a request that all routes share: authentication, caching, and sending the response. */
function answering(world: World, config: Config, { authenticate, answers, shares }: Shared) {
  return (route: Route) => async (request: FastifyRequest, reply: FastifyReply) => {
    const now = world.now()
    const caller = await authenticate(request, reply, now)
    const { etag } = caller
    const url = request.raw.url!
    if (route.lines && wantsLines(request))
      return sendLines(route.lines, { request, reply, caller }, { world, authenticate, shares })
    if (route.read) {
      reply.headers(readHeaders(etag))
      if (hasVersion(request, etag)) return reply.code(304).send()
      const known = answers.get(caller, url)
      if (known) return reply.headers({ ...jsonHeaders, ...linkHeaders(known) }).send(known)
    } else reply.header('cache-control', 'no-store')

    const query = queryIn(url)
    const notes: Notes = {}
    const { body, upload } = sentIn(request, config)
    const headers = route.writes ? readWriteHeaders(request.headers) : {}
    if (headers.dry) reply.headers(dryHeaders)
    const run = async (hasWaited: boolean) => {
      // In the meantime, the caller may have lost rights, and the company's data may have changed.
      const current = hasWaited ? await authenticate(request, reply, now, true) : caller
      const { actor } = current
      const seen = new CompanySnapshot(current.company, world.db.read)
      const ctx: ReadContext = { actor, now, company: seen, notes }
      if (route.read) return route.read(query, ctx)
      return route.run({ actor, company: seen, now, search: new URLSearchParams(query), body, upload, headers, ctx })
    }
    const share = route.read || route.light ? shares.here : shares.elsewhere
    const answer = await share.run(caller.actor, body.length, () => request.raw.socket.destroyed, run)
    if (answer === gone) return reply.hijack()
    if (isLong(answer)) return sendLong(answer, { request, reply, companyId: caller.actor.companyId })
    if (isDownload(answer)) return sendBytes(answer, request, reply)
    const bytes = printed(answer, reply)
    noteNext(bytes, url, notes)
    // A page that continues an earlier one depends on when that one was read.
    if (notes.anchored) reply.removeHeader('etag')
    else if (route.read) answers.keep(caller, url, bytes)
    return reply.headers({ ...jsonHeaders, ...linkHeaders(bytes) }).send(bytes)
  }
}

/** The bytes of a response, with a header if it is replayed. */
function printed(answer: WriteAnswer | Uint8Array, reply: FastifyReply): Buffer {
  if (answer instanceof Uint8Array) return bytesOf(answer)
  if (typeof answer === 'object') reply.header('idempotency-replayed', 'true')
  return bytesOf(textOf(answer))
}

/** The body of a request: as text, or to be read as it arrives. */
function sentIn(request: FastifyRequest, { uploadBytes }: Config): Pick<Call, 'body' | 'upload'> {
  const limits = { bodyMax: uploadBytes, jsonMax: bodyMax, announced: request.headers['content-length'] }
  const upload = (property: string) => readUpload((request.body ?? request.raw) as Readable, property, limits)
  return { body: typeof request.body === 'string' ? request.body : '', upload }
}

async function sendBytes({ headers, body }: Download, request: FastifyRequest, reply: FastifyReply) {
  // A browser that caches it for a day must not show it to the next person who signs in there.
  reply.header('vary', 'authorization, vnd.tsheets.managedclientid')
  if (request.headers['if-none-match'] === headers.etag)
    return reply.code(304).headers({ etag: headers.etag, 'cache-control': headers['cache-control'] }).send()
  const bytes = await body(() => request.raw.socket.destroyed)
  return reply.headers(headers).send(bytes)
}
