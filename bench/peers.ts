// node bench/peers.ts [--rows 100000 --seconds 3 --rounds 3 --only name,name]: compares listing, polling and creating
// with the alternatives: a plain Fastify and node:sqlite endpoint, json-server, and Directus on PostgreSQL. The last
// two are installed into a temporary folder for the run, and skipped if that fails. Prints requests per second and the
// CPU time per request of each server's processes (Linux), which hardly depends on other work on the machine.
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, copyFileSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as after } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import autocannon, { type Request } from 'autocannon'
import pg from 'pg'
import { freePort } from '../test/support/free_port.ts'
import { startPostgres } from '../test/support/postgres.ts'
import { type Loaded, load } from './load.ts'
import { keepResults } from './results.ts'
import { startServer, stop } from './server.ts'
import { Sheets } from './sheets.ts'
import { familyOf, parentOf, processorTime, residentMegabytes } from './spent.ts'

const { values: options } = parseArgs({
  options: {
    rows: { type: 'string', default: '100000' },
    seconds: { type: 'string', default: '3' },
    rounds: { type: 'string', default: '3' },
    only: { type: 'string', default: '' },
  },
})

/** The machine's own Node.js, for whose headers npm compiles the modules of Directus. */
const machineNode =
  (process.env.PATH ?? '')
    .split(delimiter)
    .filter((path) => !path.includes('node_modules'))
    .map((path) => join(path, 'node'))
    .find((file) => existsSync(file)) ?? process.execPath

type RequestOf = (n: number) => Partial<Request>

/** A server to compare with, and the requests for the same data. */
type Peer = {
  name: string
  child: ChildProcess
  url: string
  headers: Record<string, string>
  asks: Record<Kind, RequestOf>
  /** Other processes that work for it. */
  beside?: () => number[]
  stop?: () => Promise<unknown>
}

type Kind = 'list 50 of 10 people' | 'poll that finds nothing' | 'create 1'

type Figure = { perSecond: number; cpu: number; p99: number; bytes: number; load: number }

const folder = mkdtempSync(join(tmpdir(), 'clockhouse-peers-'))
// PostgreSQL runs as another user, and reads the files to copy from this folder.
chmodSync(folder, 0o755)
const place = { data: join(folder, 'data'), databaseUrl: '', databasePool: 10 }
const rows = Number(options.rows)
const loaded = await load(place, rows)
// What Clockhouse creates in its turn is not among the rows of the others.
const source = join(folder, 'loaded.db')
copyFileSync(join(place.data, 'clockhouse.db'), source)
const ten = loaded.users.slice(0, 10)
const wanted = options.only.split(',')

const peers: Record<string, () => Promise<Peer>> = {
  Clockhouse: clockhouse,
  'Fastify and node:sqlite': plainFastify,
  'json-server': jsonServer,
  Directus: directus,
}

const columns = {
  users: ['id', 'first_name', 'last_name', 'username', 'email', 'active', 'group_id', 'employee_number', 'hire_date'],
  jobcodes: ['id', 'parent_id', 'name', 'type', 'active', 'billable', 'assigned_to_all'],
  timesheets: [
    'id',
    'user_id',
    'jobcode_id',
    'type',
    'date',
    'start',
    'end',
    'duration',
    'notes',
    'location',
    'last_modified',
  ],
}

const found: Record<string, unknown> = {}
try {
  console.log(`${''.padEnd(26)}${''.padEnd(26)}requests/s   CPU µs   p99 ms      kB   load`)
  for (const [name, begin] of Object.entries(peers)) {
    if (!wanted.some((part) => name.includes(part))) continue
    try {
      const peer = await begin()
      found[name] = await measure(peer).finally(() => (peer.stop ?? (() => stop(peer.child)))())
    } catch (error) {
      console.log(`${name} is skipped: ${(error as Error).message.split('\n').slice(0, 3).join(' ')}`)
      found[name] = { leftOut: (error as Error).message.slice(0, 300) }
    }
  }
  keepResults('peers', { rows, found })
} finally {
  rmSync(folder, { recursive: true, force: true })
}

/** Medians of the rounds. */
async function measure(peer: Peer): Promise<Record<string, Figure | number>> {
  const figures: Record<string, Figure | number> = {}
  for (const [kind, ask] of Object.entries(peer.asks)) {
    let made = 0
    const first = await fetch(peer.url + ask(made).path, {
      headers: peer.headers,
      method: ask(made).method ?? 'GET',
      ...(ask(made).method ? { body: String(ask(made++).body) } : {}),
    })
    const text = await first.text()
    if (!first.ok) throw new Error(`${kind}: ${first.status} ${text.slice(0, 200)}`)
    const run = (duration: number) =>
      autocannon({
        url: peer.url,
        headers: peer.headers,
        connections: 16,
        duration,
        requests: [{ setupRequest: (before) => ({ ...before, ...ask(++made) }) }],
      })
    await run(1)
    const rounds: Figure[] = []
    for (let round = 0; round < Number(options.rounds); round++) {
      const before = spent(peer)
      const result = await run(Number(options.seconds))
      const cpu = (spent(peer) - before) / result['2xx']
      if (result.non2xx > 0) throw new Error(`${kind}: ${result.non2xx} responses were not 2xx`)
      if (result['2xx'] === 0) throw new Error(`${kind}: no responses in ${options.seconds} s`)
      const perSecond = Math.round(result['2xx'] / result.duration)
      const load = Number(loadavg()[0]!.toFixed(1))
      rounds.push({ perSecond, cpu: Math.round(cpu), p99: result.latency.p99, bytes: text.length, load })
    }
    const median = rounds.sort((a, b) => a.cpu - b.cpu)[rounds.length >> 1]!
    figures[kind] = median
    const { perSecond, cpu, p99, bytes, load } = median
    const shown = [perSecond, cpu, p99.toFixed(0), (bytes / 1000).toFixed(1), load]
    console.log(`${peer.name.padEnd(26)}${kind.padEnd(26)}${shown.map((value) => String(value).padStart(9)).join('')}`)
  }
  figures.megabytes = residentMegabytes(peer.child.pid!)
  console.log(`${peer.name.padEnd(26)}${figures.megabytes} MB resident`)
  return figures
}

/** CPU microseconds of a peer's processes. */
function spent({ child, beside }: Peer): number {
  return [child.pid!, ...(beside?.() ?? [])].reduce((sum, pid) => sum + processorTime(pid), 0)
}

/** The requests to servers with this API, below a path. */
function asksBelow(base: string, loaded: Loaded): Peer['asks'] {
  const sheets = new Sheets(loaded)
  const path = `${base}/timesheets`
  const instant = (n: number) => new Date(Date.UTC(2090, 0, 1) + n * 1000).toISOString()
  return {
    'list 50 of 10 people': (n) => ({
      path: `${path}?start_date=2026-01-26&end_date=${loaded.lastDay}&user_ids=${ten}&limit=50&n=${n}`,
    }),
    'poll that finds nothing': (n) => ({ path: `${path}?modified_since=${instant(n)}` }),
    'create 1': () => ({ method: 'POST', path, body: sheets.batch(1) }),
  }
}

function headersWith(token: string) {
  return { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
}

async function clockhouse(): Promise<Peer> {
  const { url, child } = await startServer(place)
  return { name: 'Clockhouse', child, url, headers: headersWith(loaded.token), asks: asksBelow('/api/v1', loaded) }
}

async function plainFastify(): Promise<Peer> {
  const file = new URL('./plain_fastify.ts', import.meta.url).pathname
  const child = spawn(process.execPath, ['--no-warnings', file, join(folder, 'plain.db'), source, 'secret'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const url = await said(child, /running at (\S+)/)
  return { name: 'Fastify and node:sqlite', child, url, headers: headersWith('secret'), asks: asksBelow('', loaded) }
}

/** json-server keeps all data in memory, and writes all of it after each change. It does not support tokens. */
async function jsonServer(): Promise<Peer> {
  const own = installed('json-server', 'json-server@0.17.4')
  writeFileSync(join(own, 'db.json'), JSON.stringify(tables()))
  const port = await freePort()
  const bin = join(own, 'node_modules/json-server/lib/cli/bin.js')
  const args = [bin, '--quiet', '--port', String(port), '--host', '127.0.0.1', 'db.json']
  const child = spawn(process.execPath, args, { cwd: own, stdio: 'ignore' })
  const url = `http://127.0.0.1:${port}`
  await answering(url, child)
  const sheets = new Sheets(loaded)
  const people = ten.map((id) => `user_id=${id}`).join('&')
  const asks: Peer['asks'] = {
    'list 50 of 10 people': (n) => ({
      path: `/timesheets?date_gte=2026-01-26&date_lte=${loaded.lastDay}&${people}&_expand=user&_expand=jobcode&_limit=50&n_ne=${n}`,
    }),
    'poll that finds nothing': (n) => ({ path: `/timesheets?last_modified_gte=${3786912000000000 + n}` }),
    'create 1': () => ({
      method: 'POST',
      path: '/timesheets',
      body: JSON.stringify(JSON.parse(sheets.batch(1)).data[0]),
    }),
  }
  return { name: 'json-server', child, url, headers: { 'content-type': 'application/json' }, asks }
}

/** Directus, with the same rows, indexes and relations. It runs on PostgreSQL, because its SQLite needs a compiler. */
async function directus(): Promise<Peer> {
  const own = installed('directus', 'directus@11')
  const postgres = await startPostgres({ durable: true })
  const sql = new pg.Client(postgres.url)
  await sql.connect()
  const [port, { hostname, port: databasePort, password }] = [await freePort(), new URL(postgres.url)]
  const url = `http://127.0.0.1:${port}`
  const env = {
    ...process.env,
    ...{
      HOST: '127.0.0.1',
      PORT: String(port),
      PUBLIC_URL: url,
      SECRET: 'bench',
      LOG_LEVEL: 'error',
      TELEMETRY: 'false',
      PRESSURE_LIMITER_ENABLED: 'false',
    },
    ...{ DB_CLIENT: 'pg', DB_HOST: hostname, DB_PORT: databasePort, DB_USER: 'postgres', DB_PASSWORD: password },
    ...{
      DB_DATABASE: 'postgres',
      ADMIN_EMAIL: 'ada@example.com',
      ADMIN_PASSWORD: 'bench-password',
      ADMIN_TOKEN: 'secret',
    },
  }
  const cli = join(own, 'node_modules/directus/cli.js')
  const end = async () => {
    await sql.end()
    await postgres.stop()
  }
  try {
    await fill(sql)
    execFileSync(machineNode, [cli, 'bootstrap'], { cwd: own, env, stdio: 'pipe' })
    const child = spawn(machineNode, [cli, 'start'], { cwd: own, env, stdio: 'ignore' })
    await answering(`${url}/server/ping`, child)
    const headers = headersWith('secret')
    await describeRelations(url, headers)
    const people = ten.join(',')
    const sheets = new Sheets(loaded)
    const asks: Peer['asks'] = {
      'list 50 of 10 people': (n) => ({
        path: `/items/timesheets?filter[date][_between]=2026-01-26,${loaded.lastDay}&filter[user_id][_in]=${people}&fields=*,user_id.*,jobcode_id.*&sort=date,id&limit=50&n=${n}`,
      }),
      'poll that finds nothing': (n) => ({
        path: `/items/timesheets?filter[last_modified][_gte]=${3786912000000000 + n}`,
      }),
      'create 1': () => ({ method: 'POST', path: '/items/timesheets', body: directusSheet(sheets) }),
    }
    const {
      rows: [backend],
    } = await sql.query('select pg_backend_pid() as pid')
    const beside = () => familyOf(parentOf(backend.pid))
    const stopAll = async () => {
      await stop(child)
      await end()
    }
    return { name: 'Directus', child, url, headers, asks, beside, stop: stopAll }
  } catch (error) {
    await end()
    throw error
  }
}

/** A timesheet in the form of Directus, from a batch of one. */
function directusSheet(sheets: Sheets): string {
  const { user_id, jobcode_id, start, end } = JSON.parse(sheets.batch(1)).data[0]
  const [from, to] = [Date.parse(start) * 1000, Date.parse(end) * 1000]
  const date = start.slice(0, 10)
  return JSON.stringify({
    user_id,
    jobcode_id,
    type: 'regular',
    date,
    start: from,
    end: to,
    duration: 3600,
    last_modified: from,
  })
}

type Rows = Record<string, string | number>[]

/** The rows of the large company. */
function tables(): Record<keyof typeof columns, Rows> {
  const db = new DatabaseSync(source, { readOnly: true })
  const read = (table: keyof typeof columns) =>
    db
      .prepare(`select ${columns[table].map((column) => `"${column}"`).join()} from ${table} where company_id = ?`)
      .all(loaded.companyId) as Rows
  const all = { users: read('users'), jobcodes: read('jobcodes'), timesheets: read('timesheets') }
  db.close()
  return all
}

/** Copies the rows to PostgreSQL, with the indexes that the requests need. */
async function fill(sql: pg.Client): Promise<void> {
  await sql.query(`
    create table users (id integer primary key, first_name text, last_name text, username text, email text, active integer,
      group_id integer, employee_number integer, hire_date text);
    create table jobcodes (id integer primary key, parent_id integer, name text, type text, active integer, billable integer,
      assigned_to_all integer);
    create table timesheets (id serial primary key, user_id integer references users, jobcode_id integer references jobcodes,
      type text, date date, start bigint, "end" bigint, duration integer, notes text, location text, last_modified bigint)`)
  for (const [table, rows] of Object.entries(tables())) {
    const names = columns[table as keyof typeof columns]
    const list = names.map((name) => `"${name}"`).join()
    for (let start = 0; start < rows.length; start += 20_000)
      await sql.query(
        `insert into ${table} (${list}) select ${list} from json_populate_recordset(null::${table}, $1)`,
        [JSON.stringify(rows.slice(start, start + 20_000))],
      )
  }
  await sql.query(`
    create index on timesheets (date); create index on timesheets (user_id, date); create index on timesheets (last_modified);
    select setval('timesheets_id_seq', (select max(id) from timesheets)); analyze`)
}

/** Tells Directus which columns refer to other collections. */
async function describeRelations(url: string, headers: Record<string, string>): Promise<void> {
  const ask = async (path: string, data: unknown, method = 'POST') => {
    const answer = await fetch(url + path, { method, headers, body: JSON.stringify(data) })
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${(await answer.text()).slice(0, 200)}`)
  }
  for (const collection of Object.keys(columns))
    await ask(`/collections/${collection}`, { meta: { hidden: false } }, 'PATCH')
  for (const [field, related_collection] of [
    ['user_id', 'users'],
    ['jobcode_id', 'jobcodes'],
  ])
    await ask(
      `/relations/timesheets/${field}`,
      { collection: 'timesheets', field, related_collection, meta: {} },
      'PATCH',
    )
}

/** Installs a package in a separate folder, and returns the folder. */
function installed(name: string, what: string): string {
  const own = join(folder, name)
  mkdirSync(own)
  writeFileSync(join(own, 'package.json'), '{"private":true}')
  const settings = { ...process.env, npm_config_audit: 'false', npm_config_fund: 'false' }
  execFileSync('npm', ['install', '--omit=dev', '--no-save', what], { cwd: own, env: settings, stdio: 'pipe' })
  return own
}

/** Waits until the standard output of a process matches, and returns it. */
async function said(child: ChildProcess, pattern: RegExp): Promise<string> {
  let output = ''
  child.stdout!.setEncoding('utf8').on('data', (text: string) => {
    output += text
  })
  while (!pattern.test(output)) await once(child.stdout!, 'data')
  return pattern.exec(output)![1]!
}

/** Waits until a server responds. */
async function answering(url: string, child: ChildProcess): Promise<void> {
  for (let attempt = 0; attempt < 300; attempt++) {
    if (child.exitCode !== null) throw new Error(`it ended with ${child.exitCode}`)
    if (
      await fetch(url).then(
        () => true,
        () => false,
      )
    )
      return
    await after(200)
  }
  throw new Error('it does not respond')
}
