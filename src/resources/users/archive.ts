import type { Context } from '../../engine/context.ts'
import { noteText } from '../../rules/time/history_notes.ts'
import { endFilters } from '../customfielditem_filters/active.ts'
import { closeRunning } from '../timesheets/running.ts'
import type { User } from './record.ts'

/** Clocks out an archived user, removes them from lists of managers, and revokes all their tokens and sessions. */
export function archive(user: User, ctx: Context): void {
  closeRunning(user.id, ctx.now, ctx, noteText('archived'))
  endFilters(ctx.work, ({ applies_to, applies_to_id }) => applies_to === 'users' && applies_to_id === user.id)
  for (const group of ctx.work.all('groups'))
    if (group.manager_ids.includes(user.id))
      ctx.work.change('groups', group.id, { manager_ids: group.manager_ids.filter((id) => id !== user.id) })
  ctx.signOut(user.id)
}
