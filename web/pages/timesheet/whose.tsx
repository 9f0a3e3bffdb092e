import { useRecords } from '../../api/queries.ts'
import { SelectField } from '../../components/field.tsx'
import { nameOf } from '../../components/names.ts'
import { locale, t } from '../../language.ts'
import type { Owner } from './owner.ts'

type User = Owner['user']

/** Chooses whose timesheet is shown, for users who see more than their own. */
export function Whose({
  people,
  chosen,
  onChoose,
}: {
  people: readonly User[]
  chosen: User
  onChoose: (id: number) => void
}) {
  const groups = useRecords('groups', { active: 'yes' })
  const [me, ...others] = people
  const known = people.some(({ id }) => id === chosen.id)
  const groupName = (id: number) => groups.data?.find((group) => group.id === id)?.name ?? t('No group')
  const byGroup = [...Map.groupBy(others, ({ group_id }) => groupName(group_id))].sort(([a], [b]) =>
    a.localeCompare(b, locale()),
  )
  return (
    <SelectField
      label={t('Whose timesheet')}
      hideLabel
      value={chosen.id}
      onChange={({ target }) => onChoose(Number(target.value))}
    >
      {me && <option value={me.id}>{t('{name} (me)', { name: nameOf(me) })}</option>}
      {!known && <option value={chosen.id}>{nameOf(chosen)}</option>}
      {byGroup.map(([group, members]) => (
        <optgroup key={group} label={group}>
          {members.map((user) => (
            <option key={user.id} value={user.id}>
              {nameOf(user)}
            </option>
          ))}
        </optgroup>
      ))}
    </SelectField>
  )
}
