import { useEffect, useRef } from 'react'

/** What lies above the page: dialogs, and forms with unsaved changes. The last one is on top. */
const layers: { id: string; back: () => boolean }[] = []

let layersMade = 0

/** True between the closing of a layer and leaving its history entry; a layer that opens then takes the entry over. */
let isSpare = false

/** True while the entry of a closed layer is being left. */
let isLeaving = false

/** Whether the browser's move through its history is about a layer, not about a page. */
export function isOfLayers(): boolean {
  return layers.length > 0 || isLeaving
}

/**
 * While `active`, the browser's Back calls `back` instead of leaving the page. It returns whether the layer closes; if it
 * stays, the next Back comes to it again.
 */
export function useBack(active: boolean, back: () => boolean): void {
  const latest = useRef(back)
  latest.current = back
  useEffect(() => {
    if (!active) return
    // Entries of an earlier load of the page have other ids and are left alone.
    const layer = { id: `${performance.timeOrigin}-${++layersMade}`, back: () => latest.current() }
    layers.push(layer)
    if (layers.length === 1) window.addEventListener('popstate', goneBack)
    enter(layer.id)
    return () => {
      layers.splice(layers.indexOf(layer), 1)
      if (layers.length === 0) window.removeEventListener('popstate', goneBack)
      if (history.state?.layer !== layer.id) return
      isSpare = true
      setTimeout(() => {
        if (isSpare) leaveClosed()
        isSpare = false
      })
    }
  }, [active])
}

function enter(id: string): void {
  const state = { ...history.state, layer: id }
  if (isSpare && isClosed()) history.replaceState(state, '')
  else history.pushState(state, '')
  isSpare = false
}

/** Runs it once the history entries of closed layers have been left, so that it counts from the page's own. */
export function afterLeaving(run: () => void): void {
  if (isClosed()) window.addEventListener('popstate', () => setTimeout(() => afterLeaving(run)), { once: true })
  else run()
}

/** Whether the current history entry is that of a layer which has closed. */
function isClosed(): boolean {
  const id: unknown = history.state?.layer
  return typeof id === 'string' && id.startsWith(`${performance.timeOrigin}-`) && !layers.some((one) => one.id === id)
}

/** Goes back over the entries of closed layers. */
function leaveClosed(): void {
  isLeaving = isClosed()
  if (!isLeaving) return
  window.addEventListener('popstate', leaveClosed, { once: true })
  history.back()
}

function goneBack(): void {
  const top = layers.at(-1)
  if (!top || history.state?.layer === top.id) return
  if (!top.back()) enter(top.id)
}
