import { History } from 'lucide-react'
import { useState } from 'react'
import { msg } from '../../../../src/rules/language/messages.ts'
import { originText } from '../../../../src/rules/time/history_notes.ts'
import type { AnswerOf } from '../../../api/contract.ts'
import { useAnswer } from '../../../api/queries.ts'
import { Dialog } from '../../../components/dialogs/dialog.tsx'
import { type Jobs, useJobs } from '../../../components/jobs/jobs.ts'
import { Button } from '../../../components/page/button.tsx'
import { Empty, Loaded } from '../../../components/page/page.tsx'
import { rich } from '../../../components/page/rich.tsx'
import { useHours, useTwelve } from '../../../components/time/hours.ts'
import { t } from '../../../language.ts'
import { clockTime, dateText, instant, today, writtenTime, zoneName } from '../../../time.ts'
import type { Owner } from '../week/owner.ts'
import type { Sheet } from '../week/week.ts'
import { picturesText } from './text.ts'

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
        {t('History')}
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
    <Dialog title={t('History')} size="side" onClose={onClose}>
      <Loaded of={history}>
        {(history) =>
          history.entries.length === 0 ? (
            <Empty title={t('No history')}>{t('This entry was imported from another system.')}</Empty>
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
                    <Button onClick={() => setLimit(linesMax)}>{t('Show more')}</Button>
                  ) : (
                    t('Only the last {count} changes are shown.', { count: linesMax })
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
  const who = line.who.user_id === 0 ? 'Clockhouse' : line.who.name || t('Former employee')
  const late = instant(line.recorded) - instant(line.happened) > 60e6
  return (
    <>
      <p>{rich(didText(line, who), { who: (name) => <strong>{name}</strong> })}</p>
      <p className="quiet">
        <time dateTime={line.recorded}>
          {moment(line.recorded)} {zoneName(zone, instant(line.recorded))}
        </time>
        {late && line.kind !== 'deleted' && ` · ${t('for {when}', { when: moment(line.happened) })}`}
        {line.origin && ` · ${originText(line.origin, t)}`}
      </p>
      {line.reason && <p>{t('Reason: {reason}', { reason: line.reason })}</p>}
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

const did = {
  created: {
    plain: msg('<who>{name}</who> created this entry'),
    by: msg('<who>{name}</who> created this entry in {application}'),
  },
  changed: {
    plain: msg('<who>{name}</who> changed this entry'),
    by: msg('<who>{name}</who> changed this entry in {application}'),
  },
  deleted: {
    plain: msg('<who>{name}</who> deleted this entry'),
    by: msg('<who>{name}</who> deleted this entry in {application}'),
  },
}

function didText({ kind, application }: Line, name: string): string {
  return application ? t(did[kind].by, { name, application }) : t(did[kind].plain, { name })
}

const names: Record<string, string> = {
  jobcode_id: msg('Job'),
  start: msg('Start'),
  end: msg('End'),
  duration: msg('Hours'),
  date: msg('Day'),
  tz_str: msg('Time zone'),
  notes: msg('Notes'),
  attached_files: msg('Pictures'),
  locked: msg('Locked'),
}

/** The fields a person changed, without derived ones. */
function shownChanges({ changes, kind }: Line, manual: boolean): Change[] {
  // The line already shows where the entry was created, and the times of durations are artificial.
  const left = manual ? ['start', 'end'] : ['date', 'duration']
  if (kind === 'created') left.push('tz_str')
  return changes.filter(({ field }) => (field in names || field.startsWith('customfields.')) && !left.includes(field))
}

function fieldName(field: string, { customfields }: EntryHistory): string {
  const name = names[field]
  return name ? t(name) : (customfields[field.slice('customfields.'.length)] ?? t('Custom field'))
}

type Words = { twelve: boolean; hours: (seconds: number) => string; jobs: Jobs; history: EntryHistory }

function inWords(field: string, value: unknown, { twelve, hours, jobs, history }: Words): string {
  if (value === null) return field === 'end' ? t('on the clock') : field === 'jobcode_id' ? t('no job') : t('empty')
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
      return Array.isArray(value) ? picturesText(value.length) : ''
    case 'locked':
      return t('yes')
    default:
      return String(value)
  }
}
