import { Refusal } from '../../engine/errors.ts'
import { type Field, idList, isRecord, parseInteger } from '../../engine/fields.ts'
import { type Item, idMax } from '../../engine/table.ts'

/**
 * A field that holds records of another resource: sent as objects with these properties (JSON Schemas), shown as ids.
 */
export function nested(properties: Item, max: number, about: string): Field<number[]> {
  return {
    ...idList({ about }),
    parse: (value, name) => {
      const elements = Array.isArray(value) ? value : [value]
      if (elements.length > max) throw new Refusal(417, 'too_many_objects', { field: name, max })
      return elements.map((element, index) =>
        isRecord(element) ? element : parseInteger(element, `${name}[${index}]`, 1, idMax),
      ) as number[]
    },
    sent: { type: 'array', maxItems: max, items: { type: 'object', properties } },
  }
}

/** Runs a function for one of these objects; its Refusals also name the object. */
export function within<T>(label: string, fields: Item, run: () => T): T {
  try {
    return run()
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    const { code, field, values } = error.reason
    if (code === 'invalid_params') {
      const names = String(values!.names).split(',')
      throw new Refusal(error.status, code, { names: names.map((name) => `${label}.${name}`).join() })
    }
    const isOwn = field === undefined || Object.hasOwn(fields, /^\w+/.exec(field)![0])
    const named = field === undefined ? label : `${label}${isOwn ? '.' : ': '}${field}`
    throw new Refusal(error.status, { ...error.reason, field: named })
  }
}
