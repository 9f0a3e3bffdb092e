import { useMemo } from 'react'
import { mayManageTime } from '../../../src/rules/people/access.ts'
import { seesOf, sights } from '../../../src/rules/people/sight.ts'
import type { AnswerOf } from '../../api/contract.ts'
import { useAnswer, useRecords } from '../../api/queries.ts'
import { type Me, useMe } from '../../api/start.ts'
import { isBreak, type Jobs, useJobs } from '../../components/jobs/jobs.ts'
import { folded, inOrder } from '../../components/listing/order.ts'
import { askerOf } from '../../components/people/asker.ts'
import { nameOf } from '../../components/people/names.ts'
import { instant } from '../../time.ts'
import { nearest, type Place } from './places.ts'

/** Whether a person is working, as the app's API gives it. */
type Row = AnswerOf<'GET /api/console/working'>['working'][number]

/** A person on the board. */
export type Person = {
  id: number
  name: string
  groupId: number
  /** The running entry; undefined off the clock. */
  running: { sheetId: number; jobId: number; since: string; onBreak: boolean } | undefined
  /**
   * Seconds of the day and week. If the running entry adds to them, these are as of its start, so repeated answers are
   * equal.
   */
  daySeconds: number
  dayGrows: boolean
  weekSeconds: number
  weekGrows: boolean
  place: Place | undefined
  /** Whether the viewer may see their time and clock them out. */
  seen: boolean
  managed: boolean
  /** The text a search matches. */
  text: string
}

/** Everyone the viewer may see on the board, by name. */
export function useBoard() {
  const me = useMe()
  const answer = useAnswer('time', '/api/console/working')
  const users = useRecords('users', { active: 'yes' })
  const locations = useRecords('locations', { active: 'yes' })
  const { byId, pathOf, ready } = useJobs()
  const people = useMemo(() => {
    if (!answer.data || !users.data || !ready) return undefined
    const known = new Map(users.data.map((user) => [user.id, user]))
    const rows = answer.data.working.flatMap((row): Person[] => {
      const user = known.get(row.user_id)
      return user ? [personOf(row, user, answer.data.now, me, { byId, pathOf }, locations.data ?? [])] : []
    })
    return rows.sort((a, b) => inOrder(a.name, b.name))
  }, [answer.data, users.data, ready, me, byId, pathOf, locations.data])
  const error = answer.error ?? users.error
  const again = answer.refetch
  return { people, error, again }
}

type User = Parameters<typeof nameOf>[0] & { id: number; group_id: number }
type Location = Parameters<typeof nearest>[1][number]

function personOf(
  row: Row,
  user: User,
  now: string,
  me: Me,
  { byId, pathOf }: Pick<Jobs, 'byId' | 'pathOf'>,
  locations: readonly Location[],
): Person {
  const asker = askerOf(me)
  const { timesheet_id: sheetId, jobcode_id: jobId, start } = row
  const running =
    sheetId !== null && start !== null
      ? { sheetId, jobId: jobId ?? 0, since: start, onBreak: isBreak(byId.get(jobId ?? 0)) }
      : undefined
  const name = nameOf(user)
  const shift = running ? Math.round((instant(now) - instant(running.since)) / 1e6) : 0
  return {
    id: user.id,
    name,
    groupId: user.group_id,
    running,
    daySeconds: row.day_seconds - (row.day_grows ? shift : 0),
    dayGrows: row.day_grows,
    weekSeconds: row.week_seconds - (row.week_grows ? shift : 0),
    weekGrows: row.week_grows,
    place: row.place ? nearest(row.place, locations) : undefined,
    seen: seesOf(asker, sights.timesheets, user),
    managed: mayManageTime(asker, user),
    text: folded(`${name} ${running ? pathOf(running.jobId) : ''}`),
  }
}
