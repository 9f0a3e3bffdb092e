import { useEffect, useRef } from 'react'

/** Calls `arrive` when the URL has this `#` fragment, which is then removed, once the page is `ready`. */
export function useAnchor(anchor: string | undefined, ready: boolean, arrive: () => void): void {
  useAnchors((fragment) => fragment === anchor, ready, arrive)
}

/** The same for all fragments that are `known`. */
export function useAnchors(
  known: (fragment: string) => boolean,
  ready: boolean,
  arrive: (fragment: string) => void,
): void {
  const latest = useRef({ known, arrive })
  latest.current = { known, arrive }
  useEffect(() => {
    if (!ready) return
    const look = () => {
      const fragment = location.hash.slice(1)
      if (fragment === '' || !latest.current.known(fragment)) return
      history.replaceState(history.state, '', location.pathname + location.search)
      latest.current.arrive(fragment)
    }
    look()
    // The router announces its own navigation with events of these names.
    const events = ['hashchange', 'pushState', 'replaceState']
    for (const event of events) window.addEventListener(event, look)
    return () => {
      for (const event of events) window.removeEventListener(event, look)
    }
  }, [ready])
}
