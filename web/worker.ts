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

const name = `app ${builtVersion}`
const slowMilliseconds = 3000

/** Pages that the server itself renders, not the app. */
const madeByServer =
  /^\/(api|assets|account|setup|sign-in|sign-out|signed-out|interaction|invitation|password|unsubscribe|\.well-known)(\/|$)/

self.addEventListener('install', (event) => {
  event.waitUntil(cacheFiles())
  // Where the browser can, it does not ask the worker about the API, which the worker leaves alone.
  void event.addRoutes?.({ condition: { urlPattern: '/api/*' }, source: 'network' }).catch(() => {})
})
self.addEventListener('activate', (event) => event.waitUntil(takeOver()))
self.addEventListener('fetch', (event) => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (request.method !== 'GET' || origin !== self.location.origin) return
  if (request.mode === 'navigate') {
    // The next person to sign in must find nothing of the previous one.
    if (/^\/sign/.test(pathname)) event.waitUntil(caches.delete('kept'))
    if (pathname === '/signed-out') event.waitUntil(endSubscription())
    if (!madeByServer.test(pathname)) event.respondWith(page(request, pathname))
  } else if (pathname !== '/' && builtFiles.includes(pathname)) event.respondWith(file(request))
  else if (pathname.startsWith('/app/')) event.respondWith(file(request))
})
self.addEventListener('push', (event) => event.waitUntil(show(event)))
self.addEventListener('notificationclick', (event) => event.waitUntil(open(event.notification)))
self.addEventListener('pushsubscriptionchange', (event) => event.waitUntil(renew(event)))

async function cacheFiles(): Promise<void> {
  const cache = await caches.open(name)
  const shell = await fetch('/', { headers: { accept: 'text/html' }, redirect: 'error', cache: 'no-store' })
  const text = await shell.clone().text()
  // If the user is signed out or the server is in the middle of an update, this is another page: try again later.
  const parts = [...text.matchAll(/"(\/app\/[^"]+)"/g)].map(([, path]) => path!)
  if (!shell.ok || parts.length === 0 || !parts.every((path) => builtFiles.includes(path)))
    throw new Error('the page is not of this version')
  await cache.addAll(builtFiles)
  await cache.put('/', shell)
  await self.skipWaiting()
}

/** Keeps the previous version, as an open page may still need one of its files. */
async function takeOver(): Promise<void> {
  const versions = (await caches.keys()).filter((key) => key.startsWith('app ') && key !== name)
  for (const old of versions.slice(0, -1)) await caches.delete(old)
  await self.clients.claim()
}

/** The server's page; the cached one if the server cannot be reached, or is too slow while the clock is open. */
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
    icon: '/icon-192.png',
    badge: '/badge-96.png',
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
  const to = new URL(path || '/#messages', origin)
  const url = to.origin === origin ? to.href : `${origin}/`
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
  const devices: AnswerOf<'GET /api/console/devices'> = await (await fetch('/api/console/devices')).json()
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
  return fetch(path, { method, headers, body: JSON.stringify(body) }).catch(() => {})
}
