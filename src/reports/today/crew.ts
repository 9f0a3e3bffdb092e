import { breakRulesFor } from '../../company/breaks/break_rules.ts'
import { typesOfJobcodes } from '../../company/pay/worked_time.ts'
import { translateTo } from '../../company/translate.ts'
import type { CompanySnapshot } from '../../engine/company_snapshot.ts'
import type { Actor } from '../../engine/context.ts'
import type { Handle } from '../../engine/sql.ts'
import { overtimeAhead } from '../../rules/overtime/ahead.ts'
import { reasonOf } from '../../rules/overtime/words.ts'
import { reportSights, seenBy, seesOf, sights } from '../../rules/people/sight.ts'
import { breakLimit, longDaySeconds, missedShift, turnsOfShift } from '../../rules/time/attendance.ts'
import { versionOn } from '../../rules/time/breaks.ts'
import { minute, printUtc, second } from '../../rules/time/calendar.ts'
import type { ReportContext } from '../../wire/report.ts'
import { recordsTime } from '../approvals.ts'
import { type Standing, standings } from '../current_totals.ts'
import { selectedPeople } from '../people.ts'
import { timeOfWeek, workedTotals } from '../worked_totals.ts'
import { issuesOf } from './issues.ts'
import { type Member, membersOf } from './members.ts'
import { listed, whoOf } from './rows.ts'

/** Even if nothing has changed, what is late or too long is looked at again this long after. */
const laterMax = 15 * minute

/** Whether the actor sees the clock status of others, as on the board of who is working. */
export function seesOthers(actor: Actor): boolean {
  return !actor.inspects && (seenBy(actor, reportSights.current_totals) === 'all' || actor.manages.length > 0)
}

/**
 * The people of the board of who is working, and which of them need someone: late or absent, too long on a break or at
 * work, or on the way to overtime. Lists only have people whose time the actor may see, others than the actor.
 */
export async function crewNow(ctx: ReportContext, handle: Handle) {
  const { actor, company, now } = ctx
  const meant = selectedPeople({ values: {} }, actor, 'current_totals')
  const board = await standings(meant, ctx, handle)
  const times = await timeOfWeek(board, ctx, handle)
  const types = await typesOfJobcodes(company)
  const isOnBreak = ({ sheet }: Standing) => sheet !== undefined && isBreak(types.get(sheet.jobcode_id))
  const on = board.filter(({ sheet }) => sheet !== undefined)
  const seen = board.filter(({ user }) => user.id !== actor.userId && seesOf(actor, sights.timesheets, user))
  const worked = workedTotals(seen, times, ctx)
  const members = await membersOf(seen, { times, worked, meant }, ctx, handle)
  await company.look(
    'jobcodes',
    seen.flatMap(({ sheet }) => sheet?.jobcode_id ?? []),
  )
  const resting = breaksOf(members, ctx)
  return {
    on_clock: on.length,
    on_break: on.filter(isOnBreak).length,
    off: board.length - on.length,
    late: lateOf(members, ctx),
    breaks: listed(resting.filter(({ until }) => until <= now).map(({ until: _, ...row }) => row)),
    long_days: longDaysOf(members, ctx),
    overtime: overtimeOf(members, ctx),
    issues: await issuesOf(seen, times, ctx, handle),
    again: printUtc(turnAfter(members, resting, now)),
  }
}

function lateOf(members: readonly Member[], { actor, now }: ReportContext) {
  const found = members.flatMap(({ user, sheet, shifts, recorded, away, date }) => {
    if (sheet || !recordsTime(user)) return []
    const missed = missedShift(shifts, recorded, away, { now, today: date })
    if (!missed) return []
    const { kind, shift } = missed
    const times = { date: shift.date, start: printUtc(shift.start), end: printUtc(shift.end) }
    return [{ ...whoOf(user, actor), kind, ...times }]
  })
  return listed(found.sort((a, b) => (a.start < b.start ? 1 : a.start > b.start ? -1 : 0)))
}

/** Everyone on a break, with the instant from which it is too long. */
function breaksOf(members: readonly Member[], { actor, company }: ReportContext) {
  return members.flatMap(({ user, sheet, kind }) => {
    if (!sheet || !isBreak(kind)) return []
    const rules = versionOn(breakRulesFor(company, user), sheet.date)?.rules ?? []
    const limit_seconds = breakLimit(kind, rules)
    return [
      { ...whoOf(user, actor), ...entryOf(sheet, company), limit_seconds, until: sheet.start + limit_seconds * second },
    ]
  })
}

function longDaysOf(members: readonly Member[], { actor, company }: ReportContext) {
  const found = members.flatMap(({ user, sheet, day }) => {
    if (!sheet || day < longDaySeconds) return []
    return [{ ...whoOf(user, actor), ...entryOf(sheet, company), day_seconds: day }]
  })
  return listed(found.sort((a, b) => b.day_seconds - a.day_seconds))
}

function entryOf({ id, jobcode_id, start }: NonNullable<Standing['sheet']>, company: CompanySnapshot) {
  return { timesheet_id: id, job: company.get('jobcodes', jobcode_id)?.name ?? '', start: printUtc(start) }
}

/** Less overtime than this may still be avoided by anyone. */
const leastAhead = 15 * 60

function overtimeOf(members: readonly Member[], { actor, language }: ReportContext) {
  const t = translateTo(language ?? 'en')
  const found = members.flatMap((member) => {
    const { user, time, week, running, weekSeconds } = member
    const { rules } = time.policy
    if (rules.length === 0 || time.entries.length + running.length === 0) return []
    const planned = member.planned()
    const ahead = overtimeAhead([...time.entries, ...running], planned, time.policy, week)
    const rule = ahead.first && rules.find(({ name }) => name === ahead.first?.rule)
    if (!ahead.first || !rule || (ahead.soFar === 0 && ahead.byEnd < leastAhead)) return []
    return [
      {
        ...whoOf(user, actor),
        week_seconds: weekSeconds,
        planned_seconds: planned.reduce((sum, { seconds }) => sum + seconds, 0),
        overtime_seconds: ahead.soFar,
        expected_seconds: ahead.byEnd,
        date: ahead.first.date,
        reason: reasonOf(rule, t),
      },
    ]
  })
  return listed(found.sort((a, b) => b.expected_seconds - a.expected_seconds))
}

/** When this list next changes by itself: a shift begins without someone, a break or a day becomes too long. */
function turnAfter(members: readonly Member[], resting: readonly { until: number }[], now: number): number {
  const turns = [
    ...resting.map(({ until }) => until),
    ...members.flatMap(({ sheet, shifts, day }) =>
      sheet ? [now + Math.max(0, longDaySeconds - day) * second] : shifts.flatMap(turnsOfShift),
    ),
  ]
  return Math.min(now + laterMax, ...turns.filter((turn) => turn > now))
}

function isBreak(kind: string | undefined): kind is 'paid_break' | 'unpaid_break' {
  return kind === 'paid_break' || kind === 'unpaid_break'
}
