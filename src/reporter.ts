// The thread that makes reports, over a connection that only reads: a heavy one stops nobody.
import { parentPort, workerData } from 'node:worker_threads'
import { answerAside } from './db/aside.ts'
import { openSnapshots } from './db/open.ts'
import { answer } from './reports/index.ts'
import './resources/index.ts'

answerAside(parentPort!, await openSnapshots(workerData), answer)
