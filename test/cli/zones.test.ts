import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { newerZoneFolder } from '../../src/cli/zone_files.ts'
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

  /** What the next process says about its time zone data. */
  const inUse = async () => {
    const { stdout } = await spawnClockhouse(['doctor'], { env })
    return /Time zones: data from (\w+)/.exec(stdout)![1]
  }
  const update = (source: string) => clockhouse(['zones', 'update', source], { env })

  test('refuses what Node.js cannot read, lacks a file or is no newer, and changes nothing', async () => {
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
    assert.equal(await inUse(), own)
  })

  test('newer data from a folder is used by the next process', async () => {
    const { code, stdout, stderr } = await update(from('new', '2098a'))
    assert.equal(code, 0, stderr)
    assert.match(stdout, /^Time zone data 2098a is in .*time-zones\. Restart the server to use it\.$/m)
    assert.equal(await inUse(), '2098a')
  })

  test('and so is what a URL has', async () => {
    const published = from('published', newest)
    const server = createServer((request, response) => {
      response.end(readFileSync(join(published, request.url!.slice('/le/'.length))))
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const { port } = server.address() as AddressInfo
    const { code, stderr } = await update(`http://127.0.0.1:${port}/le/`)
    server.close()
    assert.equal(code, 0, stderr)
    assert.equal(await inUse(), newest)
  })

  test('the data of a newer Node.js are preferred', () => {
    assert.equal(newerZoneFolder(env, '2098y'), join(folder, 'data', 'time-zones'))
    assert.equal(newerZoneFolder(env, '2099a'), undefined)
  })
})
