import { lookup } from 'node:dns/promises'
import { createServer } from 'node:net'
import { type Config, contradiction, givenTo, unknownIn, type Variable, variables } from '../../config.ts'
import { checkUrl } from '../../guardian/setup/address.ts'
import { about } from '../../guardian/setup/finding.ts'
import { checkVariables } from '../../guardian/setup/variables.ts'
import { checkZones } from '../../guardian/setup/zones.ts'
import { newerRelease } from '../../jobs/newer_version.ts'
import { english } from '../../rules/language/messages.ts'
import { isHostName } from '../../rules/settings/address_values.ts'
import { messageOf } from '../../rules/thrown.ts'
import { localDate } from '../../rules/time/calendar.ts'
import { commandName } from '../../sight/command_name.ts'
import { installation, releasesAddress } from '../../sight/installation.ts'
import { productVersion } from '../../sight/version.ts'
import type { Finding } from '../../sight/watcher.ts'
import { zoneData } from '../../sight/zone_data.ts'
import { machineClock } from '../../world.ts'
import { askServer } from '../local_server.ts'
import { explain } from '../mistakes.ts'
import { isNode, nodeNeeded } from '../server/node_needed.js'
import { localUrl } from '../server_url.ts'
import { checkServer } from './server.ts'

/** Checks Node.js and its time zone data. */
export function checkRuntime(environment: NodeJS.ProcessEnv): Finding[] {
  const { node } = process.versions
  const runtime = about('Node.js')
  return [
    about('Version').ok(productVersion()),
    isNode(node, nodeNeeded)
      ? runtime.ok(`${node} (${process.execPath})`)
      : runtime.broken(`${node} is too old`, `Install Node.js ${nodeNeeded} or newer.`),
    checkZones(english, zoneData(environment, Number(today().slice(0, 4)))),
  ]
}

/** Looks whether there is a newer version, if that is switched on. */
export async function checkRelease({ updateNotice, releases }: Config): Promise<Finding[]> {
  const address = releasesAddress(releases)
  if (!updateNotice || !address) return []
  const check = about('Newer version')
  try {
    const newer = await newerRelease(address, productVersion())
    if (newer === undefined) return [check.ok('none')]
    const remedy = installation.kind === 'archive' ? `Run ${commandName} update.` : 'Install it (docs/installing.md).'
    return [check.warning(`${newer} is released`, remedy)]
  } catch (error) {
    return [check.warning(`the releases cannot be read: ${messageOf(error)}`, `Check ${variables.releases.env}.`)]
  }
}

/** Finds environment variables with invalid values, and CLOCKHOUSE_ variables that do not exist. */
export function checkConfig(environment: NodeJS.ProcessEnv): Finding[] {
  const check = about('Configuration')
  const all = Object.values<Variable>(variables)
  const broken = all.flatMap((variable) => {
    const value = givenTo(variable, environment)
    try {
      variable.parse(value ?? variable.default, variable.env)
      return []
    } catch (error) {
      return [check.broken(messageOf(error), `Correct ${variable.env} or unset it (${variable.about})`)]
    }
  })
  const conflict = contradiction(environment)
  if (conflict) broken.push(check.broken(conflict.message, conflict.remedy))
  const given = all.filter((variable) => givenTo(variable, environment) !== undefined).map((variable) => variable.env)
  return [
    ...broken,
    ...checkVariables(english, { smtpUrl: environment[variables.smtpUrl.env] ?? '' }, unknownIn(environment)),
    ...(broken.length === 0 ? [check.ok(given.length === 0 ? 'all defaults' : `set: ${given.join(', ')}`)] : []),
  ]
}

/** Checks that the clock is plausible. It is compared with the database when that is checked. */
export function checkClock(): Finding[] {
  const check = about('Clock')
  const date = today()
  if (date < '2026-01-01' || date > '2099-12-31')
    return [
      check.broken(`it is ${date} on this machine`, 'Set the clock, for example with NTP: this server records time.'),
    ]
  return [check.ok(`it is ${date}`)]
}

/** Checks the port the server listens on and the address people use. */
export async function checkAddress(config: Config): Promise<Finding[]> {
  return [...(await checkPort(config)), ...checkUrl(english, config), ...(await checkProxies(config))]
}

async function checkPort(config: Config): Promise<Finding[]> {
  const { host, port } = config
  if (port === 0) return [about('Port').ok('a free one is picked at each start')]
  const ask = (path: string) => askServer(localUrl(config), path).catch(() => '')
  // A server that is too old for its database describes nothing any more.
  if ((await ask('/api/v1/openapi.json')).includes('"Clockhouse') || (await ask('/livez')) === '{"status":"alive"}')
    return checkServer(`a Clockhouse server is running at ${host}:${port}`, await ask('/readyz'))
  return [await checkFree(host, port)]
}

/** Checks that this account can listen on a port. */
async function checkFree(host: string, port: number): Promise<Finding> {
  const check = about('Port')
  const error = await listening(host, port)
  if (!error) return check.ok(`${host}:${port} is free`)
  if (error.code === 'EADDRINUSE')
    return check.broken(
      `${host}:${port} is in use by another program`,
      'Set PORT to another port, or stop that program.',
    )
  if (error.code === 'EACCES')
    return check.broken(
      `this account may not listen on port ${port}`,
      'Set PORT to 1024 or above, behind a reverse proxy.',
    )
  return check.broken(`cannot listen on ${host}:${port}: ${explain(error)}`, 'Set HOST to an address of this machine.')
}

/** Tries to listen on a port; returns the error, if any. */
function listening(host: string, port: number): Promise<NodeJS.ErrnoException | undefined> {
  return new Promise((resolve) => {
    const server = createServer()
    server.once('error', resolve)
    server.listen(port, host, () => server.close(() => resolve(undefined)))
  })
}

/** Looks up the trusted proxies that are host names. */
async function checkProxies({ trustedProxies }: Config): Promise<Finding[]> {
  const { warning } = about('Proxies')
  const looks = trustedProxies.filter(isHostName).map(async (name): Promise<Finding[]> => {
    const found = await lookup(name, { all: true }).catch(() => [])
    if (found.length > 0) return []
    return [
      warning(
        `${variables.trustedProxies.env} names ${name}, which cannot be looked up: its headers are not trusted`,
        'Start that proxy, correct the name, or give its address or network.',
      ),
    ]
  })
  return (await Promise.all(looks)).flat()
}

function today(): string {
  return localDate(machineClock(), 'UTC')
}
