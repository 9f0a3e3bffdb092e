import { RequestError } from '../../engine/errors.ts'
import { type Handle, join, operation, type Sql, sql } from '../../engine/sql.ts'
import { type Author, UnitOfWork } from '../../engine/unit_of_work.ts'
import { addDays, firstInstantOf, isDate } from '../../rules/time/calendar.ts'

/** The longest reason for a hold, in characters. */
export const holdReasonMax = 500

/** A legal hold as stored: on a person, or on the whole company if user_id is 0; dates are '' for no limit. */
export type LegalHold = {
  id: number
  user_id: number
  start_date: string
  end_date: string
  reason: string
  created: number
  created_by_user_id: number
  /** When it was released, 0 while it is active; instants are microseconds. */
  released: number
  released_by_user_id: number
}

/** The holds of a company, active ones first, then newest first. */
export function legalHolds(handle: Handle, companyId: number): Promise<LegalHold[]> {
  return handle.all<LegalHold>(sql`select * from legal_holds where company_id = ${companyId}
    order by case when released = 0 then 0 else 1 end, created desc, id desc`)
}

/** The active holds. */
export async function activeHolds(handle: Handle, companyId: number): Promise<LegalHold[]> {
  return (await legalHolds(handle, companyId)).filter(({ released }) => released === 0)
}

/**
 * Condition on rows that holds cover. `person` is the condition that a row belongs to a person, omitted for rows that
 * belong to no single person; `column` is a date, or with `instants` an instant. A day on either side allows for time
 * zones.
 */
export function whereHeld(
  holds: readonly LegalHold[],
  { person, column, instants }: { person?: (userId: number) => Sql; column: Sql; instants: boolean },
): Sql {
  if (holds.length === 0) return sql`1 = 0`
  const value = (date: string) => (instants ? firstInstantOf(date, 0, 'UTC') : date)
  const held = holds.map(({ user_id, start_date, end_date }) => {
    const of = user_id > 0 && person ? person(user_id) : sql`1 = 1`
    const from = start_date === '' ? sql`1 = 1` : sql`${column} >= ${value(addDays(start_date, -1))}`
    const to = end_date === '' ? sql`1 = 1` : sql`${column} < ${value(addDays(end_date, 2))}`
    return sql`(${of} and ${from} and ${to})`
  })
  return sql`(${join(held, ' or ')})`
}

type NewHold = Pick<LegalHold, 'user_id' | 'start_date' | 'end_date' | 'reason'>

/** Adds a hold; returns its id. Throws RequestError 404 for an unknown person, 417 for invalid dates or a duplicate. */
export const addHold = operation(
  'holds.add',
  async (tx, { companyId, author, hold }: { companyId: number; author: Author; hold: NewHold }): Promise<number> => {
    const work = await UnitOfWork.begin(tx, companyId, author)
    const { user_id, start_date, end_date } = hold
    const reason = hold.reason.trim()
    if (reason === '') throw new RequestError(417, 'hold_reason_missing')
    for (const [name, date] of Object.entries({ start_date, end_date }))
      if (date !== '' && !isDate(date)) throw new RequestError(417, 'date_malformed', { field: name })
    if (start_date !== '' && end_date !== '' && end_date < start_date) throw new RequestError(417, 'ends_before_start')
    await work.company.look('users', [user_id])
    if (user_id > 0 && !work.company.get('users', user_id))
      throw new RequestError(404, 'no_such_user', { field: 'user_id', id: user_id })
    const same = (await activeHolds(tx, companyId)).find(
      (held) => held.user_id === user_id && held.start_date === start_date && held.end_date === end_date,
    )
    if (same) throw new RequestError(417, 'hold_exists', { id: same.id })
    const id = work.nextId()
    work.append('legal_holds', {
      ...{ id, user_id, start_date, end_date, reason, created: tx.now, created_by_user_id: author.userId },
      ...{ released: 0, released_by_user_id: 0 },
    })
    const told = { details: { from: start_date, to: end_date }, personal: { reason } }
    work.audit({ kind: 'settings', event: 'hold added', ...aboutPerson(user_id), ...told })
    await work.flush()
    return id
  },
  ({ companyId }) => companyId,
)

/** Releases a hold. Throws RequestError 404 if there is none with the id, 417 if it was released already. */
export const releaseHold = operation(
  'holds.release',
  async (tx, { companyId, author, id }: { companyId: number; author: Author; id: number }): Promise<void> => {
    const work = await UnitOfWork.begin(tx, companyId, author)
    const hold = (await legalHolds(tx, companyId)).find((one) => one.id === id)
    if (!hold) throw new RequestError(404, 'no_such_hold', { id })
    if (hold.released > 0) throw new RequestError(417, 'hold_released', { id })
    await tx.run(sql`update legal_holds set released = ${tx.now}, released_by_user_id = ${author.userId}
      where company_id = ${companyId} and id = ${id}`)
    const { user_id, reason, start_date, end_date } = hold
    const told = { details: { from: start_date, to: end_date }, personal: { reason } }
    work.audit({ kind: 'settings', event: 'hold released', ...aboutPerson(user_id), ...told })
    await work.flush()
  },
  ({ companyId }) => companyId,
)

function aboutPerson(userId: number) {
  return userId > 0 ? { type: 'users', id: userId } : {}
}
