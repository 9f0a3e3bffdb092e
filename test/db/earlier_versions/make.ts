import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { SqliteStore } from '../../../src/db/stores.ts'
import { askedOf, type Earlier, passwords, type Stored, signIn } from './earlier.ts'

// Makes the data of an earlier version, by running that version's own code from the history: a company is created by its
// command line, filled through its API, and read through its reports. What it has stored and answered is in the files
// beside this one. Run it in a clone with its history, whose packages fit that version:
//   node test/db/earlier_versions/make.ts 0.1.0 cb2040b3
//   node test/db/earlier_versions/make.ts 0.2.0 a0f788e5

const [version, commit] = process.argv.slice(2)
if (!version || !commit) throw new Error('Usage: make.ts VERSION COMMIT')

const root = join(import.meta.dirname, '../../..')
const work = mkdtempSync(join(tmpdir(), 'clockhouse-earlier-'))
const program = join(work, 'program')
const data = join(work, 'data')
mkdirSync(program)
const archive = execFileSync('git', ['-C', root, 'archive', commit], { maxBuffer: 2 ** 30 })
execFileSync('tar', ['-x', '-C', program], { input: archive })
symlinkSync(join(root, 'node_modules'), join(program, 'node_modules'))

const env = { PATH: process.env.PATH, CLOCKHOUSE_DATA: data, PORT: '0', CLOCKHOUSE_RATE_LIMIT: '0' }

/** Runs a command of the earlier version. */
function command(args: string[], input = ''): string {
  return execFileSync(process.execPath, ['src/cli/index.ts', ...args], { cwd: program, env, input, encoding: 'utf8' })
}

const made = Date.now() * 1000
const day = 86_400_000

/** A local date, some days before today. */
const date = (back: number) => new Date(made / 1000 - back * day).toISOString().slice(0, 10)
const at = (back: number, time: string) => `${date(back)}T${time}:00+00:00`

command(
  [
    ...[
      'init',
      '--company-name',
      'Zimmerei Grünwald',
      '--first-name',
      'Ada',
      '--last-name',
      'Hart',
      '--username',
      'ada',
    ],
    ...['--email', 'ada@example.com', '--tz', 'UTC', '--password-file', '-'],
  ],
  passwords.ada,
)
command(
  [
    ...[
      'user',
      'add',
      '--username',
      'ben',
      '--first-name',
      'Ben',
      '--last-name',
      'Łukasz',
      '--email',
      'ben@example.com',
    ],
    ...['--password-file', '-'],
  ],
  passwords.ben,
)
command(['user', 'add', '--username', 'cleo', '--first-name', 'Cleo', '--last-name', 'Ito'])
command(['overtime', 'set', 'california'])
const tokens = {
  ada: command(['token', 'create', '--user', 'ada', '--name', 'a script', '--days', '3652']).trim(),
  ben: command(['token', 'create', '--user', 'ben', '--days', '3652']).trim(),
}

const server = spawn(process.execPath, ['src/main.ts'], { cwd: program, env, stdio: ['ignore', 'pipe', 'inherit'] })
process.once('exit', () => server.kill())
const url = await new Promise<string>((resolve, reject) => {
  let printed = ''
  server.stdout.setEncoding('utf8').on('data', (text: string) => {
    printed += text
    const [, found] = /running at (http\S+)/.exec(printed) ?? []
    if (found) resolve(found)
  })
  server.once('exit', () => reject(new Error(printed)))
})

type Item = Record<string, unknown>

/** Calls the API; throws if anything is refused. */
async function call(token: string, method: string, path: string, items: Item[]): Promise<Item[]> {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const answer = await fetch(`${url}/api/v1${path}`, { method, headers, body: JSON.stringify({ data: items }) })
  const text = await answer.text()
  const results = answer.ok ? Object.values(JSON.parse(text).results as Record<string, Record<string, Item>>)[0]! : {}
  const done = Object.values(results)
  if (done.length !== items.length || done.some((item) => Number(item._status_code) >= 300))
    throw new Error(`${method} ${path}: ${text}`)
  return done
}
const create = (path: string, ...items: Item[]) => call(tokens.ada, 'POST', path, items)

const listed = await fetch(`${url}/api/v1/users`, { headers: { authorization: `Bearer ${tokens.ada}` } })
const people = Object.values(((await listed.json()) as { results: { users: Record<string, Item> } }).results.users)
const idOf = (username: string) => Number(people.find((person) => person.username === username)!.id)
const [ada, ben, cleo] = ['ada', 'ben', 'cleo'].map(idOf)

const [crew] = await create('/groups', { name: 'Dach & Wand' })
await call(tokens.ada, 'PUT', '/users', [
  { id: ben, group_id: crew!.id, payroll_id: 'B-7', hire_date: '2025-03-01', require_password_change: false },
  { id: cleo, active: false },
])
const [customer] = await create('/jobcodes', { name: 'Müller', type: 'regular', assigned_to_all: true })
const [roof] = await create('/jobcodes', {
  ...{ name: 'Dachstuhl', type: 'regular', parent_id: customer!.id, billable: true, billable_rate: 62.5 },
  assigned_to_all: true,
})
const [office] = await create('/jobcodes', { name: 'Büro', type: 'regular', assigned_to_all: true })
const [vacation] = await create('/jobcodes', { name: 'Vacation', type: 'pto', assigned_to_all: true })
const [field] = await create('/customfields', {
  ...{ name: 'Material', applies_to: 'timesheet', type: 'free-form', required: false },
})
for (let back = 20; back >= 1; back--) {
  const long = back % 5 === 0
  await create('/timesheets', {
    ...{ user_id: ben, type: 'regular', jobcode_id: roof!.id, notes: back === 3 ? 'Regen, später weiter — 2 h' : '' },
    ...{ start: at(back, '07:00'), end: at(back, long ? '19:30' : '15:15') },
    ...(back === 4 && { customfields: { [String(field!.id)]: 'Fichte' } }),
  })
}
await create('/timesheets', {
  ...{ user_id: ada, type: 'manual', jobcode_id: office!.id, date: date(2), duration: 5400, notes: '' },
})
await create('/timesheets', { user_id: ada, type: 'manual', jobcode_id: vacation!.id, date: date(6), duration: 28_800 })
const [wrong] = await create('/timesheets', {
  ...{ user_id: ada, type: 'manual', jobcode_id: office!.id, date: date(9), duration: 3600 },
})
await fetch(`${url}/api/v1/timesheets?ids=${wrong!.id}`, {
  method: 'DELETE',
  headers: { authorization: `Bearer ${tokens.ada}` },
})
await call(tokens.ben, 'POST', '/timesheets', [
  { user_id: ben, type: 'regular', jobcode_id: roof!.id, start: new Date(made / 1000 - 60_000).toISOString(), end: '' },
])
await call(tokens.ada, 'PUT', '/users', [{ id: ben, submitted_to: date(15), approved_to: date(15) }])
const [calendar] = Object.values(
  (
    (await (
      await fetch(`${url}/api/v1/schedule_calendars`, { headers: { authorization: `Bearer ${tokens.ada}` } })
    ).json()) as { results: { schedule_calendars: Record<string, Item> } }
  ).results.schedule_calendars,
)
await create('/schedule_events', {
  ...{ schedule_calendar_id: calendar!.id, jobcode_id: roof!.id, title: 'Aufmaß', all_day: false },
  ...{ start: at(-2, '07:00'), end: at(-2, '12:00'), assigned_user_ids: [String(ben)] },
})
await call(tokens.ben, 'POST', '/time_off_requests', [
  {
    time_off_request_notes: [{ note: 'Hochzeit' }],
    time_off_request_entries: [{ date: date(-9), entry_method: 'manual', duration: 28_800, jobcode_id: vacation!.id }],
  },
])
await create('/locations', {
  ...{ addr1: 'Am Markt 1', city: 'Grünwald', country: 'DE', latitude: 48.04, longitude: 11.53 },
})
await create('/notifications', {
  ...{ user_id: ben, message: 'Plan for next week', method: 'dashboard', delivery_time: at(-5, '08:00') },
})

const cookie = await signIn(url, 'ben', passwords.ben)
const answers: Earlier['answers'] = []
for (const { as, path, data } of askedOf({ from: date(21), to: date(0), calendar: Number(calendar!.id) })) {
  const headers = { authorization: `Bearer ${tokens[as]}`, 'content-type': 'application/json' }
  const body = data ? { method: 'POST', body: JSON.stringify({ data }) } : {}
  const answer = await fetch(`${url}/api/v1${path}`, { headers, ...body })
  if (!answer.ok) throw new Error(`${path}: ${await answer.text()}`)
  answers.push({ as, path, ...(data && { data }), body: (await answer.json()) as Record<string, unknown> })
}
server.kill('SIGTERM')
await once(server, 'exit')

const store = new SqliteStore(join(data, 'clockhouse.db'), { readOnly: true })
const tables: Earlier['tables'] = {}
for (const shape of await store.shapes()) {
  const rows: Stored[][] = []
  for await (const batch of store.rows(shape))
    rows.push(
      ...batch.map((row) =>
        row.map((value) => (value instanceof Uint8Array ? { hex: Buffer.from(value).toString('hex') } : value)),
      ),
    )
  if (rows.length > 0) tables[shape.table] = { columns: shape.columns.map(({ name }) => name), rows }
}
store.close()
const facts = { version, commit, made, tokens, cookie }
const lines = [
  ...Object.entries(facts).map(([name, value]) => `${JSON.stringify(name)}: ${JSON.stringify(value)}`),
  `"answers": [\n${answers.map((answer) => JSON.stringify(answer)).join(',\n')}\n]`,
  `"tables": {\n${Object.entries(tables)
    .map(
      ([table, { columns, rows }]) =>
        `${JSON.stringify(table)}: {"columns": ${JSON.stringify(columns)}, "rows": [\n${rows.map((row) => JSON.stringify(row)).join(',\n')}\n]}`,
    )
    .join(',\n')}\n}`,
]
const file = join(import.meta.dirname, `${version}.txt`)
writeFileSync(file, `{\n${lines.join(',\n')}\n}\n`)
console.log(`${file}: ${Math.round(readFileSync(file).length / 1000)} kB`)
rmSync(work, { recursive: true })
