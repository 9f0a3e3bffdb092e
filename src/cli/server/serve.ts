import type { Command } from 'commander'
import { greeting, stopOnSignal } from '../foreground.ts'
import { configured } from '../mistakes.ts'
import { say } from '../output.ts'
import { terminal } from '../terminal.ts'

/** `clockhouse serve`: starts the server. */
export function serveCommand(program: Command): void {
  program
    .command('serve')
    .description('start the server; what clockhouse does without a command')
    .addHelpText(
      'after',
      `
The database is created or brought up to date first. SIGINT (Ctrl+C) and SIGTERM shut the server down cleanly.
HOST and PORT set where it listens, CLOCKHOUSE_URL its public address; "clockhouse config" lists all variables.`,
    )
    .action(async () => {
      const config = configured()
      const { start } = await import('../../start.ts')
      const { onStart = stopOnSignal, threads } = terminal()
      const server = await start(config, { ...(threads && { threads }) })
      onStart(server.stop)
      say(greeting(server, config))
    })
}
