import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { act, creating, updating } from '../../web/api/actions.ts'
import { create, update } from '../../web/api/records.ts'
import { askAs } from '../../web/api/request.ts'

// One idempotency key per action, and the same one when that action is tried again. `web/retries.test.ts` shows some of
// this in the browser.

const { setTimeout } = globalThis

/** Stands in for a server that carries out every write, but loses the answers to some; returns the keys as they arrive. */
function loseAnswers(t: TestContext, times: number): string[] {
  const keys: string[] = []
  let left = times
  Object.defineProperty(navigator, 'onLine', { value: true, configurable: true, writable: true })
  // Nothing is tried again by itself in a tab that no one sees.
  Object.assign(globalThis, { document: { documentElement: { dataset: {} }, visibilityState: 'hidden' } })
  t.after(() => {
    Reflect.deleteProperty(navigator, 'onLine')
    Reflect.deleteProperty(globalThis, 'document')
  })
  // The pause before a retry.
  t.mock.method(globalThis, 'setTimeout', (run: () => void) => setTimeout(run))
  t.mock.method(globalThis, 'fetch', async (_url: string, { headers, body }: RequestInit) => {
    const key = new Headers(headers).get('idempotency-key') ?? ''
    keys.push(key)
    if (left-- > 0) throw new TypeError('Failed to fetch')
    const { data = [], steps } = JSON.parse(String(body)) as { data?: unknown[]; steps?: { data: unknown[] }[] }
    const answer = (items: unknown[]) => ({
      results: { jobcode_assignments: Object.fromEntries(items.map((_, at) => [at + 1, { _status_code: 200 }])) },
    })
    return Response.json(steps ? { results: steps.map((step) => answer(step.data)) } : answer(data))
  })
  return keys
}

const send = (path: string, text: string) => askAs('POST', path, { body: { data: [text] } })
const unreachable = /Can’t reach the server/

test('each action has its own key, even if it writes the same as an earlier one', async (t) => {
  const keys = loseAnswers(t, 0)
  for (let time = 0; time < 3; time++) await send('/api/v1/timesheets', 'an hour')
  for (const key of keys) assert.match(key, /^[0-9a-f]{32}$/)
  assert.equal(new Set(keys).size, 3)
})

test('a write whose answer is lost is sent once more with the same key', async (t) => {
  const keys = loseAnswers(t, 1)
  await send('/api/v1/timesheets', 'an hour')
  assert.deepEqual(keys, [keys[0], keys[0]])
})

test('an action that has failed keeps its key when it is tried again, and has a new one after an answer', async (t) => {
  const keys = loseAnswers(t, 2)
  await assert.rejects(send('/api/v1/timesheets', 'an hour'), unreachable)
  await send('/api/v1/timesheets', 'an hour')
  await send('/api/v1/timesheets', 'an hour')
  assert.deepEqual(keys.slice(0, 3), Array(3).fill(keys[0]))
  assert.equal(new Set(keys).size, 2)
})

test('after a later change on the same path, the same write as a lost one has a new key', async (t) => {
  const keys = loseAnswers(t, 2)
  await assert.rejects(send('/api/v1/jobcodes', 'Driving'), unreachable)
  await send('/api/v1/jobcodes', 'Travel')
  await send('/api/v1/jobcodes', 'Driving')
  assert.equal(keys[0], keys[1])
  assert.deepEqual([keys.length, new Set(keys).size], [4, 3])
})

test('the same values are set with a new key, also after a lost answer: something else may have set others since', async (t) => {
  const keys = loseAnswers(t, 2)
  const reopen = () => askAs('PUT', '/api/v1/timesheets', { body: { data: [{ id: 1, end: '' }] } })
  await assert.rejects(reopen(), unreachable)
  await reopen()
  assert.equal(keys[0], keys[1])
  assert.equal(new Set(keys).size, 2)
})

test('an action that only sets values has a new key after a lost answer, one that adds something keeps its own', async (t) => {
  const undo = () => act([updating('timesheets', [{ id: 1, duration: 3600 }])])
  const keys = loseAnswers(t, 2)
  await assert.rejects(undo(), unreachable)
  await undo()
  assert.equal(new Set(keys).size, 2)
  t.mock.restoreAll()
  const add = () => act([creating('timesheets', [{ date: '2026-03-02', duration: 3600 }])])
  const kept = loseAnswers(t, 2)
  await assert.rejects(add(), unreachable)
  await add()
  assert.equal(new Set(kept).size, 1)
})

test('what a form sends after it was changed goes by the key of its attempt whose answer was lost, until an answer arrives', async (t) => {
  const keys = loseAnswers(t, 4)
  const sent = {}
  const add = (text: string) => create('time_off_requests', [{ note: text }], { sent })
  await assert.rejects(add('Monday'), unreachable)
  await assert.rejects(add('Tuesday'), unreachable)
  await add('Wednesday')
  await add('Wednesday')
  assert.deepEqual(keys.slice(0, 5), Array(5).fill(keys[0]))
  assert.equal(new Set(keys).size, 2)
  // The same as a lost one is another thing by now.
  await create('time_off_requests', [{ note: 'Monday' }])
  assert.equal(new Set(keys).size, 3)
})

test('an update that adds a note keeps its key after a lost answer', async (t) => {
  const keys = loseAnswers(t, 2)
  const note = () =>
    update('time_off_requests', [{ id: 1, time_off_request_notes: [{ note: 'Soon' }] }], { adds: true })
  await assert.rejects(note(), unreachable)
  await note()
  assert.equal(new Set(keys).size, 1)
})

test('a form that only sets values has a new key each time', async (t) => {
  const keys = loseAnswers(t, 2)
  const sent = {}
  const set = (note: string) => act([updating('projects', [{ id: 1, note }])], sent)
  await assert.rejects(set('one'), unreachable)
  await set('two')
  assert.equal(keys[0], keys[1])
  assert.equal(new Set(keys).size, 2)
})

test('a write of more items than a request of the API takes is one action with one key', async (t) => {
  const items = Array.from({ length: 120 }, (_, at) => ({ user_id: at + 1, jobcode_id: 1 }))
  const keys = loseAnswers(t, 2)
  await assert.rejects(create('jobcode_assignments', items), unreachable)
  const outcomes = await create('jobcode_assignments', items)
  assert.deepEqual(keys, Array(3).fill(keys[0]))
  assert.equal(outcomes.filter(({ ok }) => ok).length, 120)
})

test('writes that cannot have a key are sent without one, and not again by themselves', async (t) => {
  for (const path of ['/api/console/person_fields', '/api/v1/webhooks', '/api/v1/webhooks/1/secret']) {
    const keys = loseAnswers(t, 1)
    await assert.rejects(send(path, 'Shirt size'), unreachable)
    assert.deepEqual(keys, [''])
    await send(path, 'Shirt size')
    assert.deepEqual(keys, ['', ''])
    t.mock.restoreAll()
  }
})
