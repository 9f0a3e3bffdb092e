import { setPriority } from 'node:os'

/** Lets requests go first where there are few processors. On Linux, a thread has a priority of its own. */
export function yieldToRequests(): void {
  if (process.platform === 'linux') setPriority(15)
}
