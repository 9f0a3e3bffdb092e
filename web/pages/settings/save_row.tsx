import { Button } from '../../components/button.tsx'
import { TextField } from '../../components/field.tsx'
import { Notice } from '../../components/page.tsx'
import { toast } from '../../components/toast.ts'
import { useUnsaved } from '../../components/unsaved.ts'
import type { SettingsForm } from './form.ts'

/** Announces that settings were saved and shows the server's current values. */
export function saved(form: SettingsForm): void {
  form.reset()
  toast('Saved.')
}

/** Asks from when changed settings hold, if pay depends on them. */
export function HoldsFrom({ form, changed }: { form: SettingsForm; changed: ReturnType<SettingsForm['changed']> }) {
  if (!form.isDated(changed)) return null
  const { approved_to } = form.question.data!
  return (
    <TextField
      label="Changes hold from"
      hint={
        approved_to
          ? `Time is approved to ${approved_to} and stays as it is. If empty, changes hold from the next workweek.`
          : 'If empty, they hold for all time.'
      }
      type="date"
      value={form.from}
      onChange={({ target }) => form.setFrom(target.value)}
    />
  )
}

/** What to send for changed settings. */
export function requestOf(form: SettingsForm, changed: ReturnType<SettingsForm['changed']>) {
  return { settings: changed, ...(form.from && form.isDated(changed) && { settings_from: form.from }) }
}

/** The buttons that save or discard changes. */
export function SaveRow({ form, isChanged }: { form: SettingsForm; isChanged: boolean }) {
  const { error, isPending } = form.save
  const belongsElsewhere = !error || /^\w+\.\w+: /.test(error.message)
  useUnsaved(isChanged)
  return (
    <>
      {isChanged && !belongsElsewhere && <Notice kind="bad">{error.message}</Notice>}
      <div className="actions">
        <Button type="submit" kind="primary" busy={isPending} disabled={!isChanged}>
          Save
        </Button>
        {isChanged && <Button onClick={form.reset}>Discard changes</Button>}
      </div>
    </>
  )
}
