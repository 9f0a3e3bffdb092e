import { History } from 'lucide-react'
import { useState } from 'react'
import type { AnswerOf } from '../../api/contract.ts'
import { useAnswer } from '../../api/queries.ts'
import { Button } from '../../components/button.tsx'
import { Dialog } from '../../components/dialog.tsx'
import { useHours, useTwelve } from '../../components/hours.ts'
import { type Jobs, useJobs } from '../../components/jobs.ts'
import { Empty, Loaded } from '../../components/page.tsx'
import { clockTime, dateText, instant, today, writtenTime, zoneName } from '../../time.ts'
import type { Owner } from './owner.ts'
import type { Sheet } from './week.ts'

type EntryHistory = AnswerOf<'GET /api/console/timesheet_history'>

type Line = EntryHistory['entries'][number]

type Change = Line['changes'][number]

const linesAtOnce = 50
const linesMax = 200

/** A button that opens an entry's history. */
export function HistoryButton({ sheet, owner }: { sheet: Sheet; owner: Owner }) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button kind="quiet" icon={<History size={18} aria-hidden="true" />} onClick={() => setOpen(true)}>
        History
      </Button>
      {open && <HistoryDrawer sheet={sheet} owner={owner} onClose={() => setOpen(false)} />}
    </>
  )
}

function HistoryDrawer({ sheet, owner, onClose }: { sheet: Sheet; owner: Owner; onClose: () => void }) {
  const [limit, setLimit] = useState(linesAtOnce)
  const jobs = useJobs(owner.user.id)
  const history = useAnswer('time', '/api/console/timesheet_history', { timesheet_id: sheet.id, limit })
  return (
    <Dialog title="History" size="side" onClose={onClose}>
      <Loaded of={history}>
        {(history) =>
          history.entries.length === 0 ? (
            <Empty title="No history">This entry was imported from another system.</Empty>
          ) : (
            <ol className="timesheet-history">
              {history.entries.map((line) => (
                <li key={line.version}>
                  <HistoryLine line={line} history={history} jobs={jobs} manual={sheet.type === 'manual'} />
                </li>
              ))}
              {history.more && (
                <li>
                  {limit < linesMax ? (
                    <Button onClick={() => setLimit(linesMax)}>Show more</Button>
                  ) : (
                    `Only the last ${linesMax} changes are shown.`
                  )}
                </li>
              )}
            </ol>
          )
        }
      </Loaded>
    </Dialog>
  )
}

function HistoryLine({
  line,
  history,
  jobs,
  manual,
}: {
  line: Line
  history: EntryHistory
  jobs: Jobs
  manual: boolean
}) {
  const twelve = useTwelve()
  const hours = useHours()
  const { zone } = history.timesheet
  const moment = (iso: string) => `${dateText(today(zone, instant(iso)))}, ${clockTime(iso, zone, twelve)}`
  const words = { twelve, hours, jobs, history }
  const who = line.who.user_id === 0 ? 'Clockhouse' : line.who.name || 'Former employee'
  const late = instant(line.recorded) - instant(line.happened) > 60e6
  return (
    <>
      <p>
        <strong>{who}</strong> {verbs[line.kind]}
        {line.application && ` in ${line.application}`}
      </p>
      <p className="quiet">
        <time dateTime={line.recorded}>
          {moment(line.recorded)} {zoneName(zone, instant(line.recorded))}
        </time>
        {late && line.kind !== 'deleted' && ` · for ${moment(line.happened)}`}
        {line.origin && ` · ${line.origin}`}
      </p>
      {line.reason && <p>Reason: {line.reason}</p>}
      {line.kind !== 'deleted' && shownChanges(line, manual).length > 0 && (
        <dl>
          {shownChanges(line, manual).map((change) => (
            <div key={change.field}>
              <dt>{fieldName(change.field, history)}</dt>
              <dd>
                {line.kind === 'changed' && (
                  <>
                    <del>{inWords(change.field, change.before, words)}</del> <span aria-hidden="true">→</span>{' '}
                  </>
                )}
                <ins>{inWords(change.field, change.after, words)}</ins>
              </dd>
            </div>
          ))}
        </dl>
      )}
    </>
  )
}

const verbs = { created: 'created this entry', changed: 'changed this entry', deleted: 'deleted this entry' }

const names: Record<string, string> = {
  jobcode_id: 'Job',
  start: 'Start',
  end: 'End',
  duration: 'Hours',
  date: 'Day',
  tz_str: 'Time zone',
  notes: 'Notes',
  attached_files: 'Pictures',
  locked: 'Locked',
}

/** The fields a person changed, without derived ones. */
function shownChanges({ changes, kind }: Line, manual: boolean): Change[] {
  // The line already shows where the entry was created; the times of durations are made up.
  const left = manual ? ['start', 'end'] : ['date', 'duration']
  if (kind === 'created') left.push('tz_str')
  return changes.filter(({ field }) => (field in names || field.startsWith('customfields.')) && !left.includes(field))
}

function fieldName(field: string, { customfields }: EntryHistory): string {
  return names[field] ?? customfields[field.slice('customfields.'.length)] ?? 'Custom field'
}

type Words = { twelve: boolean; hours: (seconds: number) => string; jobs: Jobs; history: EntryHistory }

function inWords(field: string, value: unknown, { twelve, hours, jobs, history }: Words): string {
  if (value === null) return field === 'end' ? 'on the clock' : field === 'jobcode_id' ? 'no job' : 'empty'
  switch (field) {
    case 'jobcode_id':
      return jobs.byId.get(Number(value))?.path ?? history.jobcodes[Number(value)] ?? ''
    case 'start':
    case 'end': {
      const iso = String(value)
      return `${dateText(iso.slice(0, 10))}, ${writtenTime(iso, twelve)}`
    }
    case 'duration':
      return hours(Number(value))
    case 'date':
      return dateText(String(value))
    case 'attached_files':
      return Array.isArray(value) ? `${value.length} ${value.length === 1 ? 'picture' : 'pictures'}` : ''
    case 'locked':
      return 'yes'
    default:
      return String(value)
  }
}
