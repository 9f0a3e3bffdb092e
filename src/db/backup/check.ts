import { DatabaseSync } from 'node:sqlite'
import { Worker } from 'node:worker_threads'
import { damageIn, messageOf } from '../../rules/thrown.ts'

/** Reads a whole SQLite file while others write to it; returns what is wrong with its structure, in sentences. */
export function problemsIn(file: string): string[] {
  const database = new DatabaseSync(file, { readOnly: true, timeout: 5000 })
  try {
    const whole = problemsFound(database, 'pragma quick_check(5)')
    if (whole.isComplete) return whole.problems
    // Where a page makes no sense at all, the check ends, so each table is checked by itself.
    const tables = database.prepare(`select name from sqlite_schema where type = 'table' order by name`).all()
    return tables.flatMap(({ name }) =>
      problemsFound(database, `pragma quick_check("${name}")`)
        .problems.slice(0, 3)
        .map((text) => `${name}: ${text}`),
    )
  } catch (error) {
    if (damageIn(error)) return [messageOf(error)]
    throw error
  } finally {
    database.close()
  }
}

function problemsFound(database: DatabaseSync, check: string): { problems: string[]; isComplete: boolean } {
  try {
    const rows = database.prepare(check).all()
    const texts = rows.map(({ quick_check }) => String(quick_check))
    return { problems: texts.filter((text) => text !== 'ok'), isComplete: true }
  } catch (error) {
    if (damageIn(error)) return { problems: [messageOf(error)], isComplete: false }
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
