import { tells } from '../../company/notification_choices.ts'
import { zoneFor } from '../../company/settings.ts'
import type { Context } from '../../engine/context.ts'
import { localDate, printLocal, weekday, weekdayNames } from '../../rules/calendar.ts'
import { type Notice, notices } from '../../rules/schedule.ts'
import { addNews } from '../notifications.ts'
import type { User } from '../users.ts'
import type { Facts } from './facts.ts'
import type { ScheduleEvent } from './record.ts'

const titleMax = 80
const rest = '\nand more in the schedule'

/** Notifies the people affected by a change, except the actor. Returns the event with what each person has been told. */
export function announce(event: ScheduleEvent, ctx: Context, facts: Facts): ScheduleEvent {
  const { assigned_user_ids, active, draft, start, end } = event
  const before = { user_id: event.told_user_id, start: event.told_start, end: event.told_end }
  const { told, notices: due } = notices(before, { assignee: assigned_user_ids[0] ?? 0, active, draft, start, end })
  for (const notice of due) {
    const user = ctx.company.get<User>('users', notice.user_id)
    if (user?.active && user.id !== ctx.actor.userId && tells(ctx.company, 'shift'))
      addNews(
        { user_id: user.id, kind: 'shift', message: line(notice, event, user, ctx), path: '/schedule' },
        { messages: facts.messages, more: rest },
        ctx,
      )
  }
  return { ...event, told_user_id: told.user_id, told_start: told.start, told_end: told.end }
}

const words = { new: 'New shift', changed: 'Changed shift', canceled: 'Canceled shift' }

/** `New shift: Delivery, Mon 2026-03-09 13:00 to 17:00`, in the recipient's time zone. */
function line({ news, start, end }: Notice, event: ScheduleEvent, user: User, { company }: Context): string {
  const title = [...event.title.replaceAll(/\s+/g, ' ').trim()].slice(0, titleMax).join('')
  const when = event.all_day ? wholeDay(start, event.timezone) : span(start, end, zoneFor(company, user))
  return `${words[news]}: ${title === '' ? '' : `${title}, `}${when}`
}

function wholeDay(start: number, zone: string): string {
  return `${dayText(localDate(start, zone))}, all day`
}

function span(start: number, end: number, zone: string): string {
  const [from, to] = [localDate(start, zone), localDate(end, zone)]
  const until = to === from ? clock(end, zone) : `${dayText(to)} ${clock(end, zone)}`
  return `${dayText(from)} ${clock(start, zone)} to ${until}`
}

function dayText(date: string): string {
  return `${weekdayNames[weekday(date)]} ${date}`
}

function clock(instant: number, zone: string): string {
  return printLocal(instant, zone).slice(11, 16)
}
