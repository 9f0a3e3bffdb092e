import { Live } from './app_api/live.ts'
import type { Config } from './config.ts'
import { openDatabase } from './db/open.ts'
import { work } from './jobs/rounds.ts'
import { dispatchDue } from './notifications/dispatch.ts'
import { openMailer } from './notifications/mailer.ts'
import { deliverMails } from './notifications/mails.ts'
import { openPush } from './notifications/push_transport.ts'
import { deliverPushes } from './notifications/pushes.ts'
import { operations } from './operations.ts'
import { logger, machineClock, realWorld, type World } from './world.ts'

/** A running server: its address, its world, and how to stop it in order. */
export type Server = { address: string; world: World; stop: () => Promise<void> }

/** Between two times that something is done. */
const seconds = { rounds: 30, dispatch: 2, mails: 10, beats: 1 }

const threads = {
  writer: new URL('./threads/writer.ts', import.meta.url),
  reporter: new URL('./threads/reporter.ts', import.meta.url),
}

/** Starts everything: database, server, background rounds. `now` can be replaced, so that time can be moved. */
export async function start(config: Config, now = machineClock): Promise<Server> {
  const log = logger(config.logLevel)
  // The writing thread starts up while the server's modules are loaded.
  const [db, { createApp }] = await Promise.all([
    openDatabase(config, now(), { operations, threads }, (error) =>
      log.error({ err: error }, 'the database connection failed'),
    ),
    import('./app.ts'),
  ])
  const world = realWorld(db, log, now, await openMailer(config, { db, now }), openPush(config))
  const live = new Live(db)
  const app = await createApp(world, config, live)
  const address = await app.listen({ host: config.host, port: config.port })
  // Links in mails that stay in the outbox lead here when no other address is set.
  const reached = { ...config, url: config.url || address }

  let going = true
  /** Does something over and over, but never twice at a time; gives how to stop. */
  const every = (seconds: number, what: string, run: () => Promise<unknown>) => {
    let running: Promise<unknown> | undefined
    const timer = setInterval(() => {
      running ??= run()
        .catch((error) => log.error({ err: error }, `${what} failed`))
        .finally(() => {
          running = undefined
        })
    }, seconds * 1000)
    return async () => {
      clearInterval(timer)
      await running
    }
  }
  // What waits for others outside holds up nothing else. Of pushes several may be under way: a slow push service is
  // waited for by one of them.
  const pushing = new Set<Promise<void>>()
  const push = () => {
    const run: Promise<void> = deliverPushes(world, reached, () => going)
      .catch((error) => log.error({ err: error }, 'sending pushes failed'))
      .finally(() => pushing.delete(run))
    pushing.add(run)
  }
  const loops = [
    every(seconds.rounds, 'a background round', () => work(world)),
    every(seconds.dispatch, 'dispatching notifications', () => dispatchDue(world).then(push)),
    every(seconds.mails, 'sending mails', () => deliverMails(world, reached, () => going)),
    every(seconds.beats, 'looking for changes', () => live.beat()),
  ]

  const stop = async () => {
    going = false
    const ended = loops.map((end) => end())
    await app.close()
    await Promise.all(ended)
    await Promise.all(pushing)
    await db.close()
  }
  return { address, world, stop }
}

/** What a person reads when the server has started. */
export function greeting(server: Server, config: Config): string {
  const url = config.url || server.address
  return `
  Clockhouse is running at ${url}

  Open ${url}/ in a browser. The first visit creates your company and its administrator.
  Programs call ${url}/api/v1, described at ${url}/api/v1/openapi.json.
  Stop with Ctrl+C. Settings and commands: npx clockhouse --help
`
}

const impatientAfterMs = 1000
const scripts = ['start', 'sandbox', 'clockhouse']

/**
 * Ends the process in order when it is told to. What was acknowledged is on the disk either way. Under `npm start` it
 * also ends when npm has: a signal to npm reaches only the shell between.
 */
export function stopOnSignal(stop: () => Promise<void>): void {
  let toldAt: number | undefined
  const end = () => {
    if (toldAt !== undefined) {
      // Ctrl+C comes twice under npm, from the terminal and from npm. Only a later one means: at once.
      if (performance.now() - toldAt > impatientAfterMs) process.exit(1)
      return
    }
    toldAt = performance.now()
    stop().then(
      () => process.exit(0),
      () => process.exit(1),
    )
  }
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, end)
  if (!scripts.includes(process.env.npm_lifecycle_event ?? '')) return
  const parent = process.ppid
  setInterval(() => {
    if (process.ppid !== parent) end()
  }, 500).unref()
}
