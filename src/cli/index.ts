import { enableCompileCache } from 'node:module'
import { run } from './program.ts'
import { processTerminal } from './terminal.ts'

// The administrator's command line.

enableCompileCache()
// Whoever reads the output may have enough of it: clockhouse settings | head.
process.stdout.on('error', () => process.exit(0))
const exitCode = await run(process.argv.slice(2), processTerminal)
// A server that could not start may have left a thread behind, which would keep the process alive.
if (exitCode > 0) process.stdout.write('', () => process.exit(exitCode))
