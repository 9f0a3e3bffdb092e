import { useMemo, useState } from 'react'
import { act, creating, madeBy, madeIn, partly, type Step, setting } from '../../api/actions.ts'
import { useChange, useRecords } from '../../api/queries.ts'
import type { Records } from '../../api/records.ts'
import type { Sent } from '../../api/request.ts'
import { type Start, useMe } from '../../api/start.ts'
import { edited, useAsPressed } from '../../components/dialogs/as_pressed.ts'
import { toast, toastError } from '../../components/dialogs/toast.ts'
import { shownCurrency } from '../../components/time/currency.ts'
import { t } from '../../language.ts'
import { invitationOf, makeLinks, type PersonLink, sayInvited, waysOf } from './invite.ts'
import { grantsOf, roles } from './permission_words.ts'
import { type Listed, readList } from './several.ts'
import { refusedText } from './several_words.ts'
import { isPayRate } from './values.ts'

type User = Records['users']

/** What is typed about several new people. */
export type Several = ReturnType<typeof useSeveral>

/** A list of new people as it is typed, with what they have in common, and what adds them. */
export function useSeveral() {
  const me = useMe()
  const [text, setText] = useState('')
  const [group, setGroup] = useState('0')
  const [pay, setPay] = useState('')
  const [invites, setInvites] = useState(true)
  const [looked, setLooked] = useState(false)
  const users = useRecords('users', { active: 'both' })
  const adding = useChange((people: readonly Listed[], sent) => {
    const group_id = Number(group)
    return addAll(people, { group_id, pay_rate: numberIn(pay), mails: invites && me.sends_mail }, sent)
  })
  const read = useMemo(
    () =>
      readList(
        text,
        (users.data ?? []).map((user) => ({ ...user, email: user.email ?? '', username: user.username ?? '' })),
        { maySetPay: me.is_admin, currency: shownCurrency() },
      ),
    [text, users.data, me.is_admin],
  )
  const { people, refused } = useAsPressed(read, adding)
  const isPayable = isPayRate(pay)
  const mustLook = people.some(({ looks }) => looks.length > 0)
  return {
    ...{ text, group, pay, invites, people, mustLook, looked },
    setText: (to: string) => {
      edited(adding)
      setText(to)
      setLooked(false)
    },
    /** Whether the people who need a look are right. */
    setLooked,
    setGroup,
    setPay,
    setInvites,
    /** Whether the person may see and set pay. */
    maySetPay: me.is_admin,
    mayInvite: me.is_admin || (me.sends_mail && people.some(({ email }) => email !== '')),
    sendsMail: me.sends_mail,
    /** The pay of a person on the list, per hour. */
    payOf: (person: Listed): number | undefined => person.pay_rate ?? (isPayable ? numberIn(pay) : undefined),
    problem: refusedText(refused),
    payProblem: isPayable ? undefined : t('Enter a number, such as 24.50.'),
    isReady:
      people.length > 0 && refused.length === 0 && (looked || !mustLook) && isPayable && users.data !== undefined,
    busy: adding.isPending,
    error: adding.error,
    /** Adds them all, and returns the links to hand to those who are invited without email. */
    add: async (): Promise<readonly PersonLink[]> => linksFor(await adding.mutateAsync(people), invites, me),
  }
}

function numberIn(pay: string): number | undefined {
  return pay.trim() === '' ? undefined : Number(pay.trim().replace(',', '.'))
}

/** What people on a list have in common; their own pay comes first. `mails`: those with an address are invited by email. */
type Common = { group_id: number; pay_rate: number | undefined; mails: boolean }

/** So many people fit into one request, with their pay and their invitations. */
const atOnce = 45

async function addAll(people: readonly Listed[], common: Common, sent: Sent): Promise<User[]> {
  const added: User[] = []
  for (let at = 0; at < people.length; at += atOnce)
    added.push(...(await addSome(people.slice(at, at + atOnce), common, sent)))
  toast(t('{count, plural, one {# person added.} other {# people added.}}', { count: added.length }))
  return added
}

/** Adds people with their pay, all of them or none, and emails invitations, which may be refused. */
async function addSome(people: readonly Listed[], common: Common, sent: Sent): Promise<User[]> {
  const { group_id, pay_rate: usual, mails } = common
  const permissions = grantsOf(roles[0]!)
  const paid = people.flatMap(({ pay_rate = usual }, at) =>
    pay_rate ? [{ user_id: madeIn(at), pay_rate, pay_interval: 'hour' }] : [],
  )
  const mailed = people.map(({ email }, at) => ({ email, at })).filter(({ email }) => mails && email !== '')
  const steps: Step[] = [
    ...people.map(({ first_name, last_name, username, email }) =>
      creating('users', [{ first_name, last_name, username, email, group_id, permissions }]),
    ),
    setting('pay', paid),
    partly(
      creating(
        'invitations',
        mailed.map(({ email, at }) => invitationOf(madeIn(at), email)),
      ),
    ),
  ]
  const outcomes = await act(steps, sent)
  const added = people.map((_person, at) => madeBy<User>(outcomes[at]))
  if (mailed.length > 0)
    sayInvited(
      outcomes.at(-1)!,
      mailed.map(({ at }) => added[at]!),
    )
  return added
}

/** The links of those who get no email. People are added by then, so a failure is said and no more. */
async function linksFor(people: readonly User[], invites: boolean, me: Start): Promise<PersonLink[]> {
  const { handed } = waysOf(people, me)
  if (!invites || !me.is_admin || handed.length === 0) return []
  try {
    const links = await makeLinks(handed)
    return handed.map((user, at) => ({ user, ...links[at]! }))
  } catch (error) {
    toastError(error)
    return []
  }
}
