import type { Company } from './company.ts'
import type { Values } from './fields.ts'
import type { Query } from './filters.ts'
import type { Work } from './work.ts'

/** Who asks: the user a token or session belongs to, with the rights that follow. */
export interface Actor {
  readonly companyId: number
  readonly userId: number
  readonly isAdmin: boolean
  /** Names of the permissions that are on. */
  readonly permissions: ReadonlySet<string>
  /** Groups that the user manages. */
  readonly manages: readonly number[]
  /** Name of the application that acts, '' for the server itself. */
  readonly application: string
  /** Where the user belongs, and by which link it manages this company: given when the user acts in a managed client. */
  readonly home?: { readonly companyId: number; readonly clientId: number }
}

/** True for administrators and holders of any of the permissions. */
export function may(actor: Actor, ...permissions: string[]): boolean {
  return actor.isAdmin || permissions.some((permission) => actor.permissions.has(permission))
}

/** What a read knows: who asks, when, and the company as far as it has been looked up. */
export interface ReadContext {
  readonly actor: Actor
  /** The request's one instant, microseconds since the epoch. */
  readonly now: number
  readonly company: Company
  /** What a listing asks for; absent everywhere else. */
  readonly query?: Query
}

/** Bytes that came inside a request, in the parts that they are kept in. `fault` says why there are none. */
export type Binary = {
  readonly parts: readonly Uint8Array<ArrayBuffer>[]
  readonly size: number
  readonly fault: string
}

/** What a decision knows besides: the rows of this batch, as they stand after the items before. */
export interface Context extends ReadContext {
  readonly work: Work
  /** What the request says beside its items. */
  readonly options: Values
  /** What was taken out of the body on its way in: where it stood, its place in this list stands. */
  readonly binaries: readonly Binary[]
  readonly uuid: () => string
  readonly hashPassword: (password: string) => Promise<string>
  /** Ends, with this transaction, everything by which a user comes in: tokens, grants, sessions. */
  readonly signOut: (userId: number) => void
}
