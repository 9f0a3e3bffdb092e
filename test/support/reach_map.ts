import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { SourceMap } from 'node:module'
import { dirname, join, relative } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import type { Reached } from './reach.ts'

// The map of what tests reach: for each function of the product, the test files that call it. `npm run test:all` makes
// it from what `reach.ts` has written, in `.cache`; `changed.ts` reads it.

const root = join(import.meta.dirname, '../..')
const mapFile = join(root, '.cache/reach.json.gz')
const written = join(root, '.cache/reach')

/** A function: its first and last line, counted from 1, and the index of the set of test files that call it. */
export type ReachedFunction = [first: number, last: number, set: number]

/** A test file, by its index, and the power of four that its calls of a function reach. */
export type Calls = [test: number, power: number]

export type ReachMap = {
  commit: string
  tests: string[]
  /** Sets of test files: of each its index, and how often it calls, as a power of four. */
  sets: Calls[][]
  /** By source file: a hash of its text when the map was made, and its functions. */
  sources: Record<string, { hash: string; functions: ReachedFunction[] }>
}

/** Empties the folder that the tests write to; returns the environment variable that names it. */
export function prepareReach(): { TEST_REACH: string } {
  rmSync(written, { recursive: true, force: true })
  mkdirSync(written, { recursive: true })
  return { TEST_REACH: written }
}

export function readMap(): ReachMap | undefined {
  return existsSync(mapFile) ? JSON.parse(gunzipSync(readFileSync(mapFile)).toString()) : undefined
}

export function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('base64').slice(0, 12)
}

/** Makes the map of what the tests have written; returns its bytes. */
export function makeMap(): number {
  const found: Found = new Map()
  for (const file of readdirSync(written))
    for (const line of readFileSync(join(written, file), 'utf8').split('\n')) if (line) add(JSON.parse(line), found)
  rmSync(written, { recursive: true, force: true })
  const tests = [
    ...new Set(
      [...found.values()].flatMap((functions) => [...functions.values()].flatMap((calls) => [...calls.keys()])),
    ),
  ].sort()
  const sets: Calls[][] = []
  const setOf = new Map<string, number>()
  const sources: ReachMap['sources'] = {}
  for (const [source, functions] of [...found].sort(([a], [b]) => a.localeCompare(b))) {
    sources[source] = {
      hash: hashOf(readFileSync(join(root, source), 'utf8')),
      functions: [...functions].map(([lines, files]) => {
        const calls = [...files]
          .map(([file, count]): Calls => [tests.indexOf(file), Math.floor(Math.log2(count) / 2)])
          .sort(([a], [b]) => a - b)
        const key = calls.join()
        if (!setOf.has(key)) setOf.set(key, sets.push(calls) - 1)
        const [first, last] = lines.split(':').map(Number)
        return [first!, last!, setOf.get(key)!]
      }),
    }
  }
  const commit = execFileSync('git', ['rev-parse', 'HEAD'], { cwd: root, encoding: 'utf8' }).trim()
  const bytes = gzipSync(JSON.stringify({ commit, tests, sets, sources } satisfies ReachMap))
  mkdirSync(dirname(mapFile), { recursive: true })
  writeFileSync(mapFile, bytes)
  return bytes.length
}

/** By source file, by `first:last` line of a function, by test file: its calls. */
type Found = Map<string, Map<string, Map<string, number>>>

function add({ test, script, ranges }: Reached, found: Found): void {
  const place = placesIn(script)
  if (!place) return
  for (let index = 0; index < ranges.length; index += 3) {
    const lines = place(ranges[index]!, ranges[index + 1]!)
    if (!lines) continue
    const functions = found.get(lines.source) ?? new Map<string, Map<string, number>>()
    found.set(lines.source, functions)
    const key = `${lines.first}:${lines.last}`
    const tests = functions.get(key) ?? new Map<string, number>()
    functions.set(key, tests)
    const name = relative(root, test)
    tests.set(name, (tests.get(name) ?? 0) + ranges[index + 2]!)
  }
}

type Lines = { source: string; first: number; last: number }
type Place = (start: number, end: number) => Lines | undefined

const places = new Map<string, Place | undefined>()

/** How to find the lines of a function of a script; undefined if the script is not the product's. */
function placesIn(script: string): Place | undefined {
  if (!places.has(script)) places.set(script, findPlaces(script))
  return places.get(script)
}

function findPlaces(script: string): Place | undefined {
  const { pathname } = new URL(script)
  // The server of a browser test names a file of the web app by its path in web/dist.
  const path = script.startsWith('http') ? join(root, 'web/dist', pathname) : pathname
  if (!existsSync(path) || !path.startsWith(root)) return undefined
  const lineOf = linesOf(readFileSync(path, 'utf8'))
  const name = relative(root, path)
  if (/\.tsx?$/.test(name))
    return (start, end) => ({ source: name, first: lineOf(start).line, last: lineOf(end - 1).line })
  const map = name.startsWith('web/') ? join(root, '.cache/web_maps', relative('web/dist', name)) : path
  if (!existsSync(`${map}.map`)) return undefined
  const payload = JSON.parse(readFileSync(`${map}.map`, 'utf8'))
  const sourceMap = new SourceMap(payload)
  const original = (offset: number) => {
    const { line, column } = lineOf(offset)
    const entry = sourceMap.findEntry(line - 1, column)
    // Code that the bundler added has no source.
    if (!('originalSource' in entry) || !entry.originalSource) return undefined
    return { source: sourceOf(path, entry.originalSource), line: entry.originalLine + 1 }
  }
  return (start, end) => {
    const first = original(start)
    if (!first?.source) return undefined
    const last = original(end - 1)
    const isNear = last?.source === first.source && last.line >= first.line
    return { source: first.source, first: first.line, last: isNear ? last.line : first.line }
  }
}

/** The path of a source in the repository; undefined for a package. */
function sourceOf(script: string, source: string): string | undefined {
  const name = relative(root, join(dirname(script), source))
  return /^(src|web|client\/src)\/(?!.*node_modules)/.test(name) && existsSync(join(root, name)) ? name : undefined
}

/** The line, from 1, and the column, from 0, of an offset in a text. */
function linesOf(text: string): (offset: number) => { line: number; column: number } {
  const starts = [0]
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) starts.push(at + 1)
  return (offset) => {
    let low = 0
    let high = starts.length - 1
    while (low < high) {
      const middle = Math.ceil((low + high) / 2)
      if (starts[middle]! <= offset) low = middle
      else high = middle - 1
    }
    return { line: low + 1, column: offset - starts[low]! }
  }
}
