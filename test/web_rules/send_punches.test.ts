import assert from 'node:assert/strict'
import { beforeEach, describe, mock, test } from 'node:test'
import type { BodyOf } from '../../web/api/contract.ts'
import { changePunches, type Punch, read } from '../../web/api/punches.ts'
import { sendPunches } from '../../web/api/send_punches.ts'
import { type Known, serve } from './hooks.ts'

const at = (time: string) => `2026-11-18T${time}-07:00`
const clockIn: Punch = { key: 'in', kind: 'in', at: at('08:00:00'), of: 'in', item: { jobcode_id: 1 }, waits: true }
const out: Punch = { key: 'out', kind: 'out', at: at('10:00:00'), of: 'in', item: {}, waits: true }
const entry = { id: 7, user_id: 1, jobcode_id: 1, start: at('08:00:00'), end: '' }

type Sent = { key: string; body: BodyOf<'POST /api/console/clock'> }

describe('punches that waited on the device', () => {
  let sent: Sent[]
  beforeEach(() => changePunches(() => []))

  /** Sends these punches to a server that has these records; `refuse` gives the code with which it refuses a request. */
  const send = async (punches: readonly Punch[], known: Known, refuse: (one: Sent) => string | undefined) => {
    serve(known)
    sent = []
    const { fetch: answer } = globalThis
    mock.method(globalThis, 'fetch', async (url: string, init: RequestInit = {}) => {
      if (url !== '/api/console/clock' || init.method !== 'POST') return answer(url, init)
      const one = { key: new Headers(init.headers).get('idempotency-key')!, body: JSON.parse(String(init.body)) }
      sent.push(one)
      const code = refuse(one)
      if (code)
        return Response.json({ error: { code: 417, message: code, detail: code, reason: { code } } }, { status: 417 })
      const { end, begin } = one.body
      return Response.json({ changed: null, ended: end ?? null, begun: begin ? { ...begin, id: 8, end: '' } : null })
    })
    await changePunches(() => punches)
    await sendPunches(1)
  }
  const keys = () => sent.map(({ key }) => key)
  const refused = async () => (await read()).map((punch) => [punch.key, punch.refused])

  describe('under a key that an earlier version of the app has used', () => {
    const reused =
      (...all: string[]) =>
      ({ key }: Sent) =>
        all.includes(key) ? 'idempotency_key_reused' : undefined

    test('a clock-in that was made then is the one that the clock-out ends', async () => {
      await send([clockIn, out], { timesheets: [entry] }, reused('in'))
      assert.deepEqual([await refused(), keys(), sent[1]?.body.end?.id], [[], ['in', 'out'], 7])
    })

    test('a clock-out and a change that were made then are done', async () => {
      const edit: Punch = { key: 'edit', kind: 'edit', at: at('09:00:00'), of: 7, item: { notes: 'Done' } }
      const ended = { ...entry, notes: 'Done', customfields: '' as const, end: at('10:00:00') }
      await send([edit, { ...out, of: 7 }], { timesheets: [ended] }, reused('edit', 'out'))
      assert.deepEqual([await refused(), keys()], [[], ['edit', 'out']])
    })

    test('what was not made then is made now, under a key of its own', async () => {
      await send([clockIn, out], { timesheets: [] }, reused('in'))
      assert.deepEqual([await refused(), keys(), sent[2]?.body.end?.id], [[], ['in', 'in-again', 'out'], 8])
    })
  })

  test('a punch is sent again as it was sent first', async () => {
    const first = { late: true, begin: { jobcode_id: 5, start: clockIn.at } }
    await send([{ ...clockIn, sent: first }], {}, () => undefined)
    assert.deepEqual(sent, [{ key: 'in', body: first }])
  })
})
