import { stat } from 'node:fs/promises'
import { setTimeout as after } from 'node:timers/promises'
import { MachineDown } from '../engine/errors.ts'
import { sql } from '../engine/sql.ts'
import { damageIn, reasonOf } from '../rules/thrown.ts'
import { probe, probes } from '../sight/probe.ts'
import type { Parts } from './parts.ts'

/** The database must answer within this time, in milliseconds. */
const answerMs = 3000

/** The writer, which may be busy with a slow commit, is waited for this long, in milliseconds. */
const lookMs = 300

/** After this long without a write, one is tried, in milliseconds. */
const quietMs = 30_000

/** A write-ahead log of this many bytes does not become smaller by itself. */
const logMax = 256 * 1_048_576

/** What is wrong with the file of the embedded database, and where what is open was saved. */
export async function inFile({ sight: { database }, now }: Parts): Promise<string | undefined> {
  const { file } = database
  if (!file) return undefined
  // What a busy writer acknowledges, it has looked at itself.
  const late = after(lookMs, undefined, { ref: false }).then(() => file.trouble)
  const trouble = await Promise.race([file.look(now()), late])
  if (!trouble) return undefined
  return trouble.saved === '' ? trouble.detail : `${trouble.detail}; what was open is saved in ${trouble.saved}`
}

/** Why the database cannot be read. */
export async function inDatabase({ db, sight }: Parts): Promise<string | undefined> {
  return problemOf(db.read.get(sql`select company_id from company_names limit 1`), sight)
}

/** Which newer version has changed the database in a way that this program would have to know. */
export async function inVersion({ sight: { database } }: Parts): Promise<string | undefined> {
  const { floor } = database
  if (!floor) return undefined
  // A database that does not answer has a check of its own.
  const late = after(answerMs, undefined, { ref: false }).then(() => floor.passed)
  return Promise.race([floor.look().catch(() => floor.passed), late])
}

/** Why writes are not stored. If someone asks, one is tried if the last one failed, or was long ago. */
export async function inWrites({ db, sight, now }: Parts, isAsked: boolean): Promise<string | undefined> {
  const { writes } = sight
  const isQuiet = performance.now() - writes.storedAt >= quietMs
  if (writes.problem === undefined && !(isAsked && isQuiet)) return undefined
  const tryRow = (row: number): Promise<unknown> =>
    db.write(probe, row, now()).catch((error) => {
      // The database may have several machines. If only one is down, this server still works for most companies.
      if (error instanceof MachineDown && row + 1 < probes) return tryRow(row + 1)
      throw error
    })
  const problem = await problemOf(tryRow(0), sight)
  return problem === undefined ? undefined : (writes.problem ?? problem)
}

/** How slow commits are, while they are. */
export function ofCommits({ sight: { database } }: Parts): string | undefined {
  const { slowest } = database.commits
  return slowest === undefined ? undefined : `a commit took ${slowest.toFixed(1)} seconds`
}

/** How large the write-ahead log is, if it is too large. */
export async function inLog({ sight: { database } }: Parts): Promise<string | undefined> {
  if (!database.file) return undefined
  const size = (await stat(`${database.file.path}-wal`).catch(() => undefined))?.size ?? 0
  return size > logMax ? `it has ${Math.floor(size / 1_048_576)} MB` : undefined
}

/** Why something failed or took too long; undefined if it went well, or has met damage, which has a check of its own. */
async function problemOf(tried: Promise<unknown>, { damage }: Parts['sight']): Promise<string | undefined> {
  const late = after(answerMs, `no answer within ${answerMs / 1000} seconds`, { ref: false })
  const done = tried.then(
    () => undefined,
    (error: Error) => {
      damage.note(error)
      if (damageIn(error)) return undefined
      return reasonOf(error).split('\n')[0]!
    },
  )
  return Promise.race([done, late])
}
