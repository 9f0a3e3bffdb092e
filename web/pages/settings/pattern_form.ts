import { weekdays } from '../../../src/rules/time/weekdays.ts'
import { patternDayNames, type WrittenDay } from '../../../src/rules/time/working_pattern.ts'
import type { AnswerOf } from '../../api/contract.ts'
import { t } from '../../language.ts'

/** The values of the form of a working pattern; null where the level above applies. */
export type PatternForm = { days: readonly WrittenDay[] | null; zone: string | null; share: number | null }

type Change = { days?: WrittenDay[] | null; zone?: string | null; full_time_share?: number | null }

/** The days chosen last at a level; null if the level above applies afterwards. */
export function latestDays({ patterns }: Pick<AnswerOf<'GET /api/console/working_pattern'>, 'patterns'>) {
  const last = patterns.at(-1)
  return last && last.to === undefined ? last.days : null
}

/** The days with one added, changed or, if undefined, removed; in the order of the week. */
export function withDay(days: readonly WrittenDay[], name: string, day: Omit<WrittenDay, 'day'> | undefined) {
  const others = days.filter((one) => one.day !== name)
  const all = day ? [...others, { ...day, day: name }] : others
  return all.sort((a, b) => patternDayNames.indexOf(a.day) - patternDayNames.indexOf(b.day))
}

/** What a form changes, as the API takes it; empty if nothing. */
export function changeOf(saved: PatternForm, form: PatternForm): Change {
  const isSame = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b)
  return {
    ...(!isSame(saved.days, form.days) && { days: form.days && [...form.days] }),
    ...(saved.zone !== form.zone && { zone: form.zone }),
    ...(saved.share !== form.share && { full_time_share: form.share }),
  }
}

/** The numbers of the days of a week that begins on `first`; 0 is Sunday. */
export function weekFrom(first: number): number[] {
  return patternDayNames.map((_, index) => (index + first) % patternDayNames.length)
}

/** Such as `Monday to Friday 8:00, Saturday 4:30`. Days in a row with the same hours are said together. */
export function daysText(
  days: readonly Pick<WrittenDay, 'day' | 'hours'>[],
  weekStart: number,
  hours: (seconds: number) => string,
): string {
  const rows: { first: number; last: number; length: number; hours: number }[] = []
  for (const [place, index] of weekFrom(weekStart).entries()) {
    const day = days.find((one) => one.day === patternDayNames[index])
    if (!day) continue
    const row = rows.at(-1)
    const isNext = row && (row.last - weekStart + 7) % 7 === place - 1 && row.hours === day.hours
    if (isNext) Object.assign(row, { last: index, length: row.length + 1 })
    else rows.push({ first: index, last: index, length: 1, hours: day.hours })
  }
  const name = (index: number) => t(weekdays[index as keyof typeof weekdays])
  return rows
    .map(({ first, last, length, hours: each }) => {
      const names =
        length > 2
          ? t('{start} to {end}', { start: name(first), end: name(last) })
          : [...new Set([first, last])].map(name).join(', ')
      return `${names} ${hours(each * 3600)}`
    })
    .join(', ')
}
