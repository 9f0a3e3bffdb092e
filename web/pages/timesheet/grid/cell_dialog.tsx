import { Plus } from 'lucide-react'
import { Dialog } from '../../../components/dialogs/dialog.tsx'
import type { Jobs } from '../../../components/jobs/jobs.ts'
import { Button } from '../../../components/page/button.tsx'
import { useHours, useTwelve } from '../../../components/time/hours.ts'
import { t } from '../../../language.ts'
import { dateText } from '../../../time.ts'
import type { Place } from '../entry/draft.ts'
import { timesOf } from '../entry/text.ts'
import type { Owner } from '../week/owner.ts'
import type { Cell, Sheet, Week } from '../week/week.ts'
import { countedText, roundingOn } from './rounding.ts'

/** The entries of one job on one day, to choose from. */
export function CellDialog({
  owner,
  cell,
  jobId,
  jobs,
  secondsOf,
  onOpen,
  onAdd,
  onClose,
}: {
  owner: Owner
  cell: Cell
  jobId: number
  jobs: Jobs
  /** The seconds of an entry that count, rounded as the company rounds. */
  secondsOf: Week['secondsOf']
  onOpen: (sheet: Sheet) => void
  onAdd: (place: Place) => void
  onClose: () => void
}) {
  const hours = useHours()
  const twelve = useTwelve()
  const lengthOf = (sheet: Sheet) => {
    const counted = secondsOf(sheet)
    return roundingOn(owner, sheet.date) ? countedText({ seconds: sheet.duration, counted }, hours) : hours(counted)
  }
  return (
    <Dialog
      title={`${jobs.byId.get(jobId)?.name ?? t('No job')}, ${dateText(cell.date)}`}
      size="small"
      onClose={onClose}
      footer={
        <>
          {owner.rights.mayAdd && jobs.mayUse(jobId) && (
            <Button icon={<Plus size={18} aria-hidden="true" />} onClick={() => onAdd({ date: cell.date, jobId })}>
              {t('Add time')}
            </Button>
          )}
          <Button onClick={onClose}>{t('Close')}</Button>
        </>
      }
    >
      <ul className="timesheet-choose">
        {cell.sheets.map((sheet) => (
          <li key={sheet.id}>
            <button type="button" className="timesheet-entry" onClick={() => onOpen(sheet)}>
              <span className="timesheet-entry-job">
                <span>{timesOf(sheet, twelve) || t('Duration')}</span>
                {sheet.notes && <small className="timesheet-entry-notes">{sheet.notes}</small>}
              </span>
              <span className="timesheet-entry-time">
                {sheet.on_the_clock ? <span className="badge good">{t('On the clock')}</span> : lengthOf(sheet)}
              </span>
            </button>
          </li>
        ))}
      </ul>
    </Dialog>
  )
}
