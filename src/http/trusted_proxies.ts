import { isUtf8 } from 'node:buffer'
import { lookup } from 'node:dns/promises'
import type { IncomingMessage } from 'node:http'
import { isIP } from 'node:net'
import proxyAddress from '@fastify/proxy-addr'
import { plainAddress } from '../company/rights/allowed_addresses.ts'
import { type Config, variables } from '../config.ts'
import { isHostName } from '../rules/settings/address_values.ts'
import { codeOf } from '../rules/thrown.ts'
import type { Seen } from '../sight/requests.ts'
import type { World } from '../world.ts'

/** The addresses of a host name. Throws, with the code ENOTFOUND if there is no such name. */
type Resolve = (name: string) => Promise<string[]>

const systemResolve: Resolve = async (name) => (await lookup(name, { all: true })).map(({ address }) => address)

/** The address of a client that its proxy does not tell. No list of addresses contains it. */
const unknown = 'unknown'

/** The reverse proxies whose headers are trusted, and so the one place that knows the address of a client. */
export class TrustedProxies {
  readonly #networks: string[]
  /** The host names with their addresses. */
  readonly #found: Map<string, readonly string[]>
  /** The host names that could not be looked up. */
  readonly #missing = new Set<string>()
  readonly #log: World['log']
  readonly #resolve: Resolve
  readonly #userHeader: string
  #trusts: (address: string, hop: number) => boolean = () => false

  /** Host names are trusted once `lookUp` has found them. */
  constructor(config: Pick<Config, 'trustedProxies' | 'userHeader'>, log: World['log'], resolve = systemResolve) {
    const { trustedProxies: entries, userHeader } = config
    this.#userHeader = userHeader
    this.#networks = entries.filter((entry) => !isHostName(entry))
    this.#found = new Map(entries.filter(isHostName).map((name) => [name, []]))
    this.#log = log
    this.#resolve = resolve
    this.#compile()
  }

  /** Whether there are any, so that there is something to look for in the headers. */
  get some(): boolean {
    return this.#networks.length + this.#found.size > 0
  }

  /** Whether some of them are host names, whose addresses change. */
  get named(): boolean {
    return this.#found.size > 0
  }

  /** Whether this is the address of a trusted proxy. */
  trusts(address: string): boolean {
    return this.#trusts(address, 0)
  }

  /** Notes the address of the client that sent a request, and the person whom a trusted proxy says it is. */
  see(request: IncomingMessage, seen: Seen): void {
    seen.address = this.#addressOf(request)
    const { headers, socket } = request
    const name = headers[this.#userHeader]
    if (name === undefined) return
    // No one else may name a person, and nothing else reads the header.
    delete headers[this.#userHeader]
    if (typeof name === 'string' && name !== '' && this.trusts(socket.remoteAddress ?? ''))
      seen.vouched = textOfHeader(name)
  }

  /** The address of the client that sent a request. Afterwards, the framework finds the same one. */
  #addressOf(request: IncomingMessage): string {
    const { headers, socket } = request
    if (!this.some) return socket.remoteAddress ?? ''
    const given = headers['x-forwarded-for']
    if (typeof given === 'string') headers['x-forwarded-for'] = plainForwarded(given)
    return proxyAddress(request, this.#trusts)
  }

  /**
   * Looks up the host names again. One that does not exist now, as while its container is stopped, has no addresses. If
   * no name server answers, it keeps those it had.
   */
  async lookUp(): Promise<void> {
    const looks = [...this.#found].map(async ([name, before]): Promise<void> => {
      try {
        const found = await this.#resolve(name)
        this.#found.set(name, found)
        if (before.length === 0) this.#log.info({ name, addresses: found }, 'found a trusted proxy')
      } catch (error) {
        if (codeOf(error) === 'ENOTFOUND') this.#found.set(name, [])
        // The warning is written once, and again only after the name was found.
        if (!this.#missing.has(name))
          this.#log.warn(
            { name, error: codeOf(error) },
            `${variables.trustedProxies.env}: the host name cannot be looked up`,
          )
        this.#missing.add(name)
        return
      }
      this.#missing.delete(name)
    })
    await Promise.all(looks)
    this.#compile()
  }

  #compile(): void {
    const all = [...this.#networks, ...[...this.#found.values()].flat()]
    this.#trusts = all.length === 0 ? () => false : proxyAddress.compile(all)
  }
}

/** An X-Forwarded-For header with addresses only: without ports, brackets and quotes. Whatever is no address is unknown. */
function plainForwarded(header: string): string {
  return header
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '')
    .map(withoutPort)
    .join(', ')
}

/** The address in an entry such as 203.0.113.7:51514, [2001:db8::1]:51514 or "[2001:db8::1]". */
function withoutPort(entry: string): string {
  const text = entry.replace(/^"(.*)"$/, '$1')
  const found = /^\[(.*)\](?::\d+)?$/.exec(text)?.[1] ?? /^([\d.]+):\d+$/.exec(text)?.[1] ?? text
  return isIP(found) === 0 ? unknown : plainAddress(found.toLowerCase())
}

/** A header that was sent in UTF-8, as proxies send names; Node.js reads each byte as a character. */
function textOfHeader(value: string): string {
  const bytes = Buffer.from(value, 'latin1')
  return isUtf8(bytes) ? bytes.toString('utf8') : value
}
