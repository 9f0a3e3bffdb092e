import { addDays, firstInstantOf, localDate } from '../calendar.ts'
import { type Channel, type KindName, kindNames, kinds } from './kinds.ts'

/** What somebody, or for everybody a company, has chosen of the ways in which notifications of a kind go. */
type ChosenKinds = { readonly [kind in KindName]?: { readonly [channel in Channel]?: boolean } }

/** Hours of the night, 'hh:mm' in somebody's own zone; they go on over midnight when `to` is not later than `from`. */
type Quiet = { readonly from: string; readonly to: string }

/** What somebody wants to be told of and how: only what is unlike what holds for everybody. */
export type Choices = { readonly kinds?: ChosenKinds; readonly quiet?: Quiet }

/** The kinds that a company can switch off for everybody, and whose usual ways it decides. The others are sent by people:
 *  messages go by their method, reminders by the ways that they name. */
export const alertNames = kindNames.filter((name) => !['message', 'clock-in', 'clock-out'].includes(name))

/** When a company's alerts are due: kinds that are switched off; hours after which an entry is long; how long before
 *  overtime it is near; how many days after a pay period time should be submitted. */
export type AlertRules = {
  readonly off: readonly KindName[]
  readonly long_hours: number
  readonly near_minutes: number
  readonly submit_days: number
}

/** What holds where a company has not said otherwise. */
const usualRules: AlertRules = { off: [], long_hours: 12, near_minutes: 60, submit_days: 1 }

/** What a company has chosen, for everybody. */
export type CompanyChoices = Omit<Choices, 'quiet'> & { readonly alerts?: Partial<AlertRules> }

/** The rules of a company's alerts. */
export function alertRulesOf({ alerts }: CompanyChoices): AlertRules {
  return { ...usualRules, ...alerts }
}

/** What is to be chosen from now on; null takes back what was chosen before. */
export type ChoicesChange = {
  readonly kinds?: { readonly [kind in KindName]?: ChosenKinds[KindName] | null }
  readonly quiet?: Quiet | null
  readonly alerts?: Partial<AlertRules>
}

/** Choices after a change. */
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

/** What is sent, as a row of notifications has it: `channels` with commas between them, '' for no restriction. */
type Sent = { readonly kind: KindName; readonly method: string; readonly channels: string }

/**
 * The ways by which a notification goes to somebody; none: it is only shown in the app. Messages go by their method, and
 * what names its channels by those, less what the person has switched off; all else as the person has chosen, or the
 * company, or as usual for its kind.
 */
export function channelsFor(note: Sent, person: Choices, company: Choices): Channel[] {
  const chosen = person.kinds?.[note.kind]
  const named = note.kind === 'message' ? note.method : note.channels
  if (named !== '') return both.filter((channel) => named.split(',').includes(channel) && chosen?.[channel] !== false)
  return both.filter((channel) => usually(note.kind, channel, person, company))
}

/** Whether a kind goes by a channel to somebody, as far as they and the company decide it. */
export function usually(kind: KindName, channel: Channel, person: Choices, company: Choices): boolean {
  if (!alertNames.includes(kind)) return person.kinds?.[kind]?.[channel] ?? true
  const standard: readonly Channel[] = kinds[kind].channels
  return person.kinds?.[kind]?.[channel] ?? company.kinds?.[kind]?.[channel] ?? standard.includes(channel)
}

/** When the quiet hours that it is now in a zone end, in microseconds; undefined when it is not in them. */
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
