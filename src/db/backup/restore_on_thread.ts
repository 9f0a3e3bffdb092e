import { Worker } from 'node:worker_threads'

/** The steps of a restoration in a data folder, as functions of restore.ts. */
type Steps = {
  prepareRestore(given: { file: string; data: string; now: number }): Promise<void>
  replacePrepared(given: { data: string; aside: string }): Promise<string | null>
  putBack(given: { data: string; kept: string; aside: string }): Promise<void>
}

/** These steps on a thread; `thread` is the module that makes backups. */
export function restoreSteps(thread: URL): Steps {
  const on =
    (step: keyof Steps) =>
    <T>(file: object): Promise<T> =>
      new Promise((resolve, reject) => {
        const worker = new Worker(thread, { workerData: { restore: step, file } })
        worker.once('message', resolve)
        worker.once('error', reject)
        worker.once('exit', () => reject(new Error('the thread that restores backups has ended')))
      })
  return { prepareRestore: on('prepareRestore'), replacePrepared: on('replacePrepared'), putBack: on('putBack') }
}
