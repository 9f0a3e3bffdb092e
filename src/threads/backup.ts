// Does one thing with the file of a database and exits, so that it delays no request: makes a backup, checks the database, or
// takes a step of a restoration.
import { parentPort, workerData } from 'node:worker_threads'
import { yieldToRequests } from './priority.ts'

yieldToRequests()
const { place, folder, file, check, restore } = workerData
if (check !== undefined) {
  const { problemsIn } = await import('../db/backup/check.ts')
  parentPort!.postMessage(problemsIn(check))
} else if (restore !== undefined) {
  const steps = await import('../db/backup/restore.ts')
  const step: 'prepareRestore' | 'replacePrepared' | 'putBack' = restore
  parentPort!.postMessage(await steps[step](file))
} else {
  const { makeBackup } = await import('../db/backup/backup.ts')
  parentPort!.postMessage(await makeBackup(place, folder, file))
}
