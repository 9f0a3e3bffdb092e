// The export thread, with a read-only connection, so a long export does not block requests.
import { parentPort, workerData } from 'node:worker_threads'
import { yieldToRequests } from './priority.ts'

yieldToRequests()
const { openSnapshots } = await import('../db/open.ts')
const { makeExports } = await import('../exports/thread.ts')
await import('../resources/index.ts')
makeExports(parentPort!, await openSnapshots(workerData))
