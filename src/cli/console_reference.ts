import type { ConsoleEndpoint } from '../console/endpoint.ts'
import { consoleEndpoints } from '../console/index.ts'
import type { Schema } from '../engine/endpoint.ts'
import { table, typeOf } from './markdown.ts'

const base = '/api/console'

/** The page about the endpoints of the console, from what they declare. */
export function consolePage(generated: string): string {
  return [
    '# Console',
    generated,
    `What the web app needs and the API has no place for, under \`${base}\`. It may change with the web app, so programs ` +
      'are better off with the API.',
    'Who asks is known by the session of a browser, whose requests that change something must come from the server’s own ' +
      'pages, or by an access token as for the API. Bodies and answers are JSON objects; instants are ISO 8601 text in ' +
      'UTC, dates YYYY-MM-DD, durations seconds. Every change is made in one transaction, as long as whoever asks may ' +
      'still make it.',
    table(
      ['Status', 'Meaning'],
      [
        ['400', 'The body is no JSON.'],
        ['401', 'Nobody is signed in, or the token is not valid.'],
        ['403', 'You may not do this.'],
        ['404', 'There is no such record, or none that you may see.'],
        ['415', 'The body is not `application/json`.'],
        ['417', 'A field is missing, not known or not right; the message names it and says what was expected.'],
        ['429', 'Too many requests; `Retry-After` says when to come back.'],
        ['499', 'This address is not allowed.'],
      ],
    ),
    'Errors are `{"error": {"code": 417, "message": "…"}}`.',
    '## Endpoints',
    table(
      ['Request', 'For'],
      consoleEndpoints.map((endpoint) => [`[${requestOf(endpoint)}](#${anchorOf(endpoint)})`, endpoint.who]),
    ),
    ...consoleEndpoints.flatMap(section),
  ].join('\n\n')
}

function requestOf({ method, path }: ConsoleEndpoint): string {
  return `${method} ${base}${path}`
}

/** How a heading is linked to: small letters, digits and hyphens. */
function anchorOf(endpoint: ConsoleEndpoint): string {
  return requestOf(endpoint)
    .toLowerCase()
    .replaceAll(/[^a-z0-9 _-]/g, '')
    .replaceAll(' ', '-')
}

function section(endpoint: ConsoleEndpoint): string[] {
  const { about, who, byHand, params, query, body } = endpoint
  return [
    `## ${requestOf(endpoint)}`,
    about,
    `For ${who}.${byHand ? ' Not for applications: a token that was granted through OAuth is refused.' : ''}`,
    ...fields('Path', params),
    ...fields('Query', query),
    ...fields('Body', body),
  ]
}

function fields(where: string, schema: object | undefined): string[] {
  const rows = schema ? rowsOf(schema as Schema) : []
  return rows.length > 0 ? [table([where, 'Type', '', 'Notes'], rows)] : []
}

/** Fields by path: `data[].user_id`. */
function rowsOf(schema: Schema, before = ''): string[][] {
  const required = (schema.required ?? []) as string[]
  return Object.entries((schema.properties ?? {}) as Record<string, Schema>).flatMap(([name, field]) => {
    const path = `${before}${name}`
    const list = ((field.anyOf ?? [field]) as Schema[]).find(({ items }) => items)
    const inside = list ? rowsOf(list.items as Schema, `${path}[].`) : rowsOf(field, `${path}.`)
    const need = required.includes(name) ? 'required' : ''
    return [[`\`${path}\``, limitsOf(field), need, String(field.description ?? '')], ...inside]
  })
}

function limitsOf(schema: Schema): string {
  const choices = schema.anyOf as Schema[] | undefined
  if (choices) return choices.map(limitsOf).join(' or ')
  const { minimum, maximum, maxItems, items } = schema
  // The largest number of a record says nothing to anybody.
  const from = minimum === undefined ? '' : ` from ${minimum}`
  const to = maximum === undefined || maximum === 2147483647 ? '' : ` to ${maximum}`
  const many = items && maxItems !== undefined ? `, at most ${maxItems}` : ''
  return `${typeOf(schema)}${from}${to}${many}`
}
