import { readdir, readFile, statfs } from 'node:fs/promises'
import { getHeapStatistics } from 'node:v8'
import { codeOf, messageOf } from '../rules/thrown.ts'
import type { Parts } from './parts.ts'

/** With less free space than this, in bytes, a write-ahead log may not fit. */
const spaceMin = 64 * 1_048_576

/** So many descriptors are enough for a burst of connections and the start of a thread. */
const descriptorsMin = 16

/** The heap is nearly used up from this share of its limit on, after all garbage that could be found. */
const heapMax = 0.92

/** How little space is left for the database. */
export async function onDisk({ folder }: Parts): Promise<string | undefined> {
  if (folder === '') return undefined
  try {
    const { bavail, bsize } = await statfs(folder)
    const free = bavail * bsize
    return free >= spaceMin ? undefined : `${Math.floor(free / 1_048_576)} MB are free in ${folder}`
  } catch (error) {
    return messageOf(error)
  }
}

/** How few descriptors are left to this process. Only Linux tells. */
export async function inDescriptors(): Promise<string | undefined> {
  try {
    const max = await descriptorsMax()
    if (max === undefined) return undefined
    const open = (await readdir('/proc/self/fd')).length
    return max - open < descriptorsMin ? `${open} of ${max} are open` : undefined
  } catch (error) {
    return ['EMFILE', 'ENFILE'].includes(codeOf(error)) ? 'none are left' : undefined
  }
}

/** The most descriptors that this process may have open; undefined if that is unknown or unlimited. */
export async function descriptorsMax(): Promise<number | undefined> {
  if (process.platform !== 'linux') return undefined
  const limits = await readFile('/proc/self/limits', 'utf8')
  const max = Number(/^Max open files +(\d+)/m.exec(limits)?.[1])
  return Number.isFinite(max) ? max : undefined
}

/** How many connections were refused because too many were open. */
export function inConnections({ sight: { connections } }: Parts): string | undefined {
  const count = connections.refusedLately()
  if (count === 0) return undefined
  return `${count} ${count === 1 ? 'was' : 'were'} refused in the last minute, because at most ${connections.limit} can be open`
}

/** Of the descriptors of this process, a quarter but no more than this is left to files, threads and the database. */
const reservedMax = 256

/** So many connections are always allowed. */
const connectionsMin = 8

/**
 * The most connections that clients may have open, so that enough descriptors are left. Without a limit, connections for
 * which there is no descriptor would be closed by the runtime, and no one would know of it. undefined for no limit.
 */
export async function connectionsMax(): Promise<number | undefined> {
  const max = await descriptorsMax().catch(() => undefined)
  if (max === undefined) return undefined
  const open = await readdir('/proc/self/fd').then(
    ({ length }) => length,
    () => max,
  )
  return Math.max(connectionsMin, max - open - Math.min(reservedMax, Math.floor(max / 4)))
}

/** How full the heap is, if there is little room. */
export function inMemory(): string | undefined {
  const { used_heap_size: used, heap_size_limit: limit } = getHeapStatistics()
  if (used < heapMax * limit) return undefined
  return `${Math.round(used / 1_048_576)} of ${heapLimit()} MB are used`
}

/** The most megabytes that objects may take in this process. */
export function heapLimit(): number {
  return Math.round(getHeapStatistics().heap_size_limit / 1_048_576)
}
