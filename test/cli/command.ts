import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { run } from '../../src/cli/program.ts'
import type { Terminal } from '../../src/cli/terminal.ts'
import type { Reply } from '../support/processes.ts'
import { type TestServer, threads } from '../support/server.ts'

/** What npx starts. */
export const launcher = fileURLToPath(new URL('../../src/cli/clockhouse.js', import.meta.url))

/** The result of a command. `json` reads standard output. */
export type Outcome = { code: number | null; stdout: string; stderr: string; json: () => ReturnType<typeof JSON.parse> }

type Environment = Record<string, string | undefined>
type Surroundings = { env?: Environment; input?: string; assistant?: NonNullable<Terminal['assistant']> }
type Spawned = { env?: Environment; input?: string; node?: string }

/** The environment of a command that works on the data of a place. */
export function on(place: TestServer['place']): Environment {
  return { CLOCKHOUSE_DATA: place.data || undefined, CLOCKHOUSE_DATABASE_URL: place.databaseUrl || undefined }
}

/** Runs `clockhouse …` to its end, in this process. */
export async function clockhouse(args: string[], surroundings: Surroundings = {}): Promise<Outcome> {
  const { outcome, stop } = await runCommand(args, surroundings)
  await stop?.()
  return outcome
}

/** Runs a command in this process. If it has started a server, `stop` stops that. */
async function runCommand(
  args: string[],
  { env = {}, input = '', assistant }: Surroundings,
): Promise<{ outcome: Outcome; stop: (() => Promise<void>) | undefined }> {
  let stdout = ''
  let stderr = ''
  let stop: (() => Promise<void>) | undefined
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
    onStart: (stopServer) => {
      stop = stopServer
    },
    threads,
    ...(assistant && { assistant }),
  })
  // The end of a real process comes in a later turn of the event loop; requests of one turn share what they read.
  await setImmediate()
  return { outcome: { code, stdout, stderr, json: () => JSON.parse(stdout) }, stop }
}

/** A server or sandbox that a command has started in this process. Stop it in `after`. */
export class Running {
  /** The match in what the command has printed. */
  readonly first: RegExpExecArray
  readonly #stop: () => Promise<void>
  #stopped: Promise<number> | undefined

  private constructor(first: RegExpExecArray, stop: () => Promise<void>) {
    this.first = first
    this.#stop = stop
  }

  /** Runs `clockhouse …`, whose output has to match when the server has started. */
  static async start(args: string[], ready: RegExp, { env }: Surroundings = {}): Promise<Running> {
    const { outcome, stop } = await runCommand(args, { env: { CLOCKHOUSE_LOG_LEVEL: 'silent', ...env } })
    const first = ready.exec(outcome.stdout)
    if (stop && first) return new Running(first, stop)
    await stop?.()
    throw new Error(`ended with ${outcome.code}:\n${outcome.stdout}${outcome.stderr}`)
  }

  /** Stops the server; returns the exit code that its process would have. */
  stop(): Promise<number> {
    this.#stopped ??= this.#stop().then(
      () => 0,
      () => 1,
    )
    return this.#stopped
  }
}

/** The server of `clockhouse serve`, in this process, on the data of a place. Stop it in `after`. */
export class ServedPlace {
  readonly url: string
  readonly stop: () => Promise<number>

  private constructor(running: Running) {
    this.url = running.first[1]!
    this.stop = () => running.stop()
  }

  static async start(place: TestServer['place'], settings: Environment = {}): Promise<ServedPlace> {
    const env = { ...on(place), PORT: '0', CLOCKHOUSE_RATE_LIMIT: '0', ...settings }
    return new ServedPlace(await Running.start(['serve'], /running at (http\S+)/, { env }))
  }

  /** Calls the API as the user of a token. */
  async call(token: string, method: string, path: string, data?: unknown): Promise<Reply> {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
    const body = data === undefined ? {} : { body: JSON.stringify({ data }) }
    const response = await fetch(`${this.url}/api/v1${path}`, { method, headers, ...body })
    const text = await response.text()
    return { status: response.status, body: JSON.parse(text), text }
  }
}

/** A sandbox in this process, and the line of JSON that it has printed. Stop it in `after`. */
export class RunningSandbox {
  readonly access: ReturnType<typeof JSON.parse>
  readonly stop: () => Promise<number>

  private constructor(running: Running) {
    this.access = JSON.parse(running.first[1]!)
    this.stop = () => running.stop()
  }

  /** Starts a sandbox with options such as `--stopped`. */
  static async start(options: string[] = [], env: Environment = {}): Promise<RunningSandbox> {
    return new RunningSandbox(await Running.start(['sandbox', '--json', ...options], /^(.*)\n/, { env }))
  }
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

/** Starts `clockhouse …` in a process of its own. */
function spawnCommand(args: string[], env: Environment, node = process.execPath): ChildProcess {
  return spawn(node, [launcher, ...args], { env: environment(env), stdio: ['pipe', 'pipe', 'pipe'] })
}

/** Starts `clockhouse serve` in a process of its own. The caller has to end it. */
export async function spawnServer(env: Environment): Promise<{ url: string; child: ChildProcess }> {
  const child = spawnCommand(['serve'], env)
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  let printed = ''
  child.stdout!.setEncoding('utf8').on('data', (text: string) => {
    printed += text
    const [, url] = /running at (http\S+)/.exec(printed) ?? []
    if (url) resolve(url)
  })
  child.once('exit', (code) => reject(new Error(`ended with ${code}:\n${printed}`)))
  return { url: await promise, child }
}

/** What a command sees of the environment: what a test sets, and nothing of the test's own settings. */
function environment(env: Environment): Environment {
  const { PATH, TMPDIR } = process.env
  return { PATH, TMPDIR, ...env }
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
