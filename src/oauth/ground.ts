import type { FastifyInstance } from 'fastify'
import type { Config } from '../config.ts'
import type { Row } from '../engine/sql.ts'
import type { World } from '../world.ts'
import { type Keys, loadKeys } from './secrets.ts'

/** What the server decides for us. */
export interface OAuthOptions {
  /** Whether the company (its row) lets somebody in from an address. Default: from everywhere. */
  readonly mayConnect?: (company: Row, ip: string) => boolean
}

/** Where the outside reaches this server. */
export interface Site {
  /** `https://time.example.com`; it is also the issuer of the tokens. */
  readonly origin: string
  readonly host: string
  readonly secure: boolean
}

/** What all of this folder stands on. */
export interface Ground {
  readonly world: World
  readonly config: Config
  readonly keys: Keys
  /** Known for certain once the server listens, so it is asked for anew by each request. */
  readonly site: () => Site
  readonly mayConnect: (company: Row, ip: string) => boolean
}

/** Collects it, with the keys from the database. */
export async function layGround(
  app: FastifyInstance,
  world: World,
  config: Config,
  options: OAuthOptions,
): Promise<Ground> {
  const keys = await loadKeys(world, config)
  let known: Site | undefined
  const site = () => {
    if (known) return known
    const { origin, host, protocol } = new URL(config.url || listeningAddress(app, config))
    const found = { origin, host, secure: protocol === 'https:' }
    if (config.url || app.server.listening) known = found
    return found
  }
  return { world, config, keys, site, mayConnect: options.mayConnect ?? (() => true) }
}

function listeningAddress(app: FastifyInstance, config: Config): string {
  const address = app.server.address()
  const port = address && typeof address === 'object' ? address.port : config.port
  const everywhere = ['0.0.0.0', '::', ''].includes(config.host)
  const host = everywhere ? 'localhost' : config.host.includes(':') ? `[${config.host}]` : config.host
  return `http://${host}:${port}`
}
