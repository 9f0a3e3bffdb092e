import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { get, set } from 'idb-keyval'
import { changePunches, openPunches, type Punch, read, startedBy } from '../../web/api/punches.ts'

/** A request to the browser's database, which is answered at the next turn. */
class Asked<T> {
  onsuccess?: () => void
  oncomplete?: () => void
  readonly result: T
  constructor(result: T) {
    this.result = result
    setImmediate(() => {
      this.onsuccess?.()
      this.oncomplete?.()
    })
  }
}

const values = new Map<string, unknown>()
/** Stands in for the database of a browser, as far as idb-keyval uses it. */
const store = {
  get: (key: string) => new Asked(structuredClone(values.get(key))),
  put: (value: unknown, key: string) => values.set(key, structuredClone(value)),
  get transaction() {
    return new Asked(undefined)
  },
}
const database: { transaction: () => object; onclose?: () => void } = {
  transaction: () => ({ objectStore: () => store }),
}
const punch = (key: string): Punch => ({ key, kind: 'in', at: '2026-11-18T08:00:00-07:00', of: key, item: {} })

describe('the queue of an earlier version', () => {
  const { BroadcastChannel: channel } = globalThis
  before(() => {
    Object.assign(globalThis, { indexedDB: { open: () => new Asked(database) } })
    // A channel to other tabs would keep this process from ending.
    Reflect.deleteProperty(globalThis, 'BroadcastChannel')
  })
  after(async () => {
    await changePunches(() => [])
    // So that idb-keyval forgets it.
    database.onclose?.()
    Reflect.deleteProperty(globalThis, 'indexedDB')
    Object.assign(globalThis, { BroadcastChannel: channel })
  })

  test('punches that wait from an earlier version are taken over once, before the newer ones', async () => {
    await set('punches 1.2', [punch('a'), punch('b')])
    await set('punches 1.3', [punch('of another person')])
    await set('started punches 1.2', [['a', 7]])
    await openPunches(1, 2)
    await changePunches((all) => [...all, punch('c')])
    assert.deepEqual(await read(), [punch('a'), punch('b'), punch('c')])
    assert.equal(await startedBy('a'), 7)
    assert.deepEqual([await get('punches 1.2'), await get('punches 1.3')], [[], [punch('of another person')]])

    // As if the page had been closed before they were taken away.
    await set('punches 1.2', [punch('b')])
    await openPunches(1, 2)
    assert.deepEqual(await read(), [punch('a'), punch('b'), punch('c')])
  })

  test('a tab in which an earlier version is still open neither sees nor sends newer punches', async () => {
    await openPunches(1, 4)
    await changePunches((all) => [...all, punch('a')])
    assert.equal(await get('punches 1.4'), undefined)
  })
})
