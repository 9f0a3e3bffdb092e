import './pay_runs.css'
import { type ReactNode, useState } from 'react'
import { Link, useLocation, useSearch } from 'wouter'
import type { AnswerOf } from '../../api/contract.ts'
import { useAnswer } from '../../api/queries.ts'
import { ActionDialog } from '../../components/dialogs/action_dialog.tsx'
import { toast } from '../../components/dialogs/toast.ts'
import { Button } from '../../components/page/button.tsx'
import { Loaded, Notice, Skeleton } from '../../components/page/page.tsx'
import { rich } from '../../components/page/rich.tsx'
import { useShownUnit, useSums } from '../../components/time/hours.ts'
import { centsText } from '../../components/time/money.ts'
import { t } from '../../language.ts'
import { dateText } from '../../time.ts'
import { hasMoney, type PaidPerson, type Run, shownSum, signed, withEntered, withoutRate } from './words.ts'

/** What a run would pay, and what keeps it from being closed. */
export type Foreseen = AnswerOf<'GET /api/console/pay_runs/preview'>

/** What a run is about: its kind, its days, and whom it pays; none for everyone. */
export type Plan = Pick<Run, 'kind' | 'start_date' | 'end_date' | 'user_ids'>

/** What a run would pay by what is known now; with `enabled` false, nothing is asked. */
export function useForeseen({ kind, start_date, end_date, user_ids }: Plan, enabled = true) {
  const whom = user_ids.length > 0 ? { user_ids: user_ids.join() } : {}
  return useAnswer('time', '/api/console/pay_runs/preview', { kind, start_date, end_date, ...whom }, { enabled })
}

/** Whether a run that would pay this can be closed. Days that were paid are left out, unless people are chosen. */
export function isReady({ people, unapproved, taken }: Foreseen, { user_ids }: Pick<Plan, 'user_ids'>): boolean {
  return people.length > 0 && unapproved.length === 0 && (user_ids.length === 0 || taken.length === 0)
}

type ClosingProps = {
  plan: Plan
  /** Names the days in the question. */
  range: string
  /** The adjustments that were entered for an open run. */
  entered?: readonly PaidPerson[]
  close: () => Promise<unknown>
  /** What is shown of it, below its sums. */
  children: (people: readonly PaidPerson[]) => ReactNode
}

/** What a run would pay, with the button that closes it, which asks first. */
export function ClosingRun({ plan, range, entered = [], close, children }: ClosingProps) {
  const foreseen = useForeseen(plan)
  const data = foreseen.data && { ...foreseen.data, people: withEntered(foreseen.data.people, entered) }
  const [asking, setAsking] = useState(false)
  return (
    <Loaded of={{ ...foreseen, data }} skeleton={<Skeleton lines={1} height={48} />}>
      {(found) => (
        <>
          <div className="pay-runs-close">
            <p>
              <Sums people={found.people} />{' '}
              <span className="quiet">
                {t('Closing keeps what is paid. What changes later is paid by the next pay run, with its reason.')}
              </span>
            </p>
            <Button kind="primary" disabled={!isReady(found, plan)} onClick={() => setAsking(true)}>
              {t('Close pay run')}
            </Button>
          </div>
          <Obstacles found={found} plan={plan} />
          <WithoutRate people={found.people} hasRates={found.has_rates} />
          {children(found.people)}
          {asking && (
            <ActionDialog
              title={t('Close the pay run of {range}?', { range })}
              label={t('Close pay run')}
              run={async () => {
                await close()
                toast(t('The pay run is closed.'))
              }}
              onClose={() => setAsking(false)}
            >
              <p>
                <Sums people={found.people} />
              </p>
              <WithoutRate people={found.people} hasRates={found.has_rates} />
              <p>{t('You can make its files afterwards. They come out the same however often you make them.')}</p>
            </ActionDialog>
          )}
        </>
      )}
    </Loaded>
  )
}

const namesMax = 5

/** What keeps a run from being closed, with links to where that is mended. */
export function Obstacles({ found, plan }: { found: Foreseen; plan: Pick<Plan, 'user_ids'> }) {
  const { unapproved, taken } = found
  const paid = plan.user_ids.length > 0 ? taken : []
  if (unapproved.length + paid.length === 0) return null
  return (
    <Notice kind="warn" title={t('This can’t be closed yet')}>
      <ul>
        {unapproved.slice(0, namesMax).map(({ user_id, name, date }) => (
          <li key={user_id}>
            <Link href={`/approvals?day=${date}&tab=all&person=${user_id}`}>
              {t('{name} has time on {date} that isn’t approved', { name, date: dateText(date) })}
            </Link>
          </li>
        ))}
        {unapproved.length > namesMax && <li>{t('… and {count} more', { count: unapproved.length - namesMax })}</li>}
        {paid.slice(0, namesMax).map(({ user_id, name, pay_run_id }) => (
          <li key={user_id}>
            <Link href={`/pay_runs/${pay_run_id}`}>{t('{name} was paid for some of these days', { name })}</Link>
          </li>
        ))}
      </ul>
    </Notice>
  )
}

type WithoutRateProps = {
  people: readonly PaidPerson[]
  /** Whether the company has any rates; without, it keeps hours only. */
  hasRates: boolean
  /** Whether it is what a closed run has paid. */
  isPaid?: boolean
}

/** Who is paid nothing for hours because no rate is known, all of them, with links to where one is added. */
export function WithoutRate({ people, hasRates, isPaid = false }: WithoutRateProps) {
  const [hours, unit] = [useSums(), useShownUnit()]
  const [isWhole, setWhole] = useState(false)
  const [[path], search] = [useLocation(), useSearch()]
  const here = search ? `${path}?${search}` : path
  const lacking = withoutRate(people, hasRates)
  if (!hasRates && !hasMoney(people) && people.length > 0)
    return (
      <p className="quiet">
        {rich(
          t('No one has a pay rate, so pay runs keep hours only. <link>Add pay rates</link> to see what is paid.'),
          {
            link: (words) => <Link href="/people">{words}</Link>,
          },
        )}
      </p>
    )
  if (lacking.length === 0) return null
  const words = { count: lacking.length }
  return (
    <Notice
      kind="warn"
      title={
        isPaid
          ? t(
              '{count, plural, one {# person was paid nothing for hours without a pay rate} other {# people were paid nothing for hours without a pay rate}}',
              words,
            )
          : t(
              '{count, plural, one {# person would be paid nothing for hours without a pay rate} other {# people would be paid nothing for hours without a pay rate}}',
              words,
            )
      }
    >
      <ul>
        {(isWhole ? lacking : lacking.slice(0, namesMax)).map((person) => (
          <li key={person.user_id}>
            {rich(
              t('{name} has {hours} without a pay rate: <link>add one</link>', {
                name: person.name,
                hours: signed(shownSum([person], unit), hours),
              }),
              {
                link: (words) => (
                  <Link href={`/people/${person.user_id}#pay-${firstDay(person)}`} state={{ payRun: here }}>
                    {words}
                  </Link>
                ),
              },
            )}
          </li>
        ))}
      </ul>
      {!isWhole && lacking.length > namesMax && (
        <button type="button" className="link" onClick={() => setWhole(true)}>
          {t('Show all {count}', words)}
        </button>
      )}
      {isPaid && <p>{t('Once they have a rate for these days, the next pay run pays the difference.')}</p>}
    </Notice>
  )
}

/** The first of the days that lines of a person belong to. */
function firstDay({ lines }: PaidPerson): string {
  return lines.map(({ start_date }) => start_date).sort()[0] ?? ''
}

/** Such as `$12,400.00 and 480:00 hours for 12 people.` */
export function Sums({ people }: { people: readonly PaidPerson[] }) {
  const [hours, unit] = [useSums(), useShownUnit()]
  const cents = people.reduce((sum, { amount_cents }) => sum + amount_cents, 0)
  const words = { hours: signed(shownSum(people, unit), hours), count: people.length }
  if (people.length === 0) return t('There is nothing to pay.')
  if (cents === 0) return t('{hours} hours for {count, plural, one {# person} other {# people}}.', words)
  return t('{amount} and {hours} hours for {count, plural, one {# person} other {# people}}.', {
    ...words,
    amount: centsText(cents),
  })
}
