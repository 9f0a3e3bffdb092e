import { useEffect, useRef } from 'react'

// Each open dialog has an entry in the browser's history, so that Back has something to leave. If a dialog is closed in
// another way, its entry stays until the next dialog takes it over or Back skips it. Leaving the entry immediately
// would be an asynchronous move through the history, which could undo what the app does in the meantime.

/** The layers above the page; the last one is on top. */
const layers: { id: string; back: () => boolean }[] = []

let layersMade = 0

/** The layer of the current entry, and the address at which it was created. */
let current: { id: string; href: string } | undefined

// The router announces its own navigation with events of these names.
for (const event of ['pushState', 'replaceState'])
  window.addEventListener(event, () => {
    if (history.state?.layer !== current?.id) current = undefined
  })
window.addEventListener('popstate', moved)

/** Whether there is a layer above the page that Back would close. */
export function isOfLayers(): boolean {
  return layers.length > 0
}

/**
 * While the layer is rendered, the browser's Back calls `back`, which returns whether it closes. If it does not, the
 * entry is restored, so that Back can be pressed again.
 */
export function useBack(back: () => boolean): void {
  const latest = useRef(back)
  latest.current = back
  useEffect(() => {
    // Entries of an earlier load of the page have other ids and are left alone.
    const layer = { id: `${performance.timeOrigin}-${++layersMade}`, back: () => latest.current() }
    layers.push(layer)
    enter(layer.id)
    return () => void layers.splice(layers.indexOf(layer), 1)
  }, [])
}

function enter(id: string): void {
  const state = { ...history.state, layer: id }
  if (current && isClosed(current.id)) history.replaceState(state, '')
  else history.pushState(state, '')
  current = { id, href: location.href }
}

function isClosed(id: string): boolean {
  return !layers.some((layer) => layer.id === id)
}

function moved(): void {
  const left = current
  const id: unknown = history.state?.layer
  current = typeof id === 'string' ? { id, href: location.href } : undefined
  const top = layers.at(-1)
  if (left && isClosed(left.id) && left.href === location.href) history.back()
  else if (top && top.id !== id && !top.back()) enter(top.id)
}
