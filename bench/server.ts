import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Place } from '../src/db/open.ts'

/** A server as a process: its address, when it was spawned (`performance.now()`), and how many bytes it has logged. */
export type Server = { url: string; child: ChildProcess; spawned: number; logged: () => number }

/** Starts the bundled server of a checkout on a database, as `npm start` does, but without a rate limit. */
export async function startServer({ data, databaseUrl }: Place, checkout = thisCheckout): Promise<Server> {
  const { bundle, entry }: typeof import('../build/bundle.ts') = await import(
    join(resolve(checkout), 'build/bundle.ts')
  )
  await bundle()
  const main = fileURLToPath(entry('main'))
  const spawned = performance.now()
  const child = spawn(process.execPath, ['--no-warnings', '--max-semi-space-size=8', main], {
    env: {
      ...process.env,
      PORT: '0',
      CLOCKHOUSE_DATA: data,
      CLOCKHOUSE_DATABASE_URL: databaseUrl,
      CLOCKHOUSE_RATE_LIMIT: '0',
      CLOCKHOUSE_LOG_LEVEL: 'warn',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let logged = 0
  child.stderr.on('data', (bytes: Buffer) => {
    logged += bytes.length
  })
  let output = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    output += text
  })
  const ended = once(child, 'exit')
  while (!/running at (\S+)/.test(output)) {
    const [first] = await Promise.race([once(child.stdout, 'data'), ended])
    if (typeof first !== 'string') throw new Error('the server did not start')
  }
  return { url: /running at (\S+)/.exec(output)![1]!, child, spawned, logged: () => logged }
}

const thisCheckout = fileURLToPath(new URL('..', import.meta.url))

/** Shuts down a process cleanly. */
export async function stop(child: ChildProcess): Promise<void> {
  const ended = once(child, 'exit')
  child.kill('SIGTERM')
  await ended
}
