import { msg } from '../../../../src/rules/language/messages.ts'
import type { Jobs } from '../../../components/jobs/jobs.ts'
import { locale, t } from '../../../language.ts'
import { dateText, writtenTime } from '../../../time.ts'
import type { Owner } from '../week/owner.ts'
import type { Closed, Sheet } from '../week/week.ts'

// Entries and days in words.

/** `7:02 AM – 11:30 AM`, `7:02 AM – now`; '' for durations. */
export function timesOf(sheet: Sheet, twelve: boolean): string {
  if (sheet.type === 'manual') return ''
  const start = writtenTime(sheet.start, twelve)
  return sheet.on_the_clock ? t('{start} – now', { start }) : `${start} – ${writtenTime(sheet.end, twelve)}`
}

/** `Framing, Tue, Nov 17, 7:02 AM – 11:30 AM`, the name of an entry that is not visible. */
export function entryName(sheet: Sheet, jobs: Pick<Jobs, 'pathOf'>, twelve: boolean): string {
  return [jobs.pathOf(sheet.jobcode_id), dateText(sheet.date), timesOf(sheet, twelve)].filter(Boolean).join(', ')
}

/** `1 picture`, `3 pictures`. */
export function picturesText(count: number): string {
  return t('{count, plural, one {# picture} other {# pictures}}', { count })
}

/** Why a day cannot be changed, and who can change it. */
export function closedText(closed: Closed, owner: Owner): string {
  const { isMe, managers, rights } = owner
  const what = closed === 'approved' ? approvedText(owner) : submittedText(owner)
  if (!isMe) return `${what} ${t('Only approvers can change it.')}`
  const changes = rights.mayAdd || rights.mayEdit
  if (closed === 'submitted' && rights.maySubmit && changes) return `${what} ${t('To change it, take it back first.')}`
  return `${what} ${askText(managers, 'change')}`
}

function approvedText({ user, isMe, name }: Owner): string {
  if (!user.approved_to) return t('This day is approved.')
  const date = dateText(user.approved_to)
  return isMe
    ? t('Your time through {date} is approved.', { date })
    : t('{name}’s time through {date} is approved.', { name, date })
}

function submittedText({ user, isMe, name }: Owner): string {
  if (!user.submitted_to) return t('This day is submitted.')
  const date = dateText(user.submitted_to)
  return isMe
    ? t('Your time through {date} is submitted.', { date })
    : t('{name}’s time through {date} is submitted.', { name, date })
}

const asks = {
  change: { names: msg('Ask {names} to change it.'), manager: msg('Ask your manager to change it.') },
  ifNeeded: {
    names: msg('Ask {names} if something needs to change.'),
    manager: msg('Ask your manager if something needs to change.'),
  },
  add: { names: msg('Ask {names} to add it.'), manager: msg('Ask your manager to add it.') },
  only: { names: msg('Ask {names}.'), manager: msg('Ask your manager.') },
}

/** Whom to ask, by name if known, and what for. */
export function askText(managers: readonly string[], what: keyof typeof asks, most = 3): string {
  const names = new Intl.ListFormat(locale(), { type: 'disjunction' }).format(managers.slice(0, most))
  return names ? t(asks[what].names, { names }) : t(asks[what].manager)
}
