import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { bundle, currentCommit } from '../../build/bundle.ts'
import { installBrowsers } from './browsers.ts'
import { prepareMemory } from './folders.ts'
import { type Need, needOfAll, usesPostgres } from './needs.ts'
import { startPostgres } from './postgres.ts'
import { prepareSample } from './sample_company.ts'
import { preparePostgres, prepareSqlite } from './templates.ts'
import { isFull } from './tiers.ts'

const root = join(import.meta.dirname, '../..')
const crashes = /\/simulation\/(crash|once|uploads)\./

/** 2026-03-02T15:00:00Z, the initial time of a test server. */
const startOfTests = Date.UTC(2026, 2, 2, 15) * 1000

type Part = { env: Record<string, string>; stop: () => unknown }

/**
 * The resources that test files share. `browsers` resolves when browser tests can run; `stop` ends everything. A process
 * that is about to exit calls `stopNow`: PostgreSQL ends with it.
 */
export type Surroundings = { browsers: Promise<void>; stop: () => Promise<void>; stopNow: () => void }

/**
 * Prepares what test files share, as far as they need it, and sets environment variables that say where it is: the built
 * web app and server, PostgreSQL, and, while the first files run, the browsers and a company to copy. Stop it after the
 * tests.
 */
export async function prepare(files: readonly string[]): Promise<Surroundings> {
  const need = needOfAll(files)
  if (need === 'nothing') return { browsers: Promise.resolve(), stop: async () => {}, stopNow: () => {} }
  const memory = prepareMemory()
  Object.assign(process.env, memory.env)
  const parts: Part[] = []
  const ready = async (wanted: Promise<Part>[]) => {
    for (const part of await Promise.all(wanted)) {
      parts.push(part)
      Object.assign(process.env, part.env)
    }
  }
  const building = build(need)
  const wanted: Promise<Part>[] = [building, prepareSqlite(startOfTests)]
  if (!process.env.TEST_POSTGRES_URL && files.some((file) => usesPostgres(file, isFull))) {
    wanted.push(postgres('TEST_POSTGRES_URL', false, building))
    if (files.some((file) => crashes.test(file))) wanted.push(postgres('TEST_DURABLE_POSTGRES_URL', true, building))
  }
  const browsers = need === 'browser' ? ready([installed(), sample()]) : Promise.resolve()
  // The first files run in the meantime; the run awaits this later.
  browsers.catch(() => {})
  await ready(wanted).catch((error) => {
    memory.stop()
    throw error
  })
  return {
    browsers,
    stopNow: memory.stopNow,
    async stop() {
      await browsers.catch(() => {})
      await Promise.all(parts.map((part) => part.stop()))
      memory.stop()
    },
  }
}

/** Builds the server, and the web app if browsers open it, packages contain it, or it was never built. */
async function build(need: Need): Promise<Part> {
  const { NODE_ENV } = process.env
  if (need === 'browser' || isFull || !existsSync(join(root, 'web/dist'))) await import('../../web/build.ts')
  // Vite sets it, and what the tests start would go without development dependencies.
  if (NODE_ENV === undefined) delete process.env.NODE_ENV
  // Tests that pack Clockhouse find it built, even if something is committed while they run.
  const env = { BUILD_COMMIT: currentCommit() }
  await bundle()
  return { env, stop: () => {} }
}

/** Building holds this process up, so a connection could time out in the meantime. */
async function postgres(name: string, durable: boolean, building: Promise<unknown>): Promise<Part> {
  const { url, socket, stop } = await startPostgres({ durable })
  await building
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
