import { Dialog } from './components/dialogs/dialog.tsx'
import { Button } from './components/page/button.tsx'
import { t } from './language.ts'

/** The question before punches that wait on the device are left there. */
export default function Unsent({ count, onStay, onLeave }: { count: number; onStay: () => void; onLeave: () => void }) {
  return (
    <Dialog
      title={
        count === 1
          ? t('One punch hasn’t been sent')
          : t('{count, plural, one {# punch hasn’t been sent} other {# punches haven’t been sent}}', { count })
      }
      size="small"
      onClose={onStay}
      footer={
        <>
          <Button
            onClick={() => {
              onStay()
              onLeave()
            }}
          >
            {t('Sign out anyway')}
          </Button>
          <Button kind="primary" onClick={onStay}>
            {t('Stay signed in')}
          </Button>
        </>
      }
    >
      <p>
        {count === 1
          ? t('It is saved here and can only be sent while you’re signed in on this device.')
          : t('They are saved here and can only be sent while you’re signed in on this device.')}{' '}
        {t('Open the clock to see what’s waiting.')}
      </p>
    </Dialog>
  )
}
