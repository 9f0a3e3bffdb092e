import { partly, updating } from '../../api/actions.ts'
import type { Records } from '../../api/records.ts'
import { rememberFilters, setActive } from '../../components/dialogs/restoring.ts'

type Group = Records['groups']

/** Archives groups, leaving their members without one. Undo restores the members. */
export function archiveGroups(groups: readonly Group[], users: readonly Records['users'][]): Promise<boolean> {
  return setActive({
    resource: 'groups',
    things: 'groups',
    rows: groups,
    active: false,
    async remember(ids) {
      const filtersBack = await rememberFilters('groups', ids)
      const members = users.filter(({ group_id }) => ids.includes(group_id))
      return (gone) => {
        const back = members.filter(({ group_id }) => gone.has(group_id))
        const moves = back.map(({ id, group_id }) => ({ id, group_id }))
        return [partly(updating('users', moves)), filtersBack]
      }
    },
  })
}

/** Restores archived groups with their managers but without members. */
export function restoreGroups(groups: readonly Group[]): Promise<boolean> {
  return setActive({ resource: 'groups', things: 'groups', rows: groups, active: true })
}
