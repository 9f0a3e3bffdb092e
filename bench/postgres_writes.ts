// node bench/postgres_writes.ts [--seconds 6 --clients 16 --companies 1,16 --servers 1]: creates timesheets one at a
// time on a temporary, durable PostgreSQL. Prints the CPU time per create of the servers and of all processes of
// PostgreSQL.
import { readFileSync } from 'node:fs'
import { loadavg } from 'node:os'
import { parseArgs } from 'node:util'
import autocannon from 'autocannon'
import pg from 'pg'
import { bundle } from '../build/bundle.ts'
import type { Values } from '../src/engine/table.ts'
import { startPostgres } from '../test/support/postgres.ts'
import { Beside, ServerProcess } from '../test/support/processes.ts'

const { values: options } = parseArgs({
  options: {
    seconds: { type: 'string', default: '6' },
    clients: { type: 'string', default: '16' },
    companies: { type: 'string', default: '1,16' },
    people: { type: 'string', default: '200' },
    servers: { type: 'string', default: '1' },
  },
})

/** A company's token, and the users and jobs of its timesheets. */
type Company = { token: string; users: number[]; jobcodes: number[]; made: number }

await bundle()
const postgres = await startPostgres({ durable: true })
const place = { data: '', databaseUrl: postgres.url, databasePool: 10 }
const beside = await Beside.open(place)
const servers: ServerProcess[] = []
for (let n = 0; n < Number(options.servers); n++) servers.push(await ServerProcess.start(place))
const inspector = new pg.Client(postgres.url)
await inspector.connect()
const postmaster = Number(
  /\) \S (\d+)/.exec(stat((await inspector.query('select pg_backend_pid()')).rows[0].pg_backend_pid))![1],
)
try {
  for (const count of options.companies.split(',').map(Number)) await measure(count)
} finally {
  await inspector.end()
  for (const server of servers) await server.stop()
  await beside.close()
  await postgres.stop()
}

async function measure(count: number): Promise<void> {
  const companies: Company[] = []
  for (let n = 0; n < count; n++) companies.push(await company())
  await creates(companies, 3)
  // Autovacuum would do this within a minute. Without statistics, the planner reads all time of a small company.
  await inspector.query('analyze')
  await creates(companies, 1)
  const seconds = Number(options.seconds)
  const rows = await stored()
  const spent = () => ({
    server: servers.reduce((sum, { pid }) => sum + ticks(pid), 0),
    postgres: postgresTicks(),
  })
  const before = spent()
  const results = await creates(companies, seconds)
  const ended = spent()
  // Requests in progress at the end are stored but not counted.
  const sum = (of: (result: autocannon.Result) => number) => results.reduce((total, result) => total + of(result), 0)
  const made = sum((result) => result['2xx'])
  const found = (await stored()) - rows
  if (found < made) throw new Error(`${made} were answered, ${found} are stored`)
  const most = (of: (latency: autocannon.Histogram) => number) => Math.max(...results.map(({ latency }) => of(latency)))
  const perCreate = (then: number, now: number) => `${(((now - then) * 10_000) / made).toFixed(0)} µs`
  console.log(
    [
      `${count} companies, ${options.clients} clients, ${servers.length} servers:`,
      `${sum((result) => result['2xx'] / result.duration).toFixed(0)} creates/s,`,
      `p50 ${most(({ p50 }) => p50)} ms, p99 ${most(({ p99 }) => p99)} ms;`,
      `CPU per create: servers ${perCreate(before.server, ended.server)},`,
      `PostgreSQL ${perCreate(before.postgres, ended.postgres)};`,
      `not 2xx: ${sum((result) => result.non2xx)}, load ${loadavg()[0]!.toFixed(1)}`,
    ].join(' '),
  )
}

/** The clients are divided among the servers. */
async function creates(companies: Company[], duration: number): Promise<autocannon.Result[]> {
  let made = 0
  const requests: autocannon.Request[] = [
    {
      method: 'POST',
      path: '/api/v1/timesheets',
      setupRequest: (request) => {
        const company = companies[made++ % companies.length]!
        return {
          ...request,
          headers: { authorization: `Bearer ${company.token}`, 'content-type': 'application/json' },
          body: JSON.stringify({ data: [timesheet(company)] }),
        }
      },
    },
  ]
  const connections = Math.ceil(Number(options.clients) / servers.length)
  return Promise.all(servers.map(({ url }) => autocannon({ url, connections, duration, requests })))
}

/** Each person's next free hour. */
function timesheet(company: Company): Values {
  const number = company.made++
  const { users, jobcodes } = company
  const start = Date.UTC(2020, 0, 1) + Math.floor(number / users.length) * 7_200_000
  return {
    user_id: users[number % users.length],
    jobcode_id: jobcodes[number % jobcodes.length],
    type: 'regular',
    start: new Date(start).toISOString(),
    end: new Date(start + 3_600_000).toISOString(),
  }
}

async function company(): Promise<Company> {
  const { token } = await beside.company()
  const ids = async (resource: string, items: Values[]) => {
    const found: number[] = []
    for (let start = 0; start < items.length; start += 50) {
      const { body, text } = await servers[0]!.call(token, 'POST', `/${resource}`, items.slice(start, start + 50))
      for (const { id } of Object.values<Values>(body.results?.[resource] ?? {})) found.push(id)
      if (found.includes(undefined as never)) throw new Error(text)
    }
    return found
  }
  const numbers = (length: number) => Array.from({ length }, (_, n) => n)
  return {
    token,
    users: await ids(
      'users',
      numbers(Number(options.people)).map((n) => ({
        username: `user${n}`,
        first_name: 'U',
        last_name: `Ser${n}`,
        permissions: { time_tracking: true },
      })),
    ),
    jobcodes: await ids(
      'jobcodes',
      numbers(50).map((n) => ({ name: `Job ${n}`, assigned_to_all: true })),
    ),
    made: 0,
  }
}

/** The number of timesheets. */
async function stored(): Promise<number> {
  return Number((await inspector.query('select count(*) from timesheets')).rows[0].count)
}

function stat(pid: number): string {
  return readFileSync(`/proc/${pid}/stat`, 'utf8')
}

/** CPU time of a process in hundredths of a second; with `ended`, including its children that have exited. */
function ticks(pid: number, ended = false): number {
  const fields = stat(pid)
    .replace(/^.*\) /, '')
    .split(' ')
    .map(Number)
  return fields[11]! + fields[12]! + (ended ? fields[13]! + fields[14]! : 0)
}

function postgresTicks(): number {
  const children = readFileSync(`/proc/${postmaster}/task/${postmaster}/children`, 'utf8').trim().split(' ').map(Number)
  return [ticks(postmaster, true), ...children.map((pid) => ticks(pid))].reduce((sum, one) => sum + one)
}
