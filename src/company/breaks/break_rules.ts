import type { CompanySnapshot } from '../../engine/company_snapshot.ts'
import { type Handle, indexHint, type Sql, sql } from '../../engine/sql.ts'
import type { RecordOf } from '../../engine/table.ts'
import { lastOf } from '../../rules/elements.ts'
import { readBreakRules } from '../../rules/time/break_rules.ts'
import type { BreakVersion, EntryWithBreaks } from '../../rules/time/breaks.ts'
import { byPerson, typesOfJobcodes } from '../pay/worked_time.ts'
import {
  chosenFor,
  exemptionsOf,
  type SettingChange,
  settingsDates,
  settingsFor,
  settingsKey,
} from '../settings/settings.ts'

// The meal and rest breaks that are due, as chosen for a company, a group or a person.

/** Our own settings section. It does not appear in effective settings, whose catalog is fixed. */
export const breakSection = 'break_rules'

/** The setting that chooses break rules, as `readBreakRules` takes them; null resets it. */
export function breakRulesChoice(rules: string | readonly unknown[] | null): SettingChange {
  return { section: breakSection, key: 'rules', value: rules }
}

/** The setting that pays an hour for a break that was not provided; null resets it. */
export function breakPremiumChoice(pays: boolean | null): SettingChange {
  return { section: breakSection, key: 'premium', value: pays === null ? null : Number(pays) }
}

/** The breaks due to a person, oldest first; none are due to people while they are exempt. Call after `loadSettings`. */
export function breakRulesFor(
  company: CompanySnapshot,
  user: Pick<RecordOf<'users'>, 'id' | 'group_id' | 'exempt'>,
): readonly BreakVersion[] {
  // People with the same settings share them.
  const chosen = company.memo(`breaks/${settingsKey(company, user)}`, () => {
    const versions = settingsDates(company, user).map((from) => ({
      from,
      rules: readBreakRules(chosenFor(company, user, breakSection, 'rules', from ?? '') ?? 'none'),
      pauseSeconds: Math.round(
        Number(settingsFor(company, user, from ?? '').general.settings.shift_pause_hours) * 3600,
      ),
    }))
    return anyOf(versions)
  })
  const spans = exemptionsOf(company, user)
  if (spans.every(({ exempt }) => !exempt)) return chosen
  // The days on which an exemption begins or ends are among those of the versions.
  const isExempt = (from: string | null) => lastOf(spans.filter((span) => (span.from ?? '') <= (from ?? ''))).exempt
  return anyOf(chosen.map((version) => (isExempt(version.from) ? { ...version, rules: [] } : version)))
}

function anyOf(versions: readonly BreakVersion[]): readonly BreakVersion[] {
  return versions.some(({ rules }) => rules.length > 0) ? versions : []
}

/** The same, without the rules of days on which no premium hour is paid for a missed break. */
export function paidBreakRules(company: CompanySnapshot, user: RecordOf<'users'>): readonly BreakVersion[] {
  const due = breakRulesFor(company, user)
  if (due.length === 0) return due
  const pays = (from: string | null) => chosenFor(company, user, breakSection, 'premium', from ?? '') === 1
  return anyOf(due.map((version) => ({ ...version, rules: pays(version.from) ? version.rules : [] })))
}

type Row = Omit<EntryWithBreaks, 'seconds' | 'kind'> & { user_id: number; duration: number; jobcode_id: number }

/** The timesheets that meet a condition, which must name the company, as break rules need them, by user. */
export async function breakEntries(
  where: Sql,
  company: CompanySnapshot,
  handle: Handle,
): Promise<Map<number, EntryWithBreaks[]>> {
  const types = await typesOfJobcodes(company)
  const rows = await handle.all<Row>(
    sql`select user_id, id, date, "start", "end", duration, type, jobcode_id
      from timesheets ${indexHint('timesheets_user_date')} where ${where}`,
  )
  return byPerson(rows, ({ user_id: _, duration, ...row }) => ({
    ...row,
    seconds: duration,
    kind: types.get(row.jobcode_id) ?? 'work',
  }))
}
