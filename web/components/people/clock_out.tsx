import { CircleStop } from 'lucide-react'
import { useChange } from '../../api/queries.ts'
import { only, update } from '../../api/records.ts'
import { useMe } from '../../api/start.ts'
import { t } from '../../language.ts'
import { isoAt, serverNow } from '../../time.ts'
import { toast, toastError } from '../dialogs/toast.ts'
import { undo } from '../dialogs/undo.ts'
import { Button } from '../page/button.tsx'

/** A button that ends another person's running entry, which can be undone. */
export function ClockOutOf({ name, sheetId }: { name: string; sheetId: number }) {
  const { zone } = useMe()
  const running = { id: sheetId, end: '' }
  const clockOut = useChange(async () => {
    only(await update('timesheets', [{ id: sheetId, end: isoAt(serverNow(), zone) }]))
    toast(
      t('{name} clocked out.', { name }),
      undo([{ resource: 'timesheets', put: [running] }], () => update('timesheets', [running])),
    )
  })
  return (
    <Button
      kind="quiet"
      icon={<CircleStop size={20} aria-hidden="true" />}
      label={t('Clock out {name}', { name })}
      busy={clockOut.isPending}
      onClick={() => clockOut.mutate(undefined, { onError: toastError })}
    />
  )
}
