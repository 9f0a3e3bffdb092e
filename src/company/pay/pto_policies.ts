import { operation, sql } from '../../engine/sql.ts'
import { type Author, UnitOfWork } from '../../engine/unit_of_work.ts'
import { addDays, localDate } from '../../rules/time/calendar.ts'
import { loadSettings, zoneFor } from '../settings/settings.ts'
import { credit, type PtoPolicy } from './pto.ts'

/** How a kind of time off accrues, and for whom. */
export type PtoTerms = Omit<PtoPolicy, 'done_to' | 'paid_out'> & { paid_out?: number }

/** Identifies a policy: the kind of time off, and whether it is the company's, a group's or a person's. */
type PolicyOf = Pick<PtoPolicy, 'jobcode_id' | 'scope' | 'scope_id'>

type NewPolicy = { companyId: number; author: Author; policy: PtoTerms; from?: string }

/** Creates or replaces a policy. It accrues from the date `from` on, or from today; earlier accruals stay. */
export const putPtoPolicy = operation(
  'company.putPtoPolicy',
  async (tx, { companyId, author, policy, from }: NewPolicy): Promise<void> => {
    const work = await UnitOfWork.begin(tx, companyId, author)
    await loadSettings(work.company)
    const first = from ?? localDate(tx.now, zoneFor(work.company))
    await tx.run(sql`delete from pto_policies where company_id = ${companyId} and ${exactly(policy)}`)
    work.append('pto_policies', { ...policy, paid_out: policy.paid_out ?? 0, done_to: addDays(first, -1) })
    await work.flush()
  },
)

/** Deletes a policy. Hours that it has granted stay. False if there is none. */
export const deletePtoPolicy = operation(
  'company.deletePtoPolicy',
  async (tx, { companyId, ...of }: { companyId: number } & PolicyOf): Promise<boolean> => {
    await tx.lockCompany(companyId)
    return (await tx.run(sql`delete from pto_policies where company_id = ${companyId} and ${exactly(of)}`)) > 0
  },
)

type Adjustment = {
  companyId: number
  author: Author
  userId: number
  jobcodeId: number
  seconds: number
  reason: string
}

/**
 * Adds seconds to a person's balance, or with a negative number subtracts them, and records the reason in the ledger.
 * Returns the new balance.
 */
export const adjustPtoBalance = operation(
  'company.adjustPtoBalance',
  async (tx, { companyId, author, userId, jobcodeId, seconds, reason }: Adjustment): Promise<number> => {
    const work = await UnitOfWork.begin(tx, companyId, author)
    await loadSettings(work.company)
    await work.load('users', sql`id in (${userId}, ${author.userId})`)
    const date = localDate(tx.now, zoneFor(work.company))
    const line = { key: `adjusted ${work.nextId()}`, date, seconds, worked: 0, reason }
    credit(work, userId, jobcodeId, line, work.get('users', author.userId)?.username ?? author.application)
    await work.flush()
    return work.existing('users', userId).pto_balances[jobcodeId] ?? 0
  },
)

const exactly = ({ jobcode_id, scope, scope_id }: PolicyOf) =>
  sql`jobcode_id = ${jobcode_id} and scope = ${scope} and scope_id = ${scope_id}`
