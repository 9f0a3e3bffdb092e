// Must be imported before the router, because the browser calls listeners for history navigation in the order in which
// they were added.

let heard: ((event: PopStateEvent) => void) | undefined

window.addEventListener('popstate', (event) => heard?.(event))

/** Sets a listener that is called for the browser's Back and Forward before the router's; `undefined` removes it. */
export function hearFirst(listener: ((event: PopStateEvent) => void) | undefined): void {
  heard = listener
}
