import { mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { Worker } from 'node:worker_threads'
import { fromFailure, RequestError } from '../engine/errors.ts'
import type { Operation, Snapshots } from '../engine/sql.ts'
import type { Ground } from './aside.ts'
import { migrate } from './migrate.ts'
import { Connection } from './sqlite-connection.ts'
import { type Answer, type Job, Writer } from './sqlite-writer.ts'

/**
 * Opens the embedded database and brings its schema up to date. With `thread` the module at that address serves the
 * writes on a thread of its own (a server); without it they run here, each with a commit of its own (a command).
 */
export async function openSqlite(
  file: string,
  now: number,
  writes: { thread: URL } | { operations: readonly Operation<never, unknown>[] },
): Promise<Ground> {
  mkdirSync(dirname(file), { recursive: true })
  const setup = new Connection(file)
  await migrate(setup.transaction(now), 'sqlite', (work) => inTransaction(setup, work))
  setup.close()

  const reader = new Connection(file, { readOnly: true })
  const seen = () => reader.lookAway()
  const writer =
    'thread' in writes ? await threadWriter(writes.thread, file, seen) : localWriter(file, writes.operations, seen)
  return {
    dialect: 'sqlite',
    read: reader,
    write: (operation, input, now, moved) => writer.write(operation, input, now, moved),
    mark: () => reader.mark(),
    statements: () => reader.statements + writer.statements(),
    close: async () => {
      await writer.close()
      reader.close()
    },
  }
}

/** Snapshots over a connection of their own. On this database a read that awaits nothing else ends in the turn it began. */
export function sqliteSnapshots(file: string): Snapshots {
  const reader = new Connection(file, { readOnly: true })
  return {
    take: (read) => {
      reader.lookAway()
      return read(reader)
    },
    statements: () => reader.statements,
    close: async () => reader.close(),
  }
}

type WriterClient = Pick<Ground, 'write' | 'statements' | 'close'>

/** Sends operations to the writing thread. Those of one turn of the event loop travel together. Before an answer is given on, readers look anew. */
async function threadWriter(module: URL, file: string, onCommit: () => void): Promise<WriterClient> {
  const worker = new Worker(module, { workerData: { file } })
  const waiting = new Map<number, { resolve: (output: never) => void; reject: (error: unknown) => void }>()
  let outbox: Job[] = []
  let moving: ArrayBuffer[] = []
  let lastId = 0
  let statements = 0
  let closed: () => void = () => {}

  let dead: Error | undefined
  const fail = (error: Error) => {
    dead = new RequestError(503, 'changes cannot be stored; the server has to be started again', { cause: error })
    for (const entry of waiting.values()) entry.reject(dead)
    waiting.clear()
  }
  const ready = new Promise<void>((resolve, reject) => {
    worker.on('error', (error) => {
      reject(error)
      fail(error as Error)
    })
    worker.on('exit', () => {
      fail(new Error('The writing thread has ended'))
      closed()
    })
    worker.on('message', (message: 'ready' | 'closed' | Answer[]) => {
      if (message === 'ready') return resolve()
      if (message === 'closed') return
      onCommit()
      for (const answer of message) {
        const entry = waiting.get(answer.id)
        waiting.delete(answer.id)
        statements += answer.statements
        if (answer.failure) entry?.reject(fromFailure(answer.failure))
        else entry?.resolve(answer.output as never)
      }
    })
  })
  await ready

  const flush = () => {
    worker.postMessage(outbox, moving)
    outbox = []
    moving = []
  }
  return {
    write: (operation, input, now, moved = []) =>
      new Promise((resolve, reject) => {
        if (dead) return reject(dead)
        lastId += 1
        waiting.set(lastId, { resolve, reject })
        if (outbox.length === 0) setImmediate(flush)
        outbox.push({ id: lastId, operation: operation.name, input, now })
        moving.push(...moved)
      }),
    statements: () => statements,
    close: () =>
      new Promise((resolve) => {
        if (dead) return resolve()
        closed = resolve
        if (outbox.length > 0) flush()
        worker.postMessage('close')
      }),
  }
}

function localWriter(
  file: string,
  operations: readonly Operation<never, unknown>[],
  onCommit: () => void,
): WriterClient {
  const writer = new Writer(file, operations, () => {})
  let last: Promise<unknown> = Promise.resolve()
  return {
    write: (operation, input, now) => {
      const job: Job = { id: 0, operation: operation.name, input, now }
      const answered = last.then(() => writer.group([job]))
      last = answered
      return answered.then(([answer]) => {
        onCommit()
        if (answer!.failure) throw fromFailure(answer!.failure)
        return answer!.output as never
      })
    },
    statements: () => writer.connection.statements,
    close: async () => {
      await last
      writer.connection.close()
    },
  }
}

async function inTransaction(connection: Connection, work: () => Promise<void>): Promise<void> {
  connection.database.exec('begin immediate')
  try {
    await work()
    connection.database.exec('commit')
  } catch (error) {
    if (connection.database.isTransaction) connection.database.exec('rollback')
    throw error
  }
}
