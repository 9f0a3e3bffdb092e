import { Lock } from 'lucide-react'
import { useRecords } from '../../../api/queries.ts'
import { Dialog } from '../../../components/dialogs/dialog.tsx'
import { useJobs, useJobWord } from '../../../components/jobs/jobs.ts'
import { EntryPlaces } from '../../../components/map/entry_places.tsx'
import { Button } from '../../../components/page/button.tsx'
import { Notice } from '../../../components/page/page.tsx'
import { rich } from '../../../components/page/rich.tsx'
import { useHours, useTwelve } from '../../../components/time/hours.ts'
import { t } from '../../../language.ts'
import { dateText } from '../../../time.ts'
import { ContinueButton } from '../continue_button.tsx'
import { roundingOn } from '../grid/rounding.ts'
import type { Owner } from '../week/owner.ts'
import type { Sheet } from '../week/week.ts'
import { EntryNotes } from './entry_notes.tsx'
import { HistoryButton } from './history.tsx'
import { Pictures } from './pictures.tsx'
import { timesOf } from './text.ts'

/** An entry that cannot be edited, except perhaps its notes, with the reason. */
export function EntryView({
  owner,
  sheet,
  seconds,
  reason,
  mayNotes,
  onContinue,
  onPropose,
  onClose,
}: {
  owner: Owner
  sheet: Sheet
  /** The seconds that count, rounded as the company rounds. */
  seconds: number
  reason: string
  /** Whether its notes can still be changed. */
  mayNotes: boolean
  /** Clocks in as in the entry; undefined if that is not possible. */
  onContinue?: (() => void) | undefined
  /** Proposes a change; undefined if that is not possible. */
  onPropose: (() => void) | undefined
  onClose: () => void
}) {
  const jobs = useJobs(owner.user.id)
  const fields = useRecords('customfields', { active: 'yes' })
  const hours = useHours()
  const rounding = roundingOn(owner, sheet.date)
  const twelve = useTwelve()
  const word = useJobWord()
  const values = typeof sheet.customfields === 'string' ? {} : sheet.customfields
  const filled = (fields.data ?? []).flatMap(({ id, name }) => (values[id] ? [{ id, name, value: values[id] }] : []))
  return (
    <Dialog
      title={t('Entry')}
      onClose={onClose}
      footer={
        <>
          {onContinue && <ContinueButton onClick={onContinue} />}
          <Button onClick={onClose}>{t('Close')}</Button>
          {onPropose && (
            <Button kind="primary" onClick={onPropose}>
              {t('Propose a change')}
            </Button>
          )}
        </>
      }
    >
      <div className="form">
        <Notice
          title={
            <>
              <Lock size={16} aria-hidden="true" /> {t('Locked')}
            </>
          }
        >
          {reason}
        </Notice>
        <dl className="timesheet-facts">
          <dt>{word}</dt>
          <dd>{jobs.pathOf(sheet.jobcode_id)}</dd>
          <dt>{t('Day')}</dt>
          <dd>{dateText(sheet.date, { weekday: 'long', month: 'long', day: 'numeric', year: 'numeric' })}</dd>
          {sheet.type === 'regular' && (
            <>
              <dt>{t('Time@@time of day')}</dt>
              <dd>{timesOf(sheet, twelve)}</dd>
            </>
          )}
          {!sheet.on_the_clock && (
            <>
              <dt>{t('Hours')}</dt>
              <dd>
                {rounding && hours(seconds) !== hours(sheet.duration)
                  ? rich(
                      t('{hours}<quiet> ({exact} before rounding)</quiet>', {
                        hours: hours(seconds),
                        exact: hours(sheet.duration),
                      }),
                      { quiet: (text) => <span className="quiet">{text}</span> },
                    )
                  : hours(seconds)}
              </dd>
            </>
          )}
          {filled.map(({ id, name, value }) => (
            <div key={id}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
          {sheet.notes && !mayNotes && (
            <>
              <dt>{t('Notes')}</dt>
              <dd className="timesheet-notes">{sheet.notes}</dd>
            </>
          )}
        </dl>
        {mayNotes && <EntryNotes sheet={sheet} onSaved={onClose} />}
        <Pictures files={sheet.attached_files} />
        <EntryPlaces sheetId={sheet.id} zone={owner.rules.zone} />
        <HistoryButton sheet={sheet} owner={owner} />
      </div>
    </Dialog>
  )
}
