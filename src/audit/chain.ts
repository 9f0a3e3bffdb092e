import { hash, randomBytes } from 'node:crypto'
import type { AuditEntry, Head } from '../engine/audited.ts'
import type { CompanyRow } from '../engine/company_snapshot.ts'
import type { Origin, SqlValue, Tx } from '../engine/sql.ts'
import type { Item } from '../engine/table.ts'

// The audit: lines that say who changed what, chained by hashes, written in the transaction of the change itself.

/** The columns of a line, in the order in which they are hashed. */
export const lineColumns = [
  'company_id',
  'sequence',
  'made',
  'kind',
  'event',
  'record_type',
  'record_id',
  'user_id',
  'user_company',
  'source',
  'program',
  'details',
  'salt',
  'personal',
  'digest',
  'hash',
]

/** A line as it is stored. */
export type AuditLine = {
  company_id: number
  sequence: number
  made: number
  kind: string
  event: string
  record_type: string
  record_id: number
  user_id: number
  user_company: number
  source: string
  program: string
  details: string
  salt: string
  personal: string
  digest: string
  hash: string
}

/** The author of a line. If the write names one, it takes precedence over that of the request. */
type Author = { userId?: number | undefined; application?: string | undefined }

/** The rows of entries, in the order of `lineColumns`, and the new head of the chain. */
export function linesOf(
  entries: readonly AuditEntry[],
  company: Head & Pick<CompanyRow, 'company_id'>,
  { tx, author = {} }: { tx: Pick<Tx, 'now' | 'origin'>; author?: Author },
): { rows: SqlValue[][]; head: Head } {
  let { audit_sequence, audit_head } = company
  const rows = entries.map((entry) => {
    audit_sequence += 1
    const line = lineOf(entry, { company_id: company.company_id, sequence: audit_sequence }, tx, author)
    audit_head = hashOf(line, audit_head)
    return Object.values({ ...line, hash: audit_head })
  })
  return { rows, head: { audit_sequence, audit_head } }
}

function lineOf(
  entry: AuditEntry,
  place: { company_id: number; sequence: number },
  { now, origin }: Pick<Tx, 'now' | 'origin'>,
  author: Author,
): Omit<AuditLine, 'hash'> {
  const asked: Origin = origin ?? { source: 'server', program: '' }
  const { source, program } = asked
  const personal = personalOf(entry, asked)
  const salt = personal && randomBytes(16).toString('hex')
  return {
    ...place,
    made: now,
    ...aboutOf(entry),
    ...whoOf(entry, asked, author, place.company_id),
    source,
    program: source === 'request' ? author.application || program : program,
    details: JSON.stringify(entry.details ?? {}),
    salt,
    personal,
    digest: personal && digestOf(salt, personal),
  }
}

function aboutOf({ kind, event, type = '', id = 0 }: AuditEntry) {
  return { kind, event, record_type: type, record_id: id }
}

function personalOf({ personal }: AuditEntry, { address, account }: Origin): string {
  const from = { ...(address && { address }), ...(account && { account }) }
  const about = { ...personal, ...(Object.keys(from).length > 0 && { from }) }
  return Object.keys(about).length > 0 ? JSON.stringify(about) : ''
}

function whoOf(entry: AuditEntry, asked: Origin, author: Author, companyId: number) {
  const { userCompany = companyId, userId } = asked
  const user_company = userCompany === companyId ? 0 : userCompany
  if (entry.userId !== undefined) return { user_id: entry.userId, user_company }
  return { user_id: author.userId || userId || selfOf(entry, asked, author), user_company }
}

/** For people who sign in or use a link, the entry identifies the author, because the request does not. */
function selfOf({ kind, type, id = 0 }: AuditEntry, { source, program }: Origin, author: Author): number {
  const isAnonymous = source === 'request' && program === '' && !author.application
  return isAnonymous && kind === 'sign_ins' && type === 'users' ? id : 0
}

/** The hash of a line and the line before it. The part that may be emptied is included as its digest. */
function hashOf(line: Omit<AuditLine, 'hash'>, before: string): string {
  const { salt: _salt, personal: _personal, ...kept } = line
  return hash('sha256', JSON.stringify([before, ...lineColumns.flatMap((column) => partOf(kept, column))]))
}

const partOf = (kept: Item, column: string) => (column in kept && column !== 'hash' ? [kept[column]] : [])

/** What is wrong with a line that follows the one with the hash `before`; undefined if it is as it was written. */
export function problemOfLine({ hash, ...line }: AuditLine, before: string): string | undefined {
  if (hashOf(line, before) !== hash) return 'the line, or the hash of the line before it, was changed'
  if (line.personal !== '' && digestOf(line.salt, line.personal) !== line.digest)
    return 'what the line says of a person was changed'
  return undefined
}

/** The digest of the part that may be emptied; the salt keeps short values from being guessed. */
function digestOf(salt: string, personal: string): string {
  return hash('sha256', salt + personal)
}
