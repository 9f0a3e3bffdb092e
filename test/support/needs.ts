import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

// A test file needs what the test modules need that it imports. A module declares it in a line of its own: `// needs:
// database` is a built server with SQLite and PostgreSQL, `// needs: browser` also browsers and the sample company. Files
// without either, such as the rules, start at once.

/** What is prepared before a test file runs, from least to most. */
const all = ['nothing', 'database', 'browser'] as const
export type Need = (typeof all)[number]

const found = new Map<string, Need>()

/** The most that a test file, or a test module that it imports, declares. */
export function needOf(file: string): Need {
  const known = found.get(file)
  if (known) return known
  // Modules that import each other end here.
  found.set(file, 'nothing')
  const need = most([declaredIn(file), ...importsOf(file).map(needOf)])
  found.set(file, need)
  return need
}

/** The most that some files need together. */
export function needOfAll(files: readonly string[]): Need {
  return most(files.map(needOf))
}

/** Whether tests of the file run on PostgreSQL in a run of everything, or otherwise. */
export function usesPostgres(file: string, isFull: boolean): boolean {
  if (needOf(file) === 'nothing') return false
  return isFull || /\bonBoth\(|postgres/i.test(readFileSync(file, 'utf8'))
}

/** The test modules that a test file imports, also through others, with itself. */
export function testModulesOf(file: string, modules = new Set<string>()): Set<string> {
  if (modules.has(file)) return modules
  modules.add(file)
  for (const imported of importsOf(file)) testModulesOf(imported, modules)
  return modules
}

function declaredIn(file: string): Need {
  return (/^\/\/ needs: (database|browser)$/m.exec(readFileSync(file, 'utf8'))?.[1] as Need | undefined) ?? 'nothing'
}

function most(needs: readonly Need[]): Need {
  return all[Math.max(0, ...needs.map((need) => all.indexOf(need)))]!
}

const tests = `${join(import.meta.dirname, '..')}/`

/** The files below test/ that a file imports, other than for types. */
function importsOf(file: string): string[] {
  const text = readFileSync(file, 'utf8')
  return [...text.matchAll(/^(?:import|export|\} from|.*\bimport\()(?! type).*?'(\.{1,2}\/[^']+\.ts)'/gm)]
    .map(([, path]) => join(dirname(file), path!))
    .filter((path) => path.startsWith(tests) && !path.endsWith('.d.ts'))
}
