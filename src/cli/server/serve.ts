import type { Command } from 'commander'
import type { Config } from '../../config.ts'
import { greeting, stopOnSignal, stopWithInput } from '../foreground.ts'
import { configured } from '../mistakes.ts'
import { say } from '../output.ts'
import { terminal } from '../terminal.ts'

/** `clockhouse serve`: starts the server. */
export function serveCommand(program: Command): void {
  program
    .command('serve')
    .description('start the server; what clockhouse does without a command')
    .option('--trial <socket>', 'only show at this socket whether it gets ready, until standard input ends')
    .addHelpText(
      'after',
      `
The database is created or brought up to date first. SIGINT (Ctrl+C) and SIGTERM shut the server down cleanly.
HOST and PORT set where it listens, CLOCKHOUSE_URL its public address; "clockhouse config" lists all variables.
--trial is for "clockhouse update": the server listens only at that socket, sends nothing, and does no background work.`,
    )
    .action(async ({ trial }: { trial?: string }) => {
      const config = configured()
      const { start } = await import('../../start.ts')
      const { onStart, env: environment, threads } = terminal()
      const modules = { ...(threads && { threads }) }
      if (trial !== undefined) {
        const server = await start(onTrial(config), {
          ...{ ...modules, isTrial: true },
          listen: (app) => app.listen({ path: trial }),
        })
        return (onStart ?? stopWithInput)(server.stop)
      }
      const server = await start(config, { environment, ...modules })
      ;(onStart ?? stopOnSignal)(server.stop)
      say(greeting(server, config))
    })
}

/** A server on trial asks no mail server and no certificate authority, sends no traces, and opens no other port. */
function onTrial(config: Config): Config {
  const quiet = { smtpUrl: '', traceCollector: '', metricsToken: '', metricsPort: undefined }
  return { ...config, ...quiet, acmeEmail: '', tlsCert: '', tlsKey: '' }
}
