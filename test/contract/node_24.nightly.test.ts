import assert from 'node:assert/strict'
import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { after, test } from 'node:test'
import { pathToFileURL } from 'node:url'
import { nodeNeeded } from '../../src/cli/server/node_needed.js'
import { platform, writeArchiveFolder } from '../support/archives.ts'

// The server runs on the Node.js 24 of a machine, with a polyfill of Temporal: the same company has the same hours, pay and
// totals there as on the Node.js among the packages. Tried are the oldest that is accepted, the newest, and one with the same
// time zone data. Without a network, the tests are skipped; any other reason why these cannot be had is a failure.

const root = join(import.meta.dirname, '../..')
const folder = mkdtempSync(join(realpathSync(tmpdir()), 'clockhouse-node-24-'))
after(() => rmSync(folder, { recursive: true, force: true }))

const packageName = `node-${platform === 'darwin-arm64' ? 'bin-' : ''}${platform.replace('win32', 'win')}`

/** How npm says that it does not reach the registry. */
const unreachable =
  /code (ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH|EHOSTUNREACH|ERR_SOCKET_TIMEOUT)/

/** The output of npm; undefined if the registry cannot be reached. Throws if npm fails otherwise. */
function npm(args: readonly string[], cwd = folder): string | undefined {
  const { status, stdout, stderr } = spawnSync('npm', [...args, '--prefer-offline'], { cwd, encoding: 'utf8' })
  if (status === 0) return stdout
  if (unreachable.test(stderr)) return undefined
  throw new Error(`npm ${args.join(' ')} has failed:\n${stderr}`)
}

/** A Node.js 24 with the time zone data of the one among the packages. */
const sameZones = '24.20.0'

/** The oldest Node.js 24 that is accepted, that one, and the newest; undefined without a network. */
function wantedVersions(): string[] | undefined {
  const printed = npm(['view', `${packageName}@24`, 'version', '--json'])
  if (printed === undefined) return undefined
  const newest = (JSON.parse(printed) as string[]).sort((a, b) => a.localeCompare(b, 'en', { numeric: true })).at(-1)!
  return [...new Set([`${nodeNeeded}.0`, sameZones, newest])]
}

/** The program of a version from the registry; undefined without a network. */
function fetched(version: string): string | undefined {
  const place = join(folder, version)
  mkdirSync(place)
  writeFileSync(join(place, 'package.json'), '{"private":true}')
  const name = `${packageName}@${version}`
  if (npm(['install', '--no-audit', '--no-fund', '--ignore-scripts', name], place) === undefined) return undefined
  const node = join(place, 'node_modules', packageName, 'bin/node')
  assert.equal(execFileSync(node, ['--version'], { encoding: 'utf8' }).trim(), `v${version}`)
  return node
}

const versions = wantedVersions()
const nodes = (versions ?? []).flatMap((version) => {
  const node = fetched(version)
  return node === undefined ? [] : [{ version, node }]
})
const skip =
  nodes.length < (versions?.length ?? 1) ? 'npm does not reach the registry, so no Node.js 24 is tried' : false

/** The version of the time zone data of a Node.js. */
const zoneData = (node: string) => execFileSync(node, ['--print', 'process.versions.tz'], { encoding: 'utf8' }).trim()

const zones = `const { instantOf, isZone, zoneOffsets } = await import(process.argv[1])
const names = [...Intl.supportedValuesOf('timeZone'), 'UTC', 'US/Pacific', 'utc', 'EST', '+05:00', 'Etc/GMT+5', 'Mars/Base']
const of = (zone) => [zoneOffsets(zone, -3e15, 8e15), instantOf('2350-07-01', 3600, zone), instantOf('1850-07-01', 3600, zone)]
console.log(JSON.stringify(names.map((name) => [name, isZone(name) && of(name)])))`

test('every time zone has the same offsets, with Temporal and with its polyfill', { skip }, (t) => {
  // One with other time zone data has other offsets for that reason.
  const alike = nodes.filter(({ node }) => zoneData(node) === process.versions.tz)
  assert.ok(alike.length > 0, `none has the time zone data ${process.versions.tz}`)
  t.diagnostic(`compared with ${alike.map(({ version }) => version).join(' and ')}`)
  for (const { node } of alike) compareZones(node)
})

function compareZones(node24: string): void {
  const calendar = pathToFileURL(join(root, 'src/rules/time/calendar.ts')).href
  const polyfill = ['--import', import.meta.resolve('temporal-polyfill/global')]
  const [own, other] = [[process.execPath], [node24, ...polyfill]].map(([node, ...flags]) => {
    const args = [...flags, '--input-type=module', '--eval', zones, calendar]
    return JSON.parse(execFileSync(node!, args, { encoding: 'utf8', maxBuffer: 2 ** 28 })) as [string, unknown][]
  })
  assert.ok(own!.length > 400)
  for (const [index, zone] of own!.entries()) assert.deepEqual(other![index], zone)
}

/** What a company of a seed has, by the clock of a sandbox that stands still. */
async function outcomes(node: string): Promise<Record<string, unknown>> {
  const options = ['--json', '--stopped', '--seed', '24', '--now', '2026-11-20T15:00:00Z']
  const child = spawn(node, [join(root, 'dist/clockhouse.js'), 'sandbox', ...options], {
    env: { PATH: process.env.PATH, TMPDIR: mkdtempSync(join(folder, 'sandbox-')) },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  try {
    const [line] = await once(createInterface(child.stdout), 'line')
    const { base_url, access_token } = JSON.parse(line)
    const headers = { authorization: `Bearer ${access_token}`, 'content-type': 'application/json' }
    const answer = async (path: string, data?: object) => {
      const more = data ? { method: 'POST', body: JSON.stringify({ data }) } : {}
      const response = await fetch(`${base_url}${path}`, { headers, ...more })
      assert.equal(response.status, 200, path)
      return response.json()
    }
    const dates = { start_date: '2026-10-18', end_date: '2026-11-21' }
    const found: Record<string, unknown> = {}
    for (const page of [1, 2, 3, 4, 5])
      found[`timesheets ${page}`] = await answer(
        `/timesheets?start_date=${dates.start_date}&end_date=${dates.end_date}&per_page=200&page=${page}`,
      )
    found.totals = await answer('/reports/current_totals', {})
    for (const report of ['payroll', 'project']) found[report] = await answer(`/reports/${report}`, dates)
    return found
  } finally {
    child.kill('SIGTERM')
    await once(child, 'close')
  }
}

test('entries, totals, payroll and project hours of a seed are the same on Node.js 24', { skip }, async () => {
  const own = await outcomes(process.execPath)
  // The dates include the end of daylight saving time, and so does what is paid.
  assert.ok(/"total_re_seconds":[1-9]/.test(JSON.stringify(own.payroll)), 'nothing is paid, so nothing is compared')
  for (const { version, node } of nodes) {
    const other = await outcomes(node)
    for (const [name, outcome] of Object.entries(own)) assert.deepEqual(other[name], outcome, `${name} on ${version}`)
  }
})

for (const { version, node } of nodes)
  test(`an installed command runs on Node.js ${version} without looking for another one, and doctor accepts it`, () => {
    const home = join(folder, `installed-${version}/clockhouse`)
    writeArchiveFolder(home, { version: '0.9.0', note: { kind: 'package' }, node })
    const printed = execFileSync(join(home, 'clockhouse'), ['doctor'], { env: { PORT: '0' }, encoding: 'utf8' })
    assert.match(printed, new RegExp(`ok +Node\\.js: ${version.replaceAll('.', '\\.')} `))
  })
