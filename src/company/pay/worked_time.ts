import type { CompanySnapshot } from '../../engine/company_snapshot.ts'
import { type Handle, indexHint, type Sql, type SqlValue, sql } from '../../engine/sql.ts'
import type { RecordOf } from '../../engine/table.ts'
import { type Entry, kindOfType, type Policy } from '../../rules/overtime/overtime.ts'
import { byWorkday } from '../../rules/overtime/parts.ts'
import { asksPay, held, policyAtPay, policyFor, versionsOf } from '../../rules/overtime/policy.ts'
import { RateBook } from '../../rules/pay/pay.ts'
import { offsetSeconds, second } from '../../rules/time/calendar.ts'
import { type RoundingVersion, roundingOf } from '../../rules/time/rounding.ts'
import type { Counted } from '../../rules/time/today.ts'
import { type CompanyClocks, movedSince } from '../company_clocks.ts'
import { holidayDates, loadHolidays } from '../holidays/holidays.ts'
import {
  exemptionsOf,
  loadSettings,
  type Override,
  overtimeChosen,
  overtimeSection,
  settingsDates,
  settingsFor,
  settingsKey,
  settingsVersions,
} from '../settings/settings.ts'
import { loadRates } from './pay_rates.ts'

// Time in the form the overtime rules need.

/** Types of the jobcodes that are not regular, by id. */
export type Types = ReadonlyMap<number, OtherType>

type OtherType = Exclude<RecordOf<'jobcodes'>['type'], 'regular'>

/** The columns of an entry, in the order of a query. */
export type ColumnsOfEntry = [
  user_id: number,
  id: number,
  date: string,
  start: number,
  duration: number,
  jobcode_id: number,
  type: string,
]

/** The columns of an entry; if they are asked for, the zone and the recorded offset come next. */
type EntryRow = readonly [...ColumnsOfEntry, ...clock: SqlValue[]]

/** Loads the data that policies depend on: settings, holidays, and people's pay if rules depend on it. */
export async function loadRules(company: CompanySnapshot): Promise<void> {
  await loadSettings(company)
  await loadHolidays(company)
  await company.value(deciding, async (handle) =>
    dependsOnPay(company) ? loadRates(company.row.company_id, handle) : new RateBook([]),
  )
}

/** The cache key of the rates that decide which rules apply. */
const deciding = 'deciding rates'

/** The rates that decide which rules apply; none if no rule depends on pay. Call after `loadRules`. */
export function decidingRates(company: CompanySnapshot): RateBook {
  return company.valueNow<RateBook>(deciding)
}

/** Whether any overtime rule of the company is only for lower wages. */
function dependsOnPay(company: CompanySnapshot): boolean {
  const chosen = company.valueNow<readonly Override[]>('settings').filter(({ section }) => section === overtimeSection)
  return chosen.some(({ value }) => asksPay(versionsOf(value)))
}

/** The overtime policy that applies to a person, without rules while they are exempt. Call after `loadRules`. */
export function policyOf(user: RecordOf<'users'>, company: CompanySnapshot): Policy {
  const policy = chosenPolicy(user, company)
  const spans = exemptionsOf(company, user)
  if (spans.every(({ exempt }) => !exempt)) return policy
  const known = exemptFrom.get(policy) ?? new Map<string, Policy>()
  exemptFrom.set(policy, known)
  const key = JSON.stringify(spans)
  const rules = () =>
    spans.flatMap(({ from, exempt }, index) => (exempt ? [] : held(policy.rules, from, spans[index + 1]?.from)))
  const exempt = known.get(key) ?? { ...policy, rules: rules() }
  known.set(key, exempt)
  return exempt
}

// Every additional policy makes reports slower, so people with equal policies share one.
const exemptFrom = new WeakMap<Policy, Map<string, Policy>>()

/** The overtime policy chosen for a person, even if exempt. Call after `loadRules`. */
export function chosenPolicy(user: RecordOf<'users'>, company: CompanySnapshot): Policy {
  // People with the same settings share a policy, and so do those whose own settings do not concern it.
  const shared = company.memo(`policy/${settingsKey(company, user)}`, () => {
    const policy = policyFor(settingsVersions(company, user), overtimeChosen(company, user))
    return company.memo(`policies/${JSON.stringify(policy)}`, () => policy)
  })
  return policyAtPay(withHolidays(shared, user, company), user.id, decidingRates(company))
}

function withHolidays(policy: Policy, user: RecordOf<'users'>, company: CompanySnapshot): Policy {
  if (policy.rules.every(({ kind }) => kind !== 'holiday')) return policy
  const holidays = holidayDates(company, user)
  const known = onHolidays.get(policy) ?? new WeakMap<ReadonlySet<string>, Policy>()
  onHolidays.set(policy, known)
  const found = known.get(holidays) ?? { ...policy, holidays }
  known.set(holidays, found)
  return found
}

const onHolidays = new WeakMap<Policy, WeakMap<ReadonlySet<string>, Policy>>()

/** The company's rounding, oldest first; undefined if it always was off. Call after `loadSettings`. */
export function companyRounding(company: CompanySnapshot): readonly RoundingVersion[] | undefined {
  const versions = settingsDates(company).map((from) => {
    return { from, rounding: roundingOf(settingsFor(company, undefined, from ?? '').rounding.settings) }
  })
  return versions.some(({ rounding }) => rounding) ? versions : undefined
}

/**
 * Every finished timesheet that matches `where`, which must name the company, by person, to the second and not divided
 * among days: `byWorkday` does both. With `offsets`, entries have their UTC offsets, which rounding needs; with `clocks`
 * also the changes of their own and the company's offsets since.
 */
export async function entriesByPerson(
  where: Sql,
  types: Types,
  handle: Handle,
  { offsets = false, clocks }: { offsets?: boolean; clocks?: CompanyClocks | undefined } = {},
): Promise<Map<number, readonly Entry[]>> {
  // The index has everything but the worker's UTC offset.
  const clock = offsets || clocks ? sql`, tz_str, start_offset` : sql``
  const rows = await handle.tuples<EntryRow>(sql`select user_id, id, date, "start", duration, jobcode_id, type${clock}
    from timesheets ${indexHint('timesheets_user_date')} where ${where}`)
  const entries = new Map<number, Entry[]>()
  for (const row of rows) listOf(entries, row[0]).push(entryOf(row, types, clocks))
  return entries
}

/** An entry from its columns. Reads them by index: destructuring is slower, and a report has tens of thousands of rows. */
export function entryOf(row: EntryRow, types: Types, clocks?: CompanyClocks): Entry {
  const [start, seconds, jobcode_id] = [row[3], row[4], row[5]]
  const entry: Entry = {
    id: row[1],
    date: row[2],
    start,
    end: start + seconds * second,
    seconds,
    kind: kindOf(types, jobcode_id),
    jobcode_id,
    manual: row[6] === 'manual',
  }
  if (row.length === columnCount) return entry
  const [zone, offset] = [row[7], row[8]]
  const recorded = { start, tz_str: String(zone), start_offset: offset === null ? null : Number(offset) }
  const moved = movedSince(recorded, clocks)
  return { ...entry, offset: recorded.start_offset ?? offsetSeconds(start, recorded.tz_str), ...(moved && { moved }) }
}

const columnCount = 7

/** Condition on timesheets that selects work and paid breaks. */
export function isWorked({ row: { company_id } }: CompanySnapshot): Sql {
  return sql`jobcode_id not in (select id from jobcodes where company_id = ${company_id}
    and type in ('pto', 'unpaid_break', 'unpaid_time_off'))`
}

/**
 * The finished work and paid breaks of these people among the timesheets that match `where`, which must name the company
 * and whole days, by person and workday, rounded. Call after `loadRules`.
 */
export async function finishedWork(
  users: readonly RecordOf<'users'>[],
  where: Sql,
  company: CompanySnapshot,
  handle: Handle,
): Promise<Map<number, Counted[]>> {
  const rounding = companyRounding(company)
  const worked = sql`${where} and "end" is not null and ${isWorked(company)}`
  const types = await typesOfJobcodes(company)
  const entries = await entriesByPerson(worked, types, handle, { offsets: rounding !== undefined })
  return new Map(
    users.map((user) => {
      const parts = byWorkday(entries.get(user.id) ?? [], policyOf(user, company), rounding)
      return [user.id, parts.map(countedOf)]
    }),
  )
}

function countedOf({ date, start, end, seconds, manual }: Entry): Counted {
  return { date, start, end, duration: seconds, manual, day: date }
}

/** Types of the jobcodes that are not regular, by id. */
export async function typesOfJobcodes(company: CompanySnapshot): Promise<Types> {
  return company.value('typesOfJobcodes', async (handle) => {
    const rows = await handle.all<{ id: number; type: OtherType }>(
      sql`select id, type from jobcodes where company_id = ${company.row.company_id} and type <> 'regular'`,
    )
    return new Map(rows.map((row) => [row.id, row.type]))
  })
}

/** How time on a jobcode counts for overtime. */
export function kindOf(types: Types, jobcode_id: number): Entry['kind'] {
  return kindOfType(types.get(jobcode_id))
}

/** Groups rows by person, and converts each. */
export function byPerson<R extends { user_id: number }, T>(rows: readonly R[], read: (row: R) => T): Map<number, T[]> {
  const found = new Map<number, T[]>()
  for (const row of rows) listOf(found, row.user_id).push(read(row))
  return found
}

/** The list under a key, created if missing. */
export function listOf<K, T>(lists: Map<K, T[]>, key: K): T[] {
  const known = lists.get(key)
  if (known) return known
  const made: T[] = []
  lists.set(key, made)
  return made
}
