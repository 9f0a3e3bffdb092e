import type { Document } from '../../src/openapi/document.ts'
import type { Schema } from '../../src/wire/endpoint.ts'

/** How a value violates a schema of the document: the part of JSON Schema that the document uses. */
export function violations(schema: Schema, value: unknown, document: Document, at = '$'): string[] {
  const { $ref, anyOf, allOf, properties, additionalProperties, required, items } = schema as {
    $ref?: string
    anyOf?: Schema[]
    allOf?: Schema[]
    properties?: Record<string, Schema>
    additionalProperties?: Schema
    required?: string[]
    items?: Schema
  }
  const inner = (part: Schema, of: unknown, path: string) => violations(part, of, document, path)
  if ($ref) return inner(resolve($ref, document), value, at)
  if (anyOf) {
    const all = anyOf.map((part) => inner(part, value, at))
    return all.some((found) => found.length === 0)
      ? []
      : [`${at} fits none: ${all.map((found) => found[0]).join('; ')}`]
  }
  const found = (allOf ?? []).flatMap((part) => inner(part, value, at))
  const types = [schema.type ?? []].flat() as string[]
  if (types.length > 0 && !types.includes(typeOf(value)) && !(types.includes('number') && typeOf(value) === 'integer'))
    return [...found, `${at} is ${typeOf(value)}, not ${types}`]
  if (Array.isArray(schema.enum) && !schema.enum.includes(value))
    found.push(`${at} is ${value}, not one of ${schema.enum}`)
  if (typeof value === 'number') {
    if (value < Number(schema.minimum ?? -Infinity)) found.push(`${at} is below ${schema.minimum}`)
    if (value > Number(schema.maximum ?? Infinity)) found.push(`${at} is above ${schema.maximum}`)
  }
  if (typeof value === 'string') {
    if ([...value].length > Number(schema.maxLength ?? Infinity)) found.push(`${at} is too long`)
    if ([...value].length < Number(schema.minLength ?? 0)) found.push(`${at} is too short`)
    if (schema.pattern && !new RegExp(String(schema.pattern), 'u').test(value)) found.push(`${at} does not match`)
  }
  if (Array.isArray(value)) {
    if (value.length > Number(schema.maxItems ?? Infinity)) found.push(`${at} has too many items`)
    if (value.length < Number(schema.minItems ?? 0)) found.push(`${at} has too few items`)
    if (items) found.push(...value.flatMap((entry, index) => inner(items, entry, `${at}[${index}]`)))
  } else if (typeof value === 'object' && value !== null) {
    for (const name of required ?? []) if (!Object.hasOwn(value, name)) found.push(`${at}.${name} is missing`)
    for (const [name, entry] of Object.entries(value)) {
      const part = properties && Object.hasOwn(properties, name) ? properties[name] : additionalProperties
      if (part) found.push(...inner(part, entry, `${at}.${name}`))
    }
  }
  return found
}

/** Properties of a value that its schema does not declare, if it declares any. */
export function undeclared(schema: Schema, value: unknown, document: Document, at = '$'): string[] {
  const { $ref, anyOf, allOf, properties, additionalProperties, items } = schema as {
    $ref?: string
    anyOf?: Schema[]
    allOf?: Schema[]
    properties?: Record<string, Schema>
    additionalProperties?: Schema
    items?: Schema
  }
  if ($ref) return undeclared(resolve($ref, document), value, document, at)
  if (anyOf) {
    const fitting = anyOf.filter((part) => violations(part, value, document).length === 0)
    return fitting.map((part) => undeclared(part, value, document, at)).sort((a, b) => a.length - b.length)[0] ?? []
  }
  if (Array.isArray(value))
    return items ? value.flatMap((entry, index) => undeclared(items, entry, document, `${at}[${index}]`)) : []
  if (typeof value !== 'object' || value === null || allOf) return []
  return Object.entries(value).flatMap(([name, entry]) => {
    const part = properties && Object.hasOwn(properties, name) ? properties[name] : additionalProperties
    if (part) return undeclared(part, entry, document, `${at}.${name}`)
    return properties ? [`${at}.${name} is not declared`] : []
  })
}

/** What a `$ref` points at. */
export function resolve(ref: string, document: Document): Schema {
  const parts = ref.replace(/^#\//, '').split('/')
  // biome-ignore lint/suspicious/noExplicitAny: any part of a JSON document
  const found = parts.reduce<any>((part, name) => part?.[name], document)
  if (!found) throw new Error(`${ref} points nowhere`)
  return found
}

function typeOf(value: unknown): string {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'array'
  return Number.isInteger(value) ? 'integer' : typeof value
}
