import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** A value of a column as the files have it. */
export type Stored = string | number | null | { hex: string }

type Asked = { as: 'ada' | 'ben'; path: string; data?: object }

/** What an earlier version stored and answered: `make.ts` has let it do so. */
export type Earlier = {
  version: string
  commit: string
  /** When, in microseconds since the epoch. */
  made: number
  tokens: Record<'ada' | 'ben', string>
  /** The cookie of Ben's session. */
  cookie: string
  answers: (Asked & { body: Record<string, unknown> })[]
  tables: Record<string, { columns: string[]; rows: Stored[][] }>
}

/** The passwords of the people. */
export const passwords = { ada: 'ein langes Kennwort', ben: 'noch ein langes Kennwort' }

export function earlier(version: string): Earlier {
  return JSON.parse(readFileSync(join(import.meta.dirname, `${version}.txt`), 'utf8'))
}

/** The questions that the earlier version answered. */
export function askedOf({ from, to, calendar }: { from: string; to: string; calendar: number }): Asked[] {
  const dates = { start_date: from, end_date: to }
  const lists = [
    ...['users?active=both', 'groups', 'jobcodes?active=both', 'jobcode_assignments', 'customfields', 'current_user'],
    ...[
      `timesheets?start_date=${from}&on_the_clock=both`,
      `timesheets_deleted?start_date=${from}&end_date=${to}`,
      'locations',
    ],
    ...[
      'schedule_calendars',
      `schedule_events?schedule_calendar_ids=${calendar}&start=${from}T00:00:00Z`,
      'time_off_requests',
    ],
    ...['time_off_request_entries?status=pending', 'notifications', 'effective_settings', 'geofence_configs'],
  ]
  const reports: [string, object][] = [
    ['payroll', dates],
    ['payroll_by_jobcode', dates],
    ['project', dates],
    ['current_totals', {}],
  ]
  return [
    ...lists.map((path) => ({ as: 'ada' as const, path: `/${path}` })),
    ...reports.map(([name, data]) => ({ as: 'ada' as const, path: `/reports/${name}`, data })),
    { as: 'ben', path: `/timesheets?start_date=${from}` },
    { as: 'ben', path: '/current_user' },
  ]
}

/** Signs a person in with a password, as the page does; returns the cookie of the session. Throws if that is refused. */
export async function signIn(url: string, username: string, password: string): Promise<string> {
  const page = await fetch(`${url}/sign-in`)
  const token = /name="token" value="([^"]+)"/.exec(await page.text())![1]!
  const answer = await fetch(`${url}/sign-in`, {
    method: 'POST',
    redirect: 'manual',
    headers: { cookie: cookieOf(page), origin: url, 'sec-fetch-site': 'same-origin' },
    body: new URLSearchParams({ token, intent: 'sign-in', username, password }),
  })
  if (answer.status !== 303 && answer.status !== 302) throw new Error(`${answer.status}: ${await answer.text()}`)
  const cookie = cookieOf(answer)
  if (!cookie.includes('clockhouse=')) throw new Error(`there is another step: ${cookie}`)
  return cookie
}

function cookieOf(answer: Response): string {
  return answer.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ')
}
