import { type Command, InvalidArgumentError, Option } from 'commander'
import type { CompanySummary } from '../../company/companies.ts'
import {
  addHolidays,
  type CalendarPatch,
  deleteCalendar,
  removeHoliday,
  saveCalendar,
} from '../../company/holidays/change_holidays.ts'
import { readCalendars } from '../../company/holidays/holidays.ts'
import { countries, publicHolidays, regions } from '../../company/holidays/public_holidays.ts'
import { CompanySnapshot } from '../../engine/company_snapshot.ts'
import { fold } from '../../engine/sql.ts'
import { grantHoliday } from '../../jobs/grant_holiday.ts'
import { firstOf } from '../../rules/elements.ts'
import type { HolidayCalendar } from '../../rules/time/holidays.ts'
import type { World } from '../../world.ts'
import { Mistake, refusing } from '../mistakes.ts'
import * as options from '../options.ts'
import { counted, printJson, say, table } from '../output.ts'
import { companyNamed, groupNamed, personNamed, ptoJobcodeNamed, withWorld } from '../server/database.ts'

type Given = { company?: string; calendar?: string; altersApproved?: true; json?: true }

const author = { userId: 0, application: 'clockhouse' }

const calendarOption = () => new Option('--calendar <name>', 'calendar, by name or id; required if there are several')

/** `clockhouse holiday …`: holiday calendars. */
export function holidayCommand(program: Command): void {
  const holiday = program
    .command('holiday')
    .description('list, add, remove, import and grant holidays; manage their calendars')
  const command = (name: string, about: string) =>
    holiday
      .command(name)
      .description(about)
      .addOption(calendarOption())
      .addOption(options.company())
      .addOption(options.json())
  command('list', 'list the calendars and their holidays')
    .option('--year <year>', 'only this year', options.whole(2000, 2100))
    .action((given: Given & { year?: number }) => withWorld((world) => list(world, given)))
  command('add', 'add a holiday')
    .argument('<date>', 'date, such as 2026-12-25')
    .argument('<name>', 'name of the holiday')
    .addOption(options.altersApproved())
    .action((date: string, name: string, given: Given) => withWorld((world) => add(world, date, name, given)))
  command('remove', 'remove a holiday; paid time off that it granted stays')
    .argument('<date>', 'date of the holiday')
    .addOption(options.altersApproved())
    .action((date: string, given: Given) => withWorld((world) => remove(world, date, given)))
  command('import', 'add the public holidays of a country; existing dates stay')
    .requiredOption('--country <code>', 'ISO 3166 code of the country, such as US')
    .option('--region <code>', 'ISO 3166-2 code of the region, such as CA')
    .requiredOption('--year <year…>', 'a year; may be given several times', options.collect)
    .addOption(options.altersApproved())
    .action((given: Wanted) => withWorld((world) => fill(world, given)))
  command('grant', 'grant the paid time off of a past or current holiday to people who do not have it yet')
    .argument('<date>', 'date of the holiday')
    .option(
      '--user <name…>',
      'only this user, by username or id, whichever calendar they have; may be given several times',
      options.collect,
    )
    .option('--hours <n>', 'hours per person; by default those of the calendar', hours)
    .addHelpText(
      'after',
      `
  For a holiday that was added after its day, or people who were left out. Each person gets a date once.

  clockhouse holiday grant 2026-11-26
  clockhouse holiday grant 2026-11-26 --user wanda --hours 6`,
    )
    .action((date: string, given: Grant) => withWorld((world) => grant(world, date, given)))
  holiday
    .command('countries')
    .description('list the countries whose public holidays are known, or the regions of one')
    .option('--country <code>', 'ISO 3166 code of the country')
    .addOption(options.json())
    .action((given: { country?: string; json?: true }) => listCountries(given))
  calendarCommands(holiday)
}

type Scope = { default?: true; group?: string[]; payJobcode?: string; payHours?: number; weekends?: true }

function calendarCommands(holiday: Command): void {
  const calendar = holiday.command('calendar').description('set or delete a holiday calendar')
  calendar
    .command('set')
    .description('create a calendar, or change one')
    .argument('<name>', 'name of the calendar')
    .option('--default', 'apply it to everyone whose group has no calendar; the first calendar is the default')
    .option(
      '--group <name…>',
      'apply it to this group; may be given several times, and replaces the list',
      options.collect,
    )
    .option(
      '--pay-jobcode <jobcode>',
      'its holidays grant paid time off on this jobcode, by name or id; none: they do not',
    )
    .option('--pay-hours <n>', 'hours per holiday (8)', hours)
    .option('--weekends', 'also grant it for holidays on Saturdays and Sundays')
    .addOption(options.altersApproved())
    .addOption(options.company())
    .addOption(options.json())
    .action((name: string, given: Given & Scope) => withWorld((world) => set(world, name, given)))
  calendar
    .command('delete')
    .description('delete a calendar with its holidays; paid time off that it granted stays')
    .argument('<name>', 'calendar, by name or id')
    .addOption(options.altersApproved())
    .addOption(options.company())
    .addOption(options.json())
    .action((name: string, given: Given) => withWorld((world) => removeCalendar(world, name, given)))
}

async function list(world: World, given: Given & { year?: number }): Promise<void> {
  const company = await companyNamed(world, given.company)
  const all = await calendarsOf(world, company)
  const chosen = given.calendar === undefined ? all : [named(all, given.calendar)]
  const within = (date: string) => given.year === undefined || date.startsWith(`${given.year}-`)
  const calendars = chosen.map((calendar) => ({
    ...calendar,
    holidays: calendar.holidays.filter(({ date }) => within(date)),
  }))
  if (given.json) return printJson(calendars)
  if (calendars.length === 0)
    return say('There is no calendar of holidays. Add one with clockhouse holiday add or import.')
  const rows = calendars.flatMap(({ name, holidays }) => holidays.map((each) => [each.date, each.name, name]))
  say(rows.length === 0 ? 'There are no holidays.' : table(['date', 'holiday', 'calendar'], rows))
}

async function add(world: World, date: string, name: string, given: Given): Promise<void> {
  const company = await companyNamed(world, given.company)
  const calendar = await calendarFor(world, company, given)
  const input = { ...base(company, given), id: calendar.id, holidays: [{ date, name }] }
  await refusing(world.db.write(addHolidays, input, world.now()))
  if (given.json) return printJson({ calendar_id: calendar.id, date, name: name.trim() })
  say(`Added ${name.trim()} on ${date} to ${calendar.name}.`)
}

async function remove(world: World, date: string, given: Given): Promise<void> {
  const company = await companyNamed(world, given.company)
  const calendar = await calendarFor(world, company, given)
  const input = { ...base(company, given), id: calendar.id, date }
  const { name } = await refusing(world.db.write(removeHoliday, input, world.now()))
  if (given.json) return printJson({ calendar_id: calendar.id, date, name })
  say(`Removed ${name} on ${date} from ${calendar.name}.`)
}

type Wanted = Given & { country: string; region?: string; year: string[] }

async function fill(world: World, given: Wanted): Promise<void> {
  const { country, region } = given
  const company = await companyNamed(world, given.company)
  const holidays = await refusing(publicHolidays({ country, region, years: given.year.map(Number) }))
  const calendar = await calendarFor(world, company, given)
  const input = { ...base(company, given), id: calendar.id, holidays, fill: true }
  const { added, left_out } = await refusing(world.db.write(addHolidays, input, world.now()))
  if (given.json) return printJson({ calendar_id: calendar.id, added, left_out })
  const approved = left_out.filter(({ reason }) => reason === 'approved').length
  say(`Added ${added.length} holidays to ${calendar.name}; ${left_out.length - approved} dates were there already.`)
  if (approved > 0) say(`Left out ${approved} in approved time; --alters-approved adds them.`)
}

type Grant = Given & { user?: string[]; hours?: number }

async function grant(world: World, date: string, given: Grant): Promise<void> {
  const summary = await companyNamed(world, given.company)
  const calendar = calendarAmong(await calendarsOf(world, summary), given)
  const people = given.user?.map((name) => personNamed(world, summary, name))
  const wanted = {
    ...{ calendar, date },
    ...(people && { userIds: (await Promise.all(people)).map(({ id }) => id) }),
    ...(given.hours !== undefined && { seconds: Math.round(given.hours * 3600) }),
  }
  const company = await CompanySnapshot.of(summary.company_id, world.db.read)
  const outcome = await refusing(grantHoliday(world.db, company, author, wanted, world.now()))
  if (given.json) return printJson({ calendar_id: calendar.id, date, ...outcome })
  const name = calendar.holidays.find((each) => each.date === date)!.name
  say(`Granted ${name} on ${date} to ${counted(outcome.granted, 'person', 'people')}.`)
  for (const [reason, count] of Object.entries(outcome.skipped)) if (count > 0) say(`Left out ${count}: ${reason}.`)
}

async function listCountries(given: { country?: string; json?: true }): Promise<void> {
  const known = given.country === undefined ? await countries() : await refusing(regions(given.country))
  if (given.json) return printJson(known)
  if (known.length === 0) return say('This country has no regions with holidays of their own.')
  const heading = given.country === undefined ? 'country' : 'region'
  say(
    table(
      ['code', heading],
      known.map(({ code, name }) => [code, name]),
    ),
  )
}

async function set(world: World, name: string, given: Given & Scope): Promise<void> {
  const company = await companyNamed(world, given.company)
  const before = find(await calendarsOf(world, company), name)
  const groups = given.group?.map((group) => groupNamed(world, company.company_id, group))
  const pay = await payOf(world, company, given, before)
  const patch: CalendarPatch = {
    ...(before ? {} : { name }),
    ...(given.default && { is_default: true }),
    ...(groups && { group_ids: await Promise.all(groups) }),
    ...(pay !== undefined && { pay }),
  }
  const input = { ...base(company, given), ...(before && { id: before.id }), patch }
  const id = await refusing(world.db.write(saveCalendar, input, world.now()))
  const after = named(await calendarsOf(world, company), String(id))
  if (given.json) return printJson(after)
  say(`${before ? 'Changed' : 'Created'} the calendar ${after.name}.`)
}

async function payOf(
  world: World,
  company: CompanySummary,
  { payJobcode, payHours, weekends }: Scope,
  before: HolidayCalendar | undefined,
): Promise<CalendarPatch['pay']> {
  if (payJobcode === undefined && payHours === undefined && !weekends) return undefined
  if (payJobcode === 'none') return null
  const jobcode_id =
    payJobcode === undefined ? before?.pay?.jobcode_id : (await ptoJobcodeNamed(world, company, payJobcode)).id
  if (jobcode_id === undefined) throw new Mistake('--pay-jobcode is required with --pay-hours', 2)
  const seconds = payHours === undefined ? (before?.pay?.seconds ?? 8 * 3600) : Math.round(payHours * 3600)
  return { jobcode_id, seconds, weekends: weekends ?? before?.pay?.weekends ?? false }
}

async function removeCalendar(world: World, name: string, given: Given): Promise<void> {
  const company = await companyNamed(world, given.company)
  const calendar = named(await calendarsOf(world, company), name)
  await refusing(world.db.write(deleteCalendar, { ...base(company, given), id: calendar.id }, world.now()))
  if (given.json) return printJson({ id: calendar.id, deleted: true })
  say(`Deleted the calendar ${calendar.name}.`)
}

function calendarsOf({ db }: World, { company_id }: CompanySummary): Promise<HolidayCalendar[]> {
  return readCalendars(db.read, company_id)
}

/** The calendar to change. A company without one gets its first. */
async function calendarFor(
  world: World,
  company: CompanySummary,
  given: Given,
): Promise<Pick<HolidayCalendar, 'id' | 'name'>> {
  const all = await calendarsOf(world, company)
  if (all.length > 0) return calendarAmong(all, given)
  const name = given.calendar ?? 'Holidays'
  const id = await refusing(world.db.write(saveCalendar, { ...base(company, given), patch: { name } }, world.now()))
  return { id, name }
}

/** The one that the command names, or the only one. */
function calendarAmong(calendars: readonly HolidayCalendar[], { calendar }: Given): HolidayCalendar {
  if (calendar !== undefined) return named(calendars, calendar)
  if (calendars.length === 0) throw new Mistake('there is no calendar of holidays; see clockhouse holiday import')
  const names = calendars.map(({ name }) => name).join(', ')
  if (calendars.length > 1) throw new Mistake(`--calendar is required; the calendars are: ${names}`, 2)
  return firstOf(calendars)
}

function find(calendars: readonly HolidayCalendar[], wanted: string): HolidayCalendar | undefined {
  return calendars.find(({ name }) => fold(name) === fold(wanted)) ?? calendars.find(({ id }) => String(id) === wanted)
}

function named(calendars: readonly HolidayCalendar[], wanted: string): HolidayCalendar {
  const found = find(calendars, wanted)
  const names = calendars.map(({ name }) => name).join(', ') || 'none'
  if (!found) throw new Mistake(`there is no calendar ${wanted}; the calendars are: ${names}`)
  return found
}

function base({ company_id }: CompanySummary, given: Given) {
  return { companyId: company_id, author, alters_approved: given.altersApproved ?? false }
}

function hours(text: string): number {
  const number = Number(text)
  if (text.trim() === '' || !(number >= 0.01 && number <= 24))
    throw new InvalidArgumentError('It must be a number of hours up to 24.')
  return number
}
