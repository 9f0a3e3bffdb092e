// node bench/memory.ts [--rows 1000000 --minutes 60 --rate 20 --postgres postgres://…]: the memory of a server under a
// mixed load of many companies at a fixed rate: lists, polls, writes, pictures, and every five minutes reports and
// exports. Prints the resident memory once a minute, and again after three idle minutes at the end.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as after } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { addDays } from '../src/rules/time/calendar.ts'
import { jpeg } from '../test/support/pictures.ts'
import { type Loaded, load } from './load.ts'
import { keepResults } from './results.ts'
import { startServer, stop } from './server.ts'
import { Sheets } from './sheets.ts'
import { processorTime } from './spent.ts'

const { values: options } = parseArgs({
  options: {
    rows: { type: 'string', default: '1000000' },
    minutes: { type: 'string', default: '60' },
    rate: { type: 'string', default: '20' },
    postgres: { type: 'string', default: '' },
  },
})

type Sent = { method?: string; path: string; body?: string; token: string }

/** Megabytes of a process: all resident memory, its private part, and the part mapped from files. */
type Memory = { resident: number; own: number; files: number }

const agent = new Agent({ keepAlive: true, maxSockets: 32 })
const statuses: Record<string, number> = {}
let made = 0

function send(url: string, { method = 'GET', path, body, token }: Sent): Promise<void> {
  return new Promise((resolve, reject) => {
    const headers = { authorization: `Bearer ${token}`, ...(body ? { 'content-type': 'application/json' } : {}) }
    const asked = request(url + path, { agent, method, headers }, (answer) => {
      answer.resume().once('end', resolve).once('error', reject)
      const kind = `${method} ${answer.statusCode}`
      statuses[kind] = (statuses[kind] ?? 0) + 1
    })
    asked.once('error', reject).end(body)
  })
}

function memoryOf(pid: number): Memory {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  const megabytes = (name: string) => Math.round(Number(new RegExp(`${name}:\\s+(\\d+)`).exec(status)![1]) / 1024)
  return { resident: megabytes('VmRSS'), own: megabytes('RssAnon'), files: megabytes('RssFile') }
}

/** The requests that programs and people send all day, in the proportions of this list. */
function mixture(loaded: Loaded, picture: number): (() => Sent)[] {
  const { token, users, jobcodes, smallTokens, lastDay } = loaded
  const sheets = new Sheets(loaded)
  const small = () => smallTokens[made % smallTokens.length]!
  const month = addDays(lastDay, -30)
  const listing = () => `/api/v1/timesheets?start_date=${month}&end_date=${addDays(lastDay, made % 400)}&limit=50`
  const create = (count: number) => () => ({
    method: 'POST',
    path: '/api/v1/timesheets',
    body: sheets.batch(count),
    token,
  })
  return [
    () => ({ path: `${listing()}&page=${1 + (made % 20)}`, token }),
    () => ({ path: `${listing()}&user_ids=${users[made % users.length]}`, token }),
    () => ({ path: `${listing()}&jobcode_ids=${jobcodes[made % jobcodes.length]}`, token }),
    () => ({ path: listing(), token: small() }),
    () => ({ path: `/api/v1/timesheets?start_date=${month}&limit=50`, token }),
    () => ({ path: `/api/v1/timesheets?modified_since=${lastDay}T00:00:00Z&limit=50&page=${1 + (made % 4)}`, token }),
    () => ({ path: '/api/v1/timesheets?modified_since=2090-01-01T00:00:00Z', token: small() }),
    () => ({ path: '/api/v1/users?limit=50', token }),
    () => ({ path: `/api/v1/jobcodes?limit=200&page=${1 + (made % 3)}`, token }),
    () => ({ path: '/api/v1/current_user', token: small() }),
    () => ({ path: '/api/console/working', token }),
    create(1),
    create(1),
    create(5),
    () => ({
      method: 'PUT',
      path: '/api/v1/users',
      body: JSON.stringify({ data: [{ id: users[made % users.length], job_title: `Title ${made}` }] }),
      token,
    }),
    () => ({ path: `/api/v1/files/raw?id=${picture}&size=320`, token }),
  ]
}

/** The requests that an office sends now and then. */
function officeWork({ token, lastDay }: Loaded): Sent[] {
  const month = `start_date=${addDays(lastDay, -30)}&end_date=${lastDay}`
  return [
    { path: `/api/v1/reports/payroll?${month}`, token },
    { path: `/api/v1/reports/payroll_by_jobcode?${month}`, token },
    { path: `/api/v1/reports/project?start_date=${addDays(lastDay, -364)}&end_date=${lastDay}`, token },
    { path: `/api/console/exports/timesheets?format=csv&${month}`, token },
    { path: `/api/console/exports/payroll?format=pdf&${month}`, token },
  ]
}

async function uploaded(url: string, { token }: Loaded): Promise<number> {
  const file_data = (await jpeg(1600, 1200)).toString('base64')
  const answer = await fetch(`${url}/api/v1/files`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ data: [{ file_name: 'site.jpg', file_data }] }),
  })
  const { results } = (await answer.json()) as { results: { files: Record<string, { id: number }> } }
  return Object.values(results.files)[0]!.id
}

/** Sends the load for some minutes, and returns the memory after each. */
async function work(
  url: string,
  pid: number,
  loaded: Loaded,
): Promise<(Memory & { minute: number; requests: number })[]> {
  const mix = mixture(loaded, await uploaded(url, loaded))
  const office = officeWork(loaded)
  const found: (Memory & { minute: number; requests: number })[] = []
  const [rate, minutes] = [Number(options.rate), Number(options.minutes)]
  const began = performance.now()
  for (let minute = 1; minute <= minutes; minute++) {
    const offices = minute % 5 === 1 ? Promise.all(office.map((sent) => send(url, sent))) : undefined
    for (let second = 1; second <= 60; second++) {
      const sent = Array.from({ length: rate }, () => send(url, mix[made++ % mix.length]!()))
      await Promise.all(sent)
      await after(Math.max(0, ((minute - 1) * 60 + second) * 1000 - (performance.now() - began)))
    }
    await offices
    found.push({ minute, requests: made, ...memoryOf(pid) })
    const { resident, own, files } = found.at(-1)!
    console.log(
      `minute ${String(minute).padStart(3)}: ${made} requests, ${resident} MB resident, ${own} its own, ${files} of files; load ${loadavg()[0]!.toFixed(1)}`,
    )
  }
  return found
}

const data = mkdtempSync(join(tmpdir(), 'clockhouse-memory-'))
const databaseUrl = options.postgres ? `${options.postgres}?schema=memory_${process.pid}` : ''
const place = { data, databaseUrl, databasePool: 10 }
const loaded = await load(place, Number(options.rows))
const { url, child } = await startServer(place)
try {
  const start = memoryOf(child.pid!)
  console.log(`${start.resident} MB resident at the start, ${start.own} its own`)
  const minutes = await work(url, child.pid!, loaded)
  const cpuMs = Math.round(processorTime(child.pid!) / 1000)
  agent.destroy()
  await after(180_000)
  const rest = memoryOf(child.pid!)
  console.log(`after three minutes of rest: ${rest.resident} MB resident, ${rest.own} its own`)
  console.log(
    `${made} requests, ${cpuMs} ms of CPU: ${Object.entries(statuses)
      .map((entry) => entry.join(': '))
      .join(', ')}`,
  )
  const database = databaseUrl ? 'postgres' : 'sqlite'
  const { rows, rate } = options
  keepResults(`memory-${database}`, {
    database,
    rows: Number(rows),
    rate: Number(rate),
    start,
    minutes,
    rest,
    statuses,
  })
} finally {
  await stop(child)
  rmSync(data, { recursive: true, force: true })
}
