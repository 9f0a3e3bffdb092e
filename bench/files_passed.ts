// node bench/files_passed.ts [--list]: the source files that one request passes on a warm server, run from its sources.
// A file counts if the request calls a function of it, as V8's precise coverage counts them, in the main thread or in
// the thread that writes. `--list` prints their names, with the number of functions of each.
import { mkdtempSync, rmSync } from 'node:fs'
import type { InspectorNotification, NodeWorker } from 'node:inspector'
import { Session } from 'node:inspector/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { createApp } from '../src/app.ts'
import { readConfig } from '../src/config.ts'
import { openDatabase } from '../src/db/open.ts'
import { operations } from '../src/operations.ts'
import { addDays } from '../src/rules/time/calendar.ts'
import { logger, realWorld } from '../src/world.ts'
import { load } from './load.ts'
import { Sheets } from './sheets.ts'

const { values: options } = parseArgs({ options: { list: { type: 'boolean', default: false } } })

type Script = { url: string; functions: { ranges: { startOffset: number; count: number }[] }[] }

/** Functions called, by source file. */
type Passed = Map<string, number>

/** A request, made new for each time it is sent. */
type Asked = { method: string; path: string; body?: string; headers?: Record<string, string> }

const sources = new URL('../src/', import.meta.url).href
const threads = Object.fromEntries(
  ['writer', 'reporter', 'exporter', 'backup'].map((name) => [name, new URL(`../src/threads/${name}.ts`, sources)]),
) as Record<'writer' | 'reporter', URL>

const session = new Session()
session.connect()
const writers = new Map<string, { answers: Map<number, (result: { result: Script[] }) => void> }>()
let asked = 0
session.on('NodeWorker.attachedToWorker', ({ params }) => writers.set(params.sessionId, { answers: new Map() }))
session.on('NodeWorker.receivedMessageFromWorker', hear)
await session.post('NodeWorker.enable', { waitForDebuggerOnStart: false })

const folder = mkdtempSync(join(tmpdir(), 'clockhouse-files-'))
const place = { data: folder, databaseUrl: '', databasePool: 10 }
const loaded = await load(place, 2000, 10)
const config = { ...readConfig({ CLOCKHOUSE_LOG_LEVEL: 'warn' }), ...place }
const db = await openDatabase(config, Date.now() * 1000, { operations, threads }, () => {})
const app = await createApp(realWorld(db, logger('warn')), config)
const origin = await app.listen({ host: '127.0.0.1', port: 0 })
try {
  await countFrom()
  for (const [name, request] of requests()) print(name, await filesOf(request))
} finally {
  await app.close()
  await db.close()
  rmSync(folder, { recursive: true, force: true })
}

/** The requests, by name. */
function requests(): [name: string, request: (n: number) => Asked | Promise<Asked>][] {
  const { users, lastDay } = loaded
  const sheets = new Sheets(loaded)
  const listing = (n: number) => `/timesheets?start_date=2026-01-26&end_date=${addDays(lastDay, n)}`
  const post = (path: string, body: string): Asked => ({ method: 'POST', path, body })
  const approve = (day: string) => JSON.stringify({ data: [{ id: users[0], approved_to: day }] })
  return [
    ['GET timesheets, computed', (n) => ({ method: 'GET', path: listing(n) })],
    ['GET timesheets, 304', async () => ({ method: 'GET', path: listing(0), headers: await versionOf(listing(0)) })],
    ['POST one group', (n) => post('/groups', JSON.stringify({ data: [{ name: `Group ${n}` }] }))],
    ['POST one timesheet', () => post('/timesheets', sheets.batch(1))],
    ['DELETE one timesheet', async () => ({ method: 'DELETE', path: `/timesheets?ids=${await newTimesheet(sheets)}` })],
    ['PUT approved_to of a user', (n) => ({ method: 'PUT', path: '/users', body: approve(addDays('2026-01-01', n)) })],
  ]
}

async function versionOf(path: string): Promise<Record<string, string>> {
  const { headers } = await send({ method: 'GET', path })
  return { 'if-none-match': headers.get('etag')! }
}

async function newTimesheet(sheets: Sheets): Promise<string> {
  const { text } = await send({ method: 'POST', path: '/timesheets', body: sheets.batch(1) })
  return JSON.parse(text).results.timesheets['1'].id
}

/** Sends a request some times, and returns the files that the last one passed. */
async function filesOf(request: (n: number) => Asked | Promise<Asked>): Promise<{ main: Passed; writer: Passed }> {
  for (let n = 0; n < 5; n++) await send(await request(n))
  const last = await request(5)
  await taken()
  await send(last)
  return taken()
}

async function send({ method, path, body, headers }: Asked): Promise<{ headers: Headers; text: string }> {
  const answer = await fetch(`${origin}/api/v1${path}`, {
    method,
    headers: { authorization: `Bearer ${loaded.token}`, 'content-type': 'application/json', ...headers },
    ...(body === undefined ? {} : { body }),
  })
  const text = await answer.text()
  if (!answer.ok && answer.status !== 304) throw new Error(`${method} ${path}: ${answer.status} ${text}`)
  return { headers: answer.headers, text }
}

/** Counts calls in all threads from now on. */
async function countFrom(): Promise<void> {
  const coverage = { callCount: true, detailed: false }
  await session.post('Profiler.enable')
  await session.post('Profiler.startPreciseCoverage', coverage)
  for (const thread of writers.keys()) {
    await tell(thread, 'Profiler.enable')
    await tell(thread, 'Profiler.startPreciseCoverage', coverage)
  }
}

/** What was called since the last time. */
async function taken(): Promise<{ main: Passed; writer: Passed }> {
  // What follows the response, such as the end of a request, belongs to it.
  await new Promise((resolve) => setTimeout(resolve, 100))
  const { result } = await session.post('Profiler.takePreciseCoverage')
  const others: Script[] = []
  for (const thread of writers.keys()) others.push(...(await tell(thread, 'Profiler.takePreciseCoverage')).result)
  return { main: passed(result), writer: passed(others) }
}

function passed(scripts: readonly Script[]): Passed {
  const found: Passed = new Map()
  for (const { url, functions } of scripts) {
    // The first range is the whole module.
    const called = functions.filter(({ ranges: [first] }) => first!.count > 0 && first!.startOffset > 0).length
    if (url.startsWith(sources) && called > 0) found.set(url.slice(sources.length), called)
  }
  return found
}

/** Sends a command to the inspector of a thread. */
function tell(thread: string, method: string, params = {}): Promise<{ result: Script[] }> {
  const id = ++asked
  const answer = new Promise<{ result: Script[] }>((resolve) => writers.get(thread)!.answers.set(id, resolve))
  void session.post('NodeWorker.sendMessageToWorker', {
    sessionId: thread,
    message: JSON.stringify({ id, method, params }),
  })
  return answer
}

function hear({ params }: InspectorNotification<NodeWorker.ReceivedMessageFromWorkerEventDataType>): void {
  const { id, result } = JSON.parse(params.message)
  writers.get(params.sessionId)?.answers.get(id)?.(result)
}

function print(name: string, { main, writer }: { main: Passed; writer: Passed }): void {
  const all = new Map([...main, ...writer])
  const single = [...all].filter(([file]) => (main.get(file) ?? 0) + (writer.get(file) ?? 0) === 1).length
  const parts = writer.size > 0 ? `, main thread ${main.size}, writer ${writer.size}` : ''
  console.log(`${name}: ${all.size} files${parts}, ${single} of them with one function`)
  if (!options.list) return
  for (const file of [...all.keys()].sort()) console.log(`  ${file} ${main.get(file) ?? 0} ${writer.get(file) ?? 0}`)
}
