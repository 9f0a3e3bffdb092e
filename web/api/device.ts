import { t } from '../language.ts'
import type { AnswerOf } from './contract.ts'
import { deviceOwned, setDeviceOwned } from './device_owner.ts'
import { queries } from './queries.ts'
import { ApiError, ask, isUnreachable } from './request.ts'

// Notifications on this device: the browser's permission, its push subscription, and the device record on the server.
// The device remembers who turned them on, so no one else who signs in here gets that person's messages.

/** A device of the user, as the API returns it. */
export type Device = AnswerOf<'GET /api/console/devices'>['devices'][number]

/**
 * Whether this device shows notifications. `install`: only once added to the home screen; `blocked`: permission denied.
 */
export type DeviceState = 'unsupported' | 'install' | 'blocked' | 'off' | 'on'

/** The endpoint for devices. */
export const devicesPath = '/api/console/devices'

/** The state of notifications on this device, and its id on the server if they are on. */
export async function deviceState(owner: string): Promise<{ state: DeviceState; id?: number }> {
  if (!canPush()) return { state: isPhoneOfApple() && !isInstalled() ? 'install' : 'unsupported' }
  if (Notification.permission === 'denied') return { state: 'blocked' }
  const subscription = await (await navigator.serviceWorker.getRegistration())?.pushManager.getSubscription()
  const known = deviceOwned()
  const isMine = known?.owner === owner && known.endpoint === subscription?.endpoint
  return isMine && Notification.permission === 'granted' ? { state: 'on', id: known.id } : { state: 'off' }
}

/** Asks for permission if needed and subscribes this device. Call it from a click handler. Throws ApiError. */
export async function allowHere(owner: string): Promise<number> {
  const permission = await Notification.requestPermission()
  if (permission !== 'granted') throw new ApiError(0, t('The browser was not allowed to show notifications.'))
  const { public_key } = await ask('GET', devicesPath)
  return register(owner, await subscribed(public_key))
}

/** Unsubscribes this device. */
export async function stopHere(): Promise<void> {
  const known = deviceOwned()
  setDeviceOwned(undefined)
  await unsubscribe()
  if (known) await ask('DELETE', `${devicesPath}/{id}`, { params: { id: known.id } }).catch(unlessGone)
}

/** At sign-out, removes this device from the server. It is registered again when the same person signs back in. */
export async function leaveDevice(): Promise<void> {
  const known = deviceOwned()
  if (known) await ask('DELETE', `${devicesPath}/{id}`, { params: { id: known.id } }).catch(() => {})
}

/** Ends the browser's push subscription, after sign-out. */
export async function unsubscribe(): Promise<void> {
  if (!canPush()) return
  const registration = await navigator.serviceWorker.getRegistration()
  const subscription = await registration?.pushManager.getSubscription()
  await subscription?.unsubscribe()
}

/** On startup, renews the subscription of the person who turned notifications on here, and ends anyone else's. */
export async function keepDevice(owner: string): Promise<void> {
  const known = deviceOwned()
  if (!known || !canPush()) return
  if (known.owner !== owner) return unsubscribe()
  if (Notification.permission !== 'granted') return
  const { public_key, devices } = await ask('GET', devicesPath)
  const registration = await navigator.serviceWorker.ready
  const before = await registration.pushManager.getSubscription()
  const isThere = devices.some(({ id }) => id === known.id)
  if (isThere && before?.endpoint === known.endpoint) return
  // The push service has dropped this subscription; registering it again would only get it deleted again.
  if (!isThere && before?.endpoint === known.endpoint) await before.unsubscribe()
  await register(owner, await subscribed(public_key))
}

async function register(owner: string, subscription: PushSubscription): Promise<number> {
  const { endpoint } = subscription
  const { p256dh = '', auth = '' } = subscription.toJSON().keys ?? {}
  const { id } = await ask('POST', devicesPath, { body: { endpoint, keys: { p256dh, auth } } })
  setDeviceOwned({ owner, id, endpoint })
  void queries.invalidateQueries({ queryKey: ['setup'] })
  return id
}

async function subscribed(publicKey: string): Promise<PushSubscription> {
  const { pushManager } = await navigator.serviceWorker.ready
  const before = await pushManager.getSubscription()
  if (before && keyOf(before) === publicKey) return before
  // The subscription was made for another key, so this server cannot send to it.
  await before?.unsubscribe()
  try {
    return await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey })
  } catch (error) {
    throw new ApiError(0, wordsFor(error as Error))
  }
}

function keyOf({ options }: PushSubscription): string {
  const bytes = new Uint8Array(options.applicationServerKey ?? [])
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/=+$/, '')
}

function wordsFor({ name, message }: Error): string {
  if (name === 'NotAllowedError') return t('The browser was not allowed to show notifications.')
  if (name === 'AbortError')
    return t(
      'The browser could not reach its push service. Check the connection; some browsers have the service turned off in their settings.',
    )
  return t('The browser refused: {message}', { message })
}

function unlessGone(error: unknown): void {
  if (!(error instanceof ApiError) || (error.status !== 404 && !isUnreachable(error))) throw error
}

function canPush(): boolean {
  return 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window
}

/** An iPad reports itself as a Mac, but no Mac has a touchscreen. */
function isPhoneOfApple(): boolean {
  return (
    /iPhone|iPad|iPod/.test(navigator.userAgent) || (/Mac/.test(navigator.userAgent) && navigator.maxTouchPoints > 1)
  )
}

function isInstalled(): boolean {
  return matchMedia('(display-mode: standalone)').matches
}
