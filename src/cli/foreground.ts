import type { Config } from '../config.ts'
import { addressesElsewhere } from '../sight/addresses_elsewhere.ts'
import { commandName } from '../sight/command_name.ts'
import type { Server } from '../start.ts'
import { whenNpmEnds } from './server/npm_parent.js'

/** The message on the terminal when the server has started. */
export function greeting({ address, isNew, setupCode }: Server, config: Config): string {
  const url = config.url || address
  const others = config.url ? [] : addressesElsewhere(config.host, new URL(address).port)
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

const impatientAfterMs = 1000

/**
 * Shuts down cleanly on SIGINT and SIGTERM. Acknowledged writes are on disk either way. Under npm it also stops
 * when npm has exited.
 */
export function stopOnSignal(stop: () => Promise<void>): void {
  whenNpmEnds(ending(stop))
}

/** The same when standard input ends, as it does when the process that has started this one is gone. */
export function stopWithInput(stop: () => Promise<void>): void {
  process.stdin.resume().once('end', ending(stop))
}

/** Shuts down on signals. Returns a function that does so for another reason. */
function ending(stop: () => Promise<void>): () => void {
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
  return end
}
