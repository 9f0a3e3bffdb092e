import assert from 'node:assert/strict'
import { beforeEach, describe, mock, test } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import { stepsMax } from '../../src/rules/action_limits.ts'
import { dismissToast, useToasts } from '../../web/components/dialogs/toast.ts'
import { sayCellSaved } from '../../web/pages/timesheet/grid/saved.ts'
import type { Sheet } from '../../web/pages/timesheet/week/week.ts'
import { runHook, serve } from './hooks.ts'

const cell = { user_id: 7, date: '2026-11-17', jobcode_id: 1, type: 'manual', notes: '', customfields: '' }
const sheet = (id: number, duration: number) => ({ ...cell, id, duration }) as unknown as Sheet

describe('the message about saved cells', () => {
  let steps: unknown[]
  beforeEach(async () => {
    serve({})
    steps = []
    const { fetch: read } = globalThis
    mock.method(globalThis, 'fetch', async (url: string, init: RequestInit = {}) => {
      if (init.method !== 'POST') return read(url, init)
      steps = JSON.parse(String(init.body)).steps
      return Response.json({ results: steps.map(() => ({ results: { timesheets: {} } })) })
    })
    for (const { id } of await runHook(() => useToasts())) dismissToast(id)
  })
  /** Presses Undo of the last message, and gives its text and what was sent. */
  const undone = async () => {
    const toasts = await runHook(() => useToasts())
    const { text, action } = toasts.at(-1)!
    action?.run()
    while (action && steps.length === 0) await setImmediate()
    return { text, shown: toasts.length, steps: steps.map((step) => [(step as Step).do, (step as Step).data]) }
  }
  type Step = { do: string; data: unknown }
  const { user_id, jobcode_id, type, date, notes, customfields } = cell
  const made = (duration: number) => ({ user_id, jobcode_id, type, date, duration, notes, customfields })

  const cases: [what: string, changes: [before?: Sheet, after?: Sheet][], steps: unknown[]][] = [
    ['a new entry', [[undefined, sheet(1, 3600)]], [['remove', [1]]]],
    [
      'an entry that was corrected twice',
      [
        [sheet(1, 3600), sheet(1, 7200)],
        [sheet(1, 7200), sheet(1, 5400)],
      ],
      [['update', [{ id: 1, duration: 3600 }]]],
    ],
    [
      'an entry that was changed, then cleared',
      [
        [sheet(1, 3600), sheet(1, 7200)],
        [sheet(1, 7200), undefined],
      ],
      [['create', [made(3600)]]],
    ],
    [
      'an entry that was cleared, then typed again',
      [
        [sheet(1, 3600), undefined],
        [undefined, sheet(2, 7200)],
      ],
      [
        ['remove', [2]],
        ['create', [made(3600)]],
      ],
    ],
    [
      'a new entry that was cleared again',
      [
        [undefined, sheet(1, 3600)],
        [sheet(1, 3600), undefined],
      ],
      [],
    ],
  ]
  for (const [what, changes, expected] of cases)
    test(`${what} is one cell, and undo brings back what it had first`, async () => {
      for (const [before, after] of changes) sayCellSaved('Saved.', 'cell', { before, after })
      assert.deepEqual(await undone(), { text: 'Saved.', shown: 1, steps: expected })
    })

  test('several cells are counted in one message, whose undo takes back each', async () => {
    sayCellSaved('Added.', 'a', { before: undefined, after: sheet(1, 3600) })
    sayCellSaved('Saved.', 'b', { before: sheet(2, 3600), after: sheet(2, 7200) })
    sayCellSaved('Saved.', 'a', { before: sheet(1, 3600), after: sheet(1, 5400) })
    const { text, shown, steps } = await undone()
    assert.deepEqual([text, shown], ['2 cells saved.', 1])
    assert.deepEqual(steps, [
      ['remove', [1]],
      ['update', [{ id: 2, duration: 3600 }]],
    ])
  })

  test('more cells than one action takes back get a message of their own', async () => {
    for (let id = 1; id <= stepsMax + 2; id++)
      sayCellSaved('Added.', `cell ${id}`, { before: undefined, after: sheet(id, 3600) })
    const { text, shown, steps } = await undone()
    assert.deepEqual([text, shown, steps.length], ['2 cells saved.', 2, 2])
  })
})
