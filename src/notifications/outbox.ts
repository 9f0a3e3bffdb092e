import { operation, sql } from '../engine/sql.ts'
import { UnitOfWork } from '../engine/unit_of_work.ts'
import type { Email } from '../world.ts'

/** Most emails kept per company. */
const keptMax = 1000

/** Stores an email where the app shows it, instead of sending it. The oldest ones are deleted. */
export const storeInOutbox = operation(
  'outbox.store',
  async (tx, { companyId, to, subject, text, html }: Email): Promise<void> => {
    const id = await UnitOfWork.takeId(tx, companyId)
    await tx.run(sql`insert into outbox (company_id, id, address, subject, text, html, created)
      values (${companyId}, ${id}, ${to}, ${subject}, ${text}, ${html}, ${tx.now})`)
    await tx.run(sql`delete from outbox where company_id = ${companyId} and id in (select o.id from outbox o
      where o.company_id = ${companyId} order by o.created desc, o.id desc limit ${keptMax} offset ${keptMax})`)
  },
)
