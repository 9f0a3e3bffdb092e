import { queries } from './api/queries.ts'
import { ask } from './api/request.ts'

/** Signs out and leaves nothing behind on the device. */
export async function leave(): Promise<void> {
  await ask('POST', '/api/console/sign_out').catch(() => {})
  queries.clear()
  location.assign('/signed-out')
}
