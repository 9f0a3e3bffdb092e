import { useId, useRef, useState } from 'react'
import { useChange } from '../../../api/queries.ts'
import { useMe } from '../../../api/start.ts'
import { toast } from '../../../components/dialogs/toast.ts'
import { useZoneOf } from '../../../components/people/zone_of.ts'
import { zoneNote } from '../../../components/time/time_format.ts'
import { serverNow } from '../../../time.ts'
import { useBoard } from '../board.ts'
import { addShifts, changeShifts, remove, type ShiftFields } from '../changes.ts'
import { useCalendars } from '../data.ts'
import {
  changed,
  fieldsOf,
  firstForm,
  problemOf,
  type ShiftForm,
  type Subject,
  savedText,
  spanOf,
} from './shift_form.ts'
import { useTemplate } from './use_template.ts'

/** The state of a shift's form. */
export type ShiftInForm = ReturnType<typeof useShift>

/** Holds the form of a shift, and saves the shift. */
export function useShift(subject: Subject, onClose: () => void) {
  const me = useMe()
  const id = useId()
  const { timeFormat } = useBoard()
  const calendars = useCalendars()
  const shift = 'shift' in subject ? subject.shift : undefined
  const [opened] = useState(() => firstForm(subject, me.settings.schedule ?? {}))
  const [form, setForm] = useState(opened)
  const template = useTemplate({ opened, form, change: setForm })
  const [tried, setTried] = useState(false)
  const times = useRef<HTMLFieldSetElement>(null)
  const [firstPerson] = form.people
  const zoneOfFirst = useZoneOf(firstPerson)
  const zone = shift?.zone ?? zoneOfFirst
  const problem = problemOf(form, zone)
  const isPublished = shift !== undefined && !shift.record.draft

  const saving = useChange((fields: ShiftFields, sent) =>
    shift ? changeShifts([{ id: shift.id, ...fields }]) : addShifts(calendars?.[0] ?? 0, [fields], sent),
  )
  /** Shows what is wrong with the times, or goes on. */
  const ifValid = (go: () => void) => {
    setTried(true)
    if (problem) times.current?.querySelector('input')?.focus()
    else go()
  }
  const save = (draft: boolean) =>
    ifValid(() => {
      const onSuccess = () => {
        toast(savedText(draft, isPublished))
        onClose()
      }
      saving.mutate({ ...fieldsOf(form, zone), draft }, { onSuccess })
    })
  return {
    id,
    shift,
    isPublished,
    form,
    set: (patch: Partial<ShiftForm>) => setForm((before) => changed(before, patch)),
    times,
    zone,
    /** The time zone's name if its clock differs from the user's; else ''. */
    zoneNote: zoneNote(spanOf(form, zone)?.start ?? serverNow(), zone, timeFormat).trim(),
    /** The person whose time zone the times are in. */
    zonePerson: zone === zoneOfFirst ? firstPerson : undefined,
    problem: tried ? problem : undefined,
    save,
    saving,
    template,
    saveAsTemplate: () => ifValid(() => template.setNaming(true)),
    remove: () => {
      onClose()
      if (shift) void remove(shift)
    },
  }
}
