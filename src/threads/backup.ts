// Makes one backup and ends, so neither copying nor reading back delays a request.
import { parentPort, workerData } from 'node:worker_threads'
import { makeBackup } from '../db/backup.ts'
import { yieldToRequests } from './priority.ts'

yieldToRequests()
const { place, folder, file } = workerData
parentPort!.postMessage(await makeBackup(place, folder, file))
