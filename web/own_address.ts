import { ownAddress, pathBelow } from '../src/rules/settings/own_address.ts'

// The app may be below a path of a host, as in `https://office.example/clock`. Its routes, and the paths of the server's
// API and files, begin at the server's root all the same; only here do they become addresses, and back.

/** The path below which the app is, as its page says; '' without one. */
export const prefix = globalThis.document?.documentElement.dataset.prefix ?? ''

/** The address of a path of the server or the app, for the browser. */
export function own(path: string): string {
  return ownAddress(prefix, path)
}

/** The app's path of an address on this host; by default of the page that is open. */
export function pathOf(pathname = location.pathname): string {
  return pathBelow(prefix, pathname)
}

/** The name of something stored in the browser, which another server on the same host must not find. */
export function ownName(name: string): string {
  return prefix === '' ? name : `${name} ${prefix}`
}
