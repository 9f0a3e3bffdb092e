import { msg } from '../../../src/rules/language/messages.ts'
import { weekdayNames } from '../../../src/rules/time/calendar.ts'
import type { Records } from '../../api/records.ts'
import { locale, t } from '../../language.ts'
import { clockTime, dateText, isoOf } from '../../time.ts'

/** When and how a person (id 0: everyone) or a group is reminded. */
export type Reminder = Pick<
  Records['reminders'],
  'reminder_type' | 'due_time' | 'due_days_of_week' | 'distribution_methods' | 'active' | 'enabled'
> & { id?: number; user_id?: number; group_id?: number }

/** Whose reminders are shown; a person's group takes precedence over the company. */
export type Target =
  | { kind: 'company' }
  | { kind: 'group'; id: number }
  | { kind: 'person'; id: number; groupId: number }

/** Whom the text addresses or describes. */
export type Whose = 'everyone' | 'own' | 'person'

/** The two reminders that can be set up here, with their titles, the titles of their dialogs, and the usual times. */
export const reminderTypes = [
  { type: 'clock-in', title: msg('Clock in'), question: msg('Reminder: clock in'), time: '07:55' },
  { type: 'clock-out', title: msg('Clock out'), question: msg('Reminder: clock out'), time: '17:05' },
] as const

/** The days of the week as reminders in the API name them. */
export const days = weekdayNames

/**
 * The channels of a reminder, with their labels on screen. `words` describes how other people get it, `yours` how the
 * reader does.
 */
export const ways = [
  { key: 'Push', text: msg('Devices'), words: msg('on their devices'), yours: msg('on your devices') },
  { key: 'Email', text: msg('Email'), words: msg('by email'), yours: msg('by email') },
] as const

/** The reminder in effect: no one is reminded; the company's or the group's; a custom one; or none on purpose. */
type Held = { by: 'unset' } | { by: 'none' } | { by: 'company' | 'group' | 'own'; reminder: Reminder }

/** The reminder of a type that is set for exactly this target. */
export function ownOf(all: readonly Reminder[], type: string, target: Target): Reminder | undefined {
  return all.find((one) => {
    if (one.reminder_type !== type) return false
    if (target.kind === 'group') return one.group_id === target.id
    return one.user_id === (target.kind === 'person' ? target.id : 0)
  })
}

/** The reminder of a type in effect: the target's own if active, else the group's, else the company's. */
export function heldFor(all: readonly Reminder[], type: string, target: Target): Held {
  const own = target.kind === 'company' ? undefined : ownOf(all, type, target)
  if (own?.active) return own.enabled ? { by: 'own', reminder: own } : { by: 'none' }
  const group = target.kind === 'person' ? ownOf(all, type, { kind: 'group', id: target.groupId }) : undefined
  if (group?.active) return group.enabled ? { by: 'group', reminder: group } : { by: 'unset' }
  const company = ownOf(all, type, { kind: 'company' })
  return company?.active && company.enabled ? { by: 'company', reminder: company } : { by: 'unset' }
}

/** The parts of a sentence about a reminder: `7:55 AM`, `on weekdays`, `on their devices and by email`. */
export function wordsOf({ due_time, due_days_of_week, distribution_methods }: Reminder, twelve: boolean, whose: Whose) {
  const named = distribution_methods.split(',')
  return {
    time: clockTime(isoOf('2026-01-01', due_time.slice(0, 5), 'UTC'), 'UTC', twelve),
    days: dayWords(due_days_of_week.split(',')),
    ways: listed(
      ways.filter(({ key }) => named.includes(key)).map(({ words, yours }) => t(whose === 'own' ? yours : words)),
    ),
  }
}

/** The short name of a day of the week. */
export function dayText(day: (typeof days)[number]): string {
  // This week begins on a Sunday.
  return dateText(`2023-01-0${days.indexOf(day) + 1}`, { weekday: 'short' })
}

function dayWords(chosen: readonly string[]): string {
  const inOrder = [...days.slice(1), days[0]].filter((day) => chosen.includes(day))
  if (inOrder.length === days.length) return t('every day')
  if (inOrder.join() === 'Mon,Tue,Wed,Thu,Fri') return t('on weekdays')
  if (inOrder.join() === 'Sat,Sun') return t('on weekends')
  return t('on {days}', { days: listed(inOrder.map(dayText)) })
}

function listed(words: readonly string[]): string {
  return new Intl.ListFormat(locale(), { type: 'conjunction' }).format(words)
}
