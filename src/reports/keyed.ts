import { Refusal } from '../engine/errors.ts'
import { isRecord, parseText } from '../engine/fields.ts'
import type { Filter } from '../engine/filters.ts'
import { sql } from '../engine/sql.ts'

/** Each value becomes a separate condition, and databases limit those. */
const valuesMax = 200

/** A filter whose value is an object of texts by key; in a query string, `label[key]=text`. */
export function keyed(key: RegExp, expected: string, about: string): Filter<Map<string, string[]>> {
  return {
    parse: (given, label) => {
      const parsed = given.length === 1 ? jsonOf(given[0]!) : undefined
      if (!isRecord(parsed)) throw new Refusal(417, 'malformed', { field: label, expected })
      const entries = Object.entries(parsed).map(([name, value]): [string, string[]] => {
        if (!key.test(name)) throw new Refusal(417, 'malformed', { field: label, expected })
        const texts = [value ?? []].flat().map((text) => parseText(text, `${label}.${name}`).trim())
        return [name, texts.filter((text) => text !== '')]
      })
      if (entries.reduce((sum, [, texts]) => sum + texts.length, 0) > valuesMax)
        throw new Refusal(417, 'too_many_values', { field: label, max: valuesMax })
      return new Map(entries.filter(([, texts]) => texts.length > 0))
    },
    condition: () => sql`1 = 1`,
    aliases: [],
    schema: { type: 'object', additionalProperties: { type: 'array', items: { type: 'string' } } },
    about,
  }
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
