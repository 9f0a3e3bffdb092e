import { useState } from 'react'
import { addDays } from '../../../../src/rules/time/calendar.ts'
import { payPeriodOf } from '../../../../src/rules/time/pay_periods.ts'
import { only, update } from '../../../api/records.ts'
import { edited, useAsPressed } from '../../../components/dialogs/as_pressed.ts'
import { toast } from '../../../components/dialogs/toast.ts'
import { undo } from '../../../components/dialogs/undo.ts'
import { t } from '../../../language.ts'
import { dateText, today } from '../../../time.ts'
import { useShownChange } from '../change.ts'
import type { Owner } from './owner.ts'
import type { Week } from './week.ts'

/** The date meaning that nothing is submitted or approved. */
export const never = '2000-01-01'

/** Time about to be submitted through a day, or taken back to an earlier one. */
export type Submission = ReturnType<typeof useSubmission>

/** Holds the day through which time is submitted, and submits it. */
export function useSubmission(owner: Owner, week: Week, onClose: () => void) {
  const { user, rules } = owner
  const now = today(rules.zone)
  const saving = useShownChange(async (date: string) => {
    only(await update('users', [{ id: user.id, submitted_to: date }]))
    const back = undo(() => update('users', [{ id: user.id, submitted_to: submitted }]))
    toast(savedText(date, submitted), back)
  })
  const { submitted, approved, choices } = useAsPressed(
    {
      submitted: user.submitted_to ?? never,
      approved: user.approved_to ?? never,
      choices: choicesFor(owner, week.dates, now),
    },
    saving,
  )
  const [choice, setChoice] = useState<string>(choices[0]?.date ?? 'other')
  const [other, setOther] = useState(now)
  const date = choice === 'other' ? other : choice
  const { running } = week
  const problem = problemOf(date, now, approved)
  const onTheClock = running !== undefined && date >= running.date && date > submitted
  return {
    now,
    submitted,
    approved,
    choices,
    choice,
    setChoice: (to: string) => {
      setChoice(to)
      edited(saving)
    },
    other,
    setOther: (to: string) => {
      setOther(to)
      edited(saving)
    },
    date,
    /** Whether this takes time back. */
    isBack: date < submitted,
    problem,
    /** Whether the person is on the clock on one of these days, so they cannot be submitted yet. */
    onTheClock,
    ready: problem === undefined && date !== submitted && !onTheClock,
    submit: () => saving.mutate(date, { onSuccess: onClose }),
    saving,
  }
}

/** Likely days, the likeliest first. `dates` are the days of the visible week. */
export function choicesFor(
  { user, rules }: Owner,
  dates: readonly string[],
  now: string,
): { date: string; about: string }[] {
  const settings = rules.settings.general ?? {}
  const period = payPeriodOf(now, settings)
  const weekEnd = dates[6]!
  // A week in which a pay period ends is submitted in two parts.
  const within = payPeriodOf(dates[0]!, settings).end
  const approved = user.approved_to ?? never
  const likely = [
    { date: addDays(period.start, -1), about: t('end of the last pay period') },
    { date: period.end, about: t('end of this pay period') },
    ...(within < weekEnd ? [{ date: within, about: t('end of the pay period') }] : []),
    { date: weekEnd, about: t('end of this week') },
    { date: addDays(now, -1), about: t('yesterday') },
    { date: now, about: t('today') },
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
  if (date === '') return t('Choose a day.')
  if (date > now) return t('Future time can’t be submitted.')
  return date < approved
    ? t('Time through {date} is approved and can’t be taken back.', { date: dateText(approved) })
    : undefined
}

function savedText(date: string, before: string): string {
  const text = date > never ? t('Submitted through {date}.', { date: dateText(date) }) : t('Nothing is submitted.')
  return date < before ? `${t('Time taken back.')} ${text}` : text
}
