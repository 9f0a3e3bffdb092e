import type { Config } from '../config.ts'

/** The URL at which people reach the server of this configuration, without a slash at the end. */
export function serverUrl({ url, host, port }: Config): string {
  return url || `http://${host}:${port}`
}

type Listens = Pick<Config, 'host' | 'port' | 'tlsCert' | 'acmeEmail'>

/** The URL at which this machine reaches a server of this configuration. */
export function localUrl({ host, port, tlsCert, acmeEmail }: Listens): string {
  const everywhere: Record<string, string> = { '': '127.0.0.1', '0.0.0.0': '127.0.0.1', '::': '::1' }
  const reached = everywhere[host] ?? host
  const scheme = tlsCert === '' && acmeEmail === '' ? 'http' : 'https'
  return `${scheme}://${reached.includes(':') ? `[${reached}]` : reached}:${port}`
}
