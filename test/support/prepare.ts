import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { installBrowsers, startBrowser } from './browsers.ts'
import { prepareMemory } from './folders.ts'
import { startPostgres } from './postgres.ts'
import { prepareSample } from './sample_company.ts'
import { preparePostgres, prepareSqlite } from './templates.ts'

const root = join(import.meta.dirname, '../..')
const crashes = /\/simulation\/(crash|once|uploads)\./
const pages = /\/test\/web\//

/** 2026-03-02T15:00:00Z: when the clock of a test server starts. */
const startOfTests = Date.UTC(2026, 2, 2, 15) * 1000

type Part = { env: Record<string, string>; stop: () => unknown }

/**
 * Brings what test files share, and says in the environment where it is: the web app and the server as they are built, PostgreSQL, a
 * browser, a company to copy. Stop it when they have run.
 */
export async function prepare(files: readonly string[]): Promise<{ stop: () => Promise<void> }> {
  const memory = prepareMemory()
  Object.assign(process.env, memory.env)
  const wanted: Promise<Part>[] = [build(), prepareSqlite(startOfTests)]
  if (!process.env.TEST_POSTGRES_URL) {
    wanted.push(postgres('TEST_POSTGRES_URL', false))
    if (files.some((file) => crashes.test(file))) wanted.push(postgres('TEST_DURABLE_POSTGRES_URL', true))
  }
  if (files.some((file) => pages.test(file))) wanted.push(browser(), sample())
  const parts = await Promise.all(wanted).catch((error) => {
    memory.stop()
    throw error
  })
  Object.assign(process.env, ...parts.map(({ env }) => env))
  return {
    async stop() {
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
  const { url, stop } = await startPostgres({ durable })
  return { env: { [name]: url, ...(durable ? {} : await preparePostgres(url, startOfTests)) }, stop }
}

async function browser(): Promise<Part> {
  installBrowsers()
  const { address, stop } = await startBrowser()
  return { env: { TEST_BROWSER: address }, stop }
}

async function sample(): Promise<Part> {
  const { folder, remove } = await prepareSample()
  return { env: { TEST_SAMPLE: folder }, stop: remove }
}
