import { type Static, Type } from 'typebox'
import { expectedWorkOf } from '../../company/settings/expected_work.ts'
import { settingsFor, zoneFor } from '../../company/settings/settings.ts'
import { sql } from '../../engine/sql.ts'
import { dayRuleFor } from '../../reports/current_totals.ts'
import { seesOthers } from '../../reports/today/crew.ts'
import { approvesTime } from '../../reports/today/issues.ts'
import { visibleEvents } from '../../resources/schedule_events/visibility.ts'
import type { User } from '../../resources/users/record.ts'
import { runStates } from '../../rules/pay/adjustments.ts'
import { addDays, day, localDate, printUtc } from '../../rules/time/calendar.ts'
import { exceptionKinds } from '../../rules/time/exceptions.ts'
import { payPeriodOf } from '../../rules/time/pay_periods.ts'
import { viewReach } from '../../rules/time/schedule.ts'
import { thisWeek } from '../../rules/time/today.ts'
import { type AppEndpoint, endpoint, refuseManaging } from '../endpoint.ts'
import { date, instant, nullable } from '../format.ts'
import { reported, sentBackList, sentBackTo } from './approvals.ts'

const seconds = (description: string) => Type.Integer({ description })

const shift = Type.Object({
  id: Type.Integer(),
  start: instant(),
  end: instant(),
  all_day: Type.Boolean(),
  timezone: Type.String({ description: 'IANA time zone of the shift.' }),
  title: Type.String(),
  job: Type.String({ description: 'Name of the jobcode; empty for none.' }),
  location: Type.String(),
})

const own = Type.Object(
  {
    schedule: Type.Boolean({ description: 'Whether you see your shifts; without that, there are none.' }),
    shifts: Type.Array(shift, { description: 'Your current shift and the next ones, within four weeks.' }),
    week: Type.Array(Type.Object({ date: date(), planned_seconds: seconds('What you would work on that date.') }), {
      description: 'Your workweek: by published shifts in weeks that have some, otherwise by the working pattern.',
    }),
    sent_back: sentBackList,
    to_submit: nullable(
      Type.Object(
        { start_date: date(), end_date: date() },
        { description: 'Days of the last pay period with time that you have not submitted.' },
      ),
    ),
  },
  { description: 'Null for users who do not track time.' },
)

const who = {
  user_id: Type.Integer(),
  name: Type.String(),
  phone: Type.String({ description: 'Mobile number; empty for none, or if you may not see it.' }),
}

const running = {
  timesheet_id: Type.Integer(),
  job: Type.String({ description: 'Name of the jobcode; empty for none.' }),
  start: instant(),
}

function listOf<Schema extends ReturnType<typeof Type.Object>>(row: Schema, description: string) {
  return Type.Object(
    { count: Type.Integer(), rows: Type.Array(row) },
    { description: `${description} At most 50 rows.` },
  )
}

const crew = Type.Object(
  {
    on_clock: Type.Integer({ description: 'People on the clock, on break or not, as on the board.' }),
    on_break: Type.Integer(),
    off: Type.Integer(),
    late: listOf(
      Type.Object({
        ...who,
        kind: Type.Enum(['late', 'absent'], { description: 'absent: for two hours, or the whole shift.' }),
        date: date('Of the shift.'),
        start: instant(),
        end: instant(),
      }),
      'People who have recorded nothing since their published shift began five minutes ago or earlier.',
    ),
    breaks: listOf(
      Type.Object({
        ...who,
        ...running,
        limit_seconds: seconds('The longest break that rules ask for, and a grace of five minutes.'),
      }),
      'People on a break for longer than that.',
    ),
    long_days: listOf(
      Type.Object({ ...who, ...running, day_seconds: seconds('As on the board.') }),
      'People on the clock who have worked ten hours today.',
    ),
    overtime: listOf(
      Type.Object({
        ...who,
        week_seconds: seconds('Worked this week so far, as on the board.'),
        planned_seconds: seconds('Planned until the end of the week: shifts without breaks, or the working pattern.'),
        overtime_seconds: seconds('Overtime so far.'),
        expected_seconds: seconds('Overtime by the end of the week, including that.'),
        date: date('The day of the first overtime.'),
        reason: Type.String({ description: 'Why it is overtime, such as `over 40 h a week`.' }),
      }),
      'People who have overtime this week, or will have by their own rules if they work as planned.',
    ),
    issues: listOf(
      Type.Object({
        ...who,
        kind: Type.Enum([...exceptionKinds]),
        date: date(),
        timesheet_ids: Type.Array(Type.Integer()),
        words: Type.String({ description: 'A description for people to read.' }),
      }),
      'Missing punches of the last 7 days in time that is not approved.',
    ),
    again: instant('When the lists change by themselves, or should be looked at again.'),
  },
  { description: 'Null for users who do not see who else is on the clock.' },
)

const waiting = Type.Object(
  {
    time_off: listOf(
      Type.Object({
        ...who,
        id: Type.Integer({ description: 'The request.' }),
        start_date: date(),
        end_date: date(),
        seconds: seconds('To be decided.'),
        kinds: Type.Array(Type.String(), { description: 'Names of the kinds of time off.' }),
      }),
      'Requests for time off that you can decide.',
    ),
    corrections: listOf(
      Type.Object({ ...who, id: Type.Integer(), date: date(), reason: Type.String(), created: instant() }),
      'Corrections that you can decide.',
    ),
    today: date('In the company’s time zone.'),
    periods: Type.Array(
      Type.Object({
        start_date: date(),
        end_date: date(),
        running: Type.Boolean({ description: 'Whether the period has not ended.' }),
        waiting: Type.Integer({ description: 'People whose time is not approved.' }),
        submitted: Type.Integer({ description: 'Those who have submitted all of it.' }),
        people: Type.Array(Type.Object({ ...who, submitted: Type.Boolean() }), {
          description: 'At most 12 of them, those who have not submitted first.',
        }),
        ready: Type.Boolean({
          description: 'Whether all its time is approved and its pay run can be closed; only for administrators.',
        }),
        pay_run: nullable(
          Type.Object(
            {
              id: Type.Integer(),
              start_date: date(),
              end_date: date(),
              state: Type.Enum([...runStates]),
              gross_cents: Type.Integer(),
              seconds: Type.Integer({ description: 'Of work and time off.' }),
            },
            { description: 'The regular pay run of the period; only for administrators.' },
          ),
        ),
      }),
      { description: 'The last pay periods, and all with time to approve, oldest first.' },
    ),
  },
  { description: 'Null for users who approve no one’s time.' },
)

const project = Type.Object({
  id: Type.Integer(),
  name: Type.String(),
  jobcode_id: Type.Integer(),
  due_date: Type.String({ description: 'YYYY-MM-DD, or empty.' }),
  total_tracked_seconds: Type.Integer(),
  total_estimated_seconds: Type.Integer(),
  budget_progress: nullable(Type.Number({ description: 'Tracked divided by estimated time.' })),
})

const led = Type.Object({
  crew: nullable(crew),
  waiting: nullable(waiting),
  projects: nullable(listOf(project, 'Projects that have used at least 80 percent of their estimate.')),
})

type Call = Parameters<AppEndpoint['run']>[0]

/** The first page: what each person needs today. */
export const todayEndpoints: readonly AppEndpoint[] = [
  endpoint({
    method: 'GET',
    path: '/today',
    isReport: true,
    about:
      'Shows what you need today: your shifts and week, what was sent back, and if you lead others, which of them need you, what waits for your decision, and projects near the end of their estimate. Every figure is the same as on the page that it is about.',
    who: 'everyone',
    answer: Type.Object({ now: instant('The server’s time.'), own: nullable(own), ...led.properties }),
    async run(call) {
      const { actor, company, now } = call
      refuseManaging(actor)
      const user = company.get('users', actor.userId)
      const leads = seesOthers(actor) || approvesTime(actor)
      const none: Static<typeof led> = { crew: null, waiting: null, projects: null }
      return {
        now: printUtc(now),
        own: user?.permissions.time_tracking ? await ownToday(user, call) : null,
        ...(leads ? (JSON.parse(String(await reported('today', {}, call))) as Static<typeof led>) : none),
      }
    },
  }),
]

async function ownToday(user: User, { company, now, actor, world }: Call): Promise<Static<typeof own>> {
  const { first } = thisWeek(now, dayRuleFor(user, company, now))
  const last = addDays(first, 6)
  const plannedOn = await expectedWorkOf(user, { start_date: first, end_date: last }, company, world.db.read)
  const dates = Array.from({ length: 7 }, (_, index) => addDays(first, index))
  const { everyone, self, managed, group } = viewReach(actor)
  const isUsed = Number(settingsFor(company, user).schedule.settings.installed) === 1
  const schedule = isUsed && (everyone || self || managed || group)
  return {
    schedule,
    shifts: schedule ? await nextShifts({ company, now, actor }) : [],
    week: dates.map((date) => ({ date, planned_seconds: plannedOn(date) })),
    sent_back: await sentBackTo(user, company),
    to_submit: await unsubmitted(user, company, now),
  }
}

/** How many shifts are shown, and how far ahead. */
const shiftsMax = 3
const daysAhead = 28

type ShiftRow = { id: number; start: number; end: number; all_day: number; timezone: string } & {
  title: string
  jobcode_id: number
  location: string
}

/** The person's published shifts that have not ended, as they see them on the schedule. */
async function nextShifts({ company, now, actor }: Pick<Call, 'company' | 'now' | 'actor'>) {
  const rows = await company.ask<ShiftRow>(
    sql`select id, "start", "end", all_day, timezone, title, jobcode_id, location from schedule_events
      where company_id = ${actor.companyId} and ${visibleEvents(actor)} and user_id = ${actor.userId}
      and assigned_user_ids <> '' and kind <> 'base' and active = 1 and draft = 0
      and "end" > ${now} and "start" between ${now - 31 * day} and ${now + daysAhead * day}
      order by "start", id limit ${shiftsMax}`,
  )
  await company.look(
    'jobcodes',
    rows.map(({ jobcode_id }) => jobcode_id),
  )
  return rows.map(({ start, end, all_day, jobcode_id, ...row }) => ({
    ...row,
    ...{ start: printUtc(start), end: printUtc(end), all_day: all_day === 1 },
    job: company.get('jobcodes', jobcode_id)?.name ?? '',
  }))
}

/** The days of the last pay period that a person who submits their own time has not submitted, if they have time. */
async function unsubmitted(user: User, company: Call['company'], now: number) {
  const { approvals, general } = settingsFor(company, user)
  const { installed, employee_approval } = approvals.settings
  if (Number(installed) !== 1 || Number(employee_approval) !== 1) return null
  const current = payPeriodOf(localDate(now, zoneFor(company, user)), general.settings)
  const { start, end } = payPeriodOf(addDays(current.start, -1), general.settings)
  const from = [start, addDays(user.submitted_to, 1), addDays(user.approved_to, 1)].sort().at(-1) ?? start
  if (from > end) return null
  const found = await company.ask(sql`select 1 as one from timesheets where company_id = ${company.row.company_id}
    and user_id = ${user.id} and date between ${from} and ${end} limit 1`)
  return found.length > 0 ? { start_date: from, end_date: end } : null
}
