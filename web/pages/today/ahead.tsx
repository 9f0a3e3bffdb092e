import { Card } from '../../components/page/page.tsx'
import { useHours } from '../../components/time/hours.ts'
import { t } from '../../language.ts'
import { dateText } from '../../time.ts'
import { PersonRow, Rows } from './row.tsx'
import type { Crew } from './use_today.ts'

/** Who has overtime this week, or will have by its end if they work as planned. */
export function Ahead({ overtime }: { overtime: Crew['overtime'] }) {
  if (overtime.count === 0) return null
  const most = Math.max(...overtime.rows.map(({ week_seconds, planned_seconds }) => week_seconds + planned_seconds))
  return (
    <Card title={<span id="today-ahead">{t('Overtime by the end of the week')}</span>}>
      <Rows list={overtime} href="/working">
        {(row) => <Row key={row.user_id} row={row} most={most} />}
      </Rows>
    </Card>
  )
}

function Row({ row, most }: { row: Crew['overtime']['rows'][number]; most: number }) {
  const hours = useHours()
  const { user_id, name, phone, week_seconds, planned_seconds, overtime_seconds, expected_seconds, date, reason } = row
  const isOver = overtime_seconds > 0
  const share = (seconds: number) => ({ width: `${(100 * Math.max(0, seconds)) / most}%` })
  const regularPlan = Math.max(0, planned_seconds - Math.max(0, expected_seconds - overtime_seconds))
  return (
    <PersonRow
      name={name}
      href={`/timesheet?user=${user_id}`}
      phone={phone}
      badge={
        <span className={`badge ${isOver ? 'bad' : 'warn'}`}>
          {t('+{hours} overtime', { hours: hours(expected_seconds) })}
        </span>
      }
    >
      <span className="today-span" aria-hidden="true">
        <span className="worked" style={share(week_seconds - overtime_seconds)} />
        <span className="over" style={share(overtime_seconds)} />
        <span className="planned" style={share(regularPlan)} />
        <span className="ahead" style={share(expected_seconds - overtime_seconds)} />
      </span>
      {t('{worked} worked, {planned} planned', { worked: hours(week_seconds), planned: hours(planned_seconds) })}
      {' · '}
      {isOver
        ? t('since {day}, {reason}', { day: dateText(date, { weekday: 'long' }), reason })
        : t('from {day}, {reason}', { day: dateText(date, { weekday: 'long' }), reason })}
    </PersonRow>
  )
}
