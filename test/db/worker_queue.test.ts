import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { pathToFileURL } from 'node:url'
import { WorkerQueue } from '../../src/db/sqlite/worker_queue.ts'
import { RequestError } from '../../src/engine/errors.ts'

// What people are told when the thread of a report dies. Selecting fewer days helps only if its memory was not enough.

const folder = mkdtempSync(join(tmpdir(), 'clockhouse-queue-'))
after(() => rmSync(folder, { recursive: true }))

const cases: [what: string, code: string, expected: string][] = [
  ['has no memory left', 'const all = []; for (;;) all.push(new Array(1e6).fill({}))', 'report_failed_of_size'],
  ['finds no free descriptor', `throw new Error('Worker initialization failure: EMFILE')`, 'too_many_files_open'],
  ['has a bug', `throw new TypeError('undefined is not a function')`, 'report_failed'],
]
for (const [what, code, expected] of cases)
  test(`a report whose thread ${what} is refused with that reason`, async () => {
    const module = join(folder, `${expected}.mjs`)
    const begin = `import { parentPort } from 'node:worker_threads'`
    writeFileSync(module, `${begin}\nparentPort.once('message', () => { ${code} })`)
    const queue = new WorkerQueue(pathToFileURL(module), {}, undefined, { maxOldGenerationSizeMb: 16 })
    await assert.rejects(
      queue.run({}, 1),
      (error) => error instanceof RequestError && error.status === 503 && error.reason.code === expected,
    )
    await queue.close()
  })
