import { RequestError } from '../engine/errors.ts'
import { type Operation, operation, sql } from '../engine/sql.ts'
import { second } from '../rules/time/calendar.ts'
import type { World } from '../world.ts'

// Someone at an unlocked screen has a person's session, but not their password, passkey or account at the provider. What
// would go on without the session, such as a token, therefore asks who is there, unless they have just proved it.

/** How long a proof counts. */
const provenSeconds = 600

/** A session, by the company of its person and its hash. */
type Of = { companyId: number; hash: string }

/** Until when, in microseconds, this session counts as that of the person it belongs to; in the past if it does not now. */
export async function confirmedUntil({ db }: Pick<World, 'db'>, { companyId, hash }: Of): Promise<number> {
  const row = await db.read.get<{ confirmed: number }>(
    sql`select confirmed from sessions where company_id = ${companyId} and hash = ${hash}`,
  )
  return (row?.confirmed ?? 0) + provenSeconds * second
}

/** Throws RequestError 403 unless the person of this session has proved a short while ago that they are there. */
export async function refuseUnconfirmed(world: Pick<World, 'db' | 'now'>, of: Of): Promise<void> {
  if ((await confirmedUntil(world, of)) <= world.now()) throw new RequestError(403, 'confirmation_needed')
}

/** Records that the person of a session has proved who they are. */
export const confirmSession: Operation<Of & { userId: number }, void> = operation(
  'identity.confirmSession',
  async (tx, { companyId, userId, hash }) => {
    await tx.run(sql`update sessions set confirmed = ${tx.now}
      where company_id = ${companyId} and user_id = ${userId} and hash = ${hash}`)
  },
)
