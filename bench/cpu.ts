// node bench/cpu.ts [--rows 200000 --seconds 2 --rounds 3 --postgres postgres://… --against ../other --only create]
// The CPU time per request of all the server's threads (/proc/PID/task/*/schedstat, Linux), next to that of a bare
// node:http server that sends the same bytes in the same minute, in alternating rounds. Unlike requests per second, it
// hardly depends on the load generator and on other work on the machine. `--against` names another checkout to compare
// with; each checkout has its own data.
import type { ChildProcess } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import autocannon, { type Request } from 'autocannon'
import { addDays } from '../src/rules/time/calendar.ts'
import { type Compared, checkoutsOf, fillFor, headersOf, startCheckouts } from './checkouts.ts'
import { startFloor } from './floor_process.ts'
import { stop } from './server.ts'
import { Sheets } from './sheets.ts'
import { residentMegabytes, threadTimes } from './spent.ts'

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

/** A scenario: the nth request to a server. A read that does not use the number returns the previous answer. */
type Scenario = { name: string; connections: number; request: (n: number, server: Server) => Partial<Request> }

type Server = Compared & { sheets: Sheets }

/** CPU microseconds per request: of the main thread, of the busiest other thread, and of all threads. */
type Spent = { main: number; other: number; all: number }

const folder = mkdtempSync(join(tmpdir(), 'clockhouse-cpu-'))
const checkouts = checkoutsOf(options.against)
const filled = await fillFor(checkouts, { folder, postgres: options.postgres }, (load, place) =>
  load(place, Number(options.rows)),
)
const servers: Server[] = (await startCheckouts(checkouts, filled)).map((server) => ({
  ...server,
  sheets: new Sheets(server.loaded),
}))
const floor = await startFloor()
try {
  for (const scenario of scenarios()) if (scenario.name.includes(options.only)) await compare(scenario)
  for (const { name, child } of servers) console.log(`${name}: ${residentMegabytes(child.pid!)} MB resident`)
} finally {
  for (const { child } of [...servers, floor]) await stop(child)
  rmSync(folder, { recursive: true, force: true })
}

/** Listings and polls, each computed for every request and unchanged, and creates. */
function scenarios(): Scenario[] {
  return [...reads(), creates(1, 16), creates(50, 8)]
}

/** Listings of a month for ten people and for everyone, and polls. */
function reads(): Scenario[] {
  const { users, lastDay } = servers[0]!.loaded
  const listing = (more: string) => (n: number) =>
    `/api/v1/timesheets?start_date=2026-01-26&end_date=${addDays(lastDay, n)}&limit=50${more}`
  const poll = (n: number) =>
    `/api/v1/timesheets?modified_since=${new Date(Date.UTC(2090, 0, 1) + n * 1000).toISOString()}`
  const ten = `&user_ids=${users.slice(0, 10).join(',')}`
  const computed = [
    { name: 'listing, 50 records of 10 people', path: listing(ten) },
    { name: 'listing, 50 records of 50 people', path: listing('') },
    { name: 'listing, 50 records without supplemental data', path: listing('&supplemental_data=no') },
    { name: 'poll that finds nothing', path: poll },
  ]
  return computed.flatMap(({ name, path }) => [
    { name: `${name}, computed`, connections: 16, request: (n: number) => ({ path: path(n) }) },
    { name: `${name}, unchanged`, connections: 16, request: () => ({ path: path(0) }) },
  ])
}

/** Batches of timesheets, sent by a number of clients. */
function creates(size: number, connections: number): Scenario {
  const request = (_: number, { sheets }: Server): Partial<Request> => ({
    method: 'POST',
    path: '/api/v1/timesheets',
    body: sheets.batch(size),
  })
  return { name: `create ${size}`, connections, request }
}

/** Prints the medians of the rounds. */
async function compare({ name, connections, request }: Scenario): Promise<void> {
  let made = 0
  const bodies: string[] = []
  for (const server of servers) {
    const { method, path, body } = request(0, server)
    const answer = await fetch(server.url + path, { headers: headersOf(server), method: method!, body: body as string })
    bodies.push(await answer.text())
  }
  if (new Set(bodies.map((body) => body.replaceAll(/\d+/g, ''))).size > 1)
    throw new Error(`${name}: the answers differ`)
  await floor.serve(bodies[0]!)
  const floors: number[] = []
  const figures = servers.map(() => ({ main: [] as number[], other: [] as number[], all: [] as number[] }))
  const ratios = servers.map(() => [] as number[])
  const ask = (child: ChildProcess, url: string, server: Server) =>
    spent(child, {
      url,
      connections,
      headers: headersOf(server),
      requests: [{ setupRequest: (before) => ({ ...before, ...request(made++, server) }) }],
    })
  for (const server of servers) await ask(server.child, server.url, server)
  for (let round = 0; round < Number(options.rounds); round++)
    for (const [index, server] of servers.entries()) {
      const bare = await ask(floor.child, floor.url, server)
      const found = await ask(server.child, server.url, server)
      floors.push(bare.all)
      ratios[index]!.push(bare.all / found.all)
      for (const part of ['main', 'other', 'all'] as const) figures[index]![part].push(found[part])
    }
  console.log(`${name} (${(bodies[0]!.length / 1000).toFixed(1)} kB): floor ${median(floors).toFixed(0)} µs`)
  for (const [index, { main, other, all }] of figures.entries())
    console.log(
      `  ${servers[index]!.name.padEnd(24)} ${median(all).toFixed(0)} µs, main thread ${median(main).toFixed(0)}, next ${median(other).toFixed(0)}, ratio ${median(ratios[index]!).toFixed(3)}`,
    )
}

async function spent(child: ChildProcess, load: autocannon.Options): Promise<Spent> {
  const before = threadTimes(child.pid!)
  const result = await autocannon({ ...load, duration: Number(options.seconds) })
  const after = threadTimes(child.pid!)
  if (result.non2xx > 0 || result.errors > 0) throw new Error(`${result.non2xx} answers were not 2xx`)
  const times = new Map([...after].map(([id, time]) => [id, (time - (before.get(id) ?? 0)) / 1000 / result['2xx']]))
  const main = times.get(child.pid!)!
  const all = [...times.values()].reduce((total, time) => total + time, 0)
  times.delete(child.pid!)
  return { main, other: Math.max(...times.values()), all }
}

function median(values: number[]): number {
  return values.sort((a, b) => a - b)[values.length >> 1]!
}
