import assert from 'node:assert/strict'
import { test } from 'node:test'
import { passkeyProblem } from '../../web/pages/me/passkey_address.ts'

const cases: readonly [address: string, problem: RegExp | undefined, instead?: string][] = [
  ['https://time.example.com/me', undefined],
  ['http://localhost:8080/me', undefined],
  ['http://127.0.0.1:8080/me', /don’t create passkeys at 127\.0\.0\.1/, 'http://localhost:8080'],
  ['http://[::1]/me', /don’t create passkeys at \[::1\]/, 'http://localhost'],
  ['https://192.168.1.20/me', /at an IP address/],
  ['http://clockhouse.lan/me', /only with HTTPS/],
]

for (const [address, problem, instead] of cases)
  test(`passkeys ${problem ? 'cannot' : 'can'} be created at ${address}`, () => {
    const found = passkeyProblem(new URL(address))
    if (problem) assert.match(found?.text ?? '', problem)
    else assert.equal(found, undefined)
    assert.equal(found?.address, instead)
  })
