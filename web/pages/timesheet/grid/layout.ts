import { useState } from 'react'
import { useNarrow } from '../../../components/page/narrow.ts'

/** How a week is laid out: a grid by job and day, a list of days, or days side by side with their hours. */
type Layout = 'grid' | 'days' | 'calendar'

const layouts: readonly Layout[] = ['grid', 'days', 'calendar']

const key = 'timesheet-layout'

/** The layout last chosen on this device; phones default to days. */
export function useLayout() {
  const narrow = useNarrow()
  const [layout, setLayout] = useState<Layout>(
    () => layouts.find((each) => each === localStorage.getItem(key)) ?? 'grid',
  )
  const choose = (to: Layout) => {
    localStorage.setItem(key, to)
    setLayout(to)
  }
  return { narrow, layout, setLayout: choose }
}
