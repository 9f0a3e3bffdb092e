import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ApiError, ask } from '../../web/api/request.ts'
import { noteSignedIn } from '../../web/api/session.ts'
import { problemsOf, proveProvider, type Ways, wayOn } from '../../web/components/dialogs/use_confirmation.ts'
import { serverNow } from '../../web/time.ts'

test('only a wrong password is shown at the field for the password', () => {
  const error = new ApiError(0, 'No luck.')
  assert.deepEqual(problemsOf({ way: 'password', error }), { atPassword: 'No luck.' })
  assert.deepEqual(problemsOf({ way: 'passkey', error }), { general: 'No luck.' })
  assert.deepEqual(problemsOf({ way: 'provider', error }), { general: 'No luck.' })
  assert.deepEqual(problemsOf(undefined), {})
})

test('a person with a password and a provider may continue with either', () => {
  const provider = { label: 'Entra', address: 'https://login.example' }
  const ways = (password: boolean, more: Partial<Ways> = {}): Ways => {
    return { until: '2026-11-18T17:20:00Z', password, passkey: true, provider, ...more }
  }
  assert.equal(wayOn(ways(true), 'secret'), 'password')
  assert.equal(wayOn(ways(true), ''), 'provider')
  assert.equal(wayOn(ways(true, { provider: null }), ''), 'password')
  assert.equal(wayOn(ways(false), ''), 'provider')
  assert.equal(wayOn(ways(false, { provider: null }), ''), undefined)
})

test('without a sign-in at the provider, the question says so and stays', async (t) => {
  const answer = (from: number) =>
    t.mock.method(globalThis, 'fetch', async () => {
      const until = new Date(serverNow() / 1000 + from).toISOString()
      return Response.json({ until, password: false, passkey: false, provider: { label: 'Entra', address: '/' } })
    })
  answer(-60_000)
  await assert.rejects(proveProvider('Entra'), /Entra hasn’t confirmed that it’s you\. Sign in there first/)
  answer(600_000)
  await proveProvider('Entra')
})

test('what a dialog asks over the page is not said below it as well', async (t) => {
  noteSignedIn()
  const error = { code: 401, message: 'The access token is missing.' }
  t.mock.method(globalThis, 'fetch', async () => Response.json({ error }, { status: 401 }))
  await assert.rejects(ask('POST', '/api/console/sign_out'), { status: 401, message: '' })
  noteSignedIn()
})
