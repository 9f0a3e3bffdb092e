import { chmodSync, closeSync, existsSync, mkdirSync, openSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { Worker } from 'node:worker_threads'
import { fromFailure, RequestError } from '../engine/errors.ts'
import type { Operation, Snapshots } from '../engine/sql.ts'
import { migrate } from './migrate.ts'
import { Connection } from './sqlite_connection.ts'
import { type Answer, type Job, Writer } from './sqlite_writer.ts'
import type { DirectDb } from './worker_queue.ts'

/**
 * Opens the embedded database and brings its schema up to date. With `thread` the module at that address serves the
 * writes on a thread of its own (a server); without it they run here, each with a commit of its own (a command).
 */
export async function openSqlite(
  file: string,
  now: number,
  writes: { thread: URL } | { operations: readonly Operation<never, unknown>[] },
): Promise<DirectDb> {
  keepPrivate(file)
  const setup = new Connection(file)
  await migrate(setup.transaction(now), 'sqlite', (work) => inTransaction(setup, work))
  setup.close()

  const reader = new Connection(file, { readOnly: true })
  const seen = () => reader.lookAway()
  const writer =
    'thread' in writes
      ? await ThreadWriter.start(writes.thread, file, seen)
      : localWriter(file, writes.operations, seen)
  return {
    dialect: 'sqlite',
    read: reader,
    write: (operation, input, now, moved) => writer.write(operation, input, now, moved),
    mark: () => reader.mark(),
    statements: () => reader.statements + writer.statements(),
    close: async () => {
      // The last connection to close moves the log into the file, which one that only reads cannot.
      reader.close()
      await writer.close()
    },
  }
}

/**
 * Makes the folder and the file for this account alone; files of an older version lose the rights of others. SQLite gives
 * the files beside the database the mode of the database.
 */
function keepPrivate(file: string): void {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
  closeSync(openSync(file, 'a', 0o600))
  for (const name of [file, `${file}-wal`, `${file}-shm`]) if (isOpen(name)) chmodSync(name, 0o600)
}

function isOpen(name: string): boolean {
  return existsSync(name) && (statSync(name).mode & 0o077) !== 0
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

type WriterClient = Pick<DirectDb, 'write' | 'statements' | 'close'>

/**
 * Sends operations to the writing thread. Those of one turn of the event loop travel together. Before an answer is
 * passed on, readers begin a new snapshot.
 */
class ThreadWriter implements WriterClient {
  readonly #worker: Worker
  readonly #onCommit: () => void
  readonly #waiting = new Map<number, { resolve: (output: never) => void; reject: (error: unknown) => void }>()
  #outbox: Job[] = []
  #moving: ArrayBuffer[] = []
  #lastId = 0
  #statements = 0
  #dead: Error | undefined
  #closed: () => void = () => {}

  private constructor(module: URL, file: string, onCommit: () => void) {
    this.#worker = new Worker(module, { workerData: { file } })
    this.#onCommit = onCommit
  }

  /** Starts the thread. */
  static async start(module: URL, file: string, onCommit: () => void): Promise<ThreadWriter> {
    const writer = new ThreadWriter(module, file, onCommit)
    await new Promise<void>((resolve, reject) => writer.#listen(resolve, reject))
    return writer
  }

  write<Input, Output>(
    operation: Operation<Input, Output>,
    input: Input,
    now: number,
    moved: readonly ArrayBuffer[] = [],
  ): Promise<Output> {
    return new Promise((resolve, reject) => {
      if (this.#dead) return reject(this.#dead)
      this.#lastId += 1
      this.#waiting.set(this.#lastId, { resolve, reject })
      if (this.#outbox.length === 0) setImmediate(() => this.#flush())
      this.#outbox.push({ id: this.#lastId, operation: operation.name, input, now })
      this.#moving.push(...moved)
    })
  }

  statements(): number {
    return this.#statements
  }

  close(): Promise<void> {
    return new Promise((resolve) => {
      if (this.#dead) return resolve()
      this.#closed = resolve
      if (this.#outbox.length > 0) this.#flush()
      this.#worker.postMessage('close')
    })
  }

  #listen(ready: () => void, failed: (error: Error) => void): void {
    this.#worker.on('error', (error) => {
      failed(error as Error)
      this.#fail(error as Error)
    })
    this.#worker.on('exit', () => {
      this.#fail(new Error('The writing thread has ended'))
      this.#closed()
    })
    this.#worker.on('message', (message: 'ready' | 'closed' | Answer[]) => {
      if (message === 'ready') return ready()
      if (message !== 'closed') this.#settle(message)
    })
  }

  #flush(): void {
    this.#worker.postMessage(this.#outbox, this.#moving)
    this.#outbox = []
    this.#moving = []
  }

  #settle(answers: readonly Answer[]): void {
    this.#onCommit()
    for (const { id, statements, failure, output } of answers) {
      const entry = this.#waiting.get(id)
      this.#waiting.delete(id)
      this.#statements += statements
      if (failure) entry?.reject(fromFailure(failure))
      else entry?.resolve(output as never)
    }
  }

  #fail(cause: Error): void {
    this.#dead = new RequestError(503, 'changes cannot be stored; the server has to be started again', { cause })
    for (const entry of this.#waiting.values()) entry.reject(this.#dead)
    this.#waiting.clear()
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
