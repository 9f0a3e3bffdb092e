import { operation, sql } from '../engine/sql.ts'
import { Work } from '../engine/work.ts'
import type { Letter } from '../world.ts'

/** Mails that are kept of a company. */
const keptMax = 1000

/** Puts a mail where the app shows it, instead of sending it. The oldest make room. */
export const keepLetter = operation(
  'keepLetter',
  async (tx, { companyId, to, subject, text, html }: Letter): Promise<void> => {
    const id = await Work.takeId(tx, companyId)
    await tx.run(sql`insert into outbox (company_id, id, address, subject, text, html, created)
      values (${companyId}, ${id}, ${to}, ${subject}, ${text}, ${html}, ${tx.now})`)
    await tx.run(sql`delete from outbox where company_id = ${companyId} and id in (select o.id from outbox o
      where o.company_id = ${companyId} order by o.created desc, o.id desc limit ${keptMax} offset ${keptMax})`)
  },
)
