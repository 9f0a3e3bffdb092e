// node bench/pay_runs.ts [--against ../other --people 500 --rules federal --boundary split --rounds 5 --only project
// --data folder --postgres postgres://…]
// The CPU time that the server of a company spends on what happens at the end of a pay period: Approvals, payroll
// reports, hours with money, payroll files, and the project report of a year. Two pay periods are approved, and earlier
// ones were closed as pay runs, where the checkout has them. Before each request, an entry of another year changes, so no
// answer is kept. `--against` names another checkout, whose requests alternate with these; it fills the database, so it
// should be the older one. Figures are the least of the rounds, of all the server's threads (Linux), so other work on the
// machine hardly matters. If a folder is given, the data is kept there.
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { addDays, type Range } from '../src/rules/time/calendar.ts'
import { type Compared, checkoutsOf, fillFor, headersOf, placeOf, startCheckouts } from './checkouts.ts'
import { repeatInEarlierYears } from './earlier_years.ts'
import type { Loaded } from './load.ts'
import { stop } from './server.ts'
import { threadTimes } from './spent.ts'

const { values: options } = parseArgs({
  options: {
    against: { type: 'string', default: '' },
    people: { type: 'string', default: '500' },
    rules: { type: 'string', default: 'federal' },
    boundary: { type: 'string', default: 'split' },
    rounds: { type: 'string', default: '5' },
    only: { type: 'string', default: '' },
    data: { type: 'string', default: '' },
    postgres: { type: 'string', default: '' },
  },
})

/** A request; `isNew` if only checkouts with pay runs know it. */
type Asked = { name: string; path: string; body?: unknown; isNew?: boolean }

/** A server, and its entry that changes before each request. */
type Server = Compared & { entry: number; hasRuns: boolean }

/** Two weeks each; the entries end with the second. */
const closed: Range = { start_date: '2026-02-01', end_date: '2026-02-14' }
const open: Range = { start_date: '2026-02-15', end_date: '2026-02-28' }
const year: Range = { start_date: '2025-03-01', end_date: '2026-02-28' }
const [periodDays, runs] = [14, 3]

/** Eight weeks of working days, repeated to most of a year. */
const [days, repeated, perDay] = [40, 5, 4]

const folder = options.data || mkdtempSync(join(tmpdir(), 'clockhouse-pay-runs-'))
const checkouts = checkoutsOf(options.against)
const servers: Server[] = []
let changes = 0
try {
  const filled = await fill()
  for (const server of await startCheckouts(checkouts, filled))
    servers.push({ ...server, entry: 0, hasRuns: (await get(server, '/api/console/pay_runs')).ok })
  for (const server of servers) await prepare(server)
  for (const part of parts())
    if (part.some(({ name }) => name.includes(options.only)))
      await compare(part.filter(({ name }) => name.includes(options.only)))
} finally {
  for (const { child } of servers) await stop(child)
  if (!options.data) rmSync(folder, { recursive: true, force: true })
}

/** The requests that are measured; those of one part belong together and are summed up. */
function parts(): Asked[][] {
  return [
    ...(
      [
        ['open', open],
        ['closed', closed],
      ] as const
    ).flatMap(([name, range]) => requestsOf(name, range)),
    project(),
  ]
}

function requestsOf(name: string, range: Range): Asked[][] {
  const { start_date, end_date } = range
  const dates = `start_date=${start_date}&end_date=${end_date}`
  const get = (what: string, path: string): Asked => ({ name: `${name}: ${what}`, path: `/api/console/${path}` })
  const report = (what: string): Asked => {
    return { name: `${name}: ${what}`, path: `/api/v1/reports/${what}`, body: { data: { start_date, end_date } } }
  }
  const file = (target: string, format: string, more = '') =>
    get(`${target}.${format}${more && ' with money'}`, `exports/${target}?format=${format}&${dates}${more}`)
  return [
    [
      get('approvals, the period', `approvals/pay_run?date=${start_date}`),
      get('approvals, a check of payroll', `exports/payroll/check?${dates}`),
      get('approvals, a check of ADP', `exports/adp_workforce_now/check?${dates}`),
      { ...get('approvals, the pay run', `pay_runs?${dates}`), isNew: true },
      ...(range === open ? [{ ...get('approvals, preview', `pay_runs/preview?${dates}`), isNew: true }] : []),
    ],
    [report('payroll'), report('payroll_by_jobcode'), get('gross pay', `gross_pay?${dates}`)],
    [
      get('hours', `hours?${dates}`),
      get('hours with money', `hours?${dates}&money=yes`),
      get('hours by person with money', `hours?${dates}&money=yes&group_by=person`),
    ],
    [
      file('payroll', 'csv'),
      file('payroll', 'csv', '&money=yes'),
      file('payroll', 'xlsx'),
      file('payroll', 'xlsx', '&money=yes'),
      file('adp_workforce_now', 'csv'),
      file('jobs', 'csv', '&money=yes'),
      file('timesheets', 'csv', '&money=yes'),
    ],
  ]
}

function project(): Asked[] {
  return [
    { name: 'year: project', path: '/api/v1/reports/project', body: { data: year } },
    { name: 'period: project', path: '/api/v1/reports/project', body: { data: closed } },
  ]
}

/** Prints the least of the rounds for each request, and the sums. */
async function compare(part: readonly Asked[]): Promise<void> {
  const sums = servers.map(() => 0)
  for (const asked of part) {
    const found = servers.map(({ hasRuns }) => (asked.isNew && !hasRuns ? 0 : Number.POSITIVE_INFINITY))
    // The first round only warms up.
    for (let round = 0; round <= Number(options.rounds); round++)
      for (const [index, server] of servers.entries()) {
        if (found[index] === 0) continue
        const spent = await spentOn(asked, server)
        if (round > 0) found[index] = Math.min(found[index]!, spent)
      }
    for (const [index, spent] of found.entries()) sums[index]! += spent
    print(asked.name, found)
  }
  if (part.length > 1) print('  together', sums)
}

function print(name: string, found: readonly number[]): void {
  const [now, before] = found
  const against =
    before === undefined
      ? ''
      : before === 0
        ? 'new'.padStart(10)
        : `${ms(before)} ${(now! / before).toFixed(2).padStart(6)}`
  console.log(`${name.padEnd(48)} ${ms(now!)} ${against}`)
}

function ms(value: number): string {
  return `${value.toFixed(1).padStart(8)} ms`
}

/** CPU milliseconds of a server for a request. */
async function spentOn({ name, path, body }: Asked, server: Server): Promise<number> {
  await change(server)
  const before = threadTimes(server.child.pid!)
  const answer = await (body ? send(server, 'POST', path, body) : get(server, path))
  const bytes = await answer.arrayBuffer()
  const spent = millisecondsSince(before, server)
  // On a busy machine, a report may take longer than the server waits for it.
  if (answer.status === 503) return Number.POSITIVE_INFINITY
  if (!answer.ok) throw new Error(`${name}: ${Buffer.from(bytes).toString().slice(0, 300)}`)
  return spent
}

/** The milliseconds of all threads, but for those that have ended meanwhile because they were idle. */
function millisecondsSince(before: ReadonlyMap<number, number>, server: Server): number {
  const spent = [...threadTimes(server.child.pid!)].map(([id, time]) => time - (before.get(id) ?? 0))
  return spent.reduce((sum, time) => sum + time, 0) / 1e6
}

/** Changes the entry of another year. */
async function change(server: Server): Promise<void> {
  const notes = `Change ${process.pid} ${changes++}`
  await itemsSent(server, 'PUT', '/api/v1/timesheets', [{ id: server.entry, notes }])
}

/** Fills the databases, or takes those in the folder. */
async function fill() {
  const known = join(folder, 'loaded.json')
  if (existsSync(known)) {
    const loaded: Loaded = JSON.parse(readFileSync(known, 'utf8'))
    return checkouts.map((_, index) => ({ place: placeOf(index, folder, options.postgres), loaded }))
  }
  const people = Number(options.people)
  const filled = await fillFor(checkouts, { folder, postgres: options.postgres }, async (load, place) => {
    // A fifth of what is asked for is the time of small companies.
    const loaded = await load(place, Math.round((people * days * perDay) / 0.8), people)
    await repeatInEarlierYears(place, loaded.companyId, repeated)
    return loaded
  })
  if (options.data) writeFileSync(known, JSON.stringify(filled[0]!.loaded))
  return filled
}

/** Chooses rules and rates, records time off, approves the time and closes pay runs, unless it was done before. */
async function prepare(server: Server): Promise<void> {
  const { users } = server.loaded
  const [first] = await itemsOf(server, `/api/v1/timesheets?start_date=2030-01-01&user_ids=${users[0]}`, 'timesheets')
  if (!first) await setUp(server)
  const made = first ?? (await itemsSent(server, 'POST', '/api/v1/timesheets', [entryOf(users[0]!, '2030-01-01')]))[0]
  server.entry = made!.id
}

async function setUp(server: Server): Promise<void> {
  const { users } = server.loaded
  await accepted(server, 'PUT', '/api/console/settings', {
    settings: {
      general: { payroll_type: 'biweekly', payroll_end_date: open.end_date, shift_boundary: options.boundary },
      approvals: { installed: 1 },
    },
    overtime: options.rules,
    overtime_from: null,
    settings_from: null,
    alters_approved: true,
  })
  await accepted(server, 'PUT', '/api/console/exports/setup', {
    adp_workforce_now: {
      ...{ company_code: 'ABC', batch_id: '01', file_number: 'employee_number' },
      hours_3: { pto: 'V' },
    },
  })
  const [vacation] = await itemsSent(server, 'POST', '/api/v1/jobcodes', [{ name: 'Vacation', type: 'pto' }])
  const saturday = (person: number) => addDays(open.end_date, -periodDays * (person % 4))
  const off = users.map((id, person) => ({ ...entryOf(id, saturday(person)), jobcode_id: vacation!.id }))
  await itemsSent(server, 'POST', '/api/v1/timesheets', off)
  const data = users.map((user_id, person) => ({ user_id, pay_rate: 20 + (person % 40) / 2, pay_interval: 'hour' }))
  for (const some of batches(data)) await accepted(server, 'PUT', '/api/console/pay', { data: some })
  const approved = users.map((id) => ({ id, submitted_to: open.end_date, approved_to: open.end_date }))
  await itemsSent(server, 'PUT', '/api/v1/users', approved)
  if (!server.hasRuns) return
  for (let n = runs - 1; n >= 0; n--) {
    const [start_date, end_date] = [
      addDays(closed.start_date, -periodDays * n),
      addDays(closed.end_date, -periodDays * n),
    ]
    const before = threadTimes(server.child.pid!)
    await accepted(server, 'POST', '/api/console/pay_runs', { start_date, end_date, close: true })
    console.log(`pay run of ${start_date} closed: ${ms(millisecondsSince(before, server))}`)
  }
}

function entryOf(user_id: number, date: string) {
  return { user_id, jobcode_id: 0, type: 'manual', date, duration: 4 * 3600 }
}

type Item = { id: number; _status_code?: number }
type Results = { results: Record<string, Record<string, Item>> }

async function itemsOf(server: Server, path: string, name: string): Promise<Item[]> {
  const { results } = (await (await get(server, path)).json()) as Results
  return Object.values(results[name]!)
}

/** Writes records of the API. Throws if one is refused. */
async function itemsSent(server: Server, method: string, path: string, items: readonly unknown[]): Promise<Item[]> {
  const sent: Item[] = []
  for (const data of batches(items)) {
    const { results } = (await (await accepted(server, method, path, { data })).json()) as Results
    sent.push(...Object.values(Object.values(results)[0]!))
  }
  const refused = sent.find(({ _status_code }) => _status_code !== 200)
  if (refused) throw new Error(`${path}: ${JSON.stringify(refused)}`)
  return sent
}

/** Fifty at once, the most that a request may have. */
function batches<T>(all: readonly T[]): T[][] {
  return Array.from({ length: Math.ceil(all.length / 50) }, (_, n) => all.slice(n * 50, (n + 1) * 50))
}

async function accepted(server: Server, method: string, path: string, body: unknown): Promise<Response> {
  const answer = await send(server, method, path, body)
  if (!answer.ok) throw new Error(`${path}: ${(await answer.text()).slice(0, 300)}`)
  return answer
}

function send(server: Compared, method: string, path: string, body: unknown): Promise<Response> {
  return fetch(server.url + path, { method, headers: headersOf(server), body: JSON.stringify(body) })
}

function get(server: Compared, path: string): Promise<Response> {
  return fetch(server.url + path, { headers: headersOf(server) })
}
