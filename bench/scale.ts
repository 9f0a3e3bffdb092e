// node bench/scale.ts [--rows 1000000,10000000 --requests 100 --rounds 3 --postgres postgres://… --data folder,folder]:
// what requests cost with ten times as many timesheets. Each size has a server, and the servers take turns with each
// request. Prints the median CPU time per request, of all threads and of PostgreSQL's processes, and the ratio of the
// largest size to the smallest (goal: at most 1.5). `--data`: databases that were loaded before, one per size.
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { addDays } from '../src/rules/time/calendar.ts'
import { type Loaded, load } from './load.ts'
import { keepResults } from './results.ts'
import { type Server, startServer, stop } from './server.ts'
import { Sheets } from './sheets.ts'
import { familyOf, parentOf, processorTime, residentMegabytes } from './spent.ts'

const { values: options } = parseArgs({
  options: {
    rows: { type: 'string', default: '1000000,10000000' },
    requests: { type: 'string', default: '100' },
    rounds: { type: 'string', default: '3' },
    postgres: { type: 'string', default: '' },
    data: { type: 'string', default: '' },
    only: { type: 'string', default: '' },
  },
})

type Sent = { method?: string; path: string; body?: string }

/** A kind of request: `ask` returns the nth one. Some are too expensive to be sent as often as the others. */
type Question = { name: string; ask: (n: number, loaded: Loaded, sheets: Sheets) => Sent; times?: number }

type Size = { rows: number; loaded: Loaded; sheets: Sheets; server: Server }

const list = '/api/v1/timesheets'
const monthOf = ({ lastDay }: Loaded) => `start_date=${addDays(lastDay, -30)}&end_date=${lastDay}`
const listing = (more: (n: number, loaded: Loaded) => string): Question['ask'] => {
  return (n, loaded) => ({ path: `${list}?${more(n, loaded)}&n=${process.pid}.${n}` })
}
const report = (name: string, days: number): Question['ask'] => {
  return (n, { lastDay }) => ({
    path: `/api/v1/reports/${name}?start_date=${addDays(lastDay, -days)}&end_date=${lastDay}&n=${n}`,
  })
}

const questions: Question[] = [
  { name: 'a month', ask: listing((_, loaded) => monthOf(loaded)) },
  { name: 'a month of 10 people', ask: listing((_, l) => `${monthOf(l)}&user_ids=${l.users.slice(0, 10)}`) },
  { name: 'a month of half the people', ask: listing((_, l) => `${monthOf(l)}&user_ids=${l.users.slice(0, 100)}`) },
  { name: 'a month of a job', ask: listing((n, l) => `${monthOf(l)}&jobcode_ids=${l.jobcodes[n % 500]}`) },
  { name: 'all time of a job', ask: listing((n, l) => `start_date=1980-01-01&jobcode_ids=${l.jobcodes[n % 500]}`) },
  { name: 'all time', ask: listing(() => 'start_date=1980-01-01') },
  { name: 'paid time off (none)', ask: listing(() => 'start_date=1980-01-01&jobcode_type=pto') },
  { name: 'who is on the clock', ask: listing(() => 'start_date=1980-01-01&on_the_clock=yes') },
  { name: 'by id', ask: listing((n) => `ids=${5000 + n}`) },
  { name: 'modified since a date long ago', ask: listing(() => 'modified_since=2001-01-01T00:00:00Z') },
  {
    name: 'modified since: nothing',
    ask: listing((n) => `modified_since=${new Date(Date.UTC(2090, 0, 1, 0, 0, n)).toISOString()}`),
  },
  { name: 'modified before a date long ago', ask: listing(() => 'modified_before=2001-01-01T00:00:00Z') },
  {
    name: 'modified between',
    ask: listing(() => 'modified_since=2001-01-01T00:00:00Z&modified_before=2001-02-01T00:00:00Z'),
  },
  { name: 'page 1 of 50', ask: listing((_, l) => `start_date=2025-01-01&end_date=${l.lastDay}&limit=50`) },
  {
    name: 'page 2,000 of 50',
    ask: listing((_, l) => `start_date=2025-01-01&end_date=${l.lastDay}&limit=50&page=2000`),
    times: 20,
  },
  { name: 'the page Working', ask: () => ({ path: '/api/console/working' }), times: 20 },
  { name: 'the page Today', ask: () => ({ path: '/api/console/today' }), times: 20 },
  { name: 'current_totals', ask: (n) => ({ path: `/api/v1/reports/current_totals?n=${n}&limit=50` }), times: 20 },
  { name: 'payroll of a month', ask: report('payroll', 30), times: 5 },
  { name: 'payroll_by_jobcode of a month', ask: report('payroll_by_jobcode', 30), times: 5 },
  { name: 'project of a year', ask: report('project', 364), times: 3 },
  { name: 'create 1', ask: (_, __, sheets) => ({ method: 'POST', path: list, body: sheets.batch(1) }) },
  { name: 'create 50', ask: (_, __, sheets) => ({ method: 'POST', path: list, body: sheets.batch(50) }), times: 20 },
]

const folder = mkdtempSync(join(tmpdir(), 'clockhouse-scale-'))
const agent = new Agent({ keepAlive: true, maxSockets: 1 })
const postmaster = options.postgres ? await postmasterOf(options.postgres) : undefined
const sizes: Size[] = []
const found: Record<string, unknown>[] = []
try {
  for (const [index, rows] of options.rows.split(',').map(Number).entries()) sizes.push(await begin(rows, index))
  console.log(
    `${'CPU µs per request at'.padEnd(40)}${sizes.map(({ rows }) => String(rows).padStart(12)).join('')}     ratio`,
  )
  for (const question of questions) if (question.name.includes(options.only)) await compare(question)
  const megabytes = sizes.map(({ server }) => residentMegabytes(server.child.pid!))
  console.log(`${'MB resident after these'.padEnd(40)}${megabytes.map((one) => String(one).padStart(12)).join('')}`)
  const database = options.postgres ? 'postgres' : 'sqlite'
  if (!options.only) keepResults(`scale-${database}`, { database, rows: options.rows, found, megabytes })
} finally {
  for (const { server } of sizes) await stop(server.child)
  rmSync(folder, { recursive: true, force: true })
}

/** Loads a database of a size, if it is not loaded yet, and starts a server with it. */
async function begin(rows: number, index: number): Promise<Size> {
  const data = options.data ? options.data.split(',')[index]! : join(folder, String(rows))
  const databaseUrl = options.postgres ? `${options.postgres}?schema=scale_${rows}` : ''
  const place = { data, databaseUrl, databasePool: 10 }
  const kept = join(data, 'loaded.json')
  const known = existsSync(kept) ? (JSON.parse(readFileSync(kept, 'utf8')) as Loaded) : undefined
  const loaded = known ?? (await load(place, rows))
  if (!known && options.data) writeFileSync(kept, JSON.stringify(loaded))
  return { rows, loaded, sheets: new Sheets(loaded), server: await startServer(place) }
}

async function compare({ name, ask, times = Number(options.requests) }: Question): Promise<void> {
  const spent = sizes.map(() => [] as number[])
  let n = 0
  for (let round = 0; round <= Number(options.rounds); round++)
    for (const [index, size] of sizes.entries()) {
      const before = cpuOf(size)
      for (let made = 0; made < times; made++) await send(size, ask(n++, size.loaded, size.sheets))
      // The first round fills caches.
      if (round > 0) spent[index]!.push((cpuOf(size) - before) / times)
    }
  const medians = spent.map((values) => Math.round(values.sort((a, b) => a - b)[values.length >> 1]!))
  const ratio = Number((medians.at(-1)! / medians[0]!).toFixed(2))
  found.push({
    name,
    cpu: Object.fromEntries(sizes.map(({ rows }, index) => [rows, medians[index]])),
    ratio,
    load: loadavg()[0],
  })
  console.log(
    `${name.padEnd(40)}${medians.map((one) => String(one).padStart(12)).join('')}${String(ratio).padStart(10)}`,
  )
}

function send({ server, loaded }: Size, { method = 'GET', path, body }: Sent): Promise<void> {
  return new Promise((resolve, reject) => {
    const headers = { authorization: `Bearer ${loaded.token}`, ...(body ? { 'content-type': 'application/json' } : {}) }
    const asked = request(server.url + path, { agent, method, headers }, (answer) => {
      answer
        .resume()
        .once('end', () => (answer.statusCode === 200 ? resolve() : reject(new Error(`${path}: ${answer.statusCode}`))))
    })
    asked.once('error', reject).end(body)
  })
}

/** CPU microseconds of the server and of PostgreSQL; only one server gets requests at a time. */
function cpuOf({ server }: Size): number {
  const pids = [server.child.pid!, ...(postmaster === undefined ? [] : familyOf(postmaster))]
  return pids.reduce((sum, pid) => sum + (existsSync(`/proc/${pid}`) ? processorTime(pid) : 0), 0)
}

async function postmasterOf(address: string): Promise<number> {
  const client = new pg.Client(address)
  await client.connect()
  const { rows } = await client.query('select pg_backend_pid() as pid')
  const pid = parentOf(rows[0].pid)
  await client.end()
  return pid
}
