import { enableCompileCache, getCompileCacheDir } from 'node:module'
import { dirname } from 'node:path'

// Node keeps what it has compiled for the next start, which halves the time to the first answer. Threads learn of it from
// the environment.
enableCompileCache()
const cache = getCompileCacheDir()
if (cache) process.env.NODE_COMPILE_CACHE ??= dirname(cache)
const { readConfig } = await import('./config.ts')
const { greeting, start, stopOnSignal } = await import('./start.ts')

try {
  const config = readConfig(process.env)
  const server = await start(config)
  stopOnSignal(server.stop)
  console.log(greeting(server, config))
} catch (error) {
  console.error(`Clockhouse cannot start: ${(error as Error).message}`)
  console.error('npx clockhouse doctor says what is wrong with the set-up and how to mend it.')
  process.exit(1)
}
