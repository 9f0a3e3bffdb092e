// Loaded before a server and its threads: kills the process before the step of this number that a thread takes in the file
// system for a restoration. Each opening, writing, naming and removal of the files of the database is a step; they are counted
// in a file, because each thread has its own memory.
import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { isMainThread } from 'node:worker_threads'

const fatal = Number(process.env.TEST_KILL_AT)
const counter = process.env.TEST_KILL_COUNT!
const own = /\/clockhouse(\.db|\.lock|-before-restore)/
const { appendFileSync, statSync } = fs

function step(file: unknown): void {
  if (!own.test(String(file))) return
  appendFileSync(counter, '.')
  if (statSync(counter).size === fatal) process.kill(process.pid, 'SIGKILL')
}

const changing = ['linkSync', 'renameSync', 'rmSync', 'openSync', 'writeFileSync'] as const
if (!isMainThread) {
  for (const name of changing) {
    const real = fs[name] as (...given: unknown[]) => unknown
    Object.assign(fs, {
      [name]: (...given: unknown[]) => {
        step(given[0])
        return real(...given)
      },
    })
  }
  const { rename } = fs.promises
  fs.promises.rename = (from, to) => {
    step(from)
    return rename(from, to)
  }
  syncBuiltinESMExports()
}
