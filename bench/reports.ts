import type { Result } from 'autocannon'
import { openSnapshots, type Place } from '../src/db/open.ts'
import { indexHint, type Sql, sql } from '../src/engine/sql.ts'
import { answer, type Question } from '../src/reports/index.ts'
import { addDays } from '../src/rules/calendar.ts'
import { machineClock } from '../src/world.ts'
import '../src/resources/index.ts'
import type { Loaded } from './load.ts'

type Headers = Record<string, string>

const times = 15

/**
 * Measures the CPU time of reports relative to the database’s own sums of the same time, in alternating runs, and how
 * long the server takes to answer, the first time and again while nothing has changed. All figures are medians.
 */
export async function measureReports(url: string, headers: Headers, place: Place, loaded: Loaded): Promise<void> {
  const snapshots = await openSnapshots(place)
  const { companyId, lastDay } = loaded
  const sums = (columns: Sql, from: string) => sql`select ${columns}, sum(duration) as seconds
    from timesheets ${indexHint('timesheets_user_date')} where company_id = ${companyId}
    and user_id in (select id from users where company_id = ${companyId})
    and date between ${from} and ${lastDay} and "end" is not null group by ${columns}`
  const month = addDays(lastDay, -30)
  const year = addDays(lastDay, -364)
  const compared: [string, string, Sql, string][] = [
    ['payroll', month, sql`user_id, date`, 'by user and day'],
    ['payroll_by_jobcode', month, sql`user_id, date, jobcode_id`, 'by user, day and jobcode'],
    ['project', year, sql`user_id, jobcode_id`, 'by user and jobcode'],
  ]
  for (const [report, from, columns, about] of compared) {
    const query = sums(columns, from)
    const reckon = () =>
      snapshots.take((handle) => answer(administratorAsks(report, from, loaded), handle), loaded.companyId)
    const [bare, whole, first, again]: number[][] = [[], [], [], []]
    for (let n = 0; n < times; n++) {
      bare!.push(await spent(() => snapshots.take((handle) => handle.all(query), loaded.companyId)))
      whole!.push(await spent(async () => new TextEncoder().encode((await reckon()).text)))
      first!.push(await timed(() => ask(url, headers, report, from, lastDay)))
      again!.push(await timed(() => ask(url, headers, report, from, lastDay, made)))
    }
    const ratio = (median(whole!) / median(bare!)).toFixed(1)
    console.log(
      `  ${report} of ${loaded.users.length} people, ${from} to ${lastDay}: CPU time ${ms(whole!)}, bare sums ${about} ${ms(bare!)}, ratio ${ratio}; answered in ${ms(first!)}, unchanged in ${ms(again!)}`,
    )
  }
  await snapshots.close()
}

/** The report's question, as an administrator. */
function administratorAsks(report: string, from: string, { companyId, users, lastDay }: Loaded): Question {
  const permissions = new Set<string>()
  const actor = { companyId, userId: users[0]!, isAdmin: true, permissions, manages: [], application: '' }
  const given = new Map(Object.entries({ start_date: [from], end_date: [lastDay] }))
  return { report, given, actor, now: machineClock() }
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now()
  await work()
  return performance.now() - began
}

/** CPU milliseconds of this process. */
async function spent(work: () => Promise<unknown>): Promise<number> {
  const before = process.cpuUsage()
  await work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000
}

function ms(values: number[]): string {
  return `${median(values).toFixed(1)} ms`
}

/** Measures exports of one month over HTTP; medians of three. */
export async function measureExports(url: string, headers: Headers, { lastDay }: Loaded): Promise<void> {
  const range = `start_date=${addDays(lastDay, -30)}&end_date=${lastDay}`
  for (const file of ['payroll?format=csv', 'timesheets?format=csv', 'timesheets?format=pdf']) {
    const taken: number[] = []
    let size = 0
    for (let n = 0; n < 3; n++) {
      const began = performance.now()
      const answer = await fetch(`${url}/api/console/exports/${file}&${range}`, { headers })
      const bytes = Buffer.from(await answer.arrayBuffer())
      if (answer.status !== 200) throw new Error(`${file}: ${bytes.toString().slice(0, 300)}`)
      taken.push(performance.now() - began)
      size = bytes.length
    }
    console.log(`  export ${file} of a month: ${median(taken).toFixed(0)} ms, ${(size / 1e6).toFixed(1)} MB`)
  }
}

/** Measures the p99 of the plain listing, alone and while reports run continuously. */
export async function readersWhileReporting(
  url: string,
  headers: Headers,
  loaded: Loaded,
  read: () => Promise<Result>,
): Promise<void> {
  const idle = await read()
  let reading = true
  let made = 0
  const reporting = [1, 2].map(async () => {
    while (reading) {
      await ask(url, headers, 'project', addDays(loaded.lastDay, -364), loaded.lastDay)
      await ask(url, headers, 'payroll', addDays(loaded.lastDay, -30), loaded.lastDay)
      made += 2
    }
  })
  const busy = await read()
  reading = false
  await Promise.all(reporting)
  console.log(
    `  readers’ p99 at 500 requests/s: ${idle.latency.p99} ms alone, ${busy.latency.p99} ms while ${made} reports are made`,
  )
}

let made = 0

/** Requests a report for the nth time. A number that was not used before makes it a new question. */
async function ask(
  url: string,
  headers: Headers,
  report: string,
  start_date: string,
  end_date: string,
  n = ++made,
): Promise<void> {
  const body = JSON.stringify({ data: { start_date, end_date, n } })
  const response = await fetch(`${url}/api/v1/reports/${report}`, { method: 'POST', headers, body })
  const text = await response.text()
  if (response.status !== 200) throw new Error(`${report}: ${text.slice(0, 300)}`)
}

function median(values: number[]): number {
  return values.sort((a, b) => a - b)[values.length >> 1]!
}
