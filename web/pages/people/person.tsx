import { useMemo, useState } from 'react'
import { useLocation, useParams } from 'wouter'
import { act, creating, madeBy, madeIn, partly, type Step, setting, updating } from '../../api/actions.ts'
import { useRecords } from '../../api/queries.ts'
import type { Outcome, Records } from '../../api/records.ts'
import { useMe } from '../../api/start.ts'
import { changing } from '../../components/dialogs/changing.ts'
import { toast, toastError } from '../../components/dialogs/toast.ts'
import { Check } from '../../components/fields/field.tsx'
import { SaveBar, useForm } from '../../components/fields/form.tsx'
import { BackLink } from '../../components/page/back.tsx'
import { ButtonLink } from '../../components/page/button.tsx'
import { Card, Empty, Loaded, Notice, Page, Skeleton } from '../../components/page/page.tsx'
import { FieldProblems } from '../../components/page/refusals.ts'
import { nameOf } from '../../components/people/names.ts'
import { PayAmounts } from '../../components/time/pay_amounts.tsx'
import { PayRates } from '../../components/time/pay_rates.tsx'
import { PersonFields } from './details.tsx'
import { PersonFacts } from './facts.tsx'
import { proposedUsername } from './username.ts'
import './people.css'
import { t } from '../../language.ts'
import { invitationOf } from './invite.ts'
import { grantsOf, roles } from './permission_words.ts'
import { PersonJobs } from './person_jobs.tsx'
import { PersonActions, PersonSide } from './side.tsx'
import { itemOf, newPersonProblems, type PersonValues, payOf, personLabels, valuesOf } from './values.ts'

type User = Records['users']
type Group = Records['groups']

const startingRights = grantsOf(roles[0]!)

/** One person: details, permissions and jobs. */
export default function PersonPage() {
  const { id = '' } = useParams<{ id: string }>()
  const users = useRecords('users', { active: 'both' })
  const groups = useRecords('groups', { active: 'yes' })
  const ready = users.data && groups.data
  const user = users.data?.find((one) => String(one.id) === id)
  if (id === 'new') return <NewPerson groups={groups.data ?? []} />
  if (ready && !user) return <Unknown />
  return (
    <Page
      title={user ? nameOf(user) : t('Person')}
      about={<BackLink href="/people">{t('People')}</BackLink>}
      actions={user && <PersonActions user={user} />}
    >
      <Loaded
        of={users}
        skeleton={
          <Card>
            <Skeleton lines={6} height={64} />
          </Card>
        }
      >
        {() => user && <Person key={user.id} user={user} groups={groups.data ?? []} />}
      </Loaded>
    </Page>
  )
}

function Person({ user, groups }: { user: User; groups: readonly Group[] }) {
  const me = useMe()
  const isAdmin = user.permissions?.admin === true
  const mayEdit = me.may('manage_users') && (me.is_admin || !isAdmin)
  return (
    <>
      {!user.active && (
        <Notice kind="warn" title={t('Archived')}>
          {t('They can’t sign in and no longer appear in lists. Their time stays in reports.')}
        </Notice>
      )}
      <div className="people-columns">
        <div>
          {mayEdit ? <PersonForm user={user} groups={groups} /> : <PersonFacts user={user} groups={groups} />}
          {me.is_admin && <PayRates of={{ user_id: user.id }} />}
          {me.is_admin && <PayAmounts user_id={user.id} approvedTo={user.approved_to ?? ''} />}
          <PersonJobs user={user} />
        </div>
        <PersonSide user={user} groups={groups} mayEdit={mayEdit} />
      </div>
    </>
  )
}

function PersonForm({ user, groups }: { user: User; groups: readonly Group[] }) {
  const me = useMe()
  const isMe = user.id === me.user.id
  const form = useForm<PersonValues>(valuesOf(user, {}), personLabels)
  const save = form.onSubmit(async (changes, values) => {
    const item = itemOf(changes)
    const person = Object.keys(item).length > 0 ? [{ id: user.id, ...item }] : []
    await changing(() => act([updating('users', person), ...payStep(user.id, payOf(changes, values))]))
    form.reset()
    toast(t('{name} saved.', { name: nameOf(user) }))
  })
  return (
    <form ref={form.ref} className="people-form" onSubmit={save} noValidate>
      <PersonFields form={form} groups={groups} locked={isMe && !me.is_admin} isMe={isMe} />
      <SaveBar form={form} />
    </form>
  )
}

function NewPerson({ groups }: { groups: readonly Group[] }) {
  const me = useMe()
  const [, go] = useLocation()
  const [invited, setInvited] = useState(true)
  const people = useRecords('users', { active: 'both' })
  const [proposed, setProposed] = useState('')
  const form = useForm<PersonValues>(valuesOf(undefined, startingRights, proposed), personLabels)
  const { email, first_name, last_name } = form.values
  const taken = useMemo(() => new Set(people.data?.map(({ username }) => username?.toLowerCase() ?? '')), [people.data])
  const next = proposedUsername({ email, first_name, last_name }, taken)
  if (next !== proposed) setProposed(next)
  const save = form.onSubmit(async (changes, values) => {
    const problems = newPersonProblems(values)
    if (Object.keys(problems).length > 0) throw new FieldProblems(problems)
    const { first_name, last_name, username, permissions } = values
    const pay = payOf(changes, values)
    const item = { ...itemOf(changes), first_name, last_name, username, permissions }
    const isInvited = invited && me.sends_mail && email !== ''
    // A person who cannot be invited is added all the same.
    const invitation = isInvited ? [partly(creating('invitations', [invitationOf(madeIn(0), email)]))] : []
    const steps = [creating('users', [item]), ...invitation, ...payStep(madeIn(0), pay)]
    const [made, mailed] = await changing(() => act(steps, form.sent))
    const user = madeBy<User>(made)
    if (isInvited) sayInvited(user, mailed?.[0])
    else toast(t('{name} added.', { name: nameOf(user) }))
    go(`/people/${user.id}`, { replace: true })
  })
  return (
    <Page title={t('Add a person')} about={<BackLink href="/people">{t('People')}</BackLink>}>
      <form ref={form.ref} className="people-form" onSubmit={save} noValidate>
        <PersonFields form={form} groups={groups} locked={!me.may('manage_users')} />
        {me.sends_mail && (
          <Card>
            <Check
              label={t('Invite by email now')}
              hint={
                form.values.email
                  ? t('{email} gets a link to set a password, valid for 7 days.', { email: form.values.email })
                  : t('Enter an email address above, or invite them later.')
              }
              checked={invited && form.values.email !== ''}
              disabled={form.values.email === ''}
              onChange={(event) => setInvited(event.target.checked)}
            />
          </Card>
        )}
        <SaveBar form={form} label={t('Add person')} isNew />
      </form>
    </Page>
  )
}

function payStep(user_id: number | object, pay: ReturnType<typeof payOf>): Step[] {
  return pay ? [setting('pay', [{ user_id, ...pay }])] : []
}

function sayInvited(user: User, outcome: Outcome<unknown> | undefined): void {
  if (outcome?.ok) toast(t('{name} added and invited by email.', { name: nameOf(user) }))
  else
    toastError(t('{name} was added but not invited: {reason}', { name: nameOf(user), reason: outcome?.message ?? '' }))
}

function Unknown() {
  return (
    <Page title={t('Person not found')} about={<BackLink href="/people">{t('People')}</BackLink>}>
      <Empty
        title={t('This person doesn’t exist, or you don’t have access')}
        action={
          <ButtonLink kind="primary" href="/people">
            {t('See everyone')}
          </ButtonLink>
        }
      >
        {t('The link may be out of date.')}
      </Empty>
    </Page>
  )
}
