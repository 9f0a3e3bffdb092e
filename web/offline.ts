import { whenBack } from './api/connection.ts'
import { wasBehind } from './api/kept.ts'
import { openPunches, read } from './api/punches.ts'
import { refresh } from './api/queries.ts'
import { sendPunches } from './api/send_punches.ts'

/**
 * Keeps the app working without network: what waits on the device is sent, and what is old is asked for anew, as soon as
 * that is possible. Gives how to stop.
 */
export function followNetwork(companyId: number, userId: number): () => void {
  const back = async () => {
    if (wasBehind()) void refresh()
    await sendPunches(userId)
  }
  void openPunches(companyId, userId).then(back)
  const stop = whenBack(() => void back())
  if ('serviceWorker' in navigator && import.meta.env.PROD) {
    navigator.serviceWorker.register('/worker.js').catch(() => {})
    navigator.serviceWorker.addEventListener('message', heard)
  }
  return () => {
    stop()
    navigator.serviceWorker?.removeEventListener('message', heard)
  }
}

/** The worker has shown a notification: the message is there, too. */
function heard({ data }: MessageEvent): void {
  if (data === 'message') void refresh('time')
}

/** How many punches of whoever is signed in cannot be sent now, after another try. */
export async function unsent(userId: number): Promise<number> {
  await sendPunches(userId)
  return (await read()).filter(({ kind }) => kind !== 'place').length
}
