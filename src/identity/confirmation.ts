import { countsUntil } from '../company/rights/confirmed.ts'
import { type Operation, operation, sql } from '../engine/sql.ts'
import type { World } from '../world.ts'
import type { Session } from './sessions.ts'

/** A session, by the company of its person and its hash. */
type Of = { companyId: number; hash: string }

/** Until when, in microseconds, this session counts as that of the person it belongs to; in the past if it does not now. */
export async function confirmedUntil({ db }: Pick<World, 'db'>, { companyId, hash }: Of): Promise<number> {
  const row = await db.read.get<{ confirmed: number }>(
    sql`select confirmed from sessions where company_id = ${companyId} and hash = ${hash}`,
  )
  return countsUntil(row?.confirmed ?? 0)
}

/** Whether a proof of this session still counts. */
export function isConfirmed({ confirmed }: Session, now: number): boolean {
  return countsUntil(confirmed) > now
}

/** Records that the person of a session has proved who they are. */
export const confirmSession: Operation<Of & { userId: number }, void> = operation(
  'identity.confirmSession',
  async (tx, { companyId, userId, hash }) => {
    await tx.run(sql`update sessions set confirmed = ${tx.now}
      where company_id = ${companyId} and user_id = ${userId} and hash = ${hash}`)
  },
)
