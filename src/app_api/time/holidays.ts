import { Type } from 'typebox'
import { addHolidays, deleteCalendar, removeHoliday, saveCalendar } from '../../company/holidays/change_holidays.ts'
import { loadHolidays, readCalendars } from '../../company/holidays/holidays.ts'
import { countries, publicHolidays, regions } from '../../company/holidays/public_holidays.ts'
import type { Actor } from '../../engine/context.ts'
import { RequestError } from '../../engine/errors.ts'
import { grantHoliday } from '../../jobs/grant_holiday.ts'
import { defined } from '../../rules/elements.ts'
import { seesOf, sights } from '../../rules/people/sight.ts'
import {
  calendarOfGroup,
  type HolidayCalendar,
  holidaysMax,
  importYearsMax,
  rangeProblem,
} from '../../rules/time/holidays.ts'
import type { World } from '../../world.ts'
import { type AppEndpoint, endpoint, recordId } from '../endpoint.ts'
import { altersApproved, date, nullable } from '../format.ts'
import { languageAsked } from '../language.ts'

const pay = Type.Object(
  {
    jobcode_id: Type.Integer({ ...recordId, description: 'A jobcode of type pto.' }),
    seconds: Type.Integer({ minimum: 36, maximum: 86_400, description: 'Per holiday, such as 28800.' }),
    weekends: Type.Boolean({ description: 'Also for holidays on Saturdays and Sundays.' }),
  },
  { additionalProperties: false },
)

const holiday = Type.Object({ date: date(), name: Type.String() })

const properties = {
  is_default: Type.Boolean({
    description: 'Applies to everyone except groups with another calendar. Only one calendar can have this.',
  }),
  group_ids: Type.Array(recordId, {
    maxItems: 1000,
    description: 'Groups that have this calendar instead of the default one.',
  }),
  pay: nullable(
    Type.Object(pay.properties, {
      additionalProperties: false,
      description: 'The paid time off that each holiday grants on its date; null for none.',
    }),
  ),
}

const calendar = Type.Object({
  id: Type.Integer(),
  name: Type.String(),
  ...properties,
  holidays: Type.Array(holiday, { description: 'By date.' }),
})

const name = Type.String({ maxLength: 400, description: 'Unique in the company, ignoring case.' })

const byId = Type.Object({ id: recordId })
const answer = Type.Object({ calendar })
const region = Type.Object({ code: Type.String(), name: Type.String() })
const count = Type.Integer()

/** The company's holiday calendars. */
export const holidayEndpoints: readonly AppEndpoint[] = [
  endpoint({
    method: 'GET',
    path: '/holidays',
    about:
      'Lists the holidays between two dates, at most 400 days apart: those of a person whose time you may see, or without `user_id` those of all calendars in use.',
    who: 'everyone',
    query: Type.Object({
      start_date: Type.String({ description: 'First date, inclusive.' }),
      end_date: Type.String({ description: 'Last date, inclusive.' }),
      user_id: Type.Optional(Type.Integer({ ...recordId, description: 'The person.' })),
    }),
    answer: Type.Object({
      holidays: Type.Array(
        Type.Object({
          date: date(),
          name: Type.String(),
          calendar: Type.String({ description: 'The name of the calendar.' }),
          is_default: Type.Boolean({ description: 'Whether it is the default calendar.' }),
        }),
        { description: 'By date.' },
      ),
    }),
    async run({ actor, company, query: { start_date, end_date, user_id } }) {
      const problem = rangeProblem(start_date, end_date)
      if (problem) throw new RequestError(417, problem)
      const calendars = await loadHolidays(company)
      let shown = calendars.filter(({ is_default, group_ids }) => is_default || group_ids.length > 0)
      if (user_id !== undefined) {
        await company.look('users', [user_id])
        const user = company.get('users', user_id)
        if (!user || !seesOf(actor, sights.timesheets, user))
          throw new RequestError(404, 'no_visible_user', { id: user_id })
        const own = calendarOfGroup(calendars, user.group_id)
        shown = own ? [own] : []
      }
      const holidays = shown
        .flatMap(({ name: calendar, is_default, holidays }) =>
          holidays.map(({ date, name }) => ({ date, name, calendar, is_default })),
        )
        .filter(({ date }) => date >= start_date && date <= end_date)
        .sort((a, b) => (a.date === b.date ? Number(b.is_default) - Number(a.is_default) : a.date < b.date ? -1 : 1))
      return { holidays }
    },
  }),
  endpoint({
    method: 'GET',
    path: '/holiday_calendars',
    about: 'Lists the holiday calendars.',
    who: 'administrators',
    answer: Type.Object({ calendars: Type.Array(calendar) }),
    run: async ({ company }) => ({ calendars: [...(await loadHolidays(company))] }),
  }),
  endpoint({
    method: 'POST',
    path: '/holiday_calendars',
    about:
      'Creates a holiday calendar; a company can have 20. The first one applies to everyone unless it says otherwise.',
    who: 'administrators',
    body: Type.Object({ name, ...optional(properties), alters_approved: altersApproved }),
    answer,
    async run({ actor, world, now, body: { alters_approved = false, ...patch } }) {
      const id = await world.db.write(saveCalendar, { ...given(actor, alters_approved), patch: defined(patch) }, now)
      return { calendar: await calendarOf(id, actor, world) }
    },
  }),
  endpoint({
    method: 'PUT',
    path: '/holiday_calendars/:id',
    about: 'Changes a holiday calendar; omitted fields stay as they are.',
    who: 'administrators',
    params: byId,
    body: Type.Object({ name: Type.Optional(name), ...optional(properties), alters_approved: altersApproved }),
    answer,
    async run({ actor, world, now, params: { id }, body: { alters_approved = false, ...patch } }) {
      await world.db.write(saveCalendar, { ...given(actor, alters_approved), id, patch: defined(patch) }, now)
      return { calendar: await calendarOf(id, actor, world) }
    },
  }),
  endpoint({
    method: 'DELETE',
    path: '/holiday_calendars/:id',
    about: 'Deletes a calendar with its holidays. Paid time off that it granted stays.',
    who: 'administrators',
    params: byId,
    query: Type.Object({ alters_approved: altersApproved }),
    answer: Type.Object({ deleted: Type.Integer() }),
    async run({ actor, world, now, params: { id }, query: { alters_approved = false } }) {
      await world.db.write(deleteCalendar, { ...given(actor, alters_approved), id }, now)
      return { deleted: id }
    },
  }),
  endpoint({
    method: 'POST',
    path: '/holiday_calendars/:id/holidays',
    about: `Adds holidays to a calendar, which has at most ${holidaysMax}. Either all of them are added or none; a date that the calendar has already is refused.`,
    who: 'administrators',
    params: byId,
    body: Type.Object({
      holidays: Type.Array(
        Type.Object({ date: Type.String(), name: Type.String({ maxLength: 400 }) }, { additionalProperties: false }),
        { minItems: 1, maxItems: holidaysMax },
      ),
      alters_approved: altersApproved,
    }),
    answer,
    async run({ actor, world, now, params: { id }, body: { holidays, alters_approved = false } }) {
      await world.db.write(addHolidays, { ...given(actor, alters_approved), id, holidays }, now)
      return { calendar: await calendarOf(id, actor, world) }
    },
  }),
  endpoint({
    method: 'DELETE',
    path: '/holiday_calendars/:id/holidays/:date',
    about: 'Removes a holiday. Paid time off that it granted stays.',
    who: 'administrators',
    params: Type.Object({ id: recordId, date: Type.String() }),
    query: Type.Object({ alters_approved: altersApproved }),
    answer,
    async run({ actor, world, now, params: { id, date }, query: { alters_approved = false } }) {
      await world.db.write(removeHoliday, { ...given(actor, alters_approved), id, date }, now)
      return { calendar: await calendarOf(id, actor, world) }
    },
  }),
  endpoint({
    method: 'POST',
    path: '/holiday_calendars/:id/import',
    about:
      'Adds the public holidays of a country or region. Dates that the calendar has already stay as they are; those that would change how approved time is paid are left out.',
    who: 'administrators',
    params: byId,
    body: Type.Object({
      country: Type.String({ maxLength: 60, description: 'ISO 3166 code, such as US.' }),
      region: Type.Optional(Type.String({ maxLength: 60, description: 'ISO 3166-2 code, such as CA.' })),
      years: Type.Array(Type.Integer(), { minItems: 1, maxItems: importYearsMax }),
      alters_approved: altersApproved,
    }),
    answer: Type.Object({
      calendar,
      added: Type.Array(holiday),
      left_out: Type.Array(Type.Object({ ...holiday.properties, reason: Type.Enum(['already there', 'approved']) })),
    }),
    async run({ actor, world, now, params: { id }, body: { alters_approved = false, ...wanted }, request }) {
      const holidays = await publicHolidays({ ...wanted, language: languageAsked(request) })
      const input = { ...given(actor, alters_approved), id, holidays, fill: true }
      const outcome = await world.db.write(addHolidays, input, now)
      return { calendar: await calendarOf(id, actor, world), ...outcome }
    },
  }),
  endpoint({
    method: 'POST',
    path: '/holiday_calendars/:id/grant',
    about:
      'Grants the paid time off of a past or current holiday to people who do not have it yet, for holidays or people that were added late.',
    who: 'administrators',
    params: byId,
    body: Type.Object({
      date: Type.String({ description: 'The date of the holiday.' }),
      user_ids: Type.Optional(
        Type.Array(recordId, {
          minItems: 1,
          maxItems: 1000,
          description:
            'Only these people, whichever calendar they have; by default everyone to whom the calendar applies.',
        }),
      ),
      seconds: Type.Optional(
        Type.Integer({
          ...pay.properties.seconds,
          description: 'Per person; by default the hours that the calendar grants.',
        }),
      ),
    }),
    answer: Type.Object({
      granted: Type.Integer({ description: 'Number of timesheets made.' }),
      skipped: Type.Object(
        { 'granted before': count, 'has an entry': count, approved: count, 'not employed': count, 'day off': count },
        { description: 'Number of people without one, by reason.' },
      ),
    }),
    async run({ actor, company, world, now, params: { id }, body }) {
      const { date, user_ids: userIds, seconds } = body
      const calendar = await calendarOf(id, actor, world)
      const wanted = { calendar, date, ...(userIds && { userIds }), ...(seconds !== undefined && { seconds }) }
      return grantHoliday(world.db, company, given(actor, false).author, wanted, now)
    },
  }),
  endpoint({
    method: 'GET',
    path: '/public_holidays',
    about: 'Lists the countries whose public holidays can be imported, or the regions of one.',
    who: 'administrators',
    query: Type.Object({ country: Type.Optional(Type.String({ maxLength: 60, description: 'ISO 3166 code.' })) }),
    answer: Type.Object({
      countries: Type.Optional(Type.Array(region)),
      regions: Type.Optional(Type.Array(region)),
    }),
    async run({ query: { country }, request }) {
      const language = languageAsked(request)
      return country === undefined
        ? { countries: await countries(language) }
        : { regions: await regions(country, language) }
    },
  }),
]

function optional({ is_default, group_ids, pay }: typeof properties) {
  return { is_default: Type.Optional(is_default), group_ids: Type.Optional(group_ids), pay: Type.Optional(pay) }
}

function given({ companyId, userId, application }: Actor, alters_approved: boolean) {
  return { companyId, author: { userId, application }, alters_approved }
}

async function calendarOf(id: number, { companyId }: Actor, { db }: World): Promise<HolidayCalendar> {
  const found = (await readCalendars(db.read, companyId)).find((each) => each.id === id)
  if (!found) throw new RequestError(404, 'no_such_holiday_calendar', { id })
  return found
}
