import type { ConsoleEndpoint } from './endpoint.ts'
import { eventEndpoints } from './events.ts'

/** Everything under /api/console, in the order of the reference. */
export const consoleEndpoints: readonly ConsoleEndpoint[] = [...eventEndpoints]
