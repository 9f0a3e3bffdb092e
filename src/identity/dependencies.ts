import type { FastifyInstance } from 'fastify'
import type { Config } from '../config.ts'
import type { Row } from '../engine/sql.ts'
import { ownAddress, prefixOf } from '../rules/settings/own_address.ts'
import type { World } from '../world.ts'
import { type Keys, loadKeys } from './factors/secrets.ts'

/** What the server supplies to sign-in and OAuth. */
export interface Options {
  /** Whether the company (its row) allows signing in from an IP address. */
  readonly mayConnect: (company: Row, ip: string) => boolean
  readonly headers: (secure: boolean) => SecurityHeaders
}

/** What a page may do besides being displayed. */
export interface Allowed {
  /**
   * Where its form may lead besides this server. Browsers apply `form-action` to the redirect that follows, so a page
   * that sends people back to an application must name it.
   */
  readonly target?: string | undefined
  /** The page includes the passkey script, which fetches a challenge from the server. */
  readonly script?: boolean
}

/** Security headers for all responses, for server-rendered pages, and for the web app's page. */
export interface SecurityHeaders {
  plain(): Record<string, string>
  page(allowed?: Allowed): Record<string, string>
  app(): Record<string, string>
}

/** The public address of this server. */
export interface Site {
  /** `https://time.example.com`, as browsers send it in `Origin`. */
  readonly origin: string
  /** The path below which the server is reached, such as `/clock`; '' without one. */
  readonly prefix: string
  /** Origin and prefix; also the issuer of the tokens. */
  readonly url: string
  readonly host: string
  readonly secure: boolean
  readonly headers: SecurityHeaders
}

/** The dependencies of identity and OAuth. */
export interface Dependencies {
  readonly world: World
  readonly config: Config
  readonly keys: Keys
  /** Known for certain only once the server is listening, so it is evaluated per request. */
  readonly site: () => Site
  readonly mayConnect: (company: Row, ip: string) => boolean
}

/** Collects the dependencies and loads the keys from the database. */
export async function collectDependencies(
  app: FastifyInstance,
  world: World,
  config: Config,
  { mayConnect, headers }: Options,
): Promise<Dependencies> {
  const keys = await loadKeys(world, config)
  let known: Site | undefined
  const site = () => {
    if (known) return known
    const address = config.url || listeningAddress(app, config)
    const { origin, host, protocol } = new URL(address)
    const prefix = prefixOf(address)
    const secure = protocol === 'https:'
    const found = { origin, prefix, url: ownAddress(origin, prefix), host, secure, headers: headers(secure) }
    if (config.url || app.server.listening) known = found
    return found
  }
  return { world, config, keys, site, mayConnect }
}

function listeningAddress(app: FastifyInstance, config: Config): string {
  const address = app.server.address()
  const port = address && typeof address === 'object' ? address.port : config.port
  const everywhere = ['0.0.0.0', '::', ''].includes(config.host)
  const host = everywhere ? 'localhost' : config.host.includes(':') ? `[${config.host}]` : config.host
  return `http://${host}:${port}`
}
