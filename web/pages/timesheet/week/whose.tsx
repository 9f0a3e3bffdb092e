import { useCallback, useMemo } from 'react'
import { useRecords } from '../../../api/queries.ts'
import { nameOf } from '../../../components/people/names.ts'
import { PersonPicker } from '../../../components/people/person_picker.tsx'
import { t } from '../../../language.ts'
import type { Owner } from './owner.ts'

type User = Owner['user']

/** Chooses whose timesheet is shown, for users who can see more than their own. */
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
  const names = useMemo(() => new Map(groups.data?.map(({ id, name }) => [id, name])), [groups.data])
  const [me] = people
  const detail = useCallback(
    (user: { id: number; group_id?: number }) => (user.id === me?.id ? t('Me') : names.get(user.group_id ?? 0)),
    [me, names],
  )
  return (
    <PersonPicker
      label={t('Whose timesheet')}
      hideLabel
      people={people}
      value={chosen.id}
      text={nameOf(chosen)}
      detail={detail}
      onChange={onChoose}
    />
  )
}
