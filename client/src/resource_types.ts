import type { paths } from './api.d.ts'

// Types of lists and writes, derived from the paths of the OpenAPI document.

type Path = keyof paths
type Method = 'get' | 'post' | 'put' | 'delete'

/** The body of a successful response. */
type Answer<P extends Path, M extends Method> = paths[P][M] extends {
  responses: { 200: { content: { 'application/json': infer Body } } }
}
  ? Body
  : never

type NameOf<P extends Path> = P extends `/${infer Name}` ? Name : never

/** The map of records in a list's response. */
type ListedBy<P extends Path> =
  Answer<P, 'get'> extends { results: infer Results }
    ? NameOf<P> extends keyof Results
      ? Results[NameOf<P>] extends { [key: string]: infer Item }
        ? Item
        : never
      : never
    : never

/** The paths of lists. */
export type ListPath = { [P in Path]: [ListedBy<P>] extends [never] ? never : P }[Path]

/** A record of a list. */
export type RecordOf<P extends ListPath> = ListedBy<P>

/** One page of a list, as the server returns it. */
export type PageOf<P extends ListPath> = Answer<P, 'get'>

/** The filters of a list. */
export type FiltersOf<P extends ListPath> = paths[P]['get'] extends { parameters: { query?: infer Query } }
  ? Omit<NonNullable<Query>, 'page' | 'per_page' | 'cursor'>
  : never

/** The body of a batch write. */
type BodyOf<P extends Path, M extends Method> = paths[P][M] extends {
  requestBody?: { content: { 'application/json': infer Body } }
}
  ? Body
  : never

/** The paths that create (`post`) or update (`put`) records in batches. */
export type BatchPath<M extends 'post' | 'put'> = {
  [P in Path]: [ItemOf<P, M>] extends [never] ? never : Answer<P, M> extends { results: object } ? P : never
}[Path]

/** An item that a batch creates or updates. */
export type ItemOf<P extends Path, M extends Method> =
  BodyOf<P, M> extends { data: readonly (infer Item)[] } ? Item : never

/** The paths whose records can be deleted. */
export type DeletePath = { [P in Path]: paths[P]['delete'] extends { responses: object } ? P : never }[Path]

type ResultsOf<P extends Path, M extends Method> =
  Answer<P, M> extends { results: infer Results } ? Extract<Results[keyof Results], object> : never

/** The outcome of an item that was accepted. */
export type DoneOf<P extends Path, M extends Method> =
  ResultsOf<P, M> extends { [key: string]: infer Result } ? Exclude<Result, { _status_extra: string }> : never
