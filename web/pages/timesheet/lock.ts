import { addDays } from '../../../src/rules/calendar.ts'
import type { Records } from '../../api/records.ts'
import { t } from '../../language.ts'
import { dateText } from '../../time.ts'
import type { Owner } from './owner.ts'
import { never } from './submission.ts'
import { askText } from './text.ts'
import type { Week } from './week.ts'

/** The one action for a locked week: change the submitted dates, propose time, or open the approvals. */
type LockAction =
  | {
      do: 'change'
      label: string
      dates: Partial<Pick<Records['users'], 'submitted_to' | 'approved_to'>>
      said: string
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
  const { user, isMe, rights, managers } = owner
  const states = days.map(({ closed }) => closed)
  const all = !states.includes(undefined)
  const kind = states.includes('submitted') ? 'submitted' : 'approved'
  const takesBack = isMe && rights.maySubmit && kind === 'submitted'
  if (!all && !(takesBack && states.includes('submitted'))) return undefined
  const until = (kind === 'submitted' ? user.submitted_to : user.approved_to) ?? ''
  const title = all ? weekTitle(kind) : daysTitle(dates.includes(until) ? until : undefined)
  const date = days.findLast(({ closed }) => closed === kind)!.date
  const lock = { kind, whole: all, date, title } as const
  if (takesBack) {
    const again = t('To change it, take it back. Then submit it again.')
    const further = t('This also takes back the time through {date}.', { date: dateText(until) })
    return {
      ...lock,
      text: until > dates[6]! ? `${again} ${further}` : again,
      action: takeBack(owner, dates),
    }
  }
  if (rights.passesClosed) {
    if (kind === 'submitted')
      return {
        ...lock,
        text: t('It is awaiting approval.'),
        action: { do: 'approvals' },
      }
    return {
      ...lock,
      text: t('You can still change it. The history keeps the original.'),
      action: reopen(owner, dates),
    }
  }
  if (isMe && kind === 'submitted')
    return { ...lock, text: t('Your approver can change it until it is approved.'), action: { do: 'propose' } }
  return { ...lock, text: isMe ? askText(managers, 'ifNeeded') : '', action: undefined }
}

function weekTitle(kind: Lock['kind']): string {
  return kind === 'submitted' ? t('This week is submitted.') : t('This week is approved.')
}

function daysTitle(until: string | undefined): string {
  return until ? t('Time through {date} is submitted.', { date: dateText(until) }) : t('Time is submitted.')
}

/** Unsubmits the time of a week and later, as far as it is not approved. */
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
function reopen({ isMe, name }: Owner, dates: readonly string[]): LockAction {
  const approved_to = later(addDays(dates[0]!, -1), never)
  return {
    do: 'change',
    label: t('Reopen'),
    dates: { approved_to },
    said: isMe ? t('Your time is reopened.') : t('{name}’s time is reopened.', { name }),
  }
}

function later(one: string, other: string): string {
  return one > other ? one : other
}
