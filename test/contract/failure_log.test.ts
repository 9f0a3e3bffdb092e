import assert from 'node:assert/strict'
import { test } from 'node:test'
import { pino } from 'pino'
import { fromFailure, RequestError } from '../../src/engine/errors.ts'
import { FailureLog } from '../../src/http/failure_log.ts'
import { TestServer } from '../support/server.ts'

// What the log has about requests that failed: each reason once, and then how often.

const request = { method: 'GET', seen: { id: 'test-1', clientId: undefined, route: '/api/v1/users', asker: undefined } }
const second = 1_000_000

/** A log, and its lines as `level reason or message, times`. */
function logging(): { failures: FailureLog; lines: () => string[] } {
  const texts: string[] = []
  const failures = new FailureLog(pino({ level: 'info' }, { write: (text: string) => texts.push(text) }))
  const lines = () =>
    texts.map((text) => {
      const { level, msg, reason, err, times, route } = JSON.parse(text)
      return `${pino.levels.labels[level]}: ${msg}: ${reason ?? err.message}${route ? ` at ${route}` : ''}${times ? ` ×${times}` : ''}`
    })
  return { failures, lines }
}

test('the log counts a refusal instead of repeating it, and not as an error', () => {
  const { failures, lines } = logging()
  for (let n = 0; n < 1000; n++) failures.note(new RequestError(503, 'database_busy'), 503, request, n)
  assert.deepEqual(lines(), ['warn: a request was refused: the database is busy; try again at /api/v1/users'])
  failures.note(new RequestError(503, 'export_stopped'), 503, request, 31 * second)
  assert.deepEqual(lines().slice(1), [
    'warn: more requests were refused: the database is busy; try again ×999',
    'warn: a request was refused: the export was stopped at /api/v1/users',
  ])
})

test('the log has a fault as an error that names its cause, and counts it, too', () => {
  const { failures, lines } = logging()
  const full = () => fromFailure({ kind: 'unstored', message: 'Error: database or disk is full\n    at here' })
  for (let n = 0; n < 50; n++) failures.note(full(), 503, request, n)
  failures.tellCounts()
  assert.deepEqual(lines(), [
    'error: a request failed: the change could not be stored; try again: Error: database or disk is full\n    at here at /api/v1/users',
    'error: more requests failed: the change could not be stored; try again: Error: database or disk is full ×49',
  ])
})

test('the log has different faults on different lines, however many there are', () => {
  const { failures, lines } = logging()
  for (let n = 0; n < 500; n++) failures.note(new Error(`fault ${n}`), 500, request, 1)
  failures.tellCounts()
  assert.equal(lines().length, 500)
  assert.equal(lines()[0], 'error: a request failed: fault 0 at /api/v1/users')
})

test('an unexpected error is answered with the id of the request, and nothing of the cause', async () => {
  const server = await TestServer.start('sqlite')
  try {
    const company = await server.company()
    const { read } = server.world.db
    const broken = { ...read, all: async () => Promise.reject(new Error('select secret from users where id = 7')) }
    Object.assign(server.world.db, { read: broken })
    const { status, text, headers } = await server.get(company, '/jobcodes')
    assert.equal(status, 500, text)
    assert.ok(text.includes(String(headers['x-request-id'])), text)
    assert.doesNotMatch(text, /secret|select|\.ts| {4}at /)
    Object.assign(server.world.db, { read })
    assert.equal((await server.get(company, '/jobcodes')).status, 200, 'the server goes on')
  } finally {
    await server.stop()
  }
})

test('an answer of 503 tells how long to wait', () => {
  assert.equal(new RequestError(503, 'database_busy').headers['retry-after'], '2')
  assert.equal(
    new RequestError(503, 'database_busy', {}, { headers: { 'retry-after': '9' } }).headers['retry-after'],
    '9',
  )
  assert.deepEqual(new RequestError(417, 'nothing_would_change').headers, {})
})
