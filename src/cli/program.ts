import { readFileSync } from 'node:fs'
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
import { at, type Terminal } from './terminal.ts'
import { tokenCommand } from './token.ts'
import { userCommand } from './user.ts'

/**
 * Runs `clockhouse …` at a terminal and gives the exit code. 0: done; 1: not done, or something is wrong; 2: not
 * understood.
 */
export async function run(args: readonly string[], terminal: Terminal): Promise<number> {
  try {
    await at(terminal, () => program(terminal).parseAsync(args, { from: 'user' }))
    return terminal.exitCode
  } catch (error) {
    // Commander has said what it did not understand.
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2
    terminal.writeError(`clockhouse: ${explain(error)}\n`)
    return error instanceof Mistake ? error.exitCode : 1
  }
}

function program(terminal: Terminal): Command {
  const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'))
  const program = new Command('clockhouse')
    .description('Clockhouse: a time-tracking server that you run yourself. This is its administrator’s command line.')
    .version(version, '-v, --version', 'print the version')
    .helpOption('-h, --help', 'print this help')
    .showHelpAfterError('--help says what is possible.')
    .exitOverride()
    .configureOutput({ writeOut: terminal.write, writeErr: terminal.writeError })
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
