// node bench/durability.ts [words of a fault] [--runs 8]: writes through real servers while something breaks, and
// checks that every acknowledged change is still there. Prints the table in docs/operating.md. It mounts small file
// systems, so it runs only on Linux and as root.
import { execFileSync, execSync } from 'node:child_process'
import { randomInt, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, readlinkSync, rmSync, writeFileSync } from 'node:fs'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { sql } from '../src/engine/sql.ts'
import type { Values } from '../src/engine/table.ts'
import { startPostgres } from '../test/support/postgres.ts'
import { Beside, ServerProcess } from '../test/support/processes.ts'
import { startReplica } from '../test/support/replica.ts'

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: { runs: { type: 'string', default: '8' } },
})
const runs = Number(options.runs)
const root = mkdtempSync(join(tmpdir(), 'clockhouse-durability-'))
const disk = join(root, 'disk')
const image = join(root, 'image')
const writersUsual = 8

/** A record: its last acknowledged state, and the change that was not acknowledged, if any. */
type Entry = { id: number; notes: string; isDeleted: boolean; doubt: Doubt | undefined }
type Doubt = { method: 'POST' | 'PUT' | 'DELETE'; notes: string; key: string }

/** The responses that clients received. */
class Ledger {
  readonly entries: Entry[] = []
  readonly statuses = new Map<string, number>()
  acknowledged = 0
  retried = 0
  #last = performance.now()
  outageMs = 0

  told(status: number, message: string): void {
    const what = status === 200 || status === 0 ? String(status || 'broken') : `${status} ${message}`
    this.statuses.set(what, (this.statuses.get(what) ?? 0) + 1)
    if (status !== 200) return
    const now = performance.now()
    this.outageMs = Math.max(this.outageMs, now - this.#last)
    this.#last = now
    this.acknowledged++
  }

  /** Starts measuring the longest time without an acknowledgement. */
  begin(): void {
    this.#last = performance.now()
    this.outageMs = 0
  }
}

type Company = { id: number; adminId: number; token: string }

/** Creates, edits and deletes entries until told to stop; changes that fail stay in doubt. */
async function write(
  pick: () => ServerProcess,
  company: Company,
  ledger: Ledger,
  goesOn: () => boolean,
): Promise<void> {
  for (let number = 0; goesOn(); number++) {
    const entry: Entry = { id: 0, notes: '', isDeleted: false, doubt: undefined }
    ledger.entries.push(entry)
    const methods = ['POST', ...(number % 3 === 0 ? ['PUT'] : []), ...(number % 5 === 0 ? ['DELETE'] : [])] as const
    for (const method of methods as readonly Doubt['method'][]) {
      entry.doubt = { method, notes: `${method} ${randomUUID()}`, key: randomUUID() }
      if (!(await send(pick(), company, ledger, entry))) break
    }
    if (entry.doubt) await sleep(20)
  }
}

/** Sends the doubtful change of an entry, and records the response. */
async function send(server: ServerProcess, company: Company, ledger: Ledger, entry: Entry): Promise<boolean> {
  const { method, notes, key } = entry.doubt!
  const item = { user_id: company.adminId, jobcode_id: 0, type: 'manual', date: '2026-01-05', duration: 3600, notes }
  const headers = { 'Idempotency-Key': key }
  const { status, body } =
    method === 'DELETE'
      ? await server.call(company.token, method, `/timesheets?ids=${entry.id}`, undefined, headers)
      : await server.call(
          company.token,
          method,
          '/timesheets',
          [method === 'POST' ? item : { id: entry.id, notes }],
          headers,
        )
  const result = status === 200 ? Object.values<Values>(body.results?.timesheets ?? {})[0] : undefined
  ledger.told(status, body.error?.message ?? '')
  if (result?._status_code !== 200) return false
  if (method === 'POST') entry.id = result.id
  if (method === 'DELETE') entry.isDeleted = true
  else entry.notes = notes
  entry.doubt = undefined
  return true
}

/** Counts acknowledged changes that are lost, and changes that are stored more than once. */
async function compare(beside: Beside, company: Company, ledger: Ledger): Promise<{ lost: number; doubled: number }> {
  const read = (table: 'timesheets' | 'timesheets_deleted') =>
    beside.db.read.all<{ id: number; notes: string }>(
      table === 'timesheets'
        ? sql`select id, notes from timesheets where company_id = ${company.id}`
        : sql`select id, notes from timesheets_deleted where company_id = ${company.id}`,
    )
  const [there, deleted] = [await read('timesheets'), await read('timesheets_deleted')]
  const notes = new Map(there.map((row) => [row.id, row.notes]))
  const gone = new Map(deleted.map((row) => [row.id, row.notes]))
  const isThere = ({ id, notes: told, isDeleted, doubt }: Entry) => {
    if (id === 0) return true
    if (isDeleted) return gone.has(id) && !notes.has(id)
    const found = notes.get(id) ?? (doubt?.method === 'DELETE' ? gone.get(id) : undefined)
    return found === told || (doubt?.method === 'PUT' && found === doubt.notes)
  }
  const all = [...there, ...deleted].map((row) => row.notes)
  return { lost: ledger.entries.filter((entry) => !isThere(entry)).length, doubled: all.length - new Set(all).size }
}

/** A trial: what it runs on, and what happens while clients write. */
type Trial = {
  servers: ServerProcess[]
  company: Company
  ledger: Ledger
  admin: (text: string) => Promise<pg.QueryResult>
  restart: () => Promise<void>
  postgres?: Postgres
}
type Fault = {
  what: string
  on: 'folder' | 'disk' | 'postgres'
  runs?: number
  servers?: number
  writers?: number
  seconds?: number
  pool?: number
  settings?: Record<string, string>
  run(trial: Trial): Promise<unknown>
}

function mount(): void {
  execSync(`[ -f ${image} ] || { truncate -s 192M ${image} && mkfs.ext4 -q -F ${image}; }
    mkdir -p ${disk} && mount -o loop,errors=remount-ro ${image} ${disk}`)
}

function compiled(name: string, source: string, ...flags: string[]): string {
  writeFileSync(join(root, `${name}.c`), source)
  execFileSync('cc', [...flags, '-o', join(root, name), join(root, `${name}.c`)])
  return join(root, name)
}

const failing = `if (access("${root}/fail", F_OK) == 0) { errno = EIO; return -1; }`
const failingSync = () =>
  compiled(
    'sync.so',
    `#include <errno.h>
#include <unistd.h>
#include <sys/syscall.h>
int fsync(int fd) { ${failing} return syscall(SYS_fsync, fd); }
int fdatasync(int fd) { ${failing} return syscall(SYS_fdatasync, fd); }
`,
    '-shared',
    '-fPIC',
  )
const failingWrites = () =>
  compiled(
    'write.so',
    `#include <errno.h>
#include <unistd.h>
#include <sys/syscall.h>
ssize_t pwrite64(int fd, const void *b, size_t n, off64_t o) { ${failing} return syscall(SYS_pwrite64, fd, b, n, o); }
ssize_t pwrite(int fd, const void *b, size_t n, off_t o) { ${failing} return syscall(SYS_pwrite64, fd, b, n, o); }
`,
    '-shared',
    '-fPIC',
    '-D_GNU_SOURCE',
  )
/** Cuts off a file system from its disk, so that nothing more is written. */
const cutter = () =>
  compiled(
    'cut',
    `#include <fcntl.h>
#include <sys/ioctl.h>
int main(int n, char **v) { unsigned flags = 2; return ioctl(open(v[1], O_RDONLY), _IOR('X', 125, unsigned), &flags); }
`,
  )

/** Makes disk operations fail while a file exists. */
async function whileFailing(): Promise<void> {
  await sleep(2000)
  writeFileSync(join(root, 'fail'), '')
  await sleep(6000)
  rmSync(join(root, 'fail'))
  await sleep(2000)
}

/** Connections to PostgreSQL that can be redirected and can lose packets. */
class Postgres {
  target = ''
  #isMute = false
  readonly #sockets = new Set<Socket>()
  url = ''

  async start(target: string): Promise<this> {
    this.target = target
    const server = createServer((client) => {
      const { hostname, port } = new URL(this.target)
      this.#join(client, connect(Number(port), hostname))
    }).listen(0, '127.0.0.1')
    server.unref()
    await once(server, 'listening')
    const url = new URL(target)
    url.port = String((server.address() as AddressInfo).port)
    this.url = url.href
    return this
  }

  set mute(isMute: boolean) {
    this.#isMute = isMute
  }

  cut(): void {
    for (const socket of this.#sockets) socket.destroy()
  }

  #join(client: Socket, database: Socket): void {
    let isLost = false
    for (const [from, to] of [
      [client, database],
      [database, client],
    ] as const) {
      this.#sockets.add(from)
      from.on('data', (data) => {
        isLost ||= this.#isMute
        if (!isLost) to.write(data)
      })
      from.on('error', () => {})
      from.on('close', () => {
        this.#sockets.delete(from)
        if (!isLost) to.destroy()
      })
    }
  }
}

/** Runs pg_ctl on the PostgreSQL of an address, as its own user. */
async function control(admin: Trial['admin'], ...words: string[]): Promise<() => void> {
  const { data_directory: data } = (await admin('show data_directory')).rows[0]
  const { port } = (await admin('show port')).rows[0]
  const pid = readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n')[0]!
  const program = join(dirname(readlinkSync(`/proc/${pid}/exe`)), 'pg_ctl')
  const run = (...args: string[]) =>
    execFileSync(program, [...args, '-D', data, '-l', join(data, '../log')], {
      ...{ uid: 65_534, gid: 65_534, cwd: '/', stdio: 'ignore' as const },
    })
  run(...words)
  return () => run('start', '-w', '-o', `-p ${port}`)
}

const killBackends = `select pg_terminate_backend(pid) from pg_stat_activity where application_name like 'clockhouse%'`

const faults: Fault[] = [
  { what: 'nothing', on: 'folder', run: () => sleep(6000) },
  {
    what: 'SQLite: kill -9',
    on: 'folder',
    runs,
    async run({ servers, restart }) {
      await sleep(1000 + randomInt(1500))
      await servers[0]!.kill()
      await restart()
    },
  },
  {
    what: 'SQLite: power failure',
    on: 'disk',
    runs,
    async run({ servers, restart }) {
      await sleep(1000 + randomInt(1500))
      execFileSync(cutter(), [disk])
      await sleep(300)
      await servers[0]!.kill()
      execSync(`umount ${disk}`)
      mount()
      await restart()
    },
  },
  {
    what: 'SQLite: the disk is full for 6 s',
    on: 'disk',
    async run() {
      await sleep(2000)
      execSync(`dd if=/dev/zero of=${disk}/filler bs=64k 2>/dev/null || true`)
      await sleep(6000)
      rmSync(join(disk, 'filler'))
      await sleep(2000)
    },
  },
  {
    what: 'SQLite: fsync fails with EIO for 6 s',
    on: 'folder',
    settings: { LD_PRELOAD: join(root, 'sync.so') },
    run: whileFailing,
  },
  {
    what: 'SQLite: write fails with EIO for 6 s',
    on: 'folder',
    settings: { LD_PRELOAD: join(root, 'write.so') },
    run: whileFailing,
  },
  {
    what: 'SQLite: ext4 goes read-only',
    on: 'disk',
    async run({ servers, restart }) {
      await sleep(2000)
      const device = execSync(`findmnt -n -o SOURCE ${disk}`, { encoding: 'utf8' }).trim()
      writeFileSync(`/sys/fs/ext4/${device.slice('/dev/'.length)}/trigger_fs_error`, 'a trial')
      await sleep(3000)
      await servers[0]!.kill()
      execSync(`umount ${disk}; e2fsck -fy ${image} >/dev/null 2>&1 || true`)
      mount()
      await restart()
    },
  },
  {
    what: 'SQLite: SIGTERM under load',
    on: 'folder',
    runs: 4,
    async run({ servers, restart }) {
      await sleep(2000)
      const code = await servers[0]!.stop()
      if (code !== 0) console.log(`it ended with ${code}`)
      await restart()
    },
  },
  { what: 'SQLite: 500 concurrent writers of one person', on: 'folder', writers: 500, run: () => sleep(12_000) },
  {
    what: 'PostgreSQL: kill -9 of one of two servers',
    on: 'postgres',
    runs: 3,
    servers: 2,
    async run({ servers }) {
      await sleep(2000)
      await servers[0]!.kill()
      await sleep(3000)
    },
  },
  {
    what: 'PostgreSQL: all connections are terminated every 60 ms for 5 s',
    on: 'postgres',
    async run({ admin }) {
      await sleep(2000)
      for (const end = performance.now() + 5000; performance.now() < end; await sleep(60)) await admin(killBackends)
      await sleep(2000)
    },
  },
  {
    what: 'PostgreSQL: immediate shutdown and restart, 3 times',
    on: 'postgres',
    async run({ admin }) {
      for (let time = 0; time < 3; time++) {
        await sleep(2000)
        const start = await control(admin, 'stop', '-m', 'immediate')
        await sleep(1500)
        start()
      }
      await sleep(3000)
    },
  },
  {
    what: 'PostgreSQL: immediate shutdown, the synchronous standby takes over',
    on: 'postgres',
    async run({ admin, postgres }) {
      const standby = await startReplica(postgres!.target, 0)
      await admin(`alter system set synchronous_standby_names = '*'`)
      await admin('select pg_reload_conf()')
      await sleep(4000)
      await control(admin, 'stop', '-m', 'immediate')
      postgres!.target = standby.url
      postgres!.cut()
      const client = new pg.Client(standby.url)
      await client.connect()
      await client.query('select pg_promote()')
      await client.query(`alter system set synchronous_standby_names = ''`)
      await client.query('select pg_reload_conf()')
      await client.end()
      await sleep(4000)
    },
  },
  {
    what: 'PostgreSQL: a backend is killed and PostgreSQL recovers, 3 times',
    on: 'postgres',
    async run({ admin }) {
      for (let time = 0; time < 3; time++) {
        await sleep(2000)
        const { rows } = await admin(
          `select pid from pg_stat_activity where application_name like 'clockhouse%' limit 1`,
        )
        if (rows[0]) process.kill(rows[0].pid, 'SIGKILL')
      }
      await sleep(3000)
    },
  },
  { what: 'PostgreSQL: 150 writers, a pool of 2', on: 'postgres', pool: 2, writers: 150, run: () => sleep(8000) },
  {
    what: 'PostgreSQL: out of connections for 4 s',
    on: 'postgres',
    async run({ postgres }) {
      await sleep(2000)
      const taken: pg.Client[] = []
      const take = async () => {
        const client = new pg.Client(postgres!.target)
        client.on('error', () => {})
        const isTaken = await client.connect().then(
          () => taken.push(client),
          () => 0,
        )
        return isTaken > 0
      }
      while (await take());
      await taken[0]!.query(killBackends)
      for (const end = performance.now() + 4000; performance.now() < end; ) if (!(await take())) await sleep(20)
      await Promise.all(taken.map((client) => client.end()))
      await sleep(3000)
    },
  },
  {
    what: 'PostgreSQL: the company’s row is locked for 20 s',
    on: 'postgres',
    async run({ postgres, company, servers, ledger }) {
      await sleep(1000)
      const client = new pg.Client(postgres!.target)
      await client.connect()
      await client.query('begin')
      await client.query('select * from companies where company_id = $1 for update', [company.id])
      let slowest = 0
      for (const end = performance.now() + 20_000; performance.now() < end; await sleep(500)) {
        const begun = performance.now()
        await servers[0]!.call(company.token, 'GET', `/jobcodes?ids=${1 + Math.floor(begun)}`)
        slowest = Math.max(slowest, performance.now() - begun)
      }
      ledger.statuses.set(`reads within ${Math.round(slowest)} ms`, 40)
      await client.end()
      await sleep(2000)
    },
  },
  {
    what: 'PostgreSQL: one of two servers is frozen for 20 s',
    on: 'postgres',
    servers: 2,
    async run({ servers }) {
      await sleep(2000)
      process.kill(servers[0]!.pid, 'SIGSTOP')
      await sleep(20_000)
      process.kill(servers[0]!.pid, 'SIGCONT')
      await sleep(3000)
    },
  },
  {
    what: 'PostgreSQL: packets are lost for 8 s',
    on: 'postgres',
    async run({ postgres }) {
      await sleep(2000)
      postgres!.mute = true
      await sleep(8000)
      postgres!.mute = false
      await sleep(20_000)
    },
  },
]

async function tryOnce(fault: Fault, ledger: Ledger): Promise<{ lost: number; doubled: number; log: string }> {
  const isPostgres = fault.on === 'postgres'
  const database = isPostgres ? await startPostgres({ durable: true }) : undefined
  const postgres = database && (await new Postgres().start(database.url))
  if (fault.on === 'disk') {
    rmSync(image, { force: true })
    mount()
  }
  const data = isPostgres ? '' : join(fault.on === 'disk' ? disk : root, 'data')
  if (data) mkdirSync(data, { mode: 0o700 })
  const place = { databaseUrl: postgres?.url ?? '', data, databasePool: fault.pool ?? 10 }
  const settings = {
    CLOCKHOUSE_LOG_LEVEL: 'warn',
    CLOCKHOUSE_DATABASE_POOL: String(place.databasePool),
    ...fault.settings,
  }
  const servers = [await ServerProcess.start(place, settings)]
  const beside = await Beside.open({ ...place, databaseUrl: database?.url ?? '' })
  const company = await beside.company()
  await beside.close()
  while (servers.length < (fault.servers ?? 1)) servers.push(await ServerProcess.start(place, settings))
  const log: string[] = []
  const admin = async (text: string) => {
    const client = new pg.Client(database!.url)
    client.on('error', () => {})
    await client.connect()
    return client.query(text).finally(() => client.end())
  }
  const restart = async () => {
    log.push(...servers[0]!.log)
    servers[0] = await ServerProcess.start(place, settings)
  }
  let isOver = false
  ledger.begin()
  const writing = Array.from({ length: fault.writers ?? writersUsual }, (_, number) =>
    write(
      () => servers[number % servers.length]!,
      company,
      ledger,
      () => !isOver,
    ),
  )
  await fault.run({ servers, company, ledger, admin, restart, ...(postgres ? { postgres } : {}) })
  await sleep(500)
  isOver = true
  await Promise.all(writing)
  const server = servers.find((one) => one.alive)!
  const later = await Beside.open({ ...place, databaseUrl: postgres?.target ?? '' })
  const { lost } = await compare(later, company, ledger)
  for (const entry of ledger.entries.filter((one) => one.doubt)) {
    ledger.retried++
    for (let times = 0; times < 50 && !(await send(server, company, ledger, entry)); times++) await sleep(200)
  }
  const after = await compare(later, company, ledger)
  await later.close()
  for (const one of servers) {
    log.push(...one.log)
    await Promise.race([one.stop(), sleep(15_000)])
    if (one.alive) await one.kill()
  }
  await database?.stop()
  if (fault.on === 'disk') execSync(`umount ${disk}`)
  rmSync(join(root, 'data'), { recursive: true, force: true })
  return { lost: lost + after.lost, doubled: after.doubled, log: messagesIn(log.join('')) }
}

function messagesIn(log: string): string {
  const messages = log.split('\n').flatMap((line) => {
    if (!line.startsWith('{')) return line ? [line.slice(0, 80)] : []
    const { msg, reason, err, security } = JSON.parse(line)
    return security ? [] : [`${msg}${reason || err ? ` (${reason ?? err.message.split('\n')[0]})` : ''}`]
  })
  return [...new Set(messages)].slice(0, 3).join('; ') || '–'
}

console.log(
  '| fault | runs | acknowledged | not acknowledged, resent | lost | duplicated | longest time without a 200 | clients saw | log |',
)
console.log('|---|---|---|---|---|---|---|---|---|')
failingSync()
failingWrites()
const wanted = positionals.join(' ')
for (const fault of faults.filter(({ what }) => what.includes(wanted))) {
  const total = { acknowledged: 0, retried: 0, lost: 0, doubled: 0, outageMs: 0 }
  const seen = new Map<string, number>()
  let log = ''
  for (let run = 0; run < (fault.runs ?? 1); run++) {
    const ledger = new Ledger()
    const found = await tryOnce(fault, ledger)
    total.acknowledged += ledger.acknowledged
    total.retried += ledger.retried
    total.lost += found.lost
    total.doubled += found.doubled
    total.outageMs = Math.max(total.outageMs, ledger.outageMs)
    for (const [status, count] of ledger.statuses) seen.set(status, (seen.get(status) ?? 0) + count)
    log = found.log
  }
  const statuses = [...seen].filter(([status]) => status !== '200').map(([status, count]) => `${count} × ${status}`)
  const { acknowledged, retried, lost, doubled, outageMs } = total
  const cells = [fault.what, fault.runs ?? 1, acknowledged, retried, lost, doubled, `${(outageMs / 1000).toFixed(1)} s`]
  console.log(`| ${[...cells, statuses.join('; ') || '–', log].join(' | ').replaceAll(root, '…')} |`)
}
if (existsSync(disk)) execSync(`umount -l ${disk} 2>/dev/null || true`)
rmSync(root, { recursive: true, force: true })
process.exit(0)
