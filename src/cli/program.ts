import { Command, CommanderError } from 'commander'
import { productVersion } from '../sight/version.ts'
import { appCommand } from './app.ts'
import { auditCommand } from './audit.ts'
import { backupCommand } from './backup.ts'
import { breakCommand } from './break.ts'
import { clientCommand } from './client.ts'
import { compareCommand } from './compare.ts'
import { configCommand } from './config.ts'
import { doctorCommand } from './doctor.ts'
import { holidayCommand } from './holiday.ts'
import { importCommand } from './import.ts'
import { initCommand } from './init.ts'
import { inspectorCommand } from './inspector.ts'
import { locationCommand } from './location.ts'
import { mcpCommand } from './mcp.ts'
import { migrateCommand } from './migrate.ts'
import { explain, Mistake } from './mistakes.ts'
import { moveCommand } from './move.ts'
import { overtimeCommand } from './overtime.ts'
import { ptoCommand } from './pto.ts'
import { rateCommand } from './rate.ts'
import { restoreCommand } from './restore.ts'
import { holdCommand, retentionCommand } from './retention.ts'
import { sampleCommand } from './sample.ts'
import { sandboxCommand } from './sandbox.ts'
import { scimCommand } from './scim.ts'
import { serveCommand } from './serve.ts'
import { settingsCommand } from './settings.ts'
import { ssoCommand } from './sso.ts'
import { at, type Terminal } from './terminal.ts'
import { tokenCommand } from './token.ts'
import { upgradeCommand } from './upgrade.ts'
import { userCommand } from './user.ts'
import { webhookCommand } from './webhook.ts'
import { zonesCommand } from './zones.ts'

/** The commands, in the order in which the help lists them. */
const commands = [
  serveCommand,
  sandboxCommand,
  initCommand,
  userCommand,
  tokenCommand,
  appCommand,
  ssoCommand,
  scimCommand,
  webhookCommand,
  settingsCommand,
  importCommand,
  compareCommand,
  sampleCommand,
  overtimeCommand,
  locationCommand,
  clientCommand,
  mcpCommand,
  ptoCommand,
  breakCommand,
  holidayCommand,
  rateCommand,
  auditCommand,
  inspectorCommand,
  retentionCommand,
  holdCommand,
  doctorCommand,
  backupCommand,
  restoreCommand,
  moveCommand,
  zonesCommand,
  configCommand,
  migrateCommand,
  upgradeCommand,
]

/** Runs `clockhouse …` at a terminal and returns the exit code: 0 success, 1 failure, 2 invalid command. */
export async function run(args: readonly string[], terminal: Terminal): Promise<number> {
  try {
    await at(terminal, () => program(terminal).parseAsync(args, { from: 'user' }))
    return terminal.exitCode
  } catch (error) {
    // Commander has already printed what it did not understand.
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2
    terminal.writeError(`clockhouse: ${explain(error)}\n`)
    return error instanceof Mistake ? error.exitCode : 1
  }
}

function program(terminal: Terminal): Command {
  const program = new Command('clockhouse')
    .description('Clockhouse: a self-hosted time-tracking server. This is the administrator’s command line.')
    .version(productVersion(), '-v, --version', 'print the version')
    .helpOption('-h, --help', 'print this help')
    .showHelpAfterError('See --help.')
    // Options belong to the command that they follow, because sandbox and its subcommands share some option names.
    .enablePositionalOptions()
    .exitOverride()
    .configureOutput({ writeOut: terminal.write, writeErr: terminal.writeError })
  program.addHelpText(
    'after',
    `
Commands work on the data that CLOCKHOUSE_DATA or CLOCKHOUSE_DATABASE_URL in the environment selects, even while a
server is running on it. "clockhouse config" lists these variables.

First steps:
  clockhouse init                                        create a company and its first administrator
  clockhouse                                             start the server, as "clockhouse serve" does
  clockhouse token create --user ada --name "my script"  create an access token for the API
  clockhouse sandbox                                     or: start a throwaway server with realistic data

Exit code: 0 success, 1 failure or a problem was found, 2 invalid command.`,
  )
  for (const add of commands) add(program)
  program.hook('preAction', (_, action) => {
    const names = []
    for (let command: Command | null = action; command; command = command.parent) names.unshift(command.name())
    terminal.command = names.join(' ')
  })
  return program
}
