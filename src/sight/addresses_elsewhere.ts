import { networkInterfaces } from 'node:os'

/** Where other machines on the network reach a server that listens on all addresses of this one; else an empty list. */
export function addressesElsewhere(host: string, port: number | string): string[] {
  if (!['', '0.0.0.0', '::'].includes(host)) return []
  return Object.values(networkInterfaces())
    .flatMap((found) => found ?? [])
    .filter(({ family, internal }) => family === 'IPv4' && !internal)
    .map(({ address }) => `http://${address}:${port}`)
}
