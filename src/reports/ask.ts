import type { CompanyRow } from '../engine/company_snapshot.ts'
import type { Db } from '../engine/sql.ts'
import type { Question } from './index.ts'

/**
 * Runs a report on the report thread, or returns the cached result for the same person if the company’s data has not
 * changed. Results that depend on the clock are never cached.
 */
export function ask(question: Question, { stamp, version }: CompanyRow, db: Db): Promise<Uint8Array<ArrayBuffer>> {
  const { report, given, actor, language } = question
  const key = JSON.stringify([report, language, ...given, { ...actor, permissions: [...actor.permissions] }])
  return db.runOnWorker(question, { companyId: actor.companyId, key, version: `${stamp}-${version}` })
}
