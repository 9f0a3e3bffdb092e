import { addDays } from '../../../../src/rules/time/calendar.ts'
import type { Records } from '../../../api/records.ts'
import { t } from '../../../language.ts'
import { dateText, daysText } from '../../../time.ts'
import { type Reopening, reopenedText, reopeningOf } from '../../approvals/reopen.ts'
import { askText } from '../entry/text.ts'
import type { Owner } from './owner.ts'
import { never } from './submission.ts'
import type { Week } from './week.ts'

/** The one action for a locked week: change the submitted dates, propose time, or open the approvals. */
type LockAction =
  | {
      do: 'change'
      label: string
      dates: Partial<Pick<Records['users'], 'submitted_to' | 'approved_to'>>
      said: string
      /** For approved time: what is reopened. */
      reopening?: Reopening
    }
  | { do: 'propose' | 'approvals' }

/** Why a week, or its first days, cannot be changed. */
export type Lock = {
  kind: 'submitted' | 'approved'
  /** All seven days are locked. */
  whole: boolean
  /** The last day that is locked, to ask who locked it. */
  date: string
  title: string
  text: string
  action: LockAction | undefined
}

/** The notice of a week that is submitted or approved, and the one action to offer; undefined if nothing is locked. */
export function lockOf(owner: Owner, { days, dates }: Pick<Week, 'days' | 'dates'>): Lock | undefined {
  const { user, isMe, rights } = owner
  const states = days.map(({ closed }) => closed)
  const all = !states.includes(undefined)
  const kind = states.includes('submitted') ? 'submitted' : 'approved'
  // Who may not change their time at least clocks in again on a day that they submitted too early.
  const changes = rights.mayAdd || rights.mayEdit
  const endsToday = days.some(({ isToday, closed }) => isToday && closed === 'submitted')
  const takesBack = isMe && rights.maySubmit && kind === 'submitted' && (changes || endsToday)
  if (!all && !(takesBack && states.includes('submitted'))) return undefined
  const until = (kind === 'submitted' ? user.submitted_to : user.approved_to) ?? ''
  const title = all ? weekTitle(kind) : daysTitle(dates.includes(until) ? until : undefined)
  const date = days.findLast(({ closed }) => closed === kind)!.date
  const lock = { kind, whole: all, date, title } as const
  const isFurther = until > dates[6]!
  if (takesBack) {
    const further = t('This also takes back the time through {date}.', { date: dateText(until) })
    const text = changes
      ? t('To change it, take it back. Then submit it again.')
      : t('To clock in again today, take it back. Then submit it again.')
    return { ...lock, text: isFurther ? `${text} ${further}` : text, action: takeBack(owner, dates) }
  }
  if (rights.passesClosed && kind === 'approved') {
    const further = t('Reopening it also reopens the time through {date}.', { date: dateText(until) })
    const text = t('You can still change it. The history keeps the original.')
    return { ...lock, text: isFurther ? `${text} ${further}` : text, action: reopen(owner, dates) }
  }
  return { ...lock, ...otherwise(owner, kind) }
}

/** What to say and offer to those who cannot unlock the week themselves. */
function otherwise({ isMe, rights, managers }: Owner, kind: Lock['kind']): Pick<Lock, 'text' | 'action'> {
  if (rights.passesClosed) return { text: t('It is awaiting approval.'), action: { do: 'approvals' } }
  if (isMe && kind === 'submitted')
    return { text: t('Your approver can change it until it is approved.'), action: { do: 'propose' } }
  return { text: isMe ? askText(managers, 'ifNeeded') : '', action: undefined }
}

function weekTitle(kind: Lock['kind']): string {
  return kind === 'submitted' ? t('This week is submitted.') : t('This week is approved.')
}

function daysTitle(until: string | undefined): string {
  return until ? t('Time through {date} is submitted.', { date: dateText(until) }) : t('Time is submitted.')
}

/** Takes back the time of a week and later, as far as it is not approved. */
function takeBack({ user }: Owner, dates: readonly string[]): LockAction {
  const submitted_to = later(addDays(dates[0]!, -1), user.approved_to ?? never)
  return {
    do: 'change',
    label: t('Take back'),
    dates: { submitted_to },
    said: t('Time taken back. Submit it again when it’s right.'),
  }
}

/** Reopens the approved time of a week and later. It stays submitted. */
function reopen({ user, isMe, name, rules }: Owner, dates: readonly string[]): LockAction {
  const week = { start: dates[0]!, end: dates[6]! }
  const reopening = reopeningOf(week, user.approved_to ?? never, rules.settings.general ?? {})
  const range = (first: string, last: string) => daysText(first, last, rules.zone)
  return {
    do: 'change',
    label: t('Reopen'),
    dates: { approved_to: later(reopening.approved_to, never) },
    said: reopenedText(isMe ? undefined : name, reopening, { range }),
    reopening,
  }
}

function later(one: string, other: string): string {
  return one > other ? one : other
}
