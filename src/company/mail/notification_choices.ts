import type { CompanySnapshot } from '../../engine/company_snapshot.ts'
import { type Handle, type Operation, operation, sql } from '../../engine/sql.ts'
import {
  type AlertRules,
  alertRulesOf,
  type Choices,
  type ChoicesChange,
  type CompanyChoices,
  changed,
} from '../../rules/notifications/choices.ts'
import type { KindName } from '../../rules/notifications/kinds.ts'
import { moveSetup } from '../versions.ts'

/** Loads the company's choices for everyone, so that the functions below need no query. */
export async function loadCompanyChoices(company: CompanySnapshot): Promise<CompanyChoices> {
  return company.value(key, (handle) => choicesOf(handle, company.row.company_id, 0))
}

/** When the company's alerts are due. Call after `loadCompanyChoices`. */
export function alertRules(company: CompanySnapshot): AlertRules {
  return alertRulesOf(company.valueNow<CompanyChoices>(key))
}

/** Whether the company wants its people notified of this kind. Call after `loadCompanyChoices`. */
export function tells(company: CompanySnapshot, kind: KindName): boolean {
  return !alertRules(company).off.includes(kind)
}

/** A person's choices; with id 0, those of the company for everyone. */
export async function choicesOf(handle: Handle, companyId: number, userId: number): Promise<Choices & CompanyChoices> {
  const row = await handle.get<{ choices: string }>(
    sql`select choices from notification_choices where company_id = ${companyId} and user_id = ${userId}`,
  )
  return row ? JSON.parse(row.choices) : {}
}

type Given = { companyId: number; userId: number; change: ChoicesChange }

/** Changes the choices of a person, or with id 0 those of the company, which are reference data. */
export const saveChoices: Operation<Given, void> = operation('saveChoices', async (tx, given) => {
  const { companyId, userId, change } = given
  await tx.lockCompany(companyId)
  const choices = JSON.stringify(changed(await choicesOf(tx, companyId, userId), change))
  await tx.run(sql`insert into notification_choices (company_id, user_id, choices)
    values (${companyId}, ${userId}, ${choices})
    on conflict (company_id, user_id) do update set choices = excluded.choices`)
  if (userId === 0) await moveSetup(tx, companyId)
})

const key = 'notificationChoices'
