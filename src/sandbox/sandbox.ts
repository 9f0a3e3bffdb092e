import type { Config } from '../config.ts'
import { clearReferenceData } from '../engine/company_snapshot.ts'
import { RequestError } from '../engine/errors.ts'
import { type Server, start, type Threads } from '../start.ts'
import { machineClock, type World } from '../world.ts'
import { type ClockSetting, SandboxClock } from './clock.ts'
import { type Access, fillSandbox } from './company.ts'
import { controlOf } from './control.ts'
import type { FaultRules } from './faults.ts'
import { Front } from './front.ts'
import { makePlace, type Place } from './places.ts'
import { recordingPush } from './recorded.ts'
import { seedOf } from './scenarios.ts'

/**
 * How a sandbox starts. Without `now` its clock is the machine's, until it is moved or stopped. `server` is the address of a PostgreSQL server for the data, if it should be there; `threads` are
 * the modules of the server's threads, if they are not its own.
 */
export type Beginning = {
  seed: number
  scenario: string
  now: number | undefined
  running: boolean
  server?: string | undefined
  secure?: { key: string; cert: string }
  threads?: Threads
}

const seedName = 'seed'
const snapshotName = /^[a-z0-9][a-z0-9_-]{0,23}$/
const snapshotsMax = 20

/** A running sandbox: a server with controllable clock, data and faults. Changes are made one after the other. */
export class Sandbox {
  readonly clock: SandboxClock
  readonly place: Place
  readonly access: Access
  readonly about: { scenario: string; seed: number }
  readonly #config: Config
  readonly #front: Front
  readonly #saved = new Map<string, ClockSetting>()
  #server!: Server
  #threads: Threads | undefined
  #last: Promise<unknown> = Promise.resolve()
  #stopping = false

  private constructor(parts: Pick<Sandbox, 'clock' | 'place' | 'access' | 'about'> & { config: Config; front: Front }) {
    this.clock = parts.clock
    this.place = parts.place
    this.access = parts.access
    this.about = parts.about
    this.#config = parts.config
    this.#front = parts.front
  }

  /** Makes the company and starts the server. */
  static async start(given: Config, beginning: Beginning): Promise<Sandbox> {
    const { seed, scenario, running, server, secure, threads } = beginning
    const now = beginning.now ?? machineClock()
    const begins = seedOf(scenario, { seed, now })
    const front = new Front(secure)
    const port = await front.listen(given.host, given.port)
    const place = makePlace(server)
    try {
      const config: Config = { ...given, ...place.settings, port, url: secure ? front.address : '' }
      const access = await fillSandbox(config, begins)
      // Generating a large company takes a while. That time must not pass on the sandbox's clock, unless it is the machine's,
      // which programs compare with their own.
      const isMachines = beginning.now === undefined && begins.now === now && running
      const beginsAt: ClockSetting = isMachines ? 'machine' : { now: begins.now, running }
      const clock = new SandboxClock(beginsAt)
      const sandbox = new Sandbox({ clock, place, access, about: { scenario, seed }, config, front })
      sandbox.#threads = threads
      await place.save(seedName)
      sandbox.#saved.set(seedName, beginsAt)
      front.controlledBy(controlOf(sandbox), clock.now)
      await sandbox.#open()
      return sandbox
    } catch (error) {
      await front.close()
      await place.remove()
      throw error
    }
  }

  get address(): string {
    return this.#front.address
  }

  get faults(): FaultRules {
    return this.#front.faults
  }

  get world(): World {
    return this.#server.world
  }

  /** Runs everything that is due now. */
  round(): Promise<void> {
    return this.#inTurn(() => this.#server.round())
  }

  /**
   * Moves the clock forward, runs everything that becomes due, and starts or stops the clock. Returns the number of
   * rounds.
   */
  changeClock(running: boolean | undefined, target?: (now: number) => number): Promise<number> {
    return this.#inTurn(async () => {
      const { now } = this.clock.state
      const rounds = target ? await this.clock.moveTo(target(now), () => this.#roundOnTheWay()) : 0
      if (running !== undefined && running !== this.clock.running) this.clock.set({ now: this.clock.now(), running })
      return rounds
    })
  }

  /** The names of the saved snapshots. */
  snapshots(): string[] {
    return [...this.#saved.keys()].filter((name) => name !== seedName)
  }

  /** Saves the current data and clock. A snapshot with the same name is replaced. */
  save(name: string): Promise<void> {
    if (!snapshotName.test(name) || name === seedName)
      throw new RequestError(417, 'snapshot_name_malformed', { seed: seedName })
    return this.#inTurn(async () => {
      if (this.#saved.size > snapshotsMax && !this.#saved.has(name))
        throw new RequestError(409, 'too_many_snapshots', { max: snapshotsMax })
      await this.place.save(name)
      this.#saved.set(name, this.clock.setting)
    })
  }

  /** Restores the data and the clock of a snapshot. The rules for faults stay. */
  restore(name: string): Promise<void> {
    return this.#inTurn(async () => {
      const setting = this.#settingIn(name)
      await this.#front.replacing(async () => {
        await this.#server.stop()
        await this.place.restore(name)
        this.clock.set(setting)
        clearReferenceData()
        await this.#open()
      })
    })
  }

  /** Deletes a snapshot. */
  forget(name: string): Promise<void> {
    return this.#inTurn(async () => {
      if (name === seedName) throw new RequestError(417, 'seed_stays')
      this.#settingIn(name)
      await this.place.forget(name)
      this.#saved.delete(name)
    })
  }

  /** Resets data and clock, and removes all faults. Snapshots stay. */
  async reset(): Promise<void> {
    this.faults.remove()
    await this.restore(seedName)
  }

  /** Stops the server. The data stays. */
  async stop(): Promise<void> {
    this.#stopping = true
    await this.#last
    await Promise.all([this.#front.close(), this.#server.stop()])
  }

  async #roundOnTheWay(): Promise<void> {
    if (this.#stopping) throw new RequestError(503, 'sandbox_stops')
    await this.#server.round()
  }

  async #open(): Promise<void> {
    const listen = this.#front.serve.bind(this.#front)
    const threads = this.#threads && { threads: this.#threads }
    this.#server = await start(this.#config, { now: this.clock.now, push: recordingPush(), listen, ...threads })
  }

  #settingIn(name: string): ClockSetting {
    const setting = this.#saved.get(name)
    if (!setting)
      throw new RequestError(404, 'no_such_snapshot', { name, snapshots: this.snapshots().join(', ') || 'none' })
    return setting
  }

  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const done = this.#last.then(work)
    this.#last = done.catch(() => {})
    return done
  }
}
