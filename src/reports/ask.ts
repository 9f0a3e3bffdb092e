import type { CompanyRow } from '../engine/company_snapshot.ts'
import type { Db, LongAnswer } from '../engine/sql.ts'
import type { Question } from './index.ts'

/**
 * Runs a report on the report thread, or returns the cached result for the same person if the company’s data has not
 * changed. Results that depend on the clock are never cached.
 */
export function ask(
  question: Question,
  { stamp, version }: CompanyRow,
  db: Db,
): Promise<Uint8Array<ArrayBuffer> | LongAnswer> {
  const { report, given, actor, language } = question
  const key = JSON.stringify([report, language, ...given, { ...actor, permissions: [...actor.permissions] }])
  return db.runOnWorker(question, { companyId: actor.companyId, key, version: `${stamp}-${version}` })
}

/** The same, for reports that always fit in memory. */
export async function askForBytes(question: Question, row: CompanyRow, db: Db): Promise<Buffer> {
  const answer = await ask(question, row, db)
  if (answer instanceof Uint8Array) return Buffer.from(answer.buffer)
  answer.close()
  throw new Error(`The report ${question.report} is too long for memory`)
}
