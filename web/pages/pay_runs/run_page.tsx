import { type ReactNode, useState } from 'react'
import { Link, useLocation } from 'wouter'
import { ask } from '../../api/request.ts'
import { ActionDialog } from '../../components/dialogs/action_dialog.tsx'
import { toast } from '../../components/dialogs/toast.ts'
import { BackLink } from '../../components/page/back.tsx'
import { Button } from '../../components/page/button.tsx'
import { Card, Loaded, Notice, Page, Skeleton } from '../../components/page/page.tsx'
import { rich } from '../../components/page/rich.tsx'
import { useShownUnit, useSums } from '../../components/time/hours.ts'
import { useMoment } from '../../components/time/moment.ts'
import { centsText } from '../../components/time/money.ts'
import { t } from '../../language.ts'
import { rangeText } from '../../time.ts'
import { ChangedSincePaid } from './adjustments.tsx'
import { ClosingRun, WithoutRate } from './foreseen.tsx'
import { MarkSent } from './mark_sent.tsx'
import { PaidTable } from './paid_table.tsx'
import { RunFiles } from './run_files.tsx'
import { StateBadge } from './state_badge.tsx'
import { currentFiles, useWholeRun } from './whole_run.ts'
import { hasMoney, isClosedPeriod, type Run, runKindWords, shownSum, signed, type WholeRun } from './words.ts'

/** One pay run: what it paid each person, its files, and its state. */
export function RunPage({ id }: { id: number }) {
  const run = useWholeRun(id)
  const about = run.data?.pay_run
  return (
    <Page
      title={about ? rangeText(about.start_date, about.end_date) : t('Pay run')}
      about={<BackLink href="/pay_runs">{t('Pay runs')}</BackLink>}
      actions={run.data && <Actions whole={run.data} />}
    >
      <Loaded of={run} skeleton={<Skeleton lines={8} height={52} />}>
        {(whole) => <Shown whole={whole} />}
      </Loaded>
    </Page>
  )
}

function Shown({ whole }: { whole: WholeRun }) {
  const { pay_run: run, people, files } = whole
  if (run.state === 'open')
    return (
      <>
        <Open run={run} entered={people} />
        {files.length > 0 && <RunFiles run={run} files={files} />}
      </>
    )
  return (
    <>
      <Card title={t(runKindWords[run.kind])} actions={<StateBadge run={run} />}>
        <RunSums run={run} people={people} />
        <WithoutRate people={people} hasRates={whole.has_rates} isPaid />
      </Card>
      <RunFiles run={run} files={files} />
      <Card title={t('What was paid')}>
        <PaidTable people={people} label={t('What was paid')} />
      </Card>
      {isClosedPeriod(run) && <ChangedSincePaid start_date={run.start_date} end_date={run.end_date} />}
    </>
  )
}

/** The sums of a run, and who closed and sent it. */
function RunSums({ run, people }: { run: Run; people: WholeRun['people'] }) {
  const [hours, unit] = [useSums(), useShownUnit()]
  const moment = useMoment()
  const saidOf = (iso: string | null, { name }: { name: string }) => {
    if (!iso) return ''
    return name ? t('{time} by {name}', { time: moment(iso), name }) : moment(iso)
  }
  const said = [
    [t('Closed@@when'), saidOf(run.closed, run.closed_by)],
    [t('Sent@@when'), saidOf(run.sent, run.sent_by)],
    [t('Note'), run.note],
  ] as const
  return (
    <dl className="pay-runs-sums">
      {hasMoney(people) && <Figure name={t('Gross pay')}>{centsText(run.gross_cents)}</Figure>}
      <Figure name={t('Hours')}>{signed(shownSum(people, unit), hours)}</Figure>
      <Figure name={t('People')}>{run.people}</Figure>
      {said.map(
        ([name, words]) =>
          words && (
            <div key={name} className="pay-runs-said">
              <dt>{name}</dt>
              <dd>{words}</dd>
            </div>
          ),
      )}
    </dl>
  )
}

function Figure({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}

/** A run that is not closed: what it would pay by what is known now. */
function Open({ run, entered }: { run: Run; entered: WholeRun['people'] }) {
  return (
    <>
      <Notice kind="warn" title={t('This pay run is open.')}>
        {run.revision > 0
          ? t(
              'It was reopened, and pays nothing until it is closed again. Its former figures and files stay in the record.',
            )
          : t('It pays nothing until it is closed. Its days must be over and approved.')}
      </Notice>
      <Card title={t(runKindWords[run.kind])} actions={<StateBadge run={run} />}>
        <ClosingRun
          plan={run}
          range={rangeText(run.start_date, run.end_date)}
          entered={entered}
          close={() => ask('POST', '/api/console/pay_runs/{id}/close', { params: { id: run.id } })}
        >
          {(people) => people.length > 0 && <PaidTable people={people} label={t('What it would pay')} />}
        </ClosingRun>
      </Card>
    </>
  )
}

/** Sends, reopens and deletes a run; each asks first. */
function Actions({ whole }: { whole: WholeRun }) {
  const [asking, setAsking] = useState<'reopen' | 'remove'>()
  const [, navigate] = useLocation()
  const close = () => setAsking(undefined)
  const { id, state, revision } = whole.pay_run
  if (state === 'open')
    return (
      <>
        {revision === 0 && <Button onClick={() => setAsking('remove')}>{t('Delete')}</Button>}
        {asking === 'remove' && (
          <ActionDialog
            title={t('Delete this pay run?')}
            label={t('Delete')}
            run={async () => {
              await ask('DELETE', '/api/console/pay_runs/{id}', { params: { id } })
              navigate('/pay_runs', { replace: true })
            }}
            onClose={close}
          >
            <p>{t('It was never closed, so nothing was paid.')}</p>
          </ActionDialog>
        )}
      </>
    )
  return (
    <>
      <Button onClick={() => setAsking('reopen')}>{t('Reopen')}</Button>
      <MarkSent whole={whole} />
      {asking === 'reopen' && <Reopen whole={whole} onClose={close} />}
    </>
  )
}

/** Asks before a run is opened again, and says what was sent. */
function Reopen({ whole, onClose }: { whole: WholeRun; onClose: () => void }) {
  const { id, people, gross_cents, sent } = whole.pay_run
  const [hours, unit] = [useSums(), useShownUnit()]
  const moment = useMoment()
  const files = currentFiles(whole).length
  const { later } = whole
  return (
    <ActionDialog
      title={t('Reopen this pay run?')}
      label={t('Reopen')}
      disabled={later !== null}
      run={async () => {
        await ask('POST', '/api/console/pay_runs/{id}/reopen', { params: { id }, body: { confirm: true } })
        toast(t('The pay run is open again.'))
      }}
      onClose={onClose}
    >
      {later && (
        <Notice kind="warn">
          {rich(
            t('The pay run of {range} has paid the same people since. <link>Reopen it first</link>', {
              range: rangeText(later.start_date, later.end_date),
            }),
            { link: (words) => <Link href={`/pay_runs/${later.id}`}>{words}</Link> },
          )}
        </Notice>
      )}
      <p>
        {gross_cents === 0
          ? t('It paid {hours} hours to {count, plural, one {# person} other {# people}}.', {
              hours: signed(shownSum(whole.people, unit), hours),
              count: people,
            })
          : t('It paid {amount} to {count, plural, one {# person} other {# people}}.', {
              amount: centsText(gross_cents),
              count: people,
            })}{' '}
        {files > 0 &&
          t('{count, plural, one {# file was made of it.} other {# files were made of it.}}', { count: files })}{' '}
        {sent ? t('It was sent {time}.', { time: moment(sent) }) : t('It was not marked as sent.')}
      </p>
      <p>
        {t(
          'If people were already paid by it, leave it closed: what has changed is paid by the next pay run, with its reason. Its figures and files stay in the record, and the audit says that you reopened it.',
        )}
      </p>
    </ActionDialog>
  )
}
