import { useQuery } from '@tanstack/react-query'
import { msg } from '../../../src/rules/language/messages.ts'
import { queries } from '../../api/queries.ts'
import { askAs } from '../../api/request.ts'
import { locale, t } from '../../language.ts'

/** A schema of the OpenAPI document: the parts that the reference shows. */
export type Schema = {
  $ref?: string
  type?: string | readonly string[]
  enum?: readonly unknown[]
  format?: string
  description?: string
  default?: unknown
  examples?: readonly unknown[]
  required?: readonly string[]
  properties?: Record<string, Schema>
  items?: Schema
  oneOf?: readonly Schema[]
  anyOf?: readonly Schema[]
  readOnly?: boolean
  maxLength?: number
}

type Parameter = {
  name: string
  in: 'query' | 'header'
  description?: string
  required?: boolean
  schema: Schema
}

type Content = Record<string, { schema?: Schema; example?: unknown }>

/** One method of one path. */
export type Operation = {
  operationId: string
  summary: string
  description?: string
  tags: readonly string[]
  parameters?: readonly Parameter[]
  requestBody?: { content: Content }
  responses: Record<string, { $ref?: string; description?: string; content?: Content }>
  method: string
  path: string
}

/** An OpenAPI document. */
type Description = {
  info: { description: string }
  servers: readonly { url: string }[]
  tags: readonly { name: string; description: string }[]
  paths: Record<string, Record<string, Omit<Operation, 'method' | 'path'>>>
  components: { schemas: Record<string, Schema>; responses: Record<string, { description: string }> }
}

/** The server's OpenAPI document, and its operations by tag. */
export function useDescription() {
  return useQuery(
    {
      queryKey: ['fixed', 'openapi'],
      queryFn: async ({ signal }) => arranged(await askAs<Description>('GET', '/api/v1/openapi.json', { signal })),
    },
    queries,
  )
}

export type Arranged = ReturnType<typeof arranged>

function arranged(description: Description) {
  const operations = Object.entries(description.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, rest]): Operation => ({ ...rest, method: method.toUpperCase(), path })),
  )
  const tags = description.tags.map((tag) => ({
    ...tag,
    operations: operations.filter(({ tags }) => tags.includes(tag.name)),
  }))
  return { description, tags: tags.filter(({ operations }) => operations.length > 0) }
}

/** The schema behind a reference. */
function resolved(schema: Schema | undefined, { description }: Arranged): Schema {
  const name = schema?.$ref?.split('/').at(-1)
  if (name) return description.components.schemas[name] ?? {}
  return schema ?? {}
}

/** The schema of a body's fields; for a list of items, those of one item. */
export function itemSchema(schema: Schema | undefined, all: Arranged): Schema {
  const body = resolved(schema, all)
  const data = body.properties?.data
  if (!data) return body
  const list = resolved(data, all)
  const choices = list.oneOf ?? list.anyOf ?? [list]
  for (const choice of choices) {
    const items = resolved(choice, all).items
    if (items) return resolved(items, all)
  }
  return resolved(choices[0], all)
}

/** A schema's type in words: `text, YYYY-MM-DD`, `number`, `one of a, b`. */
export function typeText(schema: Schema): string {
  if (schema.enum) return t('one of {values}', { values: schema.enum.map(String).join(', ') })
  const names = [schema.type ?? msg('anything')].flat().map((type) => t(words[type] ?? type))
  return [
    new Intl.ListFormat(locale(), { type: 'disjunction' }).format(names),
    schema.format && schema.format !== 'int32' && schema.format,
  ]
    .filter(Boolean)
    .join(', ')
}

const words: Record<string, string> = {
  string: msg('text'),
  integer: msg('whole number'),
  number: msg('number'),
  boolean: msg('true or false'),
  array: msg('list'),
  object: msg('object'),
}

/** An example request body: the one in the document, or one made from the required fields. */
export function exampleBody(operation: Operation, all: Arranged): string {
  const content = operation.requestBody?.content['application/json']
  if (!content) return ''
  if (content.example !== undefined) return JSON.stringify(content.example, null, 2)
  const item = itemSchema(content.schema, all)
  const fields = operation.method === 'PUT' ? ['id', ...(item.required ?? [])] : (item.required ?? [])
  const value = Object.fromEntries(
    [...new Set(fields)].map((name) => [name, exampleOf(item.properties?.[name] ?? {}, name)]),
  )
  const isBatch = resolved(content.schema, all).properties?.data !== undefined
  return JSON.stringify(isBatch ? { data: [value] } : value, null, 2)
}

function exampleOf(schema: Schema, name: string): unknown {
  if (schema.examples?.length) return schema.examples[0]
  if (schema.enum?.length) return schema.enum[0]
  if (schema.default !== undefined) return schema.default
  const [type] = [schema.type ?? 'string'].flat()
  if (type === 'integer' || type === 'number') return name === 'id' ? 1 : 0
  if (type === 'boolean') return true
  if (type === 'array') return []
  return type === 'object' ? {} : ''
}
