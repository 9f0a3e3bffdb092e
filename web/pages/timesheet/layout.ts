import { useState } from 'react'
import { useNarrow } from '../../components/narrow.ts'

/** How a week is laid out: by job and day, or day by day. */
type Layout = 'grid' | 'days'

const key = 'timesheet-layout'

/** The layout that was chosen last on this device; a phone shows days. */
export function useLayout() {
  const narrow = useNarrow()
  const [layout, setLayout] = useState<Layout>(() => (localStorage.getItem(key) === 'days' ? 'days' : 'grid'))
  const choose = (to: Layout) => {
    localStorage.setItem(key, to)
    setLayout(to)
  }
  return { narrow, layout, setLayout: choose }
}
