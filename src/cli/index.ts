import { readFileSync } from 'node:fs'
import { enableCompileCache } from 'node:module'
import { Command, CommanderError } from 'commander'
import { appCommand } from './app.ts'
import { clientCommand } from './client.ts'
import { doctorCommand } from './doctor.ts'
import { initCommand } from './init.ts'
import { locationCommand } from './location.ts'
import { migrateCommand } from './migrate.ts'
import { explain, Mistake } from './mistakes.ts'
import { overtimeCommand } from './overtime.ts'
import { ptoCommand } from './pto.ts'
import { sandboxCommand } from './sandbox.ts'
import { serveCommand } from './serve.ts'
import { settingsCommand } from './settings.ts'
import { tokenCommand } from './token.ts'
import { userCommand } from './user.ts'

// The administrator's command line. Exit code 0: done; 1: not done, or something is wrong; 2: not understood.

enableCompileCache()
// Whoever reads the output may have enough of it: clockhouse settings | head.
process.stdout.on('error', () => process.exit(0))
try {
  await program().parseAsync(process.argv)
} catch (error) {
  // A server that could not start may have left a thread behind, which would keep the process alive.
  process.exit(failed(error))
}

/** Says what went wrong, where commander has not, and gives the exit code. */
function failed(error: unknown): number {
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2
  process.stderr.write(`clockhouse: ${explain(error)}\n`)
  return error instanceof Mistake ? error.exitCode : 1
}

function program(): Command {
  const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'))
  const program = new Command('clockhouse')
    .description('Clockhouse: a time-tracking server that you run yourself. This is its administrator’s command line.')
    .version(version, '-v, --version', 'print the version')
    .helpOption('-h, --help', 'print this help')
    .showHelpAfterError('--help says what is possible.')
    .exitOverride()
  program.addHelpText(
    'after',
    `
Commands work on the data that the settings of the environment name, CLOCKHOUSE_DATA or CLOCKHOUSE_DATABASE_URL, also
while a server is running on it. "clockhouse settings" lists all settings.

First steps:
  clockhouse init                                        a company and its first administrator
  clockhouse serve                                       the server
  clockhouse token create --user ada --name "my script"  an access token for the API
  clockhouse sandbox                                     or: a throw-away server with believable data

Exit code: 0 done, 1 not done or something is wrong, 2 the command was not understood.`,
  )
  const commands = [
    serveCommand,
    sandboxCommand,
    initCommand,
    userCommand,
    tokenCommand,
    appCommand,
    overtimeCommand,
    locationCommand,
    clientCommand,
    ptoCommand,
    doctorCommand,
    settingsCommand,
    migrateCommand,
  ]
  for (const add of commands) add(program)
  return program
}
