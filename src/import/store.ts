import { companyNamed, insertCompany, nextCompanyId, slug } from '../company/companies.ts'
import { RequestError } from '../engine/errors.ts'
import { inList, lockExisting, operation, sql, type Tx } from '../engine/sql.ts'
import { type AnyRecord, idMax, ownIdsFrom } from '../engine/table.ts'
import { UnitOfWork } from '../engine/unit_of_work.ts'
import { follow, resolved, withReferences } from './links.ts'
import { listNamed } from './lists.ts'
import type { Problem } from './read_record.ts'
import type { ImportedSettings } from './settings.ts'
import { clearLeft, type ImportState, keepLeft, keepState, type Left, stateOf } from './state.ts'
import { writeRows } from './write_rows.ts'

const author = { userId: 0, application: 'import' }

type Beginning = {
  /** The company to fill; if omitted, a new one with this name. */
  companyId?: number
  name: string
  clientUrl: string
  /** Settings of the account. */
  settings: ImportedSettings
  state: ImportState
}

/**
 * Starts a run: creates the company if necessary, and stores where the run starts. From now on, the company's own
 * records get ids above all imported ones. Throws RequestError 409 if the name in URLs is taken.
 */
export const beginImport = operation('import.begin', async (tx, given: Beginning): Promise<number> => {
  const companyId = given.companyId ?? (await createCompany(tx, given))
  const row = await lockExisting(tx, companyId)
  if (row.id_next < ownIdsFrom) {
    const ids = { id_next: ownIdsFrom, id_limit: idMax, id_spare: '' }
    tx.post(
      sql`update companies set id_next = ${ids.id_next}, id_limit = ${ids.id_limit}, id_spare = ''
        where company_id = ${companyId}`,
      { ...row, ...ids },
    )
  }
  const work = await UnitOfWork.begin(tx, companyId, author, { history: false })
  await keepSettings(work, given.settings)
  await clearLeft(work, given.state)
  await keepState(work, given.state)
  await work.flush()
  return companyId
})

/** Creates a company without any records; its people and everything else are imported. */
async function createCompany(tx: Tx, { name, clientUrl }: Beginning): Promise<number> {
  const wanted = clientUrl || slug(name)
  const company_id = await nextCompanyId(tx)
  if (await companyNamed(tx, wanted)) throw new RequestError(409, 'company_exists', { name: wanted })
  await insertCompany(tx, { company_id, name, client_url: wanted, id_next: ownIdsFrom, id_limit: idMax })
  return company_id
}

/** Stores the source's settings; defaults there become defaults here. */
async function keepSettings(work: UnitOfWork, { rows, told }: ImportedSettings): Promise<void> {
  const companyId = work.company.row.company_id
  for (const [section, keys] of Object.entries(told))
    await work.tx.run(sql`delete from settings where company_id = ${companyId} and scope = 'company' and scope_id = 0
      and section = ${section} and ${inList(sql`key`, keys)}`)
  for (const row of rows) work.append('settings', row)
}

/** A page of records to store, and those that were left out of it. */
export type PageToStore = {
  companyId: number
  list: string
  part: number
  rows: readonly AnyRecord[]
  /** Records of the supplemental data. */
  beside: readonly AnyRecord[]
  /** The bytes of files, by id, in parts. */
  bytes: ReadonlyMap<number, readonly Uint8Array[]>
  problems: readonly Problem[]
  /** Ids that the source no longer has. */
  gone: readonly number[]
  /** The expected state and the new one; `written` is added to its counts. */
  at: ImportState['at']
  state: ImportState
}

/** Stores a page together with the progress, or neither. Returns the new state. */
export const storePage = operation('import.page', async (tx, given: PageToStore): Promise<ImportState> => {
  const { companyId, part, at, state } = given
  const list = listNamed(given.list)
  const work = await UnitOfWork.begin(tx, companyId, author, { history: false })
  const known = await stateOf(tx, companyId)
  if (!known || JSON.stringify(known.at) !== JSON.stringify(at)) throw new RequestError(409, 'import_running')
  const problems: Problem[] = [...given.problems]
  const own = new Set(state.own[list.resource])
  const free = given.rows.filter(({ id }) => {
    if (own.has(id)) problems.push({ list: list.name, id, message: 'the company has a record of its own with this id' })
    return !own.has(id)
  })
  const rows = await resolved(work, list, await withReferences(work, list, free, problems), problems)
  const written = await writeRows(work, list.resource, rows)
  await follow(work, list, written, given)
  const counts = state.counts[list.name] ?? { read: 0, written: 0 }
  const next = {
    ...state,
    counts: { ...state.counts, [list.name]: { ...counts, written: counts.written + written.length } },
  }
  const left = problems.map((problem): Left => ({ ...problem, part, again: true }))
  const imported = new Set([...rows.map(({ id }) => id), ...given.gone].map((id) => `${list.name} ${id}`))
  await keepLeft(
    work,
    left,
    new Set([...imported].filter((key) => !left.some((one) => `${one.list} ${one.id}` === key))),
  )
  await keepState(work, next)
  const { last_change: last } = work.company.row
  await work.flush()
  // Of several consecutive lines of an import in the change log, the last is enough: programs that have not read it yet
  // start over.
  await tx.run(sql`delete from changes where company_id = ${companyId} and sequence = ${last} and kind = 'restarted'
    and exists (select 1 from changes where company_id = ${companyId} and sequence = ${last + 1})`)
  return next
})

/** Stores only the state, at the end of a run. */
export const endImport = operation(
  'import.end',
  async (tx, { companyId, state }: { companyId: number; state: ImportState }): Promise<void> => {
    const work = await UnitOfWork.begin(tx, companyId, author, { history: false })
    await keepState(work, state)
    await work.flush()
  },
)
