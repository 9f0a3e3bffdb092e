import { RequestError } from '../engine/errors.ts'
import { type Handle, oneRow, operation, sql } from '../engine/sql.ts'
import { type Author, UnitOfWork } from '../engine/unit_of_work.ts'
import type { PayRun } from '../resources/pay_runs.ts'
import { existingRun } from './close.ts'

/** A file made from a run. `question`: JSON of the target and its options; `hash`: SHA-256 of its bytes, hexadecimal. */
export type RunFile = {
  pay_run_id: number
  number: number
  revision: number
  question: string
  name: string
  type: string
  size: number
  hash: string
  created: number
  created_by_user_id: number
}

/** The largest file that is kept, in bytes. */
export const fileMax = 32 * 1_048_576

const columns = sql`pay_run_id, number, revision, question, name, type, size, hash, created, created_by_user_id`

/** The files of a run, in the order in which they were made; those of former revisions, too. */
export function filesOf(id: number, companyId: number, handle: Handle): Promise<RunFile[]> {
  return handle.all<RunFile>(
    sql`select ${columns} from pay_run_files where company_id = ${companyId} and pay_run_id = ${id} order by number`,
  )
}

/** The file that was made for a question, if there is one. */
export async function fileFor(
  { id, revision }: Pick<PayRun, 'id' | 'revision'>,
  question: string,
  companyId: number,
  handle: Handle,
): Promise<RunFile | undefined> {
  return handle.get<RunFile>(
    sql`select ${columns} from pay_run_files where company_id = ${companyId} and pay_run_id = ${id}
      and revision = ${revision} and question = ${question} order by number limit 1`,
  )
}

/** A file with its bytes. RequestError 404. */
export async function fileBytes(
  id: number,
  number: number,
  companyId: number,
  handle: Handle,
): Promise<RunFile & { bytes: Uint8Array }> {
  const found = await handle.get<RunFile & { bytes: Uint8Array }>(
    sql`select ${columns}, bytes from pay_run_files where company_id = ${companyId} and pay_run_id = ${id}
      and number = ${number}`,
  )
  if (!found) throw new RequestError(404, 'no_such_pay_run_file', { id: number })
  return found
}

type Made = Pick<RunFile, 'question' | 'name' | 'type' | 'hash' | 'revision'> & {
  companyId: number
  author: Author
  id: number
  bytes: Uint8Array
}

/**
 * Keeps a file that was made from a run, and returns it; one that was kept for the same question in the meantime is
 * returned instead. RequestError 417 if the run was reopened.
 */
export const keepRunFile = operation(
  'payRuns.keepFile',
  async (tx, { companyId, author, id, bytes, ...made }: Made): Promise<RunFile> => {
    const work = await UnitOfWork.begin(tx, companyId, author)
    const run = await existingRun(id, work)
    if (run.state === 'open' || run.revision !== made.revision)
      throw new RequestError(417, 'pay_run_not_closed', { id })
    const known = await fileFor(run, made.question, companyId, tx)
    if (known) return known
    const { last } = await oneRow<{ last: number | null }>(
      tx,
      sql`select max(number) as last from pay_run_files where company_id = ${companyId} and pay_run_id = ${id}`,
    )
    const file: RunFile = {
      ...{ pay_run_id: id, number: (last ?? 0) + 1, ...made, size: bytes.byteLength },
      ...{ created: tx.now, created_by_user_id: author.userId },
    }
    work.append('pay_run_files', { ...file, bytes })
    const details = { target: file.name, from: run.start_date, to: run.end_date, hash: file.hash }
    work.audit({ kind: 'exports', event: 'export made', type: 'pay_runs', id, details })
    await work.flush()
    return file
  },
  ({ companyId }) => companyId,
)

/** Marks a closed run as sent. Refuses one that is not closed, or of which no file was made. */
export const markPayRunSent = operation(
  'payRuns.sent',
  async (tx, { companyId, author, id }: { companyId: number; author: Author; id: number }): Promise<PayRun> => {
    const work = await UnitOfWork.begin(tx, companyId, author)
    const run = await existingRun(id, work)
    if (run.state === 'open') throw new RequestError(417, 'pay_run_not_closed', { id })
    if (run.state === 'sent') return run
    const files = await filesOf(id, companyId, tx)
    if (!files.some(({ revision }) => revision === run.revision))
      throw new RequestError(417, 'pay_run_without_files', { id })
    const sent = work.change('pay_runs', id, { state: 'sent', sent: tx.now, sent_by_user_id: author.userId })
    await work.flush()
    return sent
  },
  ({ companyId }) => companyId,
)
