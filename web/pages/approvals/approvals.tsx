import { t } from '../../language.ts'
import './approvals.css'
import { FileDown, Printer } from 'lucide-react'
import { addDays } from '../../../src/rules/time/calendar.ts'
import { useMe } from '../../api/start.ts'
import { Button, ButtonLink } from '../../components/page/button.tsx'
import { Card, Empty, Loaded, Notice, Page, Skeleton } from '../../components/page/page.tsx'
import { dateText, daysText, rangeText } from '../../time.ts'
import { useApproving } from './approving.ts'
import { BulkBar } from './bulk_bar.tsx'
import { CloseRun } from './close_run.tsx'
import { PayrollFiles } from './files.tsx'
import { Panel } from './panel.tsx'
import { Periods } from './periods.tsx'
import type { PayRun, Row } from './run.ts'
import { RunTable } from './table.tsx'
import { Tabs, Tools } from './tools.tsx'
import { usePayRun, useRunView } from './use_run.ts'
import { tabWords } from './words.ts'

/** The page where managers close a pay period, from resolving issues to the payroll files. */
export default function ApprovalsPage() {
  const { answer, isLoading, go } = usePayRun()
  const run = answer.data
  return (
    <Page
      title={t('Approvals')}
      about={<span className="no-print">{t('Review exceptions, return what needs fixing, approve the rest.')}</span>}
      actions={
        <>
          <Button icon={<Printer size={18} aria-hidden="true" />} label={t('Print')} onClick={() => window.print()} />
          <ButtonLink
            icon={<FileDown size={18} aria-hidden="true" />}
            href={run ? `/reports/files?from=${run.start_date}&to=${run.end_date}` : '/reports/files'}
          >
            {t('Export')}
          </ButtonLink>
        </>
      }
    >
      <Loaded of={answer} skeleton={<RunSkeleton />}>
        {(run) => (
          <>
            <Periods run={run} onGo={go} />
            {isLoading ? <Skeleton lines={8} height={52} /> : <Run key={run.start_date} run={run} onGo={go} />}
          </>
        )}
      </Loaded>
    </Page>
  )
}

/** As tall as a pay run of a small company. */
function RunSkeleton() {
  return (
    <>
      <Skeleton lines={1} height={64} />
      <Skeleton lines={8} height={52} />
    </>
  )
}

function Run({ run, onGo }: { run: PayRun; onGo: (day: string) => void }) {
  const me = useMe()
  const view = useRunView(run)
  const approving = useApproving(run)
  const isRunning = run.end_date >= run.today
  const title = daysText(run.start_date, run.end_date, me.zone)
  if (view.all.length === 0)
    return (
      <Card>
        <Empty title={t('No time to approve')}>{t('You don’t approve anyone’s time in this pay period.')}</Empty>
      </Card>
    )
  return (
    <div className="payrun" data-open={view.open !== undefined}>
      <div className="payrun-list">
        <p className="payrun-company">{me.company.name}</p>
        <h2 className="payrun-title">
          {rangeText(run.start_date, run.end_date)}
          {view.tab !== 'all' && `: ${t(tabWords[view.tab])}`}
        </h2>
        {isRunning && (
          <div className="no-print">
            <Notice title={t('This pay period runs through {day}.', { day: dateText(run.end_date) })}>
              {t(
                'You can review it now and approve it from {day}. If someone leaves before that, open the person and choose “Final pay”.',
                { day: dateText(addDays(run.end_date, 1)) },
              )}
            </Notice>
          </div>
        )}
        {view.isDone && !isRunning && view.all.some(({ person }) => person.entries > 0) && (
          <Files run={run} isAdmin={me.is_admin} rows={view.all} onGo={onGo} />
        )}
        <Card className="payrun-card">
          <Tabs view={view} />
          <Tools view={view} />
          {!isRunning && !view.isDone && <BulkBar run={run} view={view} approving={approving} />}
          <RunTable view={view} title={title} />
        </Card>
      </div>
      {view.open && (
        <Panel key={view.open.id} run={run} row={view.open} view={view} approving={approving} isRunning={isRunning} />
      )}
    </div>
  )
}

/** The last steps of an approved period: closing its pay run, for administrators, and its files. */
function Files({ run, isAdmin, rows, onGo }: FilesProps) {
  const files = <PayrollFiles run={run} rows={rows} onGo={onGo} />
  return isAdmin ? <CloseRun run={run} files={files} onGo={onGo} /> : files
}

type FilesProps = { run: PayRun; isAdmin: boolean; rows: readonly Row[]; onGo: (day: string) => void }
