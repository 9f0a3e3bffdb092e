import { Banknote } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Link } from 'wouter'
import { useAnswer } from '../../api/queries.ts'
import { ask } from '../../api/request.ts'
import { useMe } from '../../api/start.ts'
import { ActionDialog } from '../../components/dialogs/action_dialog.tsx'
import { toast } from '../../components/dialogs/toast.ts'
import { Button } from '../../components/page/button.tsx'
import { Card, Loaded, Skeleton } from '../../components/page/page.tsx'
import { rich } from '../../components/page/rich.tsx'
import { useShownUnit, useSums } from '../../components/time/hours.ts'
import { centsText } from '../../components/time/money.ts'
import { t } from '../../language.ts'
import { daysText } from '../../time.ts'
import { PaidTable } from '../pay_runs/paid_table.tsx'
import { isAdjustment, type PaidPerson, type Run, shownSum } from '../pay_runs/words.ts'
import { nextWaiting, type PayRun } from './run.ts'

/**
 * The last step: closing the pay run of a period whose time is approved. `files` are those of a period that is not closed;
 * afterwards they are on the page of its run.
 */
export function CloseRun({ run, files, onGo }: { run: PayRun; files: ReactNode; onGo: (day: string) => void }) {
  const { start_date, end_date } = run
  const runs = useAnswer('time', '/api/console/pay_runs', { start_date, end_date })
  const known = runs.data?.pay_runs.find(
    (one) => one.kind === 'regular' && one.start_date === start_date && one.end_date === end_date,
  )
  if (!runs.data) return files
  return (
    <>
      <Card className="payrun-close no-print" title={t('Pay run')}>
        {known ? <Known run={known} /> : <Preview run={run} />}
        {known && <Next run={run} onGo={onGo} />}
      </Card>
      {known && known.state !== 'open' ? null : files}
    </>
  )
}

function Next({ run, onGo }: { run: PayRun; onGo: (day: string) => void }) {
  const { zone } = useMe()
  const next = nextWaiting(run)
  if (!next) return null
  return (
    <Button onClick={() => onGo(next.start_date)}>
      {t('Next: {range}, {count} to approve', {
        range: daysText(next.start_date, next.end_date, zone),
        count: next.waiting,
      })}
    </Button>
  )
}

function Known({ run: { id, state } }: { run: Run }) {
  const link = (words: string) => <Link href={`/pay_runs/${id}`}>{words}</Link>
  if (state === 'open') return <p>{rich(t('The pay run of this period is open. <link>Look at it</link>'), { link })}</p>
  return (
    <p>
      {state === 'sent'
        ? rich(t('This pay period is closed and was sent. <link>What was paid</link>'), { link })
        : rich(t('This pay period is closed. <link>What was paid, and its files</link>'), { link })}
    </p>
  )
}

function Preview({ run: { start_date, end_date } }: { run: PayRun }) {
  const preview = useAnswer('time', '/api/console/pay_runs/preview', { start_date, end_date })
  const [asking, setAsking] = useState(false)
  const { zone } = useMe()
  const range = daysText(start_date, end_date, zone)
  return (
    <Loaded of={preview} skeleton={<Skeleton lines={1} height={48} />}>
      {({ people }) => (
        <>
          <div className="payrun-close-row">
            <p>
              <Sums people={people} />{' '}
              <span className="quiet">
                {t('Closing keeps what is paid. What changes later is paid by the next pay run, with its reason.')}
              </span>
            </p>
            <Button
              kind="primary"
              icon={<Banknote size={18} aria-hidden="true" />}
              disabled={people.length === 0}
              onClick={() => setAsking(true)}
            >
              {t('Close pay run')}
            </Button>
          </div>
          <Adjustments people={people} />
          {asking && (
            <ActionDialog
              title={t('Close the pay run of {range}?', { range })}
              label={t('Close pay run')}
              run={async () => {
                await ask('POST', '/api/console/pay_runs', { body: { start_date, end_date, close: true } })
                toast(t('The pay run is closed.'))
              }}
              onClose={() => setAsking(false)}
            >
              <p>
                <Sums people={people} />
              </p>
              <p>{t('You can make its files afterwards. They come out the same however often you make them.')}</p>
            </ActionDialog>
          )}
        </>
      )}
    </Loaded>
  )
}

/** Such as `$12,400.00 for 12 people, 480:00 hours.` */
function Sums({ people }: { people: readonly PaidPerson[] }) {
  const hours = useSums()
  const cents = people.reduce((sum, { amount_cents }) => sum + amount_cents, 0)
  const words = { hours: hours(Math.max(0, shownSum(people, useShownUnit()))), count: people.length }
  if (cents === 0) return t('{hours} hours for {count, plural, one {# person} other {# people}}.', words)
  return t('{amount} and {hours} hours for {count, plural, one {# person} other {# people}}.', {
    ...words,
    amount: centsText(cents),
  })
}

/** What has become due for days that earlier runs paid. */
function Adjustments({ people }: { people: readonly PaidPerson[] }) {
  const adjusted = people.flatMap((person) => {
    const lines = person.lines.filter(isAdjustment)
    if (lines.length === 0) return []
    const sum = (of: 'seconds' | 'amount_cents') => lines.reduce((all, line) => all + line[of], 0)
    return [{ ...person, lines, seconds: sum('seconds'), amount_cents: sum('amount_cents') }]
  })
  if (adjusted.length === 0) return null
  return (
    <details className="payrun-adjustments" open={adjusted.length <= 5}>
      <summary>
        {t('{count, plural, one {Adjustments for # person} other {Adjustments for # people}}', {
          count: adjusted.length,
        })}
      </summary>
      <PaidTable people={adjusted} label={t('Adjustments')} />
    </details>
  )
}
