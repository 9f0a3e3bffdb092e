import assert from 'node:assert/strict'
import { spawn, spawnSync } from 'node:child_process'
import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { after, before, type TestContext, test } from 'node:test'
import { buildClient } from '../../client/build.ts'
import { TestServer } from '../support/server.ts'

// The examples of docs/examples in five languages, each run against a server, where its language is installed.

const root = join(import.meta.dirname, '../..')
const examples = join(root, 'docs/examples')
const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'

let server: TestServer
let url: string
let folder: string
before(async () => {
  server = await TestServer.start('sqlite')
  // The examples go by the clock of their machine.
  server.goByMachine()
  url = await server.listen()
  folder = mkdtempSync(join(tmpdir(), 'clockhouse-examples-'))
})
after(async () => {
  await server.stop()
  rmSync(folder, { recursive: true, force: true })
})

/** What each language needs, and how its example is started. */
const languages: Record<string, { needs: string[]; start: () => Promise<string[]> }> = {
  TypeScript: {
    needs: [],
    start: async () => {
      if (!existsSync(join(root, 'client/dist/index.js'))) await buildClient()
      return [process.execPath, join(examples, 'punch.ts')]
    },
  },
  Python: { needs: ['python3'], start: async () => ['python3', join(examples, 'punch.py')] },
  PHP: { needs: ['php'], start: async () => ['php', join(examples, 'punch.php')] },
  Ruby: { needs: ['ruby'], start: async () => ['ruby', join(examples, 'punch.rb')] },
  'C#': {
    needs: ['mcs', 'mono'],
    start: async () => {
      const program = join(folder, 'Punch.exe')
      const references = '-r:System.Net.Http,System.Runtime.Serialization,System.Xml.Linq'
      const { status, stderr } = spawnSync('mcs', [references, `-out:${program}`, join(examples, 'Punch.cs')], {
        encoding: 'utf8',
      })
      assert.equal(status, 0, stderr)
      return ['mono', program]
    },
  },
}

function webhook(body: string, seconds = Math.floor(Date.now() / 1000), signed = body) {
  const id = 'msg_2KWPBgLlAfxdpx2AI54pPJ85f4W'
  const key = Buffer.from(secret.slice('whsec_'.length), 'base64')
  const signature = createHmac('sha256', key).update(`${id}.${seconds}.${signed}`).digest('base64')
  const headers = {
    'webhook-id': id,
    'webhook-timestamp': String(seconds),
    'webhook-signature': `v1,c2VjcmV0 v1,${signature}`,
  }
  return JSON.stringify({ headers, body })
}

for (const [language, { needs, start }] of Object.entries(languages))
  test(`the example in ${language} lists time, punches, follows changes and verifies webhooks`, async (t: TestContext) => {
    const missing = needs.find((name) => spawnSync(name, ['--version']).error)
    if (missing) return t.skip(`${missing} is not installed`)
    const company = await server.company()
    const sheet = { user_id: company.adminId, jobcode_id: 0, type: 'manual', duration: 5400 }
    await server.createOne(company, 'timesheets', {
      ...sheet,
      date: new Date(Date.now() - 86_400_000).toISOString().slice(0, 10),
    })
    const [program, ...args] = await start()
    const child = spawn(program!, args, {
      env: { ...process.env, CLOCKHOUSE_URL: url, CLOCKHOUSE_TOKEN: company.token, WEBHOOK_SECRET: secret },
      stdio: ['pipe', 'pipe', 'pipe'],
    })
    const body =
      '{"type":"timesheets.updated","timestamp":"2026-03-02T15:04:05+00:00","data":{"record":{"notes":"Grüße"}}}'
    const webhooks = [
      webhook(body),
      webhook(body.replace('updated', 'deleted'), undefined, body),
      webhook(body, 1614265330),
    ]
    child.stdin.end(`${webhooks.join('\n')}\n`)
    const [printed, wrong] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')])
    const lines = printed.trim().split('\n')
    assert.deepEqual(
      lines.slice(0, 4),
      ['worked 5400 seconds', 'created timesheets', 'updated timesheets', 'webhook timesheets.updated'],
      printed + wrong,
    )
    assert.deepEqual(
      [lines.length, ...lines.slice(4).map((line) => /^webhook refused: ./.test(line))],
      [6, true, true],
      printed,
    )
  })

test('the page about programs names every example', () => {
  const page = readFileSync(join(root, 'docs/client.md'), 'utf8')
  for (const file of ['punch.ts', 'punch.py', 'punch.php', 'punch.rb', 'Punch.cs'])
    assert.ok(page.includes(`(examples/${file})`), file)
})
