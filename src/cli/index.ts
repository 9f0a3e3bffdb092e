import { enableCompileCache } from 'node:module'
import { run } from './program.ts'
import { useNewerZones } from './server/zone_files.ts'
import { processTerminal } from './terminal.ts'

// The administrator's command line.

useNewerZones()
enableCompileCache()
// The reader may close the output early: clockhouse config | head.
process.stdout.on('error', () => process.exit(0))
const args = process.argv.slice(2)
// Without arguments, clockhouse starts the server.
const exitCode = await run(args.length === 0 ? ['serve'] : args, processTerminal)
// A server that failed to start may leave a thread running, which would keep the process alive.
if (exitCode > 0) process.stdout.write('', () => process.exit(exitCode))
