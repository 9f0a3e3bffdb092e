import type { Handle } from '../engine/sql.ts'
import { type AuditLine, problemOfLine } from './chain.ts'
import { auditHead, auditLines } from './lines.ts'

/** A position in the chain that is known from elsewhere, such as a log line. */
export type KnownHead = { sequence: number; hash: string }

/**
 * The result of checking the chain. `problem`: the first wrong line, and why. `emptied`: lines without their personal
 * part.
 */
type AuditCheck = {
  lines: number
  emptied: number
  head: KnownHead
  problem: { sequence: number; what: string } | undefined
}

const batch = 2000

/** Reads the whole chain of a company and reports where it first breaks. */
export async function checkAudit(
  handle: Pick<Handle, 'all'>,
  companyId: number,
  known?: KnownHead,
): Promise<AuditCheck> {
  // Lines may be added in the meantime. The chain must still contain the earlier head, in the same place.
  const before = await auditHead(handle, companyId)
  const chain = new Chain(known, before)
  for (;;) {
    const after = chain.sequence
    const lines = await auditLines(handle, companyId, { after, limit: batch, oldestFirst: true })
    for (const line of lines) {
      const what = chain.add(line)
      if (what) return chain.result({ sequence: line.sequence, what })
    }
    if (lines.length < batch) break
  }
  const after = await auditHead(handle, companyId)
  return chain.result(chain.problemAtEnd(after))
}

/** The lines about others that were emptied when the person of a line was anonymized. */
export function emptiedWith({ details }: Pick<AuditLine, 'details'>): number[] {
  return JSON.parse(details).emptied ?? []
}

type Head = { audit_sequence: number; audit_head: string }

/** The chain as far as it has been read. */
class Chain {
  sequence = 0
  #hash = ''
  /** The hash at the sequence of the head. */
  #atHead = ''
  #emptied: AuditLine[] = []
  readonly #anonymized = new Set<number>()
  /** Lines about others that were emptied with a person whom they name. */
  readonly #explained = new Set<number>()
  readonly #known: KnownHead | undefined
  readonly #head: Head

  /** `head`: the company's newest line before the first line was read. */
  constructor(known: KnownHead | undefined, head: Head) {
    this.#known = known
    this.#head = head
  }

  /** Checks the next line. Returns what is wrong with it. */
  add(line: AuditLine): string | undefined {
    if (line.sequence !== this.sequence + 1)
      return `the lines from ${this.sequence + 1} to ${line.sequence - 1} are missing`
    const problem = problemOfLine(line, this.#hash)
    if (problem) return problem
    const { hash } = line
    if (this.#known?.sequence === line.sequence && this.#known.hash !== hash)
      return 'the chain up to here was rewritten'
    if (line.personal === '' && line.digest !== '') this.#emptied.push(line)
    if (line.event === 'anonymized') {
      this.#anonymized.add(line.record_id)
      for (const sequence of emptiedWith(line)) this.#explained.add(sequence)
    }
    this.sequence = line.sequence
    this.#hash = hash
    if (line.sequence === this.#head.audit_sequence) this.#atHead = hash
    return undefined
  }

  problemAtEnd(now: Head): AuditCheck['problem'] {
    const next = this.sequence + 1
    const { audit_sequence, audit_head } = this.#head
    if (audit_sequence > this.sequence || (this.#known?.sequence ?? 0) > this.sequence)
      return { sequence: next, what: 'the lines from here to the end are missing' }
    const isBehind = now.audit_sequence < this.sequence
    const differs = now.audit_sequence === this.sequence && now.audit_head !== this.#hash
    if (audit_head !== this.#atHead || isBehind || differs)
      return { sequence: this.sequence, what: 'the newest line is not the one that the company knows' }
    const unexplained = this.#emptied.find(({ sequence, user_id, record_type, record_id }) => {
      if (this.#explained.has(sequence)) return false
      const people = [user_id, ...(record_type === 'users' ? [record_id] : [])]
      return !people.some((id) => this.#anonymized.has(id))
    })
    if (!unexplained) return undefined
    return { sequence: unexplained.sequence, what: 'what the line says of a person was removed, who is not anonymized' }
  }

  result(problem: AuditCheck['problem']): AuditCheck {
    const head = { sequence: this.sequence, hash: this.#hash }
    return { lines: this.sequence, emptied: this.#emptied.length, head, problem }
  }
}
