import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'

const root = join(import.meta.dirname, '../..')

/** A block that takes longer than this hangs, unless a test allows more. */
const usualMs = 120_000

type Result = { code: number | null; output: string }

/**
 * A clone of this repository with all changes that are not committed yet, and a shell in its folder that has nothing of
 * this account: an empty home folder and no settings.
 */
export class FreshClone {
  readonly folder: string
  readonly env: Record<string, string | undefined>
  readonly #blockMs: number
  readonly #running = new Set<ChildProcess>()

  private constructor(folder: string, env: Record<string, string | undefined>, blockMs: number) {
    this.folder = folder
    this.env = env
    this.#blockMs = blockMs
  }

  /** Clones into a folder. `path` is what the shell finds before the programs of the machine. */
  static make(parent: string, path: readonly string[] = [], { blockMs = usualMs } = {}): FreshClone {
    const folder = join(parent, 'clone')
    const git = (where: string, ...args: string[]) => execFileSync('git', ['-C', where, ...args], { encoding: 'utf8' })
    git(root, 'clone', '--quiet', '--shared', '--no-checkout', root, folder)
    git(folder, 'reset', '--quiet')
    const files = git(root, 'ls-files', '-z', '--cached', '--others', '--exclude-standard').split('\0')
    for (const file of new Set(files)) {
      if (file === '' || !existsSync(join(root, file))) continue
      mkdirSync(dirname(join(folder, file)), { recursive: true })
      cpSync(join(root, file), join(folder, file))
    }
    const home = join(parent, 'home')
    mkdirSync(home)
    // A refused request is a failed command.
    writeFileSync(join(home, '.curlrc'), 'fail-with-body\nsilent\nshow-error\n')
    const env = {
      PATH: [...path, process.env.PATH].join(':'),
      HOME: home,
      TMPDIR: parent,
      npm_config_update_notifier: 'false',
    }
    return new FreshClone(folder, env, blockMs)
  }

  /** Puts this project's packages and web app into the clone, as `npm ci` and the first `npm start` do in minutes. */
  link(): void {
    for (const place of ['.', 'build', 'client', 'test/client', 'web']) {
      const own = join(root, place, 'node_modules')
      if (existsSync(own)) linkPackages(own, join(this.folder, place, 'node_modules'))
    }
    cpSync(join(root, 'web/dist'), join(this.folder, 'web/dist'), { recursive: true })
  }

  /**
   * Puts a program into `path` that stands for npx, which takes two seconds to find the clone's own command; contract/
   * documented_install.nightly.test.ts has it do that. Commands are run by one process, or by one each with `spawns`.
   */
  async shortenNpx(path: string, { spawns = false } = {}): Promise<void> {
    const socket = join(dirname(this.folder), 'commands')
    const own = `exec "${process.execPath}" "${join(this.folder, 'src/cli/clockhouse.js')}" "$@"`
    const hosted = `[ "$1 $2" = "webhook listen" ] && ${own}
count=$#
for word in "$@"; do set -- "$@" --data-urlencode "word=$word"; done
shift $count
env | curl --unix-socket "${socket}" "$@" --data-urlencode env@- http://commands/ | sh`
    mkdirSync(path, { recursive: true })
    const file = join(path, 'npx')
    writeFileSync(file, `#!/bin/sh\n[ "$1" = clockhouse ] || exit 127\nshift\n${spawns ? own : hosted}\n`)
    chmodSync(file, 0o755)
    const host = `exec "${process.execPath}" test/support/command_host.ts "${socket}"`
    if (!spawns) await this.start(host, /^ready/m)
  }

  /** Runs a block to its end. It fails with the first command that does. */
  async run(text: string, env: Record<string, string> = {}): Promise<Result> {
    const { child, output } = this.#spawn(text, env)
    const timer = setTimeout(() => end(child, 'SIGKILL'), this.#blockMs)
    const [code] = await once(child, 'close')
    clearTimeout(timer)
    return { code, output: output() }
  }

  /** Runs a block that goes on until it is stopped, and waits until its output matches. */
  async start(text: string, ready: RegExp, env: Record<string, string> = {}): Promise<Started> {
    const { child, output } = this.#spawn(text, env)
    const closed = once(child, 'close')
    const found = await new Promise<RegExpExecArray>((resolve, reject) => {
      const look = () => {
        const match = ready.exec(output())
        if (match) resolve(match)
      }
      child.stdout!.on('data', look)
      child.stderr!.on('data', look)
      child.once('close', (code) => reject(new Error(`ended with ${code}:\n${text}\n${output()}`)))
    })
    const stop = async () => {
      if (child.exitCode === null) end(child, 'SIGINT')
      await closed
    }
    return { found, output, stop }
  }

  /** Ends what is still running, and deletes the clone. */
  async remove(): Promise<void> {
    for (const child of this.#running) end(child, 'SIGKILL')
    await Promise.all([...this.#running].map((child) => once(child, 'close')))
    rmSync(dirname(this.folder), { recursive: true, force: true })
  }

  #spawn(text: string, env: Record<string, string>): { child: ChildProcess; output: () => string } {
    const child = spawn('sh', ['-ec', text], {
      cwd: this.folder,
      env: { ...this.env, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
      // A group of its own, all of which gets Ctrl+C, as in a terminal.
      detached: true,
    })
    let output = ''
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (part: string) => {
        output += part
      })
    this.#running.add(child)
    const kill = () => end(child, 'SIGKILL')
    process.once('exit', kill)
    child.once('close', () => {
      this.#running.delete(child)
      process.off('exit', kill)
    })
    return { child, output: () => output }
  }
}

/** A block that is running: what its output matched, all of it, and a function that stops it as Ctrl+C does. */
export type Started = { found: RegExpExecArray; output: () => string; stop: () => Promise<void> }

function end(child: ChildProcess, signal: NodeJS.Signals): void {
  try {
    process.kill(-child.pid!, signal)
  } catch {
    // It has already ended.
  }
}

/** Links each package; links to the project's own folders then lead to those of the clone. */
function linkPackages(from: string, to: string): void {
  mkdirSync(to, { recursive: true })
  for (const name of readdirSync(from)) {
    const own = join(from, name)
    if (name === '.cache') continue
    if (lstatSync(own).isSymbolicLink()) symlinkSync(readlinkSync(own), join(to, name))
    else if (name.startsWith('@')) linkPackages(own, join(to, name))
    else symlinkSync(own, join(to, name))
  }
}
