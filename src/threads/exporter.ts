// The thread that makes exports, over a connection that only reads: a long one stops nobody.
import { parentPort, workerData } from 'node:worker_threads'
import { openSnapshots } from '../db/open.ts'
import { makeExports } from '../exports/thread.ts'
import '../resources/index.ts'

makeExports(parentPort!, await openSnapshots(workerData))
