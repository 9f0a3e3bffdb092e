import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { beginAttempt, countersOf, forgiveAttempt } from '../../src/identity/throttle.ts'
import { onEither, TestServer } from '../support/server.ts'

onEither('guesses at one person', (database) => {
  let server: TestServer
  before(async () => {
    server = await TestServer.start(database)
  })
  after(() => server.stop())

  const counters = (ip: string, device?: string) => countersOf('sign-in', { company: '7', name: 'olivia', ip, device })
  const waits = (ip: string, device?: string) => server.db.write(beginAttempt, counters(ip, device), server.now)

  test('guesses at one person are limited across addresses, but not on a device where the person has signed in', async () => {
    for (let n = 1; n < 50; n++) assert.equal(await waits(`203.0.113.${n}`), 0, `address ${n}`)
    assert.equal(await waits('203.0.113.50'), 0, 'the last one that is free')
    assert.equal(await waits('198.51.100.1'), 2, 'an address of no guess yet')
    assert.equal(await waits('198.51.100.1', 'laptop'), 0, 'the owner, on a known device')
    const other = countersOf('sign-in', { company: '7', name: 'ben', ip: '198.51.100.1' })
    assert.equal(await server.db.write(beginAttempt, other, server.now), 0, 'another person')
    server.pass(2)
    assert.equal(await waits('198.51.100.1'), 0, 'once the wait is over')
    assert.equal(await waits('198.51.100.2'), 4, 'each further failure doubles it')
    await server.db.write(forgiveAttempt, counters('198.51.100.1'), server.now)
    assert.equal(await waits('198.51.100.2'), 0, 'a right password ends it')
  })
})
