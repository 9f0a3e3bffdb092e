import { RequestError } from '../../engine/errors.ts'
import { type Handle, inList, sql, type Tx } from '../../engine/sql.ts'
import type { UnitOfWork } from '../../engine/unit_of_work.ts'

// Storage for the bytes of files, hidden from all other modules: in the database, in the record's transaction.

/** Bytes per part; the last part of a file may be shorter. */
export const partBytes = 65_536

/** Stores the bytes of a new file. */
export function storeBytes(fileId: number, parts: readonly Uint8Array[], work: UnitOfWork): void {
  for (const [part, bytes] of parts.entries()) work.append('file_parts', { file_id: fileId, part, bytes })
}

/** Permanently erases the bytes of a file. */
export function eraseBytes(fileId: number, work: UnitOfWork): void {
  work.afterWrite(erase, fileId)
}

/** The bytes of a file, part by part. RequestError 404 if the file is deleted in the meantime. */
export async function* readBytes(
  file: { id: number; size: number },
  companyId: number,
  handle: Handle,
): AsyncGenerator<Uint8Array> {
  for (let part = 0; part * partBytes < file.size; part++) {
    const row = await handle.get<{ bytes: Uint8Array }>(
      sql`select bytes from file_parts where company_id = ${companyId} and file_id = ${file.id} and part = ${part}`,
    )
    if (!row) throw new RequestError(404, 'no_such_file', { id: file.id })
    yield row.bytes
  }
}

async function erase(tx: Tx, fileIds: number[], { company }: UnitOfWork): Promise<void> {
  await tx.run(
    sql`delete from file_parts where company_id = ${company.row.company_id} and ${inList(sql`file_id`, fileIds)}`,
  )
}
