import { Refusal } from '../engine/errors.ts'
import { resources } from '../resources/index.ts'
import { parseScopes } from '../rules/scopes.ts'
import { privateScope } from './paths.ts'

/** The types of records that scopes name: those of the API's paths. */
const scopeTypes: readonly string[] = [
  ...resources.map(({ name }) => name),
  ...['changes', 'effective_settings', 'reports', 'webhooks'],
]

/** All scopes, as clients of OAuth may ask for them. */
export const scopesOffered: readonly string[] = ['', ...scopeTypes.map((type) => `${type}:`)].flatMap((prefix) => [
  `${prefix}read`,
  `${prefix}write`,
])

/**
 * The scopes that an application asks for, or that it was given, as they are stored; '' is everything. Others are left
 * out: libraries send scopes of their own, which the original API ignores.
 */
export function scopesIn(text: string | undefined): string {
  const asked = (text ?? '').split(' ').filter((scope) => scopesOffered.includes(scope))
  return [...new Set(asked)].sort().join(' ')
}

/**
 * What an application that registered itself may be given: never everything, which includes the app's own API, and what
 * writes only where assistants may write.
 */
export function scopesOfAssistant(asked: string, mayWrite: boolean): string {
  if (asked === '') return mayWrite ? 'write' : 'read'
  return mayWrite ? asked : scopesIn(asked.replaceAll(/\bwrite\b/g, 'read'))
}

/** Whether what was allowed earlier includes what is asked for now. */
export function covers(allowed: string, asked: string): boolean {
  return allowed === '' || (asked !== '' && asked.split(' ').every((scope) => allowed.split(' ').includes(scope)))
}

/** What was allowed in two consents, taken together. */
export function bothScopes(one: string, other: string): string {
  return one === '' || other === '' ? '' : scopesIn(`${one} ${other}`)
}

/** The scopes as the provider has them. */
export function scopesForProvider(scopes: string): string {
  return `${privateScope} ${scopes}`.trimEnd()
}

/** The scopes in a text, as they are stored. A Refusal names what is wrong. */
export function readScopes(text: string): string {
  try {
    return parseScopes(text, scopeTypes)
  } catch (unknown) {
    if (typeof unknown !== 'string') throw unknown
    throw new Refusal(417, `scopes: ${unknown} must be read, write, or one of them for a type, such as timesheets:read`)
  }
}
