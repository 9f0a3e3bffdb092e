import { Refusal } from '../engine/errors.ts'
import { resources } from '../resources/index.ts'
import { parseScopes } from '../rules/people/scopes.ts'
import { privateScope } from './paths.ts'

/** The types of records that scopes can name: the paths of the API. */
const scopeTypes: readonly string[] = [
  ...resources.map(({ name }) => name),
  ...['changes', 'effective_settings', 'reports', 'webhooks'],
]

/** All scopes that OAuth clients may ask for. */
export const scopesOffered: readonly string[] = ['', ...scopeTypes.map((type) => `${type}:`)].flatMap((prefix) => [
  `${prefix}read`,
  `${prefix}write`,
])

/**
 * The scopes that an application asks for, or was granted, as stored; '' is everything. Unknown ones are left out,
 * because libraries send other scopes, which the original API ignores.
 */
export function scopesIn(text: string | undefined): string {
  const asked = (text ?? '').split(' ').filter((scope) => scopesOffered.includes(scope))
  return [...new Set(asked)].sort().join(' ')
}

/** What an application that registered itself is given of what it asks for: it only reads, and never by the app's own API. */
export function scopesToRead(asked: string): string {
  return scopesIn(asked.replaceAll(/\bwrite\b/g, 'read')) || 'read'
}

/** Whether the scopes allowed earlier include those requested now. */
export function covers(allowed: string, asked: string): boolean {
  return allowed === '' || (asked !== '' && asked.split(' ').every((scope) => allowed.split(' ').includes(scope)))
}

/** The combined scopes of two consents. */
export function bothScopes(one: string, other: string): string {
  return one === '' || other === '' ? '' : scopesIn(`${one} ${other}`)
}

/** The scopes in the provider's form. */
export function scopesForProvider(scopes: string): string {
  return `${privateScope} ${scopes}`.trimEnd()
}

/** The scopes in a text, as stored. Throws a Refusal that names the problem. */
export function readScopes(text: string): string {
  try {
    return parseScopes(text, scopeTypes)
  } catch (unknown) {
    if (typeof unknown !== 'string') throw unknown
    throw new Refusal(417, 'no_such_scope', { scope: unknown })
  }
}
