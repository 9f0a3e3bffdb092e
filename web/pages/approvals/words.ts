import type { Bulk, Status, Tab } from './run.ts'

// A pay run in words.

/** The names of the tabs, in their order. */
export const tabWords: Record<Tab, string> = {
  attention: 'Needs attention',
  submitted: 'Submitted',
  open: 'Not submitted',
  approved: 'Approved',
  all: 'All',
}

/** The chip of each status: its words and color. */
export const statusWords: Record<Status, { words: string; kind: string }> = {
  approved: { words: 'Approved', kind: 'good' },
  submitted: { words: 'Submitted', kind: 'info' },
  sent_back: { words: 'Sent back', kind: 'warn' },
  open: { words: 'Not submitted', kind: '' },
}

type Words = {
  /** Formats seconds. */
  hours: (seconds: number) => string
  /** Formats a date, and a range of dates. */
  day: (date: string) => string
  range: (first: string, last: string) => string
}

/** `1,402:10`: a sum of hours with separated thousands. */
export function grouped(text: string): string {
  return text.replace(/\d{4,}/, (digits) => Number(digits).toLocaleString('en-US'))
}

/** `Approve 17 submitted (1,402:10 h) through Nov 7, including Oct 25 – Nov 7`. */
export function bulkText({ taken, submitted, seconds, along }: Bulk, end: string, words: Words): string {
  if (taken.length === 0) return 'Nothing to approve at once'
  const extra = taken.length - submitted.length
  const parts = [submitted.length > 0 && `${submitted.length} submitted`, extra > 0 && `${extra} not submitted`]
  const who = parts.filter(Boolean).join(' and ')
  const text = `Approve ${who} (${grouped(words.hours(seconds))} h) through ${words.day(end)}`
  if (along.length === 0) return text
  return `${text}, including ${words.range(along[0]!.start, along.at(-1)!.end)}`
}

/** What comes along of an earlier period: `Oct 25 – Nov 7 is not approved yet and comes along: …`. */
export function alongText({ start, end, people, seconds, issues }: Bulk['along'][number], words: Words): string {
  const who = `${people} ${people === 1 ? 'person' : 'people'}`
  const what = issues.length === 0 ? 'no issues' : `${issues.length} ${issues.length === 1 ? 'issue' : 'issues'}`
  return `${words.range(start, end)} isn’t approved yet and comes along: ${who}, ${grouped(words.hours(seconds))} h, ${what}.`
}

/** `+2:10`, `−8:00`, or a dash without a change. */
export function changeText(seconds: number, hours: (seconds: number) => string): string {
  if (seconds === 0) return '–'
  return seconds > 0 ? `+${hours(seconds)}` : hours(seconds)
}
