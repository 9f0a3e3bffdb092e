import type { CompanySnapshot } from './company_snapshot.ts'
import type { Item } from './table.ts'
import type { UnitOfWork } from './unit_of_work.ts'

/** The user that a token or session belongs to, with their rights. */
export interface Actor {
  readonly companyId: number
  readonly userId: number
  readonly isAdmin: boolean
  /** Names of the granted permissions. */
  readonly permissions: ReadonlySet<string>
  /** Groups that the user manages. */
  readonly manages: readonly number[]
  /** Name of the calling application; '' for the server itself. */
  readonly application: string
  /** Signed in to the web app, and until when they count as being there; others use the API with a token. */
  readonly signedIn?: { readonly confirmedUntil: number }
  /** The token's scopes (rules/people/scopes.ts); undefined for a token without limits. */
  readonly scopes?: string
  /** The client id of the application that makes the request with the user's consent, if there is one. */
  readonly granted?: string
  /** For inspectors: until when they may read, in microseconds, and which records (rules/people/inspection.ts). */
  readonly inspects?: {
    readonly ends: number
    readonly from: string
    readonly to: string
    readonly groups: readonly number[]
  }
  /** For a user acting in a managed client: their own company, and the id of the managed client. */
  readonly home?: { readonly companyId: number; readonly clientId: number }
}

/** True for administrators and holders of any of the permissions. */
export function may(actor: Actor, ...permissions: string[]): boolean {
  return actor.isAdmin || permissions.some((permission) => actor.permissions.has(permission))
}

/** A parsed query: the values of filters that were given or have a default, and the page. */
export type Query<V = Record<string, unknown>> = {
  values: V
  /** Names of the filters in the request. */
  given: ReadonlySet<string>
  page: number
  limit: number
  /** Where an earlier page ended, instead of the number of the page. */
  cursor?: string
  /** The names of the fields to print; all if not given. */
  fields?: ReadonlySet<string>
  supplemental: boolean
}

/** Facts about the response of a listing. */
export type Notes = {
  /** The response depends on an earlier page, too, not only on the data. */
  anchored?: boolean
  /** The cursor of the next page, or its number if it has none. */
  next?: string | number
}

/** What a read has to work with: the actor, the time, and the data of the company looked up so far. */
export interface ReadContext {
  readonly actor: Actor
  /** The one instant of the request, in microseconds since the epoch. */
  readonly now: number
  readonly company: CompanySnapshot
  /** The query of a listing; undefined everywhere else. */
  readonly query?: Query
  /** Facts about the response of a listing. */
  readonly notes?: Notes
}

/** Bytes from a request body, split into parts as they are stored. `fault` says why there are none. */
export type Binary = {
  readonly parts: readonly Uint8Array<ArrayBuffer>[]
  readonly size: number
  readonly fault: string
}

/** What a decision has in addition: the rows of the batch, including the changes of earlier items. */
export interface Context extends ReadContext {
  readonly work: UnitOfWork
  /** The properties of the request body besides its items. */
  readonly options: Item
  /** Bytes that were extracted from the body as it arrived; the body contains their index in this list instead. */
  readonly binaries: readonly Binary[]
  readonly uuid: () => string
  readonly hashPassword: (password: string) => Promise<string>
  /** Revokes all tokens, grants and sessions of a user with this transaction. */
  readonly signOut: (userId: number) => void
}
