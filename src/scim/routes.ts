import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { addressAllowed } from '../company/rights/allowed_addresses.ts'
import { loadSettings, settingsFor } from '../company/settings/settings.ts'
import type { Config } from '../config.ts'
import { CompanySnapshot } from '../engine/company_snapshot.ts'
import { RequestError } from '../engine/errors.ts'
import { propertiesOf } from '../engine/fields.ts'
import { idIn } from '../engine/table.ts'
import { companyOfToken } from '../identity/names.ts'
import { publicUrl } from '../identity/public_url.ts'
import { logScimRequest, type ScimCame } from '../identity/scim_requests.ts'
import { nameOfScimToken } from '../identity/scim_tokens.ts'
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
import type { EmployeeNumberIn } from '../rules/people/scim_person.ts'
import { ownAddress } from '../rules/settings/own_address.ts'
import { setting } from '../rules/settings/settings.ts'
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
      try {
        const body = await run(call)
        return body === undefined ? reply.code(204).send() : send(reply, body)
      } catch (error) {
        await logRefusal(call, error)
        throw error
      }
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
      answer(async (call) => listed(list(call), list(call).length, 1)),
    )
    scope.get(
      `${scimPath}/${path}/:id`,
      answer(async (call) => {
        const id = String(propertiesOf(call.request.params).id)
        const found = list(call).find((one) => one.id === id)
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
  const companyId = companyOfToken(token)
  const name = companyId === undefined ? undefined : await nameOfScimToken(world, companyId, token)
  if (companyId === undefined || name === undefined) {
    reply.header('www-authenticate', 'Bearer')
    throw new ScimError(401, 'the token is missing or invalid')
  }
  world.sight.requests.of(request.raw).asker = { companyId, userId: 0, application: 'SCIM' }
  const company = await CompanySnapshot.of(companyId, world.db.read)
  const base = ownAddress(publicUrl(config, request), scimPath)
  const search = new URLSearchParams(request.url.split('?')[1] ?? '')
  const keeps = await employeeNumberIn(company)
  const call = { world, companyId, base, request, reply, search, came: cameIn(request, name), keeps }
  if (addressAllowed(company.row, request.ip)) return call
  const refusal = new ScimError(403, 'this address is not among the company’s')
  await logRefusal(call, refusal)
  throw refusal
}

/** Where the company keeps employee numbers; '' for nowhere. */
async function employeeNumberIn(company: CompanySnapshot): Promise<EmployeeNumberIn> {
  await loadSettings(company)
  const kept = setting(settingsFor(company), 'general', 'scim_employee_number')
  return kept === 'payroll_id' || kept === 'employee_number' ? kept : ''
}

/** What came, for the log: the path without parameters, and without what takes the place of an id but is none. */
function cameIn({ method, url }: FastifyRequest, token: string): ScimCame {
  const path = url.slice(scimPath.length).split('?', 1)[0]!
  const [, type = '', id] = path.split('/')
  const isKnown = id === undefined || id === '.search' || idIn(id) > 0
  const kind = type === 'Users' ? 'users' : type === 'Groups' ? 'groups' : ''
  return { token, method, path: isKnown ? path : `/${type}/…`, kind }
}

/** Writes a refused request to the log, with the record that it is about. */
async function logRefusal({ world, companyId, came, request }: Asked, error: unknown): Promise<void> {
  const status = statusOf(error) ?? 500
  const recordId = idIn(came.path.split('/')[2] ?? '')
  const line = {
    ...{ ...came, recordId, subject: recordId > 0 ? '' : subjectOf(request), event: 'refused' as const, status },
    ...{ attributes: [], ignored: [], added: [], removed: [], detail: detailOf(error, status) },
  }
  try {
    await world.db.write(logScimRequest, { companyId, line }, world.now())
  } catch (problem) {
    world.log.error({ err: problem }, 'A refused SCIM request is missing in the log')
  }
}

/** What a request calls its record: the name of a user or a group. */
function subjectOf(request: FastifyRequest): string {
  try {
    const values = propertiesOf(jsonOf({ request }))
    const name = property(values, 'userName') ?? property(values, 'displayName')
    return typeof name === 'string' ? name : ''
  } catch {
    return ''
  }
}

function jsonOf({ request }: Pick<Asked, 'request'>): unknown {
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
  const detail = detailOf(error, known)
  const scimType = error instanceof ScimError ? error.scimType : undefined
  if (error instanceof RequestError) reply.headers(error.headers)
  reply.code(known)
  return send(reply, { schemas: [scimSchemas.error], status: String(known), ...(scimType && { scimType }), detail })
}

/** What a provider and an administrator may know of an error. */
function detailOf(error: unknown, status: number): string {
  const isPublic = error instanceof ScimError || error instanceof RequestError || status < 500
  return isPublic ? messageOf(error) : 'the server could not handle the request'
}
