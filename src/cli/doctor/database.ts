import { type Config, variables } from '../../config.ts'
import { citusIn, unspread } from '../../db/citus/distribute.ts'
import { contradictionsIn } from '../../db/contradictions.ts'
import { migrationState } from '../../db/migrate.ts'
import { Connection } from '../../db/sqlite/connection.ts'
import type { Handle, Statement } from '../../engine/sql.ts'
import { checks } from '../../guardian/checks.ts'
import { unreadable } from '../../guardian/secret.ts'
import { about } from '../../guardian/setup/finding.ts'
import { checkFolder } from '../../guardian/setup/folder.ts'
import { keysOf } from '../../identity/factors/secrets.ts'
import { english } from '../../rules/language/messages.ts'
import { minute } from '../../rules/time/calendar.ts'
import { Clock } from '../../sight/clock.ts'
import { judgeClock } from '../../sight/clock_watch.ts'
import { commandName } from '../../sight/command_name.ts'
import { idsUsed } from '../../sight/ids_used.ts'
import type { Finding } from '../../sight/watcher.ts'
import { machineClock } from '../../world.ts'
import { explain } from '../mistakes.ts'
import { moment } from '../output.ts'
import { fileOf, type Look, look, migrationsIn, nameOf } from '../server/database.ts'

const postgresNeeded = 15

/** Checks that the database is reachable, intact and up to date, and shows what is in it. */
export async function checkDatabase(config: Config): Promise<Finding[]> {
  const check = about('Database')
  const findings = config.databaseUrl ? [] : await checkFolder(english, config)
  if (findings.some((finding) => finding.state === 'broken')) return findings
  const database = await look(config).catch((error: unknown) => explain(error))
  if (typeof database === 'string')
    return [
      ...findings,
      check.broken(
        `${nameOf(config)} cannot be opened: ${database}`,
        config.databaseUrl
          ? 'Check CLOCKHOUSE_DATABASE_URL, and that PostgreSQL is running and accepts connections from this machine.'
          : `${repairRemedy} CLOCKHOUSE_DATA selects another folder.`,
      ),
    ]
  if (!database) return [...findings, check.ok(`there is none in ${nameOf(config)} yet; the first start creates it`)]
  try {
    const sound = config.databaseUrl ? await checkPostgres(database, config) : await checkSqlite(database, config)
    return [...findings, ...sound, ...(await checkContents(database, config))]
  } catch (error) {
    return [
      ...findings,
      check.broken(
        `${nameOf(config)}: ${explain(error)}`,
        config.databaseUrl ? 'Restore it from a backup if this persists.' : repairRemedy,
      ),
    ]
  } finally {
    await database.close().catch(() => {})
  }
}

const repairRemedy = `Stop the server and run ${commandName} repair.`

async function checkSqlite(database: Look, config: Config): Promise<Finding[]> {
  const check = about('Database')
  const first = async (text: string) => Object.values((await database.all(text))[0] ?? {})[0]
  const texts = await contradictionsIn(fileOf(config))
  if (texts.length > 0) return [check.broken(`${fileOf(config)} is damaged: ${texts.join('; ')}`, repairRemedy)]
  const mode = await first('pragma journal_mode')
  if (mode !== 'wal')
    return [
      check.broken(
        `${fileOf(config)} is in the journal mode ${mode}, not wal`,
        'The next start sets it; if this persists, the file system does not support it: use a local disk.',
      ),
    ]
  // Whether a commit waits for the disk is set per connection, so check one opened the way the server does.
  const like = new Connection(fileOf(config))
  const { synchronous } = like.database.prepare('pragma synchronous').get() ?? {}
  like.close()
  if (Number(synchronous) < 2)
    return [
      check.broken('commits do not wait for the disk', 'Update Clockhouse: this build of SQLite is not suitable.'),
    ]
  return [check.ok(`${fileOf(config)}, intact, journal mode wal, synchronous full`)]
}

async function checkPostgres(database: Look, config: Config): Promise<Finding[]> {
  const check = about('Database')
  const clock = about('Clock')
  const names =
    "'server_version_num', 'server_version', 'server_encoding', 'fsync', 'synchronous_commit', 'max_connections'"
  const rows = await database.all<{ name: string; setting: string }>(
    `select name, setting from pg_settings where name in (${names})`,
  )
  const setting = Object.fromEntries(rows.map((row) => [row.name, row.setting]))
  const findings: Finding[] = []
  if (Number(setting.server_version_num) < postgresNeeded * 10_000)
    findings.push(
      check.broken(`PostgreSQL ${setting.server_version} is too old`, `Use PostgreSQL ${postgresNeeded} or newer.`),
    )
  if (setting.server_encoding !== 'UTF8')
    findings.push(
      check.broken(`its encoding is ${setting.server_encoding}`, "Create the database with encoding 'UTF8'."),
    )
  for (const name of ['fsync', 'synchronous_commit'])
    if (setting[name] === 'off')
      findings.push(
        check.warning(`${name} is off: a power failure loses recorded time`, `Set ${name} = on in postgresql.conf.`),
      )
  if (Number(setting.max_connections) < config.databasePool + 5)
    findings.push(
      check.warning(
        `it allows ${setting.max_connections} connections, and this server may open ${config.databasePool}`,
        'Lower CLOCKHOUSE_DATABASE_POOL or raise max_connections.',
      ),
    )
  findings.push(...(await checkSpread(database)))
  const before = machineClock()
  const [row] = await database.all<{ now: string }>(
    'select (extract(epoch from clock_timestamp()) * 1000000)::bigint as now',
  )
  const apart = Math.abs(Number(row!.now) - (before + machineClock()) / 2)
  if (apart > minute)
    findings.push(
      clock.warning(
        `it differs from the database's by ${Math.round(apart / 1_000_000)} seconds`,
        'Set both clocks, for example with NTP.',
      ),
    )
  if (findings.every((finding) => finding.state !== 'broken'))
    findings.push(check.ok(`PostgreSQL ${setting.server_version} at ${nameOf(config)}`))
  return findings
}

/** Checks the migrations, companies and the newest change. */
async function checkContents(database: Look, config: Config): Promise<Finding[]> {
  const check = about('Contents')
  const clock = about('Clock')
  const seen = await migrationsIn(database)
  if (seen.length === 0) return [check.ok(`nothing in ${nameOf(config)} yet; the first start creates the tables`)]
  const { pending, problem } = migrationState(seen)
  if (problem) return [check.broken(problem.cause, problem.remedy)]
  if (pending.length > 0)
    return [
      check.warning(`not up to date; missing ${pending.join(', ')}`, 'Run clockhouse migrate, or start the server.'),
    ]
  const companies = await database.all<{ name: string; stamp: number | string; administrators: number | string }>(
    `select c.name, c.stamp, (select count(*) from users u where u.company_id = c.company_id and u.active = 1
      and u.password <> '' and u.permissions like '%,admin,%') as administrators from companies c order by c.company_id`,
  )
  const newest = Math.max(0, ...companies.map((company) => Number(company.stamp)))
  const locked = companies.filter((company) => Number(company.administrators) === 0)
  return [
    companies.length === 0
      ? check.warning(
          'there is no company yet',
          'Create one with clockhouse init, or by opening the server in a browser.',
        )
      : check.ok(
          `up to date (${seen.at(-1)}), ${companies.length === 1 ? 'one company' : `${companies.length} companies`}`,
        ),
    ...(await checkIds(database)),
    ...(await checkSecret(database, config)),
    ...mailsOf(await database.all<MailState>(mailQuery)),
    ...hooksOf(await database.all<HookState>(hookQuery)),
    ...locked.map((company) =>
      check.warning(
        `${company.name} has no administrator with a password, so none can sign in with a browser`,
        'Set one with clockhouse user password --user ….',
      ),
    ),
    ...(await checkBeat(database)),
    ...(newest > machineClock() + minute
      ? [
          clock.broken(
            `it is behind the newest change in the database (${moment(newest)})`,
            'If the machine’s clock is wrong, set it, for example with NTP. If it is right, a clock was ahead before: see what clockhouse clock repair --dry-run would take back.',
          ),
        ]
      : []),
  ]
}

/** Judges the clock as a server would that starts now. */
async function checkBeat(database: Look): Promise<Finding[]> {
  const check = about('Clock')
  const clock = new Clock({ warn: () => {} })
  const get = async <T>({ text }: Statement) => (await database.all<T>(text))[0]
  await judgeClock({ db: { read: { get } }, now: machineClock, sight: { clock } })
  if (!clock.doubt) return []
  const { kind, seconds } = clock.doubt
  const hours = Math.round(seconds / 3600).toLocaleString('en-US')
  return [
    check.warning(
      `it may be wrong: it is ${hours} hours ${kind === 'ahead' ? 'ahead of' : 'behind'} what a server knew last`,
      'Set it, for example with NTP; if it is right, run clockhouse clock confirm. Until then, nothing is done that only time causes.',
    ),
  ]
}

/** Finds tables that a Citus database has on only one machine, so that statements which join them fail. */
async function checkSpread(database: Look): Promise<Finding[]> {
  const handle = handleOf(database)
  if ((await citusIn(handle)) !== 'used') return []
  const left = await unspread(handle)
  const check = about('Citus')
  if (left.length === 0) return [check.ok('all tables are distributed')]
  const names = left.map(({ table }) => table).join(', ')
  return [check.broken(`not distributed: ${names}`, 'Stop the server and run clockhouse migrate --distribute.')]
}

/** A handle for statements without values. */
function handleOf(database: Look): Pick<Handle, 'all'> {
  return { all: <T>({ text }: Statement) => database.all<T>(text) }
}

/** Finds secrets that were encrypted while CLOCKHOUSE_SECRET was another, or was not set. */
async function checkSecret(database: Look, { secret }: Config): Promise<Finding[]> {
  const [stored] = await database.all<{ value: string }>(`select value from server_secrets where name = 'master'`)
  // Without either, the next start would make a new one.
  const problem = await unreadable(handleOf(database), keysOf(secret || (stored?.value ?? '')))
  if (!problem) return []
  const { remedy } = checks.find(({ name }) => name === 'secret')!
  return [about('Secret').broken(`${variables.secret.env}: ${problem}`, remedy)]
}

/** How many ids are used, and whether programs that store them in 32 bits will soon fail. */
async function checkIds(database: Look): Promise<Finding[]> {
  const check = about('Ids')
  const used = await idsUsed(handleOf(database))
  const narrow = 2 ** 31
  const share = `${used.toLocaleString('en-US')} given out`
  if (used < 0.9 * narrow)
    return [check.ok(`${share}, ${((used / narrow) * 100).toFixed(1)} % of those that fit 32 bits`)]
  return [
    check.warning(
      `${share}; from ${narrow.toLocaleString('en-US')} on they need more than 32 bits`,
      'Programs that use the API must keep ids as 64-bit integers or as text; ask their makers.',
    ),
  ]
}

type MailState = { waiting: number | string; error: string }

const mailQuery = `select count(*) as waiting, max(error) as error from mails
  where (state = 'queued' or state = 'sending') and error <> '' having count(*) > 0`

/** The emails that the mail server has not taken yet. */
function mailsOf(failing: readonly MailState[]): Finding[] {
  const check = about('Mail')
  return failing.map(({ waiting, error }) =>
    check.warning(
      `${Number(waiting) === 1 ? 'one email waits' : `${waiting} emails wait`}: ${error}`,
      'Check CLOCKHOUSE_SMTP_URL and the mail server; they are sent once it takes them.',
    ),
  )
}

type HookState = { name: string; url: string; off_reason: string; waiting: number | string }

const hookQuery = `select c.name, w.url, w.off_reason, w.waiting from webhooks w
  join companies c on c.company_id = w.company_id
  where w.off_reason <> '' or exists (select 1 from webhook_streams s where s.company_id = w.company_id
    and s.webhook_id = w.id and s.failures > 0) order by w.company_id, w.id`

/** The webhooks whose deliveries fail. */
function hooksOf(failing: readonly HookState[]): Finding[] {
  const check = about('Webhooks')
  return failing.map(({ name, url, off_reason, waiting }) =>
    check.warning(
      `${name}: ${new URL(url).host} ${off_reason === '' ? `fails, ${waiting} deliveries wait` : `was switched off: ${off_reason}`}`,
      'See clockhouse webhook list and clockhouse webhook deliveries.',
    ),
  )
}
