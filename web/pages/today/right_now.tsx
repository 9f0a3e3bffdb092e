import { CalendarPlus, CircleCheck, Clock, Coffee, type LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { useMe } from '../../api/start.ts'
import { ButtonLink } from '../../components/page/button.tsx'
import { Card } from '../../components/page/page.tsx'
import { ClockOutOf } from '../../components/people/clock_out.tsx'
import { useHours } from '../../components/time/hours.ts'
import { useMinute } from '../../components/time/now.ts'
import { timeFormatOf, timeText } from '../../components/time/time_format.ts'
import { t } from '../../language.ts'
import { dateText, instant } from '../../time.ts'
import { PersonRow, Rows } from './row.tsx'
import type { Crew } from './use_today.ts'

/** Who is late or absent, and whose break or day goes on too long. */
export function RightNow({ crew, now }: { crew: Crew; now: string }) {
  const { late, breaks, long_days } = crew
  const count = late.count + breaks.count + long_days.count
  return (
    <Card title={<span id="today-now">{t('Right now')}</span>}>
      {count === 0 ? (
        <p className="today-fine">
          <CircleCheck size={20} aria-hidden="true" />
          {t('Everyone is where the schedule says, and no break or day is too long.')}
        </p>
      ) : (
        <>
          {breaks.count > 0 && (
            <Rows list={breaks} href="/working">
              {(row) => <LongBreak key={row.user_id} row={row} />}
            </Rows>
          )}
          {long_days.count > 0 && (
            <Rows list={long_days} href="/working">
              {(row) => <LongDay key={row.user_id} row={row} at={now} />}
            </Rows>
          )}
          {late.count > 0 && (
            <Rows list={late} href="/schedule">
              {(row) => <Late key={row.user_id} row={row} />}
            </Rows>
          )}
        </>
      )}
    </Card>
  )
}

type RowOf<List extends { rows: readonly unknown[] }> = List['rows'][number]

function Late({ row: { user_id, name, phone, kind, date, start } }: { row: RowOf<Crew['late']> }) {
  const format = timeFormatOf(useMe())
  const hours = useHours()
  const since = Math.max(0, useMinute() - instant(start) / 1e6)
  return (
    <PersonRow
      name={name}
      href={`/timesheet/${date}?user=${user_id}`}
      phone={phone}
      badge={<span className="badge bad">{kind === 'late' ? t('Late@@for a shift') : t('Absent@@from a shift')}</span>}
      actions={<AddTime name={name} userId={user_id} date={date} />}
    >
      {t('Shift began at {time}, {hours} ago', {
        time: timeText(start, format.zone, format),
        hours: hours(since),
      })}
    </PersonRow>
  )
}

function LongBreak({ row }: { row: RowOf<Crew['breaks']> }) {
  const hours = useHours()
  const lasts = Math.max(0, useMinute() - instant(row.start) / 1e6)
  return (
    <TooLong row={row} Icon={Coffee} badge={t('Long break')}>
      {t('{pause} for {hours}', { pause: row.job || t('On break'), hours: hours(lasts) })}
    </TooLong>
  )
}

function LongDay({ row, at }: { row: RowOf<Crew['long_days']>; at: string }) {
  const hours = useHours()
  const more = Math.max(0, useMinute() - instant(at) / 1e6)
  return (
    <TooLong row={row} Icon={Clock} badge={t('Over 10 hours')}>
      {[t('{hours} today', { hours: hours(row.day_seconds + more) }), row.job].filter(Boolean).join(' · ')}
    </TooLong>
  )
}

/** Someone whose break or day is too long, and who can be clocked out. */
function TooLong({
  row: { user_id, name, phone, timesheet_id },
  Icon,
  badge,
  children,
}: {
  row: RowOf<Crew['breaks'] | Crew['long_days']>
  Icon: LucideIcon
  badge: string
  children: ReactNode
}) {
  return (
    <PersonRow
      name={name}
      href={`/timesheet?user=${user_id}`}
      phone={phone}
      badge={
        <span className="badge warn">
          <Icon size={14} aria-hidden="true" /> {badge}
        </span>
      }
      actions={<ClockOutOf name={name} sheetId={timesheet_id} />}
    >
      {children}
    </PersonRow>
  )
}

/** Punches that are missing on the last days. */
export function Missing({ issues }: { issues: Crew['issues'] }) {
  if (issues.count === 0) return null
  return (
    <Card title={t('Missing punches')}>
      <Rows list={issues} href="/approvals">
        {({ user_id, name, phone, kind, date, words }) => (
          <PersonRow
            key={`${user_id} ${date} ${kind}`}
            name={name}
            href={`/timesheet/${date}?user=${user_id}`}
            phone={phone}
            actions={
              kind === 'missing_day' ? (
                <AddTime name={name} userId={user_id} date={date} />
              ) : (
                <ButtonLink href={`/timesheet/${date}?user=${user_id}`}>{t('Open the day')}</ButtonLink>
              )
            }
          >
            {dateText(date)} · {words}
          </PersonRow>
        )}
      </Rows>
    </Card>
  )
}

function AddTime({ name, userId, date }: { name: string; userId: number; date: string }) {
  return (
    <ButtonLink
      kind="quiet"
      icon={<CalendarPlus size={20} aria-hidden="true" />}
      label={t('Add time for {name}', { name })}
      href={`/timesheet/${date}?user=${userId}#add`}
    />
  )
}
