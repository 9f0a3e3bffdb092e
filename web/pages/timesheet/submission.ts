import { useState } from 'react'
import { addDays, payPeriodOf } from '../../../src/rules/calendar.ts'
import { only, update } from '../../api/records.ts'
import { toast } from '../../components/toast.ts'
import { undo } from '../../components/undo.ts'
import { dateText, today } from '../../time.ts'
import { useShownChange } from './change.ts'
import type { Owner } from './owner.ts'
import type { Week } from './week.ts'

/** Stands for a date up to which nothing is submitted or approved. */
export const never = '2000-01-01'

/** Time that is about to be submitted up to a day, or taken back to an earlier one. */
export type Submission = ReturnType<typeof useSubmission>

/** Holds the day up to which time is to be submitted, and submits it. */
export function useSubmission(owner: Owner, week: Week, onClose: () => void) {
  const { user, rules, rights } = owner
  const now = today(rules.zone)
  const submitted = user.submitted_to ?? never
  const approved = user.approved_to ?? never
  const choices = choicesFor(owner, week.dates[6]!, now)
  const [choice, setChoice] = useState<string>(choices[0]?.date ?? 'other')
  const [other, setOther] = useState(now)
  const date = choice === 'other' ? other : choice
  const { running } = week
  const problem = problemOf(date, now, approved)
  // Users who may change closed days can still clock out afterwards.
  const locksClock = running !== undefined && date >= running.date && !rights.passesClosed
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
    /** It takes time back that is submitted. */
    isBack: date < submitted,
    problem,
    locksClock,
    ready: problem === undefined && date !== submitted && !locksClock,
    submit: () => saving.mutate(date, { onSuccess: onClose }),
    saving,
  }
}

/** Days that are likely to be meant, the likeliest first. `weekEnd` is the last day of the week shown. */
export function choicesFor({ user, rules }: Owner, weekEnd: string, now: string): { date: string; about: string }[] {
  const period = payPeriodOf(now, rules.settings.general ?? {})
  const approved = user.approved_to ?? never
  const likely = [
    { date: addDays(period.start, -1), about: 'end of the last pay period' },
    { date: period.end, about: 'end of this pay period' },
    { date: weekEnd, about: 'end of the week shown' },
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

/** Why time cannot be submitted up to a date; undefined when it can. */
export function problemOf(date: string, now: string, approved: string): string | undefined {
  if (date === '') return 'Choose a day.'
  if (date > now) return 'Time that is still to come cannot be submitted.'
  return date < approved ? `Time up to ${dateText(approved)} is approved and stays so.` : undefined
}

function savedText(date: string, before: string): string {
  const text = `Submitted up to ${date > never ? dateText(date) : 'no day'}.`
  return date < before ? `Taken back. ${text}` : text
}
