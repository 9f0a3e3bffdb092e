import type { Result } from 'autocannon'
import { openSnapshots, type Place } from '../src/db/open.ts'
import { indexHint, type Sql, sql } from '../src/engine/sql.ts'
import { addDays } from '../src/rules/calendar.ts'
import type { Loaded } from './load.ts'

type Headers = Record<string, string>

const times = 15

/** Measures reports over HTTP relative to the database’s own sums of the same time; alternating runs, medians. */
export async function measureReports(url: string, headers: Headers, place: Place, loaded: Loaded): Promise<void> {
  const snapshots = await openSnapshots(place)
  const { companyId, lastDay } = loaded
  const timed = async (work: () => Promise<unknown>) => {
    const began = performance.now()
    await work()
    return performance.now() - began
  }
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
    const floor: number[] = []
    const full: number[] = []
    for (let n = 0; n < times; n++) {
      floor.push(await timed(() => snapshots.take((handle) => handle.all(query))))
      full.push(await timed(() => ask(url, headers, report, from, lastDay)))
    }
    const [bare, whole] = [median(floor), median(full)]
    console.log(
      `  ${report} of ${loaded.users.length} people, ${from} to ${lastDay}: ${whole.toFixed(0)} ms; bare sums ${about} ${bare.toFixed(0)} ms; ratio ${(whole / bare).toFixed(1)}`,
    )
  }
  await snapshots.close()
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

async function ask(url: string, headers: Headers, report: string, start_date: string, end_date: string): Promise<void> {
  const body = JSON.stringify({ data: { start_date, end_date } })
  const answer = await fetch(`${url}/api/v1/reports/${report}`, { method: 'POST', headers, body })
  const text = await answer.text()
  if (answer.status !== 200) throw new Error(`${report}: ${text.slice(0, 300)}`)
}

function median(values: number[]): number {
  return values.sort((a, b) => a - b)[values.length >> 1]!
}
