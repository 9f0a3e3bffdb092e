import type { Config } from '../config.ts'

/** The URL at which people reach the server of this configuration, without a slash at the end. */
export function serverUrl({ url, host, port }: Config): string {
  return url || `http://${host}:${port}`
}
