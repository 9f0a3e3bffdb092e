import { useMemo } from 'react'
import { useRecords } from '../../api/queries.ts'

/** The names of the groups, by id. */
export function useGroups(): ReadonlyMap<number, string> {
  const { data } = useRecords('groups', { active: 'yes' })
  return useMemo(() => new Map((data ?? []).map(({ id, name }) => [id, name])), [data])
}
