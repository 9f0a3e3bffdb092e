import { msg } from '../../../src/rules/language/messages.ts'
import { create, only } from '../../api/records.ts'
import { changing } from '../../components/dialogs/changing.ts'
import { Dialog } from '../../components/dialogs/dialog.tsx'
import { toast } from '../../components/dialogs/toast.ts'
import { TextField } from '../../components/fields/field.tsx'
import { FormProblem, useForm } from '../../components/fields/form.tsx'
import { Button } from '../../components/page/button.tsx'
import { FieldProblems } from '../../components/page/refusals.ts'
import { t } from '../../language.ts'

/** Adds a kind of paid time off, for everyone. */
export function KindDialog({ onClose }: { onClose: () => void }) {
  const form = useForm({ name: '' }, { name: msg('Name') })
  const save = form.onSubmit(async (_, { name }) => {
    if (name.trim() === '') throw new FieldProblems({ name: t('{field} is required', { field: t('Name') }) })
    const item = { name, type: 'pto', assigned_to_all: true }
    only(await changing(() => create('jobcodes', [item], { sent: form.sent })))
    toast(t('{name} added.', { name: name.trim() }))
    onClose()
  })
  return (
    <Dialog
      title={t('Add a type of paid time off')}
      size="small"
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{t('Cancel')}</Button>
          <Button type="submit" form="pto-kind" kind="primary" busy={form.busy}>
            {t('Add')}
          </Button>
        </>
      }
    >
      <form id="pto-kind" ref={form.ref} className="form" onSubmit={save} noValidate>
        <FormProblem text={form.general} />
        <TextField
          {...form.text('name')}
          hint={t('For example, Vacation. Everyone can request it.')}
          required
          maxLength={64}
          autoComplete="off"
        />
      </form>
    </Dialog>
  )
}
