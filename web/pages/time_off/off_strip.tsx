import { addDays } from '../../../src/rules/calendar.ts'
import { datesFrom } from '../../components/calendar/dates.ts'
import { nameOf } from '../../components/names.ts'
import { usePeople } from '../../components/people.ts'
import { dateText } from '../../time.ts'
import { useTimeOff } from '../schedule/data.ts'
import { useGroups } from './groups.ts'
import type { SentRequest } from './requests.ts'

const daysMax = 14
const peopleMax = 8

/** People of the same group who are off around a request, as a strip of days. */
export function OffStrip({ request }: { request: SentRequest }) {
  const { byId } = usePeople()
  const groups = useGroups()
  const from = addDays(request.first, -1)
  const [to = from] = [addDays(request.last, 1), addDays(from, daysMax - 1)].sort()
  const entries = useTimeOff({ first: from, last: to })
  const group = byId.get(request.userId)?.group_id ?? 0
  const where = group === 0 ? 'the company' : (groups.get(group) ?? 'the group')
  const others = Map.groupBy(
    entries.filter(({ user_id, date }) => {
      const other = byId.get(user_id)
      const near = other && (group === 0 || other.group_id === group)
      return near && user_id !== request.userId && date >= from && date <= to
    }),
    ({ user_id }) => user_id,
  )
  if (others.size === 0) return <p className="quiet">No one else in {where} is off.</p>
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
        <caption>Also off in {where}</caption>
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
                    {status && <span className="unseen">{status === 'approved' ? 'off' : 'requested'}</span>}
                  </td>
                )
              })}
            </tr>
          ))}
        </tbody>
      </table>
      {others.size > peopleMax && <p className="quiet">and {others.size - peopleMax} more</p>}
    </div>
  )
}
