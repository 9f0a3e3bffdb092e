import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Command, Option } from 'commander'
import { companyName, zone } from '../../sample/company.ts'
import { instantNamed } from '../../sandbox/clock.ts'
import { type Access, redirects } from '../../sandbox/company.ts'
import { dataName, noteRunning } from '../../sandbox/running.ts'
import { scenarios } from '../../sandbox/scenarios.ts'
import { commandName } from '../../sight/command_name.ts'
import { machineClock } from '../../world.ts'
import { stopOnSignal } from '../foreground.ts'
import { configured } from '../mistakes.ts'
import * as options from '../options.ts'
import { note, printJson, say } from '../output.ts'
import { terminal } from '../terminal.ts'
import { sandboxControl } from './control.ts'

type Given = {
  port?: number
  seed: number
  scenario: string
  now?: string
  stopped?: true
  https?: true
  withParent?: true
  json?: true
  keep?: true
}

/** `clockhouse sandbox`: a throwaway server with a sample company. */
export function sandboxCommand(program: Command): void {
  const command = program
    .command('sandbox')
    .description('start a throwaway server with a realistic company of 25 people, a token and an application')
    .option('--port <n>', 'port to listen on at 127.0.0.1 (default: PORT, or a free one)', options.whole(0, 65535))
    .option('--seed <n>', 'random seed; the same seed generates the same company', options.whole(0, 2 ** 31 - 1), 1)
    .addOption(
      new Option('--scenario <name>', 'the situation to start in').choices(Object.keys(scenarios)).default('usual'),
    )
    .option('--now <instant>', 'the time on its clock at the start, such as 2026-12-01T08:00 (default: now)')
    .option('--stopped', 'stop its clock until you move it')
    .option('--https', 'use HTTPS, with a certificate made for this run')
    .option('--with-parent', 'also stop when standard input ends, for programs that start it')
    .option('--keep', 'keep the data when the sandbox stops')
    .addOption(options.json())
    .addHelpText(
      'after',
      `
The data is in a temporary folder or, with CLOCKHOUSE_DATABASE_URL, in a new schema in that database. It is removed when
the sandbox stops (Ctrl+C or SIGTERM). There is no rate limit. All users have the same password. No mail is sent:
"clockhouse sandbox mails" shows what would have been. docs/sandbox.md describes its clock, faults and snapshots.

With --json one line is printed when the server is ready, with base_url, access_token (an administrator's),
employee_access_token, client_id, client_secret, redirect_uri, login_company, login_user, login_password, sandbox_url (its
control), ca_file with --https, and data_dir or database_url, which the other commands can use:
  CLOCKHOUSE_DATA=<data_dir> clockhouse token list --company <login_company>`,
    )
    .action((given: Given) => sandbox(given))
  sandboxControl(command)
}

async function sandbox(given: Given): Promise<void> {
  const { env, threads } = terminal()
  const config = configured({
    HOST: '127.0.0.1',
    ...(given.port === undefined ? { PORT: env.PORT ?? '0' } : { PORT: String(given.port) }),
    CLOCKHOUSE_URL: '',
    CLOCKHOUSE_SMTP_URL: 'outbox:',
    CLOCKHOUSE_RATE_LIMIT: '0',
    CLOCKHOUSE_TRUSTED_PROXIES: '',
    ...{ CLOCKHOUSE_ACME_EMAIL: '', CLOCKHOUSE_TLS_CERT: '', CLOCKHOUSE_TLS_KEY: '', CLOCKHOUSE_HTTP_PORT: '' },
    CLOCKHOUSE_LOG_LEVEL: env.CLOCKHOUSE_LOG_LEVEL ?? 'warn',
  })
  const now = machineClock()
  const secure = given.https && (await (await import('../../sandbox/certificate.ts')).makeCertificates(now / 1000))
  const { Sandbox } = await import('../../sandbox/sandbox.ts')
  const box = await Sandbox.start(config, {
    seed: given.seed,
    scenario: given.scenario,
    now: given.now === undefined ? undefined : instantNamed(given.now, { now, zone }),
    running: given.stopped !== true,
    server: env.CLOCKHOUSE_DATABASE_URL || undefined,
    ...(secure && { secure }),
    ...(threads && { threads }),
  })
  const { place, access, address } = box
  const trust = secure && writeAuthority(secure.ca)
  const running = { url: `${address}/sandbox`, ca: trust?.file, data: dataName(place.settings) }
  const unregister = noteRunning(running, env.TMPDIR)
  const discard = async () => {
    unregister()
    trust?.remove()
    if (given.keep) note(`The data is kept: ${place.command} …`)
    else await place.remove()
  }
  const { onStart = stopOnSignal } = terminal()
  onStart(() => box.stop().finally(discard))
  if (given.withParent) process.stdin.resume().once('close', () => process.emit('SIGTERM'))
  const base_url = `${address}/api/v1`
  const also = { sandbox_url: `${address}/sandbox`, ...(trust && { ca_file: trust.file }) }
  if (given.json) printJson({ base_url, ...access, ...place.shown, ...also })
  else say(description(address, access, place.command, trust?.file))
}

/** Writes the certificate that clients must trust into a separate folder. */
function writeAuthority(ca: string): { file: string; remove: () => void } {
  const folder = mkdtempSync(join(tmpdir(), 'clockhouse-sandbox-ca-'))
  const file = join(folder, 'ca.pem')
  writeFileSync(file, ca)
  return { file, remove: () => rmSync(folder, { recursive: true, force: true }) }
}

function description(address: string, access: Access, command: string, ca: string | undefined): string {
  return `
  A sandbox is running at ${address}
  ${companyName}: 25 people, three months of time. All of it is removed when the sandbox stops.

  Sign in     ${address}/ as ${access.login_user} with the password ${access.login_password} (company ${access.login_company};
              all users have this password, ${access.login_user} is the owner)
  Call        curl -H "Authorization: Bearer ${access.access_token}" ${address}/api/v1/current_user
  As Maya     ${access.employee_access_token}, an employee
  OAuth 2.0   client_id ${access.client_id}
              client_secret ${access.client_secret}
              redirect_uri ${redirects.join(', ')}
  Mail        none is sent: ${address}/api/console/outbox
              shows what would have been (with the first token)
  Commands    ${command} token list --company ${access.login_company}
  Control     its clock, faults, snapshots: ${commandName} sandbox clock +7d, or ${address}/sandbox${
    ca === undefined ? '' : `\n  HTTPS       the certificate to trust is in ${ca}`
  }

  Stop with Ctrl+C.
`
}
