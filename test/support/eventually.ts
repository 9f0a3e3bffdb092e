import assert from 'node:assert/strict'
import { setTimeout } from 'node:timers/promises'

const pollMs = 50

/** Waits until something holds that a server does by itself; fails if it does not hold after so many seconds. */
export async function eventually(what: string, holds: () => unknown, seconds = 60): Promise<void> {
  const until = performance.now() + seconds * 1000
  while (!(await holds())) {
    assert.ok(performance.now() < until, `after ${seconds} seconds, it does not hold that ${what}`)
    await setTimeout(pollMs)
  }
}
