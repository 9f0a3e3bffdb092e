import { withdrawPayRates } from '../../company/pay/pay.ts'
import { takeBack } from '../../company/pay/pto.ts'
import { loadSettings } from '../../company/settings/settings.ts'
import { inList, sql } from '../../engine/sql.ts'
import { deleteWithTombstone } from '../../resources/timesheets/delete.ts'
import { addDays } from '../../rules/time/calendar.ts'
import { lastDayBegun } from '../holiday_pay.ts'
import { closedFor, nameOf, type Part, type Repair } from './part.ts'

type Line = { user_id: number; jobcode_id: number; key: string; date: string; seconds: number }

/** Takes back the paid time off that was granted by a clock that was ahead. It is granted again when it is due. */
export async function accrualsTakenBack(repair: Repair): Promise<Part> {
  const { work, limit, today, wrongDates } = repair
  const { tx, company } = work
  const own = sql`company_id = ${company.row.company_id}`
  const lines = await tx.all<Line>(sql`select user_id, jobcode_id, key, date, seconds from pto_ledger
    where ${own} and created > ${limit} and author = 'accrual' order by user_id, date, key`)
  await work.load('users', people(lines))
  const part = { what: 'time off granted' as const, done: [] as string[], left: [] as string[] }
  const taken: Line[] = []
  for (const line of lines) {
    const user = work.get('users', line.user_id)
    const about = `${nameOf(user, line.user_id)}, ${line.date}, ${hoursText(line.seconds)} hours`
    if (repair.isPaid(line.user_id, line.date)) part.left.push(`${about}: it was paid`)
    else {
      await takeBack(work, line)
      taken.push(line)
      part.done.push(about)
    }
  }
  const done = [today, ...taken.map(({ date }) => addDays(date, -1))].sort()[0]!
  // Only what the wrong clock has processed: a policy may begin on a later date.
  await tx.run(sql`update pto_policies set done_to = ${done} where ${own}
    and done_to > ${done} and done_to between ${wrongDates.first} and ${wrongDates.last}`)
  return part
}

type Grant = { user_id: number; date: string; jobcode_id: number; timesheet_id: number; created_by: number | null }

/** Takes back the holidays that were granted by a clock that was ahead: the time, the ledger and the note of the grant. */
export async function holidaysTakenBack(repair: Repair): Promise<Part> {
  const { work, limit, wrongDates } = repair
  const { tx, company } = work
  await loadSettings(company)
  const own = sql`company_id = ${company.row.company_id}`
  const grants = await tx.all<Grant>(sql`select g.user_id, g.date, g.jobcode_id, g.timesheet_id,
      t.created_by_user_id as created_by
    from holiday_grants g left join timesheets t on t.company_id = g.company_id and t.id = g.timesheet_id
    where g.${own} and g.created > ${limit} order by g.user_id, g.date`)
  await work.load('users', people(grants))
  const sheets = grants.map(({ timesheet_id }) => timesheet_id)
  if (sheets.length > 0) await work.load('timesheets', inList(sql`id`, sheets))
  await company.look(
    'jobcodes',
    grants.map(({ jobcode_id }) => jobcode_id),
  )
  const part = { what: 'holiday pay' as const, done: [] as string[], left: [] as string[] }
  const taken: string[] = []
  for (const grant of grants) {
    const reason = reasonAgainst(grant, repair)
    const about = `${nameOf(work.get('users', grant.user_id), grant.user_id)}, ${grant.date}`
    if (reason) part.left.push(`${about}: ${reason}`)
    else {
      await takeBackGrant(grant, repair)
      taken.push(grant.date)
      part.done.push(about)
    }
  }
  const begun = lastDayBegun(company, tx.now)
  const done = [begun, ...taken.map((date) => addDays(date, -1))].sort()[0]!
  await tx.run(sql`update holiday_calendars set paid_to = ${done} where ${own}
    and paid_to > ${done} and paid_to between ${wrongDates.first} and ${wrongDates.last}`)
  return part
}

function reasonAgainst({ user_id, date, timesheet_id, created_by }: Grant, repair: Repair): string | undefined {
  const { work } = repair
  // A person has granted it, or the entry was deleted since.
  if (created_by !== null && created_by !== 0) return 'a person has granted it'
  const sheet = work.get('timesheets', timesheet_id)
  if (sheet && sheet.version > 1) return 'it was changed since'
  return closedFor(work.get('users', user_id), date, repair)
}

async function takeBackGrant({ user_id, date, jobcode_id, timesheet_id }: Grant, { work }: Repair): Promise<void> {
  const { tx, company } = work
  const own = sql`company_id = ${company.row.company_id} and user_id = ${user_id} and date = ${date}`
  // First the note, so that the ledger does not balance the time that is deleted.
  await tx.run(sql`delete from holiday_grants where ${own}`)
  const sheet = work.get('timesheets', timesheet_id)
  if (sheet) deleteWithTombstone(sheet, { work, company })
  const lines = await tx.all<Line>(sql`select user_id, jobcode_id, key, date, seconds from pto_ledger
    where ${own} and jobcode_id = ${jobcode_id} and key like ${`holiday ${date}%`}`)
  for (const line of lines) await takeBack(work, line)
}

/** Shows the pay rates again that are in effect on the right date. */
export async function ratesTakenBack({ work, today }: Repair): Promise<Part> {
  const changed = await withdrawPayRates(work, today)
  const done = changed.map(
    ({ user_id, from }) => `${nameOf(work.get('users', user_id), user_id)}, the rate from ${from}`,
  )
  return { what: 'pay rates', done, left: [] }
}

/** Lets inspectors in again whose last day has not come. They have to sign in again. */
export async function inspectionsResumed({ work, limit }: Repair): Promise<Part> {
  const { tx, company } = work
  const ended = sql`company_id = ${company.row.company_id} and ended > ${limit} and ended_by_user_id = 0`
  const rows = await tx.all<{ user_id: number }>(sql`select user_id from inspections
    where ${ended} and ends > ${tx.now} order by user_id`)
  await work.load('users', people(rows))
  for (const { user_id } of rows) work.change('users', user_id, { active: true })
  await tx.run(sql`update inspections set ended = 0 where ${ended} and ends > ${tx.now}`)
  return { what: 'inspections', done: rows.map(({ user_id }) => nameOf(work.get('users', user_id), user_id)), left: [] }
}

function people(rows: readonly { user_id: number }[]) {
  return inList(sql`id`, [...new Set(rows.map(({ user_id }) => user_id))])
}

function hoursText(seconds: number): string {
  return String(Math.round(seconds / 36) / 100)
}
