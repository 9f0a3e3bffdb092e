import { useState } from 'react'
import { useNarrow } from '../../components/narrow.ts'

/** How a week is laid out: a grid by job and day, or a list of days. */
type Layout = 'grid' | 'days'

const key = 'timesheet-layout'

/** The layout last chosen on this device; phones default to days. */
export function useLayout() {
  const narrow = useNarrow()
  const [layout, setLayout] = useState<Layout>(() => (localStorage.getItem(key) === 'days' ? 'days' : 'grid'))
  const choose = (to: Layout) => {
    localStorage.setItem(key, to)
    setLayout(to)
  }
  return { narrow, layout, setLayout: choose }
}
