import { act, type Step } from '../../api/actions.ts'
import { type Intent, intending } from '../../api/intents.ts'
import { refresh } from '../../api/queries.ts'
import { only } from '../../api/records.ts'
import { t } from '../../language.ts'
import { toastError } from './toast.ts'

/** An Undo action for a toast: `change` reverts the change. Errors show as a toast. */
export function undo(change: () => Promise<Parameters<typeof only>[0]>) {
  const run = async () => {
    try {
      for (const outcome of await change()) only([outcome])
    } catch (problem) {
      toastError(problem)
    }
    await refresh()
  }
  return { label: t('Undo'), run: () => void run() }
}

/** An Undo action that makes these writes as one request, and shows at once what it means. Errors show as a toast. */
export function undoing(steps: readonly Step[], intents: readonly Intent[] = []) {
  const run = async () => {
    try {
      await intending(intents, async () => {
        await act(steps)
        await refresh()
      })
    } catch (problem) {
      toastError(problem)
      await refresh()
    }
  }
  return { label: t('Undo'), run: () => void run() }
}
