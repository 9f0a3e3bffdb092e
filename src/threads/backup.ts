// Makes one backup and exits, so neither copying nor verifying delays a request.
import { parentPort, workerData } from 'node:worker_threads'
import { makeBackup } from '../db/backup.ts'
import { yieldToRequests } from './priority.ts'

yieldToRequests()
const { place, folder, file } = workerData
parentPort!.postMessage(await makeBackup(place, folder, file))
