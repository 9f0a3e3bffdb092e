// The report thread, with a read-only connection, so a slow report does not block requests.
import { parentPort, workerData } from 'node:worker_threads'
import { yieldToRequests } from './priority.ts'

yieldToRequests()
const { openSnapshots } = await import('../db/open.ts')
const { serveWorker } = await import('../db/sqlite/worker_queue.ts')
const { answer } = await import('../reports/index.ts')
await import('../resources/index.ts')
serveWorker(parentPort!, await openSnapshots(workerData), answer)
