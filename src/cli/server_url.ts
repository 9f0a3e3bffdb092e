import type { Config } from '../config.ts'

/** The URL at which people reach the server of this configuration, without a slash at the end. */
export function serverUrl({ url, host, port }: Config): string {
  return url || `http://${host}:${port}`
}

/** How long a server may take to report its state, in milliseconds: it tries a write, which may have to wait for others. */
export const answerMs = 12_000

/** The URL at which this machine reaches a server of this configuration. */
export function localUrl({ host, port }: Pick<Config, 'host' | 'port'>): string {
  const everywhere: Record<string, string> = { '': '127.0.0.1', '0.0.0.0': '127.0.0.1', '::': '::1' }
  const reached = everywhere[host] ?? host
  return `http://${reached.includes(':') ? `[${reached}]` : reached}:${port}`
}
