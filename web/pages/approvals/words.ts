import { msg } from '../../../src/rules/language/messages.ts'
import { t } from '../../language.ts'
import { grouped } from '../../time.ts'
import type { Bulk, Status, Tab } from './run.ts'

// A pay run in words.

/** The names of the tabs, in their order, as messages. */
export const tabWords: Record<Tab, string> = {
  attention: msg('Needs attention'),
  // Who has submitted, but needs attention, is not among them.
  submitted: msg('Ready@@to approve'),
  // Nor are those who have not submitted among these, if they need attention.
  open: msg('Still open@@time of people'),
  approved: msg('Approved'),
  all: msg('All@@people'),
}

/** The chip of each status: its words and color. */
export const statusWords: Record<Status, { words: string; kind: string }> = {
  approved: { words: msg('Approved'), kind: 'good' },
  submitted: { words: msg('Submitted'), kind: 'info' },
  sent_back: { words: msg('Sent back'), kind: 'warn' },
  open: { words: msg('Not submitted'), kind: '' },
  idle: { words: msg('No time'), kind: '' },
}

/** `14 to approve · 2 not submitted`: the people of a period whose time is not approved, of whom some have submitted it. */
export function waitingText({ waiting, submitted }: { waiting: number; submitted: number }): string {
  const parts = [
    submitted > 0 && t('{count} to approve', { count: submitted }),
    waiting > submitted && t('{count} not submitted', { count: waiting - submitted }),
  ]
  return parts.filter(Boolean).join(' · ')
}

type Words = {
  /** Formats seconds. */
  hours: (seconds: number) => string
  /** Formats a date, and a range of dates. */
  day: (date: string) => string
  range: (first: string, last: string) => string
}

/** `Approve 17 submitted (1,402:10 h) through Nov 7, including Oct 25 – Nov 7`. */
export function bulkText({ taken, submitted, seconds, along }: Bulk, end: string, words: Words): string {
  if (taken.length === 0) return t('Nothing left to approve in bulk')
  const open = taken.length - submitted.length
  const what = { submitted: submitted.length, open, hours: grouped(words.hours(seconds)), day: words.day(end) }
  const text = bulkTexts[open === 0 ? 'submitted' : submitted.length === 0 ? 'open' : 'both']
  if (along.length === 0) return t(text.alone, what)
  return t(text.along, { ...what, range: words.range(along[0]!.start, along.at(-1)!.end) })
}

const bulkTexts = {
  submitted: {
    alone: msg('Approve {submitted} submitted ({hours} h) through {day}'),
    along: msg('Approve {submitted} submitted ({hours} h) through {day}, including {range}'),
  },
  open: {
    alone: msg('Approve {open} not submitted ({hours} h) through {day}'),
    along: msg('Approve {open} not submitted ({hours} h) through {day}, including {range}'),
  },
  both: {
    alone: msg('Approve {submitted} submitted and {open} not submitted ({hours} h) through {day}'),
    along: msg('Approve {submitted} submitted and {open} not submitted ({hours} h) through {day}, including {range}'),
  },
}

/**
 * The note about an earlier period that is approved as well: `Oct 25 – Nov 7 is not approved yet and is included: …`.
 */
export function alongText({ start, end, people, seconds, issues }: Bulk['along'][number], words: Words): string {
  return t(
    '{range} isn’t approved yet and is included: {people, plural, one {# person} other {# people}}, {hours} h, {issues, plural, =0 {no issues} one {# issue} other {# issues}}.',
    {
      range: words.range(start, end),
      people,
      hours: grouped(words.hours(seconds)),
      issues: issues.length,
    },
  )
}

/** `+2:10`, `−8:00`, or a dash if nothing changed. */
export function changeText(seconds: number, hours: (seconds: number) => string): string {
  if (seconds === 0) return '–'
  return seconds > 0 ? `+${hours(seconds)}` : hours(seconds)
}
