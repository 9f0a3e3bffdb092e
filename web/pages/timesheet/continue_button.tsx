import { Play } from 'lucide-react'
import { Button } from '../../components/button.tsx'

/** Clocks in as in the entry that is open. */
export function ContinueButton({ onClick }: { onClick: () => void }) {
  return (
    <Button kind="quiet" icon={<Play size={18} aria-hidden="true" />} onClick={onClick}>
      Continue
    </Button>
  )
}
