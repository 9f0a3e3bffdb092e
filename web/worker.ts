// The service worker, which lets the app open offline. It caches the app's files and nothing else; the app itself
// caches the server's answers (api/offline_cache.ts). A new version installs quietly and takes effect on the next load. The
// worker also shows push notifications, whether or not the app is open.

import type { Language } from '../src/rules/language/languages.ts'
import type { AnswerOf } from './api/contract.ts'

type Lasting = Event & { waitUntil(work: Promise<unknown>): void }
type Installing = Lasting & {
  addRoutes?(route: { condition: { urlPattern: string }; source: 'network' }): Promise<void>
}
type Asking = Lasting & { request: Request; respondWith(answer: Promise<Response>): void }
type Pushed = Lasting & { data: { json(): unknown } | null }
type Pressed = Lasting & { notification: Notification }
type Renewed = Lasting & { oldSubscription?: PushSubscription | null; newSubscription?: PushSubscription | null }

type Client = {
  url: string
  focused: boolean
  focus(): Promise<unknown>
  navigate(url: string): Promise<unknown>
  postMessage(message: unknown): void
}

declare const self: {
  addEventListener(type: 'install', heard: (event: Installing) => void): void
  addEventListener(type: 'activate', heard: (event: Lasting) => void): void
  addEventListener(type: 'fetch', heard: (event: Asking) => void): void
  addEventListener(type: 'push', heard: (event: Pushed) => void): void
  addEventListener(type: 'notificationclick', heard: (event: Pressed) => void): void
  addEventListener(type: 'pushsubscriptionchange', heard: (event: Renewed) => void): void
  skipWaiting(): Promise<void>
  clients: {
    claim(): Promise<void>
    matchAll(options: { type: 'window' }): Promise<Client[]>
    openWindow(url: string): Promise<unknown>
  }
  registration: ServiceWorkerRegistration
  location: Location
  navigator: { language: string }
}

/** Prepended to this file by build.ts: the files to cache, and a name for exactly these files. */
declare const builtFiles: readonly string[]
declare const builtVersion: string

/** The path of the app, which ends with a slash: `/`, or `/clock/` below a path. The worker cannot import own_address.ts. */
const root = new URL(self.registration.scope).pathname

/** The address of a path of the server or the app. */
function own(path: string): string {
  return root + path.slice(1)
}

/** The path of an address of this server; undefined for any other. */
function pathOf({ origin, pathname }: URL): string | undefined {
  return origin === self.location.origin && pathname.startsWith(root) ? `/${pathname.slice(root.length)}` : undefined
}

/** What the names of the caches end with, because servers on the same host share the list of caches. */
const place = root === '/' ? '' : ` ${root.slice(0, -1)}`
const answers = `kept${place}`
const name = `app ${builtVersion}${place}`
const slowMilliseconds = 3000

/** Pages that the server itself renders, not the app. */
const madeByServer =
  /^\/(api|assets|account|setup|sign-in|sign-out|signed-out|interaction|invitation|password|unsubscribe|\.well-known)(\/|$)/

self.addEventListener('install', (event) => {
  event.waitUntil(cacheFiles())
  // Where the browser can, it does not ask the worker about the API, which the worker leaves alone.
  void event.addRoutes?.({ condition: { urlPattern: own('/api/*') }, source: 'network' }).catch(() => {})
})
self.addEventListener('activate', (event) => event.waitUntil(takeOver()))
self.addEventListener('fetch', (event) => {
  const { request } = event
  const path = pathOf(new URL(request.url))
  if (request.method !== 'GET' || path === undefined) return
  if (request.mode === 'navigate') {
    // The next person to sign in must find nothing of the previous one.
    if (/^\/sign/.test(path)) event.waitUntil(caches.delete(answers))
    if (path === '/signed-out') event.waitUntil(endSubscription())
    if (!madeByServer.test(path)) event.respondWith(page(request, path))
  } else if (path !== '/' && builtFiles.includes(path)) event.respondWith(file(request))
  else if (path.startsWith('/app/')) event.respondWith(file(request))
})
self.addEventListener('push', (event) => event.waitUntil(show(event)))
self.addEventListener('notificationclick', (event) => event.waitUntil(open(event.notification)))
self.addEventListener('pushsubscriptionchange', (event) => event.waitUntil(renew(event)))

async function cacheFiles(): Promise<void> {
  const cache = await caches.open(name)
  const shell = await fetch(root, { headers: { accept: 'text/html' }, redirect: 'error', cache: 'no-store' })
  const text = await shell.clone().text()
  // If the user is signed out or the server is in the middle of an update, this is another page: try again later.
  const parts = [...text.matchAll(/"(\/[^"]*)"/g)]
    .map(([, address]) => pathOf(new URL(address!, self.location.origin)) ?? '')
    .filter((path) => path.startsWith('/app/'))
  if (!shell.ok || parts.length === 0 || !parts.every((path) => builtFiles.includes(path)))
    throw new Error('the page is not of this version')
  await cache.addAll(builtFiles.map(own))
  await cache.put(root, shell)
  await self.skipWaiting()
}

/** Keeps the previous version, as an open page may still need one of its files. */
async function takeOver(): Promise<void> {
  const isOurs = (key: string) => /^app \S+( .*)?$/.exec(key)?.[1] === (place || undefined)
  const versions = (await caches.keys()).filter((key) => key.startsWith('app ') && isOurs(key) && key !== name)
  for (const old of versions.slice(0, -1)) await caches.delete(old)
  await self.clients.claim()
}

/** The server's page; the cached one if the server cannot be reached, or is too slow while the clock is open. */
async function page(request: Request, path: string): Promise<Response> {
  const kept = await caches.match(root, { cacheName: name })
  const fresh = fetch(request)
  if (!kept) return fresh
  const reached = fresh.then((response) => (response.status >= 502 ? kept : response)).catch(() => kept)
  const slow = new Promise<Response>((resolve) => setTimeout(() => resolve(kept), slowMilliseconds))
  return path === '/' ? Promise.race([reached, slow]) : reached
}

async function file(request: Request): Promise<Response> {
  return (await caches.match(request, { ignoreVary: true })) ?? fetch(request)
}

/** Shown if a push has no text. The worker is one file, without the catalogs of the app. */
const newMessage: Record<Language, string> = {
  en: 'You have a new message.',
  de: 'Sie haben eine neue Nachricht.',
  es: 'Tiene un mensaje nuevo.',
  fr: 'Vous avez un nouveau message.',
}

function newMessageHere(): string {
  const language = self.navigator.language.slice(0, 2)
  return Object.hasOwn(newMessage, language) ? newMessage[language as Language] : newMessage.en
}

/** A push payload; any field may be missing if another version of the server sent it. */
type Payload = { id?: number; title?: string; body?: string; path?: string; tag?: string }

/** Browsers revoke push permission from apps that show nothing, so something is shown whatever arrives. */
async function show(event: Pushed): Promise<void> {
  const { id, title, body, path, tag } = payloadOf(event)
  const options = {
    body: body || newMessageHere(),
    icon: own('/icon-192.png'),
    badge: own('/badge-96.png'),
    data: { id, path },
    // A notification with the same tag replaces the previous one and still alerts.
    ...(tag ? { tag, renotify: true } : {}),
  }
  await self.registration.showNotification(title || 'Clockhouse', options)
  const windows = await self.clients.matchAll({ type: 'window' })
  for (const window of windows) window.postMessage('message')
}

function payloadOf({ data }: Pushed): Payload {
  try {
    const { id, title, body, path, tag } = (data?.json() ?? {}) as Record<string, unknown>
    return {
      ...(typeof id === 'number' && { id }),
      ...(typeof title === 'string' && { title }),
      ...(typeof body === 'string' && { body }),
      ...(typeof path === 'string' && { path }),
      ...(typeof tag === 'string' && { tag }),
    }
  } catch {
    return {}
  }
}

/** Opens the page of the notification, or the messages if it has none, in an existing window or a new one. */
async function open(notification: Notification): Promise<void> {
  const { id, path } = (notification.data ?? {}) as { id?: number; path?: string }
  notification.close()
  const { origin } = self.location
  const to = new URL(path && !path.startsWith('/') ? path : own(path || '/#messages'), origin)
  const url = pathOf(to) === undefined ? origin + root : to.href
  const windows = await self.clients.matchAll({ type: 'window' })
  const window = windows.find(({ focused }) => focused) ?? windows[0]
  try {
    if (!window) throw new Error('no window is open')
    await window.focus().catch(() => {})
    await window.navigate(url)
  } catch {
    await self.clients.openWindow(url)
  }
  if (id) await tell('PUT', '/api/console/messages/read', { ids: [id] })
}

/** Called when the browser has renewed or ended its subscription; tells the server about the new one. */
async function renew({ oldSubscription, newSubscription }: Renewed): Promise<void> {
  const options = oldSubscription?.options ?? (await subscribeOptions())
  const subscription = newSubscription ?? (await self.registration.pushManager.subscribe(options))
  await tell('POST', '/api/console/devices', subscription.toJSON())
}

async function subscribeOptions(): Promise<PushSubscriptionOptionsInit> {
  const devices: AnswerOf<'GET /api/console/devices'> = await (await fetch(own('/api/console/devices'))).json()
  return { userVisibleOnly: true, applicationServerKey: devices.public_key }
}

/** Ends push for a person who has signed out. */
async function endSubscription(): Promise<void> {
  const subscription = await self.registration.pushManager?.getSubscription()
  await subscription?.unsubscribe()
}

function tell(method: string, path: string, body: unknown): Promise<unknown> {
  const headers = { 'content-type': 'application/json' }
  // Offline or signed out, the app does this the next time it opens.
  return fetch(own(path), { method, headers, body: JSON.stringify(body) }).catch(() => {})
}
