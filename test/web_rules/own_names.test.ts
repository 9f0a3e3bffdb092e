import assert from 'node:assert/strict'
import { mock, test } from 'node:test'
import type { Known } from './hooks.ts'

// Two servers on one host, below /clock and /other: what one keeps in the browser, the other must not find.

Object.assign(globalThis, { document: { documentElement: { dataset: { prefix: '/clock' } } } })
const names: string[] = []
const storage = { getItem: (name: string) => names.push(name) && null, setItem: (name: string) => names.push(name) }
for (const name of ['localStorage', 'sessionStorage']) Object.defineProperty(globalThis, name, { value: storage })
const request = (name: string, run: () => Promise<void>) => names.push(name) && run()
Object.defineProperty(navigator, 'locks', { value: { request }, configurable: true })

const { runHook, serve } = await import('./hooks.ts')
const { sendPunches } = await import('../../web/api/send_punches.ts')
const { usePlace } = await import('../../web/pages/clock/place.ts')
const { useClockOut } = await import('../../web/pages/clock/use_clock_out.ts')

const known: Known = { start: { settings: { mobile_app_settings: { installed: 1, location_tracking: 'on' } } } }
const running = {
  ...{ key: 'a', of: 17, jobId: 0, start: '2026-11-18T08:00:00-07:00', end: '', date: '2026-11-18', duration: 0 },
  ...{ zone: 'America/Denver', manual: false, notes: '', values: {}, waits: false },
}

test('what the clock keeps in the browser, and the turns of its tabs, are the server’s own', async () => {
  serve(known)
  const { fetch: answer } = globalThis
  mock.method(globalThis, 'fetch', (url: string, init: RequestInit = {}) => answer(url.replace(/^\/clock/, ''), init))
  await sendPunches(1)
  const { after } = await runHook(usePlace)
  await after()
  const troubled = { problem: undefined, onProblem() {}, isOpen: () => true }
  await runHook(() => useClockOut({ entries: [running], running, ...troubled }))
  assert.deepEqual(
    [...new Set(names)].filter((name) => !name.endsWith(' /clock')),
    [],
  )
  assert.deepEqual(new Set(names.map((name) => name.split(' ')[0])), new Set(['punches', 'location', 'draft']))
})
