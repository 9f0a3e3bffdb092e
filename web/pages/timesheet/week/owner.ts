import { useMemo } from 'react'
import { mayApprove, mayManageTime } from '../../../../src/rules/people/access.ts'
import { seesOf, sights } from '../../../../src/rules/people/sight.ts'
import { useAnswer, useRecords } from '../../../api/queries.ts'
import type { Records } from '../../../api/records.ts'
import { type Me, useMe } from '../../../api/start.ts'
import { askerOf } from '../../../components/people/asker.ts'
import { nameOf } from '../../../components/people/names.ts'
import { ownRules, type TimeRules } from './own_rules.ts'

type User = Records['users']

/**
 * What the signed-in user may do with a person's time. The server decides; the page only hides what would be refused.
 */
type Rights = {
  /** Add time, as times or as durations. */
  mayAdd: boolean
  /** Add time with start and end times. */
  mayTimes: boolean
  /** Add time as durations. */
  mayHours: boolean
  /** Change and delete entries. */
  mayEdit: boolean
  /** Change the notes of existing entries. */
  mayNotes: boolean
  mayTimeOff: boolean
  /** Change days that were submitted or approved. */
  passesClosed: boolean
  maySubmit: boolean
}

/** The person whose timesheet is shown. */
export type Owner = {
  user: User
  name: string
  isMe: boolean
  rules: TimeRules
  rights: Rights
  /** The company hides the running total. */
  hidesRunning: boolean
  /** Managers of this person, by name. */
  managers: readonly string[]
  /** False while the overtime rules are loading. */
  complete: boolean
}

/** The person with this id, if the user may see their time. */
export function useOwner(id: number): { owner: Owner | undefined; error: Error | null; again: () => unknown } {
  const me = useMe()
  const isMe = id === me.user.id
  const people = useRecords('users', { ids: [id], active: 'both' }, { enabled: !isMe })
  const groups = useRecords('groups', { active: 'yes' })
  const asked = useAnswer('setup', '/api/console/time_rules', { user_id: id })
  const rules = useMemo(() => asked.data ?? (isMe ? ownRules(me) : undefined), [asked.data, isMe, me])
  const user = isMe ? me.user : people.data?.[0]
  const leaders = groups.data?.find((group) => group.id === user?.group_id)?.manager_ids
  const others = leaders?.map(Number).filter((leader) => leader !== me.user.id) ?? []
  const named = useRecords('users', { ids: others, active: 'yes' }, { enabled: others.length > 0 })
  const owner = useMemo(
    (): Owner | undefined =>
      user &&
      rules && {
        user,
        name: nameOf(user),
        isMe,
        rules,
        rights: rightsOf(me, user, rules.settings),
        hidesRunning: isMe && isOn(rules.settings, 'general', 'hide_working_time'),
        managers: named.data?.map(nameOf) ?? [],
        complete: asked.data !== undefined,
      },
    [me, user, isMe, rules, named.data, asked.data],
  )
  const error = asked.error ?? people.error
  return { owner, error, again: asked.refetch }
}

/** The people whose time the user may see, the user first. */
export function useSeen(): readonly User[] {
  const me = useMe()
  const people = useRecords('users', { active: 'yes' }, { enabled: me.leads })
  return useMemo(() => {
    const asker = askerOf(me)
    const others = (people.data ?? []).filter(
      (user) => user.id !== me.user.id && seesOf(asker, sights.timesheets, user),
    )
    return [...(me.inspects ? [] : [me.user]), ...others]
  }, [me, people.data])
}

function rightsOf(me: Me, user: User, settings: TimeRules['settings']): Rights {
  const asker = askerOf(me)
  const leads = mayManageTime(asker, user)
  const isMe = user.id === me.user.id
  const edits = leads || (isMe && me.may('manage_my_timesheets'))
  const tracked = user.active && user.permissions?.time_tracking !== false
  const byHand = isOn(settings, 'time_entry', 'installed')
  const mayTimes = edits && tracked && (leads || (byHand && isOn(settings, 'time_entry', 'time_entry')))
  const mayHours = edits && tracked && byHand && isOn(settings, 'time_entry', 'timecard')
  const approves = mayApprove(asker, user)
  const approvals = isOn(settings, 'approvals', 'installed')
  return {
    mayAdd: mayTimes || mayHours,
    mayTimes,
    mayHours,
    mayEdit: edits && (leads || isOn(settings, 'time_entry', 'timesheet_edit')),
    mayNotes: mayNotes(settings, { edits, isMe }),
    mayTimeOff: isOn(settings, 'general', 'pto_entry') && (leads || isOn(settings, 'general', 'employee_pto_entry')),
    passesClosed: approves,
    maySubmit: approvals && (approves || (isMe && isOn(settings, 'approvals', 'employee_approval'))),
  }
}

function mayNotes(settings: TimeRules['settings'], { edits, isMe }: { edits: boolean; isMe: boolean }): boolean {
  return edits || (isMe && isOn(settings, 'general', 'timesheet_edit_notes_for_all_users'))
}

/** Whether a setting that is a flag is on. */
export function isOn(settings: TimeRules['settings'], section: string, key: string): boolean {
  return Number(settings[section]?.[key] ?? 0) === 1
}
