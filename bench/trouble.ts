// node bench/trouble.ts: puts real servers into real faults, and prints what clients, /livez, /readyz, the log,
// /metrics and doctor report at the same time. Its output is the table in docs/operating.md. It mounts a small file
// system, so it needs Linux and root.
import { execFileSync, execSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, openSync, rmSync, statSync, writeFileSync, writeSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { on, spawnClockhouse } from '../test/cli/command.ts'
import { freePort } from '../test/support/free_port.ts'
import { startPostgres } from '../test/support/postgres.ts'
import { PostgresProxy } from '../test/support/postgres_proxy.ts'
import { Beside, ServerProcess } from '../test/support/processes.ts'

type Place = { databaseUrl: string; data: string; databasePool: number }

/** A server with a company, and what a fault may need to know about it. */
type Scene = {
  server: ServerProcess
  place: Place
  beside: Beside
  company: { id: number; token: string }
  proxy?: PostgresProxy
}

/** A fault: how to start it, and how to end it. */
type Fault = {
  what: string
  on: 'sqlite' | 'postgres'
  settings?: Record<string, string>
  begin(scene: Scene): Promise<(() => unknown) | undefined>
  /** How long to wait until everything has noticed the fault, in milliseconds. */
  noticedMs?: number
}

const settings = { CLOCKHOUSE_LOG_LEVEL: 'warn', CLOCKHOUSE_METRICS_TOKEN: 'a-token-for-metrics' }
const root = mkdtempSync(join(tmpdir(), 'clockhouse-trouble-'))
const disk = join(root, 'disk')

/** A file system of 192 MB in a file. */
function mount(): void {
  execSync(`truncate -s 192M ${root}/image && mkfs.ext4 -q -F ${root}/image && mkdir -p ${disk} &&
    mount -o loop,errors=remount-ro ${root}/image ${disk}`)
}

/** A library that makes fsync fail while a file exists. */
function failingSync(): string {
  const source = join(root, 'sync.c')
  const library = join(root, 'sync.so')
  const fail = `if (access("${root}/fail", F_OK) == 0) { errno = EIO; return -1; }`
  writeFileSync(
    source,
    `#include <errno.h>
#include <unistd.h>
#include <sys/syscall.h>
int fsync(int fd) { ${fail} return syscall(SYS_fsync, fd); }
int fdatasync(int fd) { ${fail} return syscall(SYS_fdatasync, fd); }
`,
  )
  execFileSync('cc', ['-shared', '-fPIC', '-o', library, source])
  return library
}

/** Ends the connections of servers. */
const dropServers = `select pg_terminate_backend(pid) from pg_stat_activity where application_name like 'clockhouse server%'`

async function askPostgres(url: string, text: string): Promise<pg.Client> {
  const client = new pg.Client(url)
  client.on('error', () => {})
  await client.connect()
  await client.query(text)
  return client
}

/** Opens connections until none are left. */
async function takeAll(url: string, taken: pg.Client[]): Promise<void> {
  for (;;) {
    const client = new pg.Client(url)
    client.on('error', () => {})
    try {
      await client.connect()
    } catch {
      return
    }
    taken.push(client)
  }
}

const faults: Fault[] = [
  { what: 'nothing', on: 'sqlite', begin: async () => undefined },
  {
    what: 'the disk is full',
    on: 'sqlite',
    async begin() {
      const filler = join(disk, 'filler')
      execSync(`dd if=/dev/zero of=${filler} bs=64k 2>/dev/null || true`)
      return () => rmSync(filler)
    },
  },
  {
    what: 'fsync fails',
    on: 'sqlite',
    settings: { LD_PRELOAD: failingSync() },
    async begin() {
      writeFileSync(join(root, 'fail'), '')
      return () => rmSync(join(root, 'fail'))
    },
  },
  {
    what: 'another program keeps the database locked',
    on: 'sqlite',
    async begin({ place }) {
      const other = new DatabaseSync(join(place.data, 'clockhouse.db'))
      other.exec('begin immediate')
      return () => other.close()
    },
  },
  {
    what: 'the database file is damaged',
    on: 'sqlite',
    async begin({ place }) {
      const file = join(place.data, 'clockhouse.db')
      const old = new DatabaseSync(file)
      old.exec('pragma wal_checkpoint(truncate)')
      old.close()
      writeSync(openSync(file, 'r+'), Buffer.alloc(statSync(file).size - 4096, 7), 0, undefined, 4096)
      return undefined
    },
  },
  {
    what: 'the mail server does not answer',
    on: 'sqlite',
    settings: await mailSettings(),
    async begin({ server, company }) {
      const item = { first_name: 'Bo', last_name: 'Yu', username: 'bo', email: 'bo@example.com', permissions: {} }
      const made = await server.call(company.token, 'POST', '/users', [item])
      if (made.status !== 200) throw new Error(made.text)
      const user_id = Object.values<{ id: number }>(made.body.results.users)[0]!.id
      const contact = { contact_method: 'email', contact_info: item.email, user_id }
      const sent = await server.call(company.token, 'POST', '/invitations', [contact])
      if (sent.status !== 200) throw new Error(sent.text)
      return undefined
    },
    noticedMs: 75_000,
  },
  {
    what: 'PostgreSQL has stopped',
    on: 'postgres',
    async begin({ proxy }) {
      await proxy!.stop()
      return undefined
    },
  },
  {
    what: 'the network to PostgreSQL is silent',
    on: 'postgres',
    async begin({ proxy }) {
      proxy!.mute()
      return () => proxy!.unmute()
    },
    noticedMs: 16_000,
  },
  {
    what: 'PostgreSQL takes no changes, as a standby after a failover',
    on: 'postgres',
    async begin({ place }) {
      const set = async (mode: string) => {
        const client = await askPostgres(direct(place), 'set default_transaction_read_only = off')
        await client.query(`alter role postgres set default_transaction_read_only = ${mode}; ${dropServers}`)
        await client.end()
      }
      await set('on')
      return () => set('off')
    },
  },
  {
    what: 'PostgreSQL has no connections left',
    on: 'postgres',
    async begin({ place }) {
      const taken: pg.Client[] = []
      await takeAll(direct(place), taken)
      await taken[0]!.query(dropServers)
      await takeAll(direct(place), taken)
      return () => Promise.all(taken.map((client) => client.end()))
    },
  },
  {
    what: 'another program keeps a table of PostgreSQL locked',
    on: 'postgres',
    async begin({ place }) {
      const client = await askPostgres(direct(place), 'begin; lock table companies in exclusive mode')
      return () => client.end()
    },
    noticedMs: 45_000,
  },
]

/** Settings of a server whose mail server never answers, with links to its own port. */
async function mailSettings(): Promise<Record<string, string>> {
  const port = String(await freePort())
  return {
    PORT: port,
    CLOCKHOUSE_URL: `http://127.0.0.1:${port}`,
    CLOCKHOUSE_SMTP_URL: `smtp://127.0.0.1:${await mutePort()}`,
    CLOCKHOUSE_MAIL_FROM: 'time@example.com',
  }
}

/** A port that accepts connections and stays silent. */
async function mutePort(): Promise<number> {
  const server = createServer(() => {}).listen(0, '127.0.0.1')
  await once(server, 'listening')
  server.unref()
  return (server.address() as { port: number }).port
}

const addresses = new Map<string, string>()
const direct = ({ databaseUrl }: Place) => addresses.get(databaseUrl)!

const names: Readonly<Record<string, RegExp>> = {
  writable: /^clockhouse_writable (\d+)$/m,
  'writes failed': /^clockhouse_writes_failed_total (\d+)$/m,
  'mails waiting': /^clockhouse_waiting\{queue="mails"\} (\d+)$/m,
  'connections waiting': /^clockhouse_database_connections\{state="waiting"\} (\d+)$/m,
}

async function look(server: ServerProcess) {
  const get = async (path: string, headers: Record<string, string> = {}) => {
    const answer = await fetch(server.url + path, { headers, signal: AbortSignal.timeout(20_000) }).catch(
      () => undefined,
    )
    return { status: answer?.status ?? 0, text: (await answer?.text()) ?? '' }
  }
  const [live, ready, metrics] = await Promise.all([
    get('/livez'),
    get('/readyz'),
    get('/metrics', { authorization: `Bearer ${settings.CLOCKHOUSE_METRICS_TOKEN}` }),
  ])
  const values = Object.entries(names).flatMap(([name, pattern]) => {
    const value = pattern.exec(metrics.text)?.[1]
    const isUsual = name === 'writable' ? value === '1' : value === '0'
    return value === undefined || isUsual ? [] : [`${name} ${value}`]
  })
  const failures = [...metrics.text.matchAll(/^clockhouse_round_failures_total\{round="([^"]+)"\} ([1-9]\d*)$/gm)]
  const failed = failures.length > 0 ? [`rounds failed: ${failures.map(([, name]) => name).join(', ')}`] : []
  const errors = metrics.text.matchAll(/^clockhouse_http_request_duration_seconds_count\{.*status="(5\d\d)"\} (\d+)$/gm)
  const refused = [...errors].reduce((sum, [, , count]) => sum + Number(count), 0)
  return {
    live: live.status || 'silent',
    ready: `${ready.status || 'silent'} ${ready.status === 503 ? JSON.parse(ready.text).causes.join(', ') : ''}`.trim(),
    metrics: [...values, ...failed, ...(refused > 0 ? ['answers 5xx'] : [])].join('; ') || '–',
  }
}

/** The problems that doctor finds. */
async function doctor(place: Place, { LD_PRELOAD: _, ...more }: Record<string, string>): Promise<string[]> {
  const { stdout, stderr } = await spawnClockhouse(['doctor', '--json'], { env: { ...on(place), ...more } })
  const findings: { check: string; state: string; message: string }[] = stdout ? JSON.parse(stdout).findings : []
  const wrong = findings.filter(({ state }) => state !== 'ok')
  return [...wrong.map(({ check, state, message }) => `${state}: ${check}: ${message}`), ...(stderr ? [stderr] : [])]
}

/** The distinct messages of the log, each with the first reason that it names. */
function messagesIn(log: string): string {
  const messages = log.split('\n').flatMap((line) => {
    if (!line.startsWith('{')) return line ? [line] : []
    const { msg, reason, err, security } = JSON.parse(line)
    if (security) return []
    const why = reason ?? err?.message?.split('\n')[0]
    return [why ? `${msg} (${why})` : msg]
  })
  return [...new Set(messages)].slice(0, 4).join('; ') || '–'
}

async function show(fault: Fault): Promise<void> {
  let place: Place
  let proxy: PostgresProxy | undefined
  let stop = async () => {}
  if (fault.on === 'sqlite') {
    mount()
    const data = join(disk, 'data')
    mkdirSync(data, { mode: 0o700 })
    place = { databaseUrl: '', data, databasePool: 10 }
    stop = async () => void execSync(`umount -l ${disk} && rm -f ${root}/image`)
  } else {
    const postgres = await startPostgres()
    const through = await PostgresProxy.start(postgres.url)
    proxy = through.proxy
    addresses.set(through.url, postgres.url)
    place = { databaseUrl: through.url, data: '', databasePool: 10 }
    stop = async () => {
      await proxy!.stop().catch(() => {})
      await postgres.stop()
    }
  }
  const server = await ServerProcess.start(place, { ...settings, ...fault.settings })
  const beside = await Beside.open({ ...place, databaseUrl: place.databaseUrl && direct(place) })
  const company = await beside.company()
  if (fault.on === 'sqlite') await beside.close()
  await server.call(company.token, 'POST', '/jobcodes', [{ name: 'Before' }])
  const usual = await doctor(place, { ...fault.settings, PORT: new URL(server.url).port })
  const end = await fault.begin({ server, place, beside, company, ...(proxy ? { proxy } : {}) })
  let number = 0
  const write = () => server.call(company.token, 'POST', '/jobcodes', [{ name: `Job ${number++}` }])
  const read = () => server.call(company.token, 'GET', `/jobcodes?ids=${1 + number}`)
  const until = performance.now() + (fault.noticedMs ?? 3000)
  let written = await write()
  let found = await read()
  while (performance.now() < until) {
    await sleep(200)
    written = await write()
    found = await read()
  }
  const seen = await look(server)
  const findings = await doctor(place, { ...fault.settings, PORT: new URL(server.url).port })
  const wrong = findings.filter((finding) => !usual.includes(finding)).join('; ') || '–'
  const log = messagesIn(server.log.join(''))
  let healed = '–'
  if (end) {
    await end()
    const start = performance.now()
    while (performance.now() - start < 60_000 && (await write()).status !== 200) await sleep(20)
    healed = `${((performance.now() - start) / 1000).toFixed(1)} s`
  }
  const client = `${found.status} / ${written.status} ${written.status === 200 ? '' : (written.body.error?.message ?? written.text)}`
  console.log(
    `| ${[fault.what, client, seen.live, seen.ready, log, seen.metrics, wrong, healed].join(' | ').replaceAll(root, '…')} |`,
  )
  await Promise.race([server.stop(), sleep(15_000)])
  if (server.alive) await server.kill()
  if (fault.on === 'postgres') await beside.close()
  await stop()
}

console.log(
  '| fault | read / write | /livez | /readyz | log | metrics | doctor | healed |\n|---|---|---|---|---|---|---|---|',
)
const wanted = process.argv.slice(2).join(' ')
for (const fault of faults) if (fault.what.includes(wanted)) await show(fault)
rmSync(root, { recursive: true, force: true })
process.exit(0)
