import { pathOf } from '../../own_address.ts'

/** Whether the app went to another page that is not at its top yet. */
let isNew = false
let path = pathOf()

// The router announces its own navigation with events of these names. Browsers themselves scroll after Back and on loads.
for (const event of ['pushState', 'replaceState'])
  addEventListener(event, () => {
    if (pathOf() !== path) isNew = location.hash === ''
    path = pathOf()
  })
addEventListener('popstate', () => {
  isNew = false
  path = pathOf()
})

/** Shows the top of a page that the app went to; the last page may have been scrolled down. */
export function showTop(): void {
  if (isNew) scrollTo(0, 0)
  isNew = false
}
