import { spawn } from 'node:child_process'
import { text } from 'node:stream/consumers'

// `npm run check`: types, lint, format, generated files and documents. What does not depend on each other runs at the same
// time; the compiler and the linters of OpenAPI keep in `.cache` what they know of files that have not changed.

type Part = { name: string; command: string[] }

const node = (script: string, ...rest: string[]) => [process.execPath, script, ...rest]
const compiler = (...rest: string[]) => ['tsc', ...rest, '--singleThreaded', '--pretty', 'false']

/** Two sequences of parts that take about the same time. The compiler reads a file that the first part generates. */
const sequences: Part[][] = [
  [
    { name: 'generated types', command: node('test/client/describe.ts', '--check') },
    { name: 'types', command: compiler('-b', '.', 'web', 'test/web', 'test/web_rules') },
    { name: 'types of the client', command: compiler('--noEmit', '-p', 'client') },
  ],
  [
    { name: 'lint and format', command: ['biome', 'check', '.'] },
    { name: 'codes of requests', command: node('build/reference/refusal_codes.ts', '--check') },
    { name: 'generated documents', command: node('build/reference/reference.ts', '--check') },
    { name: 'catalogs', command: node('build/catalogs.ts', '--check') },
    { name: 'linters of OpenAPI', command: node('test/contract/linters.ts') },
  ],
]

await Promise.all(
  sequences.map(async (parts) => {
    for (const part of parts) await check(part)
  }),
)

/** Runs a part, and prints its name, its seconds, and what it found. */
async function check({ name, command: [program, ...rest] }: Part): Promise<void> {
  const started = performance.now()
  // npm puts the programs of the packages on the path.
  const child = spawn(program!, rest, { stdio: ['ignore', 'pipe', 'pipe'] })
  const code = new Promise<number | null>((resolve, reject) => child.once('exit', resolve).once('error', reject))
  const [output, errors] = await Promise.all([text(child.stdout), text(child.stderr)])
  const passed = (await code) === 0
  const seconds = ((performance.now() - started) / 1000).toFixed(1)
  console.log(`${passed ? '✔' : '✖'} ${name} (${seconds} s)`)
  if (passed) return
  console.log(output + errors)
  process.exitCode = 1
}
