import { enableCompileCache, getCompileCacheDir } from 'node:module'
import { dirname } from 'node:path'
import { useNewerZones } from './cli/server/zone_files.ts'

useNewerZones()

// Node caches compiled code for the next start, which halves the time to the first response. Worker threads find the
// cache through the environment.
enableCompileCache()
const cache = getCompileCacheDir()
if (cache) process.env.NODE_COMPILE_CACHE ??= dirname(cache)
const { readConfig } = await import('./config.ts')
const { greeting, stopOnSignal } = await import('./cli/foreground.ts')
const { start } = await import('./start.ts')

try {
  const config = readConfig(process.env)
  const server = await start(config, { environment: process.env })
  stopOnSignal(server.stop)
  console.log(greeting(server, config))
} catch (error) {
  const { explain } = await import('./cli/mistakes.ts')
  console.error(`Clockhouse cannot start: ${explain(error)}`)
  const { commandName } = await import('./sight/command_name.ts')
  console.error(`${commandName} doctor shows what is wrong with the setup and how to fix it.`)
  process.exit(1)
}
