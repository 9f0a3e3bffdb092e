import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { get } from 'node:http'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
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
 * Does work that SIGINT, SIGTERM and SIGHUP do not end: they abort the signal that it gets, and `told` is called for the
 * first one. Nor does it end because no one reads its output any more: a terminal is gone with the first of them.
 */
export async function uninterrupted<T>(told: () => void, work: (interrupted: AbortSignal) => Promise<T>): Promise<T> {
  const interrupted = new AbortController()
  const end = () => {
    if (!interrupted.signal.aborted) told()
    interrupted.abort()
  }
  for (const signal of endings) process.on(signal, end)
  const heard = [process.stdout, process.stderr].map(unheard)
  try {
    return await work(interrupted.signal)
  } finally {
    for (const again of heard) again()
    for (const signal of endings) process.off(signal, end)
  }
}

/** Ignores that a stream cannot be written to; returns a function that has it handled as before. */
function unheard(stream: NodeJS.WriteStream): () => void {
  const before = stream.listeners('error') as ((error: Error) => void)[]
  const ignore = () => {}
  stream.removeAllListeners('error').on('error', ignore)
  return () => {
    stream.off('error', ignore)
    for (const listener of before) stream.on('error', listener)
  }
}

const endings = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/**
 * Starts the server of a version on trial, waits until it is ready, and stops it. It migrates the database, but sends
 * nothing and does no work in the background, and only this process can reach it, so no one has used it if it has to go.
 * Returns why it is not ready, or undefined.
 */
export async function tryOut(
  folder: string,
  env: Env,
  seconds: number,
  interrupted: AbortSignal,
): Promise<string | undefined> {
  const place = mkdtempSync(join(tmpdir(), 'clockhouse-trial-'))
  try {
    return await tryAt(socketIn(place), folder, env, { seconds, interrupted })
  } finally {
    rmSync(place, { recursive: true, force: true })
  }
}

/** The socket in a folder that only this account may open. Windows has sockets elsewhere. */
function socketIn(place: string): string {
  return process.platform === 'win32' ? `\\\\.\\pipe\\${basename(place)}` : join(place, 'socket')
}

async function tryAt(
  socket: string,
  folder: string,
  env: Env,
  { seconds, interrupted }: { seconds: number; interrupted: AbortSignal },
): Promise<string | undefined> {
  const [node, script] = programOf(folder)
  // It ends by itself when its input does, should this process be killed.
  const child = spawn(node, [script, 'serve', '--trial', socket], { env, stdio: ['pipe', 'ignore', 'pipe'] })
  let errors = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    errors = `${errors}${text}`.split('\n').slice(-linesMax).join('\n')
  })
  const ended = once(child, 'close').catch(() => [])
  const over = new AbortController()
  const reason = await Promise.race([
    ended.then(() => `it ended by itself (exit code ${child.exitCode ?? child.signalCode})`),
    ready(socket, seconds, AbortSignal.any([over.signal, interrupted])),
  ])
  over.abort()
  await stopped(child, ended)
  // A terminal tells the child, too, which may be quicker to end.
  if (interrupted.aborted) return 'the update was interrupted'
  return reason === undefined ? undefined : [reason, errors.trim()].filter((text) => text !== '').join('\n')
}

/** Waits until a server is ready; returns why it is not when the time is over. */
async function ready(socket: string, seconds: number, over: AbortSignal): Promise<string | undefined> {
  const until = performance.now() + seconds * 1000
  let last = 'nothing answers'
  while (performance.now() < until && !over.aborted) {
    try {
      const { ok, text } = await ask(socket, '/readyz', AbortSignal.any([over, AbortSignal.timeout(answerMs)]))
      if (ok) return undefined
      last = text
    } catch {
      // It has not started yet.
    }
    await after(pollMs)
  }
  return `it was not ready after ${seconds} seconds: ${last}`
}

async function ask(socketPath: string, path: string, signal: AbortSignal): Promise<{ ok: boolean; text: string }> {
  const request = get({ socketPath, path, signal, agent: false })
  const [response] = await once(request, 'response')
  // What breaks from now on, the response says, too.
  request.on('error', () => {})
  let text = ''
  for await (const part of response.setEncoding('utf8')) text += part
  return { ok: response.statusCode === 200, text }
}

async function stopped(child: ChildProcess, ended: Promise<unknown>): Promise<void> {
  child.kill('SIGTERM')
  const late = after(stopMs, 'late', { ref: false })
  if ((await Promise.race([ended, late])) === 'late') child.kill('SIGKILL')
  await ended
}
