import './pay_runs.css'
import { Banknote, Plus } from 'lucide-react'
import { useState } from 'react'
import { Link, useParams } from 'wouter'
import { useAnswer } from '../../api/queries.ts'
import { Button } from '../../components/page/button.tsx'
import { Card, Empty, Loaded, Page, Skeleton } from '../../components/page/page.tsx'
import { useSums } from '../../components/time/hours.ts'
import { centsText } from '../../components/time/money.ts'
import { t } from '../../language.ts'
import { rangeText } from '../../time.ts'
import { NewRun } from './new_run.tsx'
import { RunPage } from './run_page.tsx'
import { type Run, runKindWords, stateWords } from './words.ts'

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
          {t('For one person…')}
        </Button>
      }
    >
      {isAdding && <NewRun onClose={() => setAdding(false)} />}
      <Card>
        <Loaded of={runs} skeleton={<Skeleton lines={6} height={52} />}>
          {({ pay_runs }) =>
            pay_runs.length === 0 ? (
              <Empty icon={<Banknote size={40} aria-hidden="true" />} title={t('No pay runs')}>
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

function RunTable({ runs }: { runs: readonly Run[] }) {
  const hours = useSums()
  const hasMoney = runs.some(({ gross_cents }) => gross_cents !== 0)
  return (
    <div className="scroll">
      <table className="pay-runs-table" aria-label={t('Pay runs')}>
        <thead>
          <tr>
            <th scope="col">{t('Dates')}</th>
            <th scope="col" className="pay-runs-wide">
              {t('State')}
            </th>
            <th scope="col" className="number pay-runs-wide">
              {t('People')}
            </th>
            <th scope="col" className="number">
              {t('Hours')}
            </th>
            {hasMoney && (
              <th scope="col" className="number">
                {t('Gross pay')}
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {runs.map((run) => (
            <tr key={run.id}>
              <th scope="row">
                <Link href={`/pay_runs/${run.id}`}>{rangeText(run.start_date, run.end_date)}</Link>
                <small>
                  {t(runKindWords[run.kind])}
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
              <td className="number pay-runs-wide">{run.people}</td>
              <td className="number">{hours(run.seconds)}</td>
              {hasMoney && <td className="number">{centsText(run.gross_cents)}</td>}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** The state of a run. */
export function StateBadge({ run: { state } }: { run: Run }) {
  return (
    <span className={`badge ${{ open: 'warn', closed: 'good', sent: 'good' }[state]}`}>{t(stateWords[state])}</span>
  )
}
