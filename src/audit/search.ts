import type { Handle } from '../engine/sql.ts'
import { lastOf } from '../rules/elements.ts'
import type { Translate } from '../rules/language/messages.ts'
import { searchKey } from '../rules/text/search_key.ts'
import { toldLine } from './file.ts'
import { type AuditQuery, auditLines, namesIn } from './lines.ts'

/** How many lines a search looks at for one answer, and how many of them it reads at once. */
const linesMax = 5000
const batch = 500

type Told = ReturnType<typeof toldLine>

/**
 * Lines as people read them, newest first, and `before` for the next page, null after the last. `words` must all be in what
 * people read; a line has no text of its own that a database could search, as its sentence has current names and the reader's
 * language. A page may have fewer lines than there are: its search ended at the line before which the next one begins.
 */
export async function toldLines(
  handle: Handle,
  companyId: number,
  query: AuditQuery,
  { words, limit, t }: { words: string; limit: number; t: Translate },
): Promise<{ lines: Told[]; next: number | null }> {
  const wanted = searchKey(words).split(/\s+/).filter(Boolean)
  const found: Told[] = []
  let { before } = query
  for (let seen = 0; ; seen += batch) {
    const lines = await auditLines(handle, companyId, {
      ...query,
      before,
      limit: wanted.length > 0 ? batch : limit + 1,
    })
    const names = await namesIn(handle, companyId, lines)
    found.push(...lines.map((line) => toldLine(line, { companyId, names, t })).filter((line) => has(line, wanted)))
    if (found.length > limit) return { lines: found.slice(0, limit), next: found[limit - 1]!.sequence }
    if (wanted.length === 0 || lines.length < batch) return { lines: found, next: null }
    before = lastOf(lines).sequence
    if (seen + batch >= linesMax) return { lines: found, next: before }
  }
}

function has({ sentence, program, address, account }: Told, words: readonly string[]): boolean {
  const text = searchKey([sentence, program, address, account].join(' '))
  return words.every((word) => text.includes(word))
}
