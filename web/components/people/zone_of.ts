import { useAnswer } from '../../api/queries.ts'
import { useMe } from '../../api/start.ts'
import { usePeople } from './people.ts'

/** A person's time zone, or the user's own if it is not visible to them. */
export function useZoneOf(userId: number | undefined): string {
  const me = useMe()
  const { byId } = usePeople()
  const user = userId === undefined || userId === me.user.id ? undefined : byId.get(userId)
  const knows = user !== undefined && (me.is_admin || me.manages.includes(user.group_id))
  const { data } = useAnswer('setup', '/api/v1/effective_settings', { user_id: userId }, { enabled: knows })
  return String(data?.results.effective_settings.general?.settings.tz ?? me.zone)
}
