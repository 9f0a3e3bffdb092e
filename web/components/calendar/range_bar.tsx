import { ChevronLeft, ChevronRight } from 'lucide-react'
import { Button } from '../button.tsx'
import './calendar.css'

/** Calendar navigation: previous, today, next, and the range shown. */
export function RangeBar({
  text,
  unit,
  today,
  onMove,
}: {
  text: string
  /** The unit of one step: `week`. */
  unit: string
  /** Whether the range includes today. */
  today: boolean
  /** -1 for previous, 1 for next, 0 for today. */
  onMove: (by: -1 | 0 | 1) => void
}) {
  return (
    <div className="range-bar">
      <Button
        kind="quiet"
        icon={<ChevronLeft size={20} aria-hidden="true" />}
        label={`Previous ${unit}`}
        onClick={() => onMove(-1)}
      />
      <h2 aria-live="polite">{text}</h2>
      <Button
        kind="quiet"
        icon={<ChevronRight size={20} aria-hidden="true" />}
        label={`Next ${unit}`}
        onClick={() => onMove(1)}
      />
      <Button className="range-bar-today" disabled={today} onClick={() => onMove(0)}>
        Today
      </Button>
    </div>
  )
}
