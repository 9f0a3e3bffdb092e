import { type FormEvent, useState } from 'react'
import { type Item, list } from '../../../api/records.ts'
import { edited } from '../../../components/dialogs/as_pressed.ts'
import { useCustomFields } from '../../../components/fields/field_rules.ts'
import { useHours } from '../../../components/time/hours.ts'
import { t } from '../../../language.ts'
import { useShownChange } from '../change.ts'
import type { Owner } from '../week/owner.ts'
import type { Closed, Sheet } from '../week/week.ts'
import { type Draft, draftOf, newDraft, type Place, type Problems, placed } from './draft.ts'
import { itemIn, problemsIn, reasonMissing } from './entry_form.ts'
import { useNeighbors } from './neighbors.ts'
import { addEntry, changeEntry, deleteEntry, noTries } from './save.ts'
import { closedText } from './text.ts'

/** The props of an entry's form. With `fixedTimes`, everything but the times can be changed. */
export type EntryProps = {
  owner: Owner
  sheet: Sheet | undefined
  place: Place
  fixedTimes: boolean
  closed: (date: string) => Closed
  onClose: () => void
}

/** The state of an entry's form: its draft, errors, and what it overlaps. */
export type EntryInForm = ReturnType<typeof useEntry>

/** Holds the form of an entry, and saves or deletes the entry. */
export function useEntry({ owner, sheet, place, fixedTimes, closed, onClose }: EntryProps) {
  const { user, rights } = owner
  const hours = useHours()
  const [draft, setDraft] = useState(() => (sheet ? draftOf(sheet, hours) : newDraft(place)))
  const [problems, setProblems] = useState<Problems>({})
  const zone = sheet?.tz_str || owner.rules.zone
  const { fields, ready } = useCustomFields({ jobId: draft.jobId, userId: user.id, values: draft.values })
  const reason = draft.reason.trim()
  const [tries] = useState(noTries)
  const saving = useShownChange(({ item, reason }: { item: Item; reason: string }) =>
    sheet ? changeEntry(sheet, item, { reason }) : addEntry(tries, item, { reason }),
  )
  const neighbors = useNeighbors(
    owner,
    draft,
    sheet,
    zone,
    saving,
    tries.lost.map(({ item }) => item),
  )
  const gone = sheet ? [{ resource: 'timesheets' as const, gone: [sheet.id] }] : []
  const deleting = useShownChange((reason: string) => deleteEntry(sheet!, { reason }), gone)

  const general = owner.rules.settings.general ?? {}
  const hasNotes = Number(general.enable_timesheet_notes ?? 1) === 1 || draft.notes !== ''
  const closedDay = draft.span.date === '' ? undefined : closed(draft.span.date)
  const wasApproved = sheet !== undefined && closed(sheet.date) === 'approved'
  const rules = {
    zone,
    fixedTimes,
    fields,
    closed: closedDay && !rights.passesClosed ? closedText(closedDay, owner) : undefined,
    reasonRequired: rights.passesClosed && (closedDay === 'approved' || wasApproved),
    noteRequired: hasNotes && Number(general.timesheet_notes_required) === 1,
  }

  const refuse = async (error: Error) => {
    const found = placed(error)
    setProblems(found)
    // The overlapping entry may be in another week.
    if (found.clash === undefined || neighbors.known.some(({ id }) => id === found.clash)) return
    const [other] = await list('timesheets', { ids: [found.clash], on_the_clock: 'both' })
    if (other) neighbors.remember(other)
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const found = problemsIn(draft, sheet, rules)
    setProblems(found)
    if (Object.keys(found).length > 0 || neighbors.clash) return
    const item = itemIn(draft, sheet, user.id, rules)
    if (sheet && Object.keys(item).length === 0) return onClose()
    saving.mutate({ item, reason }, { onSuccess: onClose, onError: (error) => void refuse(error) })
  }
  const remove = () => {
    if (rules.reasonRequired && reason === '') return setProblems({ reason: t(reasonMissing) })
    deleting.mutate(reason, { onSuccess: onClose, onError: (error) => setProblems(placed(error)) })
  }

  return {
    owner,
    sheet,
    fixedTimes,
    draft,
    change: (part: Partial<Draft>) => {
      setDraft((before) => ({ ...before, ...part }))
      edited(saving)
      setProblems({})
    },
    problems,
    zone,
    fields,
    /** False while the custom fields are loading. */
    ready,
    hasNotes,
    /** The day is closed, but this user may still change it. */
    closedAlready: rights.passesClosed && closedDay ? { closed: closedDay, date: draft.span.date } : undefined,
    /** Whether the change needs a reason. */
    needsReason: rules.reasonRequired,
    /** The overlapping entry, as the page or the server found it. */
    clash: neighbors.clash ?? neighbors.known.find(({ id }) => id === problems.clash),
    splits: neighbors.splits,
    submit,
    saving: saving.isPending,
    remove,
    removing: deleting.isPending,
  }
}
