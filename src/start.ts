import type { Config } from './config.ts'
import { openDatabase } from './db/open.ts'
import { rounds } from './delivery/rounds.ts'
import { operations } from './operations.ts'
import { logger, machineClock, realWorld, type World } from './world.ts'

/** A running server: its address, its world, and how to stop it in order. */
export type Server = { address: string; world: World; stop: () => Promise<void> }

const secondsBetweenRounds = 30

/** Starts everything: database, server, background rounds. `now` can be replaced, so that time can be moved. */
export async function start(config: Config, now = machineClock): Promise<Server> {
  const log = logger(config.logLevel)
  // The writing thread starts up while the server's modules are loaded.
  const [db, { createApp }] = await Promise.all([
    openDatabase(config, now(), { operations, thread: new URL('./writer.ts', import.meta.url) }, (error) =>
      log.error({ err: error }, 'the database connection failed'),
    ),
    import('./app.ts'),
  ])
  const world = realWorld(db, log, now)
  const app = await createApp(world, config)
  const address = await app.listen({ host: config.host, port: config.port })

  let running: Promise<unknown> = Promise.resolve()
  const timer = setInterval(() => {
    running = rounds(world).catch((error) => log.error({ err: error }, 'a background round failed'))
  }, secondsBetweenRounds * 1000)

  const stop = async () => {
    clearInterval(timer)
    await app.close()
    await running
    await db.close()
  }
  return { address, world, stop }
}

/** Ends the process in order when it is told to. What was acknowledged is on the disk either way. */
export function stopOnSignal(stop: () => Promise<void>): void {
  let stopping = false
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.on(signal, () => {
      if (stopping) process.exit(1)
      stopping = true
      stop().then(
        () => process.exit(0),
        () => process.exit(1),
      )
    })
}
