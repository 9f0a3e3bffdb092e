// node bench/webhooks.ts [--companies 200 --seconds 60 --postgres postgres://…]: many companies have 50 webhooks each,
// whose receivers never answer, or answer late, with errors or with redirects, and a change occurs in all of them.
// Prints how long another company's messages take in the meantime, how fast its lists are answered, and the memory,
// compared to the same without those webhooks.
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { bundle } from '../build/bundle.ts'
import { sql } from '../src/engine/sql.ts'
import { Beside, ServerProcess } from '../test/support/processes.ts'
import { residentMegabytes } from './spent.ts'

const { values: options } = parseArgs({
  options: {
    companies: { type: 'string', default: '200' },
    seconds: { type: 'string', default: '60' },
    postgres: { type: 'string', default: '' },
  },
})
const seconds = Number(options.seconds)
const perCompany = 50

/** How receivers answer, by path; `good` is the receiver of the measured company. */
const answers: Record<string, { afterMs: number; status: number }> = {
  '/mute': { afterMs: 60_000, status: 200 },
  '/late': { afterMs: 10_000, status: 200 },
  '/broken': { afterMs: 0, status: 500 },
  '/moved': { afterMs: 0, status: 301 },
  '/good': { afterMs: 0, status: 200 },
}
const bad = Object.keys(answers).filter((path) => path !== '/good')
const arrived = new Map<string, number>()
const counts = new Map<string, number>()
const receiver = createServer((request, response) => {
  const parts: Buffer[] = []
  request.on('data', (part) => parts.push(part))
  request.on('end', () => {
    const { afterMs, status } = answers[request.url!]!
    counts.set(request.url!, (counts.get(request.url!) ?? 0) + 1)
    if (request.url === '/good') {
      const { name } = JSON.parse(Buffer.concat(parts).toString()).data.record
      if (!arrived.has(name)) arrived.set(name, performance.now())
    }
    setTimeout(() => response.writeHead(status, { location: '/good' }).end(), afterMs).unref()
  })
})
await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve))
const receiverUrl = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`

await bundle()
const data = mkdtempSync(join(tmpdir(), 'clockhouse-bench-'))
const databaseUrl = options.postgres ? `${options.postgres}?schema=bench_webhooks_${process.pid}` : ''
const place = { data, databaseUrl, databasePool: 10 }
const server = await ServerProcess.start(place, { CLOCKHOUSE_WEBHOOK_PRIVATE: 'yes' })
const beside = await Beside.open(place)
const begun = performance.now()

async function addWebhook(token: string, path: string): Promise<void> {
  const answer = await fetch(`${server.url}/api/v1/webhooks`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ url: receiverUrl + path, types: ['group.created'], payload: 'full' }),
  })
  if (answer.status !== 200) throw new Error(await answer.text())
}

const groupNamed = async (token: string, name: string) => {
  const { status, text } = await server.call(token, 'POST', '/groups', [{ name }])
  if (status !== 200) throw new Error(text)
}

let made = 0

/**
 * Makes four changes a second and lists them. Returns how long each took to arrive and to be answered, in milliseconds.
 */
async function look(words: string, { token }: { token: string }): Promise<void> {
  const sent = new Map<string, number>()
  const lists: number[] = []
  const until = performance.now() + seconds * 1000
  while (performance.now() < until) {
    const name = `Change ${made++}`
    await groupNamed(token, name)
    sent.set(name, performance.now())
    for (let n = 0; n < 5; n++) {
      const asked = performance.now()
      const { status } = await server.call(token, 'GET', `/groups?limit=50&n=${made}-${n}`)
      if (status !== 200) throw new Error(`a list was answered with ${status}`)
      lists.push(performance.now() - asked)
      await sleep(50)
    }
  }
  await sleep(3000)
  const delays = [...sent].map(([name, at]) => (arrived.get(name) ?? Number.POSITIVE_INFINITY) - at)
  console.log(
    `${words.padEnd(28)} messages ${spread(delays)} ms; lists ${spread(lists)} ms; ${residentMegabytes(server.pid)} MB`,
  )
}

function spread(found: number[]): string {
  const sorted = found.toSorted((a, b) => a - b)
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]!.toFixed(1)
  return `p50 ${at(0.5)} p99 ${at(0.99)} worst ${at(1)}`
}

try {
  const own = await beside.company()
  await addWebhook(own.token, '/good')
  await look('alone', own)
  const others = []
  for (let n = 0; n < Number(options.companies); n++) others.push(await beside.company())
  for (const { token } of others)
    await Promise.all(Array.from({ length: perCompany }, (_, n) => addWebhook(token, bad[n % bad.length]!)))
  const total = others.length * perCompany
  console.log(
    `${total} webhooks in ${others.length} companies after ${((performance.now() - begun) / 1000).toFixed(0)} s`,
  )
  for (const { token } of others) await groupNamed(token, 'Seen by 50')
  await look(`with ${total} that fail`, own)
  await look('the same, a while later', own)
  const states = await beside.db.read.all<{ state: string; count: number }>(
    sql`select state, count(*) as count from webhook_deliveries group by state order by state`,
  )
  console.log(`deliveries: ${states.map(({ state, count }) => `${state} ${count}`).join(', ')}`)
  console.log(`attempts: ${[...counts].map(([path, count]) => `${path} ${count}`).join(', ')}`)
} finally {
  await beside.close()
  await server.stop()
  receiver.closeAllConnections()
  receiver.close()
  rmSync(data, { recursive: true, force: true })
}
