import { chmodSync, closeSync, existsSync, mkdirSync, openSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { Worker } from 'node:worker_threads'
import { type Failure, fromFailure, RequestError } from '../../engine/errors.ts'
import { numberIn, propertiesOf } from '../../engine/fields.ts'
import type { Operation, Origin, Snapshots } from '../../engine/sql.ts'
import { asError, isDamageCode } from '../../rules/thrown.ts'
import type { Commits, EmbeddedFile, FileTrouble } from '../../sight/watched.ts'
import { removePrepared } from '../backup/prepared.ts'
import { copyBeforeUpgrade } from '../backup/upgrade_copy.ts'
import { Connection } from './connection.ts'
import { ownFolder } from './folder_owner.ts'
import { migrateFile } from './tables.ts'
import type { DirectDb } from './worker_queue.ts'
import { type Answer, type Job, type Report, type Told, Writer } from './writer.ts'

/** The database, and what a server watches of it. */
type OpenSqlite = DirectDb & { file?: EmbeddedFile }

/**
 * Opens the embedded database and migrates it. With `thread`, that module serves the writes on its own thread, and no other
 * server can open the same folder; otherwise they run here, each with its own commit (for a command).
 */
export async function openSqlite(
  file: string,
  now: number,
  writes: { thread: URL; commits: Commits } | { operations: readonly Operation<never, unknown>[] },
): Promise<OpenSqlite> {
  keepPrivate(file)
  const release = 'thread' in writes ? ownFolder(dirname(file)) : () => {}
  try {
    // A server that was killed in the middle of a restoration has left it.
    if ('thread' in writes) removePrepared(dirname(file))
    return await openOwned(file, now, writes, release)
  } catch (error) {
    release()
    throw error
  }
}

async function openOwned(
  file: string,
  now: number,
  writes: Parameters<typeof openSqlite>[2],
  release: () => void,
): Promise<OpenSqlite> {
  await copyBeforeUpgrade(file, now)
  const setup = new Connection(file)
  try {
    await migrateFile(setup, now)
  } finally {
    setup.close()
  }
  const reader = new Connection(file, { readOnly: true })
  const onCommit = () => reader.endSnapshot()
  const started = 'thread' in writes ? ThreadWriter.start({ ...writes, file, onCommit }) : undefined
  const thread = await started?.catch((error: unknown) => {
    // Otherwise nothing could replace the file for as long as this process lives.
    reader.close()
    throw error
  })
  const writer = thread ?? localWriter(file, 'operations' in writes ? writes.operations : [], onCommit)
  return {
    ...(thread && { file: thread }),
    dialect: 'sqlite',
    isSpread: false,
    read: reader,
    readSince: undefined,
    write: (operation, input, now, moved, origin) => writer.write(operation, input, now, moved, origin),
    mark: reader.mark.bind(reader),
    statements: () => reader.statements + writer.statements(),
    load: () => ({ reports: 0, connections: {} }),
    close: async () => {
      // The last connection to close checkpoints the log, which a read-only one cannot do.
      reader.close()
      await writer.close()
      release()
    },
  }
}

/**
 * Creates the folder and file for this account only, and removes others' permissions from existing files. SQLite gives
 * the files beside the database the same mode.
 */
function keepPrivate(file: string): void {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
  closeSync(openSync(file, 'a', 0o600))
  for (const name of [file, `${file}-wal`, `${file}-shm`]) if (isAccessibleToOthers(name)) chmodSync(name, 0o600)
}

function isAccessibleToOthers(name: string): boolean {
  return existsSync(name) && (statSync(name).mode & 0o077) !== 0
}

/**
 * Snapshots on a separate connection. A read that awaits nothing else finishes in the event loop turn in which it
 * started.
 */
export function sqliteSnapshots(file: string): Snapshots {
  const reader = new Connection(file, { readOnly: true })
  return {
    take: (read) => {
      reader.endSnapshot()
      return read(reader)
    },
    statements: () => reader.statements,
    close: async () => reader.close(),
  }
}

/** The most writes that wait for the thread. */
const waitingMax = 4096

/** What a writer thread starts with. */
type Started = { thread: URL; file: string; commits: Commits; onCommit: () => void }

type WriterClient = Pick<DirectDb, 'write' | 'statements' | 'close'>

/**
 * Sends operations to the writer thread, all of one event loop turn together. Before a result is returned, readers
 * start a new snapshot.
 */
class ThreadWriter implements WriterClient, EmbeddedFile {
  readonly path: string
  trouble: FileTrouble | undefined
  readonly #worker: Worker
  readonly #onCommit: () => void
  readonly #commits: Commits
  #looking: PromiseWithResolvers<FileTrouble | undefined> | undefined
  readonly #waiting = new Map<number, { resolve: (output: never) => void; reject: (error: unknown) => void }>()
  #outbox: Job[] = []
  #moving: ArrayBuffer[] = []
  #lastId = 0
  #statements = 0
  #dead: Error | undefined
  #closed: () => void = () => {}

  private constructor({ thread, file, commits, onCommit }: Started) {
    this.path = file
    this.#worker = new Worker(thread, { workerData: { file } })
    this.#onCommit = onCommit
    this.#commits = commits
  }

  /** Starts the thread. */
  static async start(started: Started): Promise<ThreadWriter> {
    const writer = new ThreadWriter(started)
    await new Promise<void>((resolve, reject) => writer.#listen(resolve, reject))
    return writer
  }

  write<Input, Output>(
    operation: Operation<Input, Output>,
    input: Input,
    now: number,
    moved: readonly ArrayBuffer[] = [],
    origin?: Origin,
  ): Promise<Output> {
    return new Promise((resolve, reject) => {
      if (this.#dead) return reject(this.#dead)
      if (this.#waiting.size >= waitingMax) return reject(new RequestError(503, 'too_many_changes_wait'))
      this.#lastId += 1
      this.#waiting.set(this.#lastId, { resolve, reject })
      if (this.#outbox.length === 0) setImmediate(() => this.#flush())
      this.#outbox.push({ id: this.#lastId, operation: operation.name, input, now, origin, ...sharesOf(input) })
      this.#moving.push(...moved)
    })
  }

  statements(): number {
    return this.#statements
  }

  /** The look comes after the group that is under way. */
  look(now: number): Promise<FileTrouble | undefined> {
    if (this.#dead) return Promise.resolve(this.trouble)
    if (!this.#looking) {
      this.#looking = Promise.withResolvers()
      this.#tell({ look: now })
    }
    return this.#looking.promise
  }

  close(): Promise<void> {
    return new Promise((resolve) => {
      if (this.#dead) return resolve()
      this.#closed = resolve
      if (this.#outbox.length > 0) this.#flush()
      this.#tell('close')
    })
  }

  #tell(told: Told): void {
    this.#worker.postMessage(told)
  }

  #listen(ready: () => void, failed: (error: Error) => void): void {
    this.#worker.on('error', (error) => {
      failed(asError(error))
      this.#fail(asError(error))
    })
    this.#worker.on('exit', () => {
      this.#fail(new Error('The writer thread has ended'))
      this.#closed()
    })
    this.#worker.on('message', (report: Report) => {
      if (report === 'ready') return ready()
      if (report === 'closed') return
      if ('trouble' in report) return this.#looked(report)
      for (const seconds of report.commits) this.#commits.took(seconds)
      this.#settle(report.answers)
    })
  }

  #flush(): void {
    this.#worker.postMessage(this.#outbox, this.#moving)
    this.#outbox = []
    this.#moving = []
  }

  #looked({ trouble, isEnd }: { trouble: FileTrouble | undefined; isEnd: boolean }): void {
    this.trouble = trouble
    if (!isEnd) return
    this.#looking?.resolve(trouble)
    this.#looking = undefined
  }

  #settle(answers: readonly Answer[]): void {
    this.#onCommit()
    for (const { id, statements, failure, output } of answers) {
      const entry = this.#waiting.get(id)
      this.#waiting.delete(id)
      this.#statements += statements
      if (failure) entry?.reject(errorOf(failure))
      else entry?.resolve(output as never)
    }
  }

  #fail(cause: Error): void {
    this.#dead = new RequestError(503, 'changes_not_storable', {}, { cause })
    for (const entry of this.#waiting.values()) entry.reject(this.#dead)
    this.#waiting.clear()
    this.#looked({ trouble: this.trouble, isEnd: true })
  }
}

/** The error of a failed write. If the database is damaged, trying again is of no use. */
function errorOf(failure: Failure): Error {
  if (!isDamageCode(failure.errcode)) return fromFailure(failure)
  const cause = Object.assign(new Error(failure.message), { errcode: failure.errcode })
  return new RequestError(503, 'database_damaged', {}, { cause })
}

/**
 * The company whose turn an operation uses, and how much work it is. Work that belongs to no company has its own turn.
 */
function sharesOf(input: unknown): Pick<Job, 'companyId' | 'size'> {
  const { companyId, actor, body } = propertiesOf(input)
  const own = numberIn(companyId) ?? numberIn(propertiesOf(actor).companyId) ?? 0
  return { companyId: own, size: typeof body === 'string' ? body.length : 0 }
}

function localWriter(
  file: string,
  operations: readonly Operation<never, unknown>[],
  onCommit: () => void,
): WriterClient {
  const writer = new Writer(file, operations, () => {})
  let last: Promise<unknown> = Promise.resolve()
  let at = 0
  return {
    write: (operation, input, now, _moved, origin) => {
      at = now
      const job: Job = { id: 0, operation: operation.name, input, now, origin, ...sharesOf(input) }
      const answered = last.then(() => writer.group([job]))
      last = answered
      return answered.then(([answer]) => {
        onCommit()
        if (answer!.failure) throw errorOf(answer!.failure)
        return answer!.output as never
      })
    },
    statements: () => writer.connection.statements,
    close: async () => {
      await last
      await writer.close(at)
    },
  }
}
