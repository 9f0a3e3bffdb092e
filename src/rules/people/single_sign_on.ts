import { lastOf } from '../elements.ts'
import { identityKey, isPlain } from '../text/identity.ts'
import { others, type Voucher } from './vouching.ts'

// Identifies the person whom an identity provider has signed in: pure decisions over its claims and the people of the
// company.

/**
 * How people of a company can sign in with its provider. enforced: only administrators can use passwords and passkeys.
 */
export const ssoModes = ['off', 'optional', 'enforced'] as const
/** One of them. */
export type SsoMode = (typeof ssoModes)[number]

/**
 * The longest subject and claim value, and the most groups read from a claim. OpenID Connect allows subjects of 255.
 */
const subjectMax = 255
const textMax = 254
const groupsMax = 1000

/** A provider's claims about a person. `groups` is undefined if there is no such claim. */
export type Claims = {
  subject: string
  email: string
  emailVerified: boolean
  firstName: string
  lastName: string
  username: string
  groups: readonly string[] | undefined
}

/** What a company has set about its provider's claims. */
type ClaimSettings = { issuer: string; groupsClaim: string; verifiesAddresses: boolean }

/** Reads the claims of an ID token and of the userinfo endpoint; undefined if they name no usable subject. */
export function readClaims(given: Readonly<Record<string, unknown>>, settings: ClaimSettings): Claims | undefined {
  const { groupsClaim } = settings
  const { sub } = given
  if (typeof sub !== 'string' || sub === '' || sub.length > subjectMax || !isUsable(sub)) return undefined
  const email = identityKey(text(given.email))
  const username = text(given.preferred_username).slice(0, 128)
  const whole = text(given.name).split(/\s+/).filter(Boolean)
  const [local = ''] = email.split('@')
  return {
    subject: sub,
    email,
    emailVerified: isVerified(given, settings),
    firstName: (text(given.given_name) || whole.slice(0, -1).join(' ') || whole[0] || local).slice(0, 64),
    lastName: (text(given.family_name) || (whole.length > 1 ? lastOf(whole) : '') || local).slice(0, 64),
    username: isPlain(username) ? username : '',
    groups: groupsIn(groupsClaim === '' ? undefined : given[groupsClaim]),
  }
}

/** Entra ID in the public and the national clouds. */
const entraHosts = [
  'login.microsoftonline.com',
  'login.microsoftonline.us',
  'login.partner.microsoftonline.cn',
  'login.chinacloudapi.cn',
  'login.microsoftonline.de',
]

function isEntra(issuer: string): boolean {
  return issuer.startsWith('https://') && URL.canParse(issuer) && entraHosts.includes(new URL(issuer).host)
}

/**
 * Whether the address is verified. Entra ID says so in a different claim: it has no `email_verified`, and its users can
 * have addresses of any domain. If the provider says nothing, an administrator may have said so for it.
 */
function isVerified(
  { email_verified, xms_edov }: Readonly<Record<string, unknown>>,
  { issuer, verifiesAddresses }: ClaimSettings,
): boolean {
  if (isYes(email_verified)) return true
  if (isEntra(issuer) && (xms_edov === 1 || xms_edov === '1' || isYes(xms_edov))) return true
  return verifiesAddresses && isAbsent(email_verified) && (!isEntra(issuer) || isAbsent(xms_edov))
}

function isYes(value: unknown): boolean {
  return value === true || value === 'true'
}

function isAbsent(value: unknown): boolean {
  return value === undefined || value === null
}

/** The claims that are used and that a provider did not give, by their names; the name in parts or as a whole is enough. */
export function missingClaims(given: Readonly<Record<string, unknown>>, settings: ClaimSettings): string[] {
  const { issuer, groupsClaim } = settings
  const verified = isEntra(issuer) && isAbsent(given.email_verified) ? 'xms_edov' : 'email_verified'
  const names = isAbsent(given.name) ? ['given_name', 'family_name'] : []
  const used = ['email', verified, ...names, 'preferred_username', ...(groupsClaim === '' ? [] : [groupsClaim])]
  return used.filter((name) => isAbsent(given[name]))
}

/**
 * The claims of the ID token, and those that only the userinfo endpoint gave. What that says of another address than the
 * token's says nothing about the token's.
 */
export function mergedClaims(
  token: Readonly<Record<string, unknown>>,
  more: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const { email_verified, xms_edov, ...rest } = more
  const isSame = isAbsent(token.email) || token.email === more.email
  const said = { ...rest, ...(isSame && { email_verified, xms_edov }) }
  const given = [...Object.entries(said), ...Object.entries(token)].filter(([, value]) => !isAbsent(value))
  return Object.fromEntries(given)
}

function groupsIn(value: unknown): string[] | undefined {
  if (typeof value === 'string') return [value]
  if (!Array.isArray(value)) return undefined
  return value.slice(0, groupsMax).filter((one): one is string => typeof one === 'string')
}

function text(value: unknown): string {
  if (typeof value !== 'string' || !isUsable(value)) return ''
  const trimmed = value.trim()
  return trimmed.length <= textMax ? trimmed : ''
}

function isUsable(value: string): boolean {
  return !value.includes('\0') && value.isWellFormed()
}

/** Why the provider's person may not sign in. */
export type SsoRefusal =
  | 'archived'
  | 'no-address'
  | 'unverified'
  | 'odd-address'
  | 'foreign-domain'
  | 'ambiguous'
  | 'linked-elsewhere'
  | 'unproved'
  | 'unknown'
  | 'username-taken'

/**
 * A person with the address as their email address or username. `isLinked`: another account at the provider is linked to
 * them. `vouched`: who vouches for the address; for a username, who gives out usernames.
 */
type Candidate = { id: number; active: boolean; isLinked: boolean; hasPassword: boolean; vouched: Voucher }

/** The company's data about a person who arrives from its provider. */
export type Known = {
  /** The person who is linked to the subject. */
  linked: Pick<Candidate, 'id' | 'active'> | undefined
  named: readonly Candidate[]
  /** Whether the username is taken. */
  isTaken: boolean
}

/** What people answered when they were asked: they are this person and gave the password, or have no account here. */
export type Answered = { userId: number } | 'new' | undefined

/**
 * The outcome for a person who arrives: they are already linked, are linked now, become a new person, are asked for the
 * password of one of these people, or are refused.
 */
export type Arrival =
  | { kind: 'enter'; userId: number }
  | { kind: 'link'; userId: number; vouched: Voucher | 'password' }
  | { kind: 'create'; username: string }
  | { kind: 'ask'; userIds: readonly number[]; mayCreate: boolean }
  | { kind: 'refuse'; why: SsoRefusal }

/** The most people whose password is tried. */
const askedMax = 3

/**
 * Identifies a person. The subject alone is enough. An address counts only if the provider has verified it and its
 * domain is a verified domain of the company, because anyone can have an account at a public provider; and only for a
 * person whose address someone else vouches for, because people could enter those of others. Those who say so themselves
 * are asked for the password, once.
 */
export function decideArrival(
  claims: Claims,
  known: Known,
  { createsPeople, domains }: { createsPeople: boolean; domains: readonly string[] },
  answered: Answered = undefined,
): Arrival {
  const refuse = (why: SsoRefusal): Arrival => ({ kind: 'refuse', why })
  const { linked } = known
  if (linked) return linked.active ? { kind: 'enter', userId: linked.id } : refuse('archived')
  if (claims.email === '') return refuse('no-address')
  if (!isPlain(claims.email)) return refuse('odd-address')
  if (!claims.emailVerified || !isAddress(claims.email)) return refuse('unverified')
  if (!domains.includes(domainOf(claims.email))) return refuse('foreign-domain')
  const vouched = known.named.filter((person) => others.includes(person.vouched))
  const [person, ...more] = vouched.filter((one) => one.active)
  if (more.length > 0) return refuse('ambiguous')
  if (person)
    return person.isLinked ? refuse('linked-elsewhere') : { kind: 'link', userId: person.id, vouched: person.vouched }
  if (vouched.length > 0) return refuse('archived')
  return decideUnproved(claims, known, createsPeople, answered)
}

/** The outcome for an address that no one has, or that people say themselves is theirs. */
function decideUnproved(
  claims: Claims,
  { named, isTaken }: Known,
  createsPeople: boolean,
  answered: Answered,
): Arrival {
  const claimants = named.filter(({ active, isLinked }) => active && !isLinked)
  const userIds = claimants.filter(({ hasPassword }) => hasPassword).map(({ id }) => id)
  if (typeof answered === 'object' && userIds.includes(answered.userId))
    return { kind: 'link', userId: answered.userId, vouched: 'password' }
  // Before it was recorded who vouches for addresses, they identified people.
  const unknown = named.filter(({ vouched }) => vouched === '')
  if (unknown.length > 0 && !unknown.some(({ active }) => active)) return { kind: 'refuse', why: 'archived' }
  if (unknown.some(({ active, isLinked }) => active && isLinked)) return { kind: 'refuse', why: 'linked-elsewhere' }
  const isNew = createsPeople && (answered === 'new' || (userIds.length === 0 && unknown.length === 0))
  if (isNew) return { kind: 'create', username: claims.username === '' || isTaken ? claims.email : claims.username }
  if (userIds.length > 0) return { kind: 'ask', userIds: userIds.slice(0, askedMax), mayCreate: createsPeople }
  return { kind: 'refuse', why: claimants.length > 0 ? 'unproved' : 'unknown' }
}

/** The group that the first matching pair of the map names; undefined leaves the person in their group. */
export function mappedGroup(
  groups: readonly string[] | undefined,
  map: readonly (readonly [value: string, groupId: number])[],
): number | undefined {
  return map.find(([value]) => groups?.includes(value))?.[1]
}

function isAddress(email: string): boolean {
  return /^[^\s@,;<>]+@[^\s@,;<>]+$/.test(email)
}

/** The domain of an email address. */
function domainOf(email: string): string {
  return email.slice(email.lastIndexOf('@') + 1)
}

/** A domain as stored; undefined if the text is not a domain. */
export function readDomain(given: string): string | undefined {
  const domain = given.trim().toLowerCase().replace(/^@/, '').replace(/\.$/, '')
  const label = '[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?'
  return domain.length <= 253 && new RegExp(`^(${label}\\.)+[a-z][a-z0-9-]{0,61}[a-z0-9]$`).test(domain)
    ? domain
    : undefined
}

/** The TXT record that proves that a domain is the company's. */
export function domainRecord(token: string): string {
  return `clockhouse-verification=${token}`
}
