import { useState } from 'react'
import { addDays, payPeriodOf } from '../../../src/rules/calendar.ts'
import { only, update } from '../../api/records.ts'
import { toast } from '../../components/toast.ts'
import { undo } from '../../components/undo.ts'
import { dateText, today } from '../../time.ts'
import { useShownChange } from './change.ts'
import type { Owner } from './owner.ts'
import type { Week } from './week.ts'

/** The date meaning that nothing is submitted or approved. */
export const never = '2000-01-01'

/** Time about to be submitted through a day, or unsubmitted back to an earlier one. */
export type Submission = ReturnType<typeof useSubmission>

/** Holds the day through which time is submitted, and submits it. */
export function useSubmission(owner: Owner, week: Week, onClose: () => void) {
  const { user, rules } = owner
  const now = today(rules.zone)
  const submitted = user.submitted_to ?? never
  const approved = user.approved_to ?? never
  const choices = choicesFor(owner, week.dates[6]!, now)
  const [choice, setChoice] = useState<string>(choices[0]?.date ?? 'other')
  const [other, setOther] = useState(now)
  const date = choice === 'other' ? other : choice
  const { running } = week
  const problem = problemOf(date, now, approved)
  const onTheClock = running !== undefined && date >= running.date && date > submitted
  const saving = useShownChange(async (date: string) => {
    only(await update('users', [{ id: user.id, submitted_to: date }]))
    const back = undo(() => update('users', [{ id: user.id, submitted_to: submitted }]))
    toast(savedText(date, submitted), back)
  })
  return {
    now,
    submitted,
    approved,
    choices,
    choice,
    setChoice,
    other,
    setOther,
    date,
    /** Whether this unsubmits time. */
    isBack: date < submitted,
    problem,
    /** Whether the person is on the clock on one of these days, so they cannot be submitted yet. */
    onTheClock,
    ready: problem === undefined && date !== submitted && !onTheClock,
    submit: () => saving.mutate(date, { onSuccess: onClose }),
    saving,
  }
}

/** Likely days, the likeliest first. `weekEnd` is the last day of the visible week. */
export function choicesFor({ user, rules }: Owner, weekEnd: string, now: string): { date: string; about: string }[] {
  const period = payPeriodOf(now, rules.settings.general ?? {})
  const approved = user.approved_to ?? never
  const likely = [
    { date: addDays(period.start, -1), about: 'end of the last pay period' },
    { date: period.end, about: 'end of this pay period' },
    { date: weekEnd, about: 'end of this week' },
    { date: addDays(now, -1), about: 'yesterday' },
    { date: now, about: 'today' },
  ]
  const seen = new Set<string>()
  return likely.filter(({ date }) => {
    const fits = date <= now && date > (user.submitted_to ?? never) && date >= approved && !seen.has(date)
    seen.add(date)
    return fits
  })
}

/** Why time cannot be submitted through a date; undefined if it can. */
export function problemOf(date: string, now: string, approved: string): string | undefined {
  if (date === '') return 'Choose a day.'
  if (date > now) return 'Future time can’t be submitted.'
  return date < approved ? `Time through ${dateText(approved)} is approved and can’t be unsubmitted.` : undefined
}

function savedText(date: string, before: string): string {
  const text = date > never ? `Submitted through ${dateText(date)}.` : 'Nothing is submitted.'
  return date < before ? `Time unsubmitted. ${text}` : text
}
