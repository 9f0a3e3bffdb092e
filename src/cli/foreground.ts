import { networkInterfaces } from 'node:os'
import type { Config } from '../config.ts'
import { commandName } from '../sight/command_name.ts'
import type { Server } from '../start.ts'
import { whenNpmEnds } from './server/npm_parent.js'

/** The message on the terminal when the server has started. */
export function greeting({ address, isNew, setupCode }: Server, config: Config): string {
  const url = config.url || address
  const others = config.url ? [] : addressesElsewhere(config.host, address)
  const first = setupCode
    ? `The first visit creates your company and its administrator. It asks for the setup code ${setupCode}.`
    : 'The first visit creates your company and its administrator.'
  return `
  Clockhouse is running at ${url}
${others.map((other) => `  On other machines: ${other}\n`).join('')}
  Open ${url}/ in a browser.${isNew ? ` ${first}` : ''}
  The API is at ${url}/api/v1, described at ${url}/api/v1/openapi.json.
  Stop with Ctrl+C. Settings and commands: ${commandName} --help
`
}

/** Where other machines reach a server that listens on all addresses of this one. */
function addressesElsewhere(host: string, address: string): string[] {
  if (!['', '0.0.0.0', '::'].includes(host)) return []
  const { port } = new URL(address)
  return Object.values(networkInterfaces())
    .flatMap((found) => found ?? [])
    .filter(({ family, internal }) => family === 'IPv4' && !internal)
    .map(({ address }) => `http://${address}:${port}`)
}

const impatientAfterMs = 1000

/**
 * Shuts down cleanly on SIGINT and SIGTERM. Acknowledged writes are on disk either way. Under npm it also stops
 * when npm has exited.
 */
export function stopOnSignal(stop: () => Promise<void>): void {
  let stoppingSince: number | undefined
  const end = () => {
    if (stoppingSince !== undefined) {
      // Under npm one Ctrl+C arrives twice, from the terminal and from npm. Only a later one forces an immediate exit.
      if (performance.now() - stoppingSince > impatientAfterMs) process.exit(1)
      return
    }
    stoppingSince = performance.now()
    stop().then(
      () => process.exit(0),
      () => process.exit(1),
    )
  }
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, end)
  whenNpmEnds(end)
}
