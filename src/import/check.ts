import type { Db } from '../engine/sql.ts'
import { type Item, ownIdsFrom } from '../engine/table.ts'
import { type Account, endsRun, partsOf, readPage } from './account.ts'
import { type Compared, compareList, type Difference, differingFields, type Strictness } from './compare.ts'
import { type List, lists, queryFor } from './lists.ts'
import { knownIn, LocalAccount } from './local.ts'
import type { ImportState } from './state.ts'

/** The result of comparing the account with the company, after differing records were read again. */
export type Check = { lists: Compared[]; differences: Difference[] }

/** The most differences to show, and to read again per list. */
const shownMax = 200
const repairedMax = 500
const idsPerCall = 50

const strictness: Strictness = { equal: 'meaning', shared: true }

type Sides = { db: Db; now: () => number; source: Account }
type Means = {
  tell: (doing: string) => void
  repair: (list: List, part: number, ids: readonly number[]) => Promise<void>
}

/** Compares every list with the source. Differing records are read again, then compared once more. */
export async function checkLists(
  { db, now, source }: Sides,
  who: { companyId: number; userId: number },
  state: ImportState,
  { tell, repair }: Means,
): Promise<Check> {
  const target = new LocalAccount(db, who, now)
  const known = knownIn(db, who.companyId)
  const check: Check = { lists: [], differences: [] }
  for (const list of lists) {
    tell(`comparing ${list.name}`)
    const found: Difference[] = []
    const range = { since: '', from: state.fromDate }
    const compared = await compareList({ a: source, b: target, known }, list, range, strictness, (difference) => {
      if (!isOwn(difference, list, state)) found.push(difference)
    })
    const differences = found.length === 0 ? [] : await repaired(found, list, { source, target, known, repair })
    check.lists.push({ ...compared, ...countsOf(differences) })
    check.differences.push(...differences.slice(0, Math.max(0, shownMax - check.differences.length)))
  }
  return check
}

/** The company's own records do not count as a difference. */
function isOwn({ missing, id }: Difference, list: List, state: ImportState): boolean {
  return missing === 'a' && (id >= ownIdsFrom || (state.own[list.resource]?.includes(id) ?? false))
}

type Both = { source: Account; target: Account; known: ReturnType<typeof knownIn>; repair: Means['repair'] }

/** Reads missing and differing records again; returns those that still differ. */
async function repaired(found: readonly Difference[], list: List, both: Both): Promise<Difference[]> {
  const rest = found.slice(repairedMax)
  const groups = Map.groupBy(found.slice(0, repairedMax), ({ part }) => part)
  const left: Difference[] = [...rest]
  const parts = await partsOf(list, both.known)
  for (const [part, group] of groups) {
    const ids = group.map(({ id }) => id).filter((id) => id > 0)
    await both.repair(list, part, ids)
    const query = queryFor(list, parts[part], { since: '', from: '' })
    for (let start = 0; start < ids.length; start += idsPerCall)
      left.push(...(await comparedByIds(ids.slice(start, start + idsPerCall), { list, part, query }, both)))
  }
  return left
}

async function comparedByIds(
  ids: readonly number[],
  { list, part, query }: { list: List; part: number; query: Record<string, string> },
  { source, target }: Both,
): Promise<Difference[]> {
  const read = async (account: Account): Promise<Map<number, Item>> => {
    try {
      const { records } = await readPage(account, list, { ...query, ids: ids.join() }, 1)
      return new Map(records.map((record) => [Number(record.id), record]))
    } catch (error) {
      if (endsRun(error)) throw error
      return new Map()
    }
  }
  const [a, b] = [await read(source), await read(target)]
  return ids.flatMap((id): Difference[] => {
    const [one, two] = [a.get(id), b.get(id)]
    if (!one && !two) return []
    if (!one || !two) return [{ list: list.name, id, missing: one ? 'b' : 'a', fields: [], part }]
    const fields = differingFields(one, two, list, strictness)
    return fields.length > 0 ? [{ list: list.name, id, fields, part }] : []
  })
}

function countsOf(differences: readonly Difference[]) {
  const fields: Record<string, number> = {}
  for (const { fields: some } of differences) for (const { name } of some) fields[name] = (fields[name] ?? 0) + 1
  return {
    onlyA: differences.filter(({ missing }) => missing === 'b').length,
    onlyB: differences.filter(({ missing }) => missing === 'a').length,
    different: differences.filter(({ missing }) => !missing).length,
    fields,
  }
}
