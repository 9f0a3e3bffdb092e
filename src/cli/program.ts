import { Command, CommanderError } from 'commander'
import { useProxies } from '../company/outgoing.ts'
import { outgoingProxies } from '../config.ts'
import { productVersion } from '../sight/version.ts'
import { appCommand } from './company/app.ts'
import { auditCommand } from './company/audit.ts'
import { breakCommand } from './company/break.ts'
import { clientCommand } from './company/client.ts'
import { holidayCommand } from './company/holiday.ts'
import { inspectorCommand } from './company/inspector.ts'
import { locationCommand } from './company/location.ts'
import { overtimeCommand } from './company/overtime.ts'
import { patternCommand } from './company/pattern.ts'
import { payCommand } from './company/pay.ts'
import { ptoCommand } from './company/pto.ts'
import { rateCommand } from './company/rate.ts'
import { holdCommand, retentionCommand } from './company/retention.ts'
import { sampleCommand } from './company/sample.ts'
import { scimCommand } from './company/scim.ts'
import { settingsCommand } from './company/settings.ts'
import { ssoCommand } from './company/sso.ts'
import { tokenCommand } from './company/token.ts'
import { userCommand } from './company/user.ts'
import { webhookCommand } from './company/webhook.ts'
import { compareCommand } from './compare.ts'
import { doctorCommand } from './doctor.ts'
import { importCommand } from './import.ts'
import { mcpCommand } from './mcp.ts'
import { explain, Mistake } from './mistakes.ts'
import { sandboxCommand } from './sandbox/sandbox.ts'
import { backupCommand } from './server/backup.ts'
import { clockCommand } from './server/clock.ts'
import { configCommand } from './server/config.ts'
import { healthCommand } from './server/health.ts'
import { initCommand } from './server/init.ts'
import { migrateCommand } from './server/migrate.ts'
import { moveCommand } from './server/move.ts'
import { repairCommand } from './server/repair.ts'
import { restoreCommand } from './server/restore.ts'
import { serveCommand } from './server/serve.ts'
import { updateCommand } from './server/update.ts'
import { upgradeCommand } from './server/upgrade.ts'
import { zonesCommand } from './server/zones.ts'
import { at, type Terminal } from './terminal.ts'

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
  patternCommand,
  locationCommand,
  clientCommand,
  mcpCommand,
  ptoCommand,
  breakCommand,
  holidayCommand,
  rateCommand,
  payCommand,
  auditCommand,
  inspectorCommand,
  retentionCommand,
  holdCommand,
  doctorCommand,
  healthCommand,
  backupCommand,
  restoreCommand,
  repairCommand,
  moveCommand,
  zonesCommand,
  clockCommand,
  configCommand,
  migrateCommand,
  upgradeCommand,
  updateCommand,
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
    useProxies(outgoingProxies(terminal.env))
    const names = []
    for (let command: Command | null = action; command; command = command.parent) names.unshift(command.name())
    terminal.command = names.join(' ')
  })
  return program
}
