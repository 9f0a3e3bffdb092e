import { inList, sql, type Tx } from '../../engine/sql.ts'
import { type Change, UnitOfWork } from '../../engine/unit_of_work.ts'
import { msg } from '../../rules/language/messages.ts'
import { loadSettings, translateFor } from '../settings/settings.ts'
import { queueMail } from './mail_queue.ts'

type Person = {
  id: number
  group_id: number
  first_name: string
  last_name: string
  username: string
  email: string
  password: string
}

/** The ways in which a person's credentials can change, and the sentence to send for each. */
const sentences = {
  password: msg('Your password was changed.'),
  username: msg('Your username was changed. It is now {username}.'),
  email: msg('Your email address was changed. Emails no longer come to this address.'),
  passkeyAdded: msg('A passkey was added. It signs you in without a password.'),
  passkeyRemoved: msg('A passkey was removed. It no longer signs you in.'),
  totpOn: msg('Two-step verification was turned on.'),
  recoveryCodes: msg('New recovery codes were created. The old ones no longer work.'),
  totpOff: msg('Two-step verification was turned off. Your password is enough to sign in.'),
} as const

/** How a person's credentials have changed. */
type CredentialChange = keyof typeof sentences

/** Emails people whose password, username or email address was changed; a new address is reported to the old one. */
export async function tellOfCredentials(changes: readonly Change<Person>[], work: UnitOfWork): Promise<void> {
  const told = changes.flatMap(({ before, after }) => {
    if (!before || !after) return []
    const mails: { person: Person; address: string; what: CredentialChange }[] = []
    if (before.password !== '' && before.password !== after.password)
      mails.push({ person: after, address: before.email, what: 'password' })
    if (before.username !== after.username) mails.push({ person: after, address: before.email, what: 'username' })
    if (before.email !== after.email) mails.push({ person: after, address: before.email, what: 'email' })
    return mails.filter(({ address }) => address !== '')
  })
  if (told.length === 0) return
  await loadSettings(work.company)
  for (const { person, address, what } of told) queue(work, person, address, what)
}

/** Emails a person about a change to a passkey or two-step verification. For use inside a transaction. */
export async function tellOfFactor(
  tx: Tx,
  { companyId, userId }: { companyId: number; userId: number },
  what: CredentialChange,
): Promise<void> {
  const work = await UnitOfWork.begin(tx, companyId, { userId: 0, application: '' })
  const [person] = await work.load('users', inList(sql`id`, [userId]))
  if (!person?.email) return
  await loadSettings(work.company)
  queue(work, person, person.email, what)
  await work.flush()
}

/** How long an email that cannot be sent is retried: a week, in microseconds. */
const life = 7 * 86_400_000_000

function queue(work: UnitOfWork, person: Person, address: string, what: CredentialChange): void {
  const { name: company } = work.company.row
  const t = translateFor(work.company, person)
  queueMail(work, {
    user_id: person.id,
    address,
    subject: t('{company}: how you sign in has changed', { company }),
    paragraphs: [
      t('Hello {name},', { name: `${person.first_name} ${person.last_name}`.trim() }),
      t(sentences[what], { username: person.username }),
      t('If that was not you, tell an administrator of {company} at once.', { company }),
    ],
    until: work.tx.now + life,
  })
}
