// The report thread, with a read-only connection, so a slow report does not block requests.
import { parentPort, workerData } from 'node:worker_threads'
import { openSnapshots } from '../db/open.ts'
import { serveWorker } from '../db/worker_queue.ts'
import { answer } from '../reports/index.ts'
import '../resources/index.ts'
import { yieldToRequests } from './priority.ts'

yieldToRequests()
serveWorker(parentPort!, await openSnapshots(workerData), answer)
