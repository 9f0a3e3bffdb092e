import type { CompanyRow } from '../engine/company_snapshot.ts'
import type { Db } from '../engine/sql.ts'
import type { Question } from './index.ts'

/**
 * Has the report thread answer, or gives what it answered to the same person while the company’s data was the same. What
 * depends on the clock is never remembered.
 */
export function ask(question: Question, { stamp, version }: CompanyRow, db: Db): Promise<Uint8Array<ArrayBuffer>> {
  const { report, given, actor, language } = question
  const key = JSON.stringify([report, language, ...given, { ...actor, permissions: [...actor.permissions] }])
  return db.runOnWorker(question, { key, version: `${stamp}-${version}` })
}
