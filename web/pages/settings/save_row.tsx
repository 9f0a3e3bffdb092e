import { Button } from '../../components/button.tsx'
import { Notice } from '../../components/page.tsx'
import { toast } from '../../components/toast.ts'
import { useUnsaved } from '../../components/unsaved.ts'
import { t } from '../../language.ts'
import type { SettingsForm } from './form.ts'
import { FromField } from './from_field.tsx'

/** Announces that settings were saved and shows the server's current values. */
export function saved(form: SettingsForm): void {
  form.reset()
  toast(t('Saved.'))
}

/** Asks from when changed settings hold, if pay depends on them. */
export function HoldsFrom({ form, changed }: { form: SettingsForm; changed: ReturnType<SettingsForm['changed']> }) {
  if (!form.isDated(changed)) return null
  return (
    <FromField
      label={t('Changes hold from')}
      usual={t('The workweek after approved time')}
      approvedTo={form.question.data!.approved_to}
      value={form.from}
      onChange={form.setFrom}
    />
  )
}

/** What to send for changed settings. */
export function requestOf(form: SettingsForm, changed: ReturnType<SettingsForm['changed']>) {
  return { settings: changed, ...(form.from !== undefined && form.isDated(changed) && { settings_from: form.from }) }
}

/** The buttons that save or discard changes. */
export function SaveRow({
  form,
  isChanged,
  onDiscard = form.reset,
}: {
  form: SettingsForm
  isChanged: boolean
  onDiscard?: () => void
}) {
  const { error, isPending } = form.save
  const belongsElsewhere = !error || /^\w+\.\w+: /.test(error.message)
  useUnsaved(isChanged)
  return (
    <>
      {isChanged && !belongsElsewhere && <Notice kind="bad">{error.message}</Notice>}
      <div className="actions">
        <Button type="submit" kind="primary" busy={isPending} disabled={!isChanged}>
          {t('Save')}
        </Button>
        {isChanged && <Button onClick={onDiscard}>{t('Discard changes')}</Button>}
      </div>
    </>
  )
}
