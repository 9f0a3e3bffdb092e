// npm run bench [-- --rows 1000000,100000 --seconds 4 --postgres postgres://…]: the cost of requests relative to a
// bare node:http server that sends the same bytes in the same run. Absolute figures depend on the machine, ratios don't.
// `--only reports` measures only reports. The figures are saved in bench/results/, with the date and the machine.
import type { ChildProcess } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import autocannon, { type Request, type Result } from 'autocannon'
import type { Place } from '../src/db/open.ts'
import { measureWrites } from './bare_writes.ts'
import { type Floor, startFloor } from './floor_process.ts'
import { type Loaded, load } from './load.ts'
import { measurePushes } from './pushes.ts'
import { measureExports, measureReports, readersWhileReporting } from './reports.ts'
import { keepResults } from './results.ts'
import { startServer, stop } from './server.ts'
import { Sheets } from './sheets.ts'
import { processorTime, residentMegabytes } from './spent.ts'

const { values: options } = parseArgs({
  options: {
    rows: { type: 'string', default: '100000,1000000' },
    seconds: { type: 'string', default: '4' },
    postgres: { type: 'string', default: '' },
    only: { type: 'string', default: '' },
  },
})
const seconds = Number(options.seconds)
const only = options.only
if (only !== '' && only !== 'reports') throw new Error('--only can be reports')

/** Readers have their own thread, so a busy load generator does not delay what they measure. */
const readers = { overallRate: 500, workers: 1 }

/** `cpu`: CPU microseconds per request, of the server and of the floor. */
type Figure = {
  name: string
  perSecond: number
  floor: number
  cpu: { server: number; floor: number }
  p99: number
  aim: string
}

/** The measurements at a number of timesheets. */
type Measured = { figures: Figure[]; startMs: number; megabytes: number }

console.log(
  `${cpus().length} cores, ${cpus()[0]?.model.trim()}, Node ${process.version}, the load generator on the same machine`,
)
const all = new Map<number, Measured>()
for (const rows of options.rows.split(',').map(Number)) {
  const measured = await measure(rows)
  all.set(rows, measured)
  print(rows, measured.figures)
}
const [smaller, larger] = [...all.keys()].sort((a, b) => a - b)
if (smaller && larger) {
  console.log(`\nCost at ${larger} rows against ${smaller} rows (aim: at most 1.5)`)
  for (const figure of all.get(larger)!.figures) {
    const before = all.get(smaller)!.figures.find((other) => other.name === figure.name)
    if (before)
      console.log(
        `  ${figure.name.padEnd(52)} ${(before.perSecond / before.floor / (figure.perSecond / figure.floor)).toFixed(2)}`,
      )
  }
}

if (!only) {
  const database = options.postgres ? 'postgres' : 'sqlite'
  const found = [...all].map(([timesheets, measured]) => ({ timesheets, ...measured }))
  keepResults(database, { database, seconds, found })
}

/** Loads a database, starts a server with it and measures everything. */
async function measure(rows: number): Promise<Measured> {
  const data = mkdtempSync(join(tmpdir(), 'clockhouse-bench-'))
  const schema = `bench_${process.pid}_${rows}`
  const databaseUrl = options.postgres ? `${options.postgres}?schema=${schema}` : ''
  process.stdout.write(`\nLoading ${rows} timesheets … `)
  const began = performance.now()
  const place = { data, databaseUrl, databasePool: 10 }
  const pushesUrl = options.postgres ? `${options.postgres}?schema=${schema}_pushes` : ''
  const loaded = await load(place, rows)
  console.log(`${((performance.now() - began) / 1000).toFixed(1)} s`)
  const server = await startedServer(place, loaded)
  const floor = await startFloor()
  try {
    console.log(`First complete answer ${server.startMs.toFixed(0)} ms after start (aim: 500)`)
    const found = only ? [] : await figures(server, floor, loaded)
    const megabytes = residentMegabytes(server.child.pid!)
    console.log(`${megabytes} MB resident after these (aim: 200)`)
    const headers = { authorization: `Bearer ${loaded.token}`, 'content-type': 'application/json' }
    await measureReports(server.url, headers, place, loaded)
    const measured = { figures: found, startMs: server.startMs, megabytes }
    if (only) return measured
    await measureExports(server.url, headers, loaded)
    await readersWhileReporting(server.url, headers, loaded, () =>
      run(server.url, { headers }, [{ path: listing(loaded) }], 4, readers),
    )
    if (!databaseUrl) await measureWrites({ ...place, data: join(data, 'writes') }, seconds)
    await measurePushes({ ...place, data: join(data, 'pushes'), databaseUrl: pushesUrl }, 5000)
    return measured
  } finally {
    await stop(server.child)
    await stop(floor.child)
    rmSync(data, { recursive: true, force: true })
  }
}

function listing({ lastDay }: Loaded): string {
  return `/api/v1/timesheets?start_date=2026-01-26&end_date=${lastDay}&limit=50`
}

async function figures(
  { url, child }: { url: string; child: ChildProcess },
  floor: Floor,
  loaded: Loaded,
): Promise<Figure[]> {
  const headers = { authorization: `Bearer ${loaded.token}`, 'content-type': 'application/json' }
  const list = listing(loaded)
  const poll = '/api/v1/timesheets?modified_since=2090-01-01T00:00:00%2B00:00'
  const found: Figure[] = []

  /** Compares a repeated request, changed each time by `vary` if given, to the floor sending the same bytes. */
  const compare = async (
    name: string,
    aim: string,
    request: Request,
    vary?: (made: number) => Partial<Request>,
    connections = 16,
    amount?: number,
  ) => {
    let made = 0
    const requests = [{ ...request, setupRequest: (before: Request) => ({ ...before, ...vary?.(made++) }) }]
    const first = await fetch(url + (vary?.(made++).path ?? request.path), {
      method: request.method ?? 'GET',
      headers,
      ...(request.method && request.method !== 'GET' && request.method !== 'DELETE'
        ? { body: String(vary?.(made++).body ?? request.body) }
        : {}),
    })
    const text = await first.text()
    if (request.method && !text.includes('"_status_code":200')) throw new Error(`${name}: ${text.slice(0, 300)}`)
    await floor.serve(text)
    const ofFloor = await costing(floor.child, () => run(floor.url, { headers }, [request], connections))
    const ofServer = await costing(child, () =>
      run(url, { headers }, vary ? requests : [request], connections, amount ? { amount } : {}),
    )
    const base = ofFloor.result
    const { result } = ofServer
    if (result.non2xx > 0 || result.errors > 0)
      throw new Error(`${name}: ${result.non2xx} answers were not 2xx, ${result.errors} errors`)
    found.push({
      name,
      aim,
      perSecond: result['2xx'] / result.duration,
      floor: base['2xx'] / base.duration,
      cpu: { server: ofServer.cpu, floor: ofFloor.cpu },
      p99: result.latency.p99,
    })
    console.log(`  ${name}`)
  }
  const unique = (path: string) => (made: number) => ({ path: `${path}&n=${made}` })

  await compare('list 50 with supplemental data, nothing changed', '0.5', { path: list })
  await compare('list 50 with supplemental data, computed', '0.12', { path: list }, unique(list))
  const ten = `${list}&user_ids=${loaded.users.slice(0, 10).join(',')}`
  await compare('list 50 of 10 users, computed', '0.3', { path: ten }, unique(ten))
  await compare(
    'list 50 without, computed',
    '',
    { path: `${list}&supplemental_data=no` },
    unique(`${list}&supplemental_data=no`),
  )
  await compare('poll that finds nothing, nothing changed', '0.4', { path: poll })
  await compare('poll that finds nothing, computed', '', { path: poll }, unique(poll))

  const sheets = new Sheets(loaded)
  const post: Request = { method: 'POST', path: '/api/v1/timesheets' }
  await compare('create 1', '8000 items/s', post, () => ({ body: sheets.batch(1) }))
  await compare('create 50', '15000 items/s', post, () => ({ body: sheets.batch(50) }), 8)
  const ids = await sheets.newest(url, headers, 50 * 1000)
  let next = 0
  const deletion = () => {
    next += 50
    return { path: `/api/v1/timesheets?ids=${ids.slice(next - 50, next).join(',')}` }
  }
  const batches = Math.floor(ids.length / 50) - 4
  await compare('delete 50', '', { method: 'DELETE', path: '/api/v1/timesheets?ids=' }, deletion, 8, batches)
  await readersWhileWriting(url, headers, list, sheets)
  return found
}

/** Measures the p99 of the plain listing, alone and while 16 clients create: at most 1.5 times as much is the goal. */
async function readersWhileWriting(
  url: string,
  headers: Record<string, string>,
  list: string,
  sheets: Sheets,
): Promise<void> {
  const read = () => run(url, { headers }, [{ path: list }], 4, readers)
  const idle = await read()
  const writing = run(
    url,
    { headers },
    [
      {
        method: 'POST',
        path: '/api/v1/timesheets',
        setupRequest: (request: Request) => ({ ...request, body: sheets.batch(1) }),
      },
    ],
    16,
  )
  const busy = await read()
  await writing
  console.log(
    `  readers’ p99 at 500 requests/s: ${idle.latency.p99} ms alone, ${busy.latency.p99} ms while 16 clients create`,
  )
}

/** Runs requests, and returns the CPU time that a process spent on each. */
async function costing(
  { pid }: ChildProcess,
  measured: () => Promise<Result>,
): Promise<{ result: Result; cpu: number }> {
  const before = processorTime(pid!)
  const result = await measured()
  return { result, cpu: (processorTime(pid!) - before) / result['2xx'] }
}

function run(
  url: string,
  base: Partial<Request>,
  requests: Request[],
  connections: number,
  limits: { amount?: number; overallRate?: number; workers?: number } = {},
): Promise<Result> {
  return autocannon({
    url,
    headers: base.headers as Record<string, string>,
    requests,
    connections,
    ...(limits.amount ? {} : { duration: seconds }),
    ...limits,
  })
}

/** Starts the server, and measures the time until its first complete response. */
async function startedServer(place: Place, loaded: Loaded) {
  const { url, child, spawned } = await startServer(place)
  await (await fetch(`${url}/api/v1/current_user`, { headers: { authorization: `Bearer ${loaded.token}` } })).text()
  return { child, url, startMs: performance.now() - spawned }
}

function print(rows: number, figures: Figure[]): void {
  console.log(
    `\n${rows} timesheets`.padEnd(55),
    'requests/s'.padStart(11),
    'floor'.padStart(9),
    'ratio'.padStart(7),
    'CPU µs'.padStart(9),
    'floor'.padStart(7),
    'ratio'.padStart(7),
    'p99 ms'.padStart(8),
    '  aim',
  )
  for (const { name, perSecond, floor, cpu, p99, aim } of figures)
    console.log(
      `  ${name.padEnd(52)} ${perSecond.toFixed(0).padStart(11)} ${floor.toFixed(0).padStart(9)} ${(perSecond / floor).toFixed(3).padStart(7)} ${cpu.server.toFixed(0).padStart(9)} ${cpu.floor.toFixed(0).padStart(7)} ${(cpu.floor / cpu.server).toFixed(3).padStart(7)} ${p99.toFixed(1).padStart(8)}   ${aim}`,
    )
}
