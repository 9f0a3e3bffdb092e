import { useMemo } from 'react'
import { manages, mayApprove, mayManageTime, seesAllTime } from '../../../src/rules/access.ts'
import type { AnswerOf } from '../../api/contract.ts'
import { useAnswer, useRecords } from '../../api/queries.ts'
import type { Records } from '../../api/records.ts'
import { type Me, useMe } from '../../api/start.ts'
import { askerOf } from '../../parts/asker.ts'
import { nameOf } from '../../parts/names.ts'
import { inOrder } from '../../parts/search.ts'

type User = Records['users']

/** By which rules somebody's time goes. */
type TimeRules = AnswerOf<'GET /api/console/time_rules'>

/** What whoever is signed in may do with a person's time. The server decides; this is to offer nothing in vain. */
export type Rights = {
  /** Enter time, in one way or the other. */
  mayAdd: boolean
  /** Enter time with start and end. */
  mayTimes: boolean
  /** Enter the hours of a day. */
  mayHours: boolean
  /** Change and delete what is there. */
  mayEdit: boolean
  /** Change the notes of what is there. */
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
  /** The company does not show what is running. */
  hidesRunning: boolean
  /** Who corrects this person's time, by name. */
  managers: readonly string[]
  /** False while the rules about overtime are being asked for. */
  complete: boolean
}

/** The person of a number, if one may see their time. */
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

/** People whose time whoever is signed in sees, oneself first. */
export function useSeen(): readonly User[] {
  const me = useMe()
  const people = useRecords('users', { active: 'yes' }, { enabled: me.leads })
  return useMemo(() => {
    const asker = askerOf(me)
    const others = (people.data ?? []).filter(
      (user) => user.id !== me.user.id && (seesAllTime(asker) || manages(asker, user)),
    )
    return [me.user, ...others.sort((a, b) => inOrder(nameOf(a), nameOf(b)))]
  }, [me, people.data])
}

/** What is known of one's own rules from the start; overtime is not. */
function ownRules({ user, zone, settings }: Me): TimeRules {
  const week_start = Number(settings.general?.week_start) || 0
  return { user_id: user.id, zone, week_start, settings, overtime: [], time_off_counts: false }
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
    mayNotes: edits || (isMe && isOn(settings, 'general', 'timesheet_edit_notes_for_all_users')),
    mayTimeOff: isOn(settings, 'general', 'pto_entry') && (leads || isOn(settings, 'general', 'employee_pto_entry')),
    passesClosed: approves || me.may('manage_timesheets'),
    maySubmit: approvals && (approves || (isMe && isOn(settings, 'approvals', 'employee_approval'))),
  }
}

function isOn(settings: TimeRules['settings'], section: string, key: string): boolean {
  return Number(settings[section]?.[key] ?? 0) === 1
}
