import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import type { Values } from '../../src/engine/table.ts'
import { Running } from '../cli/command.ts'

const root = join(import.meta.dirname, '../..')
const page = readFileSync(join(root, 'docs/sandbox.md'), 'utf8')
const commands = [...page.matchAll(/```sh\n([\s\S]*?)```/g)].flatMap(([, text]) => text!.trim().split('\n'))

describe('docs/sandbox.md', () => {
  let sandbox: Running
  let given: Values
  const folder = mkdtempSync(join(tmpdir(), 'clockhouse-test-'))

  before(async () => {
    sandbox = await Running.start(['sandbox', '--json'], /^(.*)\n/, { env: { TMPDIR: folder } })
    given = JSON.parse(sandbox.first[1]!)
  })
  after(async () => {
    await sandbox?.stop()
    rmSync(folder, { recursive: true, force: true })
  })

  test('names all fields of the JSON line', () => {
    for (const name of Object.keys(given)) assert.ok(page.includes(`\`${name}\``), name)
  })

  test('every command in it runs, in this order', () => {
    assert.ok(commands.length > 20)
    const env = {
      ...process.env,
      TMPDIR: folder,
      SANDBOX: given.sandbox_url,
      API: given.base_url,
      DATA: given.data_dir,
    }
    for (const command of commands) {
      const line = command.replace('npx clockhouse', `${process.execPath} ${join(root, 'src/cli/clockhouse.js')}`)
      const { status, stdout, stderr } = spawnSync('sh', ['-c', line], { env, encoding: 'utf8' })
      assert.equal(status, 0, `${command}\n${stderr}`)
      if (command.startsWith('curl') && !command.includes('X-Sandbox-Fault'))
        assert.equal(JSON.parse(stdout).error, undefined, `${command}\n${stdout}`)
      if (command.includes('X-Sandbox-Fault')) assert.match(stdout, /"code":429/)
    }
  })
})
