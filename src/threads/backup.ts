// Makes one backup and exits, so neither copying nor verifying delays a request.
import { parentPort, workerData } from 'node:worker_threads'
import { yieldToRequests } from './priority.ts'

yieldToRequests()
const { makeBackup } = await import('../db/backup/backup.ts')
const { place, folder, file } = workerData
parentPort!.postMessage(await makeBackup(place, folder, file))
