/** Whether the app went to another page that is not at its top yet. */
let isNew = false
let path = location.pathname

// The router announces its own navigation with events of these names. Browsers themselves scroll after Back and on loads.
for (const event of ['pushState', 'replaceState'])
  addEventListener(event, () => {
    if (location.pathname !== path) isNew = location.hash === ''
    path = location.pathname
  })
addEventListener('popstate', () => {
  isNew = false
  path = location.pathname
})

/** Shows the top of a page that the app went to; the last page may have been scrolled down. */
export function showTop(): void {
  if (isNew) scrollTo(0, 0)
  isNew = false
}
