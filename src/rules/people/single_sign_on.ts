import { lastOf } from '../elements.ts'
import { identityKey, isPlain } from '../text/identity.ts'

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

/** Reads the claims of an ID token and of the userinfo endpoint; undefined if they name no usable subject. */
export function readClaims(
  given: Readonly<Record<string, unknown>>,
  { issuer, groupsClaim }: { issuer: string; groupsClaim: string },
): Claims | undefined {
  const { sub } = given
  if (typeof sub !== 'string' || sub === '' || sub.length > subjectMax || !isUsable(sub)) return undefined
  const email = identityKey(text(given.email))
  const username = text(given.preferred_username).slice(0, 128)
  const whole = text(given.name).split(/\s+/).filter(Boolean)
  const [local = ''] = email.split('@')
  return {
    subject: sub,
    email,
    emailVerified: isVerified(given, issuer),
    firstName: (text(given.given_name) || whole.slice(0, -1).join(' ') || whole[0] || local).slice(0, 64),
    lastName: (text(given.family_name) || (whole.length > 1 ? lastOf(whole) : '') || local).slice(0, 64),
    username: isPlain(username) ? username : '',
    groups: groupsIn(groupsClaim === '' ? undefined : given[groupsClaim]),
  }
}

/**
 * Whether the provider has verified the address. Entra ID says so in a different claim: it has no `email_verified`, and
 * its users can have addresses of any domain.
 */
function isVerified({ email_verified, xms_edov }: Readonly<Record<string, unknown>>, issuer: string): boolean {
  if (email_verified === true || email_verified === 'true') return true
  const isEntra = issuer.startsWith('https://login.microsoftonline.com/')
  return isEntra && [true, 1, '1', 'true'].some((yes) => yes === xms_edov)
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
  | 'unverified'
  | 'odd-address'
  | 'foreign-domain'
  | 'ambiguous'
  | 'linked-elsewhere'
  | 'unknown'
  | 'username-taken'

/** A person of the company. `isLinked`: another account at the provider is linked to them. */
type Candidate = { id: number; active: boolean; isLinked: boolean }

/** The company's data about a person who arrives from its provider. */
export type Known = {
  /** The person who is linked to the subject. */
  linked: Omit<Candidate, 'isLinked'> | undefined
  /** People with the address as their email address or username. */
  named: readonly Candidate[]
  /** Whether the username is taken. */
  isTaken: boolean
}

/**
 * The outcome for a person who arrives: they are already linked, are linked now, become a new person, or are refused.
 */
export type Arrival =
  | { kind: 'enter' | 'link'; userId: number }
  | { kind: 'create'; username: string }
  | { kind: 'refuse'; why: SsoRefusal }

/**
 * Identifies a person. The subject alone is enough; an address counts only if the provider has verified it and its
 * domain is a verified domain of the company, because anyone can have an account at a public provider.
 */
export function decideArrival(
  claims: Claims,
  { linked, named, isTaken }: Known,
  { createsPeople, domains }: { createsPeople: boolean; domains: readonly string[] },
): Arrival {
  const refuse = (why: SsoRefusal): Arrival => ({ kind: 'refuse', why })
  if (linked) return linked.active ? { kind: 'enter', userId: linked.id } : refuse('archived')
  if (!isPlain(claims.email)) return refuse('odd-address')
  if (!claims.emailVerified || !isAddress(claims.email)) return refuse('unverified')
  if (!domains.includes(domainOf(claims.email))) return refuse('foreign-domain')
  const active = named.filter((person) => person.active)
  const [person, ...others] = active
  if (others.length > 0) return refuse('ambiguous')
  if (person) return person.isLinked ? refuse('linked-elsewhere') : { kind: 'link', userId: person.id }
  if (named.length > 0) return refuse('archived')
  if (!createsPeople) return refuse('unknown')
  return { kind: 'create', username: claims.username === '' || isTaken ? claims.email : claims.username }
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
