import { enableCompileCache } from 'node:module'
import { readConfig } from './config.ts'

// Node keeps what it has compiled for the next start, which halves the time to the first answer.
enableCompileCache()
const { start, stopOnSignal } = await import('./start.ts')

try {
  const config = readConfig(process.env)
  const server = await start(config)
  stopOnSignal(server.stop)
  const url = config.url || server.address
  console.log(`
  Clockhouse is running at ${url}

  Open ${url}/ in a browser. The first visit creates your company and its administrator.
  Programs call ${url}/api/v1, described at ${url}/api/v1/openapi.json.
  Stop with Ctrl+C. Settings and commands: npx clockhouse --help
`)
} catch (error) {
  console.error(`Clockhouse cannot start: ${(error as Error).message}`)
  console.error('npx clockhouse doctor says what is wrong with the set-up and how to mend it.')
  process.exit(1)
}
