import { RequestError } from '../engine/errors.ts'
import { timeInNames } from '../rules/backup_names.ts'
import { messageOf } from '../rules/thrown.ts'
import type { Restored, RestoreRequest, Restorer } from '../sight/keeper.ts'

/** What a restoration needs of the server, as `start.ts` has it. */
export type Means = {
  /** Runs a function outside of the request that has asked for it: the server that is started then is not part of it. */
  outside<T>(run: () => T): T
  now(): number
  log: { warn(details: object, text: string): void; error(details: object, text: string): void }
  /** Makes a database of a backup, beside the one that the server uses. Rejects if that is not possible. */
  prepare(name: string): Promise<void>
  /** Removes it again. */
  discard(): void
  /** Backs up what the server uses; returns the name of the backup, '' if it is too damaged for one. Rejects if it fails. */
  backUp(): Promise<string>
  /** Stops the server. From then on, all requests are refused. */
  pause(): Promise<void>
  /** Puts the prepared database in the place of the other, which gets the name `aside`. Returns where that is. */
  replace(aside: string): Promise<string | null>
  /** Puts back what is kept under a name; what had replaced it gets the name `aside`. */
  putBack(kept: string, aside: string): Promise<void>
  /** Starts the server with the database that is in place. */
  resume(): Promise<void>
  /** Notes in the audit of the restored database who has restored it. */
  note(request: RestoreRequest): Promise<void>
  /** Whether the process is to end. */
  isEnding(): boolean
  /** Waits a moment before the next attempt to resume; or until the process is to end. */
  wait(): Promise<unknown>
}

/**
 * Restores a backup while the process goes on. The server works until a database is made of the backup and the present one
 * is backed up; then it stops, the file is replaced by a rename, and it starts again. Whatever fails, the server goes on with
 * the database that it had. A process that is killed leaves one of the two.
 */
export class Restoration implements Restorer {
  readonly #means: Means
  #state: Restored | undefined
  #running: Promise<void> | undefined

  constructor(means: Means) {
    this.#means = means
  }

  get state(): Restored | undefined {
    return this.#state
  }

  get isRunning(): boolean {
    return this.#running !== undefined
  }

  /** Begins; what becomes of it is in `state`. */
  begin(request: RestoreRequest): void {
    if (this.isRunning) throw new RequestError(503, 'being_restored')
    this.#state = {
      name: request.name,
      began: this.#means.now(),
      step: 'preparing',
      ended: 0,
      backup: '',
      kept: '',
      problem: '',
    }
    this.#running = this.#means
      .outside(() => this.#run(request))
      .finally(() => {
        this.#running = undefined
      })
  }

  /** Waits until the server works again, if one is under way. */
  async settled(): Promise<void> {
    await this.#running
  }

  async #run(request: RestoreRequest): Promise<void> {
    const { log, prepare, discard, backUp, pause, isEnding } = this.#means
    try {
      await prepare(request.name)
      this.#tell({ step: 'backing_up' })
      this.#tell({ backup: await backUp() })
      if (isEnding()) throw new Error('the server was stopped')
      this.#tell({ step: 'replacing' })
    } catch (error) {
      discard()
      log.error({ err: error, backup: request.name }, 'a backup could not be restored; nothing was changed')
      this.#end(messageOf(error))
      return
    }
    log.warn({ backup: request.name }, 'the server is restored from a backup; until then it refuses all requests')
    const problem = await pause()
      .then(() => this.#replace(request))
      .catch((error: unknown) => {
        log.error(
          { err: error, backup: request.name },
          'a backup could not be restored; the server goes on with what it had',
        )
        return messageOf(error)
      })
    if (problem !== '') await this.#resume()
    this.#end(problem)
    if (problem === '')
      log.warn({ backup: request.name, kept: this.#state?.kept }, 'the server is restored from a backup')
  }

  /** Replaces the database and starts the server with it; puts the former one back if it does not start. */
  async #replace(request: RestoreRequest): Promise<''> {
    const { now, replace, putBack, resume, note, log } = this.#means
    const at = timeInNames(now())
    const kept = await replace(`clockhouse-before-restore-${at}.db`)
    try {
      await resume()
    } catch (error) {
      if (kept !== null) await putBack(kept, `clockhouse-not-restored-${at}.db`)
      throw error
    }
    this.#tell({ kept: kept ?? '' })
    await note(request).catch((error: unknown) => log.error({ err: error }, 'the restoration is missing in the audit'))
    return ''
  }

  /** Starts the server again, however often it takes. */
  async #resume(): Promise<void> {
    for (;;)
      try {
        return await this.#means.resume()
      } catch (error) {
        this.#means.log.error({ err: error }, 'the server could not be started again; it is tried again')
        await this.#means.wait()
        if (this.#means.isEnding()) return
      }
  }

  #tell(more: Partial<Restored>): void {
    if (this.#state) this.#state = { ...this.#state, ...more }
  }

  #end(problem: string): void {
    this.#tell({ step: problem === '' ? 'done' : 'failed', problem, ended: this.#means.now() })
  }
}
