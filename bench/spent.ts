import { existsSync, readdirSync, readFileSync } from 'node:fs'

// The resources that a process has used, as Linux reports them; on other systems they are unknown.

/** CPU nanoseconds by thread. A thread may end meanwhile. */
export function threadTimes(pid: number): Map<number, number> {
  const times = new Map<number, number>()
  for (const id of readdirSync(`/proc/${pid}/task`)) {
    const file = `/proc/${pid}/task/${id}/schedstat`
    if (existsSync(file)) times.set(Number(id), Number(readFileSync(file, 'utf8').split(' ')[0]))
  }
  return times
}

/** Megabytes of memory that a process uses. */
export function residentMegabytes(pid: number): number {
  if (process.platform !== 'linux') return Number.NaN
  return Math.round(Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))![1]) / 1024)
}

/** CPU microseconds of all threads of a process that are still running. */
export function processorTime(pid: number): number {
  if (process.platform !== 'linux') return Number.NaN
  return [...threadTimes(pid).values()].reduce((sum, time) => sum + time, 0) / 1000
}

/** The process that started another. */
export function parentOf(pid: number): number {
  return Number(/\) \S (\d+)/.exec(readFileSync(`/proc/${pid}/stat`, 'utf8'))![1])
}

/** A process and its child processes. */
export function familyOf(pid: number): number[] {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ')
  return [pid, ...children.filter(Boolean).map(Number)]
}
