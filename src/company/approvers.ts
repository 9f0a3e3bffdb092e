import type { CompanySnapshot } from '../engine/company_snapshot.ts'
import { sql } from '../engine/sql.ts'
import type { Person, PersonGroup } from './records.ts'

/** Most people who are told of one thing. */
export const approversMax = 10

type Owner = Pick<Person, 'id' | 'group_id'>

/** Loads those who see to people of these groups: the groups' managers, and the administrators. */
export async function loadApprovers(groupIds: Iterable<number>, company: CompanySnapshot): Promise<void> {
  const administrators = await company.value(key, async (handle) => {
    const rows = await handle.all<{ id: number }>(
      sql`select id from users where company_id = ${company.row.company_id} and active = 1 and permissions like '%,admin,%'
        order by id limit ${approversMax + 2}`,
    )
    return rows.map((row) => row.id)
  })
  const wanted = new Set(groupIds)
  const groups = (await company.list<PersonGroup>('groups')).filter((group) => wanted.has(group.id))
  await company.look('users', [...administrators, ...groups.flatMap((group) => group.manager_ids)])
}

/** Who is asked about a person's time: the managers of their group, the administrators where nobody manages it. */
export function approversOf(owner: Owner, company: CompanySnapshot): number[] {
  const managers = managersOf(owner, company)
  return managers.length > 0 ? managers : administratorsBeside(owner, company)
}

/** The managers of a person's group, but for the person. After `loadApprovers`. */
export function managersOf(owner: Owner, company: CompanySnapshot): number[] {
  const groups = company.listed<PersonGroup>('groups').filter(({ id, active }) => active && id === owner.group_id)
  return activeOf(
    groups.flatMap((group) => group.manager_ids),
    owner,
    company,
  )
}

/** The administrators, but for the person. After `loadApprovers`. */
export function administratorsBeside(owner: Owner, company: CompanySnapshot): number[] {
  return activeOf(company.valueNow<number[]>(key), owner, company)
}

function activeOf(ids: readonly number[], owner: Owner, company: CompanySnapshot): number[] {
  return ids.filter((id) => id !== owner.id && company.get<Person>('users', id)?.active).slice(0, approversMax)
}

const key = 'administrators'
