import { type Digest, Digester, digestOf, type Store } from '../stores.ts'

/** The result of a copy: the digest of each table, equal in the source and the copy. */
export type Copied = Record<string, Digest>

/**
 * Replaces all rows of a database with those of another one with the same tables, and verifies them. Throws if a row
 * differs. Both must be in transactions, so that nothing changes in the meantime and a failed copy leaves nothing
 * behind.
 */
export async function copyTables(from: Store, to: Store): Promise<Copied> {
  const shapes = await from.shapes()
  if (JSON.stringify(shapes) !== JSON.stringify(await to.shapes()))
    throw new Error('the two databases do not have the same tables')
  const copied: Copied = {}
  for (const shape of shapes) {
    await to.clear(shape.table)
    const digester = new Digester()
    for await (const rows of from.rows(shape)) {
      digester.add(rows)
      await to.insert(shape, rows)
    }
    copied[shape.table] = digester.digest
  }
  for (const shape of shapes) {
    const { rows, hash } = copied[shape.table]!
    const there = await digestOf(to, shape)
    if (there.rows !== rows || there.hash !== hash)
      throw new Error(`${shape.table} differs in the copy: ${there.rows} of ${rows} rows, ${there.hash} and ${hash}`)
  }
  return copied
}
