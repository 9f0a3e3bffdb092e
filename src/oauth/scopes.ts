import { Refusal } from '../engine/errors.ts'
import { resources } from '../resources/index.ts'
import { parseScopes } from '../rules/scopes.ts'

/** The types of records that scopes name: those of the API's paths. */
const scopeTypes: readonly string[] = [
  ...resources.map(({ name }) => name),
  ...['changes', 'effective_settings', 'reports'],
]

/** The scopes in a text, as they are stored. A Refusal names what is wrong. */
export function readScopes(text: string): string {
  try {
    return parseScopes(text, scopeTypes)
  } catch (unknown) {
    if (typeof unknown !== 'string') throw unknown
    throw new Refusal(417, `scopes: ${unknown} must be read, write, or one of them for a type, such as timesheets:read`)
  }
}
