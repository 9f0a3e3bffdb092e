import assert from 'node:assert/strict'
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { after, describe, test } from 'node:test'
import { pathToFileURL } from 'node:url'
import { platform, writeArchiveFolder } from '../support/archives.ts'

// The server runs on the Node.js 24 of a machine, with a polyfill of Temporal: the same company has the same hours, pay and
// totals there as on the Node.js among the packages. The version has the same time zone data.

const root = join(import.meta.dirname, '../..')
const folder = mkdtempSync(join(realpathSync(tmpdir()), 'clockhouse-node-24-'))
after(() => rmSync(folder, { recursive: true, force: true }))

const wanted = '24.20.0'
const node24 = fetched()
const skip = node24 === undefined ? `npm cannot fetch Node.js ${wanted} for ${platform}` : false

/** Node.js 24 from the registry; undefined if it cannot be had. */
function fetched(): string | undefined {
  const name = `node-${platform === 'darwin-arm64' ? 'bin-' : ''}${platform.replace('win32', 'win')}`
  writeFileSync(join(folder, 'package.json'), '{"private":true}')
  const args = ['install', '--no-audit', '--no-fund', '--ignore-scripts', '--prefer-offline', `${name}@${wanted}`]
  try {
    execFileSync('npm', args, { cwd: folder, stdio: 'ignore' })
  } catch {
    return undefined
  }
  const file = join(folder, 'node_modules', name, 'bin/node')
  return existsSync(file) ? file : undefined
}

const zones = `const { instantOf, isZone, zoneOffsets } = await import(process.argv[1])
const names = [...Intl.supportedValuesOf('timeZone'), 'UTC', 'US/Pacific', 'utc', 'EST', '+05:00', 'Etc/GMT+5', 'Mars/Base']
const of = (zone) => [zoneOffsets(zone, -3e15, 8e15), instantOf('2350-07-01', 3600, zone), instantOf('1850-07-01', 3600, zone)]
console.log(JSON.stringify(names.map((name) => [name, isZone(name) && of(name)])))`

test('every time zone has the same offsets, with Temporal and with its polyfill', { skip }, () => {
  const calendar = pathToFileURL(join(root, 'src/rules/time/calendar.ts')).href
  const polyfill = ['--import', import.meta.resolve('temporal-polyfill/global')]
  const [own, other] = [[process.execPath], [node24!, ...polyfill]].map(([node, ...flags]) => {
    const args = [...flags, '--input-type=module', '--eval', zones, calendar]
    return JSON.parse(execFileSync(node!, args, { encoding: 'utf8', maxBuffer: 2 ** 28 })) as [string, unknown][]
  })
  assert.ok(own!.length > 400)
  for (const [index, zone] of own!.entries()) assert.deepEqual(other![index], zone)
})

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

describe('a company of the same seed', { skip }, () => {
  test('entries, totals, payroll and project hours are the same on Node.js 24 as on the newer one', async () => {
    const own = await outcomes(process.execPath)
    const other = await outcomes(node24!)
    // The dates include the end of daylight saving time, and so does what is paid.
    assert.ok(/"total_re_seconds":[1-9]/.test(JSON.stringify(own.payroll)), 'nothing is paid, so nothing is compared')
    for (const [name, outcome] of Object.entries(own)) assert.deepEqual(other[name], outcome, name)
  })
})

test('an installed command runs on Node.js 24 without looking for another one, and doctor accepts it', { skip }, () => {
  const home = join(folder, 'installed/clockhouse')
  writeArchiveFolder(home, { version: '0.9.0', note: { kind: 'package' }, node: node24! })
  const printed = execFileSync(join(home, 'clockhouse'), ['doctor'], { env: { PORT: '0' }, encoding: 'utf8' })
  assert.match(printed, new RegExp(`ok +Node\\.js: ${wanted.replaceAll('.', '\\.')} `))
})
