import type { AnyResource } from '../engine/resource.ts'
import { carriedBytes } from '../engine/resource.ts'
import { batchMax } from '../wire/body.ts'
import { type Endpoint, type Parameter, type Schema, supplementalParameter } from '../wire/endpoint.ts'
import { quirksOf } from '../wire/quirks.ts'
import type { Report } from '../wire/report.ts'
import {
  answers,
  bearer,
  type Content,
  type Document,
  documentOf,
  type Entry,
  endpointOperation,
  itself,
  jsonBody,
  jsonOf,
  type Operation,
  parametersOf,
  response,
  sharedResponses,
  tagOf,
} from './document.ts'
import { sample, sampleItem } from './examples.ts'
import { commonSchemas, pascal, recordSchemas, reference, schemasOf } from './schemas.ts'

/** All that the API offers, in the order of the reference. */
export type Api = {
  readonly resources: readonly AnyResource[]
  /** Resources without an endpoint: their records come in supplemental data. */
  readonly besides: readonly AnyResource[]
  readonly reports: readonly Report[]
  readonly endpoints: readonly Endpoint[]
}

/** Where the public API is. */
export const prefix = '/api/v1'

/** The whole API as an OpenAPI document, for a server that is reached at `origin`. */
export function openapi(api: Api, origin: string): Document {
  const entries = [
    ...api.resources.flatMap(resourceOperations),
    ...reportOperations(api.reports),
    ...[...api.endpoints, itself].map(endpointOperation),
  ]
  const schemas = Object.assign(
    commonSchemas([...api.resources, ...api.besides]),
    ...api.resources.map(schemasOf),
    recordSchemas(api.besides),
  )
  for (const [, , operation] of entries) addExamples(operation, schemas)
  const summary = 'Time tracking; compatible with the QuickBooks Time (TSheets) API.'
  const base = origin + prefix
  return documentOf(
    base,
    { title: 'Clockhouse', summary, description: introduction },
    {
      tags: [
        ...api.resources.map(({ name, about }) => ({ name, description: about })),
        ...api.reports.map(({ name, about }) => ({ name: `reports/${name}`, description: about })),
        { name: 'reports', description: 'Any report, named in the query.' },
        ...[...api.endpoints, itself].map((endpoint) => ({ name: tagOf(endpoint), description: endpoint.about })),
      ],
      entries,
      components: { securitySchemes: securitySchemes(base), responses: sharedResponses(meanings), schemas },
    },
  )
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
        ...answers(reference(`${type}Batch`), 400, 413),
        ...(verb === 'Create' && carriedBytes(resource) ? { 413: tooLarge } : {}),
      },
    })
  const entries: Entry[] = []
  const { listed, putCreates, idsRequired = false } = quirksOf(resource)
  if (listed !== false)
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
  if (putCreates) entries.push(['put', path, { ...write('Create', 'The same as POST.'), operationId: `put${type}` }])
  if (resource.update) entries.push(['put', path, write('Update', 'Only what is given changes.')])
  if (resource.remove) {
    const about = `Numbers of the records, separated by commas; at most ${batchMax}.`
    const ids = { schema: { type: 'string' }, about, required: idsRequired }
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
    const requestBody = jsonBody({ type: 'object', required: ['data'], properties: { data } })
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

/** Properties of a body beside the items. */
function besideOf({ beside = {} }: AnyResource): Record<string, Schema> {
  return Object.fromEntries(
    Object.entries<Parameter>(beside).map(([name, { schema, about }]) => [name, { ...schema, description: about }]),
  )
}

const meanings: Record<number, string> = {
  304: 'Nothing has changed since the answer whose ETag `If-None-Match` names.',
  400: 'The body is not JSON.',
  401: 'The access token is missing, unknown, deleted or expired.',
  403: 'The user of the token may not ask for this.',
  413: `More than ${batchMax} items, or a body of more than 1 MiB. Nothing was changed.`,
  417: 'A required parameter is missing or a value is not acceptable. The message names it.',
  429: 'Too many requests. `Retry-After` says after how many seconds to try again.',
  499: 'The company does not allow this address.',
}

const tooLarge: Schema = {
  description: `More than ${batchMax} items, or a body larger than the server takes: 2 MiB unless it is set otherwise. Nothing was changed.`,
  content: jsonOf('Error'),
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
