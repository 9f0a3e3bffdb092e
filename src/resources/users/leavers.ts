import { approversMax, loadApprovers, otherAdministrators } from '../../company/rights/approvers.ts'
import { loadSettings, translateFor } from '../../company/settings/settings.ts'
import { inList, sql } from '../../engine/sql.ts'
import type { Change, UnitOfWork } from '../../engine/unit_of_work.ts'
import type { Translate } from '../../rules/language/messages.ts'
import { notify } from '../notifications.ts'
import type { User } from './record.ts'

// What people leave running when they are archived or are no longer administrators. Their tokens and sessions end with
// them, and their webhooks are switched off before the next message (webhooks/switch_off.ts).

/** The most characters of names in a message. */
const namesMax = 1000

/** Ends the schedules of reports that archived people leave, and tells administrators of them and of tokens for SCIM. */
export async function endWhatRuns(changes: readonly Change<User>[], work: UnitOfWork): Promise<void> {
  const left = changes.flatMap(({ before, after }) => (before && after && hasLeft(before, after) ? [after] : []))
  if (left.length === 0) return
  const { tx, company } = work
  const own = sql`company_id = ${company.row.company_id}`
  const ids = left.map(({ id }) => id)
  const archived = left.filter(({ active }) => !active).map(({ id }) => id)
  const theirs = sql`${own} and every <> '' and ${inList(sql`user_id`, archived)}`
  type Named = { user_id: number; name: string; kind: 'report' | 'token' }
  const running = await tx.all<Named>(sql`select user_id, name, 'report' as kind from saved_reports where ${theirs}
    union all select created_by_user_id, name, 'token' from scim_tokens
      where ${own} and ${inList(sql`created_by_user_id`, ids)} order by name`)
  if (running.length === 0) return
  tx.post(sql`update saved_reports set every = '', next = 0 where ${theirs}`)
  await loadSettings(company)
  await loadApprovers([], company)
  // A message takes an id of its own, and one for its tracking.
  await work.reserve(256 + left.length * approversMax * 2)
  const namesOf = (id: number, wanted: Named['kind']) => {
    const names = running.filter(({ user_id, kind }) => user_id === id && kind === wanted).map(({ name }) => name)
    return names.join(', ').slice(0, namesMax)
  }
  for (const user of left)
    tell(work, user, (t) => {
      const name = `${user.first_name} ${user.last_name}`.trim()
      const [reports, tokens] = [namesOf(user.id, 'report'), namesOf(user.id, 'token')]
      const all = [
        reports && t('{name} was archived, so these reports are no longer sent: {reports}.', { name, reports }),
        tokens && t('{name} created tokens for SCIM that still work: {tokens}. Replace them.', { name, tokens }),
      ]
      return all.filter((sentence) => sentence !== '')
    })
}

function hasLeft(before: User, after: User): boolean {
  return before.active && (!after.active || (before.permissions.admin === true && after.permissions.admin !== true))
}

/** Sends the other administrators sentences, each in their language. */
function tell(work: UnitOfWork, about: User, sentences: (t: Translate) => readonly string[]): void {
  const ctx = { work, now: work.tx.now, uuid: () => work.nextId().toString(16).padStart(16, '0') }
  for (const user_id of otherAdministrators(about, work.company)) {
    const message = sentences(translateFor(work.company, work.company.get('users', user_id))).join('\n')
    const note = { user_id, kind: 'message', path: '/settings', channels: ['push', 'email'] } as const
    if (message) notify({ ...note, message }, ctx)
  }
}
