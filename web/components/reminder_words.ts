import { weekdayNames } from '../../src/rules/calendar.ts'
import type { Records } from '../api/records.ts'
import { clockTime, isoOf } from '../time.ts'

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

/** The two reminders that can be set up here, with their titles and usual times. */
export const reminderTypes = [
  { type: 'clock-in', title: 'Clock in', about: 'when they are not on the clock by then', time: '07:55' },
  { type: 'clock-out', title: 'Clock out', about: 'when they are still on the clock', time: '17:05' },
] as const

/** The days of the week as reminders in the API name them. */
export const days = weekdayNames

/** The channels of a reminder, with their labels on screen. */
export const ways = [
  { way: 'Push', text: 'Devices', words: 'on their devices' },
  { way: 'Email', text: 'Email', words: 'by email' },
] as const

/** The reminder in effect: no one is reminded; the company's or the group's; a custom one; or none on purpose. */
type Held = { by: 'no one' } | { by: 'none' } | { by: 'company' | 'group' | 'own'; reminder: Reminder }

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
  if (group?.active) return group.enabled ? { by: 'group', reminder: group } : { by: 'no one' }
  const company = ownOf(all, type, { kind: 'company' })
  return company?.active && company.enabled ? { by: 'company', reminder: company } : { by: 'no one' }
}

/** `at 7:55 AM on weekdays`. */
export function whenWords({ due_time, due_days_of_week }: Reminder, twelve: boolean): string {
  return `at ${timeWords(due_time, twelve)} ${dayWords(due_days_of_week.split(','))}`
}

/** `on their devices and by email`. */
export function wayWords({ distribution_methods }: Reminder): string {
  const named = distribution_methods.split(',')
  return listed(ways.filter(({ way }) => named.includes(way)).map(({ words }) => words))
}

function timeWords(time: string, twelve: boolean): string {
  return clockTime(isoOf('2026-01-01', time.slice(0, 5), 'UTC'), 'UTC', twelve)
}

function dayWords(chosen: readonly string[]): string {
  const inOrder = [...days.slice(1), days[0]].filter((day) => chosen.includes(day))
  if (inOrder.length === days.length) return 'every day'
  if (inOrder.join() === 'Mon,Tue,Wed,Thu,Fri') return 'on weekdays'
  if (inOrder.join() === 'Sat,Sun') return 'on weekends'
  return `on ${listed(inOrder)}`
}

function listed(words: readonly string[]): string {
  return new Intl.ListFormat('en', { type: 'conjunction' }).format(words)
}
