import type { Command } from 'commander'
import { configured } from './mistakes.ts'
import { say } from './output.ts'

/** `clockhouse serve`: the server, the same as `npm start`. */
export function serveCommand(program: Command): void {
  program
    .command('serve')
    .description('start the server, as npm start does')
    .addHelpText(
      'after',
      `
The database is made or brought up to date first. SIGINT (Ctrl+C) and SIGTERM stop the server in order.
HOST and PORT say where it listens, CLOCKHOUSE_URL how it is reached; "clockhouse settings" lists all settings.`,
    )
    .action(async () => {
      const config = configured()
      const { greeting, start, stopOnSignal } = await import('../start.ts')
      const server = await start(config)
      stopOnSignal(server.stop)
      say(greeting(server, config))
    })
}
