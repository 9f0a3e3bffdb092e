// Makes or checks one file and exits, so neither copying nor verifying delays a request: a backup, or the database.
import { parentPort, workerData } from 'node:worker_threads'
import { yieldToRequests } from './priority.ts'

yieldToRequests()
const { place, folder, file, check } = workerData
if (check !== undefined) {
  const { problemsIn } = await import('../db/backup/check.ts')
  parentPort!.postMessage(problemsIn(check))
} else {
  const { makeBackup } = await import('../db/backup/backup.ts')
  parentPort!.postMessage(await makeBackup(place, folder, file))
}
