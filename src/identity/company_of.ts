import { companyRow } from '../company/rights/rights.ts'
import { loadSettings } from '../company/settings/settings.ts'
import { CompanySnapshot } from '../engine/company_snapshot.ts'
import type { World } from '../world.ts'
import type { Account } from './names.ts'

/** The company of a person, with the person and all settings loaded; undefined if there is none. */
export async function companyOf(
  { db }: Pick<World, 'db'>,
  { companyId, userId }: Account,
): Promise<CompanySnapshot | undefined> {
  const row = await companyRow(db.read, companyId)
  if (!row) return undefined
  const company = new CompanySnapshot(row, db.read)
  await loadSettings(company)
  await company.look('users', [userId])
  return company
}
