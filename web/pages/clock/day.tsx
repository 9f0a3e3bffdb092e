import { ChevronRight, CloudOff, Coffee, Play } from 'lucide-react'
import { dayRuleOf, grows, today } from '../../../src/rules/time/today.ts'
import type { Records } from '../../api/records.ts'
import { patternZone, useMe } from '../../api/start.ts'
import { isBreak, type Job } from '../../components/jobs/jobs.ts'
import { Button, ButtonLink } from '../../components/page/button.tsx'
import { Card, Notice } from '../../components/page/page.tsx'
import { Dot } from '../../components/people/person.tsx'
import { useHours, useShownUnit } from '../../components/time/hours.ts'
import { useSeconds } from '../../components/time/now.ts'
import { locale, t } from '../../language.ts'
import { dateText, instant, today as todayIn, writtenTime } from '../../time.ts'
import { isPhone } from './act.ts'
import { mayContinue } from './continuing.ts'
import { workedUntil } from './counted.ts'
import type { Entry } from './entries.ts'
import { useClockJobs } from './jobs.ts'
import { useOwnRules } from './rules.ts'
import { useWeekLimit } from './week_limit.ts'

/** The time worked today and this week. */
export default function Day({
  entries,
  onContinue,
}: {
  entries: readonly Entry[]
  /** Clocks in as in an entry; undefined while that is not possible. */
  onContinue: ((entry: Entry) => void) | undefined
}) {
  const me = useMe()
  const jobs = useClockJobs()
  const seconds = useSeconds()
  const hidden = me.isOn('general', 'hide_working_time')
  const date = todayIn(me.zone)
  const rule = dayRuleOf(me.settings.general ?? {}, { own: me.zone, pattern: patternZone(me) })
  const now = seconds * 1e6
  const [hours, unit] = [useHours(), useShownUnit()]
  const rules = useOwnRules()
  const counted = hidden ? entries.filter(({ end }) => end !== '') : entries
  const worked = workedUntil(now, counted, { me, jobs, rules, unit })
  const earlier = entries.find(
    (entry) => entry.end === '' && !grows({ ...entry, start: instant(entry.start), end: null }, today(now, rule), rule),
  )
  const regular = useWeekLimit(today(now, rule).last)
  const shown = entries.filter((entry) => entry.date === date || entry.end === '')
  const timeOff = shown
    .filter(({ jobId }) => jobs.byId.get(jobId)?.kind === 'pto')
    .reduce((sum, { key }) => sum + (worked.lengths.get(key) ?? 0), 0)
  return (
    <Card className="clock-day">
      {!entries.some(({ end }) => end === '') && <ClosedToday user={me.user} date={date} />}
      <dl className="clock-totals">
        <Total name={t('Worked today')} seconds={worked.day} />
        <Total name={t('Worked this week')} seconds={worked.week} />
        {timeOff > 0 && <Total name={t('Time off today')} seconds={timeOff} />}
        {regular !== undefined && (
          <Total
            name={t('Until {hours} h', { hours: new Intl.NumberFormat(locale()).format(regular) })}
            seconds={Math.max(0, regular * 3600 - worked.toward)}
          />
        )}
      </dl>
      {hidden && shown.some(({ end }) => end === '') && (
        <p className="quiet">{t('Your current entry is added when you clock out.')}</p>
      )}
      {earlier && (
        <p className="quiet">
          {t('Your shift counts on {day}, the day on which it started.', {
            day: dateText(earlier.date, { weekday: 'long' }),
          })}
        </p>
      )}
      <header className="clock-heading">
        <h2>{t('Today’s entries')}</h2>
        <ButtonLink kind="quiet" href="/timesheet">
          {t('Whole week')} <ChevronRight size={18} aria-hidden="true" />
        </ButtonLink>
      </header>
      {shown.length === 0 ? (
        <p className="clock-nothing quiet">{t('No entries today. They appear here once you clock in.')}</p>
      ) : (
        <ul className="clock-entries">
          {shown.map((entry) => (
            <EntryRow
              key={entry.key}
              entry={entry}
              job={jobs.byId.get(entry.jobId)}
              name={jobs.pathOf(entry.jobId)}
              length={hidden && entry.end === '' ? undefined : hours(worked.lengths.get(entry.key) ?? 0)}
              today={date}
              onContinue={mayContinue(entry, jobs) ? onContinue : undefined}
            />
          ))}
        </ul>
      )}
    </Card>
  )
}

/** Says before someone clocks in that today’s time takes no more, and how it does again. */
function ClosedToday({ user, date }: { user: Records['users']; date: string }) {
  const link = (
    <ButtonLink kind="quiet" href={`/timesheet/${date}`}>
      {t('Open timesheet')}
    </ButtonLink>
  )
  if (date <= (user.approved_to ?? ''))
    return (
      <Notice title={t('Today’s time is approved already.')}>
        {t('To clock in again, have it reopened first.')} {link}
      </Notice>
    )
  if (date > (user.submitted_to ?? '')) return null
  return (
    <Notice title={t('You have submitted today’s time already.')}>
      {t('To clock in again, take it back first.')} {link}
    </Notice>
  )
}

function Total({ name, seconds }: { name: string; seconds: number }) {
  const hours = useHours()
  return (
    <div>
      <dt>{name}</dt>
      <dd>{hours(seconds)}</dd>
    </div>
  )
}

function EntryRow({
  entry,
  job,
  name,
  length,
  today,
  onContinue,
}: {
  entry: Entry
  job: Job | undefined
  name: string
  length: string | undefined
  today: string
  onContinue: ((entry: Entry) => void) | undefined
}) {
  const { settings } = useMe()
  const twelve = Number(settings.general?.time_format ?? 12) === 12
  const time = (iso: string) => writtenTime(iso, twelve)
  const since = entry.date === today ? time(entry.start) : `${dateText(entry.date)}, ${time(entry.start)}`
  const when = entry.manual
    ? t('Hours entered manually')
    : entry.end === ''
      ? t('{start} – now', { start: since })
      : `${since} – ${time(entry.end)}`
  return (
    <li className="clock-entry">
      {isBreak(job) ? <Coffee size={16} aria-hidden="true" className="clock-coffee" /> : <Dot id={entry.jobId} />}
      <div>
        <strong>{name}</strong>
        <span className="quiet">{when}</span>
        {entry.notes !== '' && <span className="clock-note">{entry.notes}</span>}
        {entry.waits && (
          <span className="clock-waits">
            <CloudOff size={14} aria-hidden="true" />{' '}
            {isPhone() ? t('Saved on this phone, will be sent') : t('Saved on this device, will be sent')}
          </span>
        )}
      </div>
      <span className="number">{length ?? '–'}</span>
      {onContinue && (
        <Button
          kind="quiet"
          icon={<Play size={18} aria-hidden="true" />}
          label={t('Continue {job}', { job: name })}
          onClick={() => onContinue(entry)}
        />
      )}
    </li>
  )
}
