import type { Schema } from '../engine/endpoint.ts'

// Pieces of Markdown that the pages of the reference are made of.

/** The type of a value in words, with its limits. */
export function typeOf(schema: Schema): string {
  const types = [schema.type ?? 'any'].flat() as string[]
  if (Array.isArray(schema.enum)) return schema.enum.map(code).join(', ')
  if (schema.$ref) return `see ${String(schema.$ref).split('/').at(-1)}`
  const items = schema.items as Schema | undefined
  if (items) return `array of ${typeOf(items)}`
  const pattern = String(schema.pattern ?? '')
  if (schema.format === 'date-time' || pattern.includes('T')) return 'date-time'
  if (schema.format === 'date' || pattern.startsWith('^(\\d{4}-')) return 'date'
  const limits = schema.maxLength ? `, at most ${schema.maxLength} characters` : ''
  return types.join(' or ') + limits
}

/** A value as code; nothing for none. */
export function code(value: unknown): string {
  if (value === undefined) return ''
  return `\`${typeof value === 'string' && value !== '' ? value : JSON.stringify(value)}\``
}

/** A table of Markdown. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell) => cell.replaceAll('|', '\\|').replaceAll('\n', ' ')).join(' | ')} |`
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n')
}

/** A block of code. */
export function fence(language: string, content: string): string {
  return `\`\`\`${language}\n${content}\n\`\`\``
}

/** Paragraphs. */
export function text(blocks: readonly string[]): string {
  return `${blocks.join('\n\n')}\n`
}
