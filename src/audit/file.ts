import type { Handle } from '../engine/sql.ts'
import { lastOf } from '../rules/elements.ts'
import type { Translate } from '../rules/language/messages.ts'
import { csvLines } from '../rules/text/csv.ts'
import { guarded } from '../rules/text/formulas.ts'
import { printUtc } from '../rules/time/calendar.ts'
import type { AuditLine } from './chain.ts'
import { type AuditQuery, auditLines, type Names, namesIn } from './lines.ts'
import { auditSentence, authorOf, fromOf, subjectOf } from './sentences.ts'

/** The formats of an export of the audit, and their media types. */
export const auditFormats = { csv: 'text/csv; charset=utf-8', jsonl: 'application/x-ndjson' } as const

const batch = 500

type Given = { companyId: number; names: Names; t: Translate }

/** A line as programs and people read it. */
export function toldLine(line: AuditLine, given: Given) {
  const { address = '', account = '' } = fromOf(line)
  const { from: _from, ...personal } = line.personal === '' ? {} : JSON.parse(line.personal)
  const { changes, ...details } = JSON.parse(line.details)
  const all = { ...changes, ...personal.changes }
  return {
    sequence: line.sequence,
    time: printUtc(line.made),
    kind: line.kind,
    event: line.event,
    sentence: auditSentence(line, given),
    who: authorOf(line, given),
    user_id: line.user_company === 0 ? line.user_id : 0,
    source: line.source,
    program: line.program,
    address,
    account,
    type: line.record_type,
    record_id: line.record_id,
    record: line.record_type === '' ? '' : subjectOf(line, given),
    details: { ...details, ...personal, ...(Object.keys(all).length > 0 && { changes: all }) },
    emptied: line.personal === '' && line.digest !== '',
    hash: line.hash,
  }
}

/** The lines of a file, oldest first, in pieces of text. */
export async function* auditFile(
  handle: Handle,
  companyId: number,
  query: AuditQuery,
  { format, t }: { format: keyof typeof auditFormats; t: Translate },
): AsyncGenerator<string> {
  let after = query.after ?? 0
  for (let isFirst = true; ; isFirst = false) {
    const lines = await auditLines(handle, companyId, { ...query, after, limit: batch, oldestFirst: true })
    const names = await namesIn(handle, companyId, lines)
    const rows = lines.map((line) => toldLine(line, { companyId, names, t }))
    if (format === 'jsonl') yield rows.map((row) => `${JSON.stringify(row)}\n`).join('')
    else yield await csvOf(rows, isFirst)
    if (lines.length < batch) return
    after = lastOf(lines).sequence
  }
}

async function csvOf(rows: readonly ReturnType<typeof toldLine>[], header: boolean): Promise<string> {
  // Loaded on demand, like everything that a server rarely needs.
  const { stringify } = await import('csv-stringify/sync')
  const columns = ['sequence', 'time', 'kind', 'event', 'sentence', 'who', 'user_id', 'source', 'program', 'address']
  const cells = rows.map((row) => ({ ...row, details: JSON.stringify(row.details) }))
  return stringify(cells, {
    columns: [...columns, 'account', 'type', 'record_id', 'record', 'details', 'hash'],
    ...{ ...csvLines, header, cast: { string: guarded } },
  })
}
