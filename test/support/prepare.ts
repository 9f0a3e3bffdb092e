import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { installBrowsers } from './browsers.ts'
import { prepareMemory } from './folders.ts'
import { isInBrowser } from './order.ts'
import { startPostgres } from './postgres.ts'
import { prepareSample } from './sample_company.ts'
import { preparePostgres, prepareSqlite } from './templates.ts'

const root = join(import.meta.dirname, '../..')
const crashes = /\/simulation\/(crash|once|uploads)\./

/** 2026-03-02T15:00:00Z, the initial time of a test server. */
const startOfTests = Date.UTC(2026, 2, 2, 15) * 1000

type Part = { env: Record<string, string>; stop: () => unknown }

/** The resources that test files share. `browsers` resolves when browser tests can run; `stop` ends everything. */
type Surroundings = { browsers: Promise<void>; stop: () => Promise<void> }

/**
 * Prepares what test files share, and sets environment variables that say where it is: the built web app and server,
 * PostgreSQL, and, while the first files run, the browsers and a company to copy. Stop it after the tests.
 */
export async function prepare(files: readonly string[]): Promise<Surroundings> {
  const memory = prepareMemory()
  Object.assign(process.env, memory.env)
  const parts: Part[] = []
  const ready = async (wanted: Promise<Part>[]) => {
    for (const part of await Promise.all(wanted)) {
      parts.push(part)
      Object.assign(process.env, part.env)
    }
  }
  const wanted: Promise<Part>[] = [build(), prepareSqlite(startOfTests)]
  if (!process.env.TEST_POSTGRES_URL) {
    wanted.push(postgres('TEST_POSTGRES_URL', false))
    if (files.some((file) => crashes.test(file))) wanted.push(postgres('TEST_DURABLE_POSTGRES_URL', true))
  }
  const browsers = files.some(isInBrowser) ? ready([installed(), sample()]) : Promise.resolve()
  // The first files run in the meantime; the run awaits this later.
  browsers.catch(() => {})
  await ready(wanted).catch((error) => {
    memory.stop()
    throw error
  })
  return {
    browsers,
    async stop() {
      await browsers.catch(() => {})
      await Promise.all(parts.map((part) => part.stop()))
      memory.stop()
    },
  }
}

async function build(): Promise<Part> {
  const child = spawn(process.execPath, ['build/index.ts'], { cwd: root, stdio: ['ignore', 'ignore', 'inherit'] })
  const [code] = await once(child, 'exit')
  if (code !== 0) throw new Error('The web app and the server could not be built')
  return { env: {}, stop: () => {} }
}

async function postgres(name: string, durable: boolean): Promise<Part> {
  const { url, socket, stop } = await startPostgres({ durable })
  const env = durable ? {} : { ...(await preparePostgres(url, startOfTests)), TEST_POSTGRES_SOCKET: socket }
  return { env: { [name]: url, ...env }, stop }
}

async function installed(): Promise<Part> {
  await installBrowsers()
  return { env: {}, stop: () => {} }
}

async function sample(): Promise<Part> {
  const { folder, remove } = await prepareSample()
  return { env: { TEST_SAMPLE: folder }, stop: remove }
}
