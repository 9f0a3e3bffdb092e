import { Refusal } from '../engine/errors.ts'
import { firstOf } from '../rules/elements.ts'
import { addDays, isDate, isZone, localDate, parseInstant, printUtc, second, weekOf } from '../rules/time/calendar.ts'
import { type ApiAccess, read, type Tool } from './access.ts'

/** Tools for the most common questions, answered with names instead of ids. */
export const questions: readonly Tool[] = [
  {
    name: 'who_is_on_the_clock',
    title: 'Who is on the clock',
    description:
      'Everyone who is working right now, as far as the user may see: their name and job, since when, and the seconds of this shift and of today.',
    parameters: {},
    run: async (_args, api) => JSON.stringify(await onTheClock(api)),
  },
  {
    name: 'my_hours',
    title: 'My hours of a week',
    description:
      'The hours of the user in one week, by day and by job, with the running entry: this week, or the one that contains `date`.',
    parameters: { date: { type: 'string', format: 'date', description: 'A day of the week; today if omitted.' } },
    run: async ({ date }, api) => JSON.stringify(await hoursOfWeek(api, date)),
  },
]

// The properties of the API's records that the answers use.
type Person = { id: number; display_name: string; first_name: string; last_name: string }
type Entry = { id: number; jobcode_id: number; date: string; start: string; duration: number; on_the_clock: boolean }
type Counted = Entry & { seconds: number }
type Standing = {
  user_id: number
  jobcode_id: number
  timesheet_id: number
  shift_seconds: number
  day_seconds: number
}

async function onTheClock(api: ApiAccess) {
  const { results, supplemental_data, more } = JSON.parse(
    await read(api, '/reports/current_totals', { on_the_clock: 'yes', limit: 200 }),
  )
  const { users = {}, jobcodes = {} } = supplemental_data
  const rows = Object.values<Standing>(results.current_totals)
  const now = api.now()
  return {
    people: rows.map(({ user_id, jobcode_id, timesheet_id, shift_seconds, day_seconds }) => ({
      user_id,
      name: nameOf(users[user_id]),
      job: jobcodes[jobcode_id]?.name ?? '',
      jobcode_id,
      timesheet_id,
      since: printUtc(now - shift_seconds * second),
      shift_seconds,
      day_seconds,
    })),
    as_of: printUtc(now),
    more,
  }
}

function nameOf(user: Person | undefined): string {
  return user ? (user.display_name || `${user.first_name} ${user.last_name}`).trim() : ''
}

async function hoursOfWeek(api: ApiAccess, date: unknown) {
  if (date !== undefined && (typeof date !== 'string' || !isDate(date))) throw new Refusal(417, 'tool_date_malformed')
  const [me, { tz, weekStart }] = await Promise.all([currentUser(api), settingsOf(api)])
  const from = weekOf(date ?? localDate(api.now(), tz), weekStart)
  const to = addDays(from, 6)
  const sheets: Entry[] = []
  const jobs: Record<number, { name: string }> = {}
  for (let page = 1; ; page++) {
    const query = { user_ids: me.id, start_date: from, end_date: to, on_the_clock: 'both', limit: 200, page }
    const { results, supplemental_data, more } = JSON.parse(await read(api, '/timesheets', query))
    sheets.push(...Object.values<Entry>(results.timesheets))
    Object.assign(jobs, supplemental_data?.jobcodes)
    if (!more) break
  }
  const timed = sheets.map((sheet) => ({ ...sheet, seconds: secondsOf(sheet, api.now()) }))
  const jobOf = ({ jobcode_id }: Entry) => (jobcode_id === 0 ? '' : (jobs[jobcode_id]?.name ?? String(jobcode_id)))
  const running = sheets.find(({ on_the_clock }) => on_the_clock)
  return {
    user_id: me.id,
    name: nameOf(me),
    from,
    to,
    total_seconds: sum(timed),
    days: grouped(timed, ({ date }) => date).map(([day, seconds]) => ({ date: day, seconds })),
    jobs: grouped(timed, jobOf).map(([job, seconds]) => ({ job, seconds })),
    running: running ? { timesheet_id: running.id, job: jobOf(running), since: running.start } : null,
  }
}

/** The seconds of an entry; for a running one, until now. */
function secondsOf(sheet: Entry, now: number): number {
  if (!sheet.on_the_clock) return sheet.duration
  const start = parseInstant(sheet.start)?.instant ?? now
  return Math.max(0, Math.floor((now - start) / second))
}

function sum(sheets: readonly Counted[]): number {
  return sheets.reduce((total, { seconds }) => total + seconds, 0)
}

function grouped(sheets: readonly Counted[], key: (sheet: Counted) => string): [string, number][] {
  const groups = [...Map.groupBy(sheets, key)]
  return groups.map(([name, some]): [string, number] => [name, sum(some)]).sort(([a], [b]) => (a < b ? -1 : 1))
}

/** The assistant's user. */
export async function currentUser(api: ApiAccess): Promise<Person> {
  const { results } = JSON.parse(await read(api, '/current_user', { supplemental_data: 'no' }))
  return firstOf(Object.values<Person>(results.users))
}

/** The time zone of a person and the first day of their workweek; the user's own if the user may not see theirs. */
export async function settingsOf(api: ApiAccess, userId?: number): Promise<{ tz: string; weekStart: number }> {
  const ask = (filters: { user_id?: number }) => read(api, '/effective_settings', filters)
  const text = userId === undefined ? await ask({}) : await ask({ user_id: userId }).catch(() => ask({}))
  const { tz, week_start } = JSON.parse(text).results.effective_settings.general.settings
  return { tz: isZone(tz) ? tz : 'UTC', weekStart: Number(week_start) || 0 }
}
