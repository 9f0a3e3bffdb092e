import { loadCompanyChoices, tells } from '../../company/mail/notification_choices.ts'
import { approversMax, approversOf, loadApprovers } from '../../company/rights/approvers.ts'
import { translateFor, zoneFor } from '../../company/settings/settings.ts'
import type { Context } from '../../engine/context.ts'
import { Refusal } from '../../engine/errors.ts'
import { inList, sql } from '../../engine/sql.ts'
import { type Item, isId } from '../../engine/table.ts'
import { dayText } from '../../rules/notifications/format_times.ts'
import { asksForApproval } from '../../rules/notifications/submitted.ts'
import { localDate, printLocal } from '../../rules/time/calendar.ts'
import { startOfTime } from '../../rules/time/timesheets.ts'
import { notify } from '../notifications.ts'
import type { Write } from './change.ts'
import type { User } from './record.ts'

/** The dates of a person through which time is submitted and approved. */
type Closed = Pick<User, 'submitted_to' | 'approved_to'>

const nothingClosed: Closed = { submitted_to: startOfTime, approved_to: startOfTime }

/** The date through which time is submitted after a change: approved time is also submitted. */
export function submittedWith(before: Closed | undefined, { submitted_to, approved_to }: Partial<Closed>): string {
  const submitted = submitted_to ?? before?.submitted_to ?? startOfTime
  return approved_to !== undefined && approved_to > submitted ? approved_to : submitted
}

/** Approval is by date: neither date may be in the future in the user's zone, nor on a day with a running entry. */
export function approvalIsPossible({ before, after, changed, ctx }: Write): void {
  const { now, company } = ctx
  const today = localDate(now, zoneFor(company, before ?? after))
  const { submitted_to, approved_to } = changed
  for (const [name, value] of Object.entries({ submitted_to, approved_to })) {
    if (value !== undefined && value > today) throw new Refusal(417, 'in_future', { field: name })
    if (value !== undefined && value < startOfTime)
      throw new Refusal(417, 'before_start_of_time', { field: name, date: startOfTime })
  }
  const closed = before ?? nothingClosed
  const approved = approved_to ?? closed.approved_to
  const submitted = submittedWith(before, changed)
  if (submitted_to !== undefined && submitted < approved) throw new Refusal(417, 'before_approval', { date: approved })
  refuseOnTheClock(before ?? after, closed, { approved_to: approved, submitted_to: submitted }, ctx)
}

/** Loads the running entries of people whose time these items submit or approve. */
export async function loadOnTheClock(items: readonly Item[], { work }: Context, idOf: (item: Item) => number) {
  const closing = items.filter((item) => item.submitted_to !== undefined || item.approved_to !== undefined)
  const ids = closing.map(idOf).filter((id) => isId(id))
  if (ids.length === 0) return
  const index = 'timesheets_running'
  await work.load('timesheets', sql`"end" is null and ${inList(sql`user_id`, ids)}`, { index })
}

/** Refuses to submit or approve a date on which the person is still on the clock, naming the entry. */
function refuseOnTheClock(
  { id, first_name, last_name }: User,
  before: Closed,
  changed: Closed,
  { work }: Context,
): void {
  const running = work.all('timesheets').find((sheet) => sheet.user_id === id && sheet.end === null)
  if (!running) return
  for (const name of ['approved_to', 'submitted_to'] as const) {
    const date = changed[name]
    if (date <= before[name] || date < running.date) continue
    const at = printLocal(running.start, running.tz_str, running.start_offset)
    const since = `${at.slice(11, 16)} on ${at.slice(0, 10)}`
    const who = `${first_name} ${last_name}`.trim()
    throw new Refusal(417, 'still_on_the_clock', { field: name, name: who, since, id: running.id })
  }
}

/** Loads the people to notify if the actor submits their own time. */
export async function loadForSubmissions(items: readonly Item[], { actor, work, company }: Context): Promise<void> {
  const self = work.get('users', actor.userId)
  if (!self || actor.home || items.every((item) => item.submitted_to === undefined)) return
  await loadCompanyChoices(company)
  await loadApprovers([self.group_id], company)
  await work.reserve(256 + items.length * approversMax)
}

/** Notifies the approvers that a person submitted their time. */
export function notifyOfSubmission(before: User, after: User, ctx: Context): void {
  const { actor, company } = ctx
  if (actor.home || !asksForApproval(before, after, actor) || !tells(company, 'submitted')) return
  const name = `${after.first_name} ${after.last_name}`
  for (const id of approversOf(after, company)) {
    const t = translateFor(company, company.get('users', id))
    const message = t('{name} submitted their time through {day}.', { name, day: dayText(after.submitted_to, t) })
    notify({ user_id: id, kind: 'submitted', message, path: '/approvals' }, ctx)
  }
}
