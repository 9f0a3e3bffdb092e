import { setPriority } from 'node:os'

/** Lets requests go first on machines with few processors. On Linux, each thread has its own priority. */
export function yieldToRequests(): void {
  if (process.platform === 'linux') setPriority(15)
}
