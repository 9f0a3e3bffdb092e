// Imported before the router: the browser tells windows of a move through the history in the order in which they listen.

let heard: ((event: PopStateEvent) => void) | undefined

window.addEventListener('popstate', (event) => heard?.(event))

/** Hears of the browser's Back and Forward before the router, until `undefined` is set. */
export function hearFirst(listener: ((event: PopStateEvent) => void) | undefined): void {
  heard = listener
}
