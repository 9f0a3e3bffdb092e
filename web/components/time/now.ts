import { useSyncExternalStore } from 'react'
import { serverNow, today } from '../../time.ts'

let second = Math.floor(serverNow() / 1e6)
const watchers = new Set<() => void>()
let timer: ReturnType<typeof setInterval> | undefined

/** The server's time in seconds since the epoch; re-renders every second. */
export function useSeconds(): number {
  return useSyncExternalStore(watch, current)
}

/** Today's date in the zone; re-renders at midnight. */
export function useToday(zone: string): string {
  const read = () => today(zone)
  return useSyncExternalStore(watch, read, read)
}

/** Like `useSeconds`, but re-renders every minute. */
export function useMinute(): number {
  return useSyncExternalStore(watch, () => current() - (current() % 60))
}

/**
 * The second of the last tick. While nothing ticks, it would be outdated, or the device's time from before the server's
 * was known.
 */
function current(): number {
  if (watchers.size === 0) second = Math.floor(serverNow() / 1e6)
  return second
}

function watch(watcher: () => void): () => void {
  current()
  watchers.add(watcher)
  timer ??= setInterval(tick, 250)
  return () => {
    watchers.delete(watcher)
    if (watchers.size > 0) return
    clearInterval(timer)
    timer = undefined
  }
}

function tick(): void {
  const now = Math.floor(serverNow() / 1e6)
  if (now === second) return
  second = now
  for (const watcher of watchers) watcher()
}
