import { breakEntries, breakRulesFor } from '../company/breaks/break_rules.ts'
import { tells } from '../company/mail/notification_choices.ts'
import type { CompanySnapshot } from '../engine/company_snapshot.ts'
import { type Handle, inList, sql } from '../engine/sql.ts'
import { firstOf, lastOf } from '../rules/elements.ts'
import { breakDueWords, breaksSoonDue } from '../rules/notifications/break_due.ts'
import type { BreakVersion } from '../rules/time/breaks.ts'
import { addDays } from '../rules/time/calendar.ts'
import type { Alert, OnTheClock } from './alert.ts'

const hasHour = ({ rules }: BreakVersion) =>
  rules.some(({ by_hours, stretch_hours }) => (by_hours ?? stretch_hours) !== undefined)

/** Alerts for people on the clock whose break is due soon. One query, and none if no breaks are due by a time. */
export async function breaksDue(
  people: readonly OnTheClock[],
  company: CompanySnapshot,
  handle: Handle,
  now: number,
): Promise<Alert[]> {
  if (!tells(company, 'break-due')) return []
  const ruled = people
    .map((person) => ({ ...person, rules: breakRulesFor(company, person.user) }))
    .filter(({ rules }) => rules.some(hasHour))
  if (ruled.length === 0) return []
  const theirs = inList(
    sql`user_id`,
    ruled.map(({ user }) => user.id),
  )
  const days = ruled.map(({ sheet }) => sheet.date).sort()
  const entries = await breakEntries(
    sql`company_id = ${company.row.company_id} and ${theirs}
      and date between ${addDays(firstOf(days), -1)} and ${addDays(lastOf(days), 1)}`,
    company,
    handle,
  )
  return ruled.flatMap(({ user, rules }) =>
    breaksSoonDue(entries.get(user.id) ?? [], rules, now).map((found): Alert => {
      // Another stretch of work after a break needs another reminder.
      const stretch = found.seconds > 0 ? `/${found.seconds}` : ''
      const key = `break-due/${found.timesheet_ids[0]}/${found.rule.name}${stretch}`
      return { key, readers: [user.id], kind: 'break-due', message: (t) => breakDueWords(found, t), path: '/' }
    }),
  )
}
