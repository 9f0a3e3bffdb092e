import { msg } from '../../../src/rules/language/messages.ts'
import { Dialog } from '../../components/dialogs/dialog.tsx'
import { SelectField, TextField } from '../../components/fields/field.tsx'
import { FormProblem, useForm } from '../../components/fields/form.tsx'
import { Button } from '../../components/page/button.tsx'
import { FieldProblems } from '../../components/page/refusals.ts'
import { t } from '../../language.ts'
import { addBreak, type Break, renameBreak, setBreakActive, typeHints, typeNames } from './change.ts'

const labels = { name: msg('Name'), type: msg('Type') }

/** Renames, archives or restores a break. Without `of`, adds a new one. */
export function BreakDialog({ of: known, onClose }: { of: Break | undefined; onClose: () => void }) {
  const form = useForm({ name: known?.name ?? '', type: known?.type ?? ('unpaid_break' as Break['type']) }, labels)
  const { type } = form.values
  const save = form.onSubmit(async (_, { name, type }) => {
    if (name.trim() === '') throw new FieldProblems({ name: t('{field} is required', { field: t(labels.name) }) })
    await (known ? renameBreak(known.id, name) : addBreak({ name, type }))
    onClose()
  })
  const archive = () => {
    onClose()
    if (known) void setBreakActive(known, !known.active)
  }
  return (
    <Dialog
      title={known ? known.name : t('Add a break')}
      size="small"
      onClose={onClose}
      footer={
        <>
          {known && (
            <Button kind="quiet" onClick={archive}>
              {known.active ? t('Archive') : t('Restore')}
            </Button>
          )}
          <Button onClick={onClose}>{t('Cancel')}</Button>
          <Button type="submit" form="break" kind="primary" busy={form.busy}>
            {known ? t('Save') : t('Add break')}
          </Button>
        </>
      }
    >
      <form id="break" ref={form.ref} className="form" onSubmit={save} noValidate>
        <FormProblem text={form.general} />
        <TextField
          {...form.text('name')}
          hint={known ? t('Time already recorded shows the new name.') : t('For example, 30-minute unpaid meal.')}
          required
          maxLength={64}
          autoComplete="off"
        />
        <SelectField {...form.text('type')} disabled={known !== undefined} hint={hintOf(type, known)}>
          {Object.entries(typeNames).map(([value, name]) => (
            <option key={value} value={value}>
              {t(name)}
            </option>
          ))}
        </SelectField>
      </form>
    </Dialog>
  )
}

function hintOf(type: Break['type'], known: Break | undefined): string {
  const hint = t(typeHints[type])
  const isFixed = t('The type can’t change, because time is already counted by it. Add another break instead.')
  return known ? `${hint} ${isFixed}` : hint
}
