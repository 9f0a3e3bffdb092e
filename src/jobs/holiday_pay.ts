import { acrossCompanies, byCompany, eachCompany } from '../company/all_companies.ts'
import { readCalendars } from '../company/holidays/holidays.ts'
import { credit } from '../company/pay/pto.ts'
import { publishedShifts } from '../company/settings/published_shifts.ts'
import { loadSettings, zoneFor, zonesOf } from '../company/settings/settings.ts'
import { patternOf } from '../company/settings/working_pattern.ts'
import { CompanySnapshot } from '../engine/company_snapshot.ts'
import { all, type Db, inList, operation, type Sql, sql } from '../engine/sql.ts'
import { type Author, UnitOfWork } from '../engine/unit_of_work.ts'
import { manualTimes } from '../resources/timesheets/content.ts'
import type { User } from '../resources/users/record.ts'
import { firstOf, lastOf } from '../rules/elements.ts'
import { hour, isDate, localDate } from '../rules/time/calendar.ts'
import { holidaySeconds } from '../rules/time/expected_work.ts'
import { noteText } from '../rules/time/history_notes.ts'
import { type Holiday, type HolidayCalendar, isPaidDate } from '../rules/time/holidays.ts'
import type { World } from '../world.ts'

/** People per transaction. */
const peopleMax = 100

/** Grants the holidays whose day has begun for everyone, including those while no server was running. */
export async function payHolidays(world: World): Promise<void> {
  const { db, now } = world
  const at = now()
  // The zone furthest ahead.
  const latest = localDate(at + 14 * hour, 'UTC')
  const due = await acrossCompanies<{ company_id: number; id: number; paid_to: string }>(
    world,
    (own) => sql`select company_id, id, paid_to from holiday_calendars
      where ${own} and jobcode_id <> 0 and paid_to < ${latest}`,
  )
  await eachCompany(world, byCompany(due), async ({ company_id: companyId, rows }) => {
    const company = await CompanySnapshot.of(companyId, db.read)
    await loadSettings(company)
    const to = lastDayBegun(company, at)
    for (const { id, paid_to } of rows) {
      const given = { companyId, author: { userId: 0, application: '' }, calendarId: id, from: paid_to, to, done: true }
      if (paid_to < to) await grantToAll(db, given, at)
    }
  })
}

/** Grants everyone who has a calendar its holidays between two dates, some people per transaction. */
export async function grantToAll(
  db: Pick<Db, 'write'>,
  given: Omit<Given, 'after'>,
  now: number,
): Promise<Omit<Outcome, 'after'>> {
  const sum: Outcome = { after: 0, granted: 0, skipped: noneSkipped() }
  while (sum.after !== undefined) {
    const part: Outcome = await db.write(grantHolidays, { ...given, after: sum.after }, now)
    sum.after = part.after
    sum.granted += part.granted
    for (const reason of reasons) sum.skipped[reason] += part.skipped[reason]
  }
  return { granted: sum.granted, skipped: sum.skipped }
}

/** The last date that has begun for everyone in the company. Call after `loadSettings`. */
export function lastDayBegun(company: CompanySnapshot, now: number): string {
  return zonesOf(company)
    .map((zone) => localDate(now, zone))
    .sort()[0]!
}

/** Why a person was not granted a holiday. */
const reasons = ['granted before', 'has an entry', 'approved', 'not employed', 'day off'] as const
type Skipped = Record<(typeof reasons)[number], number>

function noneSkipped(): Skipped {
  return { 'granted before': 0, 'has an entry': 0, approved: 0, 'not employed': 0, 'day off': 0 }
}

/**
 * `after`: the last person so far, if there may be more; the number of timesheets created, and of those skipped, by
 * reason.
 */
type Outcome = { after: number | undefined; granted: number; skipped: Skipped }

/**
 * `from` exclusive, `to` inclusive. `done`: at the end, records that everything through `to` has been granted, so these
 * days are not checked again. A manual grant may name the people and the seconds.
 */
type Given = {
  companyId: number
  author: Author
  calendarId: number
  from: string
  to: string
  after: number
  done?: boolean
  /** Only these people, whichever calendar they have. */
  userIds?: readonly number[]
  /** Instead of what the calendar grants. */
  seconds?: number
}

/**
 * Grants the next people, ordered by id, the holidays of a calendar between two dates: a timesheet for each, and the
 * same amount in the ledger, so it does not use up a balance. A date is granted only once, even if its timesheet has
 * been deleted since.
 */
export const grantHolidays = operation('holidays.grant', async (tx, given: Given): Promise<Outcome> => {
  const work = await UnitOfWork.begin(tx, given.companyId, given.author)
  await loadSettings(work.company)
  const calendars = await readCalendars(tx, given.companyId)
  const calendar = calendars.find(isPaid(given))
  const days = calendar ? await paidDays(calendar, given, work) : []
  const skipped = noneSkipped()
  const outcome: Outcome = { after: undefined, granted: 0, skipped }
  if (calendar && days.length > 0) {
    const { people, last } = await nextPeople(calendars, calendar, given, work)
    const known = await madeFor(people, calendar, days, work)
    const secondsFor = await hoursOfPeople(people, calendar, days, given, work)
    await work.reserve(256 + people.length * days.length)
    for (const user of people)
      for (const day of days) {
        const seconds = secondsFor(user, day.date)
        const reason = seconds === 0 ? 'day off' : reasonAgainst(user, day.date, known, work)
        if (reason) skipped[reason]++
        else {
          grant(user, day, calendar, seconds, work)
          outcome.granted++
        }
      }
    outcome.after = last
  }
  await work.flush()
  if (given.done && outcome.after === undefined)
    await tx.run(sql`update holiday_calendars set paid_to = ${given.to}
      where company_id = ${given.companyId} and id = ${given.calendarId} and paid_to < ${given.to}`)
  return outcome
})

/** A calendar whose holidays are paid. */
type PaidCalendar = HolidayCalendar & { pay: NonNullable<HolidayCalendar['pay']> }

const isPaid =
  ({ calendarId }: Given) =>
  (calendar: HolidayCalendar): calendar is PaidCalendar =>
    calendar.id === calendarId && Boolean(calendar.pay)

/** The holidays that are paid, unless their jobcode is archived. */
async function paidDays(
  calendar: PaidCalendar,
  { from, to }: Given,
  { company }: UnitOfWork,
): Promise<readonly Holiday[]> {
  await company.look('jobcodes', [calendar.pay.jobcode_id])
  if (!company.get('jobcodes', calendar.pay.jobcode_id)?.active) return []
  return calendar.holidays.filter(({ date }) => date > from && date <= to)
}

/** How much each person is granted on a date: what they would have worked, or the seconds that were asked for. */
async function hoursOfPeople(
  people: readonly User[],
  calendar: PaidCalendar,
  days: readonly Holiday[],
  { seconds }: Given,
  { tx, company }: UnitOfWork,
): Promise<(user: User, date: string) => number> {
  if (seconds !== undefined) return () => seconds
  const dates = days.map(({ date }) => date).sort()
  const theirs = all([
    sql`company_id = ${company.row.company_id}`,
    inList(
      sql`user_id`,
      people.map(({ id }) => id),
    ),
  ])
  const shifts = await publishedShifts(theirs, firstOf(dates), lastOf(dates), tx)
  return (user, date) => {
    const granted = { usual: calendar.pay.seconds, isPaid: isPaidDate(calendar, date) }
    return holidaySeconds(date, granted, patternOf(user, company, date), shifts.get(user.id) ?? [])
  }
}

/**
 * The next active people who track time and are named, or have the calendar; `last`: the last one, if there may be
 * more.
 */
async function nextPeople(
  calendars: readonly HolidayCalendar[],
  calendar: HolidayCalendar,
  { after, userIds }: Given,
  work: UnitOfWork,
): Promise<{ people: User[]; last: number | undefined }> {
  const meant = userIds ? inList(sql`id`, userIds) : concerned(calendar, calendars)
  const loaded = await work.load('users', all([sql`active = 1 and id > ${after}`, meant]), {
    first: { order: sql`id`, limit: peopleMax },
  })
  const people = loaded.filter(({ permissions }) => permissions.time_tracking)
  return { people, last: loaded.length === peopleMax ? lastOf(loaded).id : undefined }
}

/** Condition on users: those to whom the calendar applies. */
function concerned({ id, is_default, group_ids }: HolidayCalendar, calendars: readonly HolidayCalendar[]): Sql {
  if (!is_default) return inList(sql`group_id`, group_ids)
  const others = calendars.filter((calendar) => calendar.id !== id).flatMap((calendar) => calendar.group_ids)
  return sql`not ${inList(sql`group_id`, others)}`
}

/** The grants and entries that these people already have on these days, by person and date. */
type Known = { grants: ReadonlySet<string>; entries: ReadonlySet<string> }

async function madeFor(
  people: readonly User[],
  { pay }: PaidCalendar,
  days: readonly Holiday[],
  { tx, company }: UnitOfWork,
): Promise<Known> {
  const ids = people.map(({ id }) => id)
  const dates = days.map(({ date }) => date).sort()
  const theirs = all([
    sql`company_id = ${company.row.company_id}`,
    inList(sql`user_id`, ids),
    sql`date between ${dates[0]} and ${dates.at(-1)}`,
  ])
  type Day = { user_id: number; date: string }
  // No one is paid twice for a day on which paid time off of another kind stands.
  const paid = sql`select id from jobcodes where company_id = ${company.row.company_id} and type = 'pto'`
  const keys = async (rows: Promise<Day[]>) => new Set((await rows).map(({ user_id, date }) => keyOf(user_id, date)))
  return {
    grants: await keys(tx.all<Day>(sql`select user_id, date from holiday_grants where ${theirs}`)),
    entries: await keys(
      tx.all<Day>(sql`select user_id, date from timesheets where ${theirs}
        and (jobcode_id = ${pay.jobcode_id} or (duration > 0 and jobcode_id in (${paid})))`),
    ),
  }
}

function keyOf(userId: number, date: string): string {
  return `${userId}/${date}`
}

/** Why a person is not granted a day. */
function reasonAgainst(
  user: User,
  date: string,
  { grants, entries }: Known,
  { company }: UnitOfWork,
): keyof Skipped | undefined {
  const { hire_date, term_date, created, approved_to } = user
  const key = keyOf(user.id, date)
  if (grants.has(key)) return 'granted before'
  if (entries.has(key)) return 'has an entry'
  if (date <= approved_to) return 'approved'
  const hired = isDate(hire_date) ? hire_date : localDate(created, zoneFor(company, user))
  return date < hired || (isDate(term_date) && date > term_date) ? 'not employed' : undefined
}

function grant(user: User, { date, name }: Holiday, calendar: PaidCalendar, seconds: number, work: UnitOfWork): void {
  const { id } = calendar
  const { jobcode_id } = calendar.pay
  const zone = zoneFor(work.company, user)
  const sheet = work.insert('timesheets', {
    ...manualTimes({ date, duration: seconds }, zone),
    ...{ user_id: user.id, jobcode_id, tz_str: zone, type: 'manual', notes: name },
    ...{ location: work.author.application || 'Clockhouse', created_by_user_id: work.author.userId },
    ...{ locked: 0, customfields: {}, attached_files: [], version: 1, time_off_entry_id: 0 },
  })
  work.origin(sheet.id, noteText('holidayPay'), work.tx.now)
  const line = { key: `holiday ${date}`, date, seconds: sheet.duration, worked: 0, reason: name }
  credit(work, user.id, jobcode_id, line, work.author.application || 'holiday pay')
  work.append('holiday_grants', {
    ...{ user_id: user.id, date, calendar_id: id, jobcode_id, timesheet_id: sheet.id },
    created: work.tx.now,
  })
}
