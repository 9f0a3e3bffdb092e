import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { promisify } from 'node:util'
import type { Values } from '../../src/engine/table.ts'
import { clockhouse, RunningSandbox } from '../cli/command.ts'

const page = readFileSync(join(import.meta.dirname, '../../docs/sandbox.md'), 'utf8')
const commands = [...page.matchAll(/```sh\n([\s\S]*?)```/g)].flatMap(([, text]) => text!.trim().split('\n'))

describe('docs/sandbox.md', () => {
  let sandbox: RunningSandbox
  let access: Values
  const folder = mkdtempSync(join(tmpdir(), 'clockhouse-test-'))

  before(async () => {
    sandbox = await RunningSandbox.start([], { TMPDIR: folder })
    access = sandbox.access
  })
  after(async () => {
    await sandbox?.stop()
    rmSync(folder, { recursive: true, force: true })
  })

  test('the page names all fields of the JSON line', () => {
    for (const name of Object.keys(access)) assert.ok(page.includes(`\`${name}\``), name)
  })

  /** Runs a line of the page: clockhouse in this process, everything else in a shell. Returns its standard output. */
  const runLine = async (line: string): Promise<string> => {
    const [, data, args] = /^(?:CLOCKHOUSE_DATA=(\$DATA) )?(?:npx )?clockhouse (.+)$/.exec(line) ?? []
    if (args === undefined) {
      const env = { ...process.env, SANDBOX: access.sandbox_url, API: access.base_url }
      return (await promisify(execFile)('sh', ['-c', line], { env })).stdout
    }
    const env = { TMPDIR: folder, ...(data && { CLOCKHOUSE_DATA: access.data_dir }) }
    const { code, stdout, stderr } = await clockhouse(args.split(' '), { env })
    assert.equal(code, 0, `${line}\n${stderr}`)
    return stdout
  }

  test('every command on the page works, in this order', async () => {
    assert.ok(commands.length > 20)
    for (const line of commands) {
      const stdout = await runLine(line)
      if (line.startsWith('curl') && !line.includes('X-Sandbox-Fault'))
        assert.equal(JSON.parse(stdout).error, undefined, `${line}\n${stdout}`)
      if (line.includes('X-Sandbox-Fault')) assert.match(stdout, /"code":429/)
    }
  })
})
