import { Coffee, Square } from 'lucide-react'
import { Dialog } from '../../../components/dialogs/dialog.tsx'
import type { Job } from '../../../components/jobs/jobs.ts'
import { Button } from '../../../components/page/button.tsx'
import { t } from '../../../language.ts'

/** Asks whether a person who clocks out is done or taking a break. */
export function EndQuestion({
  pauses,
  onClose,
  onEnd,
  onPause,
}: {
  pauses: readonly Job[]
  onClose: () => void
  onEnd: () => void
  onPause: (jobId: number) => void
}) {
  return (
    <Dialog title={t('Done for now, or a break?')} size="small" onClose={onClose}>
      <div className="clock-ask">
        <Button kind="danger" className="clock-button" icon={<Square size={20} aria-hidden="true" />} onClick={onEnd}>
          {t('Clock out')}
        </Button>
        {pauses.map(({ id, name, kind }) => (
          <Button key={id} className="clock-pause" onClick={() => onPause(id)}>
            <Coffee size={18} aria-hidden="true" />
            {name} <span className="quiet">{kind === 'paid_break' ? t('paid') : t('not paid')}</span>
          </Button>
        ))}
      </div>
    </Dialog>
  )
}
