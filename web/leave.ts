import { deviceOwned } from './api/device_owner.ts'
import { forgetKept } from './api/kept.ts'
import { queries } from './api/queries.ts'
import { ApiError, ask, isUnreachable, setLeaving } from './api/request.ts'

/** Signs out and leaves nothing behind on the device but what has not been sent yet. Throws ApiError without network. */
export async function leave(): Promise<void> {
  setLeaving(true)
  // Only who allowed notifications here loads what sees to them.
  const device = deviceOwned() ? await import('./api/device.ts').catch(() => null) : null
  try {
    await device?.leaveDevice()
    await ask('POST', '/api/console/sign_out')
  } catch (error) {
    setLeaving(false)
    if (isUnreachable(error)) throw new ApiError(0, 'You are offline. Sign out when you are connected again.')
  }
  await device?.unsubscribe().catch(() => {})
  queries.clear()
  await forgetKept()
  location.assign('/signed-out')
}
