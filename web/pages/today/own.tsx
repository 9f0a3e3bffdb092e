import './own.css'
import { CalendarClock, ChevronRight } from 'lucide-react'
import { localDate } from '../../../src/rules/time/calendar.ts'
import { useMe } from '../../api/start.ts'
import { ButtonLink } from '../../components/page/button.tsx'
import { Card, Failed, Notice, Skeleton } from '../../components/page/page.tsx'
import { useToday as useDate, useMinute } from '../../components/time/now.ts'
import { timeFormatOf, timeText, zoneNote } from '../../components/time/time_format.ts'
import { t } from '../../language.ts'
import { dateText, daysText, instant } from '../../time.ts'
import { dayName } from '../schedule/texts.ts'
import type { Own as OwnToday, useToday } from './use_today.ts'
import { Week } from './week.tsx'

/** What a person needs for their own time: what was sent back, what is to be submitted, their next shifts, and the week. */
export default function Own({ answer, leads }: Asked) {
  return (
    <>
      <Tasks answer={answer} leads={leads} />
      <Week answer={answer} />
    </>
  )
}

type Asked = { answer: ReturnType<typeof useToday>; leads: boolean }

function Tasks({ answer, leads }: Asked) {
  const own = answer.data?.own
  if (!own)
    return answer.error && !leads ? (
      <Failed error={answer.error} again={answer.refetch} />
    ) : (
      <Card className="today-shifts">
        <Skeleton lines={3} height={44} />
      </Card>
    )
  return (
    <>
      {(own.sent_back.length > 0 || own.to_submit) && <ToMend own={own} />}
      {/* Those who lead others often have none. */}
      {own.schedule && (!leads || own.shifts.length > 0) && <Shifts shifts={own.shifts} />}
    </>
  )
}

function ToMend({ own: { sent_back, to_submit } }: { own: OwnToday }) {
  const { zone } = useMe()
  return (
    <div className="today-notes">
      {sent_back.map(({ start_date, end_date, message, by }) => (
        <Notice key={start_date} kind="warn" title={by ? t('Sent back by {name}', { name: by }) : t('Sent back')}>
          {t('“{text}”', { text: message })}{' '}
          {t('Correct it and submit your time through {date} again.', { date: dateText(end_date) })}
          <div className="actions">
            <ButtonLink href={`/timesheet/${start_date}`}>{t('Open these days')}</ButtonLink>
          </div>
        </Notice>
      ))}
      {to_submit && sent_back.length === 0 && (
        <Notice title={t('Your time is not submitted yet')}>
          {t('{days} can be submitted for approval.', {
            days: daysText(to_submit.start_date, to_submit.end_date, zone),
          })}
          <div className="actions">
            <ButtonLink href={`/timesheet/${to_submit.end_date}`}>{t('Review and submit')}</ButtonLink>
          </div>
        </Notice>
      )}
    </div>
  )
}

function Shifts({ shifts: all }: { shifts: OwnToday['shifts'] }) {
  const now = useMinute() * 1e6
  const shifts = all.filter(({ end }) => instant(end) > now)
  return (
    <Card
      className="today-shifts"
      title={t('My next shifts')}
      actions={
        <ButtonLink kind="quiet" href="/schedule">
          {t('Schedule')} <ChevronRight size={18} aria-hidden="true" />
        </ButtonLink>
      }
    >
      {shifts.length === 0 ? (
        <p className="quiet">{t('You have no shifts in the next four weeks. New ones appear here.')}</p>
      ) : (
        <ul>
          {shifts.map((shift) => (
            <Shift key={shift.id} shift={shift} isNow={instant(shift.start) <= now} />
          ))}
        </ul>
      )}
    </Card>
  )
}

function Shift({ shift, isNow }: { shift: OwnToday['shifts'][number]; isNow: boolean }) {
  const me = useMe()
  const today = useDate(me.zone)
  const { start, end, all_day, timezone, title, job, location } = shift
  const format = timeFormatOf(me)
  const span = all_day
    ? t('All day')
    : `${timeText(start, timezone, format)} – ${timeText(end, timezone, format)}${zoneNote(instant(start), timezone, format)}`
  const what = [title || job, location].filter(Boolean).join(' · ')
  return (
    <li className={`today-shift ${isNow ? 'now' : ''}`}>
      <CalendarClock size={20} aria-hidden="true" />
      <div>
        <strong className="today-when">
          {isNow ? t('Now') : dayName(localDate(instant(start), timezone), today)}, {span}
        </strong>
        {what && <span className="quiet">{what}</span>}
      </div>
    </li>
  )
}
