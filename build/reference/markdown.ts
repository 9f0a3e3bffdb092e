import { idMax, integerMax } from '../../src/engine/table.ts'
import type { Schema } from '../../src/wire/endpoint.ts'

// Building blocks of the Markdown reference pages.

/** The type of a value in words, with its limits. */
export function typeOf(schema: Schema): string {
  const types = [schema.type ?? 'any'].flat() as string[]
  if (Array.isArray(schema.enum)) return schema.enum.map(code).join(', ')
  if (schema.$ref) return `see ${String(schema.$ref).split('/').at(-1)}`
  if (schema.anyOf) return [...new Set((schema.anyOf as Schema[]).map(typeOf))].join(' or ')
  const items = schema.items as Schema | undefined
  if (items) return `array of ${typeOf(items)}${schema.maxItems ? `, at most ${schema.maxItems}` : ''}`
  const pattern = String(schema.pattern ?? '')
  const orNull = types.includes('null') ? ' or null' : ''
  if (schema.format === 'date-time' || pattern.includes('T')) return `date-time${orNull}`
  if (schema.format === 'date' || pattern.startsWith('^(\\d{4}-')) return `date${orNull}`
  return types.join(' or ') + limitsOf(schema)
}

function limitsOf({ maxLength, minimum, maximum }: Schema): string {
  if (maxLength) return `, at most ${maxLength} characters`
  // The maximum id is of no use to readers.
  const to = maximum === undefined || maximum === idMax || maximum === integerMax ? '' : ` to ${maximum}`
  return to ? ` from ${minimum}${to}` : ''
}

/** A property with its path. */
type Located = { path: string; property: Schema; required: boolean }

/** The properties of an object and its nested objects, by path: `data[].user_id`, `dates.….seconds`. */
export function propertiesIn(schema: Schema, before = ''): Located[] {
  if (schema.anyOf) return alternatives(schema.anyOf as Schema[], before)
  const {
    properties = {},
    required = [],
    additionalProperties,
    items,
  } = schema as {
    properties?: Record<string, Schema>
    required?: string[]
    additionalProperties?: Schema
    items?: Schema
  }
  const own = Object.entries(properties).flatMap(([name, property]) => {
    const path = before ? `${before}.${name}` : name
    return [{ path, property, required: required.includes(name) }, ...propertiesIn(property, path)]
  })
  return [
    ...own,
    ...(items ? propertiesIn(items, `${before}[]`) : []),
    ...(additionalProperties ? propertiesIn(additionalProperties, before ? `${before}.…` : '…') : []),
  ]
}

/** The properties of several alternative schemas. A property that an earlier one has under another path is left out. */
function alternatives([first, ...others]: readonly Schema[], before: string): Located[] {
  if (!first) return []
  const own = propertiesIn(first, before).map((one) => ({ ...one, required: false }))
  const isKnown = ({ path, property }: Located) =>
    own.some((one) => one.property === property && leafOf(one.path) === leafOf(path))
  return [...own, ...alternatives(others, before).filter((one) => !isKnown(one))]
}

function leafOf(path: string): string {
  return path.slice(path.lastIndexOf('.') + 1)
}

/** A table of an API's statuses and their meanings. */
export function statusTable(statuses: Readonly<Record<number, string>>): string {
  return table(['Status', 'Meaning'], Object.entries(statuses))
}

/** A value as inline code; empty for undefined. */
export function code(value: unknown): string {
  if (value === undefined) return ''
  return `\`${typeof value === 'string' && value !== '' ? value : JSON.stringify(value)}\``
}

/** A Markdown table. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell) => cell.replaceAll('|', '\\|').replaceAll('\n', ' ')).join(' | ')} |`
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n')
}

/** A code block. */
export function fence(language: string, content: string): string {
  return `\`\`\`${language}\n${content}\n\`\`\``
}

/** Joins blocks as paragraphs. */
export function text(blocks: readonly string[]): string {
  return `${blocks.join('\n\n')}\n`
}
