import { Copy, Trash2 } from 'lucide-react'
import type { FormEvent } from 'react'
import { useMe } from '../../api/start.ts'
import { Button } from '../../components/button.tsx'
import { Dialog } from '../../components/dialog.tsx'
import { Check, SelectField, TextArea, TextField } from '../../components/field.tsx'
import { JobPicker } from '../../components/job_picker.tsx'
import { Notice } from '../../components/page.tsx'
import { TimeField } from '../../components/time_field.tsx'
import { useBoard } from './board.ts'
import { colorOf, colors } from './looks.ts'
import type { ShiftForm, Subject } from './shift_form.ts'
import type { Shift } from './shifts.ts'
import { type ShiftInForm, useShift } from './use_shift.ts'
import { Who } from './who.tsx'

type Props = { subject: Subject; onClose: () => void; onDuplicate: (shift: Shift) => void }

type Part = { state: ShiftInForm }

/** A shift's form: who, what, when. */
export function ShiftDialog({ subject, onClose, onDuplicate }: Props) {
  const me = useMe()
  const state = useShift(subject, onClose)
  const { id, form, set, shift, saving } = state
  const submit = (event: FormEvent) => {
    event.preventDefault()
    state.save(false)
  }
  return (
    <Dialog
      title={shift ? 'Edit shift' : 'New shift'}
      onClose={onClose}
      footer={<Footer state={state} onDuplicate={onDuplicate} />}
    >
      <form id={id} className="form" onSubmit={submit}>
        {saving.error && <Notice kind="bad">{saving.error.message}</Notice>}
        <When state={state} />
        <JobPicker
          value={form.jobcode_id}
          onChange={(jobcode_id) => set({ jobcode_id })}
          every={me.may('manage_company_schedules', 'manage_schedules')}
          allowNone
        />
        <TextField
          label="Title"
          hint="Shown instead of the job."
          value={form.title}
          maxLength={255}
          onChange={(event) => set({ title: event.target.value })}
        />
        <Who form={form} shift={shift} zone={state.zone} onChange={(people) => set({ people })} />
        <TextField
          label="Location"
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
        <NotifyHint people={form.people} published={state.isPublished} />
      </form>
    </Dialog>
  )
}

function Footer({ state, onDuplicate }: Part & Pick<Props, 'onDuplicate'>) {
  const { id, shift, isPublished, save, saving, remove } = state
  return (
    <>
      {shift && (
        <span className="shift-dialog-more">
          <Button kind="quiet" icon={<Trash2 size={18} aria-hidden="true" />} onClick={remove}>
            Delete
          </Button>
          <Button kind="quiet" icon={<Copy size={18} aria-hidden="true" />} onClick={() => onDuplicate(shift)}>
            Duplicate
          </Button>
        </span>
      )}
      {!isPublished && (
        <Button busy={saving.isPending} onClick={() => save(true)}>
          Save as draft
        </Button>
      )}
      <Button kind="primary" type="submit" form={id} busy={saving.isPending}>
        {isPublished ? 'Save' : 'Publish'}
      </Button>
    </>
  )
}

function When({ state }: Part) {
  const { form, set, times, problem } = state
  return (
    <fieldset className="form" ref={times}>
      <legend className="unseen">When</legend>
      <div className="shift-dialog-when">
        <TextField
          label={form.allDay ? 'Day' : 'Starts on'}
          type="date"
          required
          value={form.date}
          onChange={(event) => set({ date: event.target.value })}
        />
        {!form.allDay && <TimeField label="at" required value={form.from} onChange={(from) => set({ from })} />}
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
          <TimeField label="until" required value={form.to} after={form.from} onChange={(to) => set({ to })} />
        </div>
      )}
      {problem && (
        <p className="error" role="alert">
          {problem}
        </p>
      )}
      <ZoneHint state={state} />
      <Check label="All day" checked={form.allDay} onChange={(event) => set({ allDay: event.target.checked })} />
    </fieldset>
  )
}

/** The time zone of the times, if it differs from the user's. */
function ZoneHint({ state: { zone, zoneNote, zonePerson } }: Part) {
  const { nameOf } = useBoard()
  if (zoneNote === '') return null
  return (
    <p className="hint">
      Times are shown in {zone.replaceAll('_', ' ')} ({zoneNote})
      {zonePerson !== undefined && `, where ${nameOf(zonePerson)} works`}.
    </p>
  )
}

/** Who will be notified. */
function NotifyHint({ people, published }: { people: ReadonlySet<number>; published: boolean }) {
  const me = useMe()
  const { nameOf } = useBoard()
  const names = [...people].filter((id) => id !== me.user.id).map(nameOf)
  if (names.length === 0) return null
  const who = names.length > 3 ? `${names.length} people` : new Intl.ListFormat('en').format(names)
  return (
    <p className="hint">
      {published
        ? `${who} will be notified when the time changes, as will anyone added or removed.`
        : `${who} will be notified when it’s published.`}
    </p>
  )
}

function ColorField({ form, onChange }: { form: ShiftForm; onChange: (color: ShiftForm['color']) => void }) {
  return (
    <div className="shift-dialog-color">
      <SelectField
        label="Color"
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
