import type { Result } from 'autocannon'
import { openSnapshots, type Place } from '../src/db/open.ts'
import { LongText } from '../src/db/sqlite/long_text.ts'
import { indexHint, type Sql, sql } from '../src/engine/sql.ts'
import { answer, type Question } from '../src/reports/index.ts'
import { addDays } from '../src/rules/time/calendar.ts'
import { machineClock } from '../src/world.ts'
import '../src/resources/index.ts'
import type { Loaded } from './load.ts'

type Headers = Record<string, string>

const times = 15

type Snapshots = Awaited<ReturnType<typeof openSnapshots>>

/** Medians of the CPU milliseconds of a report and of the database’s own sums of the same time. */
export type ReportCost = { report: string; whole: number; bare: number }

type Compared = { days: number; columns: Sql; about: string }

const compared = {
  payroll: { days: 31, columns: sql`user_id, date`, about: 'by user and day' },
  payroll_by_jobcode: { days: 31, columns: sql`user_id, date, jobcode_id`, about: 'by user, day and jobcode' },
  project: { days: 365, columns: sql`user_id, jobcode_id`, about: 'by user and jobcode' },
} satisfies Record<string, Compared>

type ReportName = keyof typeof compared

/**
 * Measures a report and the sums in alternating runs; `between` runs after each. If `days` is above 1, the range moves
 * by a day in each of that many runs, so that cached results are of no use.
 */
export async function compareReports(
  report: ReportName,
  snapshots: Snapshots,
  loaded: Loaded,
  rounds: number,
  { between = async () => {}, days = 1 } = {},
): Promise<ReportCost> {
  const { companyId } = loaded
  const { columns } = compared[report]
  const range = (n: number) => [firstDay(report, loaded), loaded.lastDay].map((day) => addDays(day, n % days))
  const sums = ([from, to]: string[]) => sql`select ${columns}, sum(duration) as seconds
    from timesheets ${indexHint('timesheets_user_date')} where company_id = ${companyId}
    and user_id in (select id from users where company_id = ${companyId})
    and date between ${from!} and ${to!} and "end" is not null group by ${columns}`
  const [bare, whole]: number[][] = [[], []]
  for (let n = 0; n < rounds; n++) {
    bare!.push(await spent(() => snapshots.take((handle) => handle.all(sums(range(n))), companyId)))
    whole!.push(
      await spent(async () => {
        await snapshots.take(async (handle) => {
          const whole = new LongText(-1)
          const { text } = await answer(administratorAsks(report, range(n), loaded), handle, whole.put)
          return typeof text === 'string' ? new TextEncoder().encode(text) : whole.end(text.before, text.after)
        }, companyId)
      }),
    )
    await between()
  }
  return { report, whole: median(whole!), bare: median(bare!) }
}

function firstDay(report: ReportName, { lastDay }: Loaded): string {
  return addDays(lastDay, 1 - compared[report].days)
}

/**
 * Measures the CPU time of reports relative to the database’s own sums of the same time, in alternating runs, and how
 * long the server takes to answer, the first time and again while nothing has changed. All figures are medians.
 */
export async function measureReports(url: string, headers: Headers, place: Place, loaded: Loaded): Promise<void> {
  const snapshots = await openSnapshots(place)
  const { lastDay } = loaded
  for (const report of Object.keys(compared) as ReportName[]) {
    const from = firstDay(report, loaded)
    const [first, again]: number[][] = [[], []]
    const { whole, bare } = await compareReports(report, snapshots, loaded, times, {
      between: async () => {
        first!.push(await timed(() => ask(url, headers, report, from, lastDay)))
        again!.push(await timed(() => ask(url, headers, report, from, lastDay, made)))
      },
    })
    console.log(
      `  ${report} of ${loaded.users.length} people, ${from} to ${lastDay}: CPU time ${ms([whole])}, bare sums ${compared[report].about} ${ms([bare])}, ratio ${(whole / bare).toFixed(1)}; answered in ${ms(first!)}, unchanged in ${ms(again!)}`,
    )
  }
  await snapshots.close()
}

/** A report request by an administrator. */
function administratorAsks(report: string, [from, to]: string[], { companyId, users }: Loaded): Question {
  const permissions = new Set<string>()
  const actor = { companyId, userId: users[0]!, isAdmin: true, permissions, manages: [], application: '' }
  const given = new Map(Object.entries({ start_date: [from!], end_date: [to!] }))
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
