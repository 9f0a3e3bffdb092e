import { type Static, type TSchema, Type } from 'typebox'
import type { CompanySnapshot } from '../engine/company_snapshot.ts'
import { ruleKinds } from '../rules/overtime/overtime.ts'
import type { Settings } from '../rules/settings/settings.ts'
import { printUtc } from '../rules/time/calendar.ts'
import type { RoundingVersion } from '../rules/time/rounding.ts'
import { type WorkingPattern, writtenDays } from '../rules/time/working_pattern.ts'

// Values in responses, each with the schema that declares it.

/** An instant: ISO 8601 in UTC. */
export function instant(description?: string) {
  return Type.String({ format: 'date-time', ...(description && { description }) })
}

/** A date: YYYY-MM-DD. */
export function date(description?: string) {
  return Type.String({ format: 'date', ...(description && { description }) })
}

/** A value that may be null. */
export function nullable<Schema extends TSchema>(schema: Schema) {
  return Type.Union([schema, Type.Null()])
}

/** What `nameOf` returns. */
export const person = Type.Object({
  user_id: Type.Integer(),
  name: Type.String({ description: 'Empty for a user of another company.' }),
})

/** Values of one section's settings, by name. `mobile_app_integrations.apps`, which may be an object, cannot be set. */
export const settingValues = Type.Unsafe<Settings>(
  Type.Record(Type.String(), Type.Union([Type.String(), Type.Number()])),
)

/** The parts of an overtime rule that only some kinds have. */
export const ruleDetails = {
  days: Type.Optional(
    Type.Array(Type.String(), {
      description: 'clock: days on which the hours begin, such as `sun`; every day if omitted.',
    }),
  ),
  dates: Type.Optional(
    Type.Array(Type.String(), { description: 'clock: only these days of every year, such as `05-01`.' }),
  ),
  start: Type.Optional(
    Type.String({ description: 'clock: first minute, such as 22:00, in the time zone of the working pattern.' }),
  ),
  end: Type.Optional(Type.String({ description: 'clock: such as 06:00 of the next day, or 24:00.' })),
  over_hours: Type.Optional(Type.Number({ description: 'clock: only shifts with more than this within the hours.' })),
  week_over_hours: Type.Optional(Type.Number({ description: 'seventh_day: only workweeks with more than this.' })),
  whole_shift: Type.Optional(
    Type.Boolean({
      description: 'rest: pays the whole shift, if it begins too early and on a later date than the previous one.',
    }),
  ),
  fortnight_starts: Type.Optional(
    Type.String({ description: 'fortnight: a date on which 14 days begin; by default, the day after a pay period.' }),
  ),
  adds: Type.Optional(
    Type.Boolean({ description: 'clock and holiday: the part above 1 is added to what another rule pays.' }),
  ),
  from: Type.Optional(Type.String({ description: 'The first workday on which the rule applies.' })),
  until: Type.Optional(Type.String({ description: 'The first workday on which it no longer applies.' })),
  pay_below: Type.Optional(Type.Number({ description: 'Only for time that is paid less than this per hour.' })),
}

/** How the company rounds hours, oldest first; `minutes` 0 while it does not. */
export const roundingVersions = Type.Array(
  Type.Object({
    from: nullable(Type.String({ description: 'The first date on which it applies; null for always.' })),
    minutes: Type.Integer({ description: '0: hours are not rounded.' }),
    direction: Type.Enum(['nearest', 'up', 'down']),
    of: Type.Enum(['punches', 'day'], { description: 'Starts and ends, or the total of each day.' }),
  }),
  { description: 'How the company rounds hours, oldest first.' },
)

/** The same for the result of `companyRounding`; nothing if hours were always exact. */
export function writtenRounding(versions: readonly RoundingVersion[] = []): Static<typeof roundingVersions> {
  const off = { minutes: 0, direction: 'nearest', of: 'punches' } as const
  return versions.map(({ from, rounding }) => ({ from, ...(rounding ?? off) }))
}

/** A day of a working pattern, as `readDays` takes it. */
export const patternDay = Type.Object(
  {
    day: Type.String({ description: 'Such as `mon`.' }),
    hours: Type.Number({ description: 'Paid hours, paid breaks included.' }),
    paid_break_minutes: Type.Optional(Type.Integer({ description: 'Within the paid hours.' })),
    unpaid_break_minutes: Type.Optional(Type.Integer({ description: 'On top of the paid hours.' })),
  },
  { additionalProperties: false },
)

/** What `writtenPattern` returns. */
export const workingPattern = Type.Object(
  {
    days: Type.Array(patternDay, { description: 'The days worked.' }),
    zone: Type.String({ description: 'The time zone that decides to which day a second belongs.' }),
    workday_start: Type.Integer({ description: 'The hour at which workdays and workweeks start.' }),
    week_start: Type.Integer({ description: 'First day of the workweek, 0 for Sunday.' }),
    full_time_share: Type.Number({ description: 'In percent.' }),
  },
  { description: 'The working pattern that applies today.' },
)

/** A working pattern, as people write it. */
export function writtenPattern({ days, zone, dayStart, weekStart, share }: WorkingPattern) {
  return {
    days: writtenDays(days),
    zone,
    workday_start: dayStart,
    week_start: weekStart,
    full_time_share: Math.round(share * 10_000) / 100,
  }
}

/** An overtime rule, as `writtenRules` prints it. */
export const overtimeRule = Type.Object({
  name: Type.String(),
  kind: Type.Enum([...ruleKinds]),
  after_hours: Type.Number(),
  multiplier: Type.Number(),
  ...ruleDetails,
})

/** A user's id and name. The name is empty for 0 and for a user of another company. */
export function nameOf(company: CompanySnapshot, userId: number): { user_id: number; name: string } {
  const user = company.get('users', userId)
  return { user_id: userId, name: user ? user.display_name || `${user.first_name} ${user.last_name}`.trim() : '' }
}

/** An instant, or null for 0, which means never. */
export function moment(instant: number): string | null {
  return instant === 0 ? null : printUtc(instant)
}

/** Accepts a change that is otherwise refused. */
export const altersApproved = Type.Optional(
  Type.Boolean({ description: 'Accept the change even if it alters how approved time is paid.' }),
)
