import type { Step } from '../../../api/actions.ts'
import type { Intent } from '../../../api/intents.ts'
import { isShown, toast } from '../../../components/dialogs/toast.ts'
import { undoing } from '../../../components/dialogs/undo.ts'
import { t } from '../../../language.ts'

/** A cell that was saved: what takes that back, and what this means. */
type Saved = { step: Step; intent: Intent }

/** An action has at most 40 steps. */
const countMax = 40

let last: { toast: number; saved: readonly Saved[] } | undefined

/** Says that a cell was saved: one message counts the cells, for as long as it can be seen, and takes all of them back. */
export function sayCellSaved(said: string, cell: Saved): void {
  const before = last && isShown(last.toast) && last.saved.length < countMax ? last : undefined
  // The newest change is taken back first.
  const saved = [cell, ...(before?.saved ?? [])]
  const text =
    saved.length === 1
      ? said
      : t('{count, plural, one {# cell saved.} other {# cells saved.}}', { count: saved.length })
  const undo = undoing(
    saved.map(({ step }) => step),
    saved.map(({ intent }) => intent),
  )
  last = { toast: toast(text, undo, before?.toast), saved }
}
