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
