import { loadSettings, settingsFor } from '../company/settings.ts'
import { type CompanyRow, CompanySnapshot } from '../engine/company_snapshot.ts'
import { sql } from '../engine/sql.ts'
import type { User } from '../resources/users.ts'
import type { World } from '../world.ts'
import type { Account } from './names.ts'

/** Whether a company requires two-step verification of a person. */
export async function requiresTwoSteps({ db }: Pick<World, 'db'>, { companyId, userId }: Account): Promise<boolean> {
  const row = await db.read.get<CompanyRow>(sql`select * from companies where company_id = ${companyId}`)
  if (!row) return false
  const company = new CompanySnapshot(row, db.read)
  await loadSettings(company)
  await company.look('users', [userId])
  const { general } = settingsFor(company, company.get<User>('users', userId))
  return Number(general.settings.require_two_steps) === 1
}
