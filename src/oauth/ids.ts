import { sql, type Tx } from '../engine/sql.ts'

const idsPerBlock = 4096

/** A number that no record of any company has, out of the block claimed for the company. Locks the company's row. */
export async function takeId(tx: Tx, companyId: number): Promise<number> {
  const company = (await tx.lockCompany(companyId)) as { id_next: number; id_limit: number } | undefined
  if (!company) throw new Error(`There is no company ${companyId}`)
  let { id_next: id, id_limit: limit } = company
  if (id >= limit) {
    const block = await tx.nextIdBlock()
    id = Math.max(1, block * idsPerBlock)
    limit = (block + 1) * idsPerBlock
  }
  await tx.run(sql`update companies set id_next = ${id + 1}, id_limit = ${limit} where company_id = ${companyId}`)
  return id
}
