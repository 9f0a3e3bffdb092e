import type { CompanySnapshot } from '../engine/company_snapshot.ts'
import { type Handle, indexHint, type Sql, sql } from '../engine/sql.ts'
import { offsetSeconds, second } from '../rules/calendar.ts'
import { policyFor } from '../rules/overtime/policy.ts'
import { type Entry, kindOfType, type Policy } from '../rules/overtime.ts'
import { hoursOfYear } from '../rules/pay.ts'
import { type RoundingVersion, roundedByDate, roundingOf } from '../rules/time_rounding.ts'
import { holidayDates, loadHolidays } from './holidays.ts'
import type { Person } from './records.ts'
import { loadSettings, overtimeChosen, settingsDates, settingsFor, settingsVersions } from './settings.ts'

// Time in the form the overtime rules need.

/** Types of the jobcodes that are not regular, by id. */
export type Types = ReadonlyMap<number, string>

/** A person's time on one day. */
export type DayRow = { user_id: number; date: string; jobcode_id: number; duration: number }

type EntryRow = DayRow & { id: number; start: number; type: string; tz_str?: string }

/** Loads what policies depend on: settings and holidays. */
export async function loadRules(company: CompanySnapshot): Promise<void> {
  await loadSettings(company)
  await loadHolidays(company)
}

/** The overtime policy that applies to a person; exempt people have no rules. Call after `loadRules`. */
export function policyOf(user: Person, company: CompanySnapshot): Policy {
  const policy = chosenPolicy(user, company)
  return user.exempt ? { ...policy, rules: [] } : policy
}

/** The overtime policy chosen for a person, even if exempt. Call after `loadRules`. */
export function chosenPolicy(user: Person, company: CompanySnapshot): Policy {
  const policy = withHolidays(policyFor(settingsVersions(company, user), overtimeChosen(company, user)), user, company)
  if (policy.rules.every((rule) => rule.payBelow === undefined)) return policy
  const hourly = user.pay_interval === 'year' ? user.pay_rate / hoursOfYear : user.pay_rate
  // Where no rate is known, the rule that favors the worker holds.
  return { ...policy, rules: policy.rules.filter(({ payBelow }) => payBelow === undefined || hourly < payBelow) }
}

function withHolidays(policy: Policy, user: Person, company: CompanySnapshot): Policy {
  if (policy.rules.every(({ kind }) => kind !== 'holiday')) return policy
  return { ...policy, holidays: holidayDates(company, user) }
}

/** The company's rounding, oldest first; undefined if it always was off. Call after `loadSettings`. */
export function companyRounding(company: CompanySnapshot): readonly RoundingVersion[] | undefined {
  const dates = settingsDates(company)
  const versions = dates.map((from) => {
    const date = dates.length > 1 ? (from ?? '') : undefined
    return { from, rounding: roundingOf(settingsFor(company, undefined, date).rounding.settings) }
  })
  return versions.some(({ rounding }) => rounding) ? versions : undefined
}

/** Every finished timesheet that matches `where`, which must name the company and whole days, by person, rounded. */
export async function entriesByPerson(
  where: Sql,
  types: Types,
  handle: Handle,
  rounding: readonly RoundingVersion[] | undefined,
): Promise<Map<number, readonly Entry[]>> {
  // The index has everything but the zone, which only rounding asks for.
  const zone = rounding ? sql`, tz_str` : sql``
  const rows = await handle.all<EntryRow>(sql`select user_id, id, date, "start", duration, jobcode_id, type${zone}
    from timesheets ${indexHint('timesheets_user_date')} where ${where}`)
  const entries = byPerson(rows, ({ id, date, start, duration, jobcode_id, type, tz_str }): Entry => {
    const times = { start, end: start + duration * second, seconds: duration }
    const offset = tz_str === undefined ? {} : { offset: offsetSeconds(start, tz_str) }
    return { id, date, ...times, kind: kindOf(types, jobcode_id), jobcode_id, manual: type === 'manual', ...offset }
  })
  if (!rounding) return entries
  return new Map([...entries].map(([user, own]) => [user, roundedByDate(own, rounding)]))
}

/** Types of the jobcodes that are not regular, by id. */
export async function typesOfJobcodes(company: CompanySnapshot): Promise<Types> {
  return company.value('typesOfJobcodes', async (handle) => {
    const rows = await handle.all<{ id: number; type: string }>(
      sql`select id, type from jobcodes where company_id = ${company.row.company_id} and type <> 'regular'`,
    )
    return new Map(rows.map((row) => [row.id, row.type]))
  })
}

/** How time on a jobcode counts for overtime. */
export function kindOf(types: Types, jobcode_id: number): Entry['kind'] {
  return kindOfType(types.get(jobcode_id))
}

/** Groups rows by person, and turns each into what is wanted of it. */
export function byPerson<R extends { user_id: number }, T>(
  rows: readonly R[],
  read: (row: R, index: number) => T,
): Map<number, T[]> {
  const found = new Map<number, T[]>()
  for (const [index, row] of rows.entries()) {
    const list = found.get(row.user_id)
    if (list) list.push(read(row, index))
    else found.set(row.user_id, [read(row, index)])
  }
  return found
}
