import { createContext, createElement, type ReactNode, useContext, useDeferredValue, useMemo } from 'react'
import { adoptZoneOffsets } from '../../src/rules/time/calendar.ts'
import type { AnswerOf } from './contract.ts'
import { useAnswer } from './queries.ts'

/** The signed-in user, their company, permissions and settings. */
export type Start = AnswerOf<'GET /api/console/start'>

/** What the pages know about the signed-in user. */
export type Me = Start & {
  /** True for administrators and for anyone who has one of the permissions. */
  may: (...permissions: string[]) => boolean
  /** Whether this person manages anyone's time. */
  leads: boolean
  /** Whether a setting is on, whatever its JSON type. */
  isOn: (section: string, key: string) => boolean
}

/** The zone of the user’s working pattern, which decides what belongs to today. */
export function patternZone(me: Start): string {
  // An answer from the cache of an earlier version has none.
  return me.working_pattern?.zone ?? me.zone
}

const MeContext = createContext<Me | undefined>(undefined)

/** The signed-in user. */
export function useMe(): Me {
  const me = useContext(MeContext)
  if (!me) throw new Error('useMe outside of WithMe')
  return me
}

/** Loads who is signed in, then shows the app. */
export function WithMe({ children, waiting, failed }: { children: ReactNode; waiting: ReactNode; failed: ReactNode }) {
  const { data, errorUpdateCount } = useAnswer('setup', '/api/console/start')
  // This renders the whole app. Deferred, React renders it in small parts, so the page stays responsive in between.
  const me = useDeferredValue(useMemo(() => data && meOf(data), [data]))
  // It is tried again and again, during which it says what the matter is.
  if (!me) return errorUpdateCount > 0 ? failed : waiting
  return createElement(MeContext, { value: me }, children)
}

function meOf(start: Start): Me {
  // An answer from the cache of an earlier version has none.
  for (const [zone, offsets] of Object.entries(start.zones ?? {})) adoptZoneOffsets(zone, offsets)
  const held = new Set(start.permissions)
  const may = (...permissions: string[]) => start.is_admin || permissions.some((name) => held.has(name))
  return {
    ...start,
    may,
    leads: start.manages.length > 0 || may('manage_timesheets', 'approve_timesheets', 'reports'),
    isOn: (section, key) => Number(start.settings[section]?.[key] ?? 0) === 1,
  }
}
