import { setPriority } from 'node:os'

/**
 * Lets requests go first on machines with few processors. On Linux, each thread has its own priority. A thread calls
 * this before it loads its modules, so that loading them does not delay requests either.
 */
export function yieldToRequests(): void {
  if (process.platform === 'linux') setPriority(15)
}
