import { act, type Step } from '../../api/actions.ts'
import { type Intent, intending } from '../../api/intents.ts'
import { refresh } from '../../api/queries.ts'
import { only } from '../../api/records.ts'
import { t } from '../../language.ts'
import { add, dismissToast, toast } from './toast.ts'

/** An Undo action for a toast: `change` reverts the change. Errors show as a toast. */
export function undo(change: () => Promise<Parameters<typeof only>[0]>) {
  return undoingBy(async () => {
    try {
      for (const outcome of await change()) only([outcome])
    } finally {
      await refresh()
    }
  })
}

/** An Undo action that makes these writes as one request, and shows at once what it means. Errors show as a toast. */
export function undoing(steps: readonly Step[], intents: readonly Intent[] = []) {
  return undoingBy(() =>
    intending(intents, async () => {
      try {
        await act(steps)
      } finally {
        await refresh()
      }
    }),
  )
}

/** A network that is quicker shows the result at once. */
const patienceMilliseconds = 400

/** An Undo action for a toast. While it takes its time, a toast says so; if it fails, the error offers it again. */
export function undoingBy(change: () => Promise<unknown>) {
  const run = async () => {
    let shown: number | undefined
    const timer = setTimeout(() => {
      shown = toast(t('Undoing…'))
    }, patienceMilliseconds)
    try {
      await change()
    } catch (problem) {
      if ((problem as Error).message) add({ text: (problem as Error).message, kind: 'bad', action })
    } finally {
      clearTimeout(timer)
      if (shown !== undefined) dismissToast(shown)
    }
  }
  const action = { label: t('Undo'), run: () => void run() }
  return action
}
