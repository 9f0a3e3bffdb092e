import { settingsFor } from '../../company/settings/settings.ts'
import type { World } from '../../world.ts'
import { companyOf } from '../company_of.ts'
import type { Account } from '../names.ts'

/** Whether a company requires two-step verification of a person. */
export async function requiresTwoSteps(world: Pick<World, 'db'>, of: Account): Promise<boolean> {
  const company = await companyOf(world, of)
  if (!company) return false
  const { general } = settingsFor(company, company.get('users', of.userId))
  return Number(general.settings.require_two_steps) === 1
}
