import { Archive, ArchiveRestore } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'wouter'
import { useRecords } from '../../api/queries.ts'
import type { Records } from '../../api/records.ts'
import { ask } from '../../api/request.ts'
import { useMe } from '../../api/start.ts'
import { Dialog } from '../../components/dialogs/dialog.tsx'
import { toastError } from '../../components/dialogs/toast.ts'
import { Button, ButtonLink } from '../../components/page/button.tsx'
import { Facts } from '../../components/page/facts.tsx'
import { Card } from '../../components/page/page.tsx'
import { nameOf } from '../../components/people/names.ts'
import { Reminders } from '../../components/people/reminders.tsx'
import { useHours, useTwelve } from '../../components/time/hours.ts'
import { t } from '../../language.ts'
import { clockTime, dateText, today, whenText } from '../../time.ts'
import { archivePeople, restorePeople } from './archive.ts'
import { PersonalData } from './personal_data.tsx'
import { SignIn } from './sign_in.tsx'

type User = Records['users']

/** Actions on a person as a whole. */
export function PersonActions({ user }: { user: User }) {
  const me = useMe()
  const twelve = useTwelve()
  const [working, setWorking] = useState<string>()
  const mayEdit = me.may('manage_users') && (me.is_admin || !user.permissions?.admin) && user.id !== me.user.id
  if (!mayEdit) return null
  if (!user.active)
    return (
      <Button icon={<ArchiveRestore size={18} aria-hidden="true" />} onClick={() => void restorePeople([user])}>
        {t('Restore')}
      </Button>
    )
  // Undo cannot clock the person back in, so this asks first.
  const archive = async () => {
    const { working } = await ask('GET', '/api/console/working')
    const start = working.find(({ user_id }) => user_id === user.id)?.start
    if (start) setWorking(start)
    else await archivePeople([user])
  }
  return (
    <>
      <Button icon={<Archive size={18} aria-hidden="true" />} onClick={() => void archive().catch(toastError)}>
        {t('Archive')}
      </Button>
      {working && (
        <Dialog
          title={t('{name} is on the clock', { name: nameOf(user) })}
          size="small"
          onClose={() => setWorking(undefined)}
          footer={
            <>
              <Button onClick={() => setWorking(undefined)}>{t('Cancel')}</Button>
              <Button
                kind="danger"
                onClick={() => {
                  setWorking(undefined)
                  void archivePeople([user])
                }}
              >
                {t('Clock out and archive')}
              </Button>
            </>
          }
        >
          <p>
            {t('On the clock since {time}.', { time: clockTime(working, me.zone, twelve) })}{' '}
            {t('Archiving clocks them out and signs them out everywhere. Their time stays in reports.')}
          </p>
        </Dialog>
      )}
    </>
  )
}

/** The cards beside a person's form: sign-in, groups they manage, and time off balances. */
export function PersonSide({
  user,
  groups,
  mayEdit,
}: {
  user: User
  groups: readonly Records['groups'][]
  mayEdit: boolean
}) {
  const me = useMe()
  const twelve = useTwelve()
  const managed = groups.filter(({ id }) => user.manager_of_group_ids.includes(id))
  const { submitted_to, approved_to } = user
  return (
    <aside className="people-side">
      <Card title={t('Sign-in')}>
        <Facts
          of={[
            [t('Last active'), user.last_active ? whenText(user.last_active, me.zone, twelve) : t('Never')],
            [t('Added@@when'), whenText(user.created, me.zone, twelve)],
          ]}
        />
        {mayEdit && user.active && <SignIn user={user} />}
        {me.is_admin && <PersonalData user={user} isOwn={user.id === me.user.id} />}
      </Card>
      {submitted_to && approved_to && (
        <Card title={t('Time')}>
          <Facts
            of={[
              [t('Submitted through@@a date'), throughText(submitted_to)],
              [t('Approved through@@a date'), throughText(approved_to)],
            ]}
          />
          {me.leads && (
            <ButtonLink href={`/timesheet/${today(me.zone)}?user=${user.id}`}>{t('View timesheet')}</ButtonLink>
          )}
        </Card>
      )}
      {user.active && (me.is_admin || me.manages.includes(user.group_id)) && (
        <Reminders target={{ kind: 'person', id: user.id, groupId: user.group_id }} whose="person" />
      )}
      <TimeOff user={user} />
      {managed.length > 0 && (
        <Card title={t('Manages@@groups')}>
          <ul className="people-words">
            {managed.map(({ id, name }) => (
              <li key={id}>
                <Link href={`/groups?group=${id}`}>{name}</Link>
              </li>
            ))}
          </ul>
        </Card>
      )}
    </aside>
  )
}

function TimeOff({ user }: { user: User }) {
  const hours = useHours()
  const jobs = useRecords('jobcodes', { active: 'both', type: 'all' })
  const kinds = (jobs.data ?? []).filter(({ id, active }) => active && user.pto_balances[id] !== undefined)
  if (kinds.length === 0) return null
  return (
    <Card title={t('Time off balance')}>
      <Facts of={kinds.map(({ id, name }) => [name, t('{hours} h', { hours: hours(user.pto_balances[id] ?? 0) })])} />
    </Card>
  )
}

const startOfTime = '2000-01-01'

function throughText(date: string): string {
  if (date <= startOfTime) return t('Nothing yet')
  return dateText(date, { month: 'short', day: 'numeric', year: 'numeric' })
}
