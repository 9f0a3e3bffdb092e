import './pay_runs.css'
import { Banknote, Plus } from 'lucide-react'
import { useState } from 'react'
import { Link, useParams } from 'wouter'
import { useAnswer, useRecords } from '../../api/queries.ts'
import { Button, ButtonLink } from '../../components/page/button.tsx'
import { Card, Empty, Loaded, Page, Skeleton } from '../../components/page/page.tsx'
import { nameOf } from '../../components/people/names.ts'
import { centsText } from '../../components/time/money.ts'
import { t } from '../../language.ts'
import { rangeText } from '../../time.ts'
import { NewRun } from './new_run.tsx'
import { RunPage } from './run_page.tsx'
import { StateBadge } from './state_badge.tsx'
import { type Run, roughHours, runKindWords } from './words.ts'

/** Pay runs: the list, or one of them. */
export default function PayRunsPage() {
  const { id } = useParams<{ id?: string }>()
  return id ? <RunPage key={id} id={Number(id)} /> : <RunList />
}

function RunList() {
  const runs = useAnswer('time', '/api/console/pay_runs')
  const [isAdding, setAdding] = useState(false)
  return (
    <Page
      title={t('Pay runs')}
      about={t('What people were paid. A pay run is closed as the last step of Approvals.')}
      actions={
        <Button icon={<Plus size={18} aria-hidden="true" />} onClick={() => setAdding(true)}>
          {t('Pay run for one person')}
        </Button>
      }
    >
      {isAdding && <NewRun runs={runs.data?.pay_runs ?? []} onClose={() => setAdding(false)} />}
      <Card>
        <Loaded of={runs} skeleton={<Skeleton lines={6} height={52} />}>
          {({ pay_runs }) =>
            pay_runs.length === 0 ? (
              <Empty
                icon={<Banknote size={40} aria-hidden="true" />}
                title={t('No pay runs')}
                action={<ButtonLink href="/approvals">{t('Go to Approvals')}</ButtonLink>}
              >
                {t('Once all time of a pay period is approved, close it in Approvals.')}
              </Empty>
            ) : (
              <RunTable runs={pay_runs} />
            )
          }
        </Loaded>
      </Card>
    </Page>
  )
}

/** A list of runs: of what they paid, or in a company without pay rates of their hours, to the hour. */
function RunTable({ runs }: { runs: readonly Run[] }) {
  const hasMoney = runs.some(({ gross_cents }) => gross_cents !== 0)
  const isOfSome = runs.some(({ user_ids }) => user_ids.length > 0)
  const users = useRecords('users', { active: 'both' }, { enabled: isOfSome })
  const nameOfId = new Map(users.data?.map((user) => [user.id, nameOf(user)]))
  return (
    <div className="scroll">
      <table className="pay-runs-table" aria-label={t('Pay runs')}>
        <thead>
          <tr>
            <th scope="col">{t('Dates')}</th>
            <th scope="col" className="pay-runs-wide">
              {t('State')}
            </th>
            <th scope="col" className="number">
              {t('People')}
            </th>
            <th scope="col" className="number">
              {hasMoney ? t('Gross pay') : t('Hours')}
            </th>
          </tr>
        </thead>
        <tbody>
          {runs.map((run) => (
            <tr key={run.id}>
              <th scope="row">
                <Link href={`/pay_runs/${run.id}`} state={{ moved: true }}>
                  {rangeText(run.start_date, run.end_date)}
                </Link>
                <small>
                  {t(runKindWords[run.kind])}
                  {run.user_ids.length === 1 && ` · ${nameOfId.get(run.user_ids[0]!) ?? ''}`}
                  {run.adjustments > 0 &&
                    ` · ${t('{count, plural, one {# adjustment} other {# adjustments}}', { count: run.adjustments })}`}
                </small>
                <small className="pay-runs-narrow">
                  <StateBadge run={run} />
                </small>
              </th>
              <td className="pay-runs-wide">
                <StateBadge run={run} />
              </td>
              <td className="number">{run.state === 'open' ? '–' : run.people}</td>
              <td className="number">{sumText(run, hasMoney)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function sumText({ state, gross_cents, seconds }: Run, hasMoney: boolean): string {
  if (state === 'open') return '–'
  return hasMoney ? centsText(gross_cents) : roughHours(seconds)
}
