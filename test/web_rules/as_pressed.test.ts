import assert from 'node:assert/strict'
import { describe, mock, test } from 'node:test'
import { useState } from 'react'
import { ApiError } from '../../web/api/request.ts'
import { edited, useAsPressed } from '../../web/components/dialogs/as_pressed.ts'
import { runHook, serve } from './hooks.ts'

describe('what a dialog checks against', () => {
  type State = { list: string; isPending: boolean; error: Error | null }
  /** What is seen after the list and the change were in these states, one after another. */
  const seenAfter = async (...states: Partial<State>[]) => {
    serve({})
    const useSeen = () => {
      const [{ list, ...change }, set] = useState<State>({ list: 'before', isPending: false, error: null })
      return { seen: useAsPressed(list, { ...change, reset() {} }), set }
    }
    const steps = states.map(
      (state) =>
        ({ set }: ReturnType<typeof useSeen>) =>
          set((before) => ({ ...before, ...state })),
    )
    return (await runHook(useSeen, ...steps)).seen
  }
  const pressed = { isPending: true }
  const arrived = { list: 'with its own entry' }

  test('what a dialog checks against follows the lists until the press', async () => {
    assert.equal(await seenAfter(arrived), arrived.list)
  })

  test('what a dialog checks against stays as it was at the press while the answer is on the way, and after it was lost', async () => {
    assert.equal(await seenAfter(pressed, arrived), 'before')
    for (const status of [0, 500, 503])
      assert.equal(await seenAfter(pressed, arrived, { isPending: false, error: new ApiError(status, '') }), 'before')
  })

  test('what a dialog checks against follows the lists after a refusal, and when a lost change is changed', async () => {
    const refused = { isPending: false, error: new ApiError(417, '') }
    assert.equal(await seenAfter(pressed, arrived, refused), arrived.list)
    const lost = { isPending: false, error: new ApiError(0, '') }
    assert.equal(await seenAfter(pressed, arrived, lost, { error: null }), arrived.list)
    const reset = mock.fn()
    edited({ ...lost, reset })
    edited({ isPending: true, error: null, reset })
    edited({ isPending: false, error: null, reset })
    assert.equal(reset.mock.callCount(), 1)
  })
})
