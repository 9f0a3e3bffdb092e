import { inList, type Sql, sql } from '../../engine/sql.ts'
import type { RecordOf, TableName } from '../../engine/table.ts'
import type { UnitOfWork } from '../../engine/unit_of_work.ts'

type CustomFieldItemFilter = RecordOf<'customfielditem_filters'>

// Everything derived from filters: the records by jobcode and by person that clients and the rules read, and the
// filters shown by a jobcode itself. All of it changes in the same transaction as the filter.

/** Item ids by custom field. */
export type ItemLists = Record<string, number[]>

const byJobcode = 'customfielditem_jobcode_filters'
const byPerson = 'customfielditem_user_filters'

/** Loads the active filters that match `condition`, and all records that show them. Call before `endFilters`. */
export async function loadActiveFilters(work: UnitOfWork, condition: Sql): Promise<void> {
  const picked = sql`active = 1 and ${condition}`
  const filters = await work.load('customfielditem_filters', picked)
  const kinds = new Set(filters.map((filter) => filter.applies_to))
  const targets = sql`id in (select applies_to_id from customfielditem_filters
    where company_id = ${work.company.row.company_id} and ${picked})`
  if (kinds.has('jobcodes')) await loadShown(work, targets, ['jobcodes', byJobcode])
  if (kinds.has('users') || kinds.has('groups')) await loadShown(work, targets, [byPerson])
}

/** Loads the records that show filters of these jobcodes, users and groups. */
export async function loadTargets(work: UnitOfWork, ids: readonly number[]): Promise<void> {
  await loadShown(work, inList(sql`id`, ids), ['jobcodes', byJobcode, byPerson])
}

async function loadShown(work: UnitOfWork, condition: Sql, resources: readonly TableName[]): Promise<void> {
  for (const resource of resources) await work.load(resource, condition)
}

/** Deactivates the loaded active filters for which `ends` is true, because what they refer to was archived. */
export function endFilters(work: UnitOfWork, ends: (filter: CustomFieldItemFilter) => boolean): void {
  for (const filter of work.all('customfielditem_filters'))
    if (filter.active && ends(filter)) changeFilter(work, filter, { active: false })
}

/** Changes a filter and everything that shows it. */
export function changeFilter(
  work: UnitOfWork,
  before: CustomFieldItemFilter,
  patch: Partial<CustomFieldItemFilter>,
): CustomFieldItemFilter {
  const after = work.change('customfielditem_filters', before.id, patch)
  if (after === before) return before
  show(work, { ...before, active: false })
  show(work, after)
  return after
}

/** Adds a filter to everything that shows it. */
export function insertFilter(work: UnitOfWork, filter: CustomFieldItemFilter): CustomFieldItemFilter {
  const made = work.insert('customfielditem_filters', filter)
  show(work, made)
  return made
}

/** A list that has become empty is kept, so clients see that the filters are gone. */
function show(work: UnitOfWork, { active, applies_to, applies_to_id: id, ...of }: CustomFieldItemFilter): void {
  const resource = applies_to === 'jobcodes' ? byJobcode : byPerson
  const shown = work.get(resource, id)
  const others = (shown?.filtered_customfielditems[of.customfield_id] ?? []).filter(
    (item) => item !== of.customfielditem_id,
  )
  const items = active ? [...others, of.customfielditem_id].sort((a, b) => a - b) : others
  const filtered_customfielditems = { ...shown?.filtered_customfielditems, [of.customfield_id]: items }
  if (shown) {
    work.change(resource, id, { filtered_customfielditems })
    work.touch(resource, id)
  } else {
    const type = applies_to === 'users' ? 'user' : 'group'
    work.insertWithId(resource, { id, type, filtered_customfielditems, last_modified: work.stamp })
  }
  if (applies_to !== 'jobcodes') return
  const filled = Object.entries<number[]>(filtered_customfielditems).filter((entry) => entry[1].length > 0)
  work.change('jobcodes', id, { filtered_customfielditems: Object.fromEntries(filled) })
  work.touch('jobcodes', id)
}

/** Ids of the user and of their group, for `… in`. */
export function userAndGroup(userId: number, companyId: number): Sql {
  return sql`(select u.id from users u where u.company_id = ${companyId} and u.id = ${userId}
    union select u.group_id from users u where u.company_id = ${companyId} and u.id = ${userId})`
}
