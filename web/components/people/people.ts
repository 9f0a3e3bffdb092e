import { useMemo } from 'react'
import { useRecords } from '../../api/queries.ts'
import type { Records } from '../../api/records.ts'

/** All people by id, in the order of their names. */
export function usePeople(): { byId: ReadonlyMap<number, Records['users']>; ready: boolean } {
  const { data } = useRecords('users', { active: 'yes' })
  const byId = useMemo(() => new Map((data ?? []).map((user) => [user.id, user])), [data])
  return { byId, ready: data !== undefined }
}
