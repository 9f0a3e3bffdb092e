import { ChevronLeft, ChevronRight } from 'lucide-react'
import { Button } from '../button.tsx'
import './calendar.css'

/** Goes back, to today and on in a calendar; says what it shows. */
export function RangeBar({
  text,
  unit,
  today,
  onMove,
}: {
  text: string
  /** What one step is: `week`. */
  unit: string
  /** Whether today is in what is shown. */
  today: boolean
  /** -1 back, 1 on, 0 to today. */
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
