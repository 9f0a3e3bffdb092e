import assert from 'node:assert/strict'
import { test } from 'node:test'
import { changePunches, type Punch, read } from '../../web/api/punches.ts'

const punch: Punch = { key: 'a', kind: 'in', at: '2026-11-18T08:00:00-07:00', of: 'a', item: {} }

test('without a database in the browser, punches live as long as the page', async () => {
  assert.equal('indexedDB' in globalThis, false)
  assert.deepEqual(await read(), [])
  await changePunches((before) => [...before, punch])
  assert.deepEqual(await read(), [punch])
  await changePunches(() => [])
})
