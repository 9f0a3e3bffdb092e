import { RequestError } from '../../engine/errors.ts'
import { fold, inList, operation, sql, type Tx } from '../../engine/sql.ts'
import { type Author, UnitOfWork } from '../../engine/unit_of_work.ts'
import { addDays, localDate } from '../../rules/time/calendar.ts'
import {
  calendarNameMax,
  calendarOfGroup,
  calendarsMax,
  differingDates,
  type Holiday,
  type HolidayCalendar,
  holidayProblem,
  holidaysMax,
  nameProblem,
} from '../../rules/time/holidays.ts'
import { startOfTime } from '../../rules/time/timesheets.ts'
import { groupsLeft, loadSettings, zoneFor } from '../settings/settings.ts'
import { moveSetup } from '../versions.ts'
import { paysForHolidays, readCalendars } from './holidays.ts'

// Changes to holiday calendars. Each throws RequestError 417 if it would change how approved time is paid, unless it
// says `alters_approved`.

/** The properties of a calendar to set; omitted ones stay the same. `pay` null: its holidays grant no paid time off. */
export type CalendarPatch = {
  name?: string
  is_default?: boolean
  group_ids?: readonly number[]
  pay?: HolidayCalendar['pay']
}

type Given = { companyId: number; author: Author; alters_approved?: boolean }

/** Creates a calendar or changes one; returns its id. The first one applies to everyone unless it says otherwise. */
export const saveCalendar = operation(
  'company.saveCalendar',
  async (tx, given: Given & { id?: number; patch: CalendarPatch }): Promise<number> => {
    const { id, patch } = given
    return changing(tx, given, async (work, calendars) => {
      const before = id === undefined ? undefined : existing(calendars, id)
      if (!before && calendars.length >= calendarsMax)
        throw new RequestError(417, 'too_many_holiday_calendars', { max: calendarsMax })
      const after = merged(before, patch, calendars)
      if (patch.pay) await checkPay(patch.pay, work)
      const number = before?.id ?? work.nextId()
      await store(number, before, after, work)
      if (patch.group_ids) await setGroups(tx, number, patch.group_ids, work)
      return number
    })
  },
)

type Properties = Pick<HolidayCalendar, 'name' | 'is_default' | 'pay'>

/** The calendar after the change. The first one applies to everyone. */
function merged(
  before: HolidayCalendar | undefined,
  patch: CalendarPatch,
  calendars: readonly HolidayCalendar[],
): Properties {
  const base = before ?? { name: '', is_default: calendars.length === 0, pay: null }
  const { name = base.name, is_default = base.is_default, pay = base.pay } = patch
  return { name: checkedName(name, before, calendars), is_default, pay }
}

async function store(
  id: number,
  before: HolidayCalendar | undefined,
  { name, is_default, pay }: Properties,
  work: UnitOfWork,
): Promise<void> {
  const { tx, company } = work
  const { company_id } = company.row
  const { jobcode_id, seconds, weekends } = pay ?? { jobcode_id: 0, seconds: 0, weekends: false }
  const flags = { is_default: is_default ? 1 : 0, weekends: weekends ? 1 : 0 }
  if (is_default) await tx.run(sql`update holiday_calendars set is_default = 0 where company_id = ${company_id}`)
  if (!before) {
    const row = { id, name, ...flags, jobcode_id, seconds, paid_to: yesterday(work), created: tx.now }
    return work.append('holiday_calendars', row)
  }
  await tx.run(sql`update holiday_calendars set name = ${name}, is_default = ${flags.is_default},
    jobcode_id = ${jobcode_id}, seconds = ${seconds}, weekends = ${flags.weekends}
    where company_id = ${company_id} and id = ${id}`)
  // Holidays before holiday pay was set up grant nothing.
  if (!before.pay && pay)
    await tx.run(sql`update holiday_calendars set paid_to = ${yesterday(work)}
      where company_id = ${company_id} and id = ${id}`)
}

/** Deletes a calendar and its holidays. Holiday pay that it has granted stays. */
export const deleteCalendar = operation(
  'company.deleteCalendar',
  async (tx, given: Given & { id: number }): Promise<void> => {
    await changing(tx, given, async (_, calendars) => {
      existing(calendars, given.id)
      for (const table of [sql`holidays`, sql`holiday_groups`])
        await tx.run(sql`delete from ${table} where company_id = ${given.companyId} and calendar_id = ${given.id}`)
      await tx.run(sql`delete from holiday_calendars where company_id = ${given.companyId} and id = ${given.id}`)
    })
  },
)

/** A holiday that an import left out, and why: its date is in the calendar or in approved time. */
type LeftOut = Holiday & { reason: 'already there' | 'approved' }

/**
 * Adds holidays: all of them or, with RequestError 417, none. With `fill`, dates that are already there or would change
 * approved time are left out instead. Returns the added holidays and those left out.
 */
export const addHolidays = operation(
  'company.addHolidays',
  async (
    tx,
    given: Given & { id: number; holidays: readonly Holiday[]; fill?: boolean },
  ): Promise<{ added: Holiday[]; left_out: LeftOut[] }> =>
    changing(tx, given, async (work, calendars) => {
      const calendar = existing(calendars, given.id)
      const approved = given.fill && !given.alters_approved ? await approvedTo(calendar, calendars, work) : ''
      const known = new Map(calendar.holidays.map(({ date, name }) => [date, name]))
      const added: Holiday[] = []
      const left_out: LeftOut[] = []
      for (const holiday of given.holidays.map(({ date, name }) => ({ date, name: name.trim() }))) {
        const problem = holidayProblem(holiday)
        if (problem) throw new RequestError(417, problem)
        const there = known.get(holiday.date)
        if (there !== undefined && !given.fill)
          throw new RequestError(417, 'holiday_exists', { date: holiday.date, name: there, calendar: calendar.name })
        if (there !== undefined) left_out.push({ ...holiday, reason: 'already there' })
        else if (holiday.date <= approved) left_out.push({ ...holiday, reason: 'approved' })
        else {
          known.set(holiday.date, holiday.name)
          added.push(holiday)
        }
      }
      if (known.size > holidaysMax)
        throw new RequestError(417, 'too_many_holidays', { name: calendar.name, count: known.size, max: holidaysMax })
      for (const holiday of added) work.append('holidays', { calendar_id: calendar.id, ...holiday })
      return { added, left_out }
    }),
)

/** Removes a holiday. RequestError 404 if the calendar has none on this date. */
export const removeHoliday = operation(
  'company.removeHoliday',
  async (tx, given: Given & { id: number; date: string }): Promise<Holiday> =>
    changing(tx, given, async (_, calendars) => {
      const { id, name, holidays } = existing(calendars, given.id)
      const holiday = holidays.find(({ date }) => date === given.date)
      if (!holiday) throw new RequestError(404, 'no_such_holiday', { name, date: given.date.slice(0, 10) })
      await tx.run(sql`delete from holidays
        where company_id = ${given.companyId} and calendar_id = ${id} and date = ${given.date}`)
      return holiday
    }),
)

/** Runs a change of the calendars, and refuses it if approved time would be paid differently. */
async function changing<T>(
  tx: Tx,
  { companyId, author, alters_approved = false }: Given,
  change: (work: UnitOfWork, calendars: readonly HolidayCalendar[]) => Promise<T>,
): Promise<T> {
  const work = await UnitOfWork.begin(tx, companyId, author)
  await loadSettings(work.company)
  const before = await readCalendars(tx, companyId)
  const result = await change(work, before)
  await work.flush()
  // Holidays are not a resource, but reference data.
  await moveSetup(tx, companyId)
  if (!alters_approved && paysForHolidays(work.company)) {
    const after = await readCalendars(tx, companyId)
    for (const { group_id, approved_to } of await approvedByGroup(work)) {
      const dates = differingDates(calendarOfGroup(before, group_id), calendarOfGroup(after, group_id))
      if (dates[0] !== undefined && dates[0] <= approved_to)
        throw new RequestError(417, 'holiday_in_approved_time', { date: dates[0], option: 'alters_approved' })
    }
  }
  return result
}

/**
 * The last approved day of each group (0: people without a group), including people who were in it when their time was
 * approved.
 */
async function approvedByGroup({ tx, company }: UnitOfWork): Promise<{ group_id: number; approved_to: string }[]> {
  const now = await tx.all<{ group_id: number; approved_to: string }>(
    sql`select group_id, max(approved_to) as approved_to from users
      where company_id = ${company.row.company_id} and approved_to > ${startOfTime} group by group_id`,
  )
  return [...now, ...groupsLeft(company).map(({ group_id, last }) => ({ group_id, approved_to: last }))]
}

/** The last approved day whose pay depends on a calendar; empty for none. */
async function approvedTo(
  calendar: HolidayCalendar,
  calendars: readonly HolidayCalendar[],
  work: UnitOfWork,
): Promise<string> {
  if (!paysForHolidays(work.company)) return ''
  const approved = await approvedByGroup(work)
  const concerned = approved.filter(({ group_id }) => calendarOfGroup(calendars, group_id)?.id === calendar.id)
  return (
    concerned
      .map(({ approved_to }) => approved_to)
      .sort()
      .at(-1) ?? ''
  )
}

function existing(calendars: readonly HolidayCalendar[], id: number): HolidayCalendar {
  const calendar = calendars.find((each) => each.id === id)
  if (!calendar) throw new RequestError(404, 'no_such_holiday_calendar', { id })
  return calendar
}

function checkedName(
  given: string,
  before: HolidayCalendar | undefined,
  calendars: readonly HolidayCalendar[],
): string {
  const name = given.trim()
  const problem = nameProblem('name', name, calendarNameMax)
  if (problem) throw new RequestError(417, problem)
  const same = calendars.find((each) => each.id !== before?.id && fold(each.name) === fold(name))
  if (same) throw new RequestError(417, 'calendar_name_taken', { name: same.name })
  return name
}

async function checkPay(pay: NonNullable<HolidayCalendar['pay']>, { company }: UnitOfWork): Promise<void> {
  await company.look('jobcodes', [pay.jobcode_id])
  const jobcode = company.get('jobcodes', pay.jobcode_id)
  if (jobcode?.type !== 'pto' || !jobcode.active)
    throw new RequestError(417, 'no_active_jobcode_of_type', { id: pay.jobcode_id, type: 'pto' })
  if (!Number.isInteger(pay.seconds) || pay.seconds < 36 || pay.seconds > 86_400)
    throw new RequestError(417, 'holiday_seconds_out_of_range')
}

function yesterday({ tx, company }: UnitOfWork): string {
  return addDays(localDate(tx.now, zoneFor(company)), -1)
}

async function setGroups(tx: Tx, id: number, groupIds: readonly number[], work: UnitOfWork): Promise<void> {
  const { company } = work
  const companyId = company.row.company_id
  await company.look('groups', groupIds)
  const missing = groupIds.find((groupId) => !company.get('groups', groupId))
  if (missing !== undefined) throw new RequestError(417, 'no_such_group', { id: missing })
  await tx.run(sql`delete from holiday_groups
    where company_id = ${companyId} and (calendar_id = ${id} or ${inList(sql`group_id`, groupIds)})`)
  for (const group_id of new Set(groupIds)) work.append('holiday_groups', { group_id, calendar_id: id })
}
