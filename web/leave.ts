import { deviceOwned } from './api/device_owner.ts'
import { clearCache } from './api/offline_cache.ts'
import { openDrafts, read } from './api/punches.ts'
import { queries } from './api/queries.ts'
import { ApiError, ask, isUnreachable, setLeaving } from './api/request.ts'
import { sendPunches } from './api/send_punches.ts'
import { t } from './language.ts'
import { own } from './own_address.ts'

/** Saves what is typed and not saved yet, and says how many of the user's punches still cannot be sent after another try. */
export async function unsent(userId: number): Promise<number> {
  await Promise.all([...openDrafts].map((save) => save().catch(() => {})))
  await sendPunches(userId)
  return (await read()).filter(({ kind }) => kind !== 'place').length
}

/** Signs out and clears the device, except for punches not sent yet. Throws ApiError when offline. */
export async function leave(): Promise<void> {
  setLeaving(true)
  // Load the notification code only if someone turned on notifications here.
  const device = deviceOwned() ? await import('./api/device.ts').catch(() => null) : null
  try {
    await device?.leaveDevice()
    await ask('POST', '/api/console/sign_out')
  } catch (error) {
    setLeaving(false)
    if (isUnreachable(error)) throw new ApiError(0, t('You’re offline. Sign out when you’re back online.'))
    // Without a session, there is nothing left to end.
    if (!(error instanceof ApiError) || error.status !== 401) throw error
  }
  await device?.unsubscribe().catch(() => {})
  queries.clear()
  await clearCache()
  location.assign(own('/signed-out'))
}
