import type { ReactNode } from 'react'
import { addDays } from '../../../src/rules/time/calendar.ts'
import { useMe } from '../../api/start.ts'
import { Card, Skeleton } from '../../components/page/page.tsx'
import { useMinute } from '../../components/time/now.ts'
import { t } from '../../language.ts'
import { useBoard } from './board.ts'
import { useShifts } from './data.ts'
import { ShiftLine } from './day_list.tsx'
import type { Shift } from './shift/shifts.ts'
import { dayName } from './texts.ts'

const daysAhead = 27
const shownMax = 3

/**
 * The user's next shifts, which are the current one and those of the coming weeks. The rest of the page is rendered
 * below them, because the shifts would push it down if they loaded later.
 */
export function NextShifts({ children }: { children: ReactNode }) {
  const me = useMe()
  const { today } = useBoard()
  const now = useMinute() * 1e6
  const range = { first: today, last: addDays(today, daysAhead) }
  const { data, error } = useShifts(range, { userId: me.user.id, drafts: false })
  const next = data?.filter(({ end }) => end > now).slice(0, shownMax)
  if (next) return [<Next key="next" shifts={next} now={now} />, children]
  return error ? children : <Skeleton lines={8} height={72} />
}

function Next({ shifts: next, now }: { shifts: readonly Shift[]; now: number }) {
  const { today } = useBoard()
  return (
    <Card title={t('My next shifts')} className="schedule-next no-print">
      {next.length === 0 ? (
        <p className="quiet">{t('You have no shifts in the next four weeks. New ones appear here.')}</p>
      ) : (
        <ul>
          {next.map((shift) => (
            <li key={shift.id}>
              <ShiftLine
                piece={{ shift, date: shift.first, part: 'whole' }}
                whose={false}
                day={shift.start <= now ? t('Now') : dayName(shift.first, today)}
              />
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}
