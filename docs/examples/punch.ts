import { createInterface } from 'node:readline'
import { allDone, connect, createAll, follow, paginate, unwrap, updateAll, verifyWebhook } from '@clockhouse/client'

// Lists time, clocks in and out, follows the changes, and verifies webhooks: node punch.ts < webhooks

const { CLOCKHOUSE_URL = 'http://127.0.0.1:8080', CLOCKHOUSE_TOKEN = '', WEBHOOK_SECRET = '' } = process.env
const api = connect({ url: CLOCKHOUSE_URL, token: CLOCKHOUSE_TOKEN })
const { results } = await unwrap(api.GET('/current_user'))
const user_id = Object.values(results.users)[0]!.id

let seconds = 0
const monthAgo = new Date(Date.now() - 30 * 86_400_000).toISOString().slice(0, 10)
for await (const sheet of paginate(api, '/timesheets', { start_date: monthAgo, user_ids: String(user_id) }))
  seconds += sheet.duration
console.log(`worked ${seconds} seconds`)

const { cursor } = await unwrap(api.GET('/changes', { params: { query: { cursor: 'now' } } }))
const start = new Date().toISOString()
const item = { user_id, jobcode_id: 0, type: 'regular', start, end: '' } as const
const [running] = allDone(await createAll(api, '/timesheets', [item]))
allDone(await updateAll(api, '/timesheets', [{ id: running!.id, end: new Date().toISOString() }]))

for await (const { changes } of follow(api, { types: ['timesheets'], cursor, wait: 0 }))
  for (const { change, type, id } of changes) if (id === running!.id) console.log(`${change} ${type}`)

// One webhook a line, as {"headers": {...}, "body": "..."}; a server takes them from its requests.
for await (const line of createInterface({ input: process.stdin }))
  try {
    const event = await verifyWebhook(WEBHOOK_SECRET, JSON.parse(line))
    console.log(`webhook ${event.type}`)
  } catch (error) {
    console.log(`webhook refused: ${(error as Error).message}`)
  }
