import { stepsMax } from '../../../src/rules/action_limits.ts'
import { type OutlineLine, outlineOf } from './outline.ts'
import { type JobRecord, jobsByPath, namesIn, pathKey, pathSign } from './tree.ts'

/** A new job of a list: the names from the top down to its own, and its parent: an id, the place of another new job, or none. */
export type ListedJob = { path: readonly string[]; parent: { id: number } | { at: number } | undefined }

/** A line that is not read, and why; `part` is what it is about, in the line or by the number of another line. */
export type RefusedJob = {
  number: number
  line: string
  problem: 'indent' | 'mark' | 'tab' | 'missing' | 'long' | 'known' | 'twice'
  part: string
}

/** What is read from a list: the new jobs, each once and after its parent, and the lines that are not read. */
export type JobList = { jobs: ListedJob[]; refused: RefusedJob[]; isTooMany: boolean }

const nameMax = 64

/**
 * Reads a list with a job on each line. A sub-job is indented under its parent, or follows its parents, which are added if
 * need be: `Aspen Ridge > Lot 14`. A job that exists may be named as the parent of others.
 */
export function readJobs(text: string, here: readonly JobRecord[]): JobList {
  const existing = jobsByPath(here)
  const places = new Map<string, number>()
  const list: JobList = { jobs: [], refused: [], isTooMany: false }
  const lines = outlineOf(text.normalize('NFC'))
  const parents = new Set(lines.map(({ under }) => under))
  const paths: string[][] = []
  const named = new Map<string, number>()
  for (const [at, line] of lines.entries()) {
    const { number, under } = line
    const path = [...(under === undefined ? [] : paths[under]!), ...namesIn(line.text)]
    paths.push(path)
    const key = pathKey(path)
    const wrong =
      problemOf(line) ??
      (parents.has(at) ? undefined : alreadyThere({ isKnown: existing.has(key), line: named.get(key) }))
    if (!named.has(key)) named.set(key, number)
    if (wrong) list.refused.push({ number, line: line.text, ...wrong })
    else addPath(path, existing, places, list.jobs)
  }
  return { ...list, isTooMany: list.jobs.length > stepsMax }
}

type Wrong = Pick<RefusedJob, 'problem' | 'part'>

/** What is wrong with how a line is written. */
function problemOf({ text, problem }: OutlineLine): Wrong | undefined {
  if (problem) return { problem, part: '' }
  if (text.includes('\t')) return { problem: 'tab', part: '' }
  const names = text.split(pathSign)
  if (names.some((name) => name.trim() === '')) return { problem: 'missing', part: pathSign.exec(text)![0].trim() }
  if (names.some((name) => name.trim().length > nameMax)) return { problem: 'long', part: '' }
  return undefined
}

/** Says that a job exists, or that another line names it too. */
function alreadyThere({ isKnown, line }: { isKnown: boolean; line: number | undefined }): Wrong | undefined {
  if (isKnown) return { problem: 'known', part: '' }
  return line === undefined ? undefined : { problem: 'twice', part: String(line) }
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

/** A row of what a list is read as; jobs that exist are there for those below them. */
export type JobRead = { path: readonly string[]; isNew: boolean }

/** The new jobs as a tree, each under its parent wherever it was in the list. */
export function treeRead(jobs: readonly ListedJob[]): JobRead[] {
  const added = new Set(jobs.map(({ path }) => pathKey(path)))
  const paths = jobs.flatMap(({ path }) => path.map((_name, level) => path.slice(0, level + 1)))
  const all = new Map(paths.map((path) => [pathKey(path), path]))
  const inside = Map.groupBy(all.values(), (path) => pathKey(path.slice(0, -1)))
  const rowsIn = (above: readonly string[]): JobRead[] =>
    (inside.get(pathKey(above)) ?? []).flatMap((path) => [{ path, isNew: added.has(pathKey(path)) }, ...rowsIn(path)])
  return rowsIn([])
}
