import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { Client, InMemoryTransport } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { entry } from '../../build/bundle.ts'
import type { Values } from '../../src/engine/table.ts'
import { askSandbox } from '../../src/sandbox/ask.ts'
import { clockhouse, RunningSandbox } from '../cli/command.ts'
import { type TestCompany, TestServer } from '../support/server.ts'
import { callTool } from './client.ts'

// `clockhouse mcp`: the same tools for an assistant on this machine, by the official client.

let server: TestServer
let company: TestCompany
let url: string
before(async () => {
  server = await TestServer.start('sqlite')
  // The command goes by the header Date.
  server.goByMachine()
  company = await server.company()
  url = await server.listen()
})
after(() => server.stop())

const newClient = () => new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode: 'auto' } })

/** Runs the command in this process, lets a client use it, and ends it. */
async function withClient(args: string[], token: string, use: (client: Client) => Promise<void>): Promise<void> {
  const [ours, assistant] = InMemoryTransport.createLinkedPair()
  const { code, stderr } = await clockhouse(['mcp', ...args], { env: { CLOCKHOUSE_TOKEN: token }, assistant })
  assert.equal(code, 0, stderr)
  const client = newClient()
  await client.connect(ours)
  try {
    await use(client)
  } finally {
    await client.close()
  }
}

test('an assistant that starts clockhouse mcp gets the tools that read, and none that changes data', async () => {
  const client = newClient()
  const command = process.execPath
  const args = [entry('clockhouse').pathname, 'mcp', '--url', url]
  const env = { PATH: process.env.PATH ?? '', CLOCKHOUSE_TOKEN: company.token }
  await client.connect(new StdioClientTransport({ command, args, env, stderr: 'pipe' }))
  try {
    const { tools } = await client.listTools()
    assert.ok(tools.length === 10 && tools.every(({ annotations }) => annotations?.readOnlyHint))
    const { text } = await callTool(client, 'find_people', { user_ids: ['me'] })
    const { people } = JSON.parse(text)
    assert.deepEqual(
      people.map(({ user_id }: Values) => user_id),
      [company.adminId],
    )
    const refused = await callTool(client, 'clock', { action: 'in' })
    assert.ok(refused.isError)
    assert.match(refused.text, /not allowed here\. The person can start "clockhouse mcp" with --allow-writes/)
  } finally {
    await client.close()
  }
})

test('an assistant clocks a person in and out with --allow-writes', async () => {
  await withClient(['--url', `${url}/`, '--allow-writes'], company.token, async (client) => {
    const { text, isError } = await callTool(client, 'clock', { action: 'in', notes: 'from the desk' })
    assert.equal(isError, false, text)
    const { people } = JSON.parse((await callTool(client, 'who_is_on_the_clock')).text)
    assert.deepEqual(
      people.map(({ user_id }: { user_id: number }) => user_id),
      [company.adminId],
    )
    assert.equal((await callTool(client, 'clock', { action: 'out' })).isError, false)
  })
})

test('the tools go by the clock of a sandbox', async (t) => {
  const sandbox = await RunningSandbox.start(['--stopped', '--now', '2026-11-30T08:00'])
  t.after(() => sandbox.stop())
  const { sandbox_url, base_url, access_token } = sandbox.access
  const { now } = await askSandbox<{ now: string }>(`${sandbox_url}/clock`, 'GET')
  await withClient(['--url', new URL(base_url).origin, '--allow-writes'], access_token, async (client) => {
    const { text, isError } = await callTool(client, 'clock', { action: 'in' })
    assert.equal(isError, false, text)
    const { people } = JSON.parse((await callTool(client, 'who_is_on_the_clock')).text)
    const times = people.map(({ since }: { since: string }) => Date.parse(since) - Date.parse(now))
    assert.ok(
      times.some((after: number) => after >= 0 && after < 60_000),
      JSON.stringify(people),
    )
    assert.equal((await callTool(client, 'clock', { action: 'out' })).isError, false)
  })
})

test('a tool reports a server that cannot be reached', async () => {
  await withClient(['--url', 'http://127.0.0.1:9'], company.token, async (client) => {
    const { isError, text } = await callTool(client, 'sum_hours')
    assert.ok(isError)
    assert.match(text, /^http:\/\/127\.0\.0\.1:9 cannot be reached/)
  })
})

test('clockhouse mcp does not start without a token or with an invalid address', async () => {
  const bare = await clockhouse(['mcp'])
  assert.deepEqual(
    [bare.code, /CLOCKHOUSE_TOKEN: an access token is required/.test(bare.stderr)],
    [1, true],
    bare.stderr,
  )
  const wrong = await clockhouse(['mcp', '--url', 'time.example.com'], { env: { CLOCKHOUSE_TOKEN: 'S.1__any' } })
  assert.deepEqual([wrong.code, /--url: http or https/.test(wrong.stderr)], [1, true], wrong.stderr)
})
