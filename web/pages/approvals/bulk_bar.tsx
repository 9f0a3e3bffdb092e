import { CheckCheck } from 'lucide-react'
import { useState } from 'react'
import { useMe } from '../../api/start.ts'
import { Check } from '../../components/fields/field.tsx'
import { Button } from '../../components/page/button.tsx'
import { useHours } from '../../components/time/hours.ts'
import { t } from '../../language.ts'
import { dateText, daysText } from '../../time.ts'
import type { Approving } from './approving.ts'
import { focusList } from './focus.ts'
import { type Along, bulkOf, olderWaiting, type PayRun, type Period } from './run.ts'
import type { RunView } from './use_run.ts'
import { alongText, bulkText } from './words.ts'

/**
 * Approves everyone who submitted and has no issues, after saying who and how much that is, and what earlier time is
 * included.
 */
export function BulkBar({ run, view, approving }: { run: PayRun; view: RunView; approving: Approving }) {
  const me = useMe()
  const words = useWords()
  // If people do not submit their own time, there is nothing to wait for.
  const [also, setAlso] = useState(() => !me.isOn('approvals', 'employee_approval'))
  const bulk = bulkOf(view.found, also, view.unit)
  return (
    <section className="payrun-bulk no-print" aria-label={t('Bulk approval')}>
      <div className="payrun-bulk-row">
        <Button
          kind="primary"
          icon={<CheckCheck size={18} aria-hidden="true" className="payrun-bulk-icon" />}
          disabled={bulk.taken.length === 0}
          busy={approving.isBusy || approving.isSettling}
          onClick={() => {
            // The button is then disabled or gone.
            if (approving.approve(bulk.taken.map(({ person }) => person))) focusList()
          }}
        >
          {bulkText(bulk, run.end_date, words)}
        </Button>
        {bulk.open.length > 0 && (
          <Check
            label={t('Also {count} not submitted', { count: bulk.open.length })}
            checked={also}
            onChange={({ target }) => setAlso(target.checked)}
          />
        )}
      </div>
      <AlongNotes along={bulk.along} older={olderWaiting(run, bulk.taken)} />
      {view.isNarrowed && bulk.taken.length > 0 && (
        <p className="quiet">{t('Only people who match the search and filters are approved.')}</p>
      )}
    </section>
  )
}

const issuesShown = 5

/**
 * Time of earlier periods that is approved as well, with its issues. `older` is a period too long ago to be summed up
 * here.
 */
export function AlongNotes({ along, older }: { along: readonly Along[]; older?: Period | undefined }) {
  const words = useWords()
  if (along.length === 0 && !older) return null
  return (
    <div className="notice warn payrun-along">
      {older && (
        <p>
          {t(
            'Time from {range} or later isn’t approved yet and is included, too. Open that pay period to look at it.',
            {
              range: words.range(older.start_date, older.end_date),
            },
          )}
        </p>
      )}
      {along.map((part) => (
        <div key={part.end}>
          <p>{alongText(part, words)}</p>
          <Issues issues={part.issues} />
        </div>
      ))}
    </div>
  )
}

function Issues({ issues }: { issues: Along['issues'] }) {
  if (issues.length === 0) return null
  return (
    <ul>
      {issues.slice(0, issuesShown).map(({ name, date, words }) => (
        <li key={`${name} ${date} ${words}`}>
          {name}, {dateText(date)}: {words}
        </li>
      ))}
      {issues.length > issuesShown && <li>{t('… and {count} more', { count: issues.length - issuesShown })}</li>}
    </ul>
  )
}

/** Formats hours and dates as the user reads them. */
function useWords() {
  const { zone } = useMe()
  const hours = useHours()
  return {
    hours,
    day: (date: string) => dateText(date, { month: 'short', day: 'numeric' }),
    range: (first: string, last: string) => daysText(first, last, zone),
  }
}
