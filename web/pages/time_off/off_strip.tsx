import { msg } from '../../../src/rules/language/messages.ts'
import { addDays } from '../../../src/rules/time/calendar.ts'
import { datesFrom } from '../../components/calendar/dates.ts'
import { nameOf } from '../../components/people/names.ts'
import { usePeople } from '../../components/people/people.ts'
import { t } from '../../language.ts'
import { dateText } from '../../time.ts'
import { useTimeOff } from '../schedule/data.ts'
import { useGroups } from './groups.ts'
import type { SentRequest } from './requests.ts'

const daysMax = 14
const peopleMax = 8

const sentences = {
  company: { none: msg('No one else in the company is off.'), others: msg('Also off in the company') },
  group: { none: msg('No one else in the group is off.'), others: msg('Also off in the group') },
  named: { none: msg('No one else in {group} is off.'), others: msg('Also off in {group}') },
}

/** People of the same group who are off around a request, as a strip of days. */
export function OffStrip({ request }: { request: SentRequest }) {
  const { byId } = usePeople()
  const groups = useGroups()
  const from = addDays(request.first, -1)
  const [to = from] = [addDays(request.last, 1), addDays(from, daysMax - 1)].sort()
  const { entries } = useTimeOff({ first: from, last: to })
  const group = byId.get(request.userId)?.group_id ?? 0
  const said = group === 0 ? sentences.company : groups.has(group) ? sentences.named : sentences.group
  const where = { group: groups.get(group) ?? '' }
  const others = Map.groupBy(
    entries.filter(({ user_id, date }) => {
      const other = byId.get(user_id)
      const near = other && (group === 0 || other.group_id === group)
      return near && user_id !== request.userId && date >= from && date <= to
    }),
    ({ user_id }) => user_id,
  )
  if (others.size === 0) return <p className="quiet">{t(said.none, where)}</p>
  const dates = datesFrom(from, to)
  const own = new Map(request.entries.map((entry) => [entry.date, entry.status]))
  const rows = [
    { id: request.userId, days: own },
    ...[...others]
      .slice(0, peopleMax)
      .map(([id, list]) => ({ id, days: new Map(list.map((entry) => [entry.date, entry.status])) })),
  ]
  return (
    <div className="scroll">
      <table className="off-strip">
        <caption>{t(said.others, where)}</caption>
        <thead>
          <tr>
            <td />
            {dates.map((date) => (
              <th key={date} scope="col">
                <span>{dateText(date, { weekday: 'narrow' })}</span> <span>{Number(date.slice(8))}</span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ id, days }) => (
            <tr key={id}>
              <th scope="row">{nameOf(byId.get(id)!)}</th>
              {dates.map((date) => {
                const status = days.get(date)
                return (
                  <td key={date} data-status={status}>
                    {status && (
                      <span className="unseen">{status === 'approved' ? t('off@@person') : t('requested')}</span>
                    )}
                  </td>
                )
              })}
            </tr>
          ))}
        </tbody>
      </table>
      {others.size > peopleMax && <p className="quiet">{t('and {count} more', { count: others.size - peopleMax })}</p>}
    </div>
  )
}
