import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** systemd takes a message within this time, in milliseconds. */
const takenMs = 10_000

type Log = { warn(details: object, text: string): void }

/**
 * Tells systemd that the server is ready, that it is alive, and that it stops. The messages are datagrams over a Unix
 * socket, which Node.js does not have, so systemd's own program sends them.
 */
class ServiceManager {
  readonly #socket: string
  /** The time after which systemd ends a server that says nothing, in milliseconds; undefined if it does not. */
  readonly #watchdogMs: number | undefined
  readonly #path: string
  readonly #log: Log
  #aliveAt = performance.now()
  #hasFailed = false
  /** Undefined until the server is ready. */
  #isReadyTold: boolean | undefined

  constructor(environment: { NOTIFY_SOCKET: string; WATCHDOG_USEC?: string; PATH?: string }, log: Log) {
    const { NOTIFY_SOCKET, WATCHDOG_USEC, PATH = '' } = environment
    const watchdogMs = Number(WATCHDOG_USEC) / 1000
    this.#socket = NOTIFY_SOCKET
    this.#watchdogMs = watchdogMs > 0 ? watchdogMs : undefined
    this.#path = PATH
    this.#log = log
  }

  async ready(): Promise<void> {
    this.#isReadyTold = await this.#tell('READY=1')
  }

  /** Says that the server is alive, three times in the time that systemd waits. */
  async alive(): Promise<void> {
    // Until systemd has heard it, it waits, and so does who asked for the start.
    if (this.#isReadyTold === false) await this.ready()
    const now = performance.now()
    if (this.#watchdogMs === undefined || now - this.#aliveAt < this.#watchdogMs / 3) return
    if (await this.#tell('WATCHDOG=1')) this.#aliveAt = now
  }

  async stopping(): Promise<void> {
    await this.#tell('STOPPING=1')
  }

  /** Whether systemd was told. A failure is logged once. */
  async #tell(message: string): Promise<boolean> {
    const env = { NOTIFY_SOCKET: this.#socket, PATH: this.#path }
    try {
      await run('systemd-notify', [message], { env, timeout: takenMs })
      this.#hasFailed = false
      return true
    } catch (error) {
      if (!this.#hasFailed) this.#log.warn({ err: error, message }, 'systemd cannot be told about the server')
      this.#hasFailed = true
      return false
    }
  }
}

/** The service manager of this process; undefined if it was not started by one that waits for messages. */
export function serviceManager(
  { NOTIFY_SOCKET, ...others }: Readonly<Record<string, string | undefined>>,
  log: Log,
): ServiceManager | undefined {
  return NOTIFY_SOCKET ? new ServiceManager({ ...others, NOTIFY_SOCKET }, log) : undefined
}
