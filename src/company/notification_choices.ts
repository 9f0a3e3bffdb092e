import type { CompanySnapshot } from '../engine/company_snapshot.ts'
import { type Handle, type Operation, operation, sql } from '../engine/sql.ts'
import {
  type AlertRules,
  alertRulesOf,
  type Choices,
  type ChoicesChange,
  type CompanyChoices,
  changed,
} from '../rules/notifications/choices.ts'
import type { KindName } from '../rules/notifications/kinds.ts'

/** Loads what the company has chosen for everybody. Afterwards the functions below answer at once. */
export async function loadCompanyChoices(company: CompanySnapshot): Promise<CompanyChoices> {
  return company.value(key, (handle) => choicesOf(handle, company.row.company_id, 0))
}

/** When alerts of the company are due. After `loadCompanyChoices`. */
export function alertRules(company: CompanySnapshot): AlertRules {
  return alertRulesOf(company.valueNow<CompanyChoices>(key))
}

/** Whether the company wants its people told of this at all. After `loadCompanyChoices`. */
export function tells(company: CompanySnapshot, kind: KindName): boolean {
  return !alertRules(company).off.includes(kind)
}

/** What a person has chosen; with number 0, what the company has for everybody. */
export async function choicesOf(handle: Handle, companyId: number, userId: number): Promise<Choices & CompanyChoices> {
  const row = await handle.get<{ choices: string }>(
    sql`select choices from notification_choices where company_id = ${companyId} and user_id = ${userId}`,
  )
  return row ? JSON.parse(row.choices) : {}
}

type Given = { companyId: number; userId: number; change: ChoicesChange }

/** Changes what a person has chosen; with number 0, what the company has, which belongs to its set-up. */
export const saveChoices: Operation<Given, void> = operation('saveChoices', async (tx, given) => {
  const { companyId, userId, change } = given
  await tx.lockCompany(companyId)
  const choices = JSON.stringify(changed(await choicesOf(tx, companyId, userId), change))
  await tx.run(sql`insert into notification_choices (company_id, user_id, choices)
    values (${companyId}, ${userId}, ${choices})
    on conflict (company_id, user_id) do update set choices = excluded.choices`)
  if (userId === 0)
    await tx.run(
      sql`update companies set version = version + 1, setup_version = setup_version + 1 where company_id = ${companyId}`,
    )
})

const key = 'notificationChoices'
