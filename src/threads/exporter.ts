// The export thread, with a read-only connection, so a long export does not block requests.
import { parentPort, workerData } from 'node:worker_threads'
import { openSnapshots } from '../db/open.ts'
import { makeExports } from '../exports/thread.ts'
import '../resources/index.ts'
import { yieldToRequests } from './priority.ts'

yieldToRequests()
makeExports(parentPort!, await openSnapshots(workerData))
