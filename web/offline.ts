import { isReachable, whenBack } from './api/connection.ts'
import { wasStale } from './api/offline_cache.ts'
import { openPunches } from './api/punches.ts'
import { refresh } from './api/queries.ts'
import { ask } from './api/request.ts'
import { sendPunches } from './api/send_punches.ts'
import { own } from './own_address.ts'

/**
 * Keeps the app working offline: as soon as the server can be reached, waiting punches are sent and stale answers are
 * refetched. Returns a function that stops it.
 */
export function followNetwork(companyId: number, userId: number): () => void {
  const back = async () => {
    await Promise.all([wasStale() ? refresh() : isReachable() || reach(), sendPunches(userId)])
  }
  void openPunches(companyId, userId).then(back)
  const stop = whenBack(back)
  if ('serviceWorker' in navigator && import.meta.env.PROD) {
    navigator.serviceWorker.register(own('/worker.js')).catch(() => {})
    navigator.serviceWorker.addEventListener('message', onMessage)
  }
  return () => {
    stop()
    navigator.serviceWorker?.removeEventListener('message', onMessage)
  }
}

/** Asks for anything at all, so that the page learns whether the server can be reached. */
function reach(): Promise<unknown> {
  return ask('GET', '/api/console/start', { fresh: true }).catch(() => {})
}

/** The worker has shown a notification, so its message is available too. */
function onMessage({ data }: MessageEvent): void {
  if (data === 'message') void refresh('time')
}
