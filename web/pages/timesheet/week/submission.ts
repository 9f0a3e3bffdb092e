import { useState } from 'react'
import { addDays } from '../../../../src/rules/time/calendar.ts'
import { payPeriodOf } from '../../../../src/rules/time/pay_periods.ts'
import { useRecords } from '../../../api/queries.ts'
import { only, update } from '../../../api/records.ts'
import { edited, useAsPressed } from '../../../components/dialogs/as_pressed.ts'
import { toast } from '../../../components/dialogs/toast.ts'
import { undo } from '../../../components/dialogs/undo.ts'
import { t } from '../../../language.ts'
import { dateText, today } from '../../../time.ts'
import { useShownChange } from '../change.ts'
import type { Owner } from './owner.ts'
import type { Sheet, Week } from './week.ts'

/** The date meaning that nothing is submitted or approved. */
export const never = '2000-01-01'

/** Time about to be submitted through a day, or taken back to an earlier one. */
export type Submission = ReturnType<typeof useSubmission>

/** Holds the day through which time is submitted, and submits it. */
export function useSubmission(owner: Owner, week: Week, onClose: () => void) {
  const { user, rules } = owner
  const now = today(rules.zone)
  const { data, isPending: isLooking } = useTimeToSubmit(owner, user.submitted_to ?? never, now)
  const saving = useShownChange(async (date: string) => {
    only(await update('users', [{ id: user.id, submitted_to: date }]))
    const before = { id: user.id, submitted_to: submitted }
    const back = undo([{ resource: 'users', put: [before] }], () => update('users', [before]))
    toast(savedText(date, submitted), back)
  })
  const { submitted, approved, choices, isPending } = useAsPressed(
    {
      submitted: user.submitted_to ?? never,
      approved: user.approved_to ?? never,
      choices: choicesFor(owner, week.dates, now, data),
      isPending: isLooking,
    },
    saving,
  )
  const [chosen, setChoice] = useState<string>()
  const choice = chosen ?? likeliest(choices, week.dates, now) ?? 'other'
  const [other, setOther] = useState(now)
  const date = choice === 'other' ? other : choice
  const { running } = week
  const problem = problemOf(date, now, approved)
  const onTheClock = running !== undefined && date >= running.date && date > submitted
  return {
    now,
    submitted,
    approved,
    /** In the order of the calendar. */
    choices: choices.toSorted((one, other) => one.date.localeCompare(other.date)),
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
    ready: problem === undefined && date !== submitted && !onTheClock && (chosen !== undefined || !isPending),
    submit: () => saving.mutate(date, { onSuccess: onClose }),
    saving,
  }
}

/** The entries that are not submitted yet, of the last year. */
function useTimeToSubmit({ user }: Owner, submitted: string, now: string) {
  const start_date = [addDays(submitted, 1), addDays(now, -366)].sort()[1]!
  const enabled = start_date <= now
  const { data, isPending } = useRecords('timesheets', { user_ids: [user.id], start_date, end_date: now }, { enabled })
  return { data, isPending: enabled && isPending }
}

/** The choice to begin with: in the visible week if it is over, or else the likeliest. */
function likeliest(choices: readonly { date: string }[], dates: readonly string[], now: string): string | undefined {
  const [first, last] = [dates[0]!, dates[6]!]
  const inWeek = last < now ? choices.find(({ date }) => date >= first && date <= last) : undefined
  return (inWeek ?? choices[0])?.date
}

/**
 * Likely days, the likeliest first. `dates` are the days of the visible week; a day through which there is no time in
 * `sheets`, if they are known, is left out.
 */
export function choicesFor(
  { user, rules }: Owner,
  dates: readonly string[],
  now: string,
  sheets?: readonly Pick<Sheet, 'date'>[],
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
    const submitted = user.submitted_to ?? never
    const hasTime = sheets?.some((sheet) => sheet.date > submitted && sheet.date <= date) ?? true
    const fits = date <= now && date > submitted && date >= approved && hasTime && !seen.has(date)
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
