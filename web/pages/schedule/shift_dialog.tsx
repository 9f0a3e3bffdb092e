import { Copy, Trash2 } from 'lucide-react'
import { type FormEvent, useId, useState } from 'react'
import { useChange } from '../../api/queries.ts'
import { useMe } from '../../api/start.tsx'
import { Button } from '../../parts/button.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import { Check, SelectField, TextArea, TextField } from '../../parts/field.tsx'
import { JobPicker } from '../../parts/job_picker.tsx'
import { zoneNote } from '../../parts/manner.ts'
import { Notice } from '../../parts/page.tsx'
import { say } from '../../parts/toast.tsx'
import { useZoneOf } from '../../parts/zone_of.ts'
import { serverNow } from '../../time.ts'
import { useBoard } from './board.ts'
import { addShifts, changeShifts, remove, type ShiftFields } from './changes.ts'
import { useCalendars } from './data.ts'
import { colorOf, colors } from './looks.ts'
import { changed, emptyForm, fieldsOf, formOf, problemOf, type ShiftForm, spanOf } from './shift_form.ts'
import type { Shift } from './shifts.ts'
import { Who } from './who.tsx'

/** What the dialog is about: a shift that there is, or a new one for somebody on a date. */
export type Subject = { shift: Shift } | { date: string; userId?: number | undefined; like?: Shift }

/** A shift's form: who, what, when. */
export function ShiftDialog({
  subject,
  onClose,
  onDuplicate,
}: {
  subject: Subject
  onClose: () => void
  onDuplicate: (shift: Shift) => void
}) {
  const me = useMe()
  const { manner, nameOf } = useBoard()
  const shift = 'shift' in subject ? subject.shift : undefined
  const calendars = useCalendars()
  const [form, setForm] = useState(() => firstForm(subject, me.settings.schedule ?? {}))
  const [tried, setTried] = useState(false)
  const zoneOfFirst = useZoneOf([...form.people][0])
  const zone = shift?.zone ?? zoneOfFirst
  const set = (patch: Partial<ShiftForm>) => setForm((before) => changed(before, patch))
  const problem = problemOf(form, zone)
  const id = useId()

  const save = useChange(async (draft: boolean) => {
    const fields: ShiftFields = { ...fieldsOf(form, zone), draft }
    return shift ? changeShifts([{ id: shift.id, ...fields }]) : addShifts(calendars?.[0] ?? 0, [fields])
  })
  const submit = (draft: boolean) => {
    setTried(true)
    if (problem) return document.getElementById(`${id}-times`)?.querySelector('input')?.focus()
    save.mutate(draft, {
      onSuccess() {
        say(
          draft
            ? 'Draft saved. Only those who plan see it.'
            : shift && !shift.record.draft
              ? 'Shift saved.'
              : 'Shift published.',
        )
        onClose()
      },
    })
  }
  const published = shift !== undefined && !shift.record.draft
  return (
    <Dialog
      title={shift ? 'Edit shift' : 'New shift'}
      onClose={onClose}
      footer={
        <>
          {shift && (
            <span className="shift-dialog-more">
              <Button
                kind="quiet"
                icon={<Trash2 size={18} aria-hidden="true" />}
                onClick={() => {
                  onClose()
                  void remove(shift)
                }}
              >
                Delete
              </Button>
              <Button kind="quiet" icon={<Copy size={18} aria-hidden="true" />} onClick={() => onDuplicate(shift)}>
                Duplicate
              </Button>
            </span>
          )}
          {published ? (
            <Button kind="primary" type="submit" form={id} busy={save.isPending}>
              Save
            </Button>
          ) : (
            <>
              <Button busy={save.isPending} onClick={() => submit(true)}>
                Save as draft
              </Button>
              <Button kind="primary" type="submit" form={id} busy={save.isPending}>
                Publish
              </Button>
            </>
          )}
        </>
      }
    >
      <form
        id={id}
        className="form"
        onSubmit={(event: FormEvent) => {
          event.preventDefault()
          submit(false)
        }}
      >
        {save.error && <Notice kind="bad">{save.error.message}</Notice>}
        <fieldset className="form" id={`${id}-times`}>
          <legend className="unseen">When</legend>
          <div className="shift-dialog-when">
            <TextField
              label={form.allDay ? 'Day' : 'Starts on'}
              type="date"
              required
              value={form.date}
              onChange={(event) => set({ date: event.target.value })}
            />
            {!form.allDay && (
              <TextField
                label="at"
                type="time"
                required
                value={form.from}
                onChange={(event) => set({ from: event.target.value })}
              />
            )}
          </div>
          {!form.allDay && (
            <div className="shift-dialog-when">
              <TextField
                label="Ends on"
                type="date"
                required
                min={form.date}
                value={form.lastDate}
                onChange={(event) => set({ lastDate: event.target.value })}
              />
              <TextField
                label="until"
                type="time"
                required
                value={form.to}
                onChange={(event) => set({ to: event.target.value })}
              />
            </div>
          )}
          {tried && problem && (
            <p className="error" role="alert">
              {problem}
            </p>
          )}
          {zoneNote(spanOf(form, zone)?.start ?? serverNow(), zone, manner) !== '' && (
            <p className="hint">
              Times are those of {zone.replaceAll('_', ' ')} (
              {zoneNote(spanOf(form, zone)?.start ?? serverNow(), zone, manner).trim()})
              {zone === zoneOfFirst && form.people.size > 0 && `, where ${nameOf([...form.people][0])} works`}.
            </p>
          )}
          <Check label="All day" checked={form.allDay} onChange={(event) => set({ allDay: event.target.checked })} />
        </fieldset>
        <JobPicker
          value={form.jobcode_id}
          onChange={(jobcode_id) => set({ jobcode_id })}
          every={me.may('manage_company_schedules', 'manage_schedules')}
          allowNone
        />
        <TextField
          label="Title"
          hint="Shown in place of the job."
          value={form.title}
          maxLength={255}
          onChange={(event) => set({ title: event.target.value })}
        />
        <Who form={form} shift={shift} zone={zone} onChange={(people) => set({ people })} />
        <TextField
          label="Place"
          value={form.location}
          maxLength={255}
          onChange={(event) => set({ location: event.target.value })}
        />
        <TextArea
          label="Notes"
          value={form.notes}
          maxLength={4000}
          onChange={(event) => set({ notes: event.target.value })}
        />
        <ColorField form={form} onChange={(color) => set({ color })} />
        <Told people={form.people} published={published} />
      </form>
    </Dialog>
  )
}

/** Who hears of it. */
function Told({ people, published }: { people: ReadonlySet<number>; published: boolean }) {
  const me = useMe()
  const { nameOf } = useBoard()
  const names = [...people].filter((id) => id !== me.user.id).map(nameOf)
  if (names.length === 0) return null
  const who = names.length > 3 ? `${names.length} people` : new Intl.ListFormat('en').format(names)
  return (
    <p className="hint">
      {published
        ? `${who} will be told when the time changes, and so will whoever comes to it or leaves it.`
        : `${who} will be told when it is published.`}
    </p>
  )
}

function ColorField({ form, onChange }: { form: ShiftForm; onChange: (color: ShiftForm['color']) => void }) {
  return (
    <div className="shift-dialog-color">
      <SelectField
        label="Colour"
        value={form.color}
        onChange={(event) => onChange(event.target.value as ShiftForm['color'])}
      >
        {colors.map(({ name, value }) => (
          <option key={value} value={value}>
            {name}
          </option>
        ))}
      </SelectField>
      <span className="shift-dialog-swatch" aria-hidden="true" style={{ background: colorOf(form) }} />
    </div>
  )
}

function firstForm(subject: Subject, settings: Record<string, string | number>): ShiftForm {
  if ('shift' in subject) return formOf(subject.shift)
  const hour = (key: string, other: string) => String(settings[key] || other).slice(0, 5)
  const times = { from: hour('business_hours_start', '08:00'), to: hour('business_hours_end', '17:00') }
  const empty = emptyForm(subject.date, times, subject.userId)
  return subject.like ? formOf(subject.like) : empty
}
