import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { newerZoneFolder } from '../../src/cli/server/zone_files.ts'
import { isFull } from '../support/tiers.ts'
import { writeZoneFiles } from '../support/zone_data.ts'
import { clockhouse, spawnClockhouse } from './command.ts'

const newest = '2098z'
const own = process.versions.tz!

describe('zones update', () => {
  let folder = ''
  let env: Record<string, string>
  const from = (name: string, version: string) => {
    writeZoneFiles(join(folder, name), version)
    return join(folder, name)
  }
  before(() => {
    folder = mkdtempSync(join(tmpdir(), 'clockhouse-zones-'))
    env = { CLOCKHOUSE_DATA: join(folder, 'data') }
  })
  after(() => rmSync(folder, { recursive: true, force: true }))

  /** The version of the time zone data that the next process finds in the data folder, or its own. */
  const found = () => {
    const data = newerZoneFolder(env, own)
    return data === undefined ? own : readFileSync(join(data, 'version'), 'utf8').trim()
  }
  /** The version that doctor prints in a process of its own. */
  const inUse = async () => {
    const { stdout } = await spawnClockhouse(['doctor'], { env })
    return /Time zones: data from (\w+)/.exec(stdout)![1]
  }
  const update = (source: string) => clockhouse(['zones', 'update', source], { env })

  test('zones update refuses data that Node.js cannot read, that lacks a file or is no newer, and changes nothing', async () => {
    const broken = from('broken', newest)
    writeFileSync(join(broken, 'zoneinfo64.res'), 'nonsense')
    const lacking = from('lacking', newest)
    rmSync(join(lacking, 'metaZones.res'))
    for (const [source, about] of [
      [broken, /has no time zone data that Node.js can read/],
      [lacking, /lacking\/metaZones.res cannot be read/],
      [from('same', own), /nothing to update/],
      [from('old', '2001a'), /has 2001a, and Node.js itself has/],
    ] as const) {
      const { code, stderr } = await update(source)
      assert.equal(code, 1)
      assert.match(stderr, about)
    }
    assert.equal(found(), own)
    if (isFull) assert.equal(await inUse(), own)
  })

  test('the next process uses newer data from a folder', async () => {
    const { code, stdout, stderr } = await update(from('new', '2098a'))
    assert.equal(code, 0, stderr)
    assert.match(stdout, /^Time zone data 2098a is in .*time-zones\. Restart the server to use it\.$/m)
    assert.equal(await inUse(), '2098a')
  })

  test('zones update downloads newer data from a URL', async () => {
    const published = from('published', newest)
    const server = createServer((request, response) => {
      response.end(readFileSync(join(published, request.url!.slice('/le/'.length))))
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const { port } = server.address() as AddressInfo
    const { code, stderr } = await update(`http://127.0.0.1:${port}/le/`)
    server.close()
    assert.equal(code, 0, stderr)
    assert.equal(found(), newest)
    if (isFull) assert.equal(await inUse(), newest)
  })

  test('the data of a newer Node.js is preferred to that in the data folder', () => {
    const data = join(folder, 'older')
    const zones = join(data, 'time-zones')
    mkdirSync(zones, { recursive: true })
    writeFileSync(join(zones, 'version'), `${newest}\n`)
    assert.equal(newerZoneFolder({ CLOCKHOUSE_DATA: data }, '2098y'), zones)
    assert.equal(newerZoneFolder({ CLOCKHOUSE_DATA: data }, '2099a'), undefined)
  })
})
