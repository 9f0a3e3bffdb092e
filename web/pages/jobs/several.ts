import { stepsMax } from '../../../src/rules/action_limits.ts'
import { type JobRecord, jobsByPath, namesIn, pathKey } from './tree.ts'

/** A new job of a list: the names from the top down to its own, and its parent: an id, the place of another new job, or none. */
export type ListedJob = { path: readonly string[]; parent: { id: number } | { at: number } | undefined }

/** What is read from a list: the new jobs, each once and after its parent; lines of jobs that exist, and of names too long. */
export type JobList = { jobs: ListedJob[]; known: string[]; tooLong: string[]; isTooMany: boolean }

const nameMax = 64

/** Reads a list with a job on each line; a sub-job follows its parents, which are added if need be: `Aspen Ridge > Lot 14`. */
export function readJobs(text: string, here: readonly JobRecord[]): JobList {
  const existing = jobsByPath(here)
  const places = new Map<string, number>()
  const list: JobList = { jobs: [], known: [], tooLong: [], isTooMany: false }
  for (const line of text.split('\n').map((one) => one.trim())) {
    const names = namesIn(line)
    if (names.length === 0) continue
    if (names.some((name) => name.length > nameMax)) list.tooLong.push(line)
    else if (existing.has(pathKey(names))) list.known.push(line)
    else addPath(names, existing, places, list.jobs)
  }
  return { ...list, isTooMany: list.jobs.length > stepsMax }
}

/** Adds a job and those of its parents that are new. */
function addPath(
  names: readonly string[],
  existing: ReadonlyMap<string, JobRecord>,
  places: Map<string, number>,
  jobs: ListedJob[],
): void {
  let parent: ListedJob['parent']
  for (const [level] of names.entries()) {
    const path = names.slice(0, level + 1)
    const key = pathKey(path)
    const found = existing.get(key)
    if (!found && !places.has(key)) {
      places.set(key, jobs.length)
      jobs.push({ path, parent })
    }
    parent = found ? { id: found.id } : { at: places.get(key)! }
  }
}
