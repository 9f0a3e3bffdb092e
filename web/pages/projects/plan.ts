import { msg } from '../../../src/rules/language/messages.ts'
import { creating, madeIn, type Step, updating } from '../../api/actions.ts'
import type { Item, Records } from '../../api/records.ts'
import { FieldProblem } from '../../components/page/refusals.ts'
import { t } from '../../language.ts'
import { readManyHours } from '../pto/policy_form.ts'

/** A project. */
export type Project = Records['projects']
/** The current estimate of a project, and its parts. */
export type Estimated = { estimate: Records['estimates']; items: readonly Records['estimate_items'][] }

/** The states of a project, as messages. */
export const statuses: Readonly<Record<Project['status'], string>> = {
  not_started: msg('Not started'),
  in_progress: msg('In progress'),
  complete: msg('Complete'),
}

/**
 * An estimate as typed: none, for the whole project (`by` is 0), or by the choices of a custom field. `hours` are by
 * the id of the choice, 0 for the whole project.
 */
export type Plan = { by: number | 'none'; hours: Readonly<Record<number, string>> }

/** The saved estimate, as the form shows it. */
export function planOf(known: Estimated | undefined, hours: (seconds: number) => string): Plan {
  if (!known) return { by: 'none', hours: {} }
  const typed = known.items.map(({ type_id, estimated_seconds }) => [type_id, hours(estimated_seconds)] as const)
  return {
    by: known.estimate.estimate_by === 'none' ? 0 : known.estimate.estimate_by__id,
    hours: Object.fromEntries(typed),
  }
}

/** The seconds by choice. Throws FieldProblem. */
export function secondsOf({ by, hours }: Plan): ReadonlyMap<number, number> {
  if (by === 'none') return new Map()
  const asked = Object.entries(hours).filter(([id, text]) => (by === 0) === (id === '0') && text.trim() !== '')
  if (by === 0 && asked.length === 0) throw new FieldProblem('estimate', t('must be hours, like 120'))
  return new Map(
    asked.map(([id, text]) => {
      const seconds = readManyHours(text)
      if (seconds === undefined) throw new FieldProblem('estimate', t('must be hours, like 120, not {text}', { text }))
      return [Number(id), seconds]
    }),
  )
}

/**
 * The writes that save the estimate of a project: they change its parts, or replace it with another estimate. `at` is the
 * number of the first one in its action, whose first step makes a new project.
 */
export function estimateSteps(
  projectId: number | undefined,
  known: Estimated | undefined,
  plan: Plan,
  at: number,
): Step[] {
  const wanted = secondsOf(plan)
  const by = known && (known.estimate.estimate_by === 'none' ? 0 : known.estimate.estimate_by__id)
  const isSame = known !== undefined && by === plan.by
  const ended = known && !isSame ? [updating('estimates', [{ id: known.estimate.id, active: false }])] : []
  if (plan.by === 'none') return ended
  const estimate_by = plan.by === 0 ? 'none' : 'customfields'
  const fresh = { project_id: projectId ?? madeIn(0), estimate_by, estimate_by__id: plan.by }
  const made = isSame ? [] : [creating('estimates', [fresh])]
  const estimate_id = isSame ? known.estimate.id : madeIn(at + ended.length)
  const items = isSame ? known.items : []
  const type = plan.by === 0 ? 'none' : 'tag_clouds'
  const changed = items.flatMap(({ id, type_id, estimated_seconds }): Item[] => {
    const seconds = wanted.get(type_id)
    if (seconds === undefined) return [{ id, active: false }]
    return seconds === estimated_seconds ? [] : [{ id, estimated_seconds: seconds }]
  })
  const added = [...wanted]
    .filter(([type_id]) => !items.some((item) => item.type_id === type_id))
    .map(([type_id, estimated_seconds]) => ({ estimate_id, type, type_id, estimated_seconds }))
  return [...ended, ...made, updating('estimate_items', changed), creating('estimate_items', added)]
}
