import { Button } from '../../components/button.tsx'
import { Notice } from '../../components/page.tsx'
import { toast } from '../../components/toast.ts'
import type { SettingsForm } from './form.ts'

/** Announces that settings were saved and shows the server's current values. */
export function saved(form: SettingsForm): void {
  form.reset()
  toast('Saved.')
}

/** The buttons that save or discard changes. */
export function SaveRow({ form, isChanged }: { form: SettingsForm; isChanged: boolean }) {
  const { error, isPending } = form.save
  const belongsElsewhere = !error || /^\w+\.\w+: /.test(error.message)
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
