import assert from 'node:assert/strict'
import { beforeEach, describe, mock, test } from 'node:test'
import { changePunches, read } from '../../web/api/punches.ts'
import { dismissToast, useToasts } from '../../web/components/dialogs/toast.ts'
import type { Entry } from '../../web/pages/clock/entries.ts'
import { useClockIn } from '../../web/pages/clock/use_clock_in.ts'
import { useClockOut } from '../../web/pages/clock/use_clock_out.ts'
import { runHook, serve } from './hooks.ts'

// Maya presses a button at the clock, and the server refuses it.

const reason = 'Your company closed the books.'
const entry: Entry = {
  ...{ key: 'a', of: 17, jobId: 0, start: '2026-11-18T08:00:00-07:00', end: '', date: '2026-11-18', duration: 0 },
  ...{ zone: 'America/Denver', manual: false, notes: '', values: {}, waits: false },
}

describe('a press that the server refuses', () => {
  let problems: (string | undefined)[]
  beforeEach(async () => {
    serve({})
    problems = []
    await changePunches(() => [])
    for (const { id } of await toasts()) dismissToast(id)
    const { fetch: answer } = globalThis
    mock.method(globalThis, 'fetch', async (url: string, init: RequestInit = {}) =>
      url === '/api/console/clock' && init.method === 'POST'
        ? Response.json({ error: { code: 417, message: reason, detail: reason } }, { status: 417 })
        : answer(url, init),
    )
  })
  const toasts = () => runHook(useToasts)
  const clockIn = async (isOpen: boolean) => {
    const { begin } = await runHook(() =>
      useClockIn({ onProblem: (text) => problems.push(text), isOpen: () => isOpen }),
    )
    await begin(0)
  }

  test('at the clock, the reason is shown there, and nothing else is left of it', async () => {
    await clockIn(true)
    assert.deepEqual([problems, await read(), await toasts()], [[undefined, reason], [], []])
  })

  test('on another page, the reason is shown there, and the press is kept for the clock', async () => {
    await clockIn(false)
    const [shown, ...others] = await toasts()
    assert.match(shown!.text, /not accepted\. Your company closed the books\./)
    assert.deepEqual(others, [])
    assert.deepEqual(
      (await read()).map(({ kind, refused, waits }) => ({ kind, refused, waits })),
      [{ kind: 'in', refused: reason, waits: true }],
    )
  })

  test('at the clock, a note that the entry does not take is kept with the reason, which is said once', async () => {
    const running = { entries: [entry], running: entry, problem: undefined, isOpen: () => true }
    const { attempt } = await runHook(() => useClockOut({ ...running, onProblem: (text) => problems.push(text) }))
    assert.equal(await attempt({ do: 'edit', entry, notes: 'Roof' }), false)
    assert.deepEqual([problems, await toasts()], [[undefined], []])
    const [kept, ...others] = await read()
    assert.deepEqual([kept?.refused, kept?.item.notes, others], [reason, 'Roof', []])
  })
})
