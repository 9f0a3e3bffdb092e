import { type Operation, operation, type Sql, sql, type Tx } from '../engine/sql.ts'
import { UnitOfWork } from '../engine/unit_of_work.ts'
import { hour } from '../rules/calendar.ts'
import { putApplication } from './applications.ts'

/** Most registrations of a company that no one has allowed yet. */
const waitingMax = 20

/** How long they are kept. */
export const waitingHours = 1

/** Most applications of a company that registered themselves. */
const allowedMax = 1000

type Registering = { companyId: number; clientId: string; name: string; redirectUris: readonly string[] }

/** Stores a new application, and deletes those that no one allowed in time. False if there are too many. */
export const registerItself: Operation<Registering, boolean> = operation('oauth.registerItself', async (tx, given) => {
  const { companyId } = given
  const id = await UnitOfWork.takeId(tx, companyId)
  await tx.lockCompany(companyId)
  const own = sql`company_id = ${companyId} and self_registered = 1`
  const unused = sql`${own} and client_id not in (select client_id from consents where company_id = ${companyId})`
  await tx.run(sql`delete from applications where ${unused} and created < ${tx.now - waitingHours * hour}`)
  if ((await countOf(tx, unused)) >= waitingMax || (await countOf(tx, own)) >= allowedMax) return false
  await putApplication(tx, { ...given, id, userId: 0, publicClient: true, selfRegistered: true, secretHash: '' })
  return true
})

async function countOf(tx: Tx, condition: Sql): Promise<number> {
  const found = await tx.get<{ count: number }>(sql`select count(*) as count from applications where ${condition}`)
  return found!.count
}
