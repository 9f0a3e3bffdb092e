// node bench/citus_faults.ts postgres://…coordinator --server postgres://…worker --stop 'command' --start 'command'
// [--coordinator-stop 'command' --coordinator-start 'command'] [--companies 32] [--seconds 8]: two servers write for
// many companies to a Citus cluster while shards move, while a worker is down, and while the coordinator is down.
// Prints how clients were answered, and whether any acknowledged change was lost. The database must have been created
// by `clockhouse migrate --distribute`. One server connects to the coordinator, the other to the worker named by
// --server, which must not be the one that --stop stops.
import { execSync } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { Beside, ServerProcess } from '../test/support/processes.ts'

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    server: { type: 'string', default: '' },
    stop: { type: 'string', default: '' },
    start: { type: 'string', default: '' },
    'coordinator-stop': { type: 'string', default: '' },
    'coordinator-start': { type: 'string', default: '' },
    companies: { type: 'string', default: '32' },
    seconds: { type: 'string', default: '8' },
  },
})
const [coordinator = ''] = positionals
const seconds = Number(options.seconds)
const writersPerServer = 4

type Company = { id: number; adminId: number; token: string; machine: string }

const placeAt = (databaseUrl: string) => ({ databaseUrl, data: '', databasePool: 16 })
const beside = await Beside.open(placeAt(coordinator))
const client = new pg.Client(coordinator)
await client.connect()

const companies: Company[] = []
for (let made = 0; made < Number(options.companies); made++) {
  const company = await beside.company()
  companies.push({ ...company, machine: '' })
}

/** Records which machine stores each company. */
async function locate(): Promise<void> {
  for (const company of companies) {
    const { rows } = await client.query(
      `select p.nodeport from citus_shards p where p.table_name = 'companies'::regclass
         and p.shardid = get_shard_id_for_distribution_column('companies', $1::bigint)`,
      [company.id],
    )
    company.machine = String(rows[0].nodeport)
  }
}
await locate()

const servers = [
  await ServerProcess.start(placeAt(coordinator)),
  await ServerProcess.start(placeAt(options.server || coordinator)),
]

/** Acknowledged ids, by company. */
const acknowledged = new Map<number, number[]>()
/** Answers in the current phase, by server, machine of the company and status. */
let answers = new Map<string, number>()
let longest = 0
let day = 0
let writing = true

async function write(server: ServerProcess, entry: string, first: number): Promise<void> {
  for (let turn = first; writing; turn++) {
    const company = companies[turn % companies.length]!
    day += 1
    const date = new Date(Date.UTC(2001, 0, 1 + (day % 8000))).toISOString().slice(0, 10)
    const item = { user_id: company.adminId, jobcode_id: 0, type: 'manual', date, duration: 60 }
    const begun = performance.now()
    const { status, body } = await server.call(company.token, 'POST', '/timesheets', [item])
    longest = Math.max(longest, performance.now() - begun)
    const key = `${entry}, company on ${company.machine}: ${status}`
    answers.set(key, (answers.get(key) ?? 0) + 1)
    if (status !== 200) {
      await sleep(20)
      continue
    }
    const [made] = Object.values(body.results.timesheets) as { id: number }[]
    acknowledged.set(company.id, [...(acknowledged.get(company.id) ?? []), made!.id])
  }
}

const writers = servers.flatMap((server, index) =>
  Array.from({ length: writersPerServer }, (_, writer) =>
    write(server, index === 0 ? 'coordinator' : 'worker', (index * writersPerServer + writer) * 7),
  ),
)

async function phase(name: string, during: () => Promise<unknown>): Promise<void> {
  answers = new Map()
  longest = 0
  const begun = performance.now()
  await during()
  const lasted = (performance.now() - begun) / 1000
  console.log(`${name} (${lasted.toFixed(1)} s, longest answer ${Math.round(longest)} ms)`)
  for (const [key, count] of [...answers].sort()) console.log(`  ${key.padEnd(44)} ${count}`)
}

await phase('nothing happens', () => sleep(seconds * 1000))
await phase('shards move', async () => {
  const nodes = (await client.query(`select nodename, nodeport from pg_dist_node where groupid <> 0 order by nodeport`))
    .rows
  const { rows } = await client.query(
    `select shardid, nodename, nodeport from citus_shards where table_name = 'companies'::regclass order by shardid limit 4`,
  )
  for (const { shardid, nodename, nodeport } of rows) {
    const to = nodes.find((node) => node.nodeport !== nodeport)
    const begun = performance.now()
    await client.query('select citus_move_shard_placement($1, $2, $3, $4, $5)', [
      shardid,
      ...[nodename, nodeport, to.nodename, to.nodeport],
    ])
    console.log(`  moved ${shardid} in ${((performance.now() - begun) / 1000).toFixed(1)} s`)
  }
})
await locate()
const statusesOf = async (path: string) =>
  (await Promise.all(servers.map(({ url }) => fetch(url + path).then(({ status }) => status)))).join()

/** Uses up the unused ids of all reachable companies, so that each needs a new block. */
async function takeIds(): Promise<void> {
  for (const { id } of companies)
    await client
      .query(`update companies set id_next = 0, id_limit = 0, id_spare = '' where company_id = $1`, [id])
      .catch(() => {})
}
if (options.stop) {
  execSync(options.stop)
  await phase('a worker is down', async () => {
    await takeIds()
    await sleep(seconds * 1000)
    for (const path of ['/', '/readyz']) console.log(`  ${path} answers ${await statusesOf(path)}`)
  })
  execSync(options.start)
  await phase('it is back', () => sleep(seconds * 1000))
}
if (options['coordinator-stop']) {
  await client.end()
  execSync(options['coordinator-stop'])
  await phase('the coordinator is down', () => sleep(seconds * 1000))
  execSync(options['coordinator-start'])
  await phase('it is back', () => sleep(seconds * 1000))
}
writing = false
await Promise.all(writers)
const reader = new pg.Client(coordinator)
await reader.connect()
let lost = 0
let kept = 0
for (const { id } of companies) {
  const { rows } = await reader.query('select id from timesheets where company_id = $1', [id])
  const there = new Set(rows.map((row) => Number(row.id)))
  for (const one of acknowledged.get(id) ?? []) there.has(one) ? kept++ : lost++
}
const ids = [...acknowledged.values()].flat()
console.log(`${ids.length} acknowledged, ${new Set(ids).size} different ids, ${kept} there, ${lost} lost`)
await reader.end()
for (const server of servers) await server.stop()
await beside.db.close()
process.exit(lost === 0 ? 0 : 1)
