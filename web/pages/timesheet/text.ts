import type { Jobs } from '../../components/jobs.ts'
import { dateText, writtenTime } from '../../time.ts'
import type { Owner } from './owner.ts'
import type { Closed, Sheet } from './week.ts'

// Entries and days in words.

/** `7:02 AM – 11:30 AM`, `7:02 AM – now`; '' for durations. */
export function timesOf(sheet: Sheet, twelve: boolean): string {
  if (sheet.type === 'manual') return ''
  const start = writtenTime(sheet.start, twelve)
  return `${start} – ${sheet.on_the_clock ? 'now' : writtenTime(sheet.end, twelve)}`
}

/** `Framing, Tue, Nov 17, 7:02 AM – 11:30 AM`, the name of an entry out of sight. */
export function entryName(sheet: Sheet, jobs: Pick<Jobs, 'pathOf'>, twelve: boolean): string {
  return [jobs.pathOf(sheet.jobcode_id), dateText(sheet.date), timesOf(sheet, twelve)].filter(Boolean).join(', ')
}

/** Why a day cannot be changed, and who can change it. */
export function closedText(closed: Closed, { user, isMe, managers, name, rights }: Owner): string {
  const until = closed === 'approved' ? user.approved_to : user.submitted_to
  const whose = isMe ? 'Your time' : `${name}’s time`
  const what = until ? `${whose} through ${dateText(until)} is ${closed}.` : `This day is ${closed}.`
  if (!isMe) return `${what} Only approvers can change it.`
  if (closed === 'submitted' && rights.maySubmit) return `${what} To change it, take it back first.`
  return `${what} ${askText(managers, 'to change it')}`
}

/** Whom to ask, by name if known. */
export function askText(managers: readonly string[], what: string): string {
  const names = new Intl.ListFormat(undefined, { type: 'disjunction' }).format(managers.slice(0, 3))
  return `Ask ${names || 'your manager'} ${what}.`
}
