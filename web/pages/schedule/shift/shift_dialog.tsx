import { BookmarkPlus, Copy, Trash2 } from 'lucide-react'
import type { FormEvent } from 'react'
import { cityOf, currentZoneName } from '../../../../src/rules/time/zone_names.ts'
import { useMe } from '../../../api/start.ts'
import { Dialog } from '../../../components/dialogs/dialog.tsx'
import { Check, SelectField, TextArea, TextField } from '../../../components/fields/field.tsx'
import { TimeField } from '../../../components/fields/time_field.tsx'
import { JobPicker } from '../../../components/jobs/job_picker.tsx'
import { Button } from '../../../components/page/button.tsx'
import { useNarrow } from '../../../components/page/narrow.ts'
import { Notice } from '../../../components/page/page.tsx'
import { locale, t } from '../../../language.ts'
import { useBoard } from '../board.ts'
import { colorOf, colors } from '../looks.ts'
import { Who } from '../who.tsx'
import type { ShiftForm, Subject } from './shift_form.ts'
import type { Shift } from './shifts.ts'
import { SaveTemplateDialog, TemplateField } from './templates.tsx'
import { type ShiftInForm, useShift } from './use_shift.ts'

type Props = { subject: Subject; onClose: () => void; onDuplicate: (shift: Shift) => void }

type Part = { state: ShiftInForm }

/** A shift's form: who, what, when. */
export function ShiftDialog({ subject, onClose, onDuplicate }: Props) {
  const me = useMe()
  const state = useShift(subject, onClose)
  const { id, form, set, shift, saving, template } = state
  const submit = (event: FormEvent) => {
    event.preventDefault()
    state.save(false)
  }
  return (
    <>
      <Dialog
        title={shift ? t('Edit shift') : t('New shift')}
        onClose={onClose}
        footer={<Footer state={state} onDuplicate={onDuplicate} />}
      >
        <form id={id} className="form" onSubmit={submit}>
          {saving.error && <Notice kind="bad">{saving.error.message}</Notice>}
          {!shift && <TemplateField value={template.chosen} onChoose={template.choose} />}
          <When state={state} />
          <JobPicker
            value={form.jobcode_id}
            onChange={(jobcode_id) => set({ jobcode_id })}
            every={me.may('manage_company_schedules', 'manage_schedules')}
            allowNone
          />
          <TextField
            label={t('Title')}
            hint={t('Shown instead of the job.')}
            value={form.title}
            maxLength={255}
            onChange={(event) => set({ title: event.target.value })}
          />
          <Who form={form} shift={shift} zone={state.zone} onChange={(people) => set({ people })} />
          <TextField
            label={t('Location')}
            value={form.location}
            maxLength={255}
            onChange={(event) => set({ location: event.target.value })}
          />
          <TextArea
            label={t('Notes')}
            value={form.notes}
            maxLength={4000}
            onChange={(event) => set({ notes: event.target.value })}
          />
          <ColorField form={form} onChange={(color) => set({ color })} />
          <NotifyHint people={form.people} published={state.isPublished} />
        </form>
      </Dialog>
      {template.naming && <SaveTemplateDialog template={template} />}
    </>
  )
}

function Footer({ state, onDuplicate }: Part & Pick<Props, 'onDuplicate'>) {
  const { id, shift, isPublished, save, saving, remove, template, saveAsTemplate } = state
  const { savedAs } = template
  return (
    <>
      <p className="shift-dialog-saved" role="status">
        {savedAs !== '' && t('Template “{name}” saved.', { name: savedAs })}
      </p>
      <span className="shift-dialog-more">
        {shift && (
          <>
            <Button kind="quiet" icon={<Trash2 size={18} aria-hidden="true" />} onClick={remove}>
              {t('Delete')}
            </Button>
            <Button kind="quiet" icon={<Copy size={18} aria-hidden="true" />} onClick={() => onDuplicate(shift)}>
              {t('Duplicate')}
            </Button>
          </>
        )}
        <SaveAsTemplate isNew={!shift} onClick={saveAsTemplate} />
      </span>
      <span className="shift-dialog-main">
        {!isPublished && (
          <Button busy={saving.isPending} onClick={() => save(true)}>
            {t('Save as draft')}
          </Button>
        )}
        <Button kind="primary" type="submit" form={id} busy={saving.isPending}>
          {isPublished ? t('Save') : t('Publish')}
        </Button>
      </span>
    </>
  )
}

/** Beside other buttons, there is only room for the icon or, on a phone, which shows no tooltips, for one word. */
function SaveAsTemplate({ isNew, onClick }: { isNew: boolean; onClick: () => void }) {
  const narrow = useNarrow()
  const name = t('Save as template')
  const text = isNew ? { children: name } : narrow ? { 'aria-label': name, children: t('Template') } : { label: name }
  return <Button kind="quiet" icon={<BookmarkPlus size={18} aria-hidden="true" />} onClick={onClick} {...text} />
}

function When({ state }: Part) {
  const { form, set, times, problem } = state
  return (
    <fieldset className="form" ref={times}>
      <legend className="unseen">{t('When')}</legend>
      <div className="shift-dialog-when">
        <TextField
          label={form.allDay ? t('Day') : t('Start date')}
          type="date"
          required
          value={form.date}
          onChange={(event) => set({ date: event.target.value })}
        />
        {!form.allDay && (
          <TimeField label={t('Start time')} required value={form.from} onChange={(from) => set({ from })} />
        )}
      </div>
      {!form.allDay && (
        <div className="shift-dialog-when">
          <TextField
            label={t('End date')}
            type="date"
            required
            min={form.date}
            value={form.lastDate}
            onChange={(event) => set({ lastDate: event.target.value })}
          />
          <TimeField label={t('End time')} required value={form.to} after={form.from} onChange={(to) => set({ to })} />
        </div>
      )}
      {problem && (
        <p className="error" role="alert">
          {problem}
        </p>
      )}
      <ZoneHint state={state} />
      <Check label={t('All day')} checked={form.allDay} onChange={(event) => set({ allDay: event.target.checked })} />
    </fieldset>
  )
}

/** The time zone of the times, if it differs from the user's. */
function ZoneHint({ state: { zone, zoneNote, zonePerson } }: Part) {
  const { nameOf } = useBoard()
  if (zoneNote === '') return null
  const values = { place: cityOf(currentZoneName(zone)), zone: zoneNote }
  return (
    <p className="hint">
      {zonePerson === undefined
        ? t('Times are shown in {place} time ({zone}).', values)
        : t('Times are in {name}’s time zone: {place} ({zone}).', { ...values, name: nameOf(zonePerson) })}
    </p>
  )
}

/** Who will be notified. */
function NotifyHint({ people, published }: { people: ReadonlySet<number>; published: boolean }) {
  const me = useMe()
  const { nameOf } = useBoard()
  const names = [...people].filter((id) => id !== me.user.id).map(nameOf)
  if (names.length === 0) return null
  return <p className="hint">{published ? changeText(names) : publishText(names)}</p>
}

const namedMax = 3

function changeText(names: readonly string[]): string {
  const count = names.length
  return count > namedMax
    ? t(
        '{count, plural, one {# person} other {# people}} will be notified when the time changes, as will anyone added or removed.',
        { count },
      )
    : t(
        '{names} {count, plural, one {will be notified} other {will be notified}} when the time changes, as will anyone added or removed.',
        { count, names: listOf(names) },
      )
}

function publishText(names: readonly string[]): string {
  const count = names.length
  return count > namedMax
    ? t('{count, plural, one {# person} other {# people}} will be notified when it’s published.', { count })
    : t('{names} {count, plural, one {will be notified} other {will be notified}} when it’s published.', {
        count,
        names: listOf(names),
      })
}

function listOf(names: readonly string[]): string {
  return new Intl.ListFormat(locale()).format(names)
}

function ColorField({ form, onChange }: { form: ShiftForm; onChange: (color: ShiftForm['color']) => void }) {
  return (
    <div className="shift-dialog-color">
      <SelectField
        label={t('Color')}
        value={form.color}
        onChange={(event) => onChange(event.target.value as ShiftForm['color'])}
      >
        {colors.map(({ name, value }) => (
          <option key={value} value={value}>
            {t(name)}
          </option>
        ))}
      </SelectField>
      <span className="shift-dialog-swatch" aria-hidden="true" style={{ background: colorOf(form) }} />
    </div>
  )
}
