import { AsyncLocalStorage } from 'node:async_hooks'
import { resolve } from 'node:path'
import { setTimeout as after } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import type { FastifyInstance } from 'fastify'
import { Live } from './app_api/live/live.ts'
import { noteInAudit } from './audit/write.ts'
import { hasCompany } from './company/companies.ts'
import { useProxies } from './company/outgoing.ts'
import type { Config } from './config.ts'
import { problemsOnThread } from './db/backup/check.ts'
import { type BackupFolder, backupFolder, isBucket } from './db/backup/folder.ts'
import { removePrepared } from './db/backup/prepared.ts'
import { restoreSteps } from './db/backup/restore_on_thread.ts'
import { openDatabase } from './db/open.ts'
import { type Means, Restoration } from './guardian/restoration.ts'
import { Soundness } from './guardian/soundness.ts'
import type { Meanwhile } from './http/meanwhile.ts'
import { setupCodeToShow } from './identity/factors/setup_code.ts'
import { BackgroundWork } from './jobs/background.ts'
import { Backups } from './jobs/backups.ts'
import { releaseNotice } from './jobs/newer_version.ts'
import { openMailer } from './notifications/mailer.ts'
import { openPush } from './notifications/push_transport.ts'
import { operations } from './operations.ts'
import { damageIn } from './rules/thrown.ts'
import { beginWatch, endWatch, watchClock } from './sight/clock_watch.ts'
import { releasesAddress } from './sight/installation.ts'
import type { Restorer } from './sight/keeper.ts'
import { withParts } from './sight/parts.ts'
import { serviceManager } from './sight/service_manager.ts'
import type { Sight } from './sight/sight.ts'
import { productVersion } from './sight/version.ts'
import { openHooks } from './webhooks/transport.ts'
import { logger, machineClock, type Push, realWorld, type World } from './world.ts'

/**
 * A running server: its address, its world, a function that runs everything due now, and one that shuts it down.
 * `isNew` while there is no company; `setupCode` if the first visit asks for it.
 */
export type Server = {
  address: string
  world: World
  isNew: boolean
  setupCode: string | undefined
  round: () => Promise<void>
  stop: () => Promise<void>
}

/** The modules that run as threads. */
export type Threads = Record<'writer' | 'reporter' | 'exporter' | 'backup', URL>

/**
 * What callers can give or replace: the environment, for the service manager; the clock, the push sender, the listener that
 * receives requests, and the thread modules. `isTrial`: does nothing in the background but to watch over the server, and
 * leaves the database as it is for others.
 */
export type Replaced = {
  isTrial?: boolean
  environment?: Readonly<Record<string, string | undefined>>
  now?: () => number
  push?: Push
  listen?: (app: FastifyInstance) => Promise<string>
  threads?: Threads
}

/**
 * When stopping, the server waits this long for requests, and then this long for mails and pushes in progress, in
 * milliseconds.
 */
const requestsEndMs = 4000
const sendingEndsMs = 4000

/** Slow modules are loaded this long after the start, in milliseconds, so requests do not have to wait for them. */
const loadsMs = 20_000

const ownThreads: Threads = {
  writer: new URL('./threads/writer.ts', import.meta.url),
  reporter: new URL('./threads/reporter.ts', import.meta.url),
  exporter: new URL('./threads/exporter.ts', import.meta.url),
  backup: new URL('./threads/backup.ts', import.meta.url),
}

// In a server, garbage may take half as much memory as the objects in use; without this, three times as much.
setFlagsFromString('--heap-growing-percent=50')

/** Starts the database, the server and the background loops. With the embedded database, the server can restore backups. */
export function start(config: Config, replaced: Replaced = {}): Promise<Server> {
  const restores = config.databaseUrl === '' && config.backupDir !== '' && !replaced.isTrial && !replaced.listen
  return restores ? Restorable.start(config, replaced) : startOnce(config, replaced)
}

/** A server that can be paused: it stops, but the service manager is not told so, because it is started again. */
type Pausable = Server & { pause: () => Promise<void> }

/** While the server is paused, the service manager is told so often that it is alive, in milliseconds. */
const aliveMs = 5000
/** What could not be started again is tried again so much later, in milliseconds. */
const againMs = 5000

/** A server that stops to restore a backup and starts again, while something else answers for it. */
class Restorable {
  readonly #config: Config
  readonly #replaced: Replaced & Required<Pick<Replaced, 'now' | 'threads'>>
  readonly #log: World['log']
  readonly #restoration: Restoration
  readonly #ending = new AbortController()
  #meanwhile: Meanwhile | undefined
  #current!: Pausable
  #former: Sight | undefined
  #isPaused = false
  #alive: NodeJS.Timeout | undefined
  /** Where it listens, also if that was chosen at the first start. */
  #port: number

  private constructor(config: Config, replaced: Replaced) {
    this.#config = config
    this.#replaced = { now: machineClock, threads: ownThreads, ...replaced }
    this.#log = logger(config.logLevel)
    this.#port = config.port
    this.#restoration = new Restoration({
      outside: AsyncLocalStorage.snapshot(),
      now: this.#replaced.now,
      log: this.#log,
      ...this.#steps(),
      ...this.#changes(),
    })
  }

  static async start(config: Config, replaced: Replaced): Promise<Server> {
    const own = new Restorable(config, replaced)
    await own.#open()
    const { address, isNew, setupCode } = own.#current
    own.#port = config.port || Number(new URL(address).port)
    return {
      ...{ address, isNew, setupCode },
      get world() {
        return own.#current.world
      },
      round: () => own.#current.round(),
      stop: () => own.#stop(),
    }
  }

  async #open(): Promise<void> {
    const listen = async (app: FastifyInstance) => {
      await this.#meanwhile?.close()
      this.#meanwhile = undefined
      return app.listen({ host: this.#config.host, port: this.#port })
    }
    const more = { listen, restorer: this.#restoration, former: this.#former }
    this.#current = await startOnce(this.#config, { ...this.#replaced, ...more })
    this.#isPaused = false
    clearInterval(this.#alive)
  }

  async #stop(): Promise<void> {
    this.#ending.abort()
    await this.#restoration.settled()
    clearInterval(this.#alive)
    await this.#meanwhile?.close()
    if (!this.#isPaused) await this.#current.stop()
  }

  /** The server stops, and something else answers as soon as the port is free. */
  async #pause(): Promise<void> {
    const manager = serviceManager(this.#replaced.environment ?? {}, this.#log)
    this.#alive = manager && setInterval(() => void manager.alive(), aliveMs)
    this.#isPaused = true
    this.#former = this.#current.world.sight
    const [paused] = await Promise.allSettled([this.#current.pause(), this.#answerMeanwhile()])
    if (paused.status === 'rejected') throw paused.reason
  }

  async #answerMeanwhile(): Promise<void> {
    const { answerMeanwhile } = await import('./http/meanwhile.ts')
    const parts = { log: this.#log, now: this.#replaced.now }
    this.#meanwhile ??= await answerMeanwhile({ ...this.#config, port: this.#port }, parts).catch((error: unknown) => {
      this.#log.error({ err: error }, 'nothing answers while the server is restored')
      return undefined
    })
  }

  /** What is done with the files. */
  #steps(): Pick<Means, 'prepare' | 'discard' | 'backUp' | 'replace' | 'putBack'> {
    const { data } = this.#config
    const { now, threads } = this.#replaced
    const { prepareRestore, replacePrepared, putBack } = restoreSteps(threads.backup)
    const backups = () => this.#current.world.sight.backups!
    return {
      prepare: (name) => backups().lend(name, (file) => prepareRestore({ file, data, now: now() })),
      discard: () => removePrepared(data),
      backUp: async () => {
        try {
          return (await backups().makeNow()).name
        } catch (error) {
          // What is too damaged to be copied is kept as it is.
          if (damageIn(error)) return ''
          throw error
        }
      },
      replace: (aside) => replacePrepared({ data, aside }),
      putBack: (kept, aside) => putBack({ data, kept, aside }),
    }
  }

  /** What is done with the server. */
  #changes(): Pick<Means, 'pause' | 'resume' | 'note' | 'isEnding' | 'wait'> {
    return {
      pause: () => this.#pause(),
      resume: async () => {
        try {
          await this.#open()
        } catch (error) {
          await this.#answerMeanwhile()
          throw error
        }
      },
      note: ({ companyId, userId, name: what }) => {
        const entry = { kind: 'settings', event: 'backup restored', userId, details: { what } }
        return this.#current.world.db.write(noteInAudit, { companyId, entry }, this.#replaced.now())
      },
      isEnding: () => this.#ending.signal.aborted,
      wait: () => after(againMs, undefined, { signal: this.#ending.signal }).catch(() => {}),
    }
  }
}

async function startOnce(config: Config, replaced: Replaced & Restoring = {}): Promise<Pausable> {
  const { now = machineClock, threads = ownThreads } = replaced
  const log = logger(config.logLevel)
  useProxies(config)
  // The writer thread starts while the server's modules load.
  const [db, parts] = await Promise.all([
    openDatabase(config, now(), { operations, threads }, (error) =>
      log.error({ err: error }, 'the database connection failed'),
    ),
    import('./app.ts'),
  ])
  try {
    return await serve(config, { db, log, ...parts }, { ...replaced, now, threads })
  } catch (error) {
    // A second attempt in this process finds the data free.
    await db.close()
    throw error
  }
}

/** What restores backups, for a server that can do that, and what is known of the server before that. */
type Restoring = { restorer?: Restorer; former?: Sight | undefined }

type Parts = Pick<typeof import('./app.ts'), 'createApp' | 'exporterFor'> & Pick<World, 'db' | 'log'>

async function serve(
  config: Config,
  { db, log, createApp, exporterFor }: Parts,
  given: Replaced & Restoring & Required<Pick<Replaced, 'now' | 'threads'>>,
): Promise<Pausable> {
  const { environment = {}, now, listen, threads, isTrial } = given
  const world = await openWorld(config, { db, log }, given)
  // A clock that a sandbox moves is not watched.
  const watchesClock = now === machineClock && !isTrial
  // Before the first request is judged by the clock, and before anything is due by it.
  if (watchesClock) await beginWatch(world)
  const live = new Live(db)
  const exporter = exporterFor(config, threads.exporter)
  const kept = config.backupDir ? await backupsOf(config, world, threads.backup) : undefined
  world.sight.backups = kept
  const backup = kept && (() => kept.whenDue())
  const { TrustedProxies } = await import('./http/trusted_proxies.ts')
  const proxies = new TrustedProxies(config, log)
  const tls = await tlsOf(config, world)
  const app = await createApp(world, config, live, exporter, proxies, tls?.certificate)
  const manager = serviceManager(environment, log)
  const address = await beginListening(app, config, listen, tls)
  // Links in outbox mail use the listening address if no public URL is set.
  const reached = { ...config, url: config.url || address }

  let going = true
  const background = new BackgroundWork(world, reached, {
    ...{ exporter, goesOn: () => going && !world.sight.database.floor?.passed, live, backup },
    ...watchingOf(world, config, threads.backup),
    ...(proxies.named && { lookUpProxies: () => proxies.lookUp() }),
    ...noticeOf(config, world),
    ...(manager && { tellAlive: () => manager.alive() }),
    ...(tls && { lookAfterCertificate: () => tls.certificate.look() }),
    ...(watchesClock && { watchClock: () => watchClock(world) }),
  })
  const loops = background.loops(isTrial ? 'watch' : undefined).map((loop) => every(world, loop))

  loadLater()
  void manager?.ready()
  const pause = async () => {
    going = false
    const ended = Promise.allSettled([...loops.map((end) => end()), background.ended(), tls?.end()])
    // Requests that were fully received are answered; one that was received in part may never be complete.
    const impatient = setTimeout(() => (tls?.certificate ?? app.server).closeAllConnections(), requestsEndMs)
    await app.close()
    clearTimeout(impatient)
    // What is being sent is resumed at the next start, like after a crash.
    await Promise.race([ended, after(sendingEndsMs)])
    // A database that cannot be written to can still be closed, and replaced.
    await endWatch(world).catch((error: unknown) => log.error({ err: error }, 'the clock could not be noted'))
    await db.close()
    await world.sight.traces?.close()
  }
  const stop = () => {
    void manager?.stopping()
    return pause()
  }
  return { address, world, ...(await firstVisit(world, config)), round: () => background.runDue(), stop, pause }
}

/** The world of a server. */
async function openWorld(
  config: Config,
  { db, log }: Pick<Parts, 'db' | 'log'>,
  { now, push, former, restorer }: Pick<Replaced, 'push'> & Restoring & { now: () => number },
): Promise<World> {
  const hooks = openHooks(config, machineClock)
  const mailer = await openMailer(config, { db, now })
  const traces = await tracesOf(config)
  const world = realWorld(traces ? withParts(db) : db, log, now, mailer, push ?? openPush(config), undefined, hooks)
  if (traces) world.sight.trace(traces)
  if (former) world.sight.continue(former)
  world.sight.restorer = restorer
  return world
}

/** Listens, and returns the address. */
async function beginListening(
  app: FastifyInstance,
  { host, port }: Config,
  listen: Replaced['listen'],
  tls: Awaited<ReturnType<typeof tlsOf>>,
): Promise<string> {
  const address = await (listen ? listen(app) : app.listen({ host, port }))
  await tls?.begin()
  return tls ? address.replace(/^http:/, 'https:') : address
}

/** Encryption without a proxy, if the settings ask for it: the certificate, and what listens beside the server. */
async function tlsOf(config: Config, { log, now, sight }: World) {
  if (config.tlsCert === '' && config.acmeEmail === '') return undefined
  const { Certificate } = await import('./http/tls/certificate.ts')
  const { servePlain } = await import('./http/tls/plain_port.ts')
  const certificate = await Certificate.open(config, log, now)
  const port = config.httpPort ?? (config.acmeEmail === '' ? undefined : 80)
  let plain: Awaited<ReturnType<typeof servePlain>> | undefined
  return {
    certificate,
    begin: async () => {
      if (port !== undefined) plain = await servePlain({ port, host: config.host, url: config.url }, certificate)
      sight.certificate = certificate
      // It may take a while, and the server listens already.
      void certificate.look()
    },
    end: async () => {
      certificate.close()
      await plain?.close()
    },
  }
}

/** Loads slow modules before a request needs them. If that fails, for want of descriptors, the request loads them. */
function loadLater(): void {
  setTimeout(() => void import('./oauth/provider.ts').catch(() => {}), loadsMs).unref()
}

/** What the terminal says about the first visit. */
async function firstVisit(world: World, config: Config): Promise<Pick<Server, 'isNew' | 'setupCode'>> {
  return { isNew: !(await hasCompany(world.db.read)), setupCode: await setupCodeToShow(world, config) }
}

/** The sender of request traces, if a collector is set. */
async function tracesOf({ traceCollector: endpoint, traceSampler: sampler, traceShare: share }: Config) {
  if (endpoint === '') return undefined
  const { Traces } = await import('./sight/traces.ts')
  return new Traces({ endpoint, sampler, share, version: productVersion() })
}

/**
 * Watches over the server, takes the sample of each minute, and checks the embedded database each night. PostgreSQL has its
 * own checks.
 */
function watchingOf({ db, now, sight, log }: World, { data }: Config, thread: URL) {
  const { file, commits } = sight.database
  const soundness = file && new Soundness({ now, sight, log, problems: () => problemsOnThread(file.path, thread) })
  return {
    watch: () => sight.guardian!.beat(),
    keepHistory: () => sight.history.sample(db, data, commits),
    ...(soundness && { checkDatabase: () => soundness.whenDue() }),
  }
}

/** Looks for newer versions, if that is switched on and there is an address of releases. */
function noticeOf({ updateNotice, releases }: Config, world: World): { lookForRelease?: () => Promise<void> } {
  const address = releasesAddress(releases)
  return updateNotice && address ? { lookForRelease: releaseNotice(world, address, productVersion()) } : {}
}

/** Makes backups into the folder or bucket of the configuration when they are due, or when a person wants one. */
async function backupsOf(config: Config, world: World, thread: URL): Promise<Backups> {
  const { backupDir, backupHours: hours, backupKeep: keep } = config
  const folderAt = (folder: string) => backupFolder(config, folder, thread)
  const inBucket = isBucket(backupDir)
  const folder = inBucket ? await bucketAt(backupDir, config, folderAt) : folderAt(backupDir)
  // A copy of another file that was put at the path must not replace backups of the one in use.
  const mayMake = () => world.sight.database.file?.trouble === undefined
  const place = inBucket ? backupDir.replace(/\/$/, '') : resolve(backupDir)
  return new Backups({ now: world.now, mayMake }, folder, { place, version: productVersion(), hours, keep })
}

async function bucketAt(address: string, config: Config, folderAt: (folder: string) => BackupFolder) {
  const { backupBucket, Bucket } = await import('./db/backup/bucket.ts')
  return backupBucket(new Bucket(address, config), folderAt)
}

/** Runs a loop at its interval, never twice at the same time. Returns a function that stops it and waits for it. */
function every(
  { log, sight }: World,
  { name, seconds, run }: ReturnType<BackgroundWork['loops']>[number],
): () => Promise<unknown> {
  let running: Promise<unknown> | undefined
  const ended = sight.rounds.watch(name, seconds)
  const timer = setInterval(() => {
    if (running !== undefined) return
    const started = performance.now()
    const end = (isFailure: boolean) => {
      ended((performance.now() - started) / 1000, isFailure)
      running = undefined
    }
    running = run().then(
      () => end(false),
      (error) => {
        log.error({ err: error }, `${name} failed`)
        end(true)
      },
    )
  }, seconds * 1000)
  return async () => {
    clearInterval(timer)
    await running
  }
}
