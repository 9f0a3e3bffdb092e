import { addDays } from '../../../src/rules/calendar.ts'
import { useMe } from '../../api/start.ts'
import { useMinute } from '../../components/now.ts'
import { Card, Skeleton } from '../../components/page.tsx'
import { useBoard } from './board.ts'
import { useShifts } from './data.ts'
import { ShiftLine } from './day_list.tsx'
import { dayName } from './texts.ts'

const daysAhead = 27
const shownMax = 3

/** The user's next shifts: the current one, and those of the coming weeks. */
export function NextShifts() {
  const me = useMe()
  const { today } = useBoard()
  const now = useMinute() * 1e6
  const range = { first: today, last: addDays(today, daysAhead) }
  const { data } = useShifts(range, { userId: me.user.id, drafts: false })
  const next = data?.filter(({ end }) => end > now).slice(0, shownMax)
  return (
    <Card title="My next shifts" className="schedule-next no-print">
      {next === undefined ? (
        <Skeleton lines={1} height={64} />
      ) : next.length === 0 ? (
        <p className="quiet">You have no shifts in the next four weeks. New ones appear here.</p>
      ) : (
        <ul>
          {next.map((shift) => (
            <li key={shift.id}>
              <ShiftLine
                piece={{ shift, date: shift.first, part: 'whole' }}
                whose={false}
                day={shift.start <= now ? 'Now' : dayName(shift.first, today)}
              />
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}
