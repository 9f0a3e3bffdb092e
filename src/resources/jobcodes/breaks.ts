import { type Break, breakTypes, newBreak } from '../../company/breaks/breaks.ts'
import type { Context } from '../../engine/context.ts'
import { RequestError } from '../../engine/errors.ts'
import { inList, operation, sql, type Tx } from '../../engine/sql.ts'
import type { Item } from '../../engine/table.ts'
import { type Author, UnitOfWork } from '../../engine/unit_of_work.ts'
import { addJobcode, changeJobcode, type Jobcode, loadTree, type Tree } from '../jobcodes.ts'

type NewBreak = Break & { companyId: number; author: Author }

/** Creates a break or an unpaid time off code and returns its id. Throws a Refusal (417) if the name is taken. */
export const addBreak = operation('jobcodes.addBreak', async (tx, given: NewBreak): Promise<number> => {
  const { companyId, author, name, type } = given
  const { work, company } = await begin(tx, companyId, author)
  await loadTree([{ name }], { work, company })
  const draft = { ...newBreak({ name, type }), assigned_to_all: true } as Jobcode
  const { id } = addJobcode(draft, { work, company })
  await work.flush()
  return id
})

type ChangedBreak = { companyId: number; author: Author; id: number; name?: string; active?: boolean }

/**
 * Renames, archives or restores one. Throws RequestError 404 if there is none, a Refusal (417) if the name is taken.
 */
export const changeBreak = operation('jobcodes.changeBreak', async (tx, given: ChangedBreak): Promise<void> => {
  const { companyId, author, id, ...wanted } = given
  const { work, company } = await begin(tx, companyId, author)
  await work.load('jobcodes', sql`id = ${id} and ${inList(sql`type`, breakTypes)}`)
  const before = work.get('jobcodes', id)
  if (!before) throw new RequestError(404, 'no_such_break', { id })
  const changed: Item = {}
  if (wanted.name !== undefined && wanted.name !== before.name) changed.name = wanted.name
  if (wanted.active !== undefined && wanted.active !== before.active) changed.active = wanted.active
  // Archiving removes the assignment; a restored break is assigned to everyone again.
  if (changed.active) changed.assigned_to_all = true
  const tree: Tree = await loadTree([{ id, ...changed }], { work, company })
  if (Object.keys(changed).length > 0) changeJobcode(before, changed, { work, company }, tree)
  await work.flush()
})

async function begin(tx: Tx, companyId: number, author: Author): Promise<Pick<Context, 'work' | 'company'>> {
  const work = await UnitOfWork.begin(tx, companyId, author)
  return { work, company: work.company }
}
