import { act, type Step } from '../../api/actions.ts'
import { type Intent, intending } from '../../api/intents.ts'
import { only } from '../../api/records.ts'
import { t } from '../../language.ts'
import { changing } from './changing.ts'
import { dismissToast, toast, toastProblem } from './toast.ts'

/** An Undo action for a toast: `change` reverts the change, and `intents` show that at once. Errors show as a toast. */
export function undo(intents: readonly Intent[], change: () => Promise<Parameters<typeof only>[0]>) {
  return undoingBy(() =>
    intending(intents, () =>
      changing(async () => {
        for (const outcome of await change()) only([outcome])
      }),
    ),
  )
}

/** An Undo action that makes these writes as one request, and shows at once what it means. Errors show as a toast. */
export function undoing(steps: readonly Step[], intents: readonly Intent[] = []) {
  return undoingBy(() => intending(intents, () => changing(() => act(steps))))
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
      // Nothing else on the page says that it was not undone.
      toastProblem((problem as Error).message || t('This wasn’t undone.'), action)
    } finally {
      clearTimeout(timer)
      if (shown !== undefined) dismissToast(shown)
    }
  }
  const action = { label: t('Undo'), run: () => void run() }
  return action
}
