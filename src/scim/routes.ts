import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { addressAllowed } from '../company/rights/allowed_addresses.ts'
import type { Config } from '../config.ts'
import { RequestError } from '../engine/errors.ts'
import { propertiesOf } from '../engine/fields.ts'
import { type Row, sql } from '../engine/sql.ts'
import { companyOfToken } from '../identity/names.ts'
import { companyOfScimToken } from '../identity/scim_tokens.ts'
import {
  isObject,
  property,
  ScimError,
  type ScimValues,
  scimPage,
  scimSchemas,
  scimShown,
} from '../rules/people/scim.ts'
import { parseScimFilter, type ScimFilter } from '../rules/people/scim_filter.ts'
import { messageOf, statusOf } from '../rules/thrown.ts'
import { bodyMax, textOfBody } from '../wire/body.ts'
import { type JsonLimits, parseJson } from '../wire/json.ts'
import type { World } from '../world.ts'
import { resourceTypes, schemas, serviceConfig } from './described.ts'
import { createGroup, deleteGroup, listGroups, patchGroup, readGroup, replaceGroup } from './groups.ts'
import { notFound, recordIdOf, type ScimCall } from './records.ts'
import { createUser, deleteUser, listUsers, patchUser, readUser, replaceUser } from './users.ts'

/** The path of the service. */
export const scimPath = '/scim/v2'

/** How deep and how wide a body may be: a group has three properties for each member. */
const bodyLimits: JsonLimits = { levels: 32, names: 500, total: 100_000 }

type Asked = ScimCall & { request: FastifyRequest; reply: FastifyReply; search: URLSearchParams }
type Page = { startIndex: number; count: number }

/** The functions for reading and writing a type of resource. */
type Type = {
  list(call: Asked, filter: ScimFilter | undefined, page: Page): Promise<{ total: number; rows: ScimValues[] }>
  read(call: Asked, id: number): Promise<ScimValues>
  create(call: ScimCall, body: unknown): Promise<ScimValues>
  replace(call: ScimCall, id: number, body: unknown): Promise<ScimValues>
  patch(call: ScimCall, id: number, body: unknown): Promise<ScimValues>
  remove(call: ScimCall, id: number): Promise<void>
}

const types: Readonly<Record<string, Type>> = {
  Users: {
    list: listUsers,
    read: readUser,
    create: createUser,
    replace: replaceUser,
    patch: patchUser,
    remove: deleteUser,
  },
  Groups: {
    list: (call, filter, page) => listGroups(call, filter, page, !isExcluded(call.search, 'members')),
    read: (call, id) => readGroup(call, id, !isExcluded(call.search, 'members')),
    create: createGroup,
    replace: replaceGroup,
    patch: patchGroup,
    remove: deleteGroup,
  },
}

/** Mounts SCIM 2.0, with which identity providers manage people and groups. */
export async function registerScim(app: FastifyInstance, world: World, config: Config): Promise<void> {
  await app.register((scope, _options, done) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, parsed) => parsed(null, body))
    scope.setErrorHandler((error, _request, reply) => sendError(world, reply, error))
    const answer = (run: (call: Asked) => Promise<unknown>) => async (request: FastifyRequest, reply: FastifyReply) => {
      const call = await authenticated(world, config, request, reply)
      const body = await run(call)
      return body === undefined ? reply.code(204).send() : send(reply, body)
    }
    describedRoutes(scope, answer)
    for (const [name, type] of Object.entries(types)) resourceRoutes(scope, name, type, answer)
    scope.all(`${scimPath}/Me`, (_request, reply) =>
      sendError(world, reply, new ScimError(501, 'tokens do not belong to a person')),
    )
    scope.all(`${scimPath}/*`, (_request, reply) =>
      sendError(world, reply, new ScimError(404, 'there is nothing here')),
    )
    done()
  })
}

type Answer = (
  run: (call: Asked) => Promise<unknown>,
) => (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>

function describedRoutes(scope: FastifyInstance, answer: Answer): void {
  scope.get(
    `${scimPath}/ServiceProviderConfig`,
    answer(async ({ base }) => serviceConfig(base)),
  )
  for (const [path, list] of [
    ['ResourceTypes', resourceTypes],
    ['Schemas', schemas],
  ] as const) {
    scope.get(
      `${scimPath}/${path}`,
      answer(async ({ base }) => listed(list(base), list(base).length, 1)),
    )
    scope.get(
      `${scimPath}/${path}/:id`,
      answer(async ({ base, request }) => {
        const id = String(propertiesOf(request.params).id)
        const found = list(base).find((one) => one.id === id)
        if (!found) throw notFound(id)
        return found
      }),
    )
  }
}

function resourceRoutes(scope: FastifyInstance, name: string, type: Type, answer: Answer): void {
  const path = `${scimPath}/${name}`
  const idOf = ({ request }: Asked) => recordIdOf(String(propertiesOf(request.params).id))
  const listOf = async (call: Asked) => {
    const page = scimPage(call.search)
    const filter = call.search.get('filter')
    const { total, rows } = await type.list(call, filter ? parseScimFilter(filter) : undefined, page)
    const shown = rows.map((row) => scimShown(row, call.search))
    return listed(shown, total, page.startIndex)
  }
  scope.get(path, answer(listOf))
  scope.post(
    `${path}/.search`,
    answer(async (call) => listOf({ ...call, search: searchIn(jsonOf(call)) })),
  )
  scope.post(
    path,
    answer(async (call) => {
      const made = await type.create(call, jsonOf(call))
      call.reply.code(201).header('location', String(propertiesOf(made.meta).location))
      return scimShown(made, call.search)
    }),
  )
  scope.get(
    `${path}/:id`,
    answer(async (call) => scimShown(await type.read(call, idOf(call)), call.search)),
  )
  scope.put(
    `${path}/:id`,
    answer(async (call) => scimShown(await type.replace(call, idOf(call), jsonOf(call)), call.search)),
  )
  scope.patch(
    `${path}/:id`,
    answer(async (call) => scimShown(await type.patch(call, idOf(call), jsonOf(call)), call.search)),
  )
  scope.delete(
    `${path}/:id`,
    answer(async (call) => {
      await type.remove(call, idOf(call))
      return undefined
    }),
  )
}

/** The company of the request's token. Throws ScimError 401 or 403. */
async function authenticated(
  world: World,
  config: Config,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Asked> {
  const token = /^Bearer +(\S+)$/i.exec(request.headers.authorization ?? '')?.[1] ?? ''
  const named = companyOfToken(token)
  const companyId = named === undefined ? undefined : await companyOfScimToken(world, named, token)
  if (companyId === undefined) {
    reply.header('www-authenticate', 'Bearer')
    throw new ScimError(401, 'the token is missing or invalid')
  }
  world.sight.requests.of(request.raw).asker = { companyId, userId: 0, application: 'SCIM' }
  const company = await world.db.read.get<Row>(sql`select * from companies where company_id = ${companyId}`)
  if (!addressAllowed(company!, request.ip)) throw new ScimError(403, 'this address is not among the company’s')
  const base = `${config.url || `${request.protocol}://${request.host}`}${scimPath}`
  const search = new URLSearchParams(request.url.split('?')[1] ?? '')
  return { world, companyId, base, request, reply, search }
}

function jsonOf({ request }: Asked): unknown {
  const { body, headers } = request
  try {
    return parseJson(body instanceof Uint8Array ? textOfBody(body, headers, bodyMax) : '', bodyLimits)
  } catch (error) {
    if (!(error instanceof RequestError) || error.status === 413 || error.status === 415) throw error
    throw new ScimError(400, error.message, 'invalidSyntax')
  }
}

/** The parameters of a search that come in a body (RFC 7644, section 3.4.3). */
function searchIn(body: unknown): URLSearchParams {
  if (!isObject(body)) throw new ScimError(400, 'expected an object', 'invalidSyntax')
  const search = new URLSearchParams()
  for (const name of ['filter', 'startIndex', 'count', 'attributes', 'excludedAttributes']) {
    const value = property(body, name)
    if (value !== undefined && value !== null) search.set(name, String(value))
  }
  return search
}

function isExcluded(search: URLSearchParams, name: string): boolean {
  const excluded = (search.get('excludedAttributes') ?? '').split(',').map((one) => one.trim().toLowerCase())
  return excluded.includes(name)
}

function listed(rows: readonly ScimValues[], totalResults: number, startIndex: number): ScimValues {
  return { schemas: [scimSchemas.list], totalResults, startIndex, itemsPerPage: rows.length, Resources: rows }
}

function send(reply: FastifyReply, body: unknown): FastifyReply {
  return reply
    .header('cache-control', 'no-store')
    .type('application/scim+json; charset=utf-8')
    .send(JSON.stringify(body))
}

/** Sends an error in the format of RFC 7644, section 3.12. Unexpected errors are logged. */
function sendError({ log }: World, reply: FastifyReply, error: unknown): FastifyReply {
  const known = statusOf(error) ?? 500
  if (known >= 500) log.error({ err: error }, 'A SCIM request failed')
  const isPublic = error instanceof ScimError || error instanceof RequestError || known < 500
  const detail = isPublic ? messageOf(error) : 'the server could not handle the request'
  const scimType = error instanceof ScimError ? error.scimType : undefined
  if (error instanceof RequestError) reply.headers(error.headers)
  reply.code(known)
  return send(reply, { schemas: [scimSchemas.error], status: String(known), ...(scimType && { scimType }), detail })
}
