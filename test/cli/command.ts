import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { run } from '../../src/cli/program.ts'
import type { TestServer } from '../support/server.ts'

/** What npx starts. */
export const launcher = fileURLToPath(new URL('../../src/cli/clockhouse.js', import.meta.url))

/** What a command came to. `json` reads standard output. */
export type Outcome = { code: number | null; stdout: string; stderr: string; json: () => ReturnType<typeof JSON.parse> }

type Surroundings = { env?: Record<string, string | undefined>; input?: string }
type Spawned = Surroundings & { node?: string }

/** The environment of a command that works on the data of a place. */
export function on(place: TestServer['place']): Record<string, string | undefined> {
  return { CLOCKHOUSE_DATA: place.data || undefined, CLOCKHOUSE_DATABASE_URL: place.databaseUrl || undefined }
}

/** Runs `clockhouse …` to its end, in this process. */
export async function clockhouse(args: string[], { env = {}, input = '' }: Surroundings = {}): Promise<Outcome> {
  let stdout = ''
  let stderr = ''
  const code = await run(args, {
    env: environment(env),
    interactive: false,
    write: (text) => {
      stdout += text
    },
    writeError: (text) => {
      stderr += text
    },
    readInput: () => input,
    exitCode: 0,
  })
  // The end of a real process comes in a later turn of the event loop; requests of one turn share what they read.
  await setImmediate()
  return { code, stdout, stderr, json: () => JSON.parse(stdout) }
}

/** Runs `clockhouse …` to its end, in a process of its own, as people do. */
export async function spawnClockhouse(args: string[], { env = {}, node, input }: Spawned = {}): Promise<Outcome> {
  const child = spawnCommand(args, env, node)
  child.stdin!.end(input ?? '')
  let stdout = ''
  let stderr = ''
  child.stdout!.setEncoding('utf8').on('data', (text: string) => {
    stdout += text
  })
  child.stderr!.setEncoding('utf8').on('data', (text: string) => {
    stderr += text
  })
  const [code] = await once(child, 'close')
  return { code, stdout, stderr, json: () => JSON.parse(stdout) }
}

/** A command that goes on until it is told to stop. */
export class Running {
  /** The first text on standard output that `ready` has found. */
  readonly first: RegExpExecArray
  readonly child: ChildProcess
  readonly #ended: Promise<unknown>

  private constructor(child: ChildProcess, first: RegExpExecArray, ended: Promise<unknown>) {
    this.child = child
    this.first = first
    this.#ended = ended
  }

  /** Starts `clockhouse …` and waits until its output matches. */
  static async start(args: string[], ready: RegExp, { env = {}, node }: Spawned = {}): Promise<Running> {
    const child = spawnCommand(args, env, node)
    const ended = once(child, 'close')
    let stdout = ''
    let stderr = ''
    child.stderr!.setEncoding('utf8').on('data', (text: string) => {
      stderr += text
    })
    const first = await new Promise<RegExpExecArray>((resolve, reject) => {
      child.stdout!.setEncoding('utf8').on('data', (text: string) => {
        stdout += text
        const found = ready.exec(stdout)
        if (found) resolve(found)
      })
      child.once('close', (code) => reject(new Error(`ended with ${code}:\n${stdout}${stderr}`)))
    })
    return new Running(child, first, ended)
  }

  /** Tells it to stop and gives the exit code. */
  async stop(signal: NodeJS.Signals = 'SIGTERM'): Promise<number | null> {
    if (this.child.exitCode === null) this.child.kill(signal)
    await this.#ended
    return this.child.exitCode
  }
}

function spawnCommand(args: string[], env: Record<string, string | undefined>, node = process.execPath): ChildProcess {
  return spawn(node, [launcher, ...args], { env: environment(env), stdio: ['pipe', 'pipe', 'pipe'] })
}

/** What a command sees of the environment: what a test gives it, and nothing of the test's own settings. */
function environment(given: Record<string, string | undefined>): Record<string, string | undefined> {
  const { PATH, TMPDIR } = process.env
  return { PATH, TMPDIR, ...given }
}

/** A node on the path that is too old for the server but not for the launcher; undefined where there is none. */
export function olderNode(): string | undefined {
  return (process.env.PATH ?? '')
    .split(delimiter)
    .map((folder) => join(folder, 'node'))
    .find((file) => {
      if (!existsSync(file)) return false
      const version = Number.parseInt(spawnSync(file, ['--version'], { encoding: 'utf8' }).stdout.slice(1), 10)
      return version >= 18 && version < 26
    })
}
