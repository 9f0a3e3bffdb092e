import { tells } from '../../company/mail/notification_choices.ts'
import { translateFor, zoneFor } from '../../company/settings/settings.ts'
import type { Context } from '../../engine/context.ts'
import { msg, type Translate } from '../../rules/language/messages.ts'
import { weekdayText } from '../../rules/notifications/format_times.ts'
import { localDate, printLocal } from '../../rules/time/calendar.ts'
import { type Notice, notices } from '../../rules/time/schedule.ts'
import { addNews } from '../notifications.ts'
import type { Facts } from './facts.ts'
import type { ScheduleEvent } from './record.ts'

const titleMax = 80

/**
 * Notifies the people affected by a change, except the actor. Returns the event with a record of what each person was
 * told.
 */
export function announce(event: ScheduleEvent, ctx: Context, facts: Facts): ScheduleEvent {
  const { assigned_user_ids, active, draft, start, end } = event
  const before = { user_id: event.told_user_id, start: event.told_start, end: event.told_end }
  const { told, notices: due } = notices(before, { assignee: assigned_user_ids[0] ?? 0, active, draft, start, end })
  for (const notice of due) {
    const user = ctx.company.get('users', notice.user_id)
    if (!user?.active || user.id === ctx.actor.userId || !tells(ctx.company, 'shift')) continue
    const t = translateFor(ctx.company, user)
    const message = line(notice, event, zoneFor(ctx.company, user), t)
    const more = `\n${t('and more in the schedule')}`
    addNews({ user_id: user.id, kind: 'shift', message, path: '/schedule' }, { messages: facts.messages, more }, ctx)
  }
  return { ...event, told_user_id: told.user_id, told_start: told.start, told_end: told.end }
}

const words = {
  new: { titled: msg('New shift: {title}, {when}'), untitled: msg('New shift: {when}') },
  changed: { titled: msg('Changed shift: {title}, {when}'), untitled: msg('Changed shift: {when}') },
  canceled: { titled: msg('Canceled shift: {title}, {when}'), untitled: msg('Canceled shift: {when}') },
}

/** `New shift: Delivery, Mon 2026-03-09 13:00 to 17:00`, in the recipient's time zone. */
function line({ news, start, end }: Notice, event: ScheduleEvent, zone: string, t: Translate): string {
  const title = [...event.title.replaceAll(/\s+/g, ' ').trim()].slice(0, titleMax).join('')
  const when = event.all_day
    ? t('{day}, all day', { day: dayText(localDate(start, event.timezone), t) })
    : span(start, end, zone, t)
  return t(title === '' ? words[news].untitled : words[news].titled, { title, when })
}

function span(start: number, end: number, zone: string, t: Translate): string {
  const [from, to] = [localDate(start, zone), localDate(end, zone)]
  const values = { day: dayText(from, t), start: clock(start, zone), end: clock(end, zone) }
  return to === from
    ? t('{day} {start} to {end}', values)
    : t('{day} {start} to {last_day} {end}', { ...values, last_day: dayText(to, t) })
}

function dayText(date: string, t: Translate): string {
  return `${weekdayText(date, t)} ${date}`
}

function clock(instant: number, zone: string): string {
  return printLocal(instant, zone).slice(11, 16)
}
