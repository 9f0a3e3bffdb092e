import { useMemo, useState } from 'react'
import { useRecords } from '../../api/queries.ts'
import { create, type Records } from '../../api/records.ts'
import { useMe } from '../../api/start.ts'
import { ActionDialog } from '../../components/dialogs/action_dialog.tsx'
import { sayOutcomes } from '../../components/dialogs/outcome.ts'
import { Check, SelectField, TextArea } from '../../components/fields/field.tsx'
import { Notice } from '../../components/page/page.tsx'
import { t } from '../../language.ts'
import { invite, makeLinks, waysOf } from './invite.ts'
import { sayInvited } from './invite_many.tsx'
import { LinkSheet, type PersonLink } from './link_sheet.tsx'
import { grantsOf, roles } from './permission_words.ts'
import { readList } from './several.ts'

type User = Records['users']
type Props = { groups: readonly Records['groups'][]; onClose: () => void }

/** Adds people from a list of names, and invites them: by email, and those without by a sheet of links. */
export function AddSeveral({ groups, onClose }: Props) {
  const me = useMe()
  const [text, setText] = useState('')
  const [group, setGroup] = useState('0')
  const [invites, setInvites] = useState(true)
  const [sheet, setSheet] = useState<readonly PersonLink[]>()
  const users = useRecords('users', { active: 'both' })
  const here = useMemo(
    () => users.data?.map((user) => ({ ...user, email: user.email ?? '', username: user.username ?? '' })) ?? [],
    [users.data],
  )
  const { people, unclear, known } = useMemo(() => readList(text, here), [text, here])
  const mayInvite = me.is_admin || (me.sends_mail && people.some(({ email }) => email !== ''))
  const run = async () => {
    const permissions = grantsOf(roles[0]!)
    const items = people.map(({ line: _line, ...person }) => ({ ...person, group_id: Number(group), permissions }))
    const outcomes = await create('users', items)
    sayOutcomes(
      outcomes,
      people.map(({ line }) => line),
      (names) => t('{count, plural, one {# person added.} other {# people added.}}', { count: names.length }),
    )
    const added = outcomes.flatMap((outcome): User[] => (outcome.ok ? [outcome.record] : []))
    const links = invites ? await inviteAll(added, me) : []
    if (links.length > 0) setSheet(links)
    else onClose()
  }
  if (sheet) return <LinkSheet links={sheet} onClose={onClose} />
  return (
    <ActionDialog
      title={t('Add several people')}
      label={t('{count, plural, one {Add # person} other {Add # people}}', { count: people.length })}
      run={run}
      disabled={people.length === 0 || unclear.length > 0 || known.length > 0 || !users.data}
      onClose={(done) => {
        if (!done) onClose()
      }}
    >
      <TextArea
        label={t('Names')}
        rows={8}
        hint={t('One person per line. An email address may follow the name: Ana Silva, ana@example.com')}
        error={problemOf(unclear, known)}
        autoComplete="off"
        spellCheck={false}
        value={text}
        onChange={({ target }) => setText(target.value)}
      />
      {groups.length > 0 && (
        <SelectField label={t('Group')} value={group} onChange={({ target }) => setGroup(target.value)}>
          <option value="0">{t('No group')}</option>
          {groups.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </SelectField>
      )}
      {mayInvite && (
        <Check
          label={t('Invite them now')}
          hint={
            me.sends_mail
              ? t('By email, and those without an address by a sheet of links and QR codes to print.')
              : t('You get a sheet of links and QR codes to print, or to send yourself.')
          }
          checked={invites}
          onChange={({ target }) => setInvites(target.checked)}
        />
      )}
      <Notice>{t('They are added as employees. You can change roles, pay, and everything else later.')}</Notice>
    </ActionDialog>
  )
}

/** What is wrong with a list, and what to do. */
function problemOf(unclear: readonly string[], known: readonly string[]): string | undefined {
  if (unclear.length > 0) return t('Enter a first and a last name: {lines}', { lines: unclear.join('; ') })
  if (known.length === 0) return undefined
  return t('Here already: {lines}. Take them off the list; someone else of the same name is added alone.', {
    lines: known.join('; '),
  })
}

/** Emails the people who have an address; the links of the others are returned. */
async function inviteAll(people: readonly User[], me: ReturnType<typeof useMe>): Promise<PersonLink[]> {
  const { mailed, handed } = waysOf(people, me)
  if (mailed.length > 0) sayInvited(await invite(mailed), mailed)
  if (handed.length === 0 || !me.is_admin) return []
  const links = await makeLinks(handed)
  return handed.map((user, at) => ({ user, ...links[at]! }))
}
