import { setPriority } from 'node:os'

/**
 * Lets requests go first on machines with few processors. On Linux, each thread has its own priority. A thread calls
 * this before it loads its modules, which keeps a processor busy for a tenth of a second.
 */
export function yieldToRequests(): void {
  if (process.platform === 'linux') setPriority(15)
}
