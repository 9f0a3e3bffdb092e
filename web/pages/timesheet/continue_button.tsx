import { Play } from 'lucide-react'
import { Button } from '../../components/page/button.tsx'
import { t } from '../../language.ts'

/** Clocks in as in the entry that is open. */
export function ContinueButton({ onClick }: { onClick: () => void }) {
  return (
    <Button kind="quiet" icon={<Play size={18} aria-hidden="true" />} onClick={onClick}>
      {t('Continue@@an entry')}
    </Button>
  )
}
