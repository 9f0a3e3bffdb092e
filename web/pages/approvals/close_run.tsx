import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { useAnswer } from '../../api/queries.ts'
import { ask } from '../../api/request.ts'
import { useMe } from '../../api/start.ts'
import { Card } from '../../components/page/page.tsx'
import { rich } from '../../components/page/rich.tsx'
import { centsText } from '../../components/time/money.ts'
import { t } from '../../language.ts'
import { daysText } from '../../time.ts'
import { Adjustments, ChangedSincePaid } from '../pay_runs/adjustments.tsx'
import { ClosedRunFiles } from '../pay_runs/closed_run.tsx'
import { ClosingRun } from '../pay_runs/foreseen.tsx'
import { isClosedPeriod, isOfPeriod, type Run, roughHours } from '../pay_runs/words.ts'
import { Next } from './next.tsx'
import type { PayRun } from './run.ts'

/**
 * The last step: closing the pay run of a period whose time is approved. `files` are those of a period that is not closed;
 * afterwards those of its run are in their place.
 */
export function CloseRun({ run, files, onGo }: { run: PayRun; files: ReactNode; onGo: (day: string) => void }) {
  const { start_date, end_date } = run
  const { zone } = useMe()
  const runs = useAnswer('time', '/api/console/pay_runs', { start_date, end_date })
  const known = runs.data?.pay_runs.find(
    (one) => isOfPeriod(one) && one.start_date === start_date && one.end_date === end_date,
  )
  if (!runs.data) return files
  const isClosed = known !== undefined && isClosedPeriod(known)
  return (
    <>
      <Card className="payrun-close no-print" title={t('Pay run')}>
        {isClosed ? (
          <>
            <Closed run={known} />
            <ChangedSincePaid start_date={start_date} end_date={end_date} />
            <Next run={run} onGo={onGo} />
          </>
        ) : (
          <ClosingRun
            plan={known ?? { kind: 'regular', start_date, end_date, user_ids: [] }}
            range={daysText(start_date, end_date, zone)}
            close={() =>
              known
                ? ask('POST', '/api/console/pay_runs/{id}/close', { params: { id: known.id } })
                : ask('POST', '/api/console/pay_runs', { body: { start_date, end_date, close: true } })
            }
          >
            {(people) => <Adjustments people={people} />}
          </ClosingRun>
        )}
      </Card>
      {isClosed ? <ClosedRunFiles id={known.id} /> : files}
    </>
  )
}

function Closed({ run: { id, state, gross_cents, seconds, people } }: { run: Run }) {
  const link = (words: string) => <Link href={`/pay_runs/${id}`}>{words}</Link>
  return (
    <p>
      {gross_cents === 0
        ? t('{hours} hours for {count, plural, one {# person} other {# people}}.', {
            hours: roughHours(seconds),
            count: people,
          })
        : t('It paid {amount} to {count, plural, one {# person} other {# people}}.', {
            amount: centsText(gross_cents),
            count: people,
          })}{' '}
      {state === 'sent'
        ? rich(t('This pay period is closed and was sent. <link>What was paid</link>'), { link })
        : rich(t('This pay period is closed. <link>What was paid</link>'), { link })}
    </p>
  )
}
