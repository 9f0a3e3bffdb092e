import type { Outcome } from '../../api/records.ts'
import { t } from '../../language.ts'
import { counts, type Thing } from '../page/things.ts'
import { toast, toastError } from './toast.ts'
import { undoingBy } from './undo.ts'

/**
 * Shows toasts for a bulk change: refusals by name with the reason, and what was done, with Undo. Returns whether
 * anything was done.
 */
export function sayOutcomes(
  outcomes: readonly Outcome<unknown>[],
  names: readonly string[],
  done: (names: readonly string[]) => string,
  undo?: () => Promise<unknown>,
): boolean {
  const refused = outcomes.flatMap((outcome, at) => (outcome.ok ? [] : [`${names[at]}: ${outcome.message}`]))
  const did = names.filter((_, at) => outcomes[at]?.ok)
  if (refused.length > 0) toastError(refused.slice(0, refusedMax).join(' ') + moreText(refused.length))
  if (did.length > 0)
    toast(
      done(did),
      undo &&
        undoingBy(async () => {
          await undo()
          toast(t('Undone.'))
        }),
    )
  return did.length > 0
}

/** `Maya Torres`, or `3 people` for several. */
export function oneOrMany(names: readonly string[], things: Thing): string {
  return names.length === 1 ? names[0]! : t(counts[things], { count: names.length })
}

const refusedMax = 3

function moreText(count: number): string {
  return count > refusedMax ? ` ${t('And {count} more.', { count: count - refusedMax })}` : ''
}
