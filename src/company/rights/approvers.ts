import type { CompanySnapshot } from '../../engine/company_snapshot.ts'
import { sql } from '../../engine/sql.ts'
import type { RecordOf } from '../../engine/table.ts'

// The people who are notified about a person’s time. rules/people/access.ts decides who may approve it.

/** The most people notified about one thing. */
export const approversMax = 10

type Owner = Pick<RecordOf<'users'>, 'id' | 'group_id'>

/** Loads the people responsible for these groups: their managers, and the administrators. */
export async function loadApprovers(groupIds: Iterable<number>, company: CompanySnapshot): Promise<void> {
  const administrators = await company.value(key, async (handle) => {
    const rows = await handle.all<{ id: number }>(
      sql`select id from users where company_id = ${company.row.company_id} and active = 1 and permissions like '%,admin,%'
        order by id limit ${approversMax + 2}`,
    )
    return rows.map((row) => row.id)
  })
  const wanted = new Set(groupIds)
  const groups = (await company.list('groups')).filter((group) => wanted.has(group.id))
  await company.look('users', [...administrators, ...groups.flatMap((group) => group.manager_ids)])
}

/** The approvers of a person's time: the managers of their group, or the administrators if it has none. */
export function approversOf(owner: Owner, company: CompanySnapshot): number[] {
  const managers = managersOf(owner, company)
  return managers.length > 0 ? managers : otherAdministrators(owner, company)
}

/** The managers of a person's group, except the person. Call after `loadApprovers`. */
export function managersOf(owner: Owner, company: CompanySnapshot): number[] {
  const groups = company.listed('groups').filter(({ id, active }) => active && id === owner.group_id)
  return activeOf(
    groups.flatMap((group) => group.manager_ids),
    owner,
    company,
  )
}

/** The administrators, except the person. Call after `loadApprovers`. */
export function otherAdministrators(owner: Owner, company: CompanySnapshot): number[] {
  return activeOf(company.valueNow<number[]>(key), owner, company)
}

function activeOf(ids: readonly number[], owner: Owner, company: CompanySnapshot): number[] {
  return ids.filter((id) => id !== owner.id && company.get('users', id)?.active).slice(0, approversMax)
}

const key = 'administrators'
