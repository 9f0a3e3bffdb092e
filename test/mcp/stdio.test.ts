import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type CallToolResult, Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { entry } from '../../build/bundle.ts'
import { sandbox } from '../../src/sandbox/testing.ts'
import { clockhouse } from '../cli/command.ts'
import { type TestCompany, TestServer } from '../support/server.ts'

// `clockhouse mcp`: the same tools for an assistant on this machine, by the official client.

let server: TestServer
let company: TestCompany
let url: string
before(async () => {
  server = await TestServer.start('sqlite')
  // The command goes by the header Date.
  server.pass((Date.now() * 1000 - server.now) / 1_000_000)
  company = await server.company()
  url = await server.listen()
})
after(() => server.stop())

/** Starts the command, lets a client use it, and ends it. */
async function withClient(args: string[], token: string, use: (client: Client) => Promise<void>): Promise<void> {
  const client = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode: 'auto' } })
  const command = process.execPath
  const env = { PATH: process.env.PATH ?? '', CLOCKHOUSE_TOKEN: token }
  const program = entry('clockhouse').pathname
  await client.connect(new StdioClientTransport({ command, args: [program, 'mcp', ...args], env, stderr: 'pipe' }))
  try {
    await use(client)
  } finally {
    await client.close()
  }
}

async function said(client: Client, name: string, args: Record<string, unknown> = {}) {
  const { content, isError } = (await client.callTool({ name, arguments: args })) as CallToolResult
  const [part] = content
  assert.ok(part?.type === 'text')
  return { isError: isError === true, text: part.text }
}

test('offers what reads; what changes data is refused', async () => {
  await withClient(['--url', url], company.token, async (client) => {
    const { tools } = await client.listTools()
    assert.ok(tools.length > 35 && tools.every(({ annotations }) => annotations?.readOnlyHint))
    // Nothing in a schema leads to a document that the client does not have.
    assert.doesNotMatch(JSON.stringify(tools), /\$ref/)
    const { text } = await said(client, 'get_current_user')
    assert.deepEqual(Object.keys(JSON.parse(text).results.users), [String(company.adminId)])
    const refused = await said(client, 'clock_in')
    assert.ok(refused.isError)
    assert.match(refused.text, /not allowed here\. The person can start "clockhouse mcp" with --allow-writes/)
  })
})

test('clocks in and out with --allow-writes', async () => {
  await withClient(['--url', `${url}/`, '--allow-writes'], company.token, async (client) => {
    const { text, isError } = await said(client, 'clock_in', { notes: 'from the desk' })
    assert.equal(isError, false, text)
    const { people } = JSON.parse((await said(client, 'who_is_on_the_clock')).text)
    assert.deepEqual(
      people.map(({ user_id }: { user_id: number }) => user_id),
      [company.adminId],
    )
    assert.equal((await said(client, 'clock_out')).isError, false)
  })
})

test('goes by the clock of a sandbox', async () => {
  await using box = await sandbox()
  const { now } = await box.clock.move('+30d')
  await withClient(['--url', new URL(box.url).origin, '--allow-writes'], box.token, async (client) => {
    const { text, isError } = await said(client, 'clock_in')
    assert.equal(isError, false, text)
    const { people } = JSON.parse((await said(client, 'who_is_on_the_clock')).text)
    const times = people.map(({ since }: { since: string }) => Date.parse(since) - Date.parse(now))
    assert.ok(
      times.some((after: number) => after >= 0 && after < 60_000),
      JSON.stringify(people),
    )
    assert.equal((await said(client, 'clock_out')).isError, false)
  })
})

test('says that a server cannot be reached', async () => {
  await withClient(['--url', 'http://127.0.0.1:9'], company.token, async (client) => {
    const { isError, text } = await said(client, 'my_hours')
    assert.ok(isError)
    assert.match(text, /^http:\/\/127\.0\.0\.1:9 cannot be reached/)
  })
})

test('does not start without a token or with an address that is none', async () => {
  const bare = await clockhouse(['mcp'])
  assert.deepEqual(
    [bare.code, /CLOCKHOUSE_TOKEN: an access token is required/.test(bare.stderr)],
    [1, true],
    bare.stderr,
  )
  const wrong = await clockhouse(['mcp', '--url', 'time.example.com'], { env: { CLOCKHOUSE_TOKEN: 'S.1__any' } })
  assert.deepEqual([wrong.code, /--url: http or https/.test(wrong.stderr)], [1, true], wrong.stderr)
})
