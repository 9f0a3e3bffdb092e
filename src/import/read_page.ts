import { Refusal } from '../engine/errors.ts'
import { type Db, inList, sql } from '../engine/sql.ts'
import type { AnyRecord, Item } from '../engine/table.ts'
import { partBytes } from '../resources/files/bytes.ts'
import { readPicture } from '../resources/files/picture.ts'
import { AnswerError, endsRun, type Page } from './account.ts'
import type { List, Part } from './lists.ts'
import { type Problem, readRecord } from './read_record.ts'
import type { Company } from './shapes.ts'
import type { Source } from './source.ts'
import { besideIn } from './write_rows.ts'

/** The records of a page to store, and those that cannot be stored. */
export type Rows = { rows: AnyRecord[]; beside: AnyRecord[]; problems: Problem[] }

/** Parses the records of a response. If two have the same id, the last one counts. */
export function rowsOf(
  { records, body, problems: found }: Pick<Page, 'records' | 'body' | 'problems'>,
  list: List,
  part: Part | undefined,
  company: Company,
): Rows {
  const problems = [...found]
  const readAll = (of: List, some: readonly Item[]) => {
    const rows = new Map<number, AnyRecord>()
    for (const record of some) {
      try {
        const row = readRecord(of, part, record, company)
        rows.set(row.id, row)
      } catch (error) {
        if (!(error instanceof Refusal)) throw error
        const id = Number(record.id)
        problems.push({ list: of.name, id: Number.isSafeInteger(id) ? id : 0, message: error.message })
      }
    }
    return [...rows.values()]
  }
  const rows = readAll(list, records)
  const beside = list.beside
    ? readAll({ name: list.beside, resource: list.beside, query: {}, needs: {} }, besideIn(body, list.beside))
    : []
  return { rows, beside, problems }
}

/** A file with its bytes, or the reason why it has none. */
type WithBytes = { row: AnyRecord; parts: readonly Uint8Array[] } | { problem: Problem }

/** The files whose bytes are not in this database yet. */
export async function withoutBytes(db: Db, companyId: number, rows: readonly AnyRecord[]): Promise<AnyRecord[]> {
  const active = rows.filter((row) => row.active)
  const ids = active.map(({ id }) => id)
  const there = await db.read.all<{ id: number }>(
    sql`select id from files where company_id = ${companyId} and active = 1 and ${inList(sql`id`, ids)}`,
  )
  const known = new Set(there.map(({ id }) => id))
  return active.filter(({ id }) => !known.has(id))
}

/** Fetches the bytes of a file. */
export async function fetchBytes(source: Source, list: List, row: AnyRecord): Promise<WithBytes> {
  const refused = (message: string) => ({ problem: { list: list.name, id: row.id, message } })
  try {
    const bytes = await source.bytes(row.id)
    if (bytes.length !== row.size) return refused(`its picture has ${bytes.length} bytes instead of ${row.size}`)
    const parts: Uint8Array[] = []
    for (let start = 0; start < bytes.length; start += partBytes) parts.push(bytes.slice(start, start + partBytes))
    const picture = readPicture(parts, bytes.length)
    if (!picture) return refused('its bytes are not a PNG or JPEG picture')
    return { row: { ...row, format: picture.format }, parts }
  } catch (error) {
    // If the source is gone or no longer accepts the token, the run ends.
    if (!(error instanceof AnswerError) || endsRun(error)) throw error
    return refused(`its picture could not be read: ${error.message}`)
  }
}
