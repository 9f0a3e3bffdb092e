// node bench/neighbor.ts [--rows 20000 --seconds 4 --postgres postgres://… --only name]: how fast one company's listing
// is answered while another company does things that exhaust a server, one after the other. Prints milliseconds and
// memory.
import { type ChildProcess, fork, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as after } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { bundle, entry } from '../build/bundle.ts'
import { createCompany } from '../src/company/companies.ts'
import { readConfig } from '../src/config.ts'
import { openDatabase, type Place } from '../src/db/open.ts'
import { createToken } from '../src/oauth/tokens.ts'
import { operations } from '../src/operations.ts'
import { logger, machineClock, realWorld } from '../src/world.ts'
import { png } from '../test/support/pictures.ts'
import { load } from './load.ts'

/** What an abuser knows: the server, a token, and ids of records in its company. */
type Target = { url: string; token: string; users: number[]; jobcodes: number[]; lastDay: string; picture: number }

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

type Measured = { p50: number; p99: number; worst: number; statuses: Set<number>; megabytes: number }

/** Requests the bystander's listing repeatedly, and measures the server's memory. */
async function watch(bystander: Target, pid: number, seconds: number): Promise<Measured> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const until = performance.now() + seconds * 1000
  const times: number[] = []
  const statuses = new Set<number>()
  let megabytes = 0
  while (performance.now() < until) {
    const began = performance.now()
    statuses.add(await send(bystander, listing(bystander), agent).catch(() => 0))
    times.push(performance.now() - began)
    const memory = readFileSync(`/proc/${pid}/status`, 'utf8')
    megabytes = Math.max(megabytes, Number(/RssAnon:\s+(\d+)/.exec(memory)![1]) / 1024)
    await after(5)
  }
  agent.destroy()
  times.sort((a, b) => a - b)
  const at = (part: number) => times[Math.min(times.length - 1, Math.floor(part * times.length))]!
  return { p50: at(0.5), p99: at(0.99), worst: times.at(-1)!, statuses, megabytes }
}

async function startServer({ data, databaseUrl }: Place): Promise<{ url: string; child: ChildProcess }> {
  const child = spawn(process.execPath, ['--no-warnings', fileURLToPath(entry('main'))], {
    env: {
      PATH: process.env.PATH,
      PORT: '0',
      CLOCKHOUSE_DATA: data,
      CLOCKHOUSE_DATABASE_URL: databaseUrl,
      CLOCKHOUSE_RATE_LIMIT: '0',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let log = 0
  child.stderr.on('data', (bytes: Buffer) => {
    log += bytes.length
  })
  child.once('exit', () => console.log(`The server wrote ${log} bytes of log.`))
  for await (const text of child.stdout.setEncoding('utf8')) {
    const url = /running at (http\S+)/.exec(text)?.[1]
    if (url) return { url, child }
  }
  throw new Error('the server did not start')
}

/** Creates a separate company, with a token of its administrator. */
async function otherCompany(place: Place): Promise<{ token: string; user: number }> {
  const db = await openDatabase(place, machineClock(), { operations }, () => {})
  const world = realWorld(db, logger(readConfig({}).logLevel))
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

async function main(): Promise<void> {
  await bundle()
  const seconds = Number(options.seconds)
  const data = mkdtempSync(join(tmpdir(), 'clockhouse-neighbor-'))
  const databaseUrl = options.postgres ? `${options.postgres}?schema=neighbor_${process.pid}` : ''
  const place = { data, databaseUrl, databasePool: 10 }
  const loaded = await load(place, Number(options.rows))
  const other = await otherCompany(place)
  const { url, child } = await startServer(place)
  try {
    const { users, jobcodes, lastDay } = loaded
    const abuser: Target = { url, token: loaded.token, users, jobcodes, lastDay, picture: 0 }
    abuser.picture = await largePicture(abuser)
    const bystander: Target = { ...abuser, token: other.token, users: [other.user], jobcodes: [0] }
    for (let n = 0; n < 4; n++) await send(bystander, batch(bystander, 50), new Agent())
    console.log(`${'While another company sends'.padEnd(50)}     p50     p99   worst ms      MB  statuses`)
    for (const name of Object.keys(abuses)) {
      if (options.only && !name.includes(options.only)) continue
      const args = ['--abuse', name, '--target', JSON.stringify(abuser)]
      const abusing = fork(import.meta.filename, args, { execArgv: ['--no-warnings'] })
      await once(abusing, 'message')
      const { p50, p99, worst, statuses, megabytes } = await watch(bystander, child.pid!, seconds)
      const ended = once(abusing, 'exit')
      abusing.disconnect()
      await ended
      const figures = [p50, p99, worst].map((ms) => ms.toFixed(1).padStart(8)).join('')
      console.log(`${name.padEnd(50)}${figures}   ${megabytes.toFixed(0).padStart(8)}  ${[...statuses].join(' ')}`)
      await after(1000)
    }
  } finally {
    const ended = once(child, 'exit')
    child.kill('SIGTERM')
    await ended
    rmSync(data, { recursive: true, force: true })
  }
}

if (options.abuse) {
  process.on('disconnect', () => process.exit())
  process.send!('ready')
  await abuses[options.abuse]!(JSON.parse(options.target))
} else await main()
