import type { ConsoleEndpoint } from './endpoint.ts'
import { eventEndpoints } from './events.ts'
import { signOutEndpoints } from './sign_out.ts'
import { startEndpoints } from './start.ts'

/** Everything under /api/console, in the order of the reference. */
export const consoleEndpoints: readonly ConsoleEndpoint[] = [...startEndpoints, ...signOutEndpoints, ...eventEndpoints]
