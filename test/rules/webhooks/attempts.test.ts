import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type HookAnswer, verdictOf } from '../../../src/rules/webhooks/attempts.ts'

test('the answer of a receiver decides whether a delivery is done, is tried again, or turns the webhook off', () => {
  const now = Date.UTC(2026, 2, 1) * 1000
  const status = (status: number, retryAfter = ''): HookAnswer => {
    return { outcome: 'answered', status, retryAfter, text: '', milliseconds: 1 }
  }
  const silence: HookAnswer = { outcome: 'unanswered', error: 'no answer in 15 seconds', milliseconds: 15_000 }
  const cases: [answer: HookAnswer, attempts: number, state: string, seconds: number][] = [
    [status(200), 1, 'delivered', 0],
    [status(204), 3, 'delivered', 0],
    [status(302), 1, 'again', 5],
    [status(400), 2, 'again', 60],
    [status(410), 1, 'off', 0],
    [status(429, '30'), 1, 'again', 30],
    [status(429, '30'), 2, 'again', 60],
    [status(503, 'Sun, 01 Mar 2026 00:02:00 GMT'), 1, 'again', 120],
    [status(503, 'Sat, 01 Mar 2025 00:02:00 GMT'), 1, 'again', 5],
    [status(503, 'soon'), 1, 'again', 5],
    [status(503, '999999'), 1, 'again', 86_400],
    [status(500), 3, 'off', 0],
    [silence, 1, 'again', 5],
    [silence, 3, 'off', 0],
  ]
  for (const [answer, attempts, state, seconds] of cases) {
    const verdict = verdictOf(answer, attempts, { now, retrySeconds: [5, 60] })
    const wait = verdict.due === 0 ? 0 : (verdict.due - now) / 1_000_000
    assert.deepEqual([verdict.state, wait], [state, seconds], JSON.stringify([answer, attempts]))
  }
})
