import type { components } from './schema.d.ts'

// The types of every request and answer, as the server's two OpenAPI documents declare them.

type Requests = components['schemas']['Requests']

/** A request to the server, such as `GET /api/console/working`. */
export type RequestName = keyof Requests

/** An HTTP method that the server supports. */
export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

/** The paths that take a method. */
export type PathOf<M extends Method> = RequestName extends infer R
  ? R extends `${M} ${infer Path}`
    ? Path
    : never
  : never

/** The answer to a request: `AnswerOf<'GET /api/console/working'>`. */
export type AnswerOf<R extends RequestName> = Requests[R] extends { answer: infer Answer } ? Answer : undefined

/** One event of a stream, or one progress line before a file. */
export type PartOf<R extends RequestName> = Requests[R] extends { part: infer Part } ? Part : never

/** The body of a request. */
export type BodyOf<R extends RequestName> = Requests[R] extends { body: infer Body } ? DeepReadonly<Body> : undefined

type DeepReadonly<T> = T extends readonly (infer Item)[]
  ? readonly DeepReadonly<Item>[]
  : T extends object
    ? { readonly [Name in keyof T]: DeepReadonly<T[Name]> }
    : T

/** Values of a query string: lists are sent comma-separated, true and false as yes and no. */
export type QueryValue = string | number | boolean | readonly (string | number)[] | undefined

/** The query string of a request. */
export type QueryOf<R extends RequestName> = Requests[R] extends { query: infer Query }
  ? { [Name in keyof Query]?: QueryValue }
  : undefined

/** The path parameters of a request, such as `{id}`. */
export type ParamsOf<R extends RequestName> = Requests[R] extends { path: infer Params }
  ? { [Name in keyof Params]: string | number }
  : undefined

/** The record type of every resource that can be listed, by resource name. */
export type Records = {
  [R in RequestName as ListedBy<R>]: AnswerOf<R> extends { results: Record<ListedBy<R>, Record<string, infer Row>> }
    ? Row
    : never
}

/** The resource that a request lists; `never` for other requests. */
type ListedBy<R extends RequestName> = R extends `GET /api/v1/${infer Name}`
  ? Requests[R] extends { answer: { results: Record<Name, Record<string, unknown>>; more: boolean } }
    ? Name
    : never
  : never

/** Records referenced by a listing, by resource and id. */
export type Beside = {
  [Name in keyof Supplemental]?: NonNullable<Supplemental[Name]>
}
type Supplemental = components['schemas']['Supplemental']
