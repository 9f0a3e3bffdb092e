import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { basename, join, relative } from 'node:path'
import { needOf, testModulesOf } from './needs.ts'
import { hashOf, type ReachMap, readMap } from './reach_map.ts'

// Chooses the test files for `npm test -- --changed`: those that call the functions in which something changed since the
// last commit (`--changed=main`: since main), as the map of the last full run tells. An edit of what everything calls would
// choose nearly all of them, so it takes those that call it most for their time, or share its name, as far as the time
// allows.

const root = join(import.meta.dirname, '../..')

/** Seconds of test files that a choice may take. They were measured in a full run, where four run at a time. */
const secondsMax = 60

/** A file that changed, and the lines of its old version that did, from 1; undefined if all of it did. */
type Change = { file: string; lines: Set<number> | undefined }

export type Choice = {
  files: string[]
  /** What the user should know of how they were chosen. */
  notes: string[]
}

/** The test files to run, of `all`, as absolute paths. */
export function chooseChanged(all: readonly string[], since: string, secondsOf: (file: string) => number): Choice {
  const changes = changesSince(since)
  if (changes.length === 0) return { files: [], notes: [`Nothing has changed since ${since}.`] }
  const map = readMap()
  const notes = map
    ? []
    : [
        'There is no map of what tests reach yet; npm run test:all makes one. Until then these are chosen by what they import.',
      ]
  const known = new Set(all)
  const must = new Set<string>([join(root, 'test/tidy.test.ts')])
  const candidates = new Map<string, number>()
  for (const change of changes) {
    const path = join(root, change.file)
    if (known.has(path)) must.add(path)
    for (const [file, weight] of reachedBy(change, map, all)) candidates.set(file, (candidates.get(file) ?? 0) + weight)
  }
  const score = (file: string) => candidates.get(file)! - Math.log(Math.max(0.1, secondsOf(file))) / Math.log(4)
  const ranked = [...candidates.keys()]
    .filter((file) => known.has(file) && !must.has(file))
    .sort((a, b) => score(b) - score(a))
  const files = [...must].filter((file) => known.has(file))
  let left = secondsMax
  for (const file of ranked) {
    const seconds = secondsOf(file)
    if (seconds > left) continue
    left -= seconds
    files.push(file)
  }
  const rest = ranked.length + must.size - files.length
  if (rest > 0) notes.push(`${rest} more files reach this change; npm test runs them.`)
  return { files, notes }
}

/** What changed in the working tree since a commit. */
function changesSince(since: string): Change[] {
  const diff = git('diff', '--unified=0', '--no-color', '--no-renames', since)
  const changes: Change[] = []
  for (const part of diff.split(/^diff --git /m).slice(1)) {
    const file = /^(?:---|\+\+\+) [ab]\/(.+)$/m.exec(part)?.[1]
    if (!file) continue
    const lines = new Set<number>()
    for (const [, start, count = '1'] of part.matchAll(/^@@ -(\d+)(?:,(\d+))? /gm)) {
      // Added lines have no old ones; the lines before and after them are in the same function.
      const first = Number(start)
      for (let line = first; line <= first + Math.max(0, Number(count) - 1); line++) lines.add(line)
    }
    changes.push({ file, lines: /^--- \/dev\/null/m.test(part) ? undefined : lines })
  }
  const added = git('ls-files', '--others', '--exclude-standard').split('\n').filter(Boolean)
  return [...changes, ...added.map((file) => ({ file, lines: undefined }))]
}

/** The test files that a change can reach, each with a weight: how close its name is, and how often it calls. */
function reachedBy(change: Change, map: ReachMap | undefined, all: readonly string[]): Map<string, number> {
  const { file } = change
  const reached = new Map<string, number>()
  const add = (path: string, weight: number) =>
    reached.set(path, Math.max(reached.get(path) ?? 0, weight + 2 * nearness(path, file)))
  if (file.startsWith('test/')) {
    const path = join(root, file)
    for (const test of all) if (testModulesOf(test).has(path)) add(test, 1)
    return reached
  }
  if (/^(src|web|client\/src)\/.*\.tsx?$/.test(file)) {
    for (const [test, power] of fromMap(change, map)) add(join(root, test), power)
    // Types and constants leave no call behind.
    for (const test of all) if (importsDirectly(test, file)) add(test, 2)
    return reached
  }
  // Tests read other files, and name them.
  for (const test of all) if (readFileSync(test, 'utf8').includes(basename(file))) add(test, 1)
  return reached
}

/**
 * The test files that have called a function in which a line changed, or any function of the file if that is not clear;
 * each with the power of four that its calls reach.
 */
function fromMap({ file, lines }: Change, map: ReachMap | undefined): Map<string, number> {
  const source = map?.sources[file]
  const powers = new Map<string, number>()
  if (!map || !source) return powers
  const old = lines && git('show', `HEAD:${file}`)
  const isSame = old !== undefined && hashOf(old) === source.hash
  const sets = new Set<number>()
  for (const line of isSame ? lines! : []) {
    const around = source.functions.filter(([first, last]) => first <= line && line <= last)
    const least = Math.min(...around.map(([first, last]) => last - first))
    // The bundle's map may be a line off.
    for (const [first, last, set] of around) if (last - first <= least + 2) sets.add(set)
  }
  if (sets.size === 0) for (const [, , set] of source.functions) sets.add(set)
  for (const [index, power] of [...sets].flatMap((set) => map.sets[set]!))
    powers.set(map.tests[index]!, Math.max(power, powers.get(map.tests[index]!) ?? 0))
  return powers
}

/** How many words of a test's path are in the path of the changed file. */
function nearness(test: string, file: string): number {
  const words = (path: string) => path.replace(/\.(nightly\.)?(test\.)?tsx?$/, '').split(/[/_.]/)
  const of = new Set(words(file))
  return words(relative(join(root, 'test'), test)).filter((word) => of.has(word)).length
}

function importsDirectly(test: string, file: string): boolean {
  if (needOf(test) !== 'nothing') return false
  return [...testModulesOf(test)].some((module) => readFileSync(module, 'utf8').includes(`/${file}'`))
}

function git(...args: string[]): string {
  try {
    return execFileSync('git', args, {
      cwd: root,
      encoding: 'utf8',
      maxBuffer: 2 ** 28,
      stdio: ['ignore', 'pipe', 'pipe'],
    })
  } catch (error) {
    throw new Error(`git ${args.join(' ')}: ${(error as { stderr: string }).stderr}`)
  }
}
