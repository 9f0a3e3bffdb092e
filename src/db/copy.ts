import { type Digest, Digester, digestOf, type Store } from './stores.ts'

/** What a copy came to: what each table contains, in the source and in the copy alike. */
export type Copied = Record<string, Digest>

/**
 * Replaces all rows of a database by those of another one with the same tables, and reads them back. Throws if a row differs.
 * Both must be in transactions, so that nothing changes meanwhile and nothing is left of a copy that fails.
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
