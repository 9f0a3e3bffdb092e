/** Where the public API is. */
export const apiPath = '/api/v1'

/** Where the API of the web app is. */
export const consolePath = '/api/console'

/** A JSON Schema. */
export type Schema = Record<string, unknown>

/** A query parameter, such as a filter. */
export type Parameter = {
  schema: Schema
  about: string
  aliases?: readonly string[]
  required?: boolean
  deprecated?: true
}

/** A route that is neither a resource nor a report, as described in the reference. */
export interface Endpoint {
  readonly method: 'get' | 'post'
  readonly path: string
  /** Name of the operation in generated clients. */
  readonly name: string
  readonly summary: string
  readonly about: string
  readonly query?: Record<string, Parameter>
  /** Schema of the form in the body. */
  readonly form?: Schema
  /** Schema of a JSON body, instead of a form. */
  readonly json?: Schema
  /** Who may call it: everyone, an application with its secret, or (if omitted) anyone with an access token. */
  readonly open?: 'everyone' | 'application'
  /** Schema of the response with status 200. */
  readonly answer?: Schema
  /** Media types of a binary response. */
  readonly media?: readonly string[]
  /** Statuses besides 200 and those common to all requests with a token. */
  readonly statuses?: Record<number, string>
}

/** The parameter that includes or omits the records that the results refer to. */
export const supplementalParameter: Parameter = {
  schema: { type: 'string', enum: ['yes', 'no'], default: 'yes' },
  about: 'Whether to include the records that the results refer to.',
}
