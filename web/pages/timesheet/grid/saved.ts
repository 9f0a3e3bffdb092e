import { stepsMax } from '../../../../src/rules/action_limits.ts'
import { creating, removing, type Step, updating } from '../../../api/actions.ts'
import { type Intent, newId } from '../../../api/intents.ts'
import { isShown, toast } from '../../../components/dialogs/toast.ts'
import { undoing } from '../../../components/dialogs/undo.ts'
import { t } from '../../../language.ts'
import { itemOf } from '../entry/save.ts'
import type { Sheet } from '../week/week.ts'

/** What a cell had before the first change that a message counts, and what it has now. */
type Saved = { before: Sheet | undefined; after: Sheet | undefined }

let last: { toast: number; cells: ReadonlyMap<string, Saved> } | undefined

/**
 * Says that a cell was saved: one message counts the cells, for as long as it can be seen, and takes all of them back to
 * what they had before it.
 */
export function sayCellSaved(said: string, key: string, { before, after }: Saved): void {
  const open = last && isShown(last.toast) ? last : undefined
  const known = open?.cells.get(key)
  const own = { before: known ? known.before : before, after }
  const counted = new Map([...(open?.cells ?? []), [key, own]])
  // More than one action can take back: a message of its own.
  const isFull = backOf(counted).steps.length > stepsMax
  const cells = isFull ? new Map([[key, { before, after }]]) : counted
  const { steps, intents } = backOf(cells)
  const text =
    cells.size === 1 ? said : t('{count, plural, one {# cell saved.} other {# cells saved.}}', { count: cells.size })
  const undo = steps.length > 0 ? undoing(steps, intents) : undefined
  last = { toast: toast(text, undo, isFull ? undefined : open?.toast), cells }
}

/** The writes that take cells back, each one of an action, and what they mean. */
function backOf(cells: ReadonlyMap<string, Saved>): { steps: Step[]; intents: Intent[] } {
  const steps: Step[] = []
  const intents: Intent[] = []
  for (const { before, after } of cells.values()) {
    if (before && before.id === after?.id) {
      const { id, duration } = before
      if (duration === after.duration) continue
      steps.push(updating('timesheets', [{ id, duration }]))
      intents.push({ resource: 'timesheets', put: [{ id, duration }] })
      continue
    }
    if (after) steps.push(removing('timesheets', [after.id]))
    if (before) steps.push(creating('timesheets', [itemOf(before)]))
    intents.push({
      resource: 'timesheets',
      gone: after ? [after.id] : [],
      put: before ? [{ ...before, id: newId() }] : [],
    })
  }
  return { steps, intents }
}
