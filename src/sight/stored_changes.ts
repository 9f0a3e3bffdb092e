import { type AnyRecord, type TableName, tableNamed } from '../engine/table.ts'
import type { UnitOfWork } from '../engine/unit_of_work.ts'

/** A stored change to a person or a group, for the log of security events. */
export type StoredChange = { event: string; user: number } | { event: string; group: number }

/** The security events for fields of a person. */
const ofPerson: Readonly<Record<string, string>> = {
  permissions: 'rights changed',
  email: 'email changed',
  username: 'username changed',
  password: 'password changed',
  active: 'person archived or restored',
  group_id: 'group changed',
}

/** The changes to people and groups that a transaction has stored, for the log of security events. */
export function storedChanges(work: UnitOfWork): StoredChange[] {
  const ofPeople = work.changed('users').flatMap(({ before, after }): StoredChange[] => {
    if (!after) return []
    const user = after.id
    if (!before) return [{ event: 'person added', user }]
    const events = fieldsChanged('users', before, after).flatMap((field) => ofPerson[field] ?? [])
    return events.map((event) => ({ event, user }))
  })
  const ofGroups = work.changed('groups').flatMap(({ before, after }): StoredChange[] => {
    if (!after) return []
    const isNew = !before && after.manager_ids.length > 0
    const isChanged = before && fieldsChanged('groups', before, after).includes('manager_ids')
    return isNew || isChanged ? [{ event: 'rights changed', group: after.id }] : []
  })
  return [...ofPeople, ...ofGroups]
}

function fieldsChanged(table: TableName, before: AnyRecord, after: AnyRecord): string[] {
  return Object.entries(tableNamed(table).fields).flatMap(([name, { stored, save }]) =>
    stored && save(before[name]) !== save(after[name]) ? [name] : [],
  )
}
