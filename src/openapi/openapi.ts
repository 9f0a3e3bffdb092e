import type { AppEndpointGroup } from '../app_api/endpoint.ts'
import { propertiesOf } from '../engine/fields.ts'
import type { AnyResource } from '../engine/resource.ts'
import { carriedBytes } from '../engine/resource.ts'
import { printedFields } from '../engine/serialize.ts'
import { scopesOffered } from '../oauth/scopes.ts'
import { apiPath, type Endpoint, type Parameter, type Schema, supplementalParameter } from '../wire/endpoint.ts'
import { type Quirks, quirks } from '../wire/quirks.ts'
import type { Report } from '../wire/report.ts'
import { batchMax } from '../wire/request.ts'
import { operationsOfGroup } from './app_operations.ts'
import { nameCodes, sharedCodes } from './codes.ts'
import {
  answers,
  bearer,
  type Document,
  documentOf,
  type Entry,
  endpointOperation,
  itself,
  jsonBody,
  jsonOf,
  type Operation,
  ofEveryAnswer,
  ofWrites,
  parametersOf,
  response,
  sharedHeaders,
  sharedResponses,
  tagOf,
  usedIn,
} from './document.ts'
import { sample, sampleItem } from './examples.ts'
import { pascal, reference } from './names.ts'
import { commonSchemas, recordSchemas, schemasOf } from './schemas.ts'

/** The whole API, in the order of the reference. */
export type Api = {
  readonly resources: readonly AnyResource[]
  /** Resources without an endpoint, whose records appear in supplemental data. */
  readonly besides: readonly AnyResource[]
  readonly reports: readonly Report[]
  readonly endpoints: readonly Endpoint[]
  /** Endpoints of the same form as the app API. */
  readonly groups: readonly AppEndpointGroup[]
}

/** The whole API as an OpenAPI document, for the server at this public URL. */
export function openapi(api: Api, server: string): Document {
  const entries = [
    ...api.resources.flatMap(resourceOperations),
    ...reportOperations(api.reports),
    ...api.groups.flatMap((group) => operationsOfGroup(group, bearer)),
    ...[...api.endpoints, itself].map(endpointOperation),
  ]
  const responses = sharedResponses(apiStatuses)
  const schemas = Object.assign(
    commonSchemas([...api.resources, ...api.besides]),
    sharedCodes(),
    nameCodes(entries, apiPath, responses),
    ...api.resources.map(schemasOf),
    recordSchemas(api.besides),
  )
  for (const [, , operation] of entries) {
    addExamples(operation, schemas)
    addHeaders(operation)
  }
  const summary = 'Time tracking; compatible with the QuickBooks Time (TSheets) API.'
  const base = server + apiPath
  return documentOf(
    base,
    { title: 'Clockhouse', summary, description: introduction },
    {
      tags: [
        ...api.resources.map(({ name, about }) => ({ name, description: about })),
        ...api.reports.map(({ name, about }) => ({ name: `reports/${name}`, description: about })),
        { name: 'reports', description: 'Any report, named in the query.' },
        ...api.groups.map(({ name, about }) => ({ name, description: about })),
        ...[...api.endpoints, itself].map((endpoint) => ({ name: tagOf(endpoint), description: endpoint.about })),
      ],
      entries,
      components: {
        securitySchemes: securitySchemes(base),
        responses: usedIn(entries, responses),
        headers: sharedHeaders,
        schemas,
      },
    },
  )
}

const introduction = `Requests and responses are JSON. Every request needs \`Authorization: Bearer <access token>\` unless stated otherwise.

A list returns a map from record id to record; request the next \`page\` while \`more\` is true. Create and update accept up to \
${batchMax} items as \`{"data": [...]}\` and return HTTP 200 with an outcome for each: \`_status_code\`, \`_status_message\` and, if it was \
refused, \`_status_extra\`, which names the invalid property, and \`_status_reason\`, its code. A refused item changes nothing and does not affect the others.

A request that is refused as a whole returns \`{"error": {"code", "message"}}\`; 401 returns \`{"error", "error_description"}\`, as \
in OAuth. Unknown paths return 404, other methods on known paths 405. Unknown filters are ignored.

A body is JSON in UTF-8. A charset in \`Content-Type\` and the compressions gzip, deflate, br and zstd in \`Content-Encoding\` are \
read, too, except for files. What cannot be read exactly is refused: other bytes, a name that an object has twice, and numbers \
that would be rounded. Such a name or number in an item refuses only that item.

A write with the header \`Idempotency-Key\` is performed only once, no matter how often it is sent within a week: if the response \
is lost, send the identical request again. With \`x-clockhouse-dry-run: yes\` a write is only simulated: the response is what it \
would be, and nothing is stored. A response that was given before has the header \`Idempotency-Replayed: true\`. \
Writes for which these headers are not listed refuse them with 417.

A list with \`Accept: application/x-ndjson\` is a stream of all its pages, a line of JSON for each record, without supplemental \
data; the extension \`x-ndjson\` of a list's response is the schema of a line. If it ends without the end of its transfer encoding, it is not complete. A person has at most two streams at a time.

Programs in browsers can call the API from any site with a token (CORS); cookies do not count there. Every response has an \
\`X-Request-Id\`, which the log of the server names, and every response to a known token \`X-Clockhouse-Version\`.

An administrator with the permission \`external_access\` can act in a company that their own company manages by sending its id, \
from \`managed_clients\`, in the header \`vnd.tsheets.ManagedClientId\`. The request then runs there with an administrator's \
rights, or returns 403.`

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
      requestBody: jsonBody({
        type: 'object',
        required: ['data'],
        properties: {
          data: { type: 'array', minItems: 1, maxItems: batchMax, items: reference(`${type}${verb}`) },
          ...besideOf(resource),
        },
      }),
      responses: {
        ...withHeaders(answers(reference(`${type}Batch`), 400, 413, 415), 'Idempotency-Replayed'),
        ...(verb === 'Create' && carriedBytes(resource) ? { 413: tooLarge } : {}),
      },
    })
  const entries: Entry[] = []
  const { listed, putCreates, idsRequired }: Quirks = quirks.get(resource.name) ?? {}
  if (listed !== false)
    entries.push([
      'get',
      path,
      operation('list', `Lists ${name}`, resource.about + demand, {
        parameters: [
          ...parametersOf(resource.filters, only),
          ...parametersOf(paging(resource.pageDefault ?? 200)),
          ...parametersOf({ cursor, fields: fieldsOf(resource), supplemental_data: supplementalParameter }),
        ],
        responses: responsesOfList(type),
      }),
    ])
  if (resource.create) entries.push(['post', path, write('Create', 'A single object is accepted as well as a list.')])
  if (putCreates) entries.push(['put', path, { ...write('Create', 'The same as POST.'), operationId: `put${type}` }])
  if (resource.update) entries.push(['put', path, write('Update', 'Properties that are not given stay unchanged.')])
  if (resource.remove) {
    const about = `Ids of the records, separated by commas; at most ${batchMax}.`
    const ids = { schema: { type: 'string' }, about, required: idsRequired ?? false }
    const parameters = [...parametersOf({ ids, ...optionsOfDelete(resource) }), ...ofWrites]
    const responses = withHeaders(answers(reference(`${type}Deletion`), 400, 413, 415), 'Idempotency-Replayed')
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
    const requestBody = jsonBody({ type: 'object', required: ['data'], properties: { data } })
    const path = `/reports/${report.name}`
    return [
      ['post', path, operation('run', report, { requestBody, responses: answers(answerOf(report), 400, 413, 415) })],
      ['get', path, operation('get', report, { parameters: filters, responses: answers(answerOf(report)) })],
    ]
  })
  if (reports.length === 0) return []
  const names = reports.map((report) => report.name)
  const named = {
    schema: { type: 'string', enum: names },
    about: 'Name of the report.',
    aliases: ['type', 'report_type'],
    required: true,
  }
  const union = new Map(
    reports.flatMap(parameters).map((parameter) => [parameter.name, { ...parameter, required: false }]),
  )
  const about = 'A report named in the query, with the filters of that report.'
  const any: Operation = {
    operationId: 'getReport',
    summary: 'Runs a named report',
    description: about,
    tags: ['reports'],
    security: bearer,
    parameters: [...parametersOf({ report: named }), ...union.values()],
    responses: answers({ anyOf: reports.map(answerOf) }),
  }
  return [...entries, ['get', '/reports', any]]
}

const headersOfLists = ['ETag', 'Link', 'Deprecation', 'Sunset']

/** The paging parameters of every list. A default above the maximum means that everything is on one page. */
function paging(pageDefault: number): Record<string, Parameter> {
  const byDefault = pageDefault > 200 ? {} : { default: pageDefault }
  return {
    page: { schema: { type: 'integer', minimum: 1, default: 1 }, about: 'Number of the page.' },
    limit: {
      schema: { type: 'integer', minimum: 1, maximum: 200, ...byDefault },
      about: pageDefault > 200 ? 'Records per page; all if omitted.' : 'Records per page.',
    },
    per_page: {
      schema: { type: 'integer', minimum: 1 },
      about: 'Deprecated: use `limit`, which takes precedence. Records per page, at most 50.',
      deprecated: true,
    },
  }
}

const cursor: Parameter = {
  schema: { type: 'string', maxLength: 8000 },
  about:
    'Where an earlier page ended, from its `Link` header; instead of `page`. It is valid on every server and does not expire.',
}

/** The parameter that names the fields of the records. */
function fieldsOf(resource: AnyResource): Parameter {
  return {
    schema: { type: 'string', examples: [printedFields(resource).slice(0, 2).join()] },
    about: 'The fields of the records, separated by commas; all if omitted.',
  }
}

/** The same responses; the successful one also has these headers. */
function withHeaders(responses: Operation['responses'], ...names: string[]): Operation['responses'] {
  const { headers, ...success } = responses[200] ?? {}
  const further = Object.fromEntries(names.map((name) => [name, reference(name, 'headers')]))
  return { ...responses, 200: { ...success, headers: { ...headers, ...further } } }
}

/** The responses of a list. The successful one can also be a stream of lines, each of which is a record. */
function responsesOfList(type: string): Operation['responses'] {
  const responses = withHeaders(answers(reference(`${type}List`)), ...headersOfLists)
  const lines = { schema: reference(`${type}Record`) }
  return { ...responses, 200: { ...responses[200], 'x-ndjson': lines }, 304: response(304) }
}

/** Parameters of a DELETE besides the ids. */
function optionsOfDelete({ beside = {} }: AnyResource): Record<string, Parameter> {
  return Object.fromEntries(Object.entries<Parameter & { deletes?: true }>(beside).filter(([, { deletes }]) => deletes))
}

/** Properties of a body besides the items. */
function besideOf({ beside = {} }: AnyResource): Record<string, Schema> {
  return Object.fromEntries(
    Object.entries<Parameter>(beside).map(([name, { schema, about }]) => [name, { ...schema, description: about }]),
  )
}

/** What the statuses of this API mean. */
export const apiStatuses: Readonly<Record<number, string>> = {
  304: 'Nothing has changed since the response with the ETag in `If-None-Match`.',
  400: 'The body is not JSON, not in the encoding that its headers name, or an object in it has a name twice.',
  401: 'The access token is missing, unknown, deleted or expired.',
  403: 'The user of the token does not have permission for this.',
  404: 'There is no record with this id, or the token may not see it.',
  413: `More than ${batchMax} items, or a body of more than 1 MiB. Nothing was changed.`,
  415: 'The compression or charset of the body is unknown, or its type is not one that is possible here.',
  417: 'A required parameter is missing or a value is invalid. The message names it.',
  429: 'Too many requests. `Retry-After` is the number of seconds to wait.',
  499: 'The company does not allow access from this address.',
  500: 'Something went wrong on the server; its log has the details.',
  503: 'The server is busy, stopping, or cannot reach its database. Send the request again after `Retry-After` seconds.',
}

const tooLarge: Schema = {
  description: `More than ${batchMax} items, or a body larger than the server's limit (2 MiB by default). Nothing was changed.`,
  content: jsonOf('Error'),
}

/** What each scope allows. */
const scopesDescribed: Record<string, string> = Object.fromEntries(
  scopesOffered.map((scope) => {
    const [verb, type = 'everything'] = scope.split(':').reverse()
    return [scope, `${verb === 'read' ? 'Reads' : 'Reads and changes'} ${type}, as far as the user may`]
  }),
)

function securitySchemes(base: string): Record<string, Schema> {
  const [authorizationUrl, tokenUrl] = [`${base}/authorize`, `${base}/grant`]
  return {
    bearer: { type: 'http', scheme: 'bearer', description: 'An access token, from OAuth or created manually.' },
    oauth2: {
      type: 'oauth2',
      description:
        'Acts as the user who allowed the application, with the rights of that user, limited by the granted scopes, if there are any.',
      flows: { authorizationCode: { authorizationUrl, tokenUrl, refreshUrl: tokenUrl, scopes: scopesDescribed } },
    },
    application: {
      type: 'http',
      scheme: 'basic',
      description: 'client_id and client_secret; they may be sent in the form instead.',
    },
  }
}

/** Adds examples of the request and response body. The response shows the values that were sent, unless write-only. */
function addExamples({ requestBody, responses }: Operation, schemas: Record<string, Schema>): void {
  const { content } = responses[200] ?? {}
  const sent = Object.values(requestBody?.content ?? {})
  const answered = Object.values(content ?? {})
  for (const media of [...sent, ...answered])
    if (media.schema.format !== 'binary') media.example = sample(media.schema, schemas)
  const { data } = propertiesOf(sent[0]?.example)
  const { results } = (answered[0]?.example ?? {}) as { results?: Record<string, Record<string, object>> }
  if (!Array.isArray(data)) return
  for (const map of Object.values(results!))
    for (const item of Object.values(map)) {
      // Nested records are shown by their ids.
      const shown = Object.entries(data[0]).filter(([name, value]) => Object.hasOwn(item, name) && !isNested(value))
      Object.assign(item, Object.fromEntries(shown))
    }
}

/** Adds the headers that every response to a known caller has, unless the operation names others. */
function addHeaders({ security, responses }: Operation): void {
  const success = responses[200]
  if (success && security.some((scheme) => 'bearer' in scheme)) success.headers ??= ofEveryAnswer
}

function isNested(value: unknown): boolean {
  return Array.isArray(value) && typeof value[0] === 'object'
}
