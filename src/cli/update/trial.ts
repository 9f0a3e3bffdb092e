import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as after } from 'node:timers/promises'

type Env = Readonly<Record<string, string | undefined>>

const stopMs = 20_000
const answerMs = 15_000
const pollMs = 100
const linesMax = 20

/** The program of a version, and the Node.js that comes with it. */
function programOf(folder: string): [node: string, script: string] {
  const node = process.platform === 'win32' ? 'node.exe' : 'node'
  return [join(folder, 'bin', node), join(folder, 'src/cli/clockhouse.js')]
}

/** Runs a command of a version to its end. `output` has both of its outputs. */
export function runVersion(folder: string, args: readonly string[], env: Env): { ok: boolean; output: string } {
  const [node, script] = programOf(folder)
  const { status, stdout, stderr, error } = spawnSync(node, [script, ...args], { env, encoding: 'utf8' })
  return { ok: status === 0, output: error ? error.message : `${stdout}${stderr}`.trim() }
}

/**
 * Starts the server of a version on a port of this machine that no one else knows, waits until it is ready, and stops it.
 * So it migrates the database, and no one has used it yet if it has to go. Returns why it is not ready, or undefined.
 */
export async function tryOut(folder: string, env: Env, seconds: number): Promise<string | undefined> {
  const [node, script] = programOf(folder)
  const port = await freePort()
  const child = spawn(node, [script, 'serve'], {
    env: { ...env, HOST: '127.0.0.1', PORT: String(port) },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let errors = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    errors = `${errors}${text}`.split('\n').slice(-linesMax).join('\n')
  })
  const ended = once(child, 'close').catch(() => [])
  const over = new AbortController()
  const reason = await Promise.race([
    ended.then(() => `it ended by itself (exit code ${child.exitCode ?? child.signalCode})`),
    ready(`http://127.0.0.1:${port}/readyz`, seconds, over.signal),
  ])
  over.abort()
  await stopped(child, ended)
  return reason === undefined ? undefined : [reason, errors.trim()].filter((text) => text !== '').join('\n')
}

/** Waits until a server is ready; returns why it is not when the time is over. */
async function ready(url: string, seconds: number, over: AbortSignal): Promise<string | undefined> {
  const until = performance.now() + seconds * 1000
  let last = 'nothing answers'
  while (performance.now() < until && !over.aborted) {
    try {
      const answer = await fetch(url, { signal: AbortSignal.any([over, AbortSignal.timeout(answerMs)]) })
      if (answer.ok) return undefined
      last = await answer.text()
    } catch {
      // It has not started yet.
    }
    await after(pollMs)
  }
  return `it was not ready after ${seconds} seconds: ${last}`
}

async function stopped(child: ChildProcess, ended: Promise<unknown>): Promise<void> {
  child.kill('SIGTERM')
  const late = after(stopMs, 'late', { ref: false })
  if ((await Promise.race([ended, late])) === 'late') child.kill('SIGKILL')
  await ended
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer().once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })
}
