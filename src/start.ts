import type { Config } from './config.ts'
import { Live } from './console/live.ts'
import { openDatabase } from './db/open.ts'
import { rounds } from './delivery/rounds.ts'
import { operations } from './operations.ts'
import { openPost } from './post.ts'
import { logger, machineClock, realWorld, type World } from './world.ts'

/** A running server: its address, its world, and how to stop it in order. */
export type Server = { address: string; world: World; stop: () => Promise<void> }

const secondsBetweenRounds = 30
const secondsBetweenBeats = 1

const threads = {
  writer: new URL('./writer.ts', import.meta.url),
  reporter: new URL('./reporter.ts', import.meta.url),
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
  const world = realWorld(db, log, now, await openPost(config))
  const live = new Live(db)
  const app = await createApp(world, config, live)
  const address = await app.listen({ host: config.host, port: config.port })

  let running: Promise<unknown> = Promise.resolve()
  const timer = setInterval(() => {
    running = rounds(world, config).catch((error) => log.error({ err: error }, 'a background round failed'))
  }, secondsBetweenRounds * 1000)

  let beating = false
  const pulse = setInterval(async () => {
    if (beating) return
    beating = true
    await live.beat().catch((error) => log.error({ err: error }, 'looking for changes failed'))
    beating = false
  }, secondsBetweenBeats * 1000)

  const stop = async () => {
    clearInterval(timer)
    clearInterval(pulse)
    await app.close()
    await running
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
