import { DatabaseSync } from 'node:sqlite'
import { Worker } from 'node:worker_threads'
import { damageIn, messageOf } from '../../rules/thrown.ts'

/** Reads a whole SQLite file while others write to it; returns what is wrong with its structure, in sentences. */
export function problemsIn(file: string): string[] {
  try {
    const database = new DatabaseSync(file, { readOnly: true, timeout: 5000 })
    try {
      const rows = database.prepare('pragma quick_check(5)').all()
      return rows.map(({ quick_check }) => String(quick_check)).filter((text) => text !== 'ok')
    } finally {
      database.close()
    }
  } catch (error) {
    if (damageIn(error)) return [messageOf(error)]
    throw error
  }
}

/** The same on a thread; `thread` is the module that makes backups. */
export function problemsOnThread(file: string, thread: URL): Promise<string[]> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(thread, { workerData: { check: file } })
    worker.once('message', resolve)
    worker.once('error', reject)
    worker.once('exit', () => reject(new Error('the thread that checks the database has ended')))
  })
}
