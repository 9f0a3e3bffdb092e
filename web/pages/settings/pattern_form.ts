import { patternDayNames, type WrittenDay } from '../../../src/rules/time/working_pattern.ts'
import type { AnswerOf } from '../../api/contract.ts'

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
