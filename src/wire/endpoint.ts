/** A JSON Schema. */
export type Schema = Record<string, unknown>

/** A parameter of a query string. Filters are such. */
export type Parameter = { schema: Schema; about: string; aliases?: readonly string[]; required?: boolean }

/** A route that is no resource and no report, as the reference tells of it. */
export interface Endpoint {
  readonly method: 'get' | 'post'
  readonly path: string
  /** Name of the operation in generated clients. */
  readonly name: string
  readonly summary: string
  readonly about: string
  readonly query?: Record<string, Parameter>
  /** Properties of a form in the body. */
  readonly form?: Schema
  /** Who may call: anybody, an application with its secret, or (when left out) whoever has an access token. */
  readonly open?: 'anybody' | 'application'
  /** Schema of the answer of status 200. */
  readonly answer?: Schema
  /** Media types of an answer that is bytes. */
  readonly media?: readonly string[]
  /** Statuses that it answers with besides 200 and those of every request with a token. */
  readonly statuses?: Record<number, string>
}

/** What switches off the records that the results refer to. */
export const supplementalParameter: Parameter = {
  schema: { type: 'string', enum: ['yes', 'no'], default: 'yes' },
  about: 'Whether records that the results refer to come along.',
}
