import { day } from '../rules/time/calendar.ts'
import { archiveIn, isNewer } from '../rules/versions.ts'

const answerMs = 60_000

/** The newest release at an address, if it is newer than a version; asked with one request for one small file. */
export async function newerRelease(address: string, version: string): Promise<string | undefined> {
  const url = `${address.replace(/\/$/, '')}/latest/download/SHA256SUMS`
  const answer = await fetch(url, { signal: AbortSignal.timeout(answerMs) })
  if (!answer.ok) throw new Error(`${url} answers ${answer.status}`)
  const found = archiveIn(await answer.text())?.version
  return found !== undefined && isNewer(found, version) ? found : undefined
}

type Told = {
  log: Record<'info' | 'warn', (details: object, text: string) => void>
  now: () => number
  sight: { newerVersion: string | undefined }
}

/**
 * Asks once a day for the newest release, and says once in the log that there is a newer one. That no one could be asked is
 * no failure of this server.
 */
export function releaseNotice({ log, now, sight }: Told, address: string, version: string): () => Promise<void> {
  let told = version
  let nextAt = 0
  return async () => {
    if (now() < nextAt) return
    nextAt = now() + day
    const newer = await newerRelease(address, told).catch((err) => {
      log.info({ err }, 'the releases could not be read')
      return undefined
    })
    if (newer === undefined) return
    told = newer
    sight.newerVersion = newer
    log.warn({ version: newer }, `Clockhouse ${newer} is released, and this is ${version}`)
  }
}
