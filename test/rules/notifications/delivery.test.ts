import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  clockStateOf,
  type PushAnswer,
  pauseAfter,
  planOf,
  pushRetrySeconds,
  type Recipient,
  type Sheet,
  verdictOf,
} from '../../../src/rules/notifications/delivery.ts'

const second = 1_000_000
const hour = 3600 * second
/** A Monday, 15:00 in UTC. */
const now = Date.UTC(2026, 2, 2, 15) * 1000
const today = '2026-03-02'

const wanda: Recipient = {
  active: true,
  onTheClock: false,
  offWork: false,
  zone: 'UTC',
  choices: {},
  address: 'wanda@example.com',
  devices: 2,
}

test('a notification is planned by its method, choices, precheck and quiet hours, or discarded', () => {
  const message = { kind: 'message', method: 'push', channels: '', precheck: 'none' } as const
  const night = { quiet: { from: '14:00', to: '18:30' } }
  const cases: [string, Parameters<typeof planOf>[0], Partial<Recipient>, string][] = [
    ['by its method', message, {}, 'push'],
    ['by mail', { ...message, method: 'email' }, {}, 'email'],
    ['only in the app', { ...message, method: 'dashboard' }, {}, ''],
    ['without a device', message, { devices: 0 }, ''],
    ['without an address', { ...message, method: 'email' }, { address: '' }, ''],
    ['to an archived person', message, { active: false }, 'discarded'],
    ['usual for its kind', { ...message, kind: 'answered' }, {}, 'push,email'],
    ['muted', { ...message, kind: 'shift' }, { choices: { kinds: { shift: { push: false } } } }, ''],
    ['a reminder by what it names', { ...message, kind: 'clock-in', channels: 'email' }, {}, 'email'],
    ['only for people on the clock', { ...message, precheck: 'on_the_clock' }, { onTheClock: true }, 'push'],
    ['only for people on the clock', { ...message, precheck: 'on_the_clock' }, {}, 'discarded'],
    ['only for people off the clock', { ...message, precheck: 'off_the_clock' }, {}, 'push'],
    ['only for people off the clock', { ...message, precheck: 'off_the_clock' }, { onTheClock: true }, 'discarded'],
    ['not during time off', { ...message, precheck: 'off_the_clock' }, { offWork: true }, 'discarded'],
    [
      'on the clock, whatever the day',
      { ...message, precheck: 'on_the_clock' },
      { onTheClock: true, offWork: true },
      'push',
    ],
    ['waits for quiet hours', message, { choices: night }, 'push after 12600'],
    ['waits for quiet hours', { ...message, kind: 'answered' }, { choices: night }, 'push,email after 12600'],
    ['outside of them', message, { choices: { quiet: { from: '22:00', to: '07:00' } } }, 'push'],
    ['too urgent to wait', { ...message, kind: 'clock-out' }, { choices: night }, 'push,email'],
    ['of this very moment', { ...message, precheck: 'off_the_clock' }, { choices: night }, 'push'],
  ]
  for (const [about, note, person, expected] of cases) {
    const plan = planOf(note, { ...wanda, ...person }, {}, now)
    const ways = plan && [...(plan.push ? ['push'] : []), ...(plan.email ? ['email'] : [])].join()
    const after = plan && plan.due > now ? ` after ${(plan.due - now) / second}` : ''
    assert.equal(plan ? `${ways}${after}` : 'discarded', expected, about)
    if (plan) assert.ok(plan.until > plan.due, 'it is worth something when it goes')
  }
})

test('a running entry puts a person on the clock, and time off around now or without times puts them off work', () => {
  const work: Sheet = { type: 'regular', date: today, start: now - hour, end: null, off: false }
  const off: Sheet = { ...work, end: now + hour, off: true }
  const manual: Sheet = { ...off, type: 'manual', start: now - 7 * hour, end: now - 3 * hour }
  const cases: [string, Sheet[], boolean, boolean][] = [
    ['nothing', [], false, false],
    ['a running entry', [work], true, false],
    ['one since yesterday', [{ ...work, date: '2026-03-01', start: now - 20 * hour }], true, false],
    ['a finished entry', [{ ...work, end: now - second }], false, false],
    ['time off around now', [off], false, true],
    ['time off that begins now', [{ ...off, start: now }], false, true],
    ['time off that ends now', [{ ...off, end: now }], false, false],
    ['time off later today', [{ ...off, start: now + second }], false, false],
    ['time off that runs', [{ ...off, end: null }], false, true],
    ['time off today, no times', [manual], false, true],
    ['time off tomorrow, no times', [{ ...manual, date: '2026-03-03' }], false, false],
    ['work on a day off', [manual, work], true, true],
  ]
  for (const [about, sheets, onTheClock, offWork] of cases)
    assert.deepEqual(clockStateOf(sheets, now, today), { onTheClock, offWork }, about)
})

test('the answer of a push service decides whether a push was sent, is retried, or failed', () => {
  const answered = (status: number, retryAfter = '', text = ''): PushAnswer => ({
    outcome: 'answered',
    status,
    retryAfter,
    text,
  })
  const date = (seconds: number) => new Date(now / 1000 + seconds * 1000).toUTCString()
  const cases: [PushAnswer, number, string, RegExp][] = [
    [answered(201), 1, 'sent', /^$/],
    [answered(200), 1, 'sent', /^$/],
    [answered(202), 1, 'sent', /^$/],
    [answered(404), 1, 'failed gone', /unsubscribed/],
    [answered(410), 3, 'failed gone', /unsubscribed/],
    [answered(400, '', 'bad\n key '), 1, 'failed', /^the push service answered 400: bad key$/],
    [answered(403), 1, 'failed', /answered 403$/],
    [answered(413, '60'), 1, 'failed', /413/],
    [answered(301), 1, 'failed', /301/],
    [answered(429), 1, 'queued 30', /429/],
    [answered(429, '7'), 1, 'queued 30', /429/],
    [answered(429, '300'), 1, 'queued 300', /429/],
    [answered(429, '999999999'), 1, 'queued 21600', /429/],
    [answered(503, date(1000)), 1, 'queued 1000', /503/],
    [answered(503, date(-1000)), 2, 'queued 120', /503/],
    [answered(503, 'soon'), 3, 'queued 600', /503/],
    [answered(500), 6, 'queued 10800', /500/],
    [answered(500), 7, 'failed', /given up$/],
    [{ outcome: 'unsent', error: 'no connection' }, 1, 'queued 30', /^no connection$/],
    [{ outcome: 'unsent', error: 'no connection' }, 7, 'failed', /^no connection; given up$/],
    [{ outcome: 'unknown', error: 'no answer in time' }, 1, 'failed', /^no answer in time; it may have arrived$/],
    [{ outcome: 'refused', error: 'not there' }, 1, 'failed', /^not there$/],
  ]
  for (const [answer, attempts, expected, error] of cases) {
    const verdict = verdictOf(answer, attempts, now, now + 86_400 * second)
    const wait = verdict.state === 'queued' ? ` ${(verdict.due - now) / second}` : ''
    assert.equal(`${verdict.state}${wait}${verdict.gone ? ' gone' : ''}`, expected, JSON.stringify(answer))
    assert.match(verdict.error, error)
  }
  assert.equal(pushRetrySeconds.length, 6)
  assert.match(verdictOf(answered(500), 1, now, now + 30 * second).error, /given up/, 'later it is worth nothing')
})

test('a push service is paused as a whole when it asks for that or cannot be reached', () => {
  const cases: [PushAnswer, number][] = [
    [{ outcome: 'answered', status: 201, retryAfter: '60', text: '' }, 0],
    [{ outcome: 'answered', status: 429, retryAfter: '', text: '' }, 0],
    [{ outcome: 'answered', status: 429, retryAfter: '60', text: '' }, 60],
    [{ outcome: 'answered', status: 503, retryAfter: '60', text: '' }, 60],
    [{ outcome: 'answered', status: 429, retryAfter: '86400', text: '' }, 900],
    [{ outcome: 'answered', status: 500, retryAfter: '60', text: '' }, 0],
    [{ outcome: 'unsent', error: '' }, 30],
    [{ outcome: 'unknown', error: '' }, 30],
    [{ outcome: 'refused', error: '' }, 0],
  ]
  for (const [answer, seconds] of cases) assert.equal(pauseAfter(answer, now), seconds, JSON.stringify(answer))
})
