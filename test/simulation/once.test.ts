import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { describe, test } from 'node:test'
import type { Values } from '../../src/engine/table.ts'
import { Beside, type Reply, ServerProcess } from '../support/processes.ts'
import { type Database, freshPlace } from '../support/server.ts'
import { isFull } from '../support/tiers.ts'

// Punches entered without a network and repeated until they are answered, each by several devices at once, to servers that
// are killed meanwhile: each punch is stored once, and every device gets the same answer.

const people = 8
const punches = isFull ? 6 : 3
const senders = 3
const kills = isFull ? 2 : 1
/** How many answers there are between the end of a kill and the next one. */
const answersBetween = 30

// What a kill leaves of writes on SQLite, `npm test` sees in crash.test.ts.
const setups: { database: Database; processes: number }[] = [
  ...(isFull ? [{ database: 'sqlite', processes: 1 } as const] : []),
  { database: 'postgres', processes: 2 },
]

for (const { database, processes } of setups)
  describe(`punches sent until they are answered (${database}, ${processes} process${processes > 1 ? 'es' : ''})`, () => {
    test('each punch is stored once and has one answer, though servers are killed', async () => {
      const { place, clean } = await freshPlace(database, { durable: true })
      const separate = await Beside.open(place)
      const servers = await Promise.all(Array.from({ length: processes }, () => ServerProcess.start(place)))
      try {
        const company = await separate.company()
        const names = Array.from({ length: people }, (_, n) => ({
          username: `w${n}`,
          first_name: 'W',
          last_name: `${n}`,
          permissions: { time_tracking: true, manage_my_timesheets: true },
        }))
        const made = await servers[0]!.call(company.token, 'POST', '/users', names)
        const tokens: { id: number; token: string }[] = []
        for (const { id } of Object.values<Values>(made.body.results.users))
          tokens.push({ id, token: await separate.token({ companyId: company.id, userId: id }) })

        let answered = 0
        let killed = 0
        let next = answersBetween
        let killing: Promise<void> | undefined
        const killOne = async () => {
          const n = killed++ % servers.length
          await servers[n]!.kill()
          servers[n] = await ServerProcess.start(place)
          next = answered + answersBetween
          killing = undefined
        }
        /** Sends until there is an answer; every now and then an answer is followed by kill -9. */
        const insist = async (turn: number, token: string, headers: Record<string, string>, item: Values) => {
          for (let tries = turn; ; tries++) {
            const reply = await servers[tries % servers.length]!.call(token, 'POST', '/timesheets', [item], headers)
            if (reply.status === 0 || reply.status === 503) {
              await killing
              continue
            }
            answered += 1
            if (answered >= next && killed < kills) killing ??= killOne()
            return reply
          }
        }
        const replies: Reply[][] = []
        await Promise.all(
          tokens.map(async ({ id, token }, person) => {
            for (let n = 0; n < punches; n++) {
              const start = `2026-01-${String(n + 1).padStart(2, '0')}T08:00:00+00:00`
              const end = start.replace('T08', 'T16')
              const item = { user_id: id, jobcode_id: 0, type: 'regular', start, end }
              const headers = { 'idempotency-key': randomUUID() }
              const all = Array.from({ length: senders }, (_, turn) => insist(turn, token, headers, item))
              replies[person * punches + n] = await Promise.all(all)
            }
          }),
        )

        await killing
        for (const [first, ...others] of replies) {
          assert.equal(first!.body.results.timesheets['1']._status_code, 200, first!.text)
          for (const other of others) assert.deepEqual([other.status, other.text], [first!.status, first!.text])
        }
        const ids = replies.map(([first]) => first!.body.results.timesheets['1'].id).sort((a, b) => a - b)
        assert.equal(new Set(ids).size, people * punches)
        const listed = await servers[0]!.call(company.token, 'GET', '/timesheets?start_date=2026-01-01&limit=200')
        assert.deepEqual(Object.keys(listed.body.results.timesheets).map(Number), ids)
        assert.equal(killed, kills, 'too few servers were killed, so too little was tested')
      } finally {
        await killAll(servers)
        await separate.close()
        await clean()
      }
    })
  })

function killAll(servers: readonly ServerProcess[]): Promise<unknown> {
  return Promise.all(servers.map((server) => server.stop()))
}
