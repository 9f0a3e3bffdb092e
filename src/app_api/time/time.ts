import { Type } from 'typebox'
import { paidOn } from '../../company/pay/pay_runs.ts'
import { locksOf } from '../../company/pay/who_locked.ts'
import { companyRounding, decidingRates, loadRules, policyOf } from '../../company/pay/worked_time.ts'
import { settingsFor, zoneFor } from '../../company/settings/settings.ts'
import type { CompanySnapshot } from '../../engine/company_snapshot.ts'
import type { Actor, ReadContext } from '../../engine/context.ts'
import { RequestError } from '../../engine/errors.ts'
import { type Handle, sql } from '../../engine/sql.ts'
import { standings } from '../../reports/current_totals.ts'
import { selectedPeople } from '../../reports/people.ts'
import { timeOfWeek, workedTotals } from '../../reports/worked_totals.ts'
import type { User } from '../../resources/users/record.ts'
import { valueAt } from '../../rules/elements.ts'
import { jobPay } from '../../rules/overtime/job_pay.ts'
import { type Calendar, writtenRules } from '../../rules/overtime/overtime.ts'
import { seesOf, sights } from '../../rules/people/sight.ts'
import { isDate, printUtc } from '../../rules/time/calendar.ts'
import { grows, thisWeek, today } from '../../rules/time/today.ts'
import { type AppEndpoint, endpoint, recordId } from '../endpoint.ts'
import {
  instant,
  nameOf,
  nullable,
  overtimeRule,
  person,
  roundingVersions,
  settingValues,
  writtenRounding,
} from '../format.ts'
import { visibleSettings } from '../start.ts'

const standing = Type.Object({
  user_id: Type.Integer(),
  timesheet_id: nullable(
    Type.Integer({ description: 'The running timesheet. Null off the clock, as are the next two.' }),
  ),
  jobcode_id: nullable(Type.Integer()),
  start: nullable(instant()),
  day_seconds: Type.Integer({
    description:
      'Worked today so far, paid breaks included. Rounded as on the timesheet, except for the kind of time that grows.',
  }),
  day_grows: Type.Boolean({ description: 'Whether the running timesheet is work of today, and adds to it.' }),
  week_seconds: Type.Integer({ description: 'Worked this week so far, calculated in the same way.' }),
  week_grows: Type.Boolean({ description: 'Whether it belongs to this week.' }),
  place: nullable(
    Type.Object(
      { latitude: Type.Number(), longitude: Type.Number(), at: instant() },
      { description: 'The last location reported since clocking in, if you may see it.' },
    ),
  ),
})

const lock = nullable(
  Type.Object(
    { who: person, at: instant() },
    { description: 'Null for a day that is not locked, or if the person is unknown.' },
  ),
)

const calendar = {
  zone: Type.String({ description: 'The time zone of the person’s working pattern.' }),
  dates_differ: Type.Boolean({ description: 'Whether dates of time entries may be of another zone.' }),
  starts: Type.Integer({ description: 'The hour at which workdays and workweeks start.' }),
  split: Type.Boolean({ description: 'Whether shifts are split there.' }),
  pause_hours: Type.Number({ description: 'A pause this long ends a shift.' }),
  fortnight_starts: nullable(Type.String({ description: 'A date on which 14 days begin.' })),
  time_off_jobcodes: nullable(
    Type.Array(Type.Integer(), {
      description: 'The only paid time off that counts toward overtime; null if all does.',
    }),
  ),
  stacking: Type.Enum(['sum', 'highest'], { description: 'What several rules that add pay for the same time.' }),
}

/** Data for pages about time, in addition to the records: the rules for a person's time, and who is working now. */
export const timeEndpoints: readonly AppEndpoint[] = [
  endpoint({
    method: 'GET',
    path: '/time_rules',
    about: 'Shows the rules for a person’s time, if you may see it.',
    who: 'everyone',
    query: Type.Object({
      user_id: Type.Optional(Type.Integer({ ...recordId, description: 'The person; you by default.' })),
    }),
    answer: Type.Object({
      user_id: Type.Integer(),
      zone: Type.String({ description: 'IANA time zone.' }),
      week_start: Type.Integer({ description: 'First day of the workweek, 0 for Sunday.' }),
      settings: Type.Record(Type.String(), settingValues, { description: 'By section and name.' }),
      overtime: Type.Array(overtimeRule, { description: 'Empty for a person who is exempt.' }),
      workdays: Type.Object(
        {
          ...calendar,
          holidays: Type.Array(Type.String(), { description: 'Dates, if work on holidays is paid differently.' }),
        },
        { description: 'How time is divided for hours by day and overtime.' },
      ),
      time_off_counts: Type.Boolean({ description: 'Whether paid time off counts toward overtime.' }),
      from: nullable(
        Type.String({ description: 'The first workday to which this division applies; null for always.' }),
      ),
      earlier: Type.Array(
        Type.Object({
          from: nullable(Type.String()),
          week_start: Type.Integer(),
          time_off_counts: Type.Boolean(),
          ...calendar,
        }),
        { description: 'How time was divided before, oldest first; each applies until the next.' },
      ),
      rounding: roundingVersions,
      job_pay: Type.Array(
        Type.Object({
          jobcode_id: Type.Integer({ description: '0 is for all jobs that are not listed.' }),
          from: nullable(Type.String()),
          rules: Type.Array(Type.String(), { description: 'Names of rules with `pay_below`.' }),
        }),
        { description: 'If the rate depends on the job, which rules for lower wages apply to it.' },
      ),
    }),
    async run({ actor, company, query }) {
      const { user_id = actor.userId } = query
      const user = await seenPerson(user_id, actor, company)
      const settings = await visibleSettings(company, user, actor)
      await loadRules(company)
      const policy = policyOf(user, company)
      return {
        user_id,
        zone: zoneFor(company, user),
        week_start: policy.weekStart,
        settings,
        overtime: writtenRules(policy.rules),
        workdays: { ...workdaysOf(policy), holidays: [...(policy.holidays ?? [])] },
        time_off_counts: policy.ptoCounts,
        from: policy.from ?? null,
        earlier: (policy.earlier ?? []).map((calendar) => ({
          from: calendar.from ?? null,
          week_start: calendar.weekStart,
          time_off_counts: calendar.ptoCounts,
          ...workdaysOf(calendar),
        })),
        rounding: writtenRounding(companyRounding(company)),
        job_pay: jobPay(policy, user_id, decidingRates(company)).map(({ from, ...pay }) => ({
          from: from || null,
          ...pay,
        })),
      }
    },
  }),
  endpoint({
    method: 'GET',
    path: '/time_locks',
    about:
      'Shows who submitted and who approved a day of a person, and whether it was paid, if you may see their time.',
    who: 'everyone',
    query: Type.Object({
      user_id: Type.Optional(Type.Integer({ ...recordId, description: 'The person; you by default.' })),
      date: Type.String({ description: 'The day.' }),
    }),
    answer: Type.Object({
      submitted: lock,
      approved: lock,
      paid: nullable(
        Type.Object(
          { start_date: Type.String(), end_date: Type.String() },
          { description: 'The days of the person that the pay run with this day has paid; null if none has.' },
        ),
      ),
    }),
    async run({ actor, company, query: { user_id = actor.userId, date }, world }) {
      if (!isDate(date)) throw new RequestError(417, 'date_malformed', { field: 'date' })
      const locks = await locksOf(await seenPerson(user_id, actor, company), date, company)
      const people = locks.map(({ changed_by_user_id }) => changed_by_user_id)
      await company.look('users', people)
      const said = (kind: string) => {
        const found = locks.find((lock) => lock.kind === kind)
        return found ? { who: nameOf(company, found.changed_by_user_id), at: printUtc(found.created) } : null
      }
      const paid = await paidOn(user_id, date, company.row.company_id, world.db.read)
      return { submitted: said('submitted'), approved: said('approved'), paid: paid ?? null }
    },
  }),
  endpoint({
    method: 'GET',
    path: '/working',
    about:
      'Lists the people whose time you may see: whether they are on the clock, and how long they have worked today and this week.',
    who: 'everyone',
    answer: Type.Object({ now: instant('The server’s time.'), working: Type.Array(standing) }),
    async run({ actor, company, now, world }) {
      const ctx = { actor, company, now }
      const handle = world.db.read
      const meant = selectedPeople({ values: {} }, actor, 'current_totals')
      const people = await standings(meant, ctx, handle)
      const worked = workedTotals(people, await timeOfWeek(people, ctx, handle), ctx)
      const places = await lastPlaces(ctx, handle)
      const working = people.map(({ user, sheet, running, rule }) => {
        const { day, week } = valueAt(worked, user.id)
        return {
          user_id: user.id,
          timesheet_id: sheet?.id ?? null,
          jobcode_id: sheet?.jobcode_id ?? null,
          start: sheet ? printUtc(sheet.start) : null,
          day_seconds: day,
          day_grows: running !== undefined && grows(running, today(now, rule), rule),
          week_seconds: week,
          week_grows: running !== undefined && grows(running, thisWeek(now, rule), rule),
          place: showsPlace(user, ctx) ? (places.get(user.id) ?? null) : null,
        }
      })
      return { now: printUtc(now), working }
    },
  }),
]

/** A person whose time the actor may see. RequestError 404 for anyone else. */
export async function seenPerson(id: number, actor: Actor, company: CompanySnapshot): Promise<User> {
  await company.look('users', [id])
  const user = company.get('users', id)
  if (!user || !seesOf(actor, sights.timesheets, user)) throw new RequestError(404, 'no_visible_user', { id })
  return user
}

function workdaysOf({
  zone = 'UTC',
  datesDiffer = false,
  dayStart,
  split,
  pauseSeconds,
  anchor,
  ptoJobcodes,
  stacking,
}: Calendar) {
  return {
    zone,
    dates_differ: datesDiffer,
    starts: dayStart ?? 0,
    split: split ?? false,
    pause_hours: (pauseSeconds ?? 0) / 3600,
    fortnight_starts: anchor ?? null,
    time_off_jobcodes: ptoJobcodes ? [...ptoJobcodes] : null,
    stacking: stacking ?? ('sum' as const),
  }
}

/** Whether the caller may see where a user is. */
function showsPlace(user: User, { actor, company }: ReadContext): boolean {
  const { installed, show_location } = settingsFor(company, user).location_aware.settings
  return seesOf(actor, sights.geolocations, user) && Number(installed) === 1 && Number(show_location) === 1
}

type Sample = { user_id: number; latitude: number; longitude: number; created: number }

/** The last reported locations of people on the clock, by user. */
async function lastPlaces({ company, now }: ReadContext, handle: Handle) {
  const { company_id: companyId } = company.row
  const rows = await handle.all<Sample>(sql`select g.user_id, g.latitude, g.longitude, g.created from timesheets t
    join geolocations g on g.company_id = t.company_id and g.user_id = t.user_id and g.created = (
      select max(m.created) from geolocations m where m.company_id = ${companyId} and m.user_id = t.user_id
        and m.created between t."start" and ${now})
    where t.company_id = ${companyId} and t."end" is null`)
  return new Map(
    rows.map(({ user_id, latitude, longitude, created }) => [user_id, { latitude, longitude, at: printUtc(created) }]),
  )
}
