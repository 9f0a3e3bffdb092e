import { useEffect, useRef } from 'react'

/** Calls `arrive` when the URL has this `#` fragment, which is then removed, once the page is `ready`. */
export function useAnchor(anchor: string | undefined, ready: boolean, arrive: () => void): void {
  const latest = useRef(arrive)
  latest.current = arrive
  useEffect(() => {
    if (anchor === undefined || !ready) return
    const look = () => {
      if (location.hash !== `#${anchor}`) return
      history.replaceState(history.state, '', location.pathname + location.search)
      latest.current()
    }
    look()
    // The router announces its own navigation with events of these names.
    const events = ['hashchange', 'pushState', 'replaceState']
    for (const event of events) window.addEventListener(event, look)
    return () => {
      for (const event of events) window.removeEventListener(event, look)
    }
  }, [anchor, ready])
}
