// node bench/litestream.ts <path of litestream> [--seconds 20]: Litestream replicates the database of a server under
// writes. Then the server, Litestream and the folder are lost. Restores the copy elsewhere and prints which of the
// acknowledged changes it contains, with the age of the newest missing one.
import { execFileSync, spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { Beside, ServerProcess } from '../test/support/processes.ts'

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: { seconds: { type: 'string', default: '20' } },
})
const [litestream = 'litestream'] = positionals
const root = mkdtempSync(join(tmpdir(), 'clockhouse-litestream-'))
const copy = `file://${join(root, 'copy')}`
const placeIn = (name: string) => ({ databaseUrl: '', data: join(root, name), databasePool: 10 })
const fileIn = (name: string) => join(root, name, 'clockhouse.db')
const replicate = () => spawn(litestream, ['replicate', fileIn('first'), copy], { stdio: 'ignore' })

let server = await ServerProcess.start(placeIn('first'))
const beside = await Beside.open(placeIn('first'))
const { token } = await beside.company()
await beside.close()
let copier = replicate()

const acknowledged: { name: string; at: number }[] = []
const end = performance.now() + Number(options.seconds) * 1000
const middle = performance.now() + Number(options.seconds) * 500
let isDown = false
const writers = Array.from({ length: 8 }, async (_, writer) => {
  for (let number = 0; performance.now() < end; number++) {
    const name = `Group ${writer} ${number}`
    const { status } = isDown ? { status: 0 } : await server.call(token, 'POST', '/groups', [{ name }])
    if (status === 200) acknowledged.push({ name, at: performance.now() })
    else await sleep(20)
  }
})
// Both are stopped and restarted once in between, because Litestream must notice what was written without it.
await sleep(middle - performance.now())
isDown = true
await server.stop()
copier.kill('SIGTERM')
server = await ServerProcess.start(placeIn('first'))
isDown = false
await sleep(1000)
copier = replicate()
await Promise.all(writers)
const lostAt = performance.now()
await server.kill()
copier.kill('SIGKILL')
rmSync(join(root, 'first'), { recursive: true })

mkdirSync(join(root, 'second'), { mode: 0o700 })
const begun = performance.now()
execFileSync(litestream, ['restore', '-o', fileIn('second'), copy], { stdio: 'ignore' })
console.log(`restored in ${((performance.now() - begun) / 1000).toFixed(1)} s`)
const database = new DatabaseSync(fileIn('second'))
const { integrity_check: health } = database.prepare('pragma integrity_check').get() as { integrity_check: string }
const names = new Set(
  database
    .prepare('select name from groups')
    .all()
    .map((row) => row.name),
)
database.close()
const missing = acknowledged.filter(({ name }) => !names.has(name))
const oldest = Math.max(0, ...missing.map(({ at }) => lostAt - at))
console.log(
  `${acknowledged.length} acknowledged, ${missing.length} missing, the oldest of them ${oldest.toFixed(0)} ms old; integrity ${health}`,
)
const again = await ServerProcess.start(placeIn('second'))
const { status } = await again.call(token, 'POST', '/groups', [{ name: 'After' }])
console.log(`a server on the copy answers a change with ${status}`)
await again.stop()
rmSync(root, { recursive: true })
