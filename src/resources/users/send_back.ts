import { actorOf } from '../../company/rights.ts'
import type { Actor } from '../../engine/context.ts'
import { RequestError } from '../../engine/errors.ts'
import { operation, sql } from '../../engine/sql.ts'
import { UnitOfWork } from '../../engine/unit_of_work.ts'
import { mayApprove } from '../../rules/access.ts'
import { notify } from '../notifications.ts'
import type { User } from '../users.ts'

/** Whose time, the last date that stays closed, the message to them, and a UUID for the notification. */
type Given = { actor: Actor; userId: number; before: string; message: string; uuid: string }

/** Reopens a person's time after the date `before`, and tells them why. RequestError 403, 404. */
export const sendBack = operation('sendBack', async (tx, { actor, userId, before, message, uuid }: Given) => {
  const work = await UnitOfWork.begin(tx, actor.companyId, { userId: actor.userId, application: actor.application })
  const [user] = (await work.load('users', sql`id = ${userId}`)) as User[]
  if (!user) throw new RequestError(404, `user_id: there is no user ${userId}`)
  const asker = actor.home ? actor : await actorOf(work.company, actor.userId, actor.application)
  if (!asker || !mayApprove(asker, user))
    throw new RequestError(403, 'user_id: you do not approve the time of this user')
  const earlier = (date: string) => (date < before ? date : before)
  work.change('users', userId, {
    submitted_to: earlier(user.submitted_to),
    approved_to: earlier(user.approved_to),
  })
  const note = { user_id: userId, kind: 'answered', message, path: '/timesheet' } as const
  notify(note, { work, now: tx.now, uuid: () => uuid })
  await work.flush()
})
