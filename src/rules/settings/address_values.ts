// Addresses of all kinds in variables of the environment. Each function throws an Error that names the variable and what was
// expected; values with passwords are not repeated.

import { ownSegments } from './own_address.ts'

/** A part of a map's attribution; `href` makes it a link. */
interface Credit {
  readonly text: string
  readonly href: string
}

/** The address of the server, perhaps with a path, and without a slash at the end; or empty. */
export function baseUrl(value: string, env: string): string {
  if (value === '') return ''
  if (!URL.canParse(value) || !/^https?:$/.test(new URL(value).protocol))
    throw new Error(`${env} must be a URL such as https://time.example.com, not "${value}"`)
  const { origin, pathname, search, hash } = new URL(value)
  if (search || hash) throw new Error(`${env} must be a URL without ? and #, not "${value}"`)
  const path = pathname.replace(/\/+$/, '')
  if (!/^(\/[\w~-][\w.~-]*)*$/.test(path))
    throw new Error(`${env}: a path may have letters, digits and . _ ~ - between its slashes, not "${pathname}"`)
  const [, first = ''] = path.split('/')
  if (ownSegments.includes(first))
    throw new Error(`${env}: the path must not begin with /${first}, which is a path of Clockhouse itself`)
  return origin + path
}

/** An http or https URL, or empty. */
export function optionalUrl(value: string, env: string): string {
  if (value !== '' && (!URL.canParse(value) || !/^https?:$/.test(new URL(value).protocol)))
    throw new Error(`${env} must be a URL such as http://127.0.0.1:4318, not "${value}"`)
  return value
}

/** The URL of a mail server, `outbox:`, or empty. */
export function smtpUrl(value: string, env: string): string {
  if (value === '' || value === 'outbox:') return value
  const example = 'smtp://user:password@mail.example.com:587'
  // The value contains a password, so the message does not repeat it.
  if (!URL.canParse(value) || !/^smtps?:$/.test(new URL(value).protocol) || new URL(value).hostname === '')
    throw new Error(`${env} must be a URL such as ${example}`)
  return value
}

/** The URL of a PostgreSQL database with what the modes of encryption need; or empty. */
export function postgresUrl(value: string, env: string): string {
  if (value === '') return value
  const hosts = /^\w+:\/\/(?:[^/?#]*@)?([^/?#]*)/.exec(value)?.[1] ?? ''
  // The value contains a password, so the messages do not repeat it.
  if (hosts.includes(','))
    throw new Error(
      `${env} must name one host, not a list: give the address that moves to the new primary after a failover, or that of a proxy in front of them`,
    )
  if (!URL.canParse(value) || !/^postgres(ql)?:$/.test(new URL(value).protocol))
    throw new Error(`${env} must be a URL such as postgres://user:password@host:5432/name`)
  const { searchParams } = new URL(value)
  const mode = searchParams.get('sslmode') || 'verify-full'
  const root = searchParams.get('sslrootcert')
  if (!sslModes.includes(mode)) throw new Error(`${env}: sslmode must be one of ${sslModes.join(', ')}, not "${mode}"`)
  if (mode === 'verify-ca' && (!root || root === 'system'))
    throw new Error(`${env}: sslmode=verify-ca needs sslrootcert, the file with the certificate of the authority`)
  if (root === 'system' && mode !== 'verify-full')
    throw new Error(`${env}: sslrootcert=system needs sslmode=verify-full, because anyone can get such a certificate`)
  return value
}

/** The modes of libpq, and one of the Node.js driver, which is like require. */
const sslModes = ['disable', 'allow', 'prefer', 'require', 'verify-ca', 'verify-full', 'no-verify']

/** A mail address, or empty. */
export function address(value: string, env: string): string {
  if (value !== '' && !/^[^\s@,;<>"]+@[^\s@,;<>"]+$/.test(value))
    throw new Error(`${env} must be an address such as no-reply@example.com, not "${value}"`)
  return value
}

/** The server of map tiles: the template of their addresses, and the origin that browsers load them from. */
interface MapTiles {
  readonly template: string
  readonly origin: string
}

/** The server of map tiles; undefined for none. */
export function mapTiles(given: string, env: string): MapTiles | undefined {
  const value = given.trim()
  if (value === '') return undefined
  const example = 'https://tiles.example.com/{z}/{x}/{y}.png'
  const refuse = (problem: string) => new Error(`${env} must be a URL such as ${example}${problem}, not "${value}"`)
  const url = URL.canParse(value) ? new URL(value) : undefined
  // The origin goes into a security header, so its host must be a plain name or an IPv4 address.
  if (!url || !/^https?:$/.test(url.protocol) || !/^[a-z0-9.-]+$/.test(url.hostname) || url.username || url.password)
    throw refuse('')
  const placeholders = [...value.matchAll(/\{([^{}]*)\}/g)].map(([, name = '']) => name)
  for (const name of ['z', 'x', 'y']) if (!placeholders.includes(name)) throw refuse(` with {${name}} in its path`)
  const unknown = placeholders.find((name) => !['z', 'x', 'y', 'r'].includes(name))
  if (unknown !== undefined) throw refuse(`; it knows {z}, {x}, {y} and {r} only`)
  return { template: value, origin: url.origin }
}

/** Reads an attribution of text and links, as map providers publish it. No other HTML reaches the app. */
export function credits(value: string, env: string): Credit[] {
  const link = /<a\s+href=(["'])(https?:\/\/[^"'<>\s]+)\1[^<>]*>([^<>]+)<\/a>/
  const text = (part: string) => part.replaceAll('&copy;', '©').replaceAll('&amp;', '&')
  // Splitting leaves the text before each link, its quote, its address and its text.
  const parts = value.split(new RegExp(link, 'g'))
  const found = parts.flatMap((part, at): Credit[] => {
    if (at % 4 === 0) return [{ text: text(part), href: '' }]
    return at % 4 === 3 ? [{ text: text(part), href: parts[at - 1]! }] : []
  })
  if (found.some((credit) => /[<>]/.test(credit.text)))
    throw new Error(`${env} must be text and links such as <a href="https://example.com">Example</a>, not "${value}"`)
  return found.filter((credit) => credit.text !== '')
}

/** Headers with another meaning, which would be taken away from every request. */
const otherHeaders =
  /^(authorization|connection|content-.*|cookie|expect|host|origin|sec-.*|transfer-encoding|x-forwarded-(for|host|proto))$/

/** The name of a request’s header that may say who someone is, in lower case; or empty. */
export function headerName(value: string, env: string): string {
  const name = value.trim().toLowerCase()
  if (name !== '' && (!/^[a-z0-9-]{1,64}$/.test(name) || otherHeaders.test(name)))
    throw new Error(`${env} must be the name of a header such as Remote-User, not "${value}"`)
  return name
}

/** The URL of a proxy for outgoing requests, or empty. */
export function proxyUrl(value: string, env: string): string {
  // The value may contain a password, so the message does not repeat it.
  if (value === '') return value
  // As other programs read it, the scheme may be left out.
  const url = /^[\w.-]+:\d+$/.test(value) ? `http://${value}` : value
  if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol))
    throw new Error(`${env} must be the URL of an HTTP proxy, such as http://proxy.example.com:3128`)
  return url
}

/** Words with spaces or commas between them. */
export function hostList(value: string): string[] {
  return value.split(/[\s,]+/).filter((entry) => entry !== '')
}

/** Words for networks that proxies are often in. */
const networkWords = ['loopback', 'linklocal', 'uniquelocal']

/** Whether an entry of CLOCKHOUSE_TRUSTED_PROXIES is a host name, whose addresses must be looked up. */
export function isHostName(entry: string): boolean {
  // The last part of a name is never a number, so a wrong address is none.
  const isName = /^(?=.{1,253}$)([a-z0-9_-]{1,63}\.)*(?!\d+\.?$)[a-z0-9_-]{1,63}\.?$/i.test(entry)
  return isName && !networkWords.includes(entry)
}

function isNetwork(entry: string): boolean {
  const [address = '', size, ...more] = entry.split('/')
  const bits = { 0: 0, 4: 32, 6: 128 }[versionOf(address)] ?? 0
  if (bits === 0 || more.length > 0) return false
  if (size === undefined) return true
  if (/^\d{1,3}$/.test(size)) return Number(size) >= 1 && Number(size) <= bits
  const mask = size.split('.').map((part) => Number(part).toString(2).padStart(8, '0'))
  return bits === 32 && versionOf(size) === 4 && /^1+0*$/.test(mask.join(''))
}

/** Addresses, networks and host names of proxies. Throws an Error for anything else. */
export function proxies(value: string, env: string): string[] {
  const entries = value
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '')
  const wrong = entries.find((entry) => !networkWords.includes(entry) && !isHostName(entry) && !isNetwork(entry))
  if (wrong !== undefined)
    throw new Error(
      `${env} must be addresses, networks or host names with commas between them, such as "127.0.0.1, 10.0.0.0/8, traefik"; "${wrong}" is none of them`,
    )
  return entries
}

/** 4 or 6 for an IP address, 0 for anything else. */
function versionOf(text: string): 0 | 4 | 6 {
  if (/^\d{1,3}(\.\d{1,3}){3}$/.test(text)) return text.split('.').every((part) => Number(part) < 256) ? 4 : 0
  return text.includes(':') && URL.canParse(`http://[${text}]/`) ? 6 : 0
}
