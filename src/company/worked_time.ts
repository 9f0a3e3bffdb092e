import type { CompanySnapshot } from '../engine/company_snapshot.ts'
import { type Handle, indexHint, type Sql, sql } from '../engine/sql.ts'
import { second } from '../rules/calendar.ts'
import { policyFor } from '../rules/overtime/policy.ts'
import type { Entry, Policy } from '../rules/overtime.ts'
import { hoursOfYear } from '../rules/pay.ts'
import type { Person } from './records.ts'
import { overtimeChosen, settingsFor, zoneFor } from './settings.ts'

// Time in the form the overtime rules need.

/** Types of the jobcodes that are not regular, by id. */
export type Types = ReadonlyMap<number, string>

/** A person's time on one day. */
export type DayRow = { user_id: number; date: string; jobcode_id: number; duration: number }

type EntryRow = DayRow & { id: number; start: number; type: string }

/** The overtime policy that applies to a person; exempt people have no rules. Call after `loadSettings`. */
export function policyOf(user: Person, company: CompanySnapshot): Policy {
  const policy = chosenPolicy(user, company)
  return user.exempt ? { ...policy, rules: [] } : policy
}

/** The overtime policy chosen for a person, even if exempt. Call after `loadSettings`. */
export function chosenPolicy(user: Person, company: CompanySnapshot): Policy {
  const policy = policyFor(settingsFor(company, user).general.settings, overtimeChosen(company, user), zoneFor(company))
  if (policy.rules.every((rule) => rule.payBelow === undefined)) return policy
  const hourly = user.pay_interval === 'year' ? user.pay_rate / hoursOfYear : user.pay_rate
  // Where no rate is known, the rule that favors the worker holds.
  return { ...policy, rules: policy.rules.filter(({ payBelow }) => payBelow === undefined || hourly < payBelow) }
}

/** Every finished timesheet that matches `where`, which must name the company, by person. */
export async function entriesByPerson(where: Sql, types: Types, handle: Handle): Promise<Map<number, Entry[]>> {
  const rows = await handle.all<EntryRow>(sql`select user_id, id, date, "start", duration, jobcode_id, type
    from timesheets ${indexHint('timesheets_user_date')} where ${where}`)
  return byPerson(rows, ({ id, date, start, duration, jobcode_id, type }) => {
    const end = start + duration * second
    return {
      id,
      date,
      start,
      end,
      seconds: duration,
      kind: kindOf(types, jobcode_id),
      jobcode_id,
      manual: type === 'manual',
    }
  })
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
  const type = types.get(jobcode_id)
  if (type === undefined) return 'work'
  return type === 'pto' || type === 'paid_break' ? type : 'unpaid'
}

/** Groups rows by person and turns them into entries. */
export function byPerson<R extends DayRow>(
  rows: readonly R[],
  entryOf: (row: R, index: number) => Entry,
): Map<number, Entry[]> {
  const found = new Map<number, Entry[]>()
  for (const [index, row] of rows.entries()) {
    const entries = found.get(row.user_id)
    if (entries) entries.push(entryOf(row, index))
    else found.set(row.user_id, [entryOf(row, index)])
  }
  return found
}
