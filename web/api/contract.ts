import type { components } from './schema.d.ts'

// What the server takes and answers, by request, as its two OpenAPI documents declare it.

type Requests = components['schemas']['Requests']

/** A request to the server, such as `GET /api/console/working`. */
export type RequestName = keyof Requests

/** A method that the server serves. */
export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

/** The paths that take a method. */
export type PathOf<M extends Method> = RequestName extends infer R
  ? R extends `${M} ${infer Path}`
    ? Path
    : never
  : never

/** What a request answers: `AnswerOf<'GET /api/console/working'>`. */
export type AnswerOf<R extends RequestName> = Requests[R] extends { answer: infer Answer } ? Answer : undefined

/** One event of a stream, or one line before a file. */
export type PartOf<R extends RequestName> = Requests[R] extends { part: infer Part } ? Part : never

/** What a request takes as its body. */
export type BodyOf<R extends RequestName> = Requests[R] extends { body: infer Body } ? DeepReadonly<Body> : undefined

type DeepReadonly<T> = T extends readonly (infer Item)[]
  ? readonly DeepReadonly<Item>[]
  : T extends object
    ? { readonly [Name in keyof T]: DeepReadonly<T[Name]> }
    : T

/** Values of a query string: lists are sent with commas, true and false as yes and no. */
export type QueryValue = string | number | boolean | readonly (string | number)[] | undefined

/** What a request takes in its query string. */
export type QueryOf<R extends RequestName> = Requests[R] extends { query: infer Query }
  ? { [Name in keyof Query]?: QueryValue }
  : undefined

/** What stands in the path of a request in the places of `{id}` and the like. */
export type ParamsOf<R extends RequestName> = Requests[R] extends { path: infer Params }
  ? { [Name in keyof Params]: string | number }
  : undefined

/** The records of a resource by its name, of all that can be listed. */
export type Records = {
  [R in RequestName as ListedBy<R>]: AnswerOf<R> extends { results: Record<ListedBy<R>, Record<string, infer Row>> }
    ? Row
    : never
}

/** The resource that a request lists; never for other requests. */
type ListedBy<R extends RequestName> = R extends `GET /api/v1/${infer Name}`
  ? Requests[R] extends { answer: { results: Record<Name, Record<string, unknown>>; more: boolean } }
    ? Name
    : never
  : never

/** Records that a listing refers to, by resource and id. */
export type Beside = {
  [Name in keyof Supplemental]?: NonNullable<Supplemental[Name]>
}
type Supplemental = components['schemas']['Supplemental']
