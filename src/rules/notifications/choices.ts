import { addDays, firstInstantOf, localDate } from '../time/calendar.ts'
import { type Channel, type KindName, kindNames, kinds } from './kinds.ts'

/** The channels a person, or a company for everyone, has chosen for each kind of notification. */
type ChosenKinds = { readonly [kind in KindName]?: { readonly [channel in Channel]?: boolean } }

/** Quiet hours as 'hh:mm' in the person's own zone; they run past midnight if `to` is not later than `from`. */
type Quiet = { readonly from: string; readonly to: string }

/** A person's notification choices: only what differs from the defaults. */
export type Choices = { readonly kinds?: ChosenKinds; readonly quiet?: Quiet }

/**
 * The kinds a company can switch off for everyone and whose default channels it sets. The others are sent by people:
 * messages use their method, reminders the channels they name.
 */
export const alertNames = kindNames.filter((name) => !['message', 'clock-in', 'clock-out'].includes(name))

/**
 * When a company's alerts are due: kinds switched off; hours after which an entry is long; minutes before overtime at
 * which it is near; days after a pay period by which time should be submitted.
 */
export type AlertRules = {
  readonly off: readonly KindName[]
  readonly long_hours: number
  readonly near_minutes: number
  readonly submit_days: number
}

/** The defaults. */
const defaultRules: AlertRules = { off: [], long_hours: 12, near_minutes: 60, submit_days: 1 }

/** What a company has chosen for everyone. */
export type CompanyChoices = Omit<Choices, 'quiet'> & { readonly alerts?: Partial<AlertRules> }

/** The rules of a company's alerts. */
export function alertRulesOf({ alerts }: CompanyChoices): AlertRules {
  return { ...defaultRules, ...alerts }
}

/** A change of choices; null resets to the default. */
export type ChoicesChange = {
  readonly kinds?: { readonly [kind in KindName]?: ChosenKinds[KindName] | null }
  readonly quiet?: Quiet | null
  readonly alerts?: Partial<AlertRules>
}

/** The choices after a change. */
export function changed(before: Choices & CompanyChoices, change: ChoicesChange): Choices & CompanyChoices {
  const ofKinds = kindNames.flatMap((name) => {
    const given = change.kinds?.[name]
    const after = given === null ? {} : { ...before.kinds?.[name], ...given }
    return Object.keys(after).length === 0 ? [] : [[name, after] as const]
  })
  const quiet = change.quiet === undefined ? before.quiet : (change.quiet ?? undefined)
  const alerts = { ...before.alerts, ...change.alerts }
  return {
    ...(ofKinds.length > 0 ? { kinds: Object.fromEntries(ofKinds) } : {}),
    ...(quiet ? { quiet } : {}),
    ...(Object.keys(alerts).length > 0 ? { alerts } : {}),
  }
}

/** A notification as stored: `channels` is comma-separated, '' for no restriction. */
type Sent = { readonly kind: KindName; readonly method: string; readonly channels: string }

/**
 * The channels of a notification; with none, it only appears in the app. Notifications that name channels use those, and
 * other messages use their method, except for channels that the person has turned off. All others use the person's choice,
 * otherwise the company's, otherwise the defaults of the kind.
 */
export function channelsFor(note: Sent, person: Choices, company: Choices): Channel[] {
  const chosen = person.kinds?.[note.kind]
  const named = note.channels || (note.kind === 'message' ? note.method : '')
  if (named !== '') return both.filter((channel) => named.split(',').includes(channel) && chosen?.[channel] !== false)
  return both.filter((channel) => usually(note.kind, channel, person, company))
}

/** Whether the person and the company have this kind go by this channel. */
export function usually(kind: KindName, channel: Channel, person: Choices, company: Choices): boolean {
  if (!alertNames.includes(kind)) return person.kinds?.[kind]?.[channel] ?? true
  const standard: readonly Channel[] = kinds[kind].channels
  return person.kinds?.[kind]?.[channel] ?? company.kinds?.[kind]?.[channel] ?? standard.includes(channel)
}

/** When the quiet hours in progress end, in microseconds; undefined outside them. */
export function quietUntil(now: number, zone: string, quiet: Quiet | undefined): number | undefined {
  if (!quiet || quiet.from === quiet.to) return undefined
  const { from, to } = quiet
  const today = localDate(now, zone)
  for (const night of [addDays(today, -1), today]) {
    const start = firstInstantOf(night, secondsOf(from), zone)
    const end = firstInstantOf(to < from ? addDays(night, 1) : night, secondsOf(to), zone)
    if (start <= now && now < end) return end
  }
  return undefined
}

const both: readonly Channel[] = ['push', 'email']

function secondsOf(time: string): number {
  return Number(time.slice(0, 2)) * 3600 + Number(time.slice(3, 5)) * 60
}
