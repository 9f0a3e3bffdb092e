import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Actor } from '../../src/engine/context.ts'
import { RequestError } from '../../src/engine/errors.ts'
import { FairShares, gone, type ShareLimits } from '../../src/shares/fair_shares.ts'
import { Turns } from '../../src/shares/turns.ts'

// How requests share the server: in the order in which they begin.

const small: ShareLimits = {
  atOnce: 4,
  // No slow machine ends a turn early.
  turnMs: Number.POSITIVE_INFINITY,
  working: { person: 2, company: 3 },
  waiting: { person: 4, company: 6, all: 8, bytes: 100 },
}

const actor = (companyId: number, userId: number) => ({ companyId, userId }) as Actor

/** Requests that end when the test ends them, and the order in which they began. */
class Requests {
  readonly shares: FairShares
  readonly begun: string[] = []
  readonly #ends = new Map<string, () => void>()

  constructor(limits: ShareLimits) {
    this.shares = new FairShares(limits)
  }

  /** A request named like `1/7 a`: of company 1, user 7. */
  send(name: string, { bytes = 0, isGone = (): boolean => false } = {}): Promise<string | typeof gone> {
    const [, company, user] = /^(\d+)\/(\d+)/.exec(name)!
    return this.shares.run(actor(Number(company), Number(user)), bytes, isGone, async (hasWaited) => {
      this.begun.push(hasWaited ? `${name} later` : name)
      await new Promise<void>((resolve) => this.#ends.set(name, resolve))
      return name
    })
  }

  /** Ends those that have begun, in turns, until nothing is left. */
  async endAll(): Promise<void> {
    while (this.#ends.size > 0) {
      const [[name, end]] = this.#ends as unknown as [[string, () => void]]
      this.#ends.delete(name)
      end()
      await turn()
      await turn()
    }
  }
}

const turn = () => new Promise<void>((resolve) => setImmediate(resolve))
const refusedWith = (status: number) => (error: unknown) =>
  error instanceof RequestError && error.status === status && Number(error.headers['retry-after']) > 0

describe('fair shares', () => {
  test('a person and a company have only so many requests in work; the others begin when some have ended', async () => {
    const requests = new Requests(small)
    const sent = ['1/7 a', '1/7 b', '1/7 c', '1/8 a', '1/8 b', '2/1 a'].map((name) => requests.send(name))
    await turn()
    await turn()
    assert.deepEqual(requests.begun, ['1/7 a', '1/7 b', '1/8 a later', '2/1 a later'])
    await requests.endAll()
    assert.deepEqual((await Promise.all(sent)).length, 6)
    assert.deepEqual(requests.begun.slice(4).sort(), ['1/7 c later', '1/8 b later'])
  })

  test('companies take turns, and so do the people of a company', async () => {
    const one: ShareLimits = { ...small, working: { person: 1, company: 1 } }
    const requests = new Requests(one)
    const names = ['1/1 a', '1/1 b', '1/1 c', '1/1 d', '1/2 a', '1/2 b', '2/1 a', '2/1 b']
    const sent = names.map((name) => requests.send(name))
    await turn()
    await requests.endAll()
    await Promise.all(sent)
    const order = requests.begun.map((name) => name.replace(' later', ''))
    assert.deepEqual(
      order.filter((name) => name.startsWith('1')),
      ['1/1 a', '1/1 b', '1/2 a', '1/1 c', '1/2 b', '1/1 d'],
    )
    assert.ok(order.indexOf('2/1 b') < 5, order.join())
  })

  test('waiting requests are bounded for a person, a company, and the server, in number and in bytes', async () => {
    const requests = new Requests(small)
    const sent = Array.from({ length: 6 }, (_, n) => requests.send(`1/1 ${n}`))
    await assert.rejects(requests.send('1/1 one too many'), refusedWith(429))
    for (const n of [1, 2, 3]) sent.push(requests.send(`1/2 ${n}`))
    await assert.rejects(requests.send('1/3 too many of the company'), refusedWith(429))
    await turn()
    for (const n of [1, 2, 3, 4]) sent.push(requests.send(`2/1 ${n}`))
    await assert.rejects(requests.send('3/1 too many of all'), refusedWith(503))
    await requests.endAll()
    await Promise.all(sent)
    const large = ['1/1 a', '1/1 b', '1/1 c'].map((name) => requests.send(name, { bytes: 60 }))
    await assert.rejects(requests.send('1/1 d', { bytes: 60 }), refusedWith(503))
    await requests.endAll()
    await Promise.all(large)
    assert.equal(requests.shares.waiting, 0)
  })

  test('nothing is done for a client that has gone while it waited', async () => {
    const requests = new Requests(small)
    const sent = ['1/1 a', '1/1 b', '1/1 c'].map((name) => requests.send(name, { isGone: () => name.endsWith('c') }))
    await turn()
    await requests.endAll()
    assert.deepEqual(await Promise.all(sent), ['1/1 a', '1/1 b', gone])
    assert.deepEqual(requests.begun, ['1/1 a', '1/1 b'])
  })

  test('a request that fails gives its share back', async () => {
    const shares = new FairShares({ ...small, working: { person: 1, company: 1 } })
    const fail = () =>
      shares.run(
        actor(1, 1),
        0,
        () => false,
        () => Promise.reject(new Error('broken')),
      )
    await Promise.all(Array.from({ length: 5 }, () => assert.rejects(fail(), /broken/)))
    assert.equal(shares.waiting, 0)
  })

  test('one turn of the event loop begins no more requests than it can end soon', async () => {
    const many: ShareLimits = { ...small, working: { person: 99, company: 99 } }
    const requests = new Requests(many)
    const sent = Array.from({ length: 8 }, (_, n) => requests.send(`1/1 ${n}`))
    await Promise.resolve()
    assert.equal(requests.begun.length, 4)
    await turn()
    await turn()
    await requests.endAll()
    await Promise.all(sent)
  })

  test('one turn of the event loop begins a single long body, because all are parsed on the main thread', async () => {
    const bytes = 150_000
    const waiting = { ...small.waiting, bytes: 9 * bytes }
    const requests = new Requests({ ...small, working: { person: 99, company: 99 }, waiting })
    const sent = ['1/7 a', '1/7 b', '1/8 a', '2/1 a'].map((name) => requests.send(name, { bytes }))
    for (let count = 1; count <= 4; count++) {
      await Promise.resolve()
      assert.equal(requests.begun.length, count)
      await turn()
    }
    await requests.endAll()
    await Promise.all(sent)
  })
})

describe('turns', () => {
  test('keys take turns, and the items of a key stay in order', () => {
    const turns = new Turns<number, string>()
    for (const item of ['1a', '1b', '1c', '2a', '3a', '3b']) turns.add(Number(item[0]), item)
    assert.ok(turns.remove(3, '3b'))
    assert.ok(!turns.remove(3, '3b'))
    const taken: (string | undefined)[] = []
    while (turns.size > 0) taken.push(turns.take())
    assert.deepEqual(taken, ['1a', '2a', '3a', '1b', '1c'])
  })

  test('a key that is not ready keeps its place', () => {
    const turns = new Turns<number, string>()
    for (const item of ['1a', '2a', '2b']) turns.add(Number(item[0]), item)
    const taken = [turns.take((key) => key === 2), turns.take((key) => key === 3), turns.take(), turns.take()]
    assert.deepEqual(taken, ['2a', undefined, '1a', '2b'])
    assert.deepEqual(turns.clear(), [])
  })
})
