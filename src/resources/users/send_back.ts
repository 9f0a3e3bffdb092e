import { actorOf } from '../../company/rights/rights.ts'
import type { Actor } from '../../engine/context.ts'
import { RequestError } from '../../engine/errors.ts'
import { operation, sql } from '../../engine/sql.ts'
import { UnitOfWork } from '../../engine/unit_of_work.ts'
import { mayApprove } from '../../rules/people/access.ts'
import { addDays } from '../../rules/time/calendar.ts'
import { notify } from '../notifications.ts'

/** Time that was sent back and is not submitted again yet: the dates, the message and who sent it back. */
export type SentBack = {
  user_id: number
  starts: string
  ends: string
  message: string
  sent_by_user_id: number
  created: number
}

/**
 * The person, the first and last date, the message for the approvers, the text for the person, and a UUID for the
 * notification.
 */
type Given = {
  actor: Actor
  userId: number
  starts: string
  ends: string
  message: string
  told: string
  uuid: string
}

/** Reopens a person's time from `starts` on, and tells them why. RequestError 403, 404. */
export const sendBack = operation('sendBack', async (tx, given: Given) => {
  const { actor, userId, starts, ends, message, told, uuid } = given
  const work = await UnitOfWork.begin(tx, actor.companyId, { userId: actor.userId, application: actor.application })
  const [user] = await work.load('users', sql`id = ${userId}`)
  if (!user) throw new RequestError(404, 'no_such_user', { field: 'user_id', id: userId })
  const asker = actor.home ? actor : await actorOf(work.company, actor.userId, actor.application)
  if (!asker || !mayApprove(asker, user)) throw new RequestError(403, 'not_approver', { field: 'user_id' })
  const before = addDays(starts, -1)
  const earlier = (date: string) => (date < before ? date : before)
  work.change('users', userId, {
    submitted_to: earlier(user.submitted_to),
    approved_to: earlier(user.approved_to),
  })
  // Rows for time that was submitted again are no longer needed, and a second message replaces the first.
  await tx.run(sql`delete from sent_back where company_id = ${actor.companyId} and user_id = ${userId}
    and (starts = ${starts} or ends <= ${user.submitted_to})`)
  const sent = { user_id: userId, starts, ends, message, sent_by_user_id: actor.userId, created: tx.now }
  work.append('sent_back', sent satisfies SentBack)
  const note = { user_id: userId, kind: 'answered', message: told, path: `/timesheet/${starts}` } as const
  notify(note, { work, now: tx.now, uuid: () => uuid })
  await work.flush()
})
