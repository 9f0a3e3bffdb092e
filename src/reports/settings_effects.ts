import { loadMoney } from '../company/pay/pay_rates.ts'
import { plannedChanges, type Wanted } from '../company/settings/planned_changes.ts'
import {
  loadSettings,
  type Override,
  type Scope,
  type SettingChange,
  settingsFor,
  zoneFor,
} from '../company/settings/settings.ts'
import { CompanySnapshot } from '../engine/company_snapshot.ts'
import type { ReadContext } from '../engine/context.ts'
import { type Handle, sql } from '../engine/sql.ts'
import { valueAt } from '../rules/elements.ts'
import { payrollTotals, type Range } from '../rules/pay/payroll.ts'
import { seesPay } from '../rules/people/sight.ts'
import { addDays, localDate } from '../rules/time/calendar.ts'
import { payPeriodOf } from '../rules/time/pay_periods.ts'
import { besideWork, unprovidedBreaks } from './break_premium.ts'
import { grossCents } from './gross_pay.ts'
import { paidTime } from './overtime.ts'
import { salaryStart } from './payer.ts'
import { queryOf } from './people.ts'

/**
 * When a change of settings, overtime or break rules would take effect, and what it would change in the current pay
 * period and, if it reaches back that far, in the previous one, which may not be paid yet. Throws RequestError like
 * `plannedChanges`.
 */
export async function settingsEffects(wanted: Wanted, { actor, company, now }: ReadContext, handle: Handle) {
  await loadSettings(company)
  const { changes, from, overtime_from, altered_to } = await plannedChanges(company, handle, wanted, now)
  const changed = await withChanges(company, wanted, changes, handle)
  const periodOf = (date: string): Range => {
    const { start, end } = payPeriodOf(date, settingsFor(company).general.settings)
    return { start_date: start, end_date: end }
  }
  const changedIn = async (range: Range) => {
    const before = await paidIn(range, { actor, company, now }, handle)
    const after = await paidIn(range, { actor, company: changed, now }, handle)
    const people = [...before].flatMap(([user_id, { name, paid }]) => {
      const then = valueAt(after, user_id).paid
      return JSON.stringify(paid) === JSON.stringify(then) ? [] : [{ user_id, name, before: paid, after: then }]
    })
    return { ...range, people }
  }
  const running = periodOf(localDate(now, zoneFor(company)))
  const reachesBack = [from, overtime_from].some((day) => day !== undefined && (day ?? '') < running.start_date)
  const ended = reachesBack ? await changedIn(periodOf(addDays(running.start_date, -1))) : undefined
  const dates = { from: from ?? null, overtime_from: overtime_from ?? null, altered_to: altered_to ?? null }
  return { ...(await changedIn(running)), ...dates, ended: ended && ended.people.length > 0 ? ended : null }
}

/** The company with these settings applied. */
async function withChanges(
  company: CompanySnapshot,
  scope: Scope,
  changes: readonly SettingChange[],
  handle: Handle,
): Promise<CompanySnapshot> {
  const isChanged = (set: Override) =>
    set.scope === scope.scope &&
    set.scope_id === scope.scope_id &&
    changes.some(({ section, key }) => set.section === section && set.key === key)
  const kept = company.valueNow<readonly Override[]>('settings').filter((set) => !isChanged(set))
  const made = changes.map((change) => ({ scope: scope.scope, scope_id: scope.scope_id, ...change, last_modified: 0 }))
  const changed = new CompanySnapshot(company.row, handle, { fresh: true })
  await changed.value('settings', async () => [...kept, ...made])
  return changed
}

/** How each person's time in the range is paid, with costs for actors who see pay. */
async function paidIn(range: Range, ctx: ReadContext, handle: Handle) {
  const query = queryOf({ ...range })
  const facts = seesPay(ctx.actor) ? await loadMoney(ctx.company, handle, range) : undefined
  const daily = facts?.rates.byJob ? {} : { daily: true as const }
  const since = facts ? salaryStart(range, facts, ctx.company) : range.start_date
  const times = await paidTime(query, ctx, handle, { ...daily, people: sql`1 = 1`, since })
  const users = times.map(({ user }) => user)
  const breaks = await unprovidedBreaks(users, range, ctx, handle)
  return new Map(
    times.map((time) => {
      const { user, stretches, entries, rules } = time
      const { total_re_seconds: regular, overtime_seconds } = payrollTotals(stretches, entries, rules, range)
      const overtime = Object.fromEntries(
        Object.entries(overtime_seconds)
          .filter(([, seconds]) => seconds > 0)
          .sort(([a], [b]) => Number(a) - Number(b)),
      )
      const unprovided = breaks.get(user.id) ?? []
      const premium = unprovided.reduce((sum, { seconds }) => sum + seconds, 0)
      const asked = { range, unprovided: besideWork(unprovided), company: ctx.company }
      const gross = facts && { gross_cents: grossCents(time, facts, asked) }
      const name = user.display_name || `${user.first_name} ${user.last_name}`.trim()
      return [user.id, { name, paid: { regular, overtime, ...(premium > 0 && { break_premium: premium }), ...gross } }]
    }),
  )
}
