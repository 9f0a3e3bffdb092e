import { ChevronLeft, ChevronRight } from 'lucide-react'
import { msg } from '../../../src/rules/language/messages.ts'
import { Button } from '../page/button.tsx'
import './calendar.css'
import { t } from '../../language.ts'

const names = {
  day: { previous: msg('Previous day'), next: msg('Next day') },
  week: { previous: msg('Previous week'), next: msg('Next week') },
  month: { previous: msg('Previous month'), next: msg('Next month') },
}

/** Calendar navigation: previous, today, next, and the range shown. */
export function RangeBar({
  text,
  unit,
  today,
  onMove,
  onNear,
}: {
  text: string
  /** The unit of one step. */
  unit: keyof typeof names
  /** Whether the range includes today. */
  today: boolean
  /** -1 for previous, 1 for next, 0 for today. */
  onMove: (by: -1 | 0 | 1) => void
  /** Called when the pointer or the focus reaches the button for previous or next. */
  onNear?: (by: -1 | 1) => void
}) {
  const step = (by: -1 | 1) => ({
    onClick: () => onMove(by),
    onPointerEnter: () => onNear?.(by),
    onFocus: () => onNear?.(by),
  })
  return (
    <div className="range-bar">
      <Button
        kind="quiet"
        icon={<ChevronLeft size={20} aria-hidden="true" />}
        label={t(names[unit].previous)}
        {...step(-1)}
      />
      <h2 aria-live="polite">{text}</h2>
      <Button
        kind="quiet"
        icon={<ChevronRight size={20} aria-hidden="true" />}
        label={t(names[unit].next)}
        {...step(1)}
      />
      <Button className="range-bar-today" disabled={today} onClick={() => onMove(0)}>
        {t('Today')}
      </Button>
    </div>
  )
}
