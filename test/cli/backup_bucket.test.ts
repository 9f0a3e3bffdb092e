import assert from 'node:assert/strict'
import crypto, { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { AwsClient } from 'aws4fetch'
import S3rver from 's3rver'
import { readConfig } from '../../src/config.ts'
import { Bucket, backupBucket } from '../../src/db/backup/bucket.ts'
import { backupFolder } from '../../src/db/backup/folder.ts'
import { Backups } from '../../src/jobs/backups.ts'
import { backupInstant } from '../../src/rules/backup_names.ts'
import { hour } from '../../src/rules/time/calendar.ts'
import { freshPlace, onEither, type TestCompany, TestServer, threads } from '../support/server.ts'
import { isFull, nightly } from '../support/tiers.ts'
import { clockhouse, on } from './command.ts'

// Backups in a bucket of a server that speaks the protocol of S3. It checks the key but not the signature.

// It makes its marks for long lists with a cipher that Node.js no longer has.
for (const [name, make] of Object.entries({ createCipheriv, createDecipheriv }))
  Object.assign(crypto, {
    [name]: (algorithm: string, key: Buffer, iv: Buffer) =>
      algorithm === 'des'
        ? make('aes-128-cbc', Buffer.concat([key, key]), Buffer.concat([iv, iv]))
        : make(algorithm as 'aes-128-cbc', key, iv),
  })

const folder = mkdtempSync(join(tmpdir(), 'clockhouse-bucket-'))
const storage = new S3rver({
  port: 0,
  address: '127.0.0.1',
  silent: true,
  directory: join(folder, 'storage'),
  configureBuckets: [{ name: 'backups', configs: [] }],
})
let env: Record<string, string>
const keys = (more: Record<string, string> = {}) => readConfig({ ...env, ...more })

before(async () => {
  mkdirSync(join(folder, 'storage'))
  const { port } = await storage.run()
  env = {
    AWS_ACCESS_KEY_ID: 'S3RVER',
    AWS_SECRET_ACCESS_KEY: 'S3RVER',
    AWS_ENDPOINT_URL_S3: `http://127.0.0.1:${port}`,
  }
})
after(async () => {
  await storage.close()
  rmSync(folder, { recursive: true, force: true })
})

onEither('a backup in a bucket', (database) => {
  let server: TestServer
  let company: TestCompany
  const address = `s3://backups/${database}`
  const run = (...args: string[]) => clockhouse(args, { env: { ...on(server.place), ...env } })
  before(async () => {
    server = await TestServer.start(database)
    company = await server.company()
    await server.createOne(company, 'groups', { name: 'Roofers' })
  })
  after(() => server.stop())

  test('a backup is uploaded to a bucket, and a restore from there has all rows', async () => {
    const { code, stderr, json } = await run('backup', address, '--json')
    assert.equal(code, 0, stderr)
    const { file, tables, rows } = json()
    assert.match(file, new RegExp(`^${address}/clockhouse-.+\\.db$`))
    const left = readdirSync(tmpdir()).filter((name) => name.startsWith('clockhouse-backup-'))
    assert.deepEqual(left, [], 'nothing is left on the disk')

    const { place, clean } = await freshPlace('sqlite')
    const restored = await clockhouse(['restore', file, '--json'], { env: { ...on(place), ...env } })
    assert.equal(restored.code, 0, restored.stderr)
    assert.deepEqual([restored.json().tables, restored.json().rows], [tables, rows])
    assert.equal(tables.groups, 1)
    await clean()
  })

  test('doctor reports the newest backup in a bucket, and a bucket that it cannot read', async () => {
    const look = (more: Record<string, string>) =>
      clockhouse(['doctor'], { env: { ...on(server.place), ...env, CLOCKHOUSE_BACKUP_DIR: address, ...more } })
    assert.match((await look({})).stdout, new RegExp(`the last one in ${address} is from`))
    const refused = await look({ AWS_ACCESS_KEY_ID: 'UNKNOWN', AWS_SECRET_ACCESS_KEY: 'not-the-secret' })
    assert.match(refused.stdout, new RegExp(`${address}: 403 The AWS Access Key Id you provided does not exist`))
    assert.doesNotMatch(refused.stdout, /not-the-secret/)
  })

  test('a server uploads a backup when it is due, and deletes the oldest ones', async () => {
    const bucket = new Bucket(`s3://backups/due-${database}`, keys())
    const folderAt = (folder: string) => backupFolder(server.place, folder, threads.backup)
    let now = Date.UTC(2026, 2, 2) * 1000
    const settings = { place: '', version: '9.9.9', hours: 24, keep: 2 }
    const work = new Backups({ now: () => now }, backupBucket(bucket, folderAt), settings)
    for (let hours = 0; hours < 96; hours += 12) {
      await work.whenDue()
      now += 12 * hour
    }
    const names = await bucket.names()
    assert.deepEqual(names.map((name) => new Date(backupInstant(name)! / 1000).getUTCDate()).toSorted(), [4, 5])
  })
})

describe('the bucket', () => {
  const file = (bytes: number) => {
    const path = join(folder, `file-${bytes}`)
    writeFileSync(path, randomBytes(bytes))
    return path
  }

  for (const bytes of isFull ? [0, 1, 9_999_999, 10_000_000, 10_000_001, 25_000_000] : [0, 10_000_001])
    test(`a file of ${bytes} bytes is uploaded in parts of 10,000,000 and downloaded unchanged`, async () => {
      const bucket = new Bucket('s3://backups/parts/deeper', keys(), 10_000_000)
      const from = file(bytes)
      await bucket.upload(from, `part ${bytes}.db`)
      assert.ok((await bucket.names()).includes(`part ${bytes}.db`))
      const to = join(folder, `back-${bytes}`)
      await bucket.download(`part ${bytes}.db`, to)
      assert.ok(readFileSync(from).equals(readFileSync(to)))
      await bucket.remove([`part ${bytes}.db`])
      assert.ok(!(await bucket.names()).includes(`part ${bytes}.db`))
    })

  nightly.test('a bucket lists more files than one response contains', async () => {
    const bucket = new Bucket('s3://backups/many', keys())
    const from = file(1)
    // The names that a folder below has are not those of this one.
    await new Bucket('s3://backups/many/below', keys()).upload(from, 'other')
    const client = new AwsClient({ accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER', service: 's3' })
    const put = async (key: string) => {
      const { status } = await client.fetch(`${env.AWS_ENDPOINT_URL_S3}/backups/${key}`, { method: 'PUT', body: 'x' })
      assert.equal(status, 200)
    }
    const names = Array.from({ length: 1005 }, (_, index) => `n${index}`)
    for (let start = 0; start < names.length; start += 50)
      await Promise.all(names.slice(start, start + 50).map((name) => put(`many/${name}`)))
    assert.deepEqual((await bucket.names()).toSorted(), names.toSorted())
  })

  test('an error names a bucket that does not exist, cannot be reached, or returns other bytes, and no file is left', async () => {
    const from = file(10)
    const failing = (address: string, words: RegExp, more: Record<string, string> = {}) =>
      assert.rejects(async () => new Bucket(address, keys(more)).upload(from, 'x'), words)
    await failing('s3://elsewhere/x', /^Error: s3:\/\/elsewhere\/x: 404 The specified bucket does not exist/)
    await failing('s3://UPPER/x', /must be a bucket and a folder, such as s3:\/\/backups\/clockhouse/)
    await failing('s3://backups', /takes AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY/, { AWS_ACCESS_KEY_ID: '' })
    const requests: string[] = []
    const liar = createServer((request, response) => {
      requests.push(`${request.method} ${request.url}`)
      response.end(request.method === 'GET' ? 'other bytes' : '')
    })
    await new Promise<void>((done) => liar.listen(0, '127.0.0.1', done))
    const { port } = liar.address() as AddressInfo
    await failing('s3://backups/x', /s3:\/\/backups\/x\/x is not what was uploaded/, {
      AWS_ENDPOINT_URL_S3: `http://127.0.0.1:${port}`,
    })
    assert.deepEqual(requests, ['PUT /backups/x/x', 'GET /backups/x/x', 'DELETE /backups/x/x'])
    liar.closeAllConnections()
    liar.close()
    await failing('s3://backups/x', /cannot be reached: .*ECONNREFUSED/, {
      AWS_ENDPOINT_URL_S3: `http://127.0.0.1:${port}`,
    })
    assert.ok(!existsSync(join(folder, 'storage', 'backups', 'x')))
  })
})
