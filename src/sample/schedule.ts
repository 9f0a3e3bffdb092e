import { fold, type Row } from '../engine/sql.ts'
import type { RecordOf } from '../engine/table.ts'
import { firstOf } from '../rules/elements.ts'
import { addDays, instantOf, localDate, weekOf } from '../rules/time/calendar.ts'
import { Chance } from './chance.ts'
import type { Story } from './options.ts'
import { never, type Sample } from './people_and_jobs.ts'

type Shift = { date: string; from: number; to: number; people: number[]; title: string } & Partial<{
  job: number
  notes: string
  color: ScheduleEvent['color']
  draft: boolean
}>

type ScheduleEvent = RecordOf<'schedule_events'>

const colors: Readonly<Record<string, ScheduleEvent['color']>> = {
  'North Crew': '#2196F3',
  'South Crew': '#43A047',
  Service: '#EF6C00',
}

/** Shifts for this week and the next: one per person and day, a team shift and an open one; some of them drafts. */
export function makeSchedule(
  company: Sample,
  timesheets: readonly RecordOf<'timesheets'>[],
  options: Story,
): ScheduleEvent[] {
  const today = localDate(options.now, options.zone)
  const week = weekOf(today, 0)
  const crews = company.people.filter(({ person, to }) => person.group in colors && to > today)
  const away = new Set(timesheets.flatMap((row) => (row.time_off_entry_id ? `${row.user_id}/${row.date}` : [])))
  const shifts = [...crewShifts(crews, week, away, options.seed), ...specialShifts(company, crews, week)]
  const creator = company.userId('marcus')
  const created = Math.min(options.now, instantOf(addDays(week, -3), 15 * 3600, options.zone))
  const event = (shift: Shift, rest: Partial<ScheduleEvent> = {}) => ({
    ...eventOf(shift, options, creator, created),
    ...rest,
  })
  return shifts.flatMap((shift) => {
    if (shift.people.length < 2) return [event(shift)]
    const base = event(shift, { kind: 'base' })
    const own = (user: number) => event({ ...shift, people: [user] }, { kind: 'instance', base_id: base.id })
    return [base, ...shift.people.map(own)]
  })
}

type Crew = Sample['people']

/** One shift per person and workday for two weeks. Next week's are drafts for South Crew. */
function crewShifts(crews: Crew, week: string, away: ReadonlySet<string>, seed: number): Shift[] {
  return [1, 2, 3, 4, 5, 8, 9, 10, 11, 12].flatMap((day) =>
    crews.flatMap(({ person, record, jobs }): Shift[] => {
      const date = addDays(week, day)
      const open = jobs.filter((job) => job.archivedOn === never)
      if (away.has(`${record.id}/${date}`) || open.length === 0) return []
      const job = new Chance(seed, person.group, date, 'shift').pick(open)
      const from = person.habit === 'site' ? 7 : 8
      const color = colors[person.group]!
      const draft = day > 7 && person.group === 'South Crew'
      return [{ date, from, to: from + 8.5, people: [record.id], job: job.id, title: job.name, color, draft }]
    }),
  )
}

/** A shift for a whole team, and an open one. */
function specialShifts(company: Sample, crews: Crew, week: string): Shift[] {
  const north = crews.filter(({ person }) => person.group === 'North Crew').map(({ record }) => record.id)
  const open = { title: 'Saturday on call', notes: 'Who takes it?', job: company.jobAt('service/emergency').id }
  return [
    { date: addDays(week, 8), from: 6.5, to: 7, people: north, title: 'Safety briefing', notes: 'At the trailer.' },
    { date: addDays(week, 13), from: 8, to: 14, people: [], ...open },
  ]
}

function eventOf(shift: Shift, { zone, nextId, calendarId }: Story, creator: number, created: number): ScheduleEvent {
  const { date, from, to, people, title, job = 0, notes = '', color = '#486B7A', draft = false } = shift
  const start = instantOf(date, from * 3600, zone)
  const end = instantOf(date, to * 3600, zone)
  const told = people.length === 1 && !draft
  return {
    id: nextId(),
    user_id: people[0] ?? creator,
    schedule_calendar_id: calendarId,
    jobcode_id: job,
    all_day: false,
    start,
    end,
    active: true,
    draft,
    timezone: zone,
    title,
    notes,
    color,
    customfields: {},
    assigned_user_ids: people,
    location: '',
    kind: 'single',
    base_id: 0,
    created_by_user_id: creator,
    told_user_id: told ? firstOf(people) : 0,
    told_start: told ? start : 0,
    told_end: told ? end : 0,
    created,
    last_modified: created,
  }
}

/** Templates for the shifts that the company plans again and again. */
export function makeShiftTemplates({ founded, jobAt }: Sample, { nextId }: Story): Row[] {
  const blank = { jobcode_id: 0, all_day: 0, title: '', notes: '', location: '', created: founded }
  const onCall = {
    jobcode_id: jobAt('service/emergency').id,
    title: 'On call',
    notes: 'Take the service van home, and answer within 15 minutes.',
    color: '#BF1959',
  }
  return [
    { name: 'Site day', start_time: '07:00', end_time: '15:30', color: colors['North Crew']! },
    { name: 'Service day', start_time: '08:00', end_time: '16:30', color: colors.Service! },
    { name: 'Night on call', start_time: '20:00', end_time: '06:00', ...onCall },
  ].map((template) => ({ ...blank, ...template, id: nextId(), name_key: fold(template.name) }))
}

const workdays = 'Mon,Tue,Wed,Thu,Fri'

/** The company's reminders, and those of people who have their own. */
export function makeReminders({ founded, userId }: Sample, { nextId }: Story): RecordOf<'reminders'>[] {
  type Reminder = RecordOf<'reminders'>
  const list: readonly (readonly [number, Reminder['reminder_type'], time: string, days: string, by: string])[] = [
    [0, 'clock-in', '07:05:00', workdays, 'Push'],
    [0, 'clock-out', '17:30:00', workdays, 'Push,Email'],
    [userId('maya'), 'clock-in', '08:05:00', workdays, 'Push'],
    [userId('grace'), 'clock-out', '16:00:00', `${workdays},Sat`, 'Push'],
  ]
  return list.map(([user_id, reminder_type, due_time, due_days_of_week, distribution_methods]) => {
    const row = { id: nextId(), user_id, reminder_type, due_time, due_days_of_week, distribution_methods }
    return { ...row, active: true, enabled: true, created: founded, last_modified: founded }
  })
}
