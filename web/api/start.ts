import { createContext, createElement, type ReactNode, useContext, useMemo } from 'react'
import type { AnswerOf } from './contract.ts'
import { useAnswer } from './queries.ts'

/** Who is signed in, in which company, with which rights and settings. */
export type Start = AnswerOf<'GET /api/console/start'>

/** What the pages know of who uses them. */
export type Me = Start & {
  /** True for administrators and holders of any of the permissions. */
  may: (...permissions: string[]) => boolean
  /** Whether there are people whose time this person looks after. */
  leads: boolean
  /** Whether a setting is on, whatever its JSON type. */
  isOn: (section: string, key: string) => boolean
}

const MeContext = createContext<Me | undefined>(undefined)

/** Who uses the app. */
export function useMe(): Me {
  const me = useContext(MeContext)
  if (!me) throw new Error('useMe outside of WithMe')
  return me
}

/** Asks who is signed in and shows the app then. */
export function WithMe({ children, waiting, failed }: { children: ReactNode; waiting: ReactNode; failed: ReactNode }) {
  const { data, isError } = useAnswer('setup', '/api/console/start')
  const me = useMemo(() => data && meOf(data), [data])
  if (!me) return isError ? failed : waiting
  return createElement(MeContext, { value: me }, children)
}

function meOf(start: Start): Me {
  const held = new Set(start.permissions)
  const may = (...permissions: string[]) => start.is_admin || permissions.some((name) => held.has(name))
  return {
    ...start,
    may,
    leads: start.manages.length > 0 || may('manage_timesheets', 'approve_timesheets', 'reports'),
    isOn: (section, key) => Number(start.settings[section]?.[key] ?? 0) === 1,
  }
}
