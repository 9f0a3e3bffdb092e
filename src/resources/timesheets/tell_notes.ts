import { loadCompanyChoices, tells } from '../../company/mail/notification_choices.ts'
import { approversMax, loadApprovers, managersOf, otherAdministrators } from '../../company/rights/approvers.ts'
import { settingsFor, translateFor } from '../../company/settings/settings.ts'
import type { Context } from '../../engine/context.ts'
import type { RecordOf } from '../../engine/table.ts'
import { noteWords, toldOfNotes } from '../../rules/notifications/notes.ts'
import { addNews } from '../notifications.ts'
import type { Change } from './change.ts'

type User = RecordOf<'users'>

/** Loads the people to notify of notes on these users' time. In most companies there are none. */
export async function loadForNotes(owners: readonly number[], ctx: Context): Promise<void> {
  const { company, work } = ctx
  const users = [...new Set(owners)].flatMap((id) => company.get('users', id) ?? [])
  const noted = users.filter((user) => notifiesAnyone(user, ctx))
  if (noted.length === 0) return
  await loadCompanyChoices(company)
  await loadApprovers(
    noted.map((user) => user.group_id),
    company,
  )
  await work.reserve(2 * approversMax * noted.length)
}

/** Notifies administrators and managers of the note on a finished entry, if the company's settings say so. */
export function tellNote({ before, after, closing, owner, ctx, facts }: Change): void {
  const { company, actor } = ctx
  const isNew = closing || after.notes !== before?.notes
  if (after.end === null || !isNew || !notifiesAnyone(owner, ctx) || !tells(company, 'note')) return
  const who = { administrators: otherAdministrators(owner, company), managers: managersOf(owner, company) }
  for (const user_id of toldOfNotes(settingsFor(company, owner).general.settings, who)) {
    if (user_id === actor.userId && !actor.home) continue
    const t = translateFor(company, company.get('users', user_id))
    const message = noteWords(`${owner.first_name} ${owner.last_name}`, after, t)
    const more = `\n${t('More notes are on the Approvals page.')}`
    addNews({ user_id, kind: 'note', message, path: '/approvals' }, { messages: facts.messages, more }, ctx)
  }
}

function notifiesAnyone(user: User, { company }: Context): boolean {
  const { general } = settingsFor(company, user)
  return toldOfNotes(general.settings, { administrators: [0], managers: [0] }).length > 0
}
