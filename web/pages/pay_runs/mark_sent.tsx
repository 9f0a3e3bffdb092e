import { useState } from 'react'
import { ask } from '../../api/request.ts'
import { ActionDialog } from '../../components/dialogs/action_dialog.tsx'
import { toast } from '../../components/dialogs/toast.ts'
import { Button } from '../../components/page/button.tsx'
import { t } from '../../language.ts'
import { currentFiles } from './whole_run.ts'
import type { WholeRun } from './words.ts'

/** Says that the files of a closed run were passed on; asks first. Nothing for a run in another state. */
export function MarkSent({ whole }: { whole: WholeRun }) {
  const [asking, setAsking] = useState(false)
  const { id, state } = whole.pay_run
  if (state !== 'closed') return null
  return (
    <>
      <Button kind="primary" disabled={currentFiles(whole).length === 0} onClick={() => setAsking(true)}>
        {t('Mark as sent')}
      </Button>
      {asking && (
        <ActionDialog
          title={t('Mark this pay run as sent?')}
          label={t('Mark as sent')}
          run={async () => {
            await ask('POST', '/api/console/pay_runs/{id}/sent', { params: { id } })
            toast(t('Marked as sent.'))
          }}
          onClose={() => setAsking(false)}
        >
          <p>{t('Do this once you have given its files to your payroll program.')}</p>
        </ActionDialog>
      )}
    </>
  )
}
