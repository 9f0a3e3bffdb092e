// Runs one write about a pay run and kills this process before one of its statements. The arguments are JSON: the place of
// the database, the write, its input, the number of the statement and the time.
import { openDatabase } from '../../src/db/open.ts'
import type { Operation } from '../../src/engine/sql.ts'
import { closePayRun } from '../../src/pay_runs/close.ts'
import { keepRunFile, markPayRunSent } from '../../src/pay_runs/send.ts'
import '../../src/resources/index.ts'
import { endedAt } from './killed_write.ts'

const { place, write, input, statement, now } = JSON.parse(process.argv[2]!)
const writes: Record<string, Operation<never, unknown>> = {
  close: closePayRun,
  file: keepRunFile,
  sent: markPayRunSent,
}
const what = endedAt(writes[write]!, statement, () => void process.kill(process.pid, 'SIGKILL'))
if (input.bytes) input.bytes = Buffer.from(input.bytes)
const db = await openDatabase(place, now, { operations: [what] }, () => {})
await db.write(what, input as never, now)
await db.close()
