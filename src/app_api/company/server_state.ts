import { type Static, Type } from 'typebox'
import type { Config } from '../../config.ts'
import type { CompanySnapshot } from '../../engine/company_snapshot.ts'
import { inList, oneRow, sql } from '../../engine/sql.ts'
import { unwantedTexts } from '../../notifications/mails.ts'
import type { Translate } from '../../rules/language/messages.ts'
import { messageOf } from '../../rules/thrown.ts'
import { printUtc } from '../../rules/time/calendar.ts'
import { commandName } from '../../sight/command_name.ts'
import { sizesOf } from '../../sight/sizes.ts'
import { productVersion } from '../../sight/version.ts'
import type { World } from '../../world.ts'
import { instant, nullable } from '../format.ts'

/** At most this many faults are shown. */
const faultsMax = 20

/** The setting without which there are no backups. */
export const backupsSetting = 'CLOCKHOUSE_BACKUP_DIR'

/** At most this many backups are shown. */
const shownMax = 30

const problem = Type.Object({
  level: Type.Enum(['warning', 'trouble'], { description: 'trouble: the server cannot do all of its work.' }),
  title: Type.String(),
  detail: Type.String({ description: 'In the words of the server or the machine; may be empty.' }),
  remedy: Type.String({ description: 'What to do.' }),
  since: nullable(instant()),
})

const size = () => nullable(Type.Integer({ description: 'Bytes; null if unknown.' }))

const backup = Type.Object({
  name: Type.String(),
  made: instant(),
  bytes: Type.Integer(),
  state: Type.Enum(['verified', 'damaged'], {
    description: 'verified: it was read back when it was made, and its file still has its size.',
  }),
  problem: Type.String({ description: 'What was damaged in the database; empty for nothing.' }),
  restore: Type.String({ description: 'The command that restores it.' }),
})

const backups = Type.Object({
  place: Type.String({ description: 'The folder or the bucket.' }),
  every_hours: Type.Integer(),
  keep: Type.Integer({ description: 'How many are kept.' }),
  may_restore: Type.Boolean({
    description: 'Whether this server restores one itself. With PostgreSQL, the command does that.',
  }),
  running: Type.Boolean({ description: 'Whether one is being made.' }),
  count: Type.Integer(),
  bytes: Type.Integer({ description: 'The size of all.' }),
  newest: Type.Array(backup, { description: `Newest first, at most ${shownMax}.` }),
})

/** A restoration. */
const restored = Type.Object({
  name: Type.String({ description: 'The backup.' }),
  step: Type.Enum(['preparing', 'backing_up', 'replacing', 'done', 'failed'], {
    description: 'In replacing, the server refuses all requests.',
  }),
  began: instant(),
  ended: nullable(instant()),
  backup: Type.String({
    description: 'The backup of what was there before; empty if there is none yet, or if it was too damaged for one.',
  }),
  kept: Type.String({ description: 'The file in which what was there before is kept; empty if nothing was replaced.' }),
  problem: Type.String({ description: 'Why it failed; empty if it did not.' }),
})

/** The state of a server. */
export const serverState = Type.Object({
  now: instant(),
  version: Type.String(),
  newer_version: nullable(
    Type.String({ description: 'A newer version, if the server looks for it (CLOCKHOUSE_UPDATE_NOTICE).' }),
  ),
  started: instant('Since when the server has been running.'),
  node: Type.String({ description: 'The version of Node.js.' }),
  database: Type.Enum(['sqlite', 'postgres']),
  problems: Type.Array(problem, { description: 'What is wrong, worst first.' }),
  checks: Type.Array(
    Type.Object({
      name: Type.String({ description: 'Such as `disk`, as in `/readyz`.' }),
      about: Type.String({ description: 'What holds if all is well.' }),
      state: Type.Enum(['ok', 'warning', 'trouble']),
      since: instant(),
    }),
    { description: 'What the server watches itself.' },
  ),
  sizes: Type.Object({ database: size(), log: size(), free: size(), disk: size() }),
  backups: Type.Union([backups, Type.Null()], { description: `null if ${backupsSetting} is not set.` }),
  restored: nullable(restored),
  mail: Type.Object({
    by: Type.Enum(['server', 'outbox', 'none'], { description: 'How mail is sent, if at all.' }),
    queued: Type.Integer(),
    failure: nullable(Type.Object({ at: instant(), error: Type.String() })),
    test_address: nullable(Type.String({ description: 'Your own address, verified or not.' })),
  }),
  faults: Type.Array(
    Type.Object({
      event: Type.String({ description: 'In the words of the log, such as `a request failed`.' }),
      reason: Type.String({
        description: 'Why, with dots in place of what may be someone’s; the log has all of it. Empty if it is unknown.',
      }),
      route: Type.String({ description: 'Which requests failed, such as `/api/v1/timesheets`; empty for none.' }),
      request: Type.String({ description: 'The id of the last one in the log; empty for none.' }),
      times: Type.Integer(),
      first: instant(),
      last: instant(),
    }),
    { description: `What has failed since the server was started, newest first, at most ${faultsMax}.` },
  ),
  command: Type.String({ description: 'What starts the command at the command line of this machine.' }),
})

type Problem = Static<typeof problem>
type Given = { company: CompanySnapshot; userId: number; config: Config; now: number; world: World }

/** The state of a server, in the language of the reader. */
export async function stateOfServer(given: Given, t: Translate): Promise<Static<typeof serverState>> {
  const { config, now, world } = given
  const { sight, db } = world
  const [looked, sizes, mail] = await Promise.all([backupsOf(given), sizesOf(db, config.data), mailOf(given)])
  const states = (sight.guardian?.states() ?? []).filter(({ name }) => !pointless(given).includes(name))
  const levelOf = (blocks: boolean) => (blocks ? ('trouble' as const) : ('warning' as const))
  return {
    now: printUtc(now),
    version: productVersion(),
    newer_version: sight.newerVersion ?? null,
    started: printUtc(now - Math.round(process.uptime() * 1_000_000)),
    node: process.versions.node,
    database: db.dialect,
    problems: [
      ...states
        .filter(({ isInTrouble }) => isInTrouble)
        .map(({ blocks, begins, detail, remedy, since }) => ({
          ...{ level: levelOf(blocks), title: t(begins), detail, remedy: t(remedy), since: printUtc(since) },
        })),
      ...failedBackup(given, t),
      ...(await findings(given, looked, t)),
    ].sort((one, other) => rank(one) - rank(other)),
    checks: states.map(({ name, about, blocks, isInTrouble, since }) => ({
      ...{ name, about: t(about), state: isInTrouble ? levelOf(blocks) : ('ok' as const), since: printUtc(since) },
    })),
    sizes: {
      database: sizes.database ?? null,
      log: sizes.wal ?? null,
      free: sizes.free ?? null,
      disk: sizes.disk ?? null,
    },
    backups: looked.kept,
    restored: restoredOf(world),
    mail,
    faults: sight.faults
      .all()
      .slice(0, faultsMax)
      .map(({ event, reason, route, requestId, times, first, last }) => ({
        ...{ event, reason, route, request: requestId, times, first: printUtc(first), last: printUtc(last) },
      })),
    command: commandName,
  }
}

/** The checks that have nothing to look at: PostgreSQL has its own file and disk, and there may be no mail server or certificate. */
function pointless({ config, world }: Given): string[] {
  return [
    ...(world.db.dialect === 'postgres' ? ['file', 'disk', 'log'] : []),
    ...(world.mailer && config.smtpUrl !== 'outbox:' ? [] : ['mail']),
    ...(world.sight.certificate ? [] : ['certificate']),
  ]
}

/**
 * The address of a person, to which mail may be sent for a test; null if there is none. It is not asked whether it is
 * verified: that takes an email that arrives, and a test finds out whether one does.
 */
export function ownAddressOf(company: CompanySnapshot, userId: number): string | null {
  return company.existing('users', userId).email || null
}

type Kept = Static<typeof backups>

type Looked = { kept: Kept | null; files: readonly { name: string; isWhole: boolean }[] | Error }

/** The backups as they are shown, and all of them, or why they cannot be looked at. */
async function backupsOf({ config, world }: Given): Promise<Looked> {
  const keeper = world.sight.backups
  if (!keeper) return { kept: null, files: [] }
  const { place, isRunning: running } = keeper
  const may_restore = world.sight.restorer !== undefined
  const plan = { place, every_hours: config.backupHours, keep: config.backupKeep, may_restore, running }
  try {
    const all = await keeper.list()
    const kept = {
      ...plan,
      count: all.length,
      bytes: all.reduce((sum, { bytes }) => sum + bytes, 0),
      newest: all.slice(0, shownMax).map(({ name, instant, bytes, isWhole, problem }) => ({
        ...{ name, made: printUtc(instant), bytes, problem },
        state: isWhole ? ('verified' as const) : ('damaged' as const),
        restore: `${commandName} restore ${quoted(`${place}/${name}`)}`,
      })),
    }
    return { kept, files: all }
  } catch (error) {
    return { kept: { ...plan, count: 0, bytes: 0, newest: [] }, files: new Error(messageOf(error)) }
  }
}

/** What is being restored, or was. */
function restoredOf({ sight }: World): Static<typeof restored> | null {
  const state = sight.restorer?.state
  if (!state) return null
  const { began, ended, ...more } = state
  return { ...more, began: printUtc(began), ended: ended === 0 ? null : printUtc(ended) }
}

/** A path as a shell takes it. */
function quoted(path: string): string {
  return /^[\w./:@+\\-]+$/.test(path) ? path : `"${path}"`
}

/** That the last backup could not be made. */
function failedBackup({ world }: Given, t: Translate): Problem[] {
  const failure = world.sight.backups?.failure
  if (!failure) return []
  return [
    {
      level: 'trouble',
      title: t('the last backup could not be made'),
      detail: failure.problem,
      remedy: t('Fix what it says. The server tries again by itself.'),
      since: printUtc(failure.at),
    },
  ]
}

/** What doctor finds about the setup. */
async function findings({ world }: Given, { files }: Looked, t: Translate): Promise<Problem[]> {
  // Where a disk fails, the rest is all the more wanted.
  const found = await world.sight.examine?.(t, files).catch((error: unknown) => {
    world.log.error({ err: error }, 'the setup could not be examined')
    return []
  })
  return (found ?? [])
    .filter(({ state }) => state !== 'ok')
    .map(({ check, state, message, remedy = '' }) => ({
      level: state === 'broken' ? 'trouble' : 'warning',
      title: check,
      detail: message,
      remedy,
      since: null,
    }))
}

function rank({ level }: Problem): number {
  return level === 'trouble' ? 0 : 1
}

/** What the company's mail waits for. */
async function mailOf({ company, userId, config, now, world }: Given): Promise<Static<typeof serverState>['mail']> {
  const { read } = world.db
  const own = sql`company_id = ${company.row.company_id}`
  const { count } = await oneRow<{ count: number }>(
    read,
    sql`select count(*) as count from mails where ${own} and (state = 'queued' or state = 'sending')`,
  )
  const last = await read.get<{ due: number; error: string }>(
    sql`select due, error from mails where ${own} and attempts > 0 and error <> ''
      and not (${inList(sql`error`, unwantedTexts)})
      order by created desc, id desc limit 1`,
  )
  return {
    by: !world.mailer ? 'none' : config.smtpUrl === 'outbox:' ? 'outbox' : 'server',
    queued: Number(count),
    failure: last ? { at: printUtc(Math.min(now, Number(last.due))), error: last.error } : null,
    test_address: ownAddressOf(company, userId),
  }
}
