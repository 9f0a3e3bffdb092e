import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { resources } from '../../src/resources/index.ts'
import { type Api, connect } from '../client/cycle.ts'
import { cycles, prepare } from '../client/cycles.ts'
import { writeClientTypes } from '../client/describe.ts'
import type { BaseRecords } from '../client/people_and_jobs.ts'
import { onEither, TestServer } from '../support/server.ts'
import { nightly } from '../support/tiers.ts'

// Our client package, whose types are generated from openapi.json: code that uses it compiles (`npm run check` sees to it,
// too), and does one full cycle with every resource over HTTP.

const root = join(import.meta.dirname, '../..')

nightly.test('the types generated from the document fit the client’s code', async () => {
  await writeClientTypes()
  const compiler = join(root, 'node_modules/typescript/bin/tsc')
  // Several checkers would each check most of the types again, on processors that other tests need.
  const args = [compiler, '--noEmit', '--checkers', '1', '-p', join(root, 'test/client')]
  try {
    execFileSync(process.execPath, args, { encoding: 'utf8', stdio: 'pipe' })
  } catch (error) {
    assert.fail((error as { stdout: string }).stdout)
  }
})

test('the typed client has a cycle for every resource', () => {
  assert.deepEqual(Object.keys(cycles).sort(), resources.map(({ name }) => name).sort())
})

onEither('a typed client', (database) => {
  let server: TestServer
  let api: Api
  let base: BaseRecords
  before(async () => {
    server = await TestServer.start(database)
    const { token } = await server.company()
    const address = await server.app.listen({ host: '127.0.0.1', port: 0 })
    api = connect({ url: address, token })
    base = await prepare(api)
  })
  after(() => server.stop())

  for (const { name } of resources)
    test(`a typed client does one full cycle with ${name}`, () => cycles[name]!(api, base))
})
