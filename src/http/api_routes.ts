import type { Readable } from 'node:stream'
import type { FastifyInstance, RouteHandlerMethod } from 'fastify'
import { publicEndpoints } from '../app_api/index.ts'
import type { Config } from '../config.ts'
import type { Binary, ReadContext } from '../engine/context.ts'
import { RequestError } from '../engine/errors.ts'
import type { WriteAnswer, WriteOptions } from '../engine/idempotency.ts'
import { type AnyResource, carriedBytes } from '../engine/resource.ts'
import type { LongAnswer } from '../engine/sql.ts'
import { type Download, isDownload, rawFile } from '../files/raw.ts'
import { readUpload } from '../files/upload.ts'
import { oauthEndpoints } from '../oauth/described.ts'
import { resourceRemove, resourceWrite } from '../operations.ts'
import { ask } from '../reports/ask.ts'
import { reports } from '../reports/index.ts'
import { currentUser } from '../resources/current_user.ts'
import { effectiveSettings } from '../resources/effective_settings.ts'
import { resources } from '../resources/index.ts'
import { lastModifiedTimestamps } from '../resources/last_modified_timestamps.ts'
import { bodyMax } from '../wire/body.ts'
import { list, listLines } from '../wire/list.ts'
import { type Quirks, quirks } from '../wire/quirks.ts'
import { type Report, runReport } from '../wire/report.ts'
import {
  dryHeaders,
  type Given,
  givenInBody,
  givenInQuery,
  readIds,
  readItems,
  readWriteHeaders,
  writeOptionsOf,
} from '../wire/request.ts'
import type { World } from '../world.ts'
import { queryIn } from './answers.ts'
import { textOf, type Visit } from './authenticate.ts'
import { type Answer, type Door, sendStream, type Way } from './door.ts'
import { corsHeaders } from './headers.ts'
import { isLong, sendLong } from './long_answers.ts'
import { type ReadLines, sendLines } from './record_lines.ts'
import { refuseOthers } from './refused_methods.ts'
import { obeyingWriteHeaders } from './safety_headers.ts'

/** Computes a response that depends only on the company's data, so it stays valid until something is committed. */
type Read = (query: string, ctx: ReadContext) => Promise<string | Uint8Array>

/** The request of a route that is not such a read. `upload` reads a streamed body. */
type Call = {
  ctx: ReadContext
  visit: Visit
  search: URLSearchParams
  body: string
  upload: (property: string) => ReturnType<typeof readUpload>
}

type Made = WriteAnswer | Uint8Array<ArrayBuffer> | Download | LongAnswer

/** A route. `streamed`: it reads the body itself, after authentication. */
type Route = { method: 'GET' | 'POST' | 'PUT' | 'DELETE'; path: string; streamed?: boolean; way: Way }

type Parts = { world: World; config: Config; door: Door }

/** Registers all routes of the public API, and opens the door to its reads. */
export function registerApi(app: FastifyInstance, api: string, parts: Parts): void {
  const { door } = parts
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
  const routes = routesOf(parts)
  const bind = (scope: FastifyInstance, { method, path, way, streamed }: Route) => {
    const url = api + path
    if (!streamed) door.open(method, url, way)
    const handler: RouteHandlerMethod = ({ raw, body }, reply) => door.answer(way, raw, reply.raw, body)
    scope.route({ method, url, config: obeyingWriteHeaders, handler })
  }
  app.register((scope, _options, done) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', (_request, payload, done) => done(null, payload))
    for (const route of routes) if (route.streamed) bind(scope, route)
    done()
  })
  for (const route of routes) if (!route.streamed) bind(app, route)
  const methods = new Map([['/openapi.json', ['GET']]])
  const served = [...routes, { path: '/changes', method: 'GET' }, ...publicEndpoints, ...oauthEndpoints]
  for (const { path, method } of served) methods.set(path, [...(methods.get(path) ?? []), method.toUpperCase()])
  refuseOthers(app, api, methods)
}

/** All routes of the API: those of resources, reports, and the rest. */
function routesOf(parts: Parts): Route[] {
  const { world } = parts
  const ofResources = resources.flatMap((resource) => resourceRoutes(resource, parts))
  const filters = ofResources.filter(({ path }) => path === '/customfielditem_filters')
  const get = (path: string, way: Way): Route => ({ method: 'GET', path, way })
  return [
    ...ofResources,
    // The vendor's code samples use this path.
    ...filters.map((route) => ({ ...route, path: '/customfielditemfilters' })),
    ...reports.flatMap((report) => reportRoutes(report, parts)),
    get(
      '/reports',
      run((call) => namedReport(call, world), parts),
    ),
    get('/current_user', read(currentUser, parts)),
    get('/effective_settings', read(effectiveSettings, parts)),
    get(
      '/files/raw',
      run(({ search, ctx }) => rawFile(search, ctx.actor, world.db.read), parts),
    ),
    get('/last_modified_timestamps', read(lastModifiedTimestamps, parts)),
  ]
}

function resourceRoutes(resource: AnyResource, parts: Parts): Route[] {
  const { name } = resource
  const { db } = parts.world
  const path = `/${name}`
  const { listed, putCreates }: Quirks = quirks.get(resource.name) ?? {}
  const since = ({ company }: ReadContext) => db.readSince?.(company.row) ?? db.read
  const write = (method: 'POST' | 'PUT', verb: 'create' | 'update'): Route => ({
    method,
    path,
    way: change(async ({ ctx: { actor, now }, body }, options) => {
      // Checks the body here, so a malformed one does not occupy the thread that writes for all companies.
      readItems(body)
      return db.write(resourceWrite, { resource: name, verb, actor, body, ...options([method, path, body]) }, now)
    }, parts),
  })
  const removal = change(async ({ ctx: { actor, now }, search }, options) => {
    readIds(resource, search)
    const asked = search.toString()
    return db.write(resourceRemove, { resource: name, actor, search: asked, ...options(['DELETE', path, asked]) }, now)
  }, parts)
  const lines: ReadLines = (query, ctx) => listLines(resource, query, ctx, since(ctx))
  const listing = read((query, ctx) => list(resource, query, ctx, since(ctx)), parts, lines)
  const carried = carriedBytes(resource)
  return [
    ...(listed === false ? [] : [{ method: 'GET', path, way: listing } as const]),
    ...(carried ? [uploadRoute(path, name, carried, parts)] : resource.create ? [write('POST', 'create')] : []),
    ...(resource.update ? [write('PUT', 'update')] : putCreates ? [write('PUT', 'create')] : []),
    ...(resource.remove ? [{ method: 'DELETE', path, way: removal } as const] : []),
  ]
}

/** A create whose items carry bytes. The buffers are transferred to the writer thread, not copied. */
function uploadRoute(path: string, resource: string, property: string, parts: Parts): Route {
  const way = change(async ({ ctx: { actor, now }, upload }, options) => {
    const { body, binaries } = await upload(property)
    readItems(body)
    const asked = { actor, ...options(['POST', path, body], binaries) }
    const moved = binaries.flatMap(({ parts }) => parts.map((part) => part.buffer))
    return parts.world.db.write(resourceWrite, { resource, verb: 'create', body, binaries, ...asked }, now, moved)
  }, parts)
  return { method: 'POST', path, streamed: true, way }
}

function reportRoutes(report: Report, parts: Parts): Route[] {
  const path = `/reports/${report.name}`
  const asked = (given: (call: Call) => Given) =>
    run((call) => make(report, given(call), call, parts.world), parts, report.light)
  return [
    { method: 'GET', path, way: asked(({ search }) => givenInQuery(search, report)) },
    {
      method: 'POST',
      path,
      way: asked(({ body, visit }) => {
        // A report changes nothing, so it is a dry run, and may be sent again with or without a key.
        obeyWriteHeaders(visit)
        return givenInBody(body)
      }),
    },
  ]
}

/** `GET /reports?report=payroll`, the form in the vendor's specification. */
async function namedReport(call: Call, world: World): Promise<Made> {
  const { search } = call
  const name = search.get('report') ?? search.get('report_type') ?? search.get('type') ?? ''
  const report = reports.find((report) => report.name === name.trim())
  const names = reports.map((report) => report.name).join(', ')
  if (!report) throw new RequestError(417, 'unknown_report', { choices: names })
  return make(report, givenInQuery(search, report), call, world)
}

/** Runs light reports here and all others on a worker thread. */
function make(report: Report, given: Given, { ctx }: Call, { db }: World): Promise<Made> {
  if (report.light) return runReport(report as Report<string>, given, ctx, db.read)
  const { actor, now, company } = ctx
  return ask({ report: report.name, given, actor, now }, company.row, db)
}

/** The way of a read whose answer is kept; `lines` prints the same page of a list as lines of JSON. */
function read(work: Read, parts: Parts, lines?: ReadLines): Way {
  return {
    headers: parts.door.headers(corsHeaders),
    isKept: true,
    share: 'here',
    run: (ctx, { request }) => work(queryIn(request.url!), ctx),
    ...(lines && { lines: (visit, caller) => sendLines(lines, visit, caller, parts.door) }),
  }
}

/** The way of reports and files. `light`: the main thread does the work. */
function run(work: (call: Call) => Promise<Made>, { door, config }: Parts, light = false): Way {
  return {
    headers: door.headers(corsHeaders),
    share: light ? 'here' : 'elsewhere',
    run: async (ctx, visit) => {
      const { request, body } = visit
      const limits = { bodyMax: config.uploadBytes, jsonMax: bodyMax, headers: request.headers }
      const upload = (property: string) => readUpload((body ?? request) as Readable, property, limits)
      const search = new URLSearchParams(queryIn(request.url!))
      const call = { ctx, visit, search, body: textOf(visit), upload }
      return answerOf(await work(call), visit, ctx.actor.companyId)
    },
  }
}

type Options = (texts: readonly string[], binaries?: readonly Binary[]) => WriteOptions

/** The way of a change; its headers may carry an idempotency key or ask for a dry run. */
function change(work: (call: Call, options: Options) => Promise<WriteAnswer>, parts: Parts): Way {
  return run((call) => {
    const given = obeyWriteHeaders(call.visit)
    return work(call, (...asked) => writeOptionsOf(given, ...asked))
  }, parts)
}

/** Reads the headers of a write. The response to a dry run says that it is one. */
function obeyWriteHeaders({ request, headers }: Visit): ReturnType<typeof readWriteHeaders> {
  const given = readWriteHeaders(request.headers)
  if (given.dry) Object.assign(headers, dryHeaders)
  return given
}

/** What to send: long reports and files send themselves. */
function answerOf(made: Made, visit: Visit, companyId: number): Answer {
  if (typeof made === 'string' || made instanceof Uint8Array) return made
  if (isLong(made)) return () => sendLong(made, visit, companyId)
  if (isDownload(made)) return () => sendFile(made, visit)
  if ('text' in made) return made.text
  visit.headers['idempotency-replayed'] = 'true'
  return made.replayed
}

async function sendFile({ headers, body }: Download, visit: Visit): Promise<void> {
  const { request, response } = visit
  // A browser that caches it for a day must not show it to the next person who signs in there.
  visit.headers.vary = 'authorization, vnd.tsheets.managedclientid'
  const { etag, 'cache-control': cache } = headers
  if (request.headers['if-none-match'] === etag) {
    response.writeHead(304, { ...visit.headers, etag, 'cache-control': cache }).end()
    return
  }
  const bytes = await body(() => request.socket.destroyed)
  if (!(bytes instanceof Uint8Array)) return sendStream(visit, bytes, headers)
  response.writeHead(200, { ...visit.headers, ...headers, 'content-length': bytes.length }).end(bytes)
}
