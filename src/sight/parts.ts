import type { Handle, Statement } from '../engine/sql.ts'
import { type Part, underWay } from './requests.ts'
import type { WatchedDb } from './watched.ts'

/** The most parts recorded per request. */
const partsMax = 200

/** Wraps the database to record, for each request, the time that its statements take. */
export function withParts(db: WatchedDb): WatchedDb {
  const system = { 'db.system.name': db.dialect === 'postgres' ? 'postgresql' : 'sqlite' }
  const on = <T>(statement: Statement, run: () => Promise<T>): Promise<T> =>
    noted({ name: summaryOf(statement), attributes: { ...system, 'db.query.text': statement.text } }, run)
  const watched = (handle: Handle): Handle => ({
    ...(handle.pageEnds && { pageEnds: handle.pageEnds }),
    all: (statement) => on(statement, () => handle.all(statement)),
    tuples: (statement) => on(statement, () => handle.tuples(statement)),
    get: (statement) => on(statement, () => handle.get(statement)),
    run: (statement) => on(statement, () => handle.run(statement)),
  })
  return {
    ...db,
    read: watched(db.read),
    readSince: db.readSince && ((company) => watched(db.readSince!(company))),
    write: (operation, ...rest) =>
      noted({ name: `write ${operation.name}`, attributes: { ...system, 'db.operation.name': operation.name } }, () =>
        db.write(operation, ...rest),
      ),
    runOnWorker: (...question) => noted({ name: 'report', attributes: system }, () => db.runOnWorker(...question)),
  }
}

async function noted<T>(about: Pick<Part, 'name' | 'attributes'>, run: () => Promise<T>): Promise<T> {
  const parts = underWay.getStore()?.parts
  if (!parts || parts.length >= partsMax) return run()
  const started = performance.now()
  let isFailure = true
  try {
    const output = await run()
    isFailure = false
    return output
  } finally {
    parts.push({ ...about, started, ended: performance.now(), isFailure })
  }
}

/** A statement in two words: its verb, and the first table that it names. */
function summaryOf({ text }: Statement): string {
  const [, verb = 'statement'] = /^\s*(\w+)/.exec(text) ?? []
  const [, table] = /\b(?:from|into|update)\s+"?(\w+)/i.exec(text) ?? []
  return table === undefined ? verb : `${verb} ${table}`
}
