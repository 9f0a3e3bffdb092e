import { useMemo } from 'react'
import { useRecords } from '../../api/queries.ts'
import { useMe } from '../../api/start.ts'
import { CheckList } from '../../components/listing/checklist.tsx'
import { Notice } from '../../components/page/page.tsx'
import { rich } from '../../components/page/rich.tsx'
import { usePeople } from '../../components/people/people.ts'
import { t } from '../../language.ts'
import { useBoard } from './board.ts'
import { useShifts, useTimeOff } from './data.ts'
import { type ShiftForm, spanOf } from './shift/shift_form.ts'
import { mayPlanFor, type Shift } from './shift/shifts.ts'
import { warningSentence, warningText } from './texts.ts'
import { type Warning, warningsOf } from './warnings.ts'

/** Chooses who works, and shows their conflicts. Choosing no one makes it an open shift. */
export function Who({
  form,
  shift,
  zone,
  onChange,
}: {
  form: ShiftForm
  shift: Shift | undefined
  zone: string
  onChange: (people: ReadonlySet<number>) => void
}) {
  const me = useMe()
  const { timeFormat, nameOf, jobOf } = useBoard()
  const { byId } = usePeople()
  const groups = useRecords('groups', { active: 'yes' })
  const candidates = useMemo(
    () => [...byId.values()].filter((user) => mayPlanFor(me, user) || shift?.people.includes(user.id)),
    [byId, me, shift],
  )
  const span = spanOf(form, zone)
  const range = { first: form.date, last: form.lastDate || form.date }
  const around = {
    shifts: useShifts(range, { enabled: span !== undefined }).data ?? [],
    entries: useTimeOff(range).entries,
  }
  const wanted = { ...(shift && { id: shift.id }), people: candidates.map(({ id }) => id), allDay: form.allDay }
  const warnings = span
    ? Map.groupBy(warningsOf({ ...wanted, ...span }, around), ({ userId }) => userId)
    : new Map<number, Warning[]>()
  const unassigned = useNotAssigned(form)
  const groupNames = new Map(groups.data?.map(({ id, name }) => [id, name]))
  const of = (id: number) => warnings.get(id) ?? []
  const notAssigned = t('<name/> isn’t assigned to {job}.', { job: jobOf(form.jobcode_id).name })
  const chosen = [...form.people].flatMap((id) => {
    const texts = of(id).map((warning) => warningSentence(warning, timeFormat))
    return [...texts, ...(unassigned.has(id) ? [notAssigned] : [])].map((text) => ({ id, text }))
  })
  return (
    <div className="form">
      <CheckList
        label={t('Who')}
        things="people"
        options={candidates.map((user) => ({
          id: user.id,
          name: nameOf(user.id),
          about: [groupNames.get(user.group_id), ...of(user.id).map((warning) => warningText(warning, timeFormat))]
            .filter(Boolean)
            .join(' · '),
        }))}
        chosen={form.people}
        onChange={onChange}
        hint={form.people.size === 0 ? t('No one is selected, so this is an open shift.') : undefined}
      />
      <div role="status">
        {chosen.length > 0 && (
          <Notice
            kind="warn"
            title={t('{count, plural, one {# conflict} other {# conflicts}}', { count: chosen.length })}
          >
            <ul>
              {chosen.map(({ id, text }) => (
                <li key={`${id} ${text}`}>
                  {rich(text, { name: () => <strong className="shift-dialog-name">{nameOf(id)}</strong> })}
                </li>
              ))}
            </ul>
          </Notice>
        )}
      </div>
    </div>
  )
}

/** People who are not assigned to the job and therefore could not clock in on it. */
function useNotAssigned({ people, jobcode_id }: ShiftForm): ReadonlySet<number> {
  const me = useMe()
  const { byId } = usePeople()
  const ids = [...people].filter(
    (id) => me.may('manage_users', 'manage_jobcodes') || me.manages.includes(byId.get(id)?.group_id ?? -1),
  )
  const enabled = jobcode_id !== 0 && ids.length > 0
  const jobs = useRecords('jobcodes', { active: 'both', type: 'all' })
  const { data } = useRecords('jobcode_assignments', { user_ids: ids, active: 'yes', type: 'all' }, { enabled })
  const job = jobs.data?.find(({ id }) => id === jobcode_id)
  if (!enabled || !data || !job || job.assigned_to_all) return new Set()
  const assigned = new Set(data.flatMap((row) => (row.jobcode_id === jobcode_id ? [row.user_id] : [])))
  return new Set(ids.filter((id) => !assigned.has(id)))
}
