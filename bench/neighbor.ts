// node bench/neighbor.ts [--rows 20000 --seconds 4 --postgres postgres://… --only name]: how fast a listing of one
// company is while another company overloads the server in one of many ways. Prints milliseconds, memory, and how much
// CPU time the server's main thread used between the request and its response (Linux): the time that the bystander
// would wait on an otherwise idle machine.
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { connect } from 'node:net'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as after } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { createCompany } from '../src/company/companies.ts'
import { openDatabase, type Place } from '../src/db/open.ts'
import { createToken } from '../src/oauth/tokens.ts'
import { operations } from '../src/operations.ts'
import { logger, machineClock, realWorld } from '../src/world.ts'
import { png } from '../test/support/pictures.ts'
import { load } from './load.ts'
import { keepResults } from './results.ts'
import { startServer, stop } from './server.ts'
import { threadTimes } from './spent.ts'

/** The server, a token, and records of the abuser's company. `customer`: a job with 4,000 others below it. */
type Target = {
  url: string
  token: string
  users: number[]
  jobcodes: number[]
  lastDay: string
  picture: number
  customer: number
}

type Sent = { method?: string; path: string; body?: string | Buffer; headers?: Record<string, string> }

const { values: options } = parseArgs({
  options: {
    rows: { type: 'string', default: '20000' },
    seconds: { type: 'string', default: '4' },
    postgres: { type: 'string', default: '' },
    only: { type: 'string', default: '' },
    abuse: { type: 'string', default: '' },
    target: { type: 'string', default: '{}' },
  },
})

const json = { 'content-type': 'application/json' }
let made = 0

/** What abusers do; each runs as long as its process. */
const abuses: Record<string, (target: Target) => Promise<unknown>> = {
  'nothing at all': () => new Promise(() => {}),
  'lists of 200, 16 at once': (target) => repeat(target, 16, () => listing(target)),
  'payroll of ten years, 8 at once': (target) =>
    repeat(target, 8, () => ({
      path: `/api/v1/reports/payroll?start_date=2016-03-01&end_date=2026-02-27&n=${made++}`,
    })),
  'who is working, 8 at once': (target) => repeat(target, 8, () => ({ path: '/api/console/working' })),
  'PDF exports, 6 at once': (target) =>
    repeat(target, 6, () => ({
      path: '/api/console/exports/timesheets?format=pdf&start_date=2025-09-01&end_date=2026-02-27',
    })),
  'batches of 50, 16 at once': (target) => repeat(target, 16, () => batch(target, 50)),
  'bodies of 1 MB, 8 at once': (target) =>
    repeat(target, 8, () => ({ ...post, body: JSON.stringify({ data: [{ notes: 'x'.repeat(1_000_000) }] }) })),
  'many property names, 8 at once': (target) => repeat(target, 8, () => ({ ...post, body: manyNames() })),
  'sign-ins, 16 at once': (target) =>
    repeat(target, 16, () => ({
      method: 'POST',
      path: '/sign-in',
      headers: { 'content-type': 'application/x-www-form-urlencoded', origin: target.url },
      body: 'company=big&username=ada&password=wrong-password',
    })),
  'token requests, 16 at once': (target) =>
    repeat(target, 16, () => ({
      method: 'POST',
      path: '/api/v1/grant',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: 'grant_type=authorization_code&code=none&client_id=none&client_secret=none',
    })),
  'uploads of 1.5 MB, 8 at once': (target) => repeat(target, 8, () => upload(png(4000, 4000), 1_100_000)),
  'large pictures, 60 at once': (target) =>
    repeat(target, 60, () => ({ path: `/api/v1/files/raw?id=${target.picture}&size=160` })),
  'one batch of jobs after the other': (target) =>
    repeat(target, 8, () => ({
      ...post,
      path: '/api/v1/jobcodes',
      body: JSON.stringify({ data: Array.from({ length: 50 }, () => ({ name: `Made ${process.pid} ${made++}` })) }),
    })),
  'time of a job with 4,000 below it, 4 at once': (target) =>
    repeat(target, 4, () => ({
      path: `/api/v1/timesheets?start_date=2016-03-01&jobcode_ids=${target.customer}&n=${made++}`,
    })),
  '12 streams of events, and writes': async (target) => {
    const stream = `GET /api/console/events HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${target.token}\r\n\r\n`
    for (let n = 0; n < 12; n++) open(target, stream).resume()
    await repeat(target, 16, () => batch(target, 1))
  },
  '2,000 idle connections': (target) => connections(target, 2000, ''),
  '500 unfinished requests': (target) => connections(target, 500, 'GET /api/v1/users HTTP/1.1\r\nHost: x\r\nX-Slow: '),
  '200 clients that do not read': (target) =>
    connections(target, 200, Array.from({ length: 20 }, () => raw(target)).join('')),
  '3,000 requests sent ahead on closed connections': async (target) => {
    for (;;) {
      const ahead = Array.from({ length: 300 }, () => raw(target)).join('')
      const sockets = Array.from({ length: 10 }, () => open(target, ahead))
      await after(200)
      for (const socket of sockets) socket.destroy()
    }
  },
}

const post: Sent = { method: 'POST', path: '/api/v1/timesheets' }

function listing({ lastDay }: Target): Sent {
  return { path: `/api/v1/timesheets?start_date=2025-12-01&end_date=${lastDay}&limit=200&n=${process.pid}.${made++}` }
}

function raw(target: Target): string {
  return `GET ${listing(target).path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${target.token}\r\n\r\n`
}

function batch({ users, jobcodes }: Target, count: number): Sent {
  const data = Array.from({ length: count }, () => {
    const number = made++
    const start = Date.UTC(2030, 0, 1) + Math.floor(number / users.length) * 7_200_000
    const [user_id, jobcode_id] = [users[number % users.length], jobcodes[number % jobcodes.length]]
    const [from, to] = [new Date(start), new Date(start + 3_600_000)]
    return { user_id, jobcode_id, type: 'regular', start: from.toISOString(), end: to.toISOString() }
  })
  return { ...post, body: JSON.stringify({ data }) }
}

function manyNames(): string {
  return JSON.stringify({ data: [Object.fromEntries(Array.from({ length: 50_000 }, (_, n) => [`n${n}`, 1]))] })
}

function upload(start: Buffer, bytes: number): Sent {
  const file_data = Buffer.concat([start, Buffer.alloc(bytes)]).toString('base64')
  return { method: 'POST', path: '/api/v1/files', body: JSON.stringify({ data: [{ file_name: 'a.png', file_data }] }) }
}

/** Sends requests on a number of connections; each sends its next request after the last one was answered. */
async function repeat(target: Target, atOnce: number, next: () => Sent): Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: atOnce })
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      for (;;) await send(target, next(), agent).catch(() => after(50))
    }),
  )
}

function send(
  { url, token }: Target,
  { method = 'GET', path, body, headers = {} }: Sent,
  agent: Agent,
): Promise<number> {
  return new Promise((resolve, reject) => {
    const all = { authorization: `Bearer ${token}`, ...(body ? json : {}), ...headers }
    const asked = request(url + path, { agent, method, headers: all }, (answer) => {
      answer.resume().once('end', () => resolve(answer.statusCode!))
    })
    asked.once('error', reject).end(body)
  })
}

function open({ url }: Target, text: string) {
  const { hostname, port } = new URL(url)
  const socket = connect(Number(port), hostname).on('error', () => {})
  socket.pause()
  socket.write(text)
  return socket
}

async function connections(target: Target, count: number, text: string): Promise<void> {
  for (let n = 0; n < count; n++) open(target, text)
  await new Promise(() => {})
}

/** Milliseconds: p50, p99 and the maximum. */
type Times = { p50: number; p99: number; worst: number }

/** `wall`: time from the request to the response. `main`: CPU time of the server's main thread in between. */
type Measured = { wall: Times; main: Times; answers: number; statuses: number[]; megabytes: number }

function timesOf(all: number[]): Times {
  all.sort((a, b) => a - b)
  const at = (part: number) => Number(all[Math.min(all.length - 1, Math.floor(part * all.length))]!.toFixed(1))
  return { p50: at(0.5), p99: at(0.99), worst: at(1) }
}

/** CPU milliseconds of the main thread of a process. */
function mainThread(pid: number): number {
  return process.platform === 'linux' ? threadTimes(pid).get(pid)! / 1e6 : Number.NaN
}

/** Requests the bystander's listing repeatedly, and measures the server's memory. */
async function watch(bystander: Target, pid: number, seconds: number): Promise<Measured> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const until = performance.now() + seconds * 1000
  const [wall, main]: [number[], number[]] = [[], []]
  const statuses = new Set<number>()
  let megabytes = 0
  while (performance.now() < until) {
    const [began, spent] = [performance.now(), mainThread(pid)]
    statuses.add(await send(bystander, listing(bystander), agent).catch(() => 0))
    wall.push(performance.now() - began)
    main.push(mainThread(pid) - spent)
    const memory = readFileSync(`/proc/${pid}/status`, 'utf8')
    megabytes = Math.max(megabytes, Math.round(Number(/RssAnon:\s+(\d+)/.exec(memory)![1]) / 1024))
    await after(5)
  }
  agent.destroy()
  return { wall: timesOf(wall), main: timesOf(main), answers: wall.length, statuses: [...statuses], megabytes }
}

/** Creates a separate company, with a token of its administrator. */
async function otherCompany(place: Place): Promise<{ token: string; user: number }> {
  const db = await openDatabase(place, machineClock(), { operations }, () => {})
  const world = realWorld(db, logger('silent'))
  const person = { first_name: 'Bea', last_name: 'Bystander', username: 'bea', email: '', password: '' }
  const company = await db.write(createCompany, { company_name: 'Bystanders', ...person, tz: 'UTC' }, machineClock())
  if ('refused' in company) throw new Error(company.refused)
  const { token } = await createToken(world, { companyId: company.company_id, userId: company.user_id, name: 'bench' })
  await db.close()
  return { token, user: company.user_id }
}

/** Uploads a picture of 7,000 by 7,000 pixels as a file of the company, and returns its id. */
async function largePicture(target: Target): Promise<number> {
  const { default: sharp } = await import('sharp')
  const background = { r: 200, g: 30, b: 30 }
  const bytes = await sharp({ create: { width: 7000, height: 7000, channels: 3, background } })
    .png()
    .toBuffer()
  const answer = await fetch(`${target.url}/api/v1/files`, {
    method: 'POST',
    headers: { ...json, authorization: `Bearer ${target.token}` },
    body: upload(bytes, 0).body as string,
  })
  const { results } = (await answer.json()) as { results: { files: Record<string, { id: number }> } }
  return Object.values(results.files)[0]!.id
}

/** Adds jobs below the customer. */
async function addJobsBelow(target: Target, count: number): Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  for (let n = 0; n < count; n += 50) {
    const data = Array.from({ length: 50 }, (_, m) => ({ name: `Below ${n + m}`, parent_id: target.customer }))
    await send(target, { ...post, path: '/api/v1/jobcodes', body: JSON.stringify({ data }) }, agent)
  }
  agent.destroy()
}

async function main(): Promise<void> {
  const seconds = Number(options.seconds)
  const data = mkdtempSync(join(tmpdir(), 'clockhouse-neighbor-'))
  const databaseUrl = options.postgres ? `${options.postgres}?schema=neighbor_${process.pid}` : ''
  const place = { data, databaseUrl, databasePool: 10 }
  const loaded = await load(place, Number(options.rows))
  const other = await otherCompany(place)
  const { url, child, logged } = await startServer(place)
  const found: Record<string, unknown> = {}
  try {
    const { users, jobcodes, lastDay } = loaded
    const abuser: Target = { url, token: loaded.token, users, jobcodes, lastDay, picture: 0, customer: jobcodes[0]! }
    abuser.picture = await largePicture(abuser)
    await addJobsBelow(abuser, 4000)
    const bystander: Target = { ...abuser, token: other.token, users: [other.user], jobcodes: [0] }
    for (let n = 0; n < 4; n++) await send(bystander, batch(bystander, 50), new Agent())
    console.log(`${'While another company sends'.padEnd(50)}${heading}`)
    for (const name of Object.keys(abuses)) {
      if (options.only && !name.includes(options.only)) continue
      const args = ['--abuse', name, '--target', JSON.stringify(abuser)]
      const abusing = fork(import.meta.filename, args, { execArgv: ['--no-warnings'] })
      await once(abusing, 'message')
      const measured = await watch(bystander, child.pid!, seconds)
      const ended = once(abusing, 'exit')
      abusing.disconnect()
      await ended
      found[name] = { ...measured, load: Number(loadavg()[0]!.toFixed(1)) }
      print(name, measured)
      await after(1000)
    }
    console.log(`The server wrote ${logged()} bytes of log.`)
    const database = databaseUrl ? 'postgres' : 'sqlite'
    if (!options.only) keepResults(`neighbor-${database}`, { database, rows: Number(options.rows), seconds, found })
  } finally {
    await stop(child)
    rmSync(data, { recursive: true, force: true })
  }
}

const heading = '   p50      p99    worst ms   main thread p99    worst       MB  statuses   load'

function print(name: string, { wall, main, megabytes, statuses }: Measured): void {
  const shown = (times: number[], width: number) => times.map((ms) => ms.toFixed(1).padStart(width)).join('')
  console.log(
    `${name.padEnd(50)}${shown([wall.p50, wall.p99, wall.worst], 9)}${shown([main.p99, main.worst], 13)}${String(megabytes).padStart(11)}  ${statuses.join(' ').padEnd(9)} ${loadavg()[0]!.toFixed(1)}`,
  )
}

if (options.abuse) {
  process.on('disconnect', () => process.exit())
  process.send!('ready')
  await abuses[options.abuse]!(JSON.parse(options.target))
} else await main()
