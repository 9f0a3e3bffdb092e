import { batchMax } from '../engine/batch.ts'
import { type Endpoint, type Parameter, type Schema, supplementalParameter } from '../engine/endpoint.ts'
import type { Filters } from '../engine/filters.ts'
import type { Report } from '../engine/report.ts'
import type { AnyResource } from '../engine/resource.ts'
import { sample, sampleItem } from './examples.ts'
import { commonSchemas, pascal, reference, schemasOf } from './schemas.ts'

/** All that the API offers, in the order of the reference. */
export type Api = {
  readonly resources: readonly AnyResource[]
  readonly reports: readonly Report[]
  readonly endpoints: readonly Endpoint[]
}

type Content = Record<string, { schema: Schema; example?: unknown }>

/** One operation of the document. */
export type Operation = {
  operationId: string
  summary: string
  description: string
  tags: string[]
  security: Schema[]
  parameters?: {
    name: string
    in: 'query' | 'header'
    description?: string
    required?: boolean
    style?: 'deepObject'
    schema: Schema
  }[]
  requestBody?: { required: boolean; content: Content }
  responses: Record<string, Schema>
}

/** An OpenAPI 3.1 document. */
export type Document = {
  openapi: '3.1.0'
  info: Schema
  servers: { url: string; description: string }[]
  tags: { name: string; description: string }[]
  paths: Record<string, Record<string, Operation>>
  components: Record<'securitySchemes' | 'responses' | 'schemas', Record<string, Schema>>
}

const prefix = '/api/v1'

/** The whole API as an OpenAPI document, for a server that is reached at `origin`. */
export function openapi(api: Api, origin: string): Document {
  const operations = [
    ...api.resources.flatMap(resourceOperations),
    ...reportOperations(api.reports),
    ...[...api.endpoints, itself].map(endpointOperation),
  ]
  const paths: Document['paths'] = {}
  for (const [method, path, operation] of operations) paths[path] = { ...paths[path], [method]: operation }
  const schemas = { ...commonSchemas(api.resources), ...Object.assign({}, ...api.resources.map(schemasOf)) }
  const document: Document = {
    openapi: '3.1.0',
    info: {
      title: 'Clockhouse',
      version: '1',
      summary: 'Time tracking; compatible with the QuickBooks Time (TSheets) API.',
      description: introduction,
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: origin + prefix, description: 'This server' }],
    tags: [
      ...api.resources.map(({ name, about }) => ({ name, description: about })),
      ...api.reports.map(({ name, about }) => ({ name: `reports/${name}`, description: about })),
      { name: 'reports', description: 'Any report, named in the query.' },
      ...[...api.endpoints, itself].map((endpoint) => ({ name: tagOf(endpoint), description: endpoint.about })),
    ],
    paths,
    components: { securitySchemes: securitySchemes(origin + prefix), responses, schemas },
  }
  for (const operation of operations.map((entry) => entry[2])) addExamples(operation, schemas)
  return document
}

const introduction = `Requests and answers are JSON. Every request needs \`Authorization: Bearer <access token>\` unless it says otherwise.

A list answers a map from record number to record; ask for the next \`page\` while \`more\` is true. Create and update take \
up to ${batchMax} items as \`{"data": [...]}\` and answer HTTP 200 with an outcome for each: \`_status_code\`, \`_status_message\` and, \
when it was refused, \`_status_extra\`, which names the property that is wrong. A refused item changes nothing; the others stand.

A request that is refused as a whole answers \`{"error": {"code", "message"}}\`; 401 answers \`{"error", "error_description"}\` \
as OAuth does. Unknown paths answer 404, other methods of known paths 405. Unknown filters are ignored.

A write that carries the header \`Idempotency-Key\` is done once, however often it is sent within a week: after an answer that \
got lost, send the very same again. With \`x-clockhouse-dry-run: yes\` it is only tried: the answer is what it would be, and \
nothing is kept.

An administrator with the permission \`external_access\` acts in a company that their own manages by sending its number, \
from \`managed_clients\`, as the header \`vnd.tsheets.ManagedClientId\`: the request then runs there with an administrator's \
rights, or answers 403.`

/** What describes the API, about itself. */
const itself: Endpoint = {
  method: 'get',
  path: '/openapi.json',
  name: 'getOpenapi',
  summary: 'Describes this API',
  about: 'This document: OpenAPI 3.1, for generators of clients and for browsers of APIs.',
  open: 'anybody',
  answer: { type: 'object', required: ['openapi'], properties: { openapi: { type: 'string' } } },
  statuses: { 304: '' },
}

type Entry = readonly [method: string, path: string, operation: Operation]

const bearer = [{ bearer: [] }, { oauth2: [] }]

function resourceOperations(resource: AnyResource): Entry[] {
  const { name, demands = [] } = resource
  const path = `/${name}`
  const type = pascal(name)
  const only = demands.length === 1 ? demands[0] : []
  const choices = demands.map((names) => names.map((label) => `\`${label}\``).join(' with ')).join(', ')
  const demand = demands.length > 1 ? `\n\nOne of these filters is required: ${choices}.` : ''
  const operation = (verb: string, summary: string, description: string, rest: Partial<Operation>): Operation => ({
    operationId: `${verb}${type}`,
    summary,
    description,
    tags: [name],
    security: bearer,
    responses: {},
    ...rest,
  })
  const write = (verb: 'Create' | 'Update', about: string): Operation =>
    operation(verb.toLowerCase(), `${verb}s ${name}`, `${resource.about} ${about}`, {
      parameters: ofWrites,
      requestBody: body({
        type: 'object',
        required: ['data'],
        properties: {
          data: { type: 'array', minItems: 1, maxItems: batchMax, items: reference(`${type}${verb}`) },
          ...besideOf(resource),
        },
      }),
      responses: {
        ...answers(reference(`${type}Batch`), 400, 413),
        ...(verb === 'Create' && resource.carries ? { 413: tooLarge } : {}),
      },
    })
  const entries: Entry[] = []
  if (resource.listed !== false)
    entries.push([
      'get',
      path,
      operation('list', `Lists ${name}`, resource.about + demand, {
        parameters: [
          ...parametersOf(resource.filters, only),
          ...parametersOf(paging(resource.pageDefault ?? 200)),
          ...parametersOf({ supplemental_data: supplementalParameter }),
        ],
        responses: { ...answers(reference(`${type}List`)), 304: response(304) },
      }),
    ])
  if (resource.create) entries.push(['post', path, write('Create', 'One object in place of the list is taken, too.')])
  if (resource.putCreates)
    entries.push(['put', path, { ...write('Create', 'The same as POST.'), operationId: `put${type}` }])
  if (resource.update) entries.push(['put', path, write('Update', 'Only what is given changes.')])
  if (resource.remove) {
    const about = `Numbers of the records, separated by commas; at most ${batchMax}.`
    const ids = { schema: { type: 'string' }, about, required: resource.idsRequired === true }
    const parameters = [...parametersOf({ ids }), ...ofWrites]
    const responses = answers(reference(`${type}Deletion`), 413)
    entries.push(['delete', path, operation('delete', `Deletes ${name}`, resource.about, { parameters, responses })])
  }
  return entries
}

function reportOperations(reports: readonly Report[]): Entry[] {
  const answerOf = (report: Report) => report.answer ?? { type: 'object' }
  const operation = (verb: string, report: Report, rest: Partial<Operation>): Operation => ({
    operationId: `${verb}${pascal(report.name)}Report`,
    summary: `Reports ${report.name}`,
    description: report.about,
    tags: [`reports/${report.name}`],
    security: bearer,
    responses: answers(answerOf(report), 400),
    ...rest,
  })
  const parameters = (report: Report) => [
    ...parametersOf(report.filters, report.required),
    ...(report.paged ? parametersOf(paging(200)) : []),
    ...parametersOf({ supplemental_data: supplementalParameter }),
  ]
  const entries = reports.flatMap((report): Entry[] => {
    const filters = parameters(report)
    const properties = Object.fromEntries(
      filters.map(({ name, schema, description }) => [name, { ...schema, description }]),
    )
    const { required } = report
    const needed = required.length > 0 ? { required } : {}
    const data = { type: 'object', properties, ...needed, examples: [sampleItem(properties, required)] }
    const requestBody = body({ type: 'object', required: ['data'], properties: { data } })
    const path = `/reports/${report.name}`
    return [
      ['post', path, operation('run', report, { requestBody, responses: answers(answerOf(report), 400, 413) })],
      ['get', path, operation('get', report, { parameters: filters, responses: answers(answerOf(report)) })],
    ]
  })
  if (reports.length === 0) return []
  const names = reports.map((report) => report.name)
  const named = {
    schema: { type: 'string', enum: names },
    about: 'Which report.',
    aliases: ['type', 'report_type'],
    required: true,
  }
  const union = new Map(
    reports.flatMap(parameters).map((parameter) => [parameter.name, { ...parameter, required: false }]),
  )
  const about = 'A report named in the query, with the filters of that report.'
  const any: Operation = {
    operationId: 'getReport',
    summary: 'Reports what is named',
    description: about,
    tags: ['reports'],
    security: bearer,
    parameters: [...parametersOf({ report: named }), ...union.values()],
    responses: answers({ anyOf: reports.map(answerOf) }),
  }
  return [...entries, ['get', '/reports', any]]
}

function endpointOperation(endpoint: Endpoint): Entry {
  const { method, path, name, summary, about, query = {}, form, open, answer, media = [], statuses = {} } = endpoint
  const content = form && { 'application/x-www-form-urlencoded': { schema: form } }
  const further = Object.entries(statuses).map(([status, text]) => [
    status,
    text ? plain(Number(status), text, open) : response(Number(status)),
  ])
  const bytes = media.map((type): [string, { schema: Schema }] => [
    type,
    { schema: { type: 'string', format: 'binary' } },
  ])
  const answered: Content = answer ? { 'application/json': { schema: answer } } : Object.fromEntries(bytes)
  const success = answer || media.length > 0 ? { 200: { description: 'Done.', content: answered } } : {}
  return [
    method,
    path,
    {
      operationId: name,
      summary,
      description: about,
      tags: [tagOf(endpoint)],
      security: open === 'anybody' ? [] : open === 'application' ? [{ application: [] }, {}] : bearer,
      ...(Object.keys(query).length > 0 ? { parameters: parametersOf(query) } : {}),
      ...(content ? { requestBody: { required: true, content } } : {}),
      responses: { ...(open ? {} : failures()), ...success, ...Object.fromEntries(further) },
    },
  ]
}

function tagOf({ path }: Endpoint): string {
  return path.slice(1)
}

/** Page and size of a page, as every list has them. Beyond what can be asked for, everything is on one page. */
function paging(pageDefault: number): Record<string, Parameter> {
  const byDefault = pageDefault > 200 ? {} : { default: pageDefault }
  return {
    page: { schema: { type: 'integer', minimum: 1, default: 1 }, about: 'Number of the page.' },
    limit: {
      schema: { type: 'integer', minimum: 1, maximum: 200, ...byDefault },
      about: pageDefault > 200 ? 'Records per page; all when left out.' : 'Records per page.',
    },
    per_page: {
      schema: { type: 'integer', minimum: 1 },
      about: 'Records per page, cut to 50; deprecated in favour of `limit`, which wins.',
    },
  }
}

/** Headers by which a write is done once, or for show. */
const ofWrites = [
  {
    name: 'Idempotency-Key',
    in: 'header' as const,
    description:
      'A text of your own for this request: sent again with the same text it is not done again, but answered the same.',
    schema: { type: 'string', pattern: '^[!-~]{1,100}$' },
  },
  {
    name: 'x-clockhouse-dry-run',
    in: 'header' as const,
    description: 'With `yes` the answer is what it would be, and nothing is kept.',
    schema: { type: 'string', enum: ['yes', 'no'], default: 'no' },
  },
]

function parametersOf(filters: Filters | Record<string, Parameter>, required: readonly string[] = []) {
  return Object.entries<Parameter>(filters).map(([name, filter]) => {
    const aliases = filter.aliases?.length ? ` Also called ${filter.aliases.join(', ')}.` : ''
    return {
      name,
      in: 'query' as const,
      description: (filter.about + aliases).trim() || `By \`${name}\`.`,
      ...(filter.required || required.includes(name) ? { required: true } : {}),
      ...(filter.schema.type === 'object' ? ({ style: 'deepObject' } as const) : {}),
      schema: filter.schema,
    }
  })
}

/** Properties of a body beside the items. */
function besideOf({ beside = {} }: AnyResource): Record<string, Schema> {
  return Object.fromEntries(
    Object.entries<Parameter>(beside).map(([name, { schema, about }]) => [name, { ...schema, description: about }]),
  )
}

function body(schema: Schema): NonNullable<Operation['requestBody']> {
  return { required: true, content: { 'application/json': { schema } } }
}

/** The responses of a request with a token: the answer, and what can go wrong. */
function answers(schema: Schema, ...more: number[]): Record<string, Schema> {
  return { 200: { description: 'Done.', content: { 'application/json': { schema } } }, ...failures(...more) }
}

function failures(...more: number[]): Record<string, Schema> {
  const statuses = [...more, 401, 403, 417, 429, 499].sort((a, b) => a - b)
  return {
    ...Object.fromEntries(statuses.map((status) => [status, response(status)])),
    default: reference('Failure', 'responses'),
  }
}

const meanings: Record<number, string> = {
  304: 'Nothing has changed since the answer whose ETag `If-None-Match` names.',
  400: 'The body is not JSON.',
  401: 'The access token is missing, unknown, deleted or expired.',
  403: 'The user of the token may not ask for this.',
  413: `More than ${batchMax} items, or a body of more than 1 MiB. Nothing was changed.`,
  417: 'A required parameter is missing or a value is not acceptable. The message names it.',
  429: 'Too many requests. `Retry-After` says after how many seconds to try again.',
  499: 'The company lets nobody in from this address.',
}

const jsonOf = (name: string) => ({ 'application/json': { schema: reference(name) } })

const tooLarge: Schema = {
  description: `More than ${batchMax} items, or a body larger than the server takes: 2 MiB unless it is set otherwise. Nothing was changed.`,
  content: jsonOf('Error'),
}

function response(status: number): Schema {
  return reference(`Status${status}`, 'responses')
}

const responses: Record<string, Schema> = {
  ...Object.fromEntries(
    Object.entries(meanings).map(([status, description]) => [
      `Status${status}`,
      {
        description,
        ...(status === '304' ? {} : { content: jsonOf(status === '401' ? 'OAuthError' : 'Error') }),
        ...(status === '429'
          ? { headers: { 'Retry-After': { description: 'Seconds to wait.', schema: { type: 'integer' } } } }
          : {}),
      },
    ]),
  ),
  Failure: { description: 'Anything else that went wrong.', content: jsonOf('Error') },
}

/** A response of an endpoint of its own. OAuth answers 400 and 401 in its own shape. */
function plain(status: number, description: string, open: Endpoint['open']): Schema {
  if (status < 400) return { description }
  return { description, content: jsonOf(!open || status === 499 ? 'Error' : 'OAuthError') }
}

function securitySchemes(base: string): Record<string, Schema> {
  const [authorizationUrl, tokenUrl] = [`${base}/authorize`, `${base}/grant`]
  return {
    bearer: { type: 'http', scheme: 'bearer', description: 'An access token, from OAuth or made by hand.' },
    oauth2: {
      type: 'oauth2',
      description: 'Acts as the user who allowed the application, with all rights of that user. There are no scopes.',
      flows: { authorizationCode: { authorizationUrl, tokenUrl, refreshUrl: tokenUrl, scopes: {} } },
    },
    application: {
      type: 'http',
      scheme: 'basic',
      description: 'client_id and client_secret; they may be sent in the form instead.',
    },
  }
}

/** Gives the body of a request and its answer an example each. What is sent comes back, unless it is never shown. */
function addExamples({ requestBody, responses }: Operation, schemas: Record<string, Schema>): void {
  const { content } = (responses[200] ?? {}) as { content?: Content }
  const sent = Object.values(requestBody?.content ?? {})
  const answered = Object.values(content ?? {})
  for (const media of [...sent, ...answered])
    if (media.schema.format !== 'binary') media.example = sample(media.schema, schemas)
  const { data } = (sent[0]?.example ?? {}) as { data?: unknown }
  const { results } = (answered[0]?.example ?? {}) as { results?: Record<string, Record<string, object>> }
  if (!Array.isArray(data)) return
  for (const map of Object.values(results!))
    for (const item of Object.values(map)) {
      // Records inside an item are shown by their numbers.
      const shown = Object.entries(data[0]).filter(([name, value]) => Object.hasOwn(item, name) && !isNested(value))
      Object.assign(item, Object.fromEntries(shown))
    }
}

function isNested(value: unknown): boolean {
  return Array.isArray(value) && typeof value[0] === 'object'
}
