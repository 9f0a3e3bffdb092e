import { type Operation, oneRow, operation, type Sql, sql, type Tx } from '../engine/sql.ts'
import { UnitOfWork } from '../engine/unit_of_work.ts'
import { hour } from '../rules/time/calendar.ts'
import { putApplication } from './applications.ts'

/** Most registrations of a company that no one has allowed yet. */
const waitingMax = 20

/** How long they are kept. */
export const waitingHours = 1

/** Most applications of a company that registered themselves. */
const allowedMax = 1000

type Registering = { companyId: number; clientId: string; name: string; redirectUris: readonly string[] }

/**
 * Stores an application that registers itself, and forgets those that no one allowed in time. False if there are too many;
 * then it changes nothing.
 */
export const registerItself: Operation<Registering, boolean> = operation('oauth.registerItself', async (tx, given) => {
  const { companyId } = given
  await tx.lockCompany(companyId)
  const own = sql`company_id = ${companyId} and self_registered = 1`
  const allowed = sql`${own} and client_id in (select client_id from consents where company_id = ${companyId})`
  const unused = sql`${own} and client_id not in (select client_id from consents where company_id = ${companyId})`
  const start = tx.now - waitingHours * hour
  if ((await countOf(tx, sql`${unused} and created >= ${start}`)) >= waitingMax) return false
  if ((await countOf(tx, allowed)) >= allowedMax) return false
  await tx.run(sql`delete from applications where ${unused} and created < ${start}`)
  const id = await UnitOfWork.takeId(tx, companyId)
  await putApplication(tx, { ...given, id, userId: 0, publicClient: true, selfRegistered: true, secretHash: '' })
  return true
})

async function countOf(tx: Tx, condition: Sql): Promise<number> {
  const found = await oneRow<{ count: number }>(tx, sql`select count(*) as count from applications where ${condition}`)
  return found.count
}
