// Scopes limit a token to less than everything its user may do: `read`, `write` (which includes reading), or either for
// one type of record, `timesheets:read`. Several are separated by spaces, as in RFC 6749, section 3.3.

/** Endpoints that every token can read: who it belongs to, and whether something has changed. */
const always = ['current_user', 'last_modified_timestamps', 'openapi.json']

/** Paths of the API whose names differ from the records they serve. */
const aliases: Readonly<Record<string, string>> = { customfielditemfilters: 'customfielditem_filters' }

/**
 * The scopes in a text as stored: sorted, without duplicates; '' is everything. `types` are the types of records.
 * Throws the first unknown scope, as text.
 */
export function parseScopes(text: string, types: readonly string[]): string {
  const scopes = [...new Set(text.split(/[\s,]+/).filter((scope) => scope !== ''))].sort()
  const unknown = scopes.find((scope) => {
    const [, type, verb] = /^(?:(\w+):)?(read|write)$/.exec(scope) ?? []
    return !verb || (type !== undefined && !types.includes(type))
  })
  if (unknown !== undefined) throw unknown
  return scopes.join(' ')
}

/**
 * The first word that can only be a mistake for one of the `offered` scopes: it has one of our types, or differs in one
 * letter, in upper and lower case, or in what separates it. Words of other products are none.
 */
export function mistakenScope(text: string, offered: readonly string[]): string | undefined {
  const types = new Set(offered.flatMap((scope) => (scope.includes(':') ? scope.split(':', 1) : [])))
  const isMistaken = (word: string) => {
    const parts = word.split(':')
    const isOurs = parts.length === 2 && parts.some((part) => types.has(part))
    return isOurs || offered.some((scope) => scope === word || (scope.includes(':') && isOneLetterFrom(word, scope)))
  }
  const isRead = (word: string) => word === '' || offered.includes(word)
  return text.split(' ').find(
    (word) =>
      !isRead(word) &&
      word
        .toLowerCase()
        .split(/[\s,;+]+/)
        .some(isMistaken),
  )
}

/** Whether one text becomes the other by adding, removing or replacing one letter. */
function isOneLetterFrom(one: string, other: string): boolean {
  let same = 0
  while (same < one.length && one[same] === other[same]) same++
  const [rest, otherRest] = [one.slice(same), other.slice(same)]
  return rest.slice(1) === otherRest.slice(1) || rest === otherRest.slice(1) || rest.slice(1) === otherRest
}

/** Whether records of a type may be read, or written, with these scopes; undefined allows everything. */
export function allows(scopes: string | undefined, type: string, verb: 'read' | 'write'): boolean {
  if (!scopes) return true
  const given = scopes.split(' ')
  const enough = verb === 'read' ? ['read', 'write'] : ['write']
  return enough.some((verb) => given.includes(verb) || given.includes(`${type}:${verb}`))
}

/**
 * The scope that a request to the public API lacks; undefined if it is allowed. `path` has no prefix, such as
 * `/timesheets`.
 */
export function missingScope(scopes: string | undefined, method: string, path: string): string | undefined {
  if (!scopes) return undefined
  const [, first = ''] = path.split(/[/?]+/)
  const type = aliases[first] ?? first
  // Reports can also be requested with POST.
  const verb = method === 'GET' || method === 'HEAD' || type === 'reports' ? 'read' : 'write'
  if (verb === 'read' && always.includes(type)) return undefined
  return allows(scopes, type, verb) ? undefined : `${type}:${verb}`
}
