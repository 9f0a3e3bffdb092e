import { useState, useSyncExternalStore } from 'react'

/** How a week is laid out: by job and day, or day by day. */
type Layout = 'grid' | 'days'

const phone = matchMedia('(max-width: 820px)')
const key = 'timesheet-layout'

/** The layout that was chosen last on this device; what is narrow shows days. */
export function useLayout() {
  const narrow = useSyncExternalStore(watch, () => phone.matches)
  const [layout, setLayout] = useState<Layout>(() => (localStorage.getItem(key) === 'days' ? 'days' : 'grid'))
  return {
    narrow,
    layout,
    setLayout: (to: Layout) => {
      localStorage.setItem(key, to)
      setLayout(to)
    },
  }
}

function watch(changed: () => void): () => void {
  phone.addEventListener('change', changed)
  return () => phone.removeEventListener('change', changed)
}
