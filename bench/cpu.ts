// node bench/cpu.ts [--rows 200000 --seconds 2 --rounds 3 --postgres postgres://… --against ../other --only listing]
// The CPU time per request of all the server's threads (/proc/PID/task/*/schedstat, Linux), beside that of a bare node:http
// server that sends the same bytes in the same minute, in alternating rounds. Unlike requests per second, it hardly depends
// on the load generator and on what else the machine does. `--against` names another checkout to compare with.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import autocannon, { type Request } from 'autocannon'
import { addDays } from '../src/rules/calendar.ts'
import { startFloor } from './floor_process.ts'
import { type Loaded, load } from './load.ts'

const { values: options } = parseArgs({
  options: {
    rows: { type: 'string', default: '200000' },
    seconds: { type: 'string', default: '2' },
    rounds: { type: 'string', default: '3' },
    postgres: { type: 'string', default: '' },
    against: { type: 'string', default: '' },
    only: { type: 'string', default: '' },
  },
})

/** A scenario: the address of the nth request. Without a number in it, the answer is the one that was given before. */
type Scenario = { name: string; path: (n: number) => string }

type Server = { name: string; child: ChildProcess; url: string }

const connections = 16

const data = mkdtempSync(join(tmpdir(), 'clockhouse-cpu-'))
const schema = `cpu_${process.pid}`
const databaseUrl = options.postgres ? `${options.postgres}?schema=${schema}` : ''
const loaded = await load({ data, databaseUrl, databasePool: 10 }, Number(options.rows))
const checkouts = ['.', ...(options.against ? [options.against] : [])]
const servers: Server[] = []
for (const checkout of checkouts) servers.push(await startServer(checkout))
const floor = await startFloor()
try {
  for (const scenario of scenarios(loaded)) if (scenario.name.includes(options.only)) await compare(scenario)
  for (const { name, child } of servers) console.log(`${name}: ${residentMegabytes(child.pid!)} MB resident`)
} finally {
  for (const { child } of [...servers, floor]) await stop(child)
  rmSync(data, { recursive: true, force: true })
}

/** Listings of a month of ten people and of all, and polls: each computed for every request, and unchanged. */
function scenarios({ users, lastDay }: Loaded): Scenario[] {
  const listing = (more: string) => (n: number) =>
    `/api/v1/timesheets?start_date=2026-01-26&end_date=${addDays(lastDay, n)}&limit=50${more}`
  const poll = (n: number) =>
    `/api/v1/timesheets?modified_since=${new Date(Date.UTC(2090, 0, 1) + n * 1000).toISOString()}`
  const ten = `&user_ids=${users.slice(0, 10).join(',')}`
  const computed: Scenario[] = [
    { name: 'listing, 50 records of 10 people', path: listing(ten) },
    { name: 'listing, 50 records of 50 people', path: listing('') },
    { name: 'listing, 50 records without supplemental data', path: listing('&supplemental_data=no') },
    { name: 'poll that finds nothing', path: poll },
  ]
  return computed.flatMap(({ name, path }) => [
    { name: `${name}, computed`, path },
    { name: `${name}, unchanged`, path: () => path(0) },
  ])
}

/** Prints the medians of the rounds. */
async function compare({ name, path }: Scenario): Promise<void> {
  const headers = { authorization: `Bearer ${loaded.token}` }
  let made = 0
  const bodies: string[] = []
  for (const { url } of servers) bodies.push(await (await fetch(url + path(0), { headers })).text())
  if (new Set(bodies).size > 1) throw new Error(`${name}: the answers differ`)
  await floor.serve(bodies[0]!)
  const floors: number[] = []
  const figures = servers.map(() => ({ main: [] as number[], all: [] as number[], ratios: [] as number[] }))
  const ask = (server: { child: ChildProcess; url: string }) =>
    spent(server, { headers, setupRequest: (request) => ({ ...request, path: path(made++) }) })
  for (const server of servers) await ask(server)
  for (let round = 0; round < Number(options.rounds); round++)
    for (const [index, server] of servers.entries()) {
      const bare = await ask(floor)
      const { main, all } = await ask(server)
      floors.push(bare.all)
      figures[index]!.main.push(main)
      figures[index]!.all.push(all)
      figures[index]!.ratios.push(bare.all / all)
    }
  console.log(`${name} (${(bodies[0]!.length / 1000).toFixed(1)} kB): floor ${median(floors).toFixed(0)} µs`)
  for (const [index, { main, all, ratios }] of figures.entries())
    console.log(
      `  ${servers[index]!.name.padEnd(24)} ${median(all).toFixed(0)} µs, main thread ${median(main).toFixed(0)}, ratio ${median(ratios).toFixed(3)}`,
    )
}

/** CPU microseconds per request: of the main thread, and of all threads. */
async function spent({ child, url }: { child: ChildProcess; url: string }, request: Request) {
  const before = threadTimes(child.pid!)
  const result = await autocannon({ url, connections, duration: Number(options.seconds), requests: [request] })
  const after = threadTimes(child.pid!)
  if (result.non2xx > 0 || result.errors > 0) throw new Error(`${result.non2xx} answers were not 2xx`)
  const of = (id: number) => (after.get(id) ?? 0) - (before.get(id) ?? 0)
  const sum = [...after.keys()].reduce((total, id) => total + of(id), 0)
  return { main: of(child.pid!) / 1000 / result['2xx'], all: sum / 1000 / result['2xx'] }
}

/** Nanoseconds on a processor by thread. */
function threadTimes(pid: number): Map<number, number> {
  const times = new Map<number, number>()
  for (const id of readdirSync(`/proc/${pid}/task`))
    times.set(Number(id), Number(readFileSync(`/proc/${pid}/task/${id}/schedstat`, 'utf8').split(' ')[0]))
  return times
}

function residentMegabytes(pid: number): number {
  return Math.round(Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))![1]) / 1024)
}

async function startServer(checkout: string): Promise<Server> {
  const folder = resolve(checkout)
  const { bundle, entry }: typeof import('../build/bundle.ts') = await import(join(folder, 'build/bundle.ts'))
  await bundle()
  const settings = {
    PORT: '0',
    CLOCKHOUSE_DATA: data,
    CLOCKHOUSE_DATABASE_URL: databaseUrl,
    CLOCKHOUSE_RATE_LIMIT: '0',
    CLOCKHOUSE_LOG_LEVEL: 'warn',
  }
  const child = spawn(process.execPath, [entry('main').pathname], {
    env: { ...process.env, ...settings },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let output = ''
  child.stdout!.on('data', (chunk) => {
    output += chunk
  })
  while (!/running at (\S+)/.test(output)) await once(child.stdout!, 'data')
  return { name: checkout === '.' ? 'this checkout' : checkout, child, url: /running at (\S+)/.exec(output)![1]! }
}

async function stop(child: ChildProcess): Promise<void> {
  const ended = once(child, 'exit')
  child.kill('SIGTERM')
  await ended
}

function median(values: number[]): number {
  return values.sort((a, b) => a - b)[values.length >> 1]!
}
