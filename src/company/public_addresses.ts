import type { LookupAddress, LookupAllOptions } from 'node:dns'
import { BlockList, isIP, type LookupFunction } from 'node:net'
import { firstOf } from '../rules/elements.ts'
import { type Reason, reason } from '../rules/refusals/reason.ts'
import { codeOf, messageOf } from '../rules/thrown.ts'

// Users supply the addresses of push services and identity providers. None may be an address that only this server can reach
// (SSRF). From IANA's special-purpose address registries, plus the metadata addresses of cloud providers.
const reserved = new BlockList()
for (const network of [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/3',
  '168.63.129.16/32',
]) {
  const [address = '', bits] = network.split('/')
  reserved.addSubnet(address, Number(bits), 'ipv4')
}

/** IPv6 global unicast; its blocks that embed IPv4 addresses or are not public are reserved. */
const globalUnicast = new BlockList()
globalUnicast.addSubnet('2000::', 3, 'ipv6')
for (const network of ['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20']) {
  const [address = '', bits] = network.split('/')
  reserved.addSubnet(address, Number(bits), 'ipv6')
}

/** True for an IP address that is reachable from the public internet; false for anything else. */
export function isPublicAddress(address: string): boolean {
  const family = isIP(address)
  if (family === 4) return !reserved.check(address, 'ipv4')
  return family === 6 && globalUnicast.check(address, 'ipv6') && !reserved.check(address, 'ipv6')
}

/** True if a URL's host is private by itself: a reserved address, or a name that is never public. */
export function isPrivateHost(hostname: string): boolean {
  const host = hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '')
  if (isIP(host) !== 0) return !isPublicAddress(host)
  return !host.includes('.') || /\.(localhost|local|internal|lan|home|intranet|localdomain|home\.arpa)$/i.test(host)
}

/** A DNS lookup. */
export type Resolve = (
  name: string,
  options: LookupAllOptions,
  done: (error: Error | null, found: LookupAddress[]) => void,
) => void

/** A lookup that skips addresses in private networks. Checked at every connection, because DNS records may change. */
export function publicOnly(resolve: Resolve): LookupFunction {
  return (name, options, done) => {
    resolve(name, { ...options, all: true }, (error, found) => {
      if (error) return done(error, [])
      const usable = found.filter(({ address }) => isPublicAddress(address))
      if (usable.length === 0) return done(new Error(reservedOnly), [])
      if (options.all) return done(null, usable)
      done(null, firstOf(usable).address, firstOf(usable).family)
    })
  }
}

/** A public address of a name, IPv4 if there is one. Throws like the lookup above. */
export function publicAddressOf(name: string, resolve: Resolve): Promise<string> {
  return new Promise((settle, fail) => {
    publicOnly(resolve)(name, { all: true }, (error, found) => {
      const all = found as LookupAddress[]
      if (error) fail(error)
      else settle((all.find(({ family }) => family === 4) ?? firstOf(all)).address)
    })
  })
}

const reservedOnly = 'the name has only addresses in private networks'

/** Whether a connection failed because a name has no public address. */
export function isReserved(error: unknown): boolean {
  return messageOf(error) === reservedOnly
}

const privateText = 'the address is in a private network'

/** Whether a URL points to this machine itself. */
export function isLoopback({ hostname }: URL): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d+){3}$/.test(hostname)
}

/**
 * Why a server must not call a URL supplied by a user; undefined if it may. Only https to public addresses is allowed,
 * and additionally what `allowed` names: this machine, private networks, or http.
 */
export function callProblem(
  url: URL,
  allowed: { loopback: boolean; private: boolean; http: boolean },
): Reason | undefined {
  if (url.username !== '' || url.password !== '') return reason('address_with_user')
  if (allowed.loopback && isLoopback(url)) return undefined
  if (url.protocol !== 'https:' && !allowed.http) return reason('address_not_https')
  return isPrivateHost(url.hostname) && !allowed.private ? reason('address_private') : undefined
}

/** A connection error, worded for administrators. */
export function connectionText(error: unknown): string {
  if (isReserved(error)) return privateText
  const known: Record<string, string> = {
    ECONNREFUSED: 'the connection was refused',
    ECONNRESET: 'the connection was closed without an answer',
    ENOTFOUND: 'the host name does not exist',
    EAI_AGAIN: 'the host name could not be looked up',
  }
  // Node's parser names what is wrong in codes such as HPE_INVALID_CONSTANT.
  const code = codeOf(error)
  if (code.startsWith('HPE_')) return 'the response is not HTTP'
  return known[code] ?? (messageOf(error) || 'the connection failed')
}
