import type { BodyOf } from '../../../api/contract.ts'
import { t } from '../../../language.ts'
import { isoAt } from '../../../time.ts'
import { type Draft, type Problems, timesIn } from '../entry/draft.ts'
import { itemIn } from '../entry/entry_form.ts'
import { instantsAt } from '../entry/span.ts'
import type { Sheet } from '../week/week.ts'

/** What a person proposes for an entry. */
export type ProposedAction = BodyOf<'POST /api/console/corrections'>['action']

/** The values of a correction's form: those of an entry, and a break in it. */
export type ProposalDraft = Draft & { pause: { jobId: number; start: string; end: string } | undefined }

/** Errors of the form. */
export type ProposalProblems = Problems & { pause?: string }

/** The request for a correction, or the errors of the form. */
export function proposalIn(
  draft: ProposalDraft,
  sheet: Sheet | undefined,
  action: ProposedAction,
  zone: string,
): { body: BodyOf<'POST /api/console/corrections'> } | { problems: ProposalProblems } {
  const reason = draft.reason.trim()
  const problems: ProposalProblems = reason === '' ? { reason: t('Say what happened.') } : {}
  const about = { action, ...(sheet && { timesheet_id: sheet.id }), reason }
  if (action === 'delete') return 'reason' in problems ? { problems } : { body: about }
  if (draft.jobId === undefined) problems.job = t('Choose what the time is for.')
  const read = timesIn(draft, zone, sheet)
  if ('problems' in read) Object.assign(problems, read.problems)
  const pause = draft.pause && pauseIn(draft, draft.pause, zone)
  if (draft.pause && !pause) problems.pause = t('Enter when the break began and ended.')
  if (Object.keys(problems).length > 0) return { problems }
  const rules = { zone, fixedTimes: false, fields: [], closed: undefined, noteRequired: false, reasonRequired: true }
  const { start, end, date, duration, jobcode_id, notes } = itemIn(draft, sheet, 0, rules)
  const given = Object.entries({ start, end, date, duration, jobcode_id, notes: notes || (sheet ? notes : undefined) })
  const changes = Object.fromEntries(given.filter(([, value]) => value !== undefined))
  if (sheet && Object.keys(changes).length === 0 && !pause)
    return { problems: { general: t('You haven’t changed anything yet.') } }
  return { body: { ...about, ...changes, ...(pause && { break: pause }) } }
}

/** The break as the API takes it. Its start is the first occurrence of that clock time after the start of the entry. */
function pauseIn({ span }: Draft, { jobId, start, end }: NonNullable<ProposalDraft['pause']>, zone: string) {
  const [from] = instantsAt(span.date, start, zone)
  const to = instantsAt(span.date, end, zone).find((at) => from !== undefined && at > from)
  return from === undefined || to === undefined
    ? undefined
    : { jobcode_id: jobId, start: isoAt(from, zone), end: isoAt(to, zone) }
}
