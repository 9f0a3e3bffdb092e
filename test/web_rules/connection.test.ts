import assert from 'node:assert/strict'
import { after, afterEach, beforeEach, describe, mock, test } from 'node:test'

// A module of its own, because that of the app may still wait for something after another file.
const own: string = '../../web/api/connection.ts?own'
const { isTryingAgain, noteReached, tellBack, tryLater, whenBack }: typeof import('../../web/api/connection.ts') =
  await import(own)

describe('what waits or has failed', () => {
  let fails = true
  let tries = 0
  let stop = () => {}
  let visibilityState = 'visible'
  beforeEach(() => {
    ;[fails, tries, visibilityState] = [true, 0, 'visible']
    Object.defineProperty(navigator, 'onLine', { value: true, configurable: true, writable: true })
    Object.assign(globalThis, {
      document: {
        documentElement: { dataset: {} },
        get visibilityState() {
          return visibilityState
        },
      },
    })
    mock.timers.enable({ apis: ['setTimeout'] })
    stop = whenBack(async () => {
      tries++
      if (fails) noteReached(false)
    })
  })
  afterEach(async () => {
    fails = false
    await pass(120)
    stop()
    mock.timers.reset()
  })
  after(() => {
    Reflect.deleteProperty(globalThis, 'document')
    Reflect.deleteProperty(navigator, 'onLine')
  })
  /** Lets seconds pass, and the attempts made in each end. */
  const pass = async (seconds: number) => {
    for (let second = 0; second < seconds; second++) {
      mock.timers.tick(1000)
      for (let turn = 0; turn < 5; turn++) await Promise.resolve()
    }
  }

  test('what has failed is tried again after 2 seconds, and then less and less often, at last every minute', async () => {
    noteReached(false)
    const seen = []
    for (const seconds of [1, 1, 4, 8, 16, 32, 60, 60]) {
      await pass(seconds)
      seen.push(tries)
    }
    assert.deepEqual(seen, [0, 1, 2, 3, 4, 5, 6, 7])
  })

  test('what is reached beside it brings no further attempts', async () => {
    noteReached(false)
    for (let at = 0; at < 20; at++) {
      noteReached(true)
      noteReached(false)
    }
    await pass(6)
    assert.equal(tries, 2)
  })

  test('once nothing fails there is no further attempt, and the next failure is tried again soon', async () => {
    noteReached(false)
    await pass(6)
    fails = false
    await pass(120)
    assert.deepEqual([tries, isTryingAgain()], [3, false])
    tryLater()
    await pass(2)
    assert.equal(tries, 4)
  })

  test('nothing is tried in a hidden tab or while the browser is offline, and at once when that ends', async () => {
    for (const hide of [true, false]) {
      tries = 0
      if (hide) visibilityState = 'hidden'
      else Object.assign(navigator, { onLine: false })
      noteReached(false)
      await pass(120)
      assert.equal(tries, 0)
      visibilityState = 'visible'
      Object.assign(navigator, { onLine: true })
      tellBack()
      assert.equal(tries, 1)
      fails = false
      await pass(10)
      fails = true
    }
  })
})
