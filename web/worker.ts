// The service worker: the app opens without network. It keeps the files of the app and nothing else; what the server
// answers is kept by the app itself (api/kept.ts). A new version is taken in quietly and is there on the next load.

type Lasting = Event & { waitUntil(work: Promise<unknown>): void }
type Asking = Lasting & { request: Request; respondWith(answer: Promise<Response>): void }

declare const self: {
  addEventListener(type: 'install' | 'activate', heard: (event: Lasting) => void): void
  addEventListener(type: 'fetch', heard: (event: Asking) => void): void
  skipWaiting(): Promise<void>
  clients: { claim(): Promise<void> }
  location: Location
}

/** Written in front of this file by build.ts: what there is to keep, and a name for just these files. */
declare const builtFiles: readonly string[]
declare const builtVersion: string

const name = `app ${builtVersion}`
const slowMilliseconds = 3000

/** Pages that the server makes itself; the app has nothing to show there. */
const madeByServer =
  /^\/(api|assets|account|setup|sign-in|sign-out|signed-out|interaction|invitation|password|\.well-known)(\/|$)/

self.addEventListener('install', (event) => event.waitUntil(takeIn()))
self.addEventListener('activate', (event) => event.waitUntil(takeOver()))
self.addEventListener('fetch', (event) => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (request.method !== 'GET' || origin !== self.location.origin) return
  if (request.mode === 'navigate') {
    // Whoever signs in next finds nothing of whoever was here before.
    if (/^\/sign/.test(pathname)) event.waitUntil(caches.delete('kept'))
    if (!madeByServer.test(pathname)) event.respondWith(page(request, pathname))
  } else if (pathname !== '/' && builtFiles.includes(pathname)) event.respondWith(file(request))
  else if (pathname.startsWith('/app/')) event.respondWith(file(request))
})

async function takeIn(): Promise<void> {
  const cache = await caches.open(name)
  const shell = await fetch('/', { headers: { accept: 'text/html' }, redirect: 'error', cache: 'no-store' })
  const text = await shell.clone().text()
  // Somebody who is signed out, or a server that is just being renewed, has another page there: try again later.
  const parts = [...text.matchAll(/"(\/app\/[^"]+)"/g)].map(([, path]) => path!)
  if (!shell.ok || parts.length === 0 || !parts.every((path) => builtFiles.includes(path)))
    throw new Error('the page is not of this version')
  await cache.addAll(builtFiles)
  await cache.put('/', shell)
  await self.skipWaiting()
}

/** The version before stays: a page that is open may still need a part of it. */
async function takeOver(): Promise<void> {
  const versions = (await caches.keys()).filter((key) => key.startsWith('app ') && key !== name)
  for (const old of versions.slice(0, -1)) await caches.delete(old)
  await self.clients.claim()
}

/** The server's page; the kept one when the server cannot be reached, or lets one wait at the clock. */
async function page(request: Request, pathname: string): Promise<Response> {
  const kept = await caches.match('/', { cacheName: name })
  const fresh = fetch(request)
  if (!kept) return fresh
  const reached = fresh.then((response) => (response.status >= 502 ? kept : response)).catch(() => kept)
  const slow = new Promise<Response>((resolve) => setTimeout(() => resolve(kept), slowMilliseconds))
  return pathname === '/' ? Promise.race([reached, slow]) : reached
}

async function file(request: Request): Promise<Response> {
  return (await caches.match(request, { ignoreVary: true })) ?? fetch(request)
}

// Its names are its own.
export {}
