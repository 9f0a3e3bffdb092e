import { Loaded, Skeleton } from '../../components/page/page.tsx'
import { MarkSent } from './mark_sent.tsx'
import { RunFiles } from './run_files.tsx'
import { currentFiles, useWholeRun } from './whole_run.ts'

/** The files of a closed run where it was closed; once there is one, the run can be marked as sent. */
export function ClosedRunFiles({ id }: { id: number }) {
  const run = useWholeRun(id)
  return (
    <div className="no-print">
      <Loaded of={run} skeleton={<Skeleton lines={2} height={48} />}>
        {(whole) => (
          <RunFiles
            run={whole.pay_run}
            files={whole.files}
            actions={currentFiles(whole).length > 0 && <MarkSent whole={whole} />}
          />
        )}
      </Loaded>
    </div>
  )
}
