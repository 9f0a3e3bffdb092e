import { partly, updating } from '../../api/actions.ts'
import { list, type Records } from '../../api/records.ts'
import { rememberFilters, setActive } from '../../components/dialogs/restoring.ts'
import { nameOf } from '../../components/people/names.ts'

type User = Records['users']

/** Archives people. Undo also makes them managers of their groups again, but does not sign them back in. */
export function archivePeople(people: readonly User[]): Promise<boolean> {
  return setActive({
    ...partsOf(people),
    active: false,
    async remember(ids) {
      const filtersBack = await rememberFilters('users', ids)
      const managed = (await list('groups')).filter(({ manager_ids }) =>
        manager_ids.some((id) => ids.includes(Number(id))),
      )
      const managers = managed.map(({ id, manager_ids }) => ({ id, manager_ids }))
      return () => [partly(updating('groups', managers)), filtersBack]
    },
  })
}

/** Restores archived people. */
export function restorePeople(people: readonly User[]): Promise<boolean> {
  return setActive({ ...partsOf(people), active: true })
}

function partsOf(people: readonly User[]) {
  return {
    resource: 'users' as const,
    things: 'people' as const,
    rows: people.map((user) => ({ id: user.id, name: nameOf(user) })),
  }
}
