import './paper.css'
import { useMe } from '../../../api/start.ts'
import type { Jobs } from '../../../components/jobs/jobs.ts'
import { useJobWord } from '../../../components/jobs/jobs.ts'
import { useHours, useTwelve } from '../../../components/time/hours.ts'
import { t } from '../../../language.ts'
import { dateText, rangeText, writtenTime, zoneName } from '../../../time.ts'
import { premiumsOf } from '../week/overtime.ts'
import type { Owner } from '../week/owner.ts'
import type { Week } from '../week/week.ts'

/** The timesheet on paper: person, week, every entry, totals, and lines to sign on. Visible only in print. */
export function Paper({ owner, week, jobs }: { owner: Owner; week: Week; jobs: Jobs }) {
  const { company } = useMe()
  const hours = useHours()
  const twelve = useTwelve()
  const word = useJobWord()
  const { user, name, rules } = owner
  const { days, dates } = week
  const long = { weekday: 'short', month: 'short', day: 'numeric' } as const
  return (
    <div className="timesheet-paper">
      <header>
        <p>{company.name}</p>
        <h2>{t('Timesheet')}</h2>
      </header>
      <dl>
        <div>
          <dt>{t('Name')}</dt>
          <dd>{name}</dd>
        </div>
        {(user.employee_number > 0 || user.payroll_id) && (
          <div>
            <dt>{t('Number')}</dt>
            <dd>{user.payroll_id || user.employee_number}</dd>
          </div>
        )}
        <div>
          <dt>{t('Week')}</dt>
          <dd>{rangeText(dates[0]!, dates[6]!)}</dd>
        </div>
        <div>
          <dt>{t('Times')}</dt>
          <dd>
            {rules.zone.replaceAll('_', ' ')} ({zoneName(rules.zone)})
          </dd>
        </div>
      </dl>
      <table>
        <thead>
          <tr>
            <th scope="col">{t('Day')}</th>
            <th scope="col">{word}</th>
            <th scope="col">{t('Start')}</th>
            <th scope="col">{t('End')}</th>
            <th scope="col" className="number">
              {t('Hours')}
            </th>
            <th scope="col" className="number">
              {t('Day')}
            </th>
          </tr>
        </thead>
        {days.map((day) => (
          <tbody key={day.date}>
            {day.sheets.length === 0 ? (
              <tr>
                <th scope="row">{dateText(day.date, long)}</th>
                <td colSpan={4}>–</td>
                <td className="number">{hours(0)}</td>
              </tr>
            ) : (
              day.sheets.map((sheet, index) => (
                <tr key={sheet.id}>
                  {index === 0 && (
                    <th scope="rowgroup" rowSpan={day.sheets.length}>
                      {dateText(day.date, long)}
                    </th>
                  )}
                  <td>
                    {jobs.pathOf(sheet.jobcode_id)}
                    {sheet.notes && <small>{sheet.notes}</small>}
                  </td>
                  <td>{sheet.type === 'regular' && writtenTime(sheet.start, twelve)}</td>
                  <td>
                    {sheet.type === 'regular' &&
                      (sheet.on_the_clock ? t('on the clock') : writtenTime(sheet.end, twelve))}
                  </td>
                  <td className="number">
                    {hours(week.secondsOf(sheet))}
                    {jobs.byId.get(sheet.jobcode_id)?.kind.startsWith('unpaid') && <small>{t('unpaid')}</small>}
                  </td>
                  {index === 0 && (
                    <td className="number" rowSpan={day.sheets.length}>
                      {hours(day.pay.total_work_seconds)}
                    </td>
                  )}
                </tr>
              ))
            )}
          </tbody>
        ))}
        <PaperTotals owner={owner} week={week} />
      </table>
      <p>{stateText(owner, dates)}</p>
      <ul>
        {[name, t('Approved by')].map((who) => (
          <li key={who}>
            <span>{who}</span>
            <span>{t('Date')}</span>
          </li>
        ))}
      </ul>
    </div>
  )
}

function stateText({ user }: Owner, dates: readonly string[]): string {
  const { approved_to: approved = '', submitted_to: submitted = '' } = user
  if (approved >= dates[0]!) return t('Approved through {date}.', { date: dateText(approved) })
  return submitted >= dates[0]! ? t('Submitted through {date}.', { date: dateText(submitted) }) : ''
}

/** How the week is paid, and how much of it belongs to each pay period. */
function PaperTotals({ owner, week }: { owner: Owner; week: Week }) {
  const hours = useHours()
  const { pay, dates } = week
  const premiums = premiumsOf(pay, owner, dates[0]!)
  const periods = week.periods.length === 1 ? [] : week.periods
  return (
    <tfoot>
      {[
        { name: t('Regular'), reason: '', seconds: pay.total_re_seconds },
        ...premiums,
        ...(pay.total_pto_seconds > 0 ? [{ name: t('Time off'), reason: '', seconds: pay.total_pto_seconds }] : []),
        { name: t('Total'), reason: '', seconds: pay.total_work_seconds },
        ...periods.map(({ period, from, to, pay }) => ({
          name: rangeText(from, to),
          reason: t('in the pay period {period}', { period: rangeText(period.start, period.end) }),
          seconds: pay.total_work_seconds,
        })),
      ].map(({ name, reason, seconds }) => (
        <tr key={name} className={name === t('Total') ? 'paper-total' : undefined}>
          <th scope="row" colSpan={5}>
            {name} {reason && <small>{reason}</small>}
          </th>
          <td className="number">{hours(seconds)}</td>
        </tr>
      ))}
    </tfoot>
  )
}
