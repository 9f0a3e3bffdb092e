import type { Command } from 'commander'
import { contradiction, givenTo, readConfig, type Variable, variables } from '../config.ts'
import { checkLimits } from '../guardian/setup/limits.ts'
import { english } from '../rules/language/messages.ts'
import type { Finding } from '../sight/watcher.ts'
import { examineBackups } from './doctor/backups.ts'
import { checkDatabase } from './doctor/database.ts'
import { checkAddress, checkClock, checkConfig, checkRelease, checkRuntime } from './doctor/machine.ts'
import { checkMail } from './doctor/mail.ts'
import { checkHolder } from './doctor/server.ts'
import * as options from './options.ts'
import { printJson, say } from './output.ts'
import { type Terminal, terminal } from './terminal.ts'

const marks = { ok: 'ok     ', warning: 'warning', broken: 'BROKEN ' }

/** `clockhouse doctor`: shows what is wrong with the setup and how to fix it. */
export function doctorCommand(program: Command): void {
  program
    .command('doctor')
    .description('check the setup: what is wrong, and how to fix it')
    .addOption(options.json())
    .addHelpText(
      'after',
      `
It changes nothing and can run alongside a server. Exit code 0: works, maybe with warnings; 1: something is broken.`,
    )
    .action(async (given: { json?: true }) => {
      const findings = await examine()
      const broken = findings.filter((finding) => finding.state === 'broken').length
      if (given.json) printJson({ ok: broken === 0, findings })
      else for (const finding of findings) say(line(finding))
      if (!given.json) say(broken === 0 ? '\nClockhouse can run here.' : `\nBroken: ${broken}.`)
      if (broken > 0) terminal().exitCode = 1
    })
}

async function examine(): Promise<Finding[]> {
  const { env } = terminal()
  const findings = [...checkRuntime(env), ...checkConfig(env)]
  // The remaining checks run with the variables that are valid.
  const config = readConfig(usable(env))
  findings.push(...(await checkLimits(english)))
  findings.push(...(await checkRelease(config)))
  findings.push(...checkClock())
  findings.push(...checkHolder(config))
  findings.push(...(await checkDatabase(config)))
  findings.push(...(await checkMail(config)))
  findings.push(...(await examineBackups(config)))
  findings.push(...(await checkAddress(config)))
  return findings
}

function usable(environment: Terminal['env']): Record<string, string | undefined> {
  const broken = Object.values<Variable>(variables).filter((variable) => {
    try {
      variable.parse(givenTo(variable, environment) ?? variable.default, variable.env)
      return false
    } catch {
      return true
    }
  })
  const names = broken.flatMap(({ env, also = env }) => [env, also])
  const left = { ...environment, ...Object.fromEntries(names.map((name) => [name, undefined])) }
  // If variables conflict, mail, the map and sign-in by a proxy can be left out.
  const { smtpUrl, mapTiles, userHeader } = variables
  const optional = Object.fromEntries([smtpUrl, mapTiles, userHeader].map(({ env }) => [env, undefined]))
  return contradiction(left) ? { ...left, ...optional } : left
}

function line({ check, state, message, remedy }: Finding): string {
  const more = remedy ? `\n${' '.repeat(10)}→ ${remedy}` : ''
  return `${marks[state]}  ${check}: ${message}${more}`
}
