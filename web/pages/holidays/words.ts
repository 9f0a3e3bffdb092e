import { msg } from '../../../src/rules/language/messages.ts'
import type { AnswerOf } from '../../api/contract.ts'
import { t } from '../../language.ts'

/** A calendar of holidays. */
export type Calendar = AnswerOf<'GET /api/console/holiday_calendars'>['calendars'][number]

/** A holiday in a calendar. */
export type Holiday = Calendar['holidays'][number]

/** The people a calendar applies to: `Everyone except Berlin`, `Berlin`, `No one yet`. */
export function scopeText(calendar: Calendar, all: readonly Calendar[], groups: ReadonlyMap<number, string>): string {
  const named = (ids: readonly number[]) => ids.flatMap((id) => groups.get(id) ?? []).sort()
  if (!calendar.is_default) return named(calendar.group_ids).join(', ') || t('No one yet')
  const others = named(all.filter(({ id }) => id !== calendar.id).flatMap(({ group_ids }) => group_ids))
  return others.length === 0 ? t('Everyone') : t('Everyone except {groups}', { groups: others.join(', ') })
}

/** `12 granted, 1 already granted, 2 in approved time.` */
export function grantText({ granted, skipped }: AnswerOf<'POST /api/console/holiday_calendars/{id}/grant'>): string {
  const parts: [number, string][] = [
    [granted, msg('{count} granted')],
    [skipped['granted before'], msg('{count} granted before')],
    [skipped['has an entry'], msg('{count} with an entry of their own')],
    [skipped.approved, msg('{count} in approved time')],
    [skipped['not employed'], msg('{count} not employed on that day')],
    [skipped['day off'], msg('{count} who wouldn’t have worked that day')],
  ]
  const said = parts.filter(([count], index) => index === 0 || count > 0)
  return `${said.map(([count, what]) => t(what, { count })).join(', ')}.`
}

/** The years of a calendar's holidays, plus this year and the next. */
export function yearsOf({ holidays }: Pick<Calendar, 'holidays'>, today: string): number[] {
  const now = Number(today.slice(0, 4))
  const years = new Set([now, now + 1, ...holidays.map(({ date }) => Number(date.slice(0, 4)))])
  return [...years].sort((a, b) => a - b)
}

/** What an import did: `12 holidays added. 2 were there already.` */
export function importText({ added, left_out }: AnswerOf<'POST /api/console/holiday_calendars/{id}/import'>): string {
  const approved = left_out.filter(({ reason }) => reason === 'approved').length
  const there = left_out.length - approved
  return [
    t('{count, plural, one {# holiday added.} other {# holidays added.}}', { count: added.length }),
    ...(there > 0
      ? [t('{count, plural, one {# was there already.} other {# were there already.}}', { count: there })]
      : []),
    ...(approved > 0
      ? [
          t('{count, plural, one {# left out in approved time.} other {# left out in approved time.}}', {
            count: approved,
          }),
        ]
      : []),
  ].join(' ')
}
