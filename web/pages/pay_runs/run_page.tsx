import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ask } from '../../api/request.ts'
import { ActionDialog } from '../../components/dialogs/action_dialog.tsx'
import { toast } from '../../components/dialogs/toast.ts'
import { BackLink } from '../../components/page/back.tsx'
import { Button } from '../../components/page/button.tsx'
import { Facts } from '../../components/page/facts.tsx'
import { Card, Loaded, Notice, Page, Skeleton } from '../../components/page/page.tsx'
import { useShownUnit, useSums } from '../../components/time/hours.ts'
import { centsText } from '../../components/time/money.ts'
import { t } from '../../language.ts'
import { momentText, rangeText } from '../../time.ts'
import { PaidTable } from './paid_table.tsx'
import { RunFiles } from './run_files.tsx'
import { type Run, runKindWords, shownSum, stateWords, type WholeRun } from './words.ts'

/** One pay run: what it paid each person, its files, and its state. */
export function RunPage({ id }: { id: number }) {
  const run = useQuery<WholeRun>({
    queryKey: ['time', '/api/console/pay_runs', id],
    queryFn: () => ask('GET', '/api/console/pay_runs/{id}', { params: { id } }),
  })
  const about = run.data?.pay_run
  return (
    <Page
      title={about ? rangeText(about.start_date, about.end_date) : t('Pay run')}
      about={<BackLink href="/pay_runs">{t('Pay runs')}</BackLink>}
      actions={about && <Actions run={about} files={run.data?.files.length ?? 0} />}
    >
      <Loaded of={run} skeleton={<Skeleton lines={8} height={52} />}>
        {(whole) => <Shown whole={whole} />}
      </Loaded>
    </Page>
  )
}

function Shown({ whole }: { whole: WholeRun }) {
  const { pay_run: run, people } = whole
  const [hours, unit] = [useSums(), useShownUnit()]
  return (
    <>
      {run.state === 'open' && (
        <Notice kind="warn" title={t('This pay run is open.')}>
          {t('It pays nothing until it is closed. Its days must be over and approved.')}
        </Notice>
      )}
      <Card>
        <Facts
          of={[
            [t('Kind'), t(runKindWords[run.kind])],
            [t('State'), t(stateWords[run.state])],
            [t('People'), run.people],
            [t('Hours'), hours(Math.max(0, shownSum(people, unit)))],
            ...(run.gross_cents === 0 ? [] : [[t('Gross pay'), centsText(run.gross_cents)] as const]),
            ...(run.closed ? [[t('Closed@@when'), whenText(run.closed, run.closed_by.name)] as const] : []),
            ...(run.sent ? [[t('Sent@@when'), whenText(run.sent, run.sent_by.name)] as const] : []),
            ...(run.note ? [[t('Note'), run.note] as const] : []),
          ]}
        />
      </Card>
      {people.length > 0 && (
        <Card title={t('What was paid')}>
          <PaidTable people={people} label={t('What was paid')} />
        </Card>
      )}
      {run.state !== 'open' && <RunFiles run={run} files={whole.files} />}
    </>
  )
}

function whenText(instant: string, name: string): string {
  return name ? t('{time} by {name}', { time: momentText(instant), name }) : momentText(instant)
}

/** Closes, sends and reopens a run; each asks first. */
function Actions({ run, files }: { run: Run; files: number }) {
  const [asking, setAsking] = useState<'close' | 'sent' | 'reopen' | 'remove'>()
  const close = () => setAsking(undefined)
  const { id, state, revision } = run
  if (state === 'open')
    return (
      <>
        {revision === 0 && <Button onClick={() => setAsking('remove')}>{t('Delete')}</Button>}
        <Button kind="primary" onClick={() => setAsking('close')}>
          {t('Close pay run')}
        </Button>
        {asking === 'close' && (
          <ActionDialog
            title={t('Close this pay run?')}
            label={t('Close pay run')}
            run={() => ask('POST', '/api/console/pay_runs/{id}/close', { params: { id } })}
            onClose={close}
          >
            <p>{t('What it pays is kept. What changes later is paid by the next pay run.')}</p>
          </ActionDialog>
        )}
        {asking === 'remove' && (
          <ActionDialog
            title={t('Delete this pay run?')}
            label={t('Delete')}
            run={() => ask('DELETE', '/api/console/pay_runs/{id}', { params: { id } })}
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
      {state === 'closed' && (
        <Button kind="primary" disabled={files === 0} onClick={() => setAsking('sent')}>
          {t('Mark as sent')}
        </Button>
      )}
      {asking === 'sent' && (
        <ActionDialog
          title={t('Mark this pay run as sent?')}
          label={t('Mark as sent')}
          run={async () => {
            await ask('POST', '/api/console/pay_runs/{id}/sent', { params: { id } })
            toast(t('Marked as sent.'))
          }}
          onClose={close}
        >
          <p>{t('Do this once its files were given to the payroll program.')}</p>
        </ActionDialog>
      )}
      {asking === 'reopen' && <Reopen run={run} files={files} onClose={close} />}
    </>
  )
}

/** Asks before a run is opened again, and says what was sent. */
function Reopen({ run, files, onClose }: { run: Run; files: number; onClose: () => void }) {
  const { id, people, gross_cents, seconds, sent } = run
  const hours = useSums()
  return (
    <ActionDialog
      title={t('Reopen this pay run?')}
      label={t('Reopen')}
      run={async () => {
        await ask('POST', '/api/console/pay_runs/{id}/reopen', { params: { id }, body: { confirm: true } })
        toast(t('The pay run is open again.'))
      }}
      onClose={onClose}
    >
      <p>
        {gross_cents === 0
          ? t('It paid {hours} hours to {count, plural, one {# person} other {# people}}.', {
              hours: hours(seconds),
              count: people,
            })
          : t('It paid {amount} to {count, plural, one {# person} other {# people}}.', {
              amount: centsText(gross_cents),
              count: people,
            })}{' '}
        {files > 0 &&
          t('{count, plural, one {# file was made of it.} other {# files were made of it.}}', { count: files })}{' '}
        {sent ? t('It was sent {time}.', { time: momentText(sent) }) : t('It was not marked as sent.')}
      </p>
      <p>
        {t(
          'If people were already paid by it, leave it closed: what has changed is paid by the next pay run, with its reason. Its figures and files stay in the record, and the audit says that you reopened it.',
        )}
      </p>
    </ActionDialog>
  )
}
