import { appStatuses } from '../../src/openapi/app_api.ts'
import { describeAppApi } from '../../src/openapi/description.ts'
import type { Operation } from '../../src/openapi/document.ts'
import type { Schema } from '../../src/wire/endpoint.ts'
import { consolePath } from '../../src/wire/endpoint.ts'
import { propertiesIn, statusTable, table, text, typeOf } from './markdown.ts'

/** The reference page of the app API: all endpoints, by group. */
export function appApiPage(generated: string): string {
  const document = describeAppApi('https://time.example.com')
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      request: `${method.toUpperCase()} ${consolePath}${path}`,
      operation,
    })),
  )
  const groups = document.tags.map((tag) => ({
    ...tag,
    operations: operations.filter(({ operation }) => operation.tags.includes(tag.name)),
  }))
  return text([
    "# The app's own API",
    generated,
    document.info.description,
    `The server describes it at \`${consolePath}/openapi.json\` (OpenAPI 3.1, without a token).`,
    statusTable(appStatuses),
    requestTable(operations),
    ...groups.flatMap(({ name, description, operations }) => [
      `## ${name}`,
      description,
      ...sectionsOf(operations, '###'),
    ]),
  ])
}

/** Requests with their summaries. */
type Described = readonly { request: string; operation: Operation }[]

/** A section for each request, with its parameters, body and response. */
export function sectionsOf(operations: Described, heading: '##' | '###'): string[] {
  return operations.flatMap(({ request, operation }) => [`${heading} ${request}`, ...sectionOf(operation)])
}

/** The requests, with links to their sections. */
export function requestTable(operations: Described): string {
  return table(
    ['Request', 'What it does'],
    operations.map(({ request, operation }) => [`[${request}](#${anchorOf(request)})`, `${operation.summary}.`]),
  )
}

/** The anchor of a heading: lowercase letters, digits and hyphens. */
function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replaceAll(/[^a-z0-9 _-]/g, '')
    .replaceAll(' ', '-')
}

function sectionOf({ description, parameters = [], requestBody, responses }: Operation): string[] {
  const sent = parameters.map(({ name, schema, description = '', required }) => [
    `\`${name}\``,
    typeOf(schema),
    required ? 'required' : '',
    description,
  ])
  const { content = {} } = responses[200] ?? {}
  return [
    description,
    ...(sent.length > 0 ? [table(['Parameter', 'Type', '', 'Notes'], sent)] : []),
    ...Object.values(requestBody?.content ?? {}).flatMap(({ schema }) => properties('Body', schema)),
    ...Object.entries(content).flatMap(([type, { schema }]) => answerOf(type, schema)),
  ]
}

function answerOf(type: string, schema: Schema): string[] {
  if (type === 'application/json') return properties('Response', schema)
  const what = schema.format === 'binary' ? 'The file.' : String(schema.description)
  return [`\`${type}\`: ${what}`, ...properties('Response', schema)]
}

/** A table of properties, which marks those required in a body and those that may be missing in a response. */
function properties(title: 'Body' | 'Response', schema: Schema): string[] {
  const rows = propertiesIn(schema).map(({ path, property, required }) => [
    `\`${path}\``,
    typeOf(property),
    title === 'Body' ? (required ? 'required' : '') : required ? '' : 'not always',
    String(property.description ?? ''),
  ])
  return rows.length > 0 ? [table([title, 'Type', '', 'Notes'], rows)] : []
}
